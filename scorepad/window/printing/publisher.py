"""The pages of an event publish themselves: after each change they are written into a folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from scorepad import files
from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.exporting import matches_of_event
from scorepad.desk.ports import DocumentMaker
from scorepad.events.event import Event
from scorepad.settings import Settings
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import Text
from scorepad.window.printing.jobs import BackgroundJob, Progress, running_jobs

LOOK = timedelta(seconds=4)
"""So often it looks for changes, that the pages follow within ten seconds."""
INDEX = "index.html"
PAGE = re.compile(r"(match|team|player)-\d+\.html")


def publish_pages(
    sheets: DocumentMaker, matches: Sequence[Match], event: Event, folder: Path
) -> None:
    """Write the pages of an event into a folder that is there: each file that changed is replaced
    whole, the index last, and a page that is no more is removed. Raises `Refused`."""
    try:
        with files.scratch_folder(folder) as scratch:
            made = scratch / "pages"
            sheets.export(sheets.formats["html"], matches, made, event)
            pages = sorted(made.iterdir(), key=lambda each: each.name == INDEX)
            names = {each.name for each in pages}
            for file in pages:
                out = folder / file.name
                if not (out.is_file() and out.read_bytes() == file.read_bytes()):
                    files.sync_to_disk(file)
                    file.replace(out)
            for file in folder.iterdir():
                if PAGE.fullmatch(file.name) and file.name not in names:
                    file.unlink()
            files.sync_to_disk(folder)
    except OSError as error:
        raise Refused(
            "Couldn't save the web pages to {folder}: {why}. Scorepad will try again.",
            folder=str(folder),
            why=os_reason(error, writing=True),
        ) from None


class PagePublisher(QObject):
    """Writes the pages of the event that the room sees, when something of it changed, if this
    laptop holds the event and the settings name a folder."""

    failed = Signal(object)
    """The pages could not be written: a `Text`. It is reported once, and tried again."""
    written = Signal()
    """The pages are there again after a failure."""

    def __init__(
        self, desk: Desk, settings: Settings, sheets: DocumentMaker, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk, self._settings, self._sheets = desk, settings, sheets
        self._events = EventDesk(desk)
        self._looked: datetime | None = None
        self._published: object = None
        """The facts that the pages were last written from."""
        self._named: frozenset[str] = frozenset()
        """The events that combined tables of the pages name."""
        self._failure: Text | None = None
        self._job: BackgroundJob | None = None

    def tick(self, now: datetime) -> None:
        """Look for changes, if it is time to, and begin to write the pages."""
        folder = str(self._settings.publish)
        event_id = str(self._settings.room_event or self._settings.event)
        if not folder or not event_id or (self._looked is not None and now - self._looked < LOOK):
            return
        self._looked = now
        with suppress(Refused):  # the page of the event reports it
            self._publish_unless_published(Path(folder), event_id)

    def _publish_unless_published(self, folder: Path, event_id: str) -> None:
        shown = self._named | {event_id}
        statuses = [each for each in self._events.events() if each.id in shown]
        rows = [each for each in self._desk.statuses_of_today() if each.event_id in shown]
        facts = folder, event_id, statuses, rows
        if facts == self._published or running_jobs():
            return
        table = self._events.open(event_id)
        if table.held_elsewhere is not None:
            return
        table.follow_other_programs()
        event = table.event
        self._named = event.register.named_events

        def make(matches: Sequence[Match], _progress: Progress) -> None:
            publish_pages(self._sheets, matches, event, folder)

        def finish(_result: object) -> None:
            self._published = facts
            if self._failure is not None:
                self._failure = None
                self.written.emit()

        self._job = BackgroundJob(self._desk.read, matches_of_event(event), make, stoppable=False)
        self._job.finished.connect(finish)
        self._job.refused.connect(self._say_failure)
        self._job.start()

    def _say_failure(self, text: Text) -> None:
        if text != self._failure:
            self._failure = text
            self.failed.emit(text)
