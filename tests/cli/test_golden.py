"""The help of every command, and sessions of commands with their answers, as a reader sees them.

`make accept ARGS=tests/cli/test_golden.py` writes them.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.cli.conftest import EXAMPLE, Scorepad
from tests.cli.test_usage import ALL
from tests.reports.made import ROOT

Check = Callable[[str, str | bytes], None]
FOLDER: Final = "golden/cli"
SESSIONS: Final[dict[str, tuple[str, ...]]] = {
    "matches": (
        "import tie.json",
        "import --json tie.json",
        "matches",
        "matches nobody",
        "show ID1",
        "score tie.json hand.json",
        "score --json hand.json",
        "new --rules unc --json",
        "sheet ID1 -o tie.pdf",
        "verify tie.pdf hand.json",
        "export ID1 --format csv -o tables",
        "record ID2 < entries.ndjson",
        "check",
        "backup copy.zip",
    ),
    "rules": (
        "rules list",
        "rules check club.toml wrong.toml",
        "rules diff club.toml chicago",
    ),
    "events": (
        'event new --name "Spring Open" --rules unc --date 3/14/2027',
        "event new open.json",
        'event teams "Autumn Open" teams.csv',
        'event record "Autumn Open" < stage.ndjson',
        'event pair "Autumn Open"',
        'event record "Autumn Open" < round.ndjson',
        "event list",
        'event show "Autumn Open"',
        'event print round "Autumn Open" -o round.pdf',
        'event print log "Autumn Open" -o log.pdf',
        'event publish "Autumn Open" -o site',
        "share",
    ),
    "refusals": (
        "scorre",
        "score",
        "score missing.json",
        "score wrong.toml",
        "show 0198",
        "new --rules unk",
        "new --rules unc --first-dealer 4",
        "matches --jsn",
        "event show Nothing",
        "event print poster Nothing -o x.pdf",
        "event new --name Open --date tomorrow",
        "sheet -o x.pdf",
        "export --format txt -o x.txt",
        "export --format csv -o x",
        "export --format csv -o x.xlsx",
        "verify 1234",
        "choose x --why -40",
        "restore missing.zip",
        "share once",
        "help evnt",
    ),
}
"""Commands by session, one after the other in an empty folder.  A number of an ID stands for the
ID that was shown as such."""
FILES: Final = {
    "tie.json": (ROOT / "tests/data/matches/chicago-tie.json").read_text("utf-8"),
    "hand.json": json.dumps(EXAMPLE),
    "entries.ndjson": '{"kind": "bids", "bids": [4, 3, "nil", 5]}\n{"kind": "tricks"}\n'
    '{"kind": "x"}',
    "club.toml": 'id = "club"\nname = "Club"\nextends = "chicago"\n\n[game]\ntarget = 300\n',
    "wrong.toml": 'id = "wrong"\nname = "Wrong"\nextends = "unc"\n\n[game]\ntargt = 300\n',
    "open.json": json.dumps(
        {
            "scorepad-event": 1,
            "id": "0190a8c0-0000-7000-8000-000000000000",
            "name": "Autumn Open",
            "place": "Union 204",
            "date": "2026-11-28",
            "rules": "unc",
            "log": [],
        }
    ),
    "teams.csv": "Aces,Ann,Cy\nKings,Bo,Di\nQueens,Eve,Flo\nJacks,Gus,Hal\n",
    "stage.ndjson": '{"kind": "stage", "stage": "A", "format": "swiss", "rounds": 2}',
    "round.ndjson": '{"kind": "round", "round": 1, "stage": "A", "pairings": [{"pairing": "1-1", '
    '"table": "1", "teams": ["T1", "T2"]}]}\n{"kind": "release", "round": 1}\n'
    '{"kind": "result", "pairing": "1-1", "how": "forfeit", "winner": 0, "why": "late"}',
}
ID: Final = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")

PROPOSED: Final = re.compile(r'"date":"[0-9-]{10}"')
"""A round is proposed for today."""
MADE: Final = re.compile(r"made on \d[^\n]*")


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="each Python lays help out its own way")
def test_the_help_of_every_command(
    scorepad: Scorepad, golden: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    said = [
        f"$ {' '.join(('scorepad help', *path))}\n{scorepad('help', *path).out}" for path in ALL
    ]
    golden(f"{FOLDER}/help.txt", "\n".join(said))


@pytest.mark.parametrize("session", SESSIONS)
def test_a_session(
    session: str,
    scorepad: Scorepad,
    golden: Check,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    ids = dict[str, str]()
    transcript = []
    for command in SESSIONS[session]:
        line, _, stdin = command.partition(" < ")
        names = {name: its_id for its_id, name in ids.items()}
        words = [names.get(word, word) for word in shlex.split(line)]
        said = scorepad(*words, stdin=(tmp_path / stdin).read_bytes() if stdin else b"")
        shown = said.out + said.err
        for its_id in ID.findall(shown):
            ids.setdefault(its_id, f"ID{len(ids) + 1}")
        shown = ID.sub(lambda found: ids[found[0]], shown).replace(str(tmp_path), "FOLDER")
        shown = MADE.sub("made on DAY", shown)
        shown = PROPOSED.sub('"date":"TODAY"', shown)
        status = f"(exit status {said.status})\n" if said.status else ""
        transcript.append(f"$ scorepad {command}\n{shown}{status}")
    golden(f"{FOLDER}/{session}.txt", "\n".join(transcript))
