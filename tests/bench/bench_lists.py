"""How long the store takes for lists of ten thousand matches, beside a bare query."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtWidgets import QApplication

from scorepad.settings import Settings
from scorepad.spades.status import MatchStatus
from scorepad.store import open_store
from scorepad.window.floor.matches_page import MatchesPage
from tests.bench.conftest import Compare
from tests.bench.filled import fill
from tests.store.kept import make, match_id
from tests.window.evening import Evening
from tests.window.find import line

MATCHES = 10_000


def test_lists_of_ten_thousand_are_quick(tmp_path: Path, compare: Compare) -> None:
    fill(tmp_path, MATCHES)
    decoder = msgspec.json.Decoder(MatchStatus)
    with (
        closing(sqlite3.connect(tmp_path / "scorepad.db")) as connection,
        open_store(tmp_path, write=False, summarize=make) as store,
    ):

        def bare() -> list[MatchStatus]:
            asked = connection.execute("SELECT status FROM statuses ORDER BY changed DESC")
            return [decoder.decode(row[0]) for row in asked]

        assert len(bare()) == len(store.summaries()) == MATCHES
        assert [each.id for each in store.summaries("kings 9999")] == [match_id(9999)]
        for work, run, at_most in (
            ("10,000 matches listed", store.summaries, 3),
            ("one of 10,000 found", lambda: store.summaries("kings 9999"), 1),
            ("one of 10,000 opened", lambda: store.load(match_id(5000)), 1),
            ("the same by a part of its id", lambda: store.load(match_id(5000)[:13]), 1),
        ):
            compare(work, run, "a bare query for all", bare, at_most=at_most, rounds=5)


def test_a_hundred_thousand_take_as_long_as_a_thousand(
    qtbot: Any, tmp_path: Path, compare: Compare
) -> None:
    """From the key to the painted list."""
    with ExitStack() as opened:
        pages = []
        for count in (1000, 100_000):
            folder = tmp_path / str(count)
            folder.mkdir()
            fill(folder, count)
            store = opened.enter_context(open_store(folder, write=False, summarize=make))
            page = MatchesPage(Evening(folder, store).desk, Settings(folder))
            qtbot.addWidget(page)
            page.resize(1366, 768)
            page.show()
            QApplication.processEvents()
            pages.append(page)
        connection = opened.enter_context(
            closing(sqlite3.connect(tmp_path / "100000" / "scorepad.db"))
        )

        def show(page: MatchesPage, typed: str) -> None:
            search = line(page, "Search the matches")
            search.setText(typed)
            search.textEdited.emit(typed)
            QApplication.processEvents()

        def look_at_each(typed: str) -> None:
            words = typed.split()
            condition = " AND ".join(["instr(search, ?) > 0"] * len(words))
            query = f"SELECT count(*) FROM statuses WHERE {condition}"  # noqa: S608
            connection.execute(query, words).fetchone()

        few, many = pages
        compare(
            "100,000 matches, first page",
            lambda: show(many, ""),
            "1,000 matches",
            lambda: show(few, ""),
            at_most=1.5,
        )
        # A search looks at each text, and SQLite alone takes its time for a hundred times as many.
        for work, typed in (("searched", "kings 99"), ("not found", "queens")):
            compare(
                f"100,000 matches, {work}",
                lambda typed=typed: show(many, typed),
                "SQLite looks at each text",
                lambda typed=typed: look_at_each(typed),
                at_most=2,
                parts={"painting a page of the list": lambda: show(few, "")}
                if work == "searched"
                else {},
            )


def test_a_search_is_as_quick_as_looking_at_each_text(tmp_path: Path, compare: Compare) -> None:
    fill(tmp_path, 100_000)
    with (
        closing(sqlite3.connect(tmp_path / "scorepad.db")) as connection,
        open_store(tmp_path, write=False, summarize=make) as store,
    ):

        def scan() -> None:
            query = "SELECT count(*) FROM statuses WHERE instr(search, 'queens') > 0"
            assert connection.execute(query).fetchone() == (0,)

        compare(
            "100,000 matches, searched in vain",
            lambda: store.page("queens"),
            "SQLite looks at each text",
            scan,
            at_most=2,
        )
