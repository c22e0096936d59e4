"""What the parts of a window are given to work with, so that none of them needs the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from scorepad.desk.desk import Desk
from scorepad.desk.ports import Sheets
from scorepad.settings import Settings
from scorepad.spades.words import Text, Words


class Requests(QObject):
    """What a part asks of the window.

    Requests outlive a window: a button of a message that is shown again in the next window, in
    another language, still does what it says.
    """

    action = Signal(str)
    """Do the action with this key."""
    match = Signal(str)
    """Open the match with this id, and show it."""
    table = Signal(object)
    """Show this `Table`, which was opened or started just now."""
    handout = Signal(object)
    """Show this `MadeHandout`."""
    setting = Signal(str)
    """The setting with this key was changed: apply it."""
    reopen = Signal(str)
    """Make the window again: this setting (language, text size) holds for new widgets only."""


@dataclass(frozen=True)
class Environment:
    """The desk, the words and sheets of one language, the settings, and where requests go.

    `now` is the clock on the wall (UTC), `read_only` why nothing can be recorded, `folder` the
    data folder, `languages` those there are words for: code, and name in the language itself.
    """

    desk: Desk
    sheets: Sheets
    words: Words
    settings: Settings
    now: Callable[[], datetime]
    requests: Requests
    read_only: Text | None = None
    folder: str = ""
    languages: tuple[tuple[str, str], ...] = (("en", "English"),)
