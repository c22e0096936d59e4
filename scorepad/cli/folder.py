"""What `--data` says: read before anything is parsed, because the language stands in there."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

DATA = "--data"


class NoFolder(Refused):
    """What stands after `--data` is no name of a folder."""

    def __init__(self) -> None:
        super().__init__(
            T(
                "--data names no folder; write --data DIR, or leave it out for your own folder "
                "(./-x is one that begins with a dash)"
            )
        )


def named_folder(argv: Sequence[str]) -> tuple[str | None, bool]:
    """The folder that `--data` names before the command (the last one, where there are several;
    None for none), and whether nothing else is asked for.  Raises `NoFolder`."""
    data, alone = None, True
    rest = iter(argv)
    for argument in rest:
        if argument == DATA:
            data = next(rest, None)
            # Without a value the parser says what is missing.
            alone = alone and data is not None
        elif argument.startswith(f"{DATA}="):
            data = argument.partition("=")[2]
        else:
            alone = False
            if not argument.startswith("-"):
                break
        if data is not None and (not data.strip() or data.startswith("-")):
            raise NoFolder
    return data, alone
