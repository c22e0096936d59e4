"""A match that is not as it was recorded says so in the list, on the floor and at its table, and is
restored from a copy; the others go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QFileDialog

from scorepad.desk.floor import Floor
from scorepad.desk.table import Table
from scorepad.spades.entries import Forfeit
from scorepad.store import open_store
from tests.store.kept import spoil
from tests.window.evening import HAND, WORDS, Evening, press, read
from tests.window.event_scenes import swiss
from tests.window.stage import Stage
from tests.window.test_event_page import page_of, rows

WRONG = "UPDATE entries SET body = replace(body, '[5,3,3,2]', '[8,0,3,2]') WHERE match = 1"
BROKEN = "UPDATE entries SET body = '{' WHERE match = 1 AND key = 2"
SAID = "not as it was recorded; restore the match from a copy"


def damaged(folder: Path, statement: str) -> tuple[str, str]:
    """Two tables of today; the first is damaged in both copies.  Their ids."""
    with open_store(folder, write=True) as store:
        evening = Evening(folder, store)
        tables: list[Table] = [
            evening.play(HAND, table=f"Table {n}", rules="washburn") for n in (1, 2)
        ]
        store.backup(folder.parent / "copy.db")
    spoil(folder, statement)
    second = folder / "scorepad.jsonl"
    second.write_bytes(second.read_bytes().replace(b"[5,3,3,2]", b"[8,0,3,2]", 1))
    return tables[0].id, tables[1].id


def test_it_says_so_everywhere_and_is_restored(qtbot: Any, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    one, other = damaged(folder, WRONG)
    with open_store(folder, write=True) as store:
        stage = Stage(qtbot, folder, evening=Evening(folder, store))
        desk = stage.evening.desk
        page = stage.show(desk.open(one))
        stage.pass_(1)
        assert "Not as it was recorded · Table 1" in read(page)
        (banner,) = (each for each in stage.window.banners.messages if each.key == "notice0")
        assert SAID in banner.text(WORDS)
        rows = {row.match_id: row for row in Floor(desk, WORDS).rows()}
        assert [rows[each].need(stage.now()) for each in (one, other)] == ["doubtful", "playing"]
        tabs = {tab.table.id: tab.texts[2] for tab in stage.window.strip.tabs}
        assert tabs[one] == "Not as it was recorded"
        press(stage.window, "Restore it from a copy…")
        (dialog,) = stage.window.findChildren(QFileDialog)
        dialog.filesSelected.emit([str(tmp_path / "none.db")])
        qtbot.waitUntil(lambda: "none.db cannot be restored" in read(stage.window.banners))
        dialog.filesSelected.emit([str(tmp_path / "copy.db")])
        qtbot.waitUntil(lambda: "The match is restored" in read(stage.window.banners))
        QApplication.processEvents()
        said = read(stage.window.banners)
        assert SAID not in said
        assert "Not as it was recorded" not in read(page)
        assert (
            stage.evening.desk.read(one).board.score == stage.evening.desk.read(other).board.score
        )
        rows = {row.match_id: row for row in Floor(desk, WORDS).rows()}
        assert rows[one].need(stage.now()) == "playing"
        stage.window.close()


def test_one_that_cannot_be_read_stops_nothing(qtbot: Any, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    one, other = damaged(folder, BROKEN)
    with open_store(folder, write=True) as store:
        stage = Stage(qtbot, folder, evening=Evening(folder, store))
        desk = stage.evening.desk
        stage.pass_(1)
        floor = {row.match_id: row for row in Floor(desk, WORDS).rows()}
        assert floor[one].need(stage.now()) == "doubtful"
        assert floor[one].names == ("Aces", "Kings")
        assert floor[other].need(stage.now()) == "playing"
        assert {each.id: each.doubtful for each in desk.matches()} == {
            one: True,
            other: False,
        }
        press(stage.window, "Restore it from a copy…")
        (dialog,) = stage.window.findChildren(QFileDialog)
        dialog.filesSelected.emit([str(tmp_path / "copy.db")])
        qtbot.waitUntil(lambda: not desk.doubts)
        assert (
            stage.evening.desk.read(one).board.score == stage.evening.desk.read(other).board.score
        )
        stage.window.close()


def test_the_page_of_an_event_names_a_match_of_its_rounds(qtbot: Any, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with open_store(folder, write=True) as store:
        evening = Evening(folder, store)
        table = swiss(evening, 4, 1)
        pairing = table.event.register.rounds[1].entry.pairings[0].pairing
        with evening.desk.visit(table.event.match_id(pairing)) as match:
            match.record(Forfeit(side=1, why="left"))
    spoil(folder, "UPDATE entries SET body = replace(body, 'left', 'gone')")
    second = folder / "scorepad.jsonl"
    second.write_bytes(second.read_bytes().replace(b'"why":"left"', b'"why":"gone"'))
    with open_store(folder, write=True) as store:
        stage = Stage(qtbot, folder, evening=Evening(folder, store))
        stage.evening.settings.set("event", table.event.id)
        page = page_of(stage, "rounds")
        qtbot.waitUntil(lambda: "its match is not as it was recorded" in read(page))
        assert "forfeit" in rows(page, "Pairings")[0][1], "its result stands"
        stage.pass_(1)
        assert SAID in read(stage.window.banners)
        stage.window.close()
