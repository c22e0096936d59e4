"""Documents of every kind are known wherever and whenever they are looked up, and changed ones are
not.

SCOREPAD_DOCUMENTS=300 makes and changes so many; a run of the whole suite some fewer.
"""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pypdf
import pytest

from reports import SheetMaker
from reports.sheets import match_sheet
from scorepad.__main__ import Program
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.verify import HEADINGS
from scorepad.paths import resources_folder
from scorepad.spades.entries import Note
from tests.cli.conftest import Said, Scorepad
from tests.desk.documents import begin_event, begin_match, entry, write_all
from tests.reports.languages import catalog_of

COUNT = int(os.environ.get("SCOREPAD_DOCUMENTS", "1"))
"""At least so many documents are made, and as many are changed."""


class Made(NamedTuple):
    """Documents that were made, and the matches and events that they show."""

    files: list[Path]
    matches: list[str]
    events: list[str]


@pytest.fixture
def made(data: Path, tmp_path: Path) -> Made:
    """Documents of every kind, of as many matches and events as it takes."""
    files, matches, events = list[Path](), list[str](), list[str]()
    with Program(str(data)).open_desk(write=True) as desk:
        while len(files) < COUNT:
            match_id, event = begin_match(desk), begin_event(desk)
            folder = tmp_path / f"made {len(matches)}"
            files += write_all(desk, SheetMaker(), match_id, event.event.id, folder)
            matches.append(match_id)
            events.append(event.event.id)
    return Made(files, matches, events)


def tallies(said: Said, asked: int) -> tuple[int, int, int]:
    """How many of the documents that were asked about are the same, changed and unknown."""
    same, changed, unknown = (
        sum(
            line.startswith((f"{heading}: ", f"{catalog_of('es').text(heading)}: "))
            for line in said.lines
        )
        for heading in HEADINGS.values()
    )
    assert same + changed + unknown == asked, said
    return same, changed, unknown


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Set the computer's time zone."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="zones by name are POSIX")
def test_documents_are_known_wherever_and_whenever_they_are_looked_up(
    scorepad: Scorepad,
    data: Path,
    tmp_path: Path,
    made: Made,
    zone: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = len(made.files)

    def verified(folder: Path = data) -> tuple[int, int, int]:
        return tallies(scorepad("verify", *made.files, folder=folder), count)

    everything = (count, 0, 0)
    assert verified() == everything
    zone("America/Chicago")
    assert verified() == everything
    zone("Asia/Kolkata")
    for language, region in (("es", "ES"), ("en", "US"), ("es", "DE")):
        settings = {"language": language, "region": region, "house": "Club", "logo": "logo.png"}
        shutil.copy(resources_folder() / "icons" / "scorepad.png", data / "logo.png")
        (data / "settings.json").write_text(json.dumps(settings))
        assert verified() == everything
    monkeypatch.setattr(match_sheet, "TOP", match_sheet.TOP + 5)
    drawn = tmp_path / "drawn otherwise.pdf"
    assert scorepad("sheet", made.matches[0], "-o", drawn).status == 0
    assert drawn.read_bytes() not in [each.read_bytes() for each in made.files]
    assert scorepad("verify", drawn).status == 0
    assert verified() == everything
    for file in data.glob("scorepad.db*"):
        file.unlink()
    assert verified() == everything
    assert scorepad("backup", tmp_path / "copy.zip").status == 0
    elsewhere = tmp_path / "elsewhere"
    assert scorepad("restore", tmp_path / "copy.zip", folder=elsewhere).status == 0
    assert verified(elsewhere) == everything
    with Program(str(data)).open_desk(write=True) as desk:
        for match_id, event_id in zip(made.matches, made.events, strict=True):
            with desk.open_briefly(match_id) as table:
                table.record(Note(text="late"))
            EventDesk(desk).open(event_id).record(entry("note", text="late"))
    same, changed, unknown = verified()
    assert (same + changed, unknown) == (count, 0), "late notes accuse nobody"
    assert same
    assert changed


def changed_at_random(data: bytes, random_: random.Random) -> bytes:
    """A file of which a byte was changed, left out or put in."""
    where = random_.randrange(len(data))
    return random_.choice(
        (
            data[:where] + bytes([data[where] ^ 1 << random_.randrange(8)]) + data[where + 1 :],
            data[:where] + data[where + 1 :],
            data[:where] + random_.randbytes(1) + data[where:],
            data + b"\n",
            data[: where or 1] if where < len(data) - 1 else data[:-1],
        )
    )


def saved_again(data: bytes) -> bytes:
    """A PDF as another program saves it."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def with_double_key(data: bytes) -> bytes:
    """A PDF with a second page content, which many viewers show in place of the first."""
    at = data.index(b"/Contents")
    return data[:at] + b"/Contents 1 0 R " + data[at:]


def test_no_changed_document_is_called_the_same(
    scorepad: Scorepad, tmp_path: Path, made: Made
) -> None:
    random_, folder = random.Random(11), tmp_path / "changed"
    folder.mkdir()
    files, originals = [], {file.read_bytes() for file in made.files}
    for at in range(max(COUNT, len(made.files))):
        file = made.files[at % len(made.files)]
        data = file.read_bytes()
        is_pdf = file.suffix == ".pdf"
        match random_.randrange(4):
            case 0 if is_pdf:
                data = saved_again(data)
            case 1 if is_pdf and b"/Contents" in data:
                data = with_double_key(data)
            case _:
                # A table without its last rows can be another one that was made.
                while data in originals:
                    data = changed_at_random(data, random_)
        files.append(folder / f"{at}{file.suffix}")
        files[-1].write_bytes(data)
    said = scorepad("verify", *files)
    assert said.status == 1
    assert tallies(said, len(files)) == (0, 0, len(files))
