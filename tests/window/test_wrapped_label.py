"""A text that wraps remembers its size, and has the size that a plain QLabel gives it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from scorepad.window.widgets import controls
from tests.window.stage import one_theme

TEXTS = (
    "",
    "Bags",
    "Aces bid 4 + 3 and took 8 of the tricks; Kings bid 3 + 2 and took 5",
    "One line\nand another, Maximilian-Alexander-of-the-very-long-name-without-a-blank",
)
WIDTHS = (40, 120, 121, 300, 700)


def plain_label(text: str, kind: Any) -> QLabel:
    """A QLabel that lays its text out whenever it is asked."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("kind", kind)
    label.setWordWrap(True)
    return label


@pytest.mark.parametrize("percent", [100, 150])
def test_sizes_are_those_of_a_plain_label(qtbot: Any, qapp: Any, percent: int) -> None:
    """Also of the same text in another kind of label, and after another text, theme or font."""
    one_theme(qapp).apply("light", percent)
    page = QWidget()
    column = QVBoxLayout(page)
    qtbot.addWidget(page)
    pairs = []
    for kind in ("plain", "title", "caption", "inline"):
        for _each in TEXTS:
            pair = controls.label("Something else", kind, wrap=True), plain_label("Else", kind)  # type: ignore[arg-type]
            pairs.append(pair)
            for label in pair:
                column.addWidget(label)
    page.show()
    for text, pair in zip(TEXTS * 4, pairs, strict=True):
        for label in pair:
            label.sizeHint()
            label.setText(text)
    for look, is_larger in (("light", False), ("dark", False), ("dark", True)):
        one_theme(qapp).apply(look, percent + 50 * (look == "dark"))
        for wrapped, plain in pairs:
            if is_larger:
                font = plain.font()
                font.setPixelSize(29)
                wrapped.setFont(font)
                plain.setFont(font)
            assert wrapped.sizeHint() == plain.sizeHint()
            assert wrapped.minimumSizeHint() == plain.minimumSizeHint()
            for width in (*WIDTHS, plain.sizeHint().width(), plain.sizeHint().width() - 1):
                assert wrapped.heightForWidth(width) == plain.heightForWidth(width), plain.text()
