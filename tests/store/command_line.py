"""The same disturbances through the real command line, with gate, fold and drawn matches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from scorepad.__main__ import Program, main
from scorepad.spades.entries import Entry
from scorepad.store.store import Store
from tests.bench.evenings import drawn_match
from tests.store.disturbed import Command, Disturber
from tests.store.kept import ROOT


def entry_id(n: int) -> str:
    """Return an id of the year 2100: after all that the program makes, so that it is kept."""
    return f"03bb2cc3-d800-7000-8000-{n:012x}"


def _with_kept_ids(log: list[dict[str, Any]], first: int) -> list[dict[str, Any]]:
    """Return a drawn log under ids that are kept; each entry is a step."""
    ids = (entry_id(n) for n in range(first, first + len(log)))
    return [{**each, "id": new, "step": new} for each, new in zip(log, ids, strict=True)]


def _run(data: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "scorepad", "--data", str(data), *arguments]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)


def make_commands(folder: Path) -> tuple[Command, ...]:
    """Return what is done in turn; `folder` gets the files that are read and written."""
    drawn, other, there = drawn_match(8, 3), drawn_match(14, 2), drawn_match(20, 2)
    for n, each in enumerate((drawn, other, there), 1):
        each["log"] = _with_kept_ids(each["log"], 100 * n)
    match = drawn["id"]
    common = {name: drawn["log"][0][name] for name in ("at", "by")}
    notes = [
        {"kind": "note", "text": f"n{n}", **common, "id": entry_id(n), "step": entry_id(n)}
        for n in range(1001, 1008)
    ]
    joined = {**drawn, "log": [*drawn["log"], notes[3]]}
    head = {**drawn, "log": []}
    contents = {"head": head, "other": other, "joined": joined, "there": there}
    for name, content in contents.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    bundle = folder / "of another laptop.zip"
    (folder / "there").mkdir()
    _run(folder / "there", "import", str(folder / "there.json"))
    (folder / "there" / "settings.json").write_text('{"by": "Pat"}\n')
    _run(folder / "there", "backup", str(bundle))

    def command(name: str, *arguments: str, lines: list[dict[str, Any]] = []) -> Command:  # noqa: B006
        given = tuple(json.dumps(line) for line in lines)
        keys = tuple((match, line["id"]) for line in lines)
        return Command(name, arguments=arguments, lines=given, keys=keys)

    return (
        command("new", str(folder / "head.json")),
        command("record", match, lines=drawn["log"]),
        command("import", str(folder / "other.json")),
        command("backup", str(folder / "copy.zip")),
        command("record", match, lines=notes[:3]),
        command("import", str(folder / "joined.json")),
        command("check"),
        command("restore", str(folder / "copy.zip")),
        command("restore", str(bundle)),
        command("record", match, lines=notes[4:6]),
    )


class CommandLine(Disturber):
    """Runs the commands as the program does."""

    def __init__(
        self, folder: Path, mutant: Callable[[], None] | None = None, *, shares: bool = False
    ) -> None:
        super().__init__(folder, mutant, shares=shares)
        self.commands = make_commands(folder)

    def act(self, command: Command) -> int:
        """Run a command in this process, and return its exit status."""
        inside, out = os.pipe()
        os.write(out, "".join(f"{line}\n" for line in command.lines).encode())
        os.close(out)
        os.dup2(inside, 0)
        return main(["--data", str(self.data), command.name, *command.arguments])

    def form(self, one: Entry) -> Entry:
        """Return an entry without the id of the one before it, which may have been refused."""
        return replace(one, after=None)

    def open(
        self, data: Path, *, write: bool, share: Path | None = None
    ) -> AbstractContextManager[Store]:
        """Open the store of a data folder."""
        del share  # the settings name it
        return Program(str(data)).open_store(write=write)
