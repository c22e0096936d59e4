"""A Saturday by the command line: 40 teams, open play, then a double elimination of the best eight,
with late teams, no-shows, wrong results, and matches that are scored on their own."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from tests.cli.conftest import Scorepad

NAMES = 37
LATE = 3


def test_a_saturday(scorepad: Scorepad, tmp_path: Path) -> None:
    dice = random.Random(40)

    def record(*entries: dict[str, Any]) -> list[Any]:
        stdin = "\n".join(map(json.dumps, entries)).encode()
        said = scorepad("event", "record", "Saturday", stdin=stdin)
        assert said.status == 0, said.err
        return said.json

    def shown() -> dict[str, Any]:
        return scorepad("event", "show", "Saturday", "--json").json[0]

    def next_round() -> list[dict[str, Any]]:
        """Propose, record and release a round; its pairings."""
        (line,) = scorepad("event", "pair", "Saturday").lines
        number = json.loads(line)["round"]
        record(json.loads(line), {"kind": "release", "round": number})
        return next(each for each in shown()["rounds"] if each["round"] == number)["pairings"]

    def result(pairing: dict[str, Any]) -> dict[str, Any]:
        """On paper: the team with the smaller number wins nearly always."""
        one, other = (int(team[1:]) for team in pairing["teams"])
        winner = int(one > other) if dice.random() < 0.9 else int(one < other)
        score = [dice.randint(300, 380), dice.randint(100, 290)]
        return {
            "kind": "result",
            "pairing": pairing["pairing"],
            "how": "played",
            "winner": winner,
            "score": score[::-1] if winner else score,
        }

    # The teams come from a file; some are late, and some of those who entered are not there.
    scorepad("event", "new", "--name", "Saturday", "--rules", "unc")
    file = tmp_path / "teams.csv"
    file.write_text("".join(f"Team {n},Ann {n},Bo {n}\n" for n in range(1, NAMES + 1)))
    assert scorepad("event", "teams", "Saturday", file).lines == [f"{NAMES} teams entered"]
    record(
        {"kind": "setup", "tables": [f"Table {n}" for n in range(1, 16)]},
        {"kind": "stage", "stage": "O", "format": "open-play", "rounds": 6},
        {
            "kind": "stage",
            "stage": "D",
            "format": "double-elimination",
            "rules": "unc-championship",
            "advance": {"from": ["O"], "places": 8},
        },
        *({"kind": "check-in", "team": f"T{n}"} for n in range(1, NAMES - 2)),
    )

    # Open play: who is there and free plays; late teams come in, no-shows forfeit.
    results: list[tuple[str, dict[str, Any]]] = []
    for number in range(6):
        pairings = next_round()
        assert len({pairing["table"] for pairing in pairings}) == len(pairings) == 15
        entries = [result(pairing) for pairing in pairings]
        for place in (0, 1) if number < 3 else ():  # six no-shows
            pairing = pairings[place]["pairing"]
            entries[place] = {
                "kind": "result",
                "pairing": pairing,
                "how": "forfeit",
                "winner": 0,
            }
        answers = record(*entries)
        results += [(answer["ok"], entry) for answer, entry in zip(answers, entries, strict=True)]
        if number < LATE:
            team = f"T{NAMES + 1 + number}"
            players = [f"Late {number}", f"Later {number}"]
            record(
                {"kind": "team", "team": team, "name": f"Late {number}", "players": players},
                {"kind": "check-in", "team": team},
            )
    told = shown()
    assert len(told["teams"]) == 40
    assert told["stages"][0] == {"stage": "O", "format": "open-play", "status": "done"}
    assert sum(row["forfeits"] for row in told["standings"]) == 6

    # Two results were written on the wrong line.  The bracket is drawn; then it is found out.
    first_round = next_round()
    for entry_id, entry in results[20:22]:
        to = {**entry, "winner": 1 - entry["winner"], "score": entry["score"][::-1]}
        amend = {"kind": "amend", "entry": entry_id, "to": to, "why": "wrong line"}
        dry = scorepad(
            "event", "record", "Saturday", "--dry-run", stdin=json.dumps(amend).encode()
        ).json[0]
        (answer,) = record(amend)
        assert answer.get("effects") == dry.get("effects")
    bracket = [each for each in shown()["rounds"] if each["stage"] == "D"]
    assert [each["teams"] for each in bracket[0]["pairings"]] == [
        each["teams"] for each in first_round
    ], "what is out stays as it is"

    # The bracket: one match is scored as a match and forfeited there, the others on paper.
    pairings = first_round
    while shown()["champion"] is None:
        head, *others = pairings
        stdin = json.dumps({"kind": "forfeit", "side": 1, "why": "left"}).encode()
        assert scorepad("record", head["match"], stdin=stdin).status == 0
        if others:
            record(*(result(pairing) for pairing in others))
        if shown()["champion"] is None:
            said = scorepad("event", "pair", "Saturday")
            assert "not official" in said.err, "nobody signed the forfeited match"
            pairings = next_round()
    told = shown()
    losses = {row["team"]: row["losses"] for row in told["standings"] if row["stage"] == "D"}
    assert sorted(losses.values())[1:] == [2] * 7
    assert losses[told["champion"]] < 2
    assert {each["state"] for each in told["teams"] if each["team"] in losses} == {"in", "out"}

    # Shown twice it is the same, what is kept is sound, and the matches are those of the event.
    first, second = (scorepad("event", "show", "Saturday", "--json").out for _ in range(2))
    assert first == second
    assert scorepad("check").status == 0
    ids = {pairing["match"] for each in told["rounds"] for pairing in each["pairings"]}
    assert ids == {each["id"] for each in scorepad("matches", "--json").json}
