"""Two data folders that wrote apart, and commands that write at the same time (LAPTOPS.md 3)."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from pypdf import PdfReader

from tests.cli.conftest import Scorepad
from tests.cli.test_matches import entries
from tests.fork_server import ForkedProcess

BIDS = {"kind": "bids", "bids": [4, 3, 2, 2]}
TRICKS = {"kind": "tricks", "tricks": [4, 3, 3, 3]}
OTHER_TRICKS = {"kind": "tricks", "tricks": [5, 2, 3, 3]}


def folders(scorepad: Scorepad, tmp_path: Path) -> tuple[str, Path, Path]:
    """Return a match that two folders have, with one hand that each scored for itself."""
    here, there = tmp_path / "here", tmp_path / "there"
    match_id = scorepad("--data", here, "new", "--rules", "washburn").out.strip()
    scorepad("--data", here, "record", match_id, stdin=entries(BIDS))
    file = tmp_path / "copy.json"
    file.write_text(scorepad("--data", here, "show", match_id, "--json").out, "utf-8")
    assert scorepad("--data", there, "import", file).status == 0
    scorepad("--data", here, "record", match_id, stdin=entries(TRICKS))
    scorepad("--data", there, "record", match_id, stdin=entries(OTHER_TRICKS))
    return match_id, here, there


def carry(scorepad: Scorepad, match_id: str, source: Path, to: Path, tmp_path: Path) -> str:
    """Carry a match from one folder to the other on a stick; return what the import says."""
    file = tmp_path / "stick.json"
    file.write_text(scorepad("--data", source, "show", match_id, "--json").out, "utf-8")
    said = scorepad("--data", to, "import", file)
    assert said.status == 0
    return said.err


def score(scorepad: Scorepad, folder: Path, match_id: str, tmp_path: Path) -> list[int]:
    file = tmp_path / "scored.json"
    file.write_text(scorepad("--data", folder, "show", match_id, "--json").out, "utf-8")
    score: list[int] = scorepad("score", "--json", file).json[0]["score"]
    return score


def test_both_folders_show_the_same_and_say_that_there_are_two_versions(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    match_id, here, there = folders(scorepad, tmp_path)
    assert "two versions" in carry(scorepad, match_id, here, there, tmp_path)
    assert "two versions" in carry(scorepad, match_id, there, here, tmp_path)
    files = [scorepad("--data", each, "show", match_id, "--json").json[0] for each in (here, there)]
    assert files[0] == files[1]
    assert [each["counts"] for each in files[0]["versions"]] == [True, False]
    for folder in (here, there):
        assert "two versions" in scorepad("--data", folder, "check").out
        assert "two versions" in scorepad("--data", folder, "show", match_id).out
        assert carry(scorepad, match_id, here, folder, tmp_path) == carry(
            scorepad, match_id, there, folder, tmp_path
        )


def test_one_version_is_chosen_and_the_choice_travels(scorepad: Scorepad, tmp_path: Path) -> None:
    match_id, here, there = folders(scorepad, tmp_path)
    before = score(scorepad, there, match_id, tmp_path)
    carry(scorepad, match_id, there, here, tmp_path)
    (whole,) = scorepad("--data", here, "show", match_id, "--json").json
    last = next(each["last"] for each in whole["versions"] if not each["counts"])
    assert scorepad("--data", here, "choose", last).status == 2, "a reason is needed"
    assert scorepad("--data", here, "choose", "nothing", "--why", "x").status == 2
    assert scorepad("--data", here, "choose", last, "--why", "read aloud").status == 0
    assert score(scorepad, here, match_id, tmp_path) in (before, before[::-1])
    assert "two versions" not in scorepad("--data", here, "check").out
    carry(scorepad, match_id, here, there, tmp_path)
    assert score(scorepad, there, match_id, tmp_path) == score(scorepad, here, match_id, tmp_path)


def send_entry(pipe: ForkedProcess, entry: dict[str, object]) -> dict[str, object]:
    """The answer of a command that records what comes through its pipe."""
    pipe.stdin.write(json.dumps(entry) + "\n")
    pipe.stdin.flush()
    answer: dict[str, object] = json.loads(pipe.stdout.readline())
    return answer


def test_lines_go_on_while_somebody_else_writes(data: Path, scorepad: Scorepad) -> None:
    """A pipe that stays open follows what another command records in the same match."""
    match_id = scorepad("new", "--rules", "washburn").out.strip()
    with ForkedProcess(["--data", str(data), "record", match_id], text=True) as pipe:
        answer = partial(send_entry, pipe)

        first = answer(BIDS)
        assert first["hand"] == 1
        said = scorepad("record", match_id, stdin=entries(TRICKS))
        assert said.json[0]["hand"] == 1
        assert answer(BIDS)["hand"] == 2, "what the other recorded is followed"
        stale = answer({**TRICKS, "after": first["ok"]})
        assert "something else was recorded here" in str(stale["error"])
        assert answer(TRICKS)["hand"] == 2
        pipe.stdin.close()
        assert pipe.wait() == 2


def test_an_event_that_two_folders_recorded_in_says_so(scorepad: Scorepad, tmp_path: Path) -> None:
    """A contradiction between two directors is said, and both folders show the same."""
    here, there = tmp_path / "here", tmp_path / "there"
    event = scorepad("--data", here, "event", "new", "--name", "Open", "--rules", "unc").out.strip()

    def record(folder: Path, *each: dict[str, object]) -> None:
        said = scorepad("--data", folder, "event", "record", event, stdin=entries(*each))
        assert said.status == 0, said.err

    def papers_of(folder: Path, event_id: str) -> list[str]:
        """Return the texts of the posters, the book and the first page of the results."""
        posters, book, site = (tmp_path / each for each in ("p.pdf", "b.pdf", "site"))
        commands: list[tuple[object, ...]] = [
            ("event", "print", "posters", event_id, "-o", posters),
            ("event", "print", "book", event_id, "-o", book),
            ("event", "publish", event_id, "-o", site),
        ]
        for command in commands:
            assert scorepad("--data", folder, *command, "--overwrite").status == 0
        return [text_of(posters), text_of(book), (site / "index.html").read_text("utf-8")]

    def carry_event(source: Path, to: Path) -> tuple[str, str]:
        file = tmp_path / "event.json"
        file.write_text(scorepad("--data", source, "event", "show", event, "--file").out, "utf-8")
        said = scorepad("--data", to, "import", file)
        assert said.status == 0
        return said.out, said.err

    teams: list[dict[str, object]] = [
        {"kind": "team", "team": f"T{n}", "name": f"Team {n}", "players": [f"A{n}", f"B{n}"]}
        for n in (1, 2)
    ]
    pairing = {"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}
    record(
        here,
        *teams,
        {"kind": "stage", "stage": "A", "format": "by-hand"},
        {"kind": "round", "round": 1, "stage": "A", "pairings": [pairing]},
        {"kind": "release", "round": 1},
    )
    assert "was imported" in carry_event(here, there)[0]
    result = {"kind": "result", "pairing": "1-1", "how": "played"}
    record(here, {**result, "winner": 0, "score": [300, 200]})
    record(there, {**result, "winner": 1, "score": [200, 300]})
    out, err = carry_event(here, there)
    assert "merged with event" in out
    assert "two versions" in err
    assert "two versions" in carry_event(there, here)[1]
    shown = [
        scorepad("--data", folder, "event", "show", event, "--json").json[0]
        for folder in (here, there)
    ]
    assert shown[0] == shown[1]
    first, second = shown[0]["versions"]
    assert (first["counts"], second["counts"]) == (True, False)
    assert "Team 1 wins 300" in first["entries"]
    assert "Team 2 wins 300" in second["entries"]
    for folder in (here, there):
        said = scorepad("--data", folder, "event", "show", event)
        assert "another version of this event exists; choose which one counts" in said.err
        assert "two versions" in scorepad("--data", folder, "check").out
    assert all("another version of this event exists" in each for each in papers_of(here, event))
    choose = "--data", here, "choose", second["last"], "--why", "their paper is signed"
    assert scorepad(*choose).status == 0
    chosen = scorepad("--data", here, "event", "show", event, "--json")
    assert "versions" not in chosen.json[0]
    assert chosen.json[0]["rounds"][0]["pairings"][0]["score"] == [200, 300]
    assert chosen.err == ""
    assert not any("another version" in each for each in papers_of(here, event))
    carry_event(here, there)
    again = scorepad("--data", there, "event", "show", event, "--json")
    assert again.json == chosen.json
    assert "nothing new for event" in carry_event(here, there)[0]


def begin_event(scorepad: Scorepad, folder: Path, *more: dict[str, object]) -> str:
    """Return an event with two teams and a round to release."""
    new = scorepad("--data", folder, "event", "new", "--name", "Open", "--rules", "washburn")
    event_id = new.out.strip()
    teams: list[dict[str, object]] = [
        {"kind": "team", "team": f"T{n}", "name": f"Team {n}", "players": [f"A{n}", f"B{n}"]}
        for n in (1, 2)
    ]
    pairing = {"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}
    stage = {"kind": "stage", "stage": "A", "format": "by-hand"}
    drawn = {"kind": "round", "round": 1, "stage": "A", "pairings": [pairing]}
    log = entries(*teams, stage, drawn, *more)
    assert scorepad("--data", folder, "event", "record", event_id, stdin=log).status == 0
    return event_id


def test_event_lines_go_on_while_somebody_else_writes(data: Path, scorepad: Scorepad) -> None:
    """A line of an event without `after` is recorded as the event stands; one with it is refused
    where something chained came since."""
    event_id = begin_event(scorepad, data)
    with ForkedProcess(["--data", str(data), "event", "record", event_id], text=True) as pipe:
        answer = partial(send_entry, pipe)

        team = {"kind": "team", "name": "Late", "players": ["Ann", "Cy"]}
        first = answer({**team, "team": "T3"})
        # A loose entry of somebody else moves nothing; a chained one does.
        check_in = entries({"kind": "check-in", "team": "T1"})
        assert scorepad("event", "record", event_id, stdin=check_in).status == 0
        second = answer({**team, "team": "T4", "after": first["ok"]})
        assert "ok" in second
        release = entries({"kind": "release", "round": 1})
        assert scorepad("event", "record", event_id, stdin=release).status == 0
        result = {"kind": "result", "pairing": "1-1", "how": "played", "winner": 0}
        stale = answer({**result, "after": second["ok"]})
        assert "something else was recorded here" in str(stale["error"])
        assert "ok" in answer(result), "what the other recorded is followed"
        pipe.stdin.close()
        assert pipe.wait() == 2


def test_a_match_with_two_versions_is_open_for_its_event_and_said_on_its_sheet(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    event_id = begin_event(scorepad, here, {"kind": "release", "round": 1})
    (shown,) = scorepad("--data", here, "event", "show", event_id, "--json").json
    match_id = shown["rounds"][0]["pairings"][0]["match"]
    (match,) = scorepad("--data", here, "show", match_id, "--json").json
    assert match["event_id"] == event_id, "a match says which event it is of"
    scorepad("--data", here, "record", match_id, stdin=entries(BIDS))
    carry(scorepad, match_id, here, there, tmp_path)
    forfeit = {"kind": "forfeit", "side": 0, "why": "left"}
    scorepad("--data", here, "record", match_id, stdin=entries(forfeit))
    scorepad("--data", there, "record", match_id, stdin=entries({**forfeit, "side": 1}))
    (shown,) = scorepad("--data", here, "event", "show", event_id, "--json").json
    assert shown["rounds"][0]["pairings"][0]["status"] == "over"
    carry(scorepad, match_id, there, here, tmp_path)
    (shown,) = scorepad("--data", here, "event", "show", event_id, "--json").json
    pairing = shown["rounds"][0]["pairings"][0]
    assert (pairing["status"], pairing["winner"]) == ("playing", None)
    assert [each["played"] for each in shown["standings"]] == [0, 0]
    assert "two versions" in scorepad("--data", here, "event", "show", event_id).out
    sheet = tmp_path / "sheet.pdf"
    assert scorepad("--data", here, "sheet", match_id, "-o", sheet).status == 0
    assert "another version of this match exists" in text_of(sheet)


def text_of(file: Path) -> str:
    """Return the text of a PDF in one line."""
    return " ".join(" ".join(page.extract_text() for page in PdfReader(file).pages).split())
