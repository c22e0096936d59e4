"""How long the window takes to start, beside an empty one in the same style; what it takes then."""

from __future__ import annotations

from pathlib import Path

from scorepad.__main__ import Program
from scorepad.desk.desk import Desk
from scorepad.settings import Settings
from scorepad.spades.entries import Clock, Head
from scorepad.spades.library import load_library
from scorepad.store import utc_now
from tests.bench.conftest import Compare, python, quarter
from tests.bench.filled import fill
from tests.bench.imported import import_many
from tests.window.evening import RULES

MATCHES = 10_000
IMPORTED = 3_000
CLOCKS = 40
ROUNDS = 12
FLOOR = "an empty window, painted"


def start(moment: str, folder: Path | None = None) -> float:
    return float(
        python("-m", "tests.bench.start", moment, *([] if folder is None else [str(folder)]))
    )


def test_the_window_starts(tmp_path: Path, compare: Compare) -> None:
    none, many, imported = (tmp_path / name for name in ("none", "many", "imported"))
    for folder in (none, many, imported):
        folder.mkdir()
    fill(many, MATCHES)
    import_many(imported, IMPORTED)
    figures = (
        ("the window painted", "painted", none, 2.2),
        (f"the window painted, {MATCHES:,} matches", "painted", many, 2.2),
        ("usable, no match", "usable", none, 5.5),
        (f"usable, {MATCHES:,} matches", "usable", many, 5.5),
        (f"usable, {IMPORTED:,} imported a moment ago", "usable", imported, 6),
    )
    rounds = [
        (start("painted"), *(start(moment, folder) for _, moment, folder, _ in figures))
        for _round in range(ROUNDS + 1)
    ]
    least, *took = zip(*rounds[1:], strict=True)  # in the first some modules are compiled
    for (figure, _, _, at_most), times in zip(figures, took, strict=True):
        compare.times(figure, times, FLOOR, least, at_most=at_most)


def test_tables_that_were_open_are_open_again(tmp_path: Path, compare: Compare) -> None:
    with Program(str(tmp_path)).open_store(write=True) as store:
        desk = Desk(store, load_library(RULES), now=utc_now, by=lambda: "Pat")
        tables = [desk.start(Head(rules="unc", table=str(n))).id for n in range(1, CLOCKS + 1)]
    settings = Settings(tmp_path)
    took: dict[int, list[float]] = {0: [], CLOCKS: []}
    for _round in range(5):
        for opened in ((), tables):
            settings.set_and_save("open_tables", " ".join(opened))
            took[len(opened)].append(start("usable", tmp_path))
    more = (quarter(took[CLOCKS]) - quarter(took[0])) * 1000
    compare.amount(
        f"{CLOCKS} tables opened again", more, "what is allowed", 1000, at_most=1, unit="ms"
    )


def test_running_clocks_leave_the_processor_alone(tmp_path: Path, compare: Compare) -> None:
    with Program(str(tmp_path)).open_store(write=True) as store:
        desk = Desk(store, load_library(RULES), now=utc_now, by=lambda: "Pat")
        for number in range(1, CLOCKS + 1):
            table = desk.start(Head(rules="unc", table=str(number)))
            table.record(Clock(do="start"))
    works = start("idle", tmp_path)
    compare.amount(
        f"{CLOCKS} running clocks, idle", works, "what is allowed", 2, at_most=1, unit="%"
    )
