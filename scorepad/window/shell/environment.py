"""The parts of a window work with a `WindowEnvironment` and send `WindowRequests`, so that none
of them needs the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from scorepad.settings import Settings

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk
    from scorepad.desk.ports import DocumentMaker
    from scorepad.desk.sharing import ShareStatus
    from scorepad.window.shell.sharing import SharingProcess


class WindowRequests(QObject):
    """A part asks the window for something with one of these signals."""

    action = Signal(str)
    """Do the action with this key."""
    match = Signal(str)
    """Open the match with this id, and show it."""
    table = Signal(object)
    """Show this `Table`, which was opened or started just now."""
    job = Signal(object)
    """Begin this `JobPresentation`."""
    repair = Signal(object)
    """Ask on the page of its event how to go on from this `ResultCorrection`."""
    setting = Signal(str)
    """Apply the setting with this key, which was changed."""


@dataclass(frozen=True)
class WindowEnvironment:
    """Holds the desk, the sheets, the settings, and the requests.

    `now` is the clock on the wall (UTC), `folder` the data folder, `languages` returns those that
    can be chosen: code, and name in the language itself; `sharing` exchanges with other laptops.
    """

    desk: Desk
    sheets: DocumentMaker
    settings: Settings
    now: Callable[[], datetime]
    requests: WindowRequests
    folder: str = ""
    languages: Callable[[], tuple[tuple[str, str], ...]] = lambda: (("en", "English"),)
    sharing: SharingProcess | None = None

    @property
    def share_status(self) -> ShareStatus | None:
        """Return the status of sharing; None if nothing is shared."""
        return None if self.sharing is None else self.sharing.status
