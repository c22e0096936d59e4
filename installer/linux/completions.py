"""Writes the completion of a shell from the parser of the command line.

`make accept` writes the files `completion.*`, which the packages take.
"""

import argparse
from collections.abc import Iterator, Mapping

BASH = """\
# Completes the commands of scorepad in bash.
_scorepad() {{
    local words=
    case "${{COMP_WORDS[COMP_CWORD - 1]}}" in
{options}
    *) case "$COMP_CWORD ${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}} " in
{commands}
        esac ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}")
}}
complete -o default -F _scorepad scorepad
"""
ZSH = """\
#compdef scorepad
# Completes the commands of scorepad in zsh.
local -a choices
case "${{words[CURRENT - 1]}}" in
{options}
*) case "$((CURRENT - 1)) ${{words[2]}} ${{words[3]}} " in
{commands}
    esac ;;
esac
if ((${{#choices}})); then
    compadd -a choices
else
    _files
fi
"""
FISH = "# Completes the commands of scorepad in fish.\n{commands}\n{options}\n"

Offer = tuple[str, tuple[str, ...]]
"""What is typed before (commands, or an option), and the words that may follow."""


def offers(parser: argparse.ArgumentParser, path: str = "") -> Iterator[Offer]:
    """Yield the words that may follow each command, and each option that has choices."""
    for action in parser._actions:  # noqa: SLF001  # argparse tells them nowhere else
        if action.choices is not None:
            yield (action.option_strings or [path])[-1], tuple(map(str, action.choices))
        if isinstance(action.choices, Mapping):
            for name, inner in action.choices.items():
                yield from offers(inner, f"{path}{name} ")


def completion(shell: str, parser: argparse.ArgumentParser) -> str:
    """Return the file for a shell: `bash`, `zsh` or `fish`."""
    known = dict(offers(parser))
    options = {each: words for each, words in known.items() if each.startswith("-")}
    commands = {each: words for each, words in known.items() if each not in options}
    if shell == "fish":
        return FISH.format(
            commands="\n".join(
                f'complete -c scorepad -n {_fish_condition(each)} -a "{" ".join(words)}"'
                for each, words in commands.items()
            ),
            options="\n".join(
                f'complete -c scorepad -l {each[2:]} -x -a "{" ".join(words)}"'
                for each, words in options.items()
            ),
        )
    frame, before, after, indent = {
        "bash": (BASH, 'words="', '"', "    "),
        "zsh": (ZSH, "choices=(", ")", ""),
    }[shell]
    return frame.format(
        options="\n".join(
            f"{indent}{each}) {before}{' '.join(words)}{after} ;;"
            for each, words in options.items()
        ),
        commands="\n".join(
            f'{indent}    "{1 + len(each.split())} {each}"*) {before}{" ".join(words)}{after} ;;'
            for each, words in commands.items()
        ),
    )


def _fish_condition(command: str) -> str:
    if not command:
        return "__fish_use_subcommand"
    return f'"__fish_seen_subcommand_from {command.rsplit(maxsplit=1)[-1]}"'
