"""A text over several lines has the height that Qt gives it, whatever of it changes."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLabel

from scorepad.window.widgets import controls, theme


def test_a_wrapped_text_is_as_high_as_qt_says_after_every_change(qtbot: Any) -> None:
    text = controls.label("the score stands ", wrap=True)
    qtbot.addWidget(text)
    text.show()
    changes = (
        lambda: None,
        lambda: text.setText("the score stands after this hand " * 8),
        lambda: text.setFont(theme.figure_font(22, bold=True)),
        lambda: text.setContentsMargins(20, 5, 20, 5),
        lambda: text.setContentsMargins(0, 5, 0, 5),
        lambda: text.setStyleSheet("QLabel { padding: 12px; border: 3px solid; }"),
        lambda: text.setStyleSheet("QLabel { font-size: 31px; }"),
        lambda: text.setMinimumHeight(900),
        lambda: text.setMinimumWidth(700),
    )
    seen = set()
    for change in changes:
        change()
        heights = [text.heightForWidth(width) for width in (90, 200, 410)]
        assert heights == [QLabel.heightForWidth(text, width) for width in (90, 200, 410)]
        seen.add(tuple(heights))
    assert len(seen) == len(changes), "a change that changes no height proves nothing"
