"""How long commands take, as whole processes."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import count
from math import inf
from pathlib import Path

from scorepad import paths
from tests.bench.conftest import ENVIRONMENT, ROOT, Compare, python, seconds
from tests.bench.evenings import Hand, drawn_match, written_matches

SAMPLE = str(paths.resources_folder() / "sample" / "match.json")
REBUILD = """
from sys import argv
from scorepad.__main__ import Program
with Program(argv[1]).open_store(write=True) as store:
    assert store.notices
"""
READ = """
from pathlib import Path
from sys import argv
for file in argv[1:]:
    Path(file).read_bytes()
"""
MANY = 3_000
"""Matches that are scored, imported, checked and read anew; they have 43,500 hands."""
KEPT = (10, 10_000)
"""Matches that are stored where a command is run."""
ROUNDS = 5


def said(*arguments: str | int | Path) -> str:
    return python(*map(str, arguments))


def test_commands_that_import_little(compare: Compare) -> None:
    for figure, arguments in (("--help", ["--help"]), ("score of one match", ["score", SAMPLE])):
        compare(
            figure,
            lambda arguments=arguments: python("-m", "scorepad", *arguments),
            "python -c 'import msgspec'",
            lambda: python("-c", "import msgspec"),
            at_most=2,
            rounds=20,
        )


def filled(folder: Path, matches: int) -> Path:
    """A data folder with so many matches."""
    file, drawn = folder / f"{matches}.ndjson", set[Hand]()
    numbers = range(1, matches + 1)
    file.write_text("".join(json.dumps(drawn_match(n, 10 + n % 10, drawn)) + "\n" for n in numbers))
    data = folder / f"kept{matches}"
    said("-m", "scorepad", "--data", data, "import", file)
    return data


def test_commands_among_ten_thousand_matches(tmp_path: Path, compare: Compare) -> None:
    few, many = (filled(tmp_path, matches) for matches in KEPT)
    compare(
        f"matches, {KEPT[1]:,} kept",
        lambda: python("-m", "scorepad", "--data", str(many), "matches"),
        "python -c 'import sqlmodel'",
        lambda: python("-c", "import sqlmodel"),
        at_most=1.3,
        rounds=ROUNDS,
        # The floor is a yardstick from the time when this command did without sqlmodel.
        parts={"import sqlmodel": lambda: python("-c", "import sqlmodel")},
    )
    match_id = drawn_match(7, 1)["id"]
    entry = tmp_path / "entry"
    numbers = count(1)

    def record(data: Path) -> None:
        entry.write_text(json.dumps({"kind": "note", "text": str(next(numbers))}))
        with entry.open() as source:
            arguments = ["-m", "scorepad", "--data", str(data), "record", match_id]
            subprocess.run(
                [sys.executable, *arguments], cwd=ROOT, env=ENVIRONMENT, stdin=source, check=True
            )

    compare(
        f"record of one entry, {KEPT[1]:,} kept",
        lambda: record(many),
        f"the same, {KEPT[0]} kept",
        lambda: record(few),
        at_most=1.3,
        rounds=ROUNDS,
    )


def test_work_in_batches_is_measured(tmp_path: Path, compare: Compare) -> None:
    """Nobody waits for it at a table: it has no goal."""
    folder = tmp_path / "files"
    folder.mkdir()
    files = written_matches(folder, MANY)
    data = tmp_path / "data"
    kept = ("-m", "scorepad", "--data", data)
    read = [seconds(lambda: said("-c", READ, *files))]

    def measure(figure: str, *arguments: str | Path) -> None:
        took = [seconds(lambda: said(*arguments))]
        compare.times(figure, took, "the same files read", read, at_most=inf)

    measure(f"score --json, {MANY:,} matches", "-m", "scorepad", "score", "--json", *files)
    measure(f"import, {MANY:,} matches", *kept, "import", *files)
    measure(f"check of {MANY:,} matches", *kept, "check")
    for file in data.glob("scorepad.db*"):
        file.unlink()
    measure(f"a new database from the feeds of {MANY:,} matches", "-c", REBUILD, data)


def test_what_is_handed_out_takes_little_memory(tmp_path: Path, compare: Compare) -> None:
    command = ("-m", "tests.bench.handed_out")
    for what, name in (("book", "book of 1,000 sheets"), ("xlsx", "XLSX of 1,000 matches")):
        few, many = (
            float(said(*command, what, count, tmp_path / f"{what}{count}")) for count in (10, 1_000)
        )
        at_most = (few + 100) / few  # megabytes
        compare.amount(name, many, "the same of 10", few, at_most=at_most, unit="MB")
