"""The whole window, in every page, panel and state that `pictures` shows: no control without a
name, out of reach of the keys or too small, and no text cut off, at both sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from scorepad.spades.words import Words
from scorepad.window import parts
from scorepad.window.theme import THEMES, Colours, Theme, style_sheet
from tests.window.pictures import SIZES, close, settle
from tests.window.scenes import READ_ONLY, Scene, screens
from tests.window.stage import one_theme
from tests.window.test_access import faults
from tests.window.test_theme import TEXT, contrast

SCREENS = dict(screens())


@pytest.fixture(params=sorted(SIZES))
def sized(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[tuple[int, int]]:
    wide, high, percent = SIZES[request.param]
    qapp.setStyle("Fusion")
    look = one_theme(qapp)
    look.apply("light", percent)
    yield wide, high
    look.apply("light", 100)


def cut_off(window: QWidget) -> list[str]:
    """Texts that have less room than they need, and do not say so with an ellipsis."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisibleTo(window) or isinstance(widget, parts.Elided):
            continue
        if type(widget).__module__.startswith("PySide6") and widget.objectName().startswith("qt_"):
            continue
        if isinstance(widget, QPushButton | QLabel) and widget.text():
            wraps = isinstance(widget, QLabel) and widget.wordWrap()
            needed = widget.fontMetrics().horizontalAdvance(_longest(widget.text(), wraps))
            if needed > widget.width():
                found.append(f"{widget.text()!r} needs {needed} pixels and has {widget.width()}")
            if wraps and widget.heightForWidth(widget.width()) > widget.height() + 1:
                found.append(f"{widget.text()!r} has not all its lines")
    return found


def _longest(text: str, wraps: bool) -> str:
    pieces = text.split() if wraps else text.replace("&&", "&").splitlines()
    return max(pieces, key=len, default="")


@pytest.mark.parametrize("name", sorted(SCREENS))
def test_a_screen_is_named_reached_touched_and_whole(
    qtbot: object, qapp: QApplication, sized: tuple[int, int], tmp_path: Path, name: str
) -> None:
    look = Theme.active
    assert look is not None
    make: Callable[[Scene], None] = SCREENS[name]
    scene = Scene(Words(), look, sized, tmp_path)
    scene.furnish(read_only=name == READ_ONLY)
    make(scene)
    settle(qapp)
    try:
        assert faults(scene.window) == []
        assert cut_off(scene.window) == []
    finally:
        close(scene.window)
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)


RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COLOUR = re.compile(r"(?<![-\w])(color|background(?:-color)?)\s*:\s*(#[0-9a-fA-F]{6})")


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_rule_of_the_style_sheet_can_be_read(theme: Colours) -> None:
    """Where a rule sets text and ground, they are far enough apart (disabled ones are exempt)."""
    pairs = 0
    for selector, body in RULE.findall(style_sheet(theme, 15)):
        said = {name.removesuffix("-color"): colour for name, colour in COLOUR.findall(body)}
        if len(said) == 2 and ":disabled" not in selector:
            pairs += 1
            apart = contrast(said["color"], said["background"])
            assert apart >= TEXT, f"{selector.strip()}: {apart:.1f}"
    assert pairs >= 5
