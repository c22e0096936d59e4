"""The same disturbances through the real command line, with gate, fold and drawn matches."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from scorepad.__main__ import Program, main
from scorepad.spades.entries import Entry
from scorepad.store.store import Store
from tests.bench.evenings import drawn_match
from tests.fork_server import run_forked
from tests.store.disturbed import Command, Disturber


def entry_id(n: int) -> str:
    """Return an id of the year 2100: after all that the program makes, so that it is kept."""
    return f"03bb2cc3-d800-7000-8000-{n:012x}"


def _drawn(n: int, seed: int, hands: int) -> dict[str, Any]:
    """Return a drawn match under ids that are stored; each entry is a step."""
    match = drawn_match(seed, hands)
    ids = [entry_id(100 * n + each) for each in range(len(match["log"]))]
    entries = zip(match["log"], ids, strict=True)
    return match | {"log": [{**each, "id": new, "step": new} for each, new in entries]}


def make_commands(folder: Path) -> tuple[Command, ...]:
    """Return what is done in turn; `folder` gets the files that are read and written."""
    drawn, other, there = _drawn(1, 8, 3), _drawn(2, 14, 2), _drawn(3, 20, 2)
    common = {name: drawn["log"][0][name] for name in ("at", "by")}
    notes = [
        {"kind": "note", "text": f"n{n}", **common, "id": entry_id(n), "step": entry_id(n)}
        for n in range(1001, 1008)
    ]
    joined = {**drawn, "log": [*drawn["log"], notes[3]]}
    contents = {"head": {**drawn, "log": []}, "other": other, "joined": joined, "there": there}
    files = {name: str(folder / f"{name}.json") for name in contents}
    for name, content in contents.items():
        Path(files[name]).write_text(json.dumps(content))
    bundle, data = str(folder / "of another laptop.zip"), folder / "there"
    data.mkdir()
    for arguments in (("import", files["there"]), ("backup", bundle)):
        done = run_forked(["--data", str(data), *arguments])
        assert done.returncode == 0, done
        (data / "settings.json").write_text('{"by": "Pat"}\n')

    def record(lines: list[dict[str, Any]]) -> Command:
        keys = tuple((drawn["id"], line["id"]) for line in lines)
        texts = tuple(map(json.dumps, lines))
        return Command("record", keys, arguments=(drawn["id"],), lines=texts)

    def command(name: str, *arguments: str) -> Command:
        return Command(name, arguments=arguments)

    return (
        command("new", files["head"]),
        record(drawn["log"]),
        command("import", files["other"]),
        command("backup", str(folder / "copy.zip")),
        record(notes[:3]),
        command("import", files["joined"]),
        command("check"),
        command("restore", str(folder / "copy.zip")),
        command("restore", bundle),
        record(notes[4:6]),
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
