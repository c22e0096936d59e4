"""Writes the man page of a built program from its own help: `man.py PROGRAM >scorepad.1`."""

import os
import re
import subprocess
import sys
from datetime import UTC, datetime

FILES = """The matches are in ~/.local/share/scorepad, or where \\-\\-data or the variable
SCOREPAD_DATA says."""
STATUS = "0 done; 1 something differs (verify); 2 refused, with one sentence on standard error."


def help_of(*command: str) -> str:
    """Return the help of a command, or of the whole program."""
    program = [sys.argv[1], "help", *command]
    english = {**os.environ, "LANGUAGE": "en", "COLUMNS": "79"}
    done = subprocess.run(program, env=english, capture_output=True, encoding="utf-8", check=True)
    return done.stdout


def commands_in(text: str) -> list[str]:
    """Return the commands that a help lists; they alone begin with a lower-case letter."""
    return re.findall(r"^ {2,4}([a-z]+)  ", text, re.MULTILINE)


def escaped(text: str) -> str:
    """Return text that roff shows as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def block(text: str) -> str:
    """Return lines that are not filled."""
    return f".nf\n{escaped(text.rstrip())}\n.fi\n"


def main() -> None:
    """Print the page."""
    version = subprocess.run(
        [sys.argv[1], "--version"], capture_output=True, encoding="utf-8", check=True
    ).stdout.strip()
    day = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC).date()
    top = help_of()
    print(f'.TH SCOREPAD 1 "{day}" "{version}" "User Commands"')
    print(".SH NAME\nscorepad \\- score Spades matches and run an event\n.SH SYNOPSIS")
    print(
        ".B scorepad\n[FILE ...]\n.br\n.B scorepad\n[\\-\\-data DIR] COMMAND ...\n.SH DESCRIPTION"
    )
    print(block(top), end="")
    print(".SH COMMANDS")
    for command in commands_in(top):
        text = help_of(command)
        print(f".SS scorepad {command}\n{block(text)}", end="")
        for inner in commands_in(text):
            print(f".SS scorepad {command} {inner}\n{block(help_of(command, inner))}", end="")
    print(f".SH FILES\n{FILES}\n.SH EXIT STATUS\n{STATUS}")


if __name__ == "__main__":
    main()
