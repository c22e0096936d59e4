"""How long commands take, as whole processes."""

from __future__ import annotations

import json
import marshal
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path

from scorepad import paths
from tests.bench.conftest import ENVIRONMENT, ROOT, Compare, python, seconds
from tests.bench.evenings import Hand, drawn_match, written_matches

SAMPLE = str(paths.resources_folder() / "sample" / "match.json")
FLOOR = Path(__file__).with_name("read_and_write.py")
INSERT = Path(__file__).with_name("insert_rows.py")
READ = """
import sqlite3
from pathlib import Path
from sys import argv
data = Path(argv[1])
database = sqlite3.connect(data / "scorepad.db")
for table in ("lines", "summaries"):
    for row in database.execute(f"SELECT * FROM {table}"):
        pass
for file in (data / "feeds").iterdir():
    file.read_bytes()
"""
INTEGRITY_CHECK = """
import sqlite3
from sys import argv
from time import process_time
database = sqlite3.connect(argv[1] + "/scorepad.db")
database.execute("SELECT count(*) FROM state").fetchone()
begun = process_time()
assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
print(process_time() - begun)
"""
REBUILD = """
from sys import argv
from scorepad.__main__ import Program
with Program(argv[1]).open_store(write=True) as store:
    assert store.notices
"""
MANY = 3_000
"""Matches that are scored and imported; they have 43,500 hands."""
KEPT = (10, 10_000)
"""Matches that are kept where a command is run."""
ROUNDS = 5
REBUILDS = 4
"""Of fewer times the lower quartile is the shortest."""


def said(*arguments: str | int | Path) -> str:
    return python(*map(str, arguments))


def quiet(*arguments: str | Path) -> str:
    """Run Python, and let nobody read what it says: reading it would take time too.  Return what it
    complains of."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    ).stderr


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


def test_many_matches_are_scored_and_imported(tmp_path: Path, compare: Compare) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    files = written_matches(folder, MANY)
    score = ["-m", "scorepad", "score", "--json", *map(str, files)]
    results = tmp_path / "results"
    lines = said(*score).splitlines()
    results.write_bytes(marshal.dumps([json.loads(line) for line in lines]))
    scored, floor, imported = list[float](), list[float](), list[float]()
    loaded, inserted = list[float](), list[float]()
    for n in range(ROUNDS):
        floor.append(float(quiet(FLOOR, results, *files)))
        scored.append(seconds(lambda: quiet(*score)))
        data = tmp_path / f"data{n}"
        quiet("-m", "scorepad", "--data", data, "new", "--rules", "unc")
        imported.append(
            seconds(lambda data=data: quiet("-m", "scorepad", "--data", data, "import", *files))
        )
        new = tmp_path / f"rows{n}.db"
        inserted.append(float(quiet(INSERT, data / "scorepad.db", new)))
        loaded.append(seconds(lambda: quiet("-c", "import sqlmodel")))
        new.unlink()
        shutil.rmtree(data)
    compare.times(
        f"score --json, {MANY:,} matches",
        scored,
        "the same files read, the same results written by json",
        floor,
        at_most=2.5,
    )
    compare.times(
        f"import, {MANY:,} matches",
        imported,
        "score --json of them",
        scored,
        at_most=2.5,
        parts={"the lines encoded, hashed and inserted": inserted, "import sqlmodel": loaded},
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
    checked, read, pragma = list[float](), list[float](), list[float]()
    for n in range(ROUNDS + 1):
        times = (
            seconds(lambda: python("-m", "scorepad", "--data", str(many), "check")),
            seconds(lambda: python("-c", READ, str(many))),
            float(python("-c", INTEGRITY_CHECK, str(many))),  # without the start of Python
        )
        if n:  # what is made once, when it is first needed, is no part of it
            for each, took in zip((checked, read, pragma), times, strict=True):
                each.append(took)
    compare.times(
        f"check of {KEPT[1]:,} matches",
        checked,
        "sqlite3 reads every row, and every byte of the feeds is read",
        read,
        at_most=6,
        parts={"PRAGMA integrity_check": pragma},
    )


def test_a_database_is_made_anew_from_its_feeds(tmp_path: Path, compare: Compare) -> None:
    imported, rebuilt = list[float](), list[float]()
    folder = tmp_path / "files"
    folder.mkdir()
    files = written_matches(folder, KEPT[1])
    for n in range(REBUILDS):
        data = tmp_path / f"data{n}"
        quiet("-m", "scorepad", "--data", data, "new", "--rules", "unc")
        imported.append(
            seconds(lambda data=data: quiet("-m", "scorepad", "--data", data, "import", *files))
        )
        for file in data.glob("scorepad.db*"):
            file.unlink()
        rebuilt.append(seconds(lambda data=data: quiet("-c", REBUILD, data)))
        shutil.rmtree(data)
    compare.times(
        f"a new database from the feeds of {KEPT[1]:,} matches",
        rebuilt,
        "import of the same",
        imported,
        at_most=2,
    )


def test_what_is_handed_out_takes_little_memory(tmp_path: Path, compare: Compare) -> None:
    command = ("-m", "tests.bench.handed_out")
    for what, name in (("book", "book of 1,000 sheets"), ("xlsx", "XLSX of 1,000 matches")):
        few, many = (
            float(said(*command, what, count, tmp_path / f"{what}{count}")) for count in (10, 1_000)
        )
        at_most = (few + 100) / few  # megabytes
        compare.amount(name, many, "the same of 10", few, at_most=at_most, unit="MB")
