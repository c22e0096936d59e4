"""The command line is put together here; each command is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import takewhile
from typing import Final

from scorepad import __version__
from scorepad.cli.commands import COMMANDS
from scorepad.cli.console import DONE, Console
from scorepad.cli.parser import Command, CommandGroup, CommandParameter, FunctionParameter, Rows
from scorepad.cli.services import Services

VERSION: Final = "--version"


class MainCommand(CommandGroup):
    """The whole program, which imports a command when that is asked for."""

    def __init__(self, services: Services, open_window: Callable[[], int]) -> None:
        words = services.words
        super().__init__(
            words,
            words("Scores Spades matches, keeps them, and says why a score is what it is.")
            + "\n\n"
            + words("Alone it opens the window; the names of match files open it and show those."),
            open_window,
        )
        self._services = services
        folder = words("The folder that holds the matches; comes before the command.")
        # Its value was read before (`services.split_data_option`); here it is missing.
        self.options = [
            FunctionParameter("data", CommandParameter("DIR", folder, ("--data",)), False, False),
            FunctionParameter(
                "version",
                CommandParameter("", words("Show the version."), (VERSION,)),
                False,
                False,
            ),
        ]

    def list_commands(self) -> Rows:
        return [(name, self.words(each.help).split("\n\n")[0]) for name, each in COMMANDS.items()]

    def find(self, name: str) -> Command | None:
        if name in COMMANDS and name not in self.commands:
            import_module(f"scorepad.cli.{COMMANDS[name].module}").add_commands(
                self, self._services
            )
        return super().find(name)

    def run(self, args: Sequence[str], path: str = "scorepad") -> int:
        if VERSION in takewhile(lambda each: each.startswith("-"), args):
            Console(self.words).print_line(f"Scorepad {__version__}")
            return DONE
        return super().run(args, path)
