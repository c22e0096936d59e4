"""A Saturday through the program's own window and the command line, which write beside each other:
40 teams, open play, then a double elimination of the best eight, with no-shows, late teams and
wrong results, some of them recorded in the window and some by commands.  The program is killed at
play, opened again, and closed; what it prints twice is the same to the byte."""

from __future__ import annotations

import json
import os
import random
import signal
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QTreeView

from scorepad import __main__ as composition
from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.spades.refusal import Refused
from scorepad.store import utc_now
from scorepad.window.event.room_screen import RoomScreen
from tests.cli.conftest import Scorepad, data, scorepad
from tests.end2end.window_process import (
    LIBRARY,
    PATIENCE,
    Program,
    Reader,
    needs_a_display,
    running,
)
from tests.window.evening import Evening, press, read
from tests.window.find import choose_tab, find
from tests.window.stage import Stage
from tests.window.test_room_screen import screen_lines

__all__ = ["data", "scorepad"]

pytestmark = needs_a_display

NAMES = 37
LATE = 3
TABLES = 15
ROUNDS = 6
Entry = dict[str, Any]


class Saturday:
    """The event as the command line records it."""

    def __init__(self, scorepad: Scorepad) -> None:
        self._scorepad = scorepad
        self._dice = random.Random(42)

    def record(self, *entries: Entry, dry: bool = False) -> list[Any]:
        """Record these entries; what is answered."""
        stdin = "\n".join(map(json.dumps, entries)).encode()
        arguments = ["--dry-run"] if dry else []
        said = self._scorepad("event", "record", "Saturday", *arguments, stdin=stdin)
        assert said.status == 0, said.err
        return said.json

    def shown(self) -> Entry:
        """The event as it is."""
        return self._scorepad("event", "show", "Saturday", "--json").json[0]

    def next_round(self) -> list[Entry]:
        """Propose, record and release a round; its pairings."""
        (line,) = self._scorepad("event", "pair", "Saturday").lines
        number = json.loads(line)["round"]
        self.record(json.loads(line), {"kind": "release", "round": number})
        return next(each for each in self.shown()["rounds"] if each["round"] == number)["pairings"]

    def result(self, pairing: Entry) -> Entry:
        """On paper: the team with the smaller number wins nearly always."""
        one, other = (int(team[1:]) for team in pairing["teams"])
        winner = int(one > other) if self._dice.random() < 0.9 else int(one < other)
        score = [self._dice.randint(300, 380), self._dice.randint(100, 290)]
        return {
            "kind": "result",
            "pairing": pairing["pairing"],
            "how": "played",
            "winner": winner,
            "score": score[::-1] if winner else score,
        }

    def enter(self, file: Path) -> None:
        """The teams come from a file; some are late, and some of those who entered are not
        there."""
        self._scorepad("event", "new", "--name", "Saturday", "--rules", "unc")
        file.write_text("".join(f"Team {n},Ann {n},Bo {n}\n" for n in range(1, NAMES + 1)))
        said = self._scorepad("event", "teams", "Saturday", file)
        assert said.lines == [f"{NAMES} teams entered"]
        self.record(
            {"kind": "setup", "tables": [f"Table {n}" for n in range(1, TABLES + 1)]},
            {"kind": "stage", "stage": "O", "format": "open-play", "rounds": ROUNDS},
            {
                "kind": "stage",
                "stage": "D",
                "format": "double-elimination",
                "rules": "unc-championship",
                "advance": {"from": ["O"], "places": 8},
            },
            *({"kind": "check-in", "team": f"T{n}"} for n in range(1, NAMES - 3)),
        )

    def players(self, team: int) -> list[Entry]:
        """The players of a team."""
        return next(e for e in self.shown()["teams"] if e["team"] == f"T{team}")["players"]

    def pairings(self, number: int) -> list[Entry]:
        """The pairings of a round as they are."""
        return next(each for each in self.shown()["rounds"] if each["round"] == number)["pairings"]

    def is_over(self, entry: Entry) -> bool:
        """Is this pairing over?"""
        return self.outcome(entry)["status"] == "over"

    def outcome(self, entry: Entry) -> Entry:
        """The pairing of this result, as it is."""
        number = int(entry["pairing"].split("-")[0])
        return next(e for e in self.pairings(number) if e["pairing"] == entry["pairing"])

    def corrected(self, entry_id: str, entry: Entry) -> Entry:
        """The correction of a result that was written on the wrong line."""
        to = {**entry, "winner": 1 - entry["winner"], "score": entry["score"][::-1]}
        return {"kind": "amend", "entry": entry_id, "to": to, "why": "wrong line"}

    def telling(self, results: list[tuple[str, Entry]]) -> tuple[tuple[str, Entry], list[str]]:
        """The latest result whose correction would change the bracket that is drawn, and what is
        said of it before."""
        for each in (each for each in reversed(results) if "score" in each[1]):
            (answer,) = self.record(self.corrected(*each), dry=True)
            if any("would be different" in effect for effect in answer.get("effects", [])):
                return each, answer["effects"]
        raise AssertionError

    def forfeit_match(self, pairing: Entry) -> None:
        """Forfeit a match at its table."""
        stdin = json.dumps({"kind": "forfeit", "side": 1, "why": "left"}).encode()
        assert self._scorepad("record", pairing["match"], stdin=stdin).status == 0

    def come_late(self, number: int) -> None:
        team = f"T{NAMES + 1 + number}"
        players = [f"Late {number}", f"Later {number}"]
        self.record(
            {"kind": "team", "team": team, "name": f"Late {number}", "players": players},
            {"kind": "check-in", "team": team},
        )


def test_a_saturday(
    qtbot: Any, display: str, scorepad: Scorepad, data: Path, tmp_path: Path
) -> None:
    saturday, reader = Saturday(scorepad), Reader(qtbot, data)
    Evening(data).settings.set_and_save("by", "Pat")
    saturday.enter(tmp_path / "teams.csv")

    # Open play: who is there and free plays.  The first round is released while the window is
    # open, and one table is scored there, by keys, until the program is killed.
    with running(display, data) as program:
        pairings = saturday.next_round()
        seventh = next(each for each in pairings if each["table"] == "Table 7")
        # The floor follows within a second; until then there is no Table 7 to go to.
        reader.wait(partial(_went_to, program, data, seventh["match"]))
        # Who deals first is asked before the bids.
        program.keys("a54438\n")
        reader.wait(lambda: _entries(data, seventh["match"]) >= 4)
        program.keys("53")
        reader.wait(lambda: '"53"' in _draft(data, seventh["match"]))
        os.kill(program.process.pid, signal.SIGKILL)
        assert program.process.wait(timeout=PATIENCE / 1000) == -signal.SIGKILL
    # Another is forfeited at its table, and nobody signs; the supervisor makes it official.
    saturday.forfeit_match(pairings[2])
    _score_with_room(saturday, reader, display, seventh, pairings)

    # The other results by the command line; late teams come in, no-shows forfeit.
    official = pairings[2]["match"]
    results: list[tuple[str, Entry]] = []
    for number in range(ROUNDS):
        pairings = saturday.next_round() if number else saturday.pairings(1)
        assert len({pairing["table"] for pairing in pairings}) == len(pairings) == TABLES
        assert [each["winner"] for each in pairings if each["how"] == "forfeit"] == (
            [] if number else [1, 1, 0]
        )
        entries = [saturday.result(pairing) for pairing in pairings if not pairing["how"]]
        for place in (0, 1) if number in (1, 2) else ():  # six no-shows
            pairing = pairings[place]["pairing"]
            entries[place] = {"kind": "result", "pairing": pairing, "how": "forfeit", "winner": 0}
        for entry in entries:
            if entry["pairing"] == seventh["pairing"]:
                entry["why"] = "finished on paper"
        answers = saturday.record(*entries)
        results += [(answer["ok"], entry) for answer, entry in zip(answers, entries, strict=True)]
        if number < LATE:
            saturday.come_late(number)
    told = saturday.shown()
    assert len(told["teams"]) == 40
    assert told["stages"][0] == {"stage": "O", "format": "open-play", "status": "done"}
    assert sum(row["forfeits"] for row in told["standings"]) == 7

    # Two results were written on the wrong line.  The bracket is drawn; then it is found out.
    drawn = [each["teams"] for each in saturday.next_round()]
    wrong, told_before = saturday.telling(results)
    (answer,) = saturday.record(saturday.corrected(*wrong))
    assert answer["effects"] == told_before
    bracket = saturday.pairings(ROUNDS + 1)
    assert [each["teams"] for each in bracket] == drawn, "what is out stays as it is"
    results.remove(wrong)
    (_, entry), _ = saturday.telling(results)
    with running(display, data) as program:
        _correct(program, entry)
        reader.wait(lambda: saturday.outcome(entry)["winner"] != entry["winner"])
        program.press("ctrl+q")
        assert program.process.wait(timeout=PATIENCE / 1000) == 0
    pairings = saturday.pairings(ROUNDS + 1)
    assert [each["teams"] for each in pairings] != drawn, "the window showed the effects"

    # The bracket: one match is scored as a match and forfeited there, the others on paper.
    while saturday.shown()["champion"] is None:
        head, *others = pairings
        saturday.forfeit_match(head)
        if others:
            saturday.record(*(saturday.result(pairing) for pairing in others))
        if saturday.shown()["champion"] is None:
            said = scorepad("event", "pair", "Saturday")
            assert "n't official" in said.err, "nobody signed the forfeited match"
            pairings = saturday.next_round()
    told = saturday.shown()
    losses = {row["team"]: row["losses"] for row in told["standings"] if row["stage"] == "D"}
    assert sorted(losses.values())[1:] == [2] * 7
    assert losses[told["champion"]] < 2
    assert {each["state"] for each in told["teams"] if each["team"] in losses} == {"in", "out"}
    ids = {pairing["match"] for each in told["rounds"] for pairing in each["pairings"]}
    assert ids == {each["id"] for each in scorepad("matches", "--json").json}
    assert scorepad("check").status == 0

    _look_at_it(qtbot, data, told, official)
    _hand_out_twice(scorepad, tmp_path)
    assert saturday.shown() == told


def _score_with_room(
    saturday: Saturday, reader: Reader, display: str, seventh: Entry, pairings: list[Entry]
) -> None:
    """Go on with what was typed when the program was killed; then, with the room's screen open,
    check in a team and record two no-shows."""
    data, before = reader.data, _entries(reader.data, seventh["match"])
    with running(display, data) as program:
        program.keys("23")
        reader.wait(lambda: _entries(data, seventh["match"]) == before + 1)
        # The room's screen is open from here on, and takes no key.
        program.press("ctrl+F11")
        reader.wait(lambda: '"room": true' in (data / "settings.json").read_text())
        program.press("F12", "Return")
        reader.wait(lambda: saturday.shown()["id"] in (data / "settings.json").read_text())
        # A whole team checks in.
        program.press("ctrl+Next")
        program.write(f"team {NAMES - 3}")
        program.press("shift+Return")
        reader.wait(lambda: all(each["here"] for each in saturday.players(NAMES - 3)))
        # Nobody came from the first team of two tables.
        program.press("ctrl+Next", "Tab")
        for table in range(2):
            program.keys(pairings[table]["table"].removeprefix("Table ") + "\n")
            program.press("shift+Tab", "Down", "Tab", "space", "Return")
            reader.wait(partial(saturday.is_over, pairings[table]))
        # The third table is over already: by its match, which nobody signed.
        assert not saturday.outcome(pairings[2])["official"]
        program.press("Up", "Tab", "Tab", "Tab", "Tab", "Return")
        reader.wait(lambda: saturday.outcome(pairings[2])["official"])
        program.press("ctrl+q")
        assert program.process.wait(timeout=PATIENCE / 1000) == 0


def _went_to(program: Program, data: Path, match_id: str) -> bool:
    """Go to Table 7 from the floor; return whether it is shown by now."""
    program.press("ctrl+0")
    program.keys("7\n")
    return match_id in (data / "settings.json").read_text()


def _correct(program: Program, entry: Entry) -> None:
    """Correct a result on the page of the event; of the repairs, pair again what has not begun."""
    number, _, place = entry["pairing"].partition("-")
    program.press("F12", "shift+Tab", "shift+Tab")  # to the rounds, the latest first
    program.press(*["Down"] * (ROUNDS + 1 - int(number)), "Tab", "Tab", "Home")
    program.press(*["Down"] * (int(place) - 1), "Return")
    one, other = reversed(entry["score"])
    program.write(str(one))
    program.press("Tab")
    program.write(str(other))
    program.press("Tab", "Tab", "Tab")
    program.write("wrong line")
    # Enter goes to the repairs, which are there only where the effects are shown.
    program.press("Return", "Right", "space")


def _draft(data: Path, match_id: str) -> str:
    with composition.Program(str(data)).open_store(write=False) as store:
        return store.draft(match_id)


def _entries(data: Path, match_id: str) -> int:
    with composition.Program(str(data)).open_store(write=False) as store:
        try:
            return len(Desk(store, LIBRARY, now=utc_now, by=str).read(match_id).log)
        except Refused:
            return 0


def _look_at_it(qtbot: Any, data: Path, told: Entry, official: str) -> None:
    """The window, opened again, shows what the command line says; `official` is the match that was
    made official in it, and its table says so."""
    evening = Evening(data)
    with composition.Program(str(data)).open_store(write=True) as store:
        evening.desk = Desk(store, LIBRARY, now=utc_now, by=lambda: "Pat")
        (event,) = EventDesk(evening.desk).events()
        evening.settings.set_and_save("event", event.id)
        evening.wall.moment = utc_now()
        stage = Stage(qtbot, data, evening=evening)
        stage.window.do("event")
        choose_tab(stage.window, "Standings")
        standings = find(stage.window, QTreeView, "Standings").model()
        names = [standings.index(row, 1).data() for row in range(standings.rowCount())]
        called = {each["team"]: each["name"] for each in told["teams"]}
        assert names == [called[row["team"]] for row in told["standings"] if row["stage"] == "D"]
        press(stage.window, "Open play")
        rows = [row for row in told["standings"] if row["stage"] == "O"]
        assert standings.rowCount() == len(rows) == NAMES, "three who entered never came"
        choose_tab(stage.window, "Bracket")
        assert "Grand final" in read(stage.window)
        stage.window.open_match(official)
        assert "Confirmed by Pat" in read(stage.page)
        stage.window.do("room")
        assert screen_lines(find(stage.window, RoomScreen))[0] == "Saturday"
        stage.window.close()


def _hand_out_twice(scorepad: Scorepad, folder: Path) -> None:
    """Papers, pages and tables are made twice, with the same bytes."""
    made: list[dict[str, bytes]] = []
    for name in ("first", "second"):
        out = folder / name
        out.mkdir()
        for arguments in (
            ("event", "print", "posters", "Saturday", "-o", out / "posters.pdf"),
            ("event", "print", "moves", "Saturday", "-o", out / "moved.pdf"),
            ("event", "print", "log", "Saturday", "-o", out / "day.pdf"),
            ("event", "publish", "Saturday", "-o", out / "pages"),
            ("event", "print", "book", "Saturday", "-o", out / "book.pdf"),
            ("export", "--event", "Saturday", "--format", "csv", "-o", out / "tables"),
            ("export", "--event", "Saturday", "--format", "json", "-o", out / "all.json"),
        ):
            said = scorepad(*arguments)
            assert said.status == 0, (arguments, said.err)
        files = sorted(each for each in out.rglob("*") if each.is_file())
        made.append({str(each.relative_to(out)): each.read_bytes() for each in files})
    assert made[0] == made[1]
    assert len(made[0]) > 5
