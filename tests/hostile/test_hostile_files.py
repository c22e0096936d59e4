"""A file that was damaged or made to do harm is read, or refused in one sentence, soon and in a
bounded memory, at every entrance."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.fork_server import run_forked
from tests.hostile.bombs import LOGS, PAPERS, PICTURES, RULES, TABLES
from tests.hostile.entrances import Answer
from tests.hostile.mutants import mutants

MUTANTS = int(os.environ.get("SCOREPAD_EXAMPLES", "60"))
"""So many damaged files of all kinds together are tried; `make fuzz` tries more."""
MOST_SECONDS = 5.0
MOST_MEGABYTES = 300.0
LONGEST_SENTENCE = 1200
"""Eight lines that are wrong may be named, or every section that a rule set may have."""

BRING_IN = "import sys; from tests.hostile.entrances import bring_in; bring_in(*sys.argv[1:])"

Files = Mapping[str, Callable[[], bytes]]

BOMBS: dict[str, Files] = {
    "teams": TABLES,
    "schedule": TABLES,
    "teams in the window": TABLES,
    "schedule in the window": TABLES,
    "import": LOGS,
    "score": LOGS,
    "event": LOGS,
    "settings": LOGS,
    "verify": PAPERS,
    "rules": RULES,
    "house rules": RULES,
    "letterhead": PICTURES,
    "logo in the window": PICTURES,
}
if "SCOREPAD_EXAMPLES" not in os.environ:
    # `make fuzz` tries all of them; a test run those that once filled the memory or hung.
    OLD = ("xfd.xlsx", "cells.xlsx", "one-cell.xlsx", "styles.xlsx", "types.xlsx", "teams.csv")
    OLD += ("references-within.xlsx",)
    TABLE_BOMBS = {name: TABLES[name] for name in OLD}
    BOMBS = {"teams": TABLE_BOMBS, "teams in the window": TABLE_BOMBS}


def answers(entrance: str, folder: Path, files: Iterable[tuple[str, bytes]]) -> list[Answer]:
    """Bring files in at an entrance, and return what became of each."""
    folder.mkdir(exist_ok=True)
    names = []
    for name, data in files:
        (folder / name).write_bytes(data)
        names.append(name)
    done = run_forked([entrance, str(folder)], code=BRING_IN)
    assert done.returncode == 0, done.stderr.decode()
    found = [Answer(*json.loads(line)) for line in done.stdout.splitlines()]
    assert [each.file for each in found] == sorted(names)
    return found


def is_wrong(answer: Answer) -> bool:
    """Return whether a file took too much, or not one sentence was said of it."""
    bounded = answer.seconds < MOST_SECONDS and answer.megabytes < MOST_MEGABYTES
    many = answer.file.endswith((".ndjson", ".settings.json"))  # one a line, or a setting
    said = " ".join(answer.sentences[-1:])
    lines = len(answer.sentences) <= 1 or many
    inside = any(
        "went wrong in Scorepad" in each or "Traceback" in each for each in answer.sentences
    )
    return not bounded or not lines or inside or len(said) > LONGEST_SENTENCE


@pytest.fixture(scope="module")
def bombs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where each file that is made to do harm stays for the next entrance: some take a second."""
    return tmp_path_factory.mktemp("bombs")


def read_bombs(bombs: Path, files: Files) -> Iterator[tuple[str, bytes]]:
    for name, make in files.items():
        file = bombs / name
        if not file.exists():
            file.write_bytes(make())
        yield name, file.read_bytes()


@pytest.mark.fuzz
@pytest.mark.xdist_group("bombs")
@pytest.mark.parametrize("entrance", BOMBS)
def test_a_file_that_is_made_to_do_harm_is_bounded(
    entrance: str, bombs: Path, tmp_path: Path
) -> None:
    found = answers(entrance, tmp_path / "files", read_bombs(bombs, BOMBS[entrance]))
    assert [each for each in found if is_wrong(each)] == []


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("entrance", "kind"),
    [
        ("teams", "xlsx"),
        ("teams", "csv"),
        ("schedule", "xlsx"),
        ("teams in the window", "xlsx"),
        ("schedule in the window", "csv"),
        ("import", "match.json"),
        ("event", "event.json"),
        ("settings", "settings.json"),
        ("rules", "toml"),
        ("house rules", "toml"),
        ("letterhead", "png"),
        ("logo in the window", "png"),
    ],
)
def test_a_damaged_file_is_read_or_refused_in_one_sentence(
    entrance: str, kind: str, tmp_path: Path
) -> None:
    files = ((f"{n:05}.{kind}", data) for n, data in enumerate(mutants(kind, max(2, MUTANTS // 6))))
    found = answers(entrance, tmp_path / "files", files)
    assert [each for each in found if is_wrong(each)] == []
