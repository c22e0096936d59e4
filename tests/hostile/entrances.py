"""Brings every file of a folder in at one entrance, and says what that took and what was said.

It is a process of its own, because a process never gives back its highest mark.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scorepad.spades.refusal import Refused, TemplateError, error_text

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
STATUS = Path("/proc/self/status")

Read = Callable[[Path], Sequence[str]]
"""Brings a file in, and returns the sentences that were said about it."""


def highest() -> float:
    """Return how much memory this process had at most, in megabytes, since `forget_highest`."""
    if STATUS.exists():
        # `ru_maxrss` begins with what the process had that started this one.
        line = next(each for each in STATUS.read_text().splitlines() if each.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def forget_highest() -> None:
    """Let the highest mark be what the process has now, where the system can do so."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def command(data: Path, *arguments: str, most_told: int = 0) -> Read:
    """Return an entrance: a command that takes the file last.  It may tell so many things of a file
    that it takes in."""
    from scorepad.__main__ import main

    def read(file: Path) -> list[str]:
        complaints = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(complaints):
            status = main(["--data", str(data), *arguments, str(file)])
        assert status in (0, 1, 2), status
        said = complaints.getvalue().splitlines()
        assert said if status == 2 else len(said) <= most_told, said[:5]
        return said if status == 2 else []

    return read


def event_command(data: Path, name: str) -> Read:
    """Return an entrance to an event; each file comes to one of its own, which has three teams."""
    from scorepad.cli.events import MOST_WARNINGS

    data.mkdir()
    teams = data / "teams.csv"
    teams.write_text("Aces,Ann,Cy\nKings,Bo,Di\nTens,Gus,Hal\n")

    def read(file: Path) -> Sequence[str]:
        command(data, "event", "new", "--rules", "unc", "--name")(Path(file.name))
        # What was guessed of a file of teams is told, and what is unlikely in it.
        command(data, "event", "teams", file.name, most_told=1)(teams)
        most_told = MOST_WARNINGS + 4 if name == "teams" else 0
        return command(data, "event", name, file.name, most_told=most_told)(file)

    return read


def verify(data: Path) -> Read:
    """Return the entrance of a document that is looked up, where a match is kept."""
    command(data, "new", "--rules")(Path("unc"))
    return command(data, "verify")


def refused(read: Callable[[Path], object]) -> Read:
    """Return an entrance whose refusal is raised."""

    def told(file: Path) -> list[str]:
        try:
            read(file)
        except Refused as refusal:
            return [str(refusal.text)]
        except Exception as error:
            if isinstance(getattr(error, "template", None), str):
                sentence: TemplateError = error  # type: ignore[assignment]
                return [str(error_text(sentence))]
            raise
        return []

    return told


def settings(data: Path) -> Read:
    """Return the entrance of a settings file."""
    from scorepad.settings import SETTINGS_FILE, Settings

    def read(file: Path) -> list[str]:
        folder = Path(tempfile.mkdtemp(dir=data.parent))
        (folder / SETTINGS_FILE).write_bytes(file.read_bytes())
        kept = Settings(folder)
        return [str(error_text(each)) for each in kept.trouble]

    return read


def letterhead(_: Path) -> Read:
    """Return the entrance of a logo that is printed."""
    from reports.typeset.letterhead import read_letterhead

    def read(file: Path) -> list[str]:
        unusable: list[Path] = []
        read_letterhead("House", file, unusable.append)
        return [f"{each.name} is left out" for each in unusable]

    return read


def picture(_: Path) -> Read:
    """Return the entrance of a logo that is chosen in the window."""
    application()
    from scorepad.window.widgets.logo import read_logo_as_png

    return refused(read_logo_as_png)


def house_rules(data: Path) -> Read:
    """Return the entrance of a rule set file in the window."""
    app = application()
    from scorepad.desk.houserules import HouseRules
    from scorepad.window.rules.house_rules import HouseRulesPage
    from tests.window.evening import Evening

    evening = Evening(data)
    house = HouseRules(data / "rules", evening.library)
    page = HouseRulesPage(house, evening.settings)

    def read(file: Path) -> list[str]:
        page.import_files([str(file)])
        app.processEvents()
        return [page.strip.text]

    return read


def application() -> Any:
    """Return the application that a window needs."""
    from PySide6.QtWidgets import QApplication

    from scorepad.window.widgets.theme import Theme

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    if Theme.active is None:
        Theme(app).apply("light", 100)
    return app


def pasted(data: Path) -> Read:
    """Return the entrance of a file of teams in the window, to be looked at there."""
    app, opened, evening = event_in_window(data)
    from scorepad.window.event.teams_paste import TeamsPasteForm
    from tests.window.evening import read as text_of

    page = TeamsPasteForm(opened, evening.settings)
    page.show()

    def read(file: Path) -> list[str]:
        page.replace_text("")
        page.replace_text_from_files([str(file)])
        app.processEvents()
        text_of(page)
        return [page.message.text()] if page.message.text() else []

    return read


def schedule(data: Path) -> Read:
    """Return the entrance of a schedule in the window."""
    app, opened, evening = event_in_window(data)
    from scorepad.window.event.rounds_view import RoundsView

    view = RoundsView(opened, evening.settings)
    view.show()
    sentences: list[str] = []
    opened.notify = lambda text, tone: sentences.append(str(text)) if tone == "bad" else None

    def read(file: Path) -> list[str]:
        sentences.clear()
        view.record_rounds_from_files([str(file)])
        app.processEvents()
        return [*filter(None, sentences)]

    return read


def event_in_window(data: Path) -> tuple[Any, Any, Any]:
    """Return the application, and an event with a few teams that is open in it."""
    app = application()
    from PySide6.QtCore import QObject

    from scorepad.window.event.open_event import OpenEvent
    from tests.window.evening import Evening
    from tests.window.event_scenes import begin

    evening = Evening(data)
    opened = OpenEvent(begin(evening, teams=3), QObject(app), lambda *_: None)
    return app, opened, evening


ENTRANCES: dict[str, Callable[[Path], Read]] = {
    "teams": lambda data: event_command(data, "teams"),
    "schedule": lambda data: event_command(data, "schedule"),
    "import": lambda data: command(data, "import"),
    "score": lambda data: command(data, "score", "--json"),
    "event": lambda data: command(data, "event", "new"),
    "rules": lambda data: command(data, "rules", "check"),
    "house rules": house_rules,
    "settings": settings,
    "verify": verify,
    "letterhead": letterhead,
    "teams in the window": pasted,
    "schedule in the window": schedule,
    "logo in the window": picture,
}


class Answer(NamedTuple):
    """What became of a file."""

    file: str
    seconds: float
    megabytes: float
    sentences: list[str]


def bring_in(entrance: str, folder: str) -> None:
    """Bring in the files of a folder, and print one JSON object a file: its name, the seconds, the
    megabytes above the start, and the sentences."""
    with tempfile.TemporaryDirectory() as data:
        read = ENTRANCES[entrance](Path(data) / "data")
        for file in sorted(Path(folder).iterdir()):
            forget_highest()
            start, began = highest(), time.process_time()
            sentences = read(file)
            seconds = time.process_time() - began
            answer = Answer(file.name, seconds, highest() - start, [*sentences])
            print(json.dumps(answer), flush=True)  # noqa: T201
