"""Another language at once: the window speaks it, with what is open, typed and said as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorepad.desk.ports import Sheets
from scorepad.spades.words import Words
from scorepad.window import qt_words
from scorepad.window.anew import make_anew

if TYPE_CHECKING:
    from scorepad.window.main_window import MainWindow


def speak(window: MainWindow, words: Words, sheets: Sheets) -> None:
    """Speak this language from now on; sheets are written in it too."""
    if window.pages is None:
        return
    qt_words.speak(words)
    window.words, window.sheets = words, sheets
    window.menus.speak(words)
    window.banners.speak(words)
    make_anew(window, "language")
    _say_again(window)


def _say_again(window: MainWindow) -> None:
    """Say in the new words what still stands above the page."""
    banners = window.banners
    for key in ("answer", "alarm"):
        banners.drop(key)
    if window.desk.notices:
        window.show_notices(again=True)
    window.heartbeat.say_again()
    if window.read_only is not None:
        banners.show_banner("read-only", window.words(window.read_only), stays=True)
    elif banners.shown("name") is not None:
        name = banners.typed("name")
        window.ask_name()
        banners.retype("name", name)
