"""The help of every command in the reader's language: what stands around what they say themselves.

The parser's own headings and placeholders are English; these take their place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from scorepad.spades.words import ENGLISH, T, Text, Words

PLACEHOLDERS: dict[str, Text] = {
    text.one: text
    for text in (
        T("CODE_OR_PDF"),
        T("DAY"),
        T("DIR"),
        T("EVENT"),
        T("FILE"),
        T("FILE_OR_MATCH…"),
        T("FILE…"),
        T("ID"),
        T("ID|FILE"),
        T("MATCH"),
        T("MATCH…"),
        T("OUT"),
        T("OUT.pdf"),
        T("RULES"),
        T("WORD…"),
    )
}
"""What stands in a command for a word of the reader's own; choices (A4|Letter) stay as they are."""


def placeholder(metavar: str) -> Text:
    """A placeholder as it is shown."""
    return PLACEHOLDERS.get(metavar) or T("{text}", text=metavar)


class _Framed:
    """A command that frames its help in the language of `words`."""

    words: ClassVar[Words] = ENGLISH

    def format_usage(self: Any, ctx: typer.Context, formatter: Any) -> None:
        words = self.words
        said = [words("[OPTIONS]")]
        said += [self.shown(each) for each in self.arguments(ctx)]
        if isinstance(self, TyperGroup):
            said.append(words("COMMAND …"))
        formatter.write_usage(ctx.command_path, " ".join(said), prefix=words("Usage:") + " ")

    def format_options(self: Any, ctx: typer.Context, formatter: Any) -> None:
        words = self.words
        arguments = [(self.shown(each), each.help or "") for each in self.arguments(ctx)]
        if arguments:
            with formatter.section(words("Arguments")):
                formatter.write_dl(arguments)
        with formatter.section(words("Options")):
            formatter.write_dl(list(self.options(ctx)))
        if isinstance(self, TyperGroup):
            self.format_commands(ctx, formatter)

    def format_commands(self: Any, ctx: typer.Context, formatter: Any) -> None:
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, (each.help or "").split("\n\n")[0]) for name, each in found]
        with formatter.section(self.words("Commands")):
            formatter.write_dl(rows)

    def arguments(self: Any, ctx: typer.Context) -> list[Any]:
        return [each for each in self.get_params(ctx) if each.param_type_name == "argument"]

    def options(self: Any, ctx: typer.Context) -> Iterator[tuple[str, str]]:
        for each in self.get_params(ctx):
            if each.param_type_name != "option":
                continue
            # Short before long, as the parser has them.
            names = ", ".join(sorted(each.opts, key=len))
            value = f" {self.words(placeholder(each.metavar))}" if each.metavar else ""
            own = each is self.get_help_option(ctx)
            yield names + value, self.words("Show this and end.") if own else each.help or ""

    def shown(self, argument: Any) -> str:
        said = self.words(placeholder(argument.metavar.strip("[]")))
        return said if argument.required else f"[{said}]"


def speaking(app: typer.Typer, words: Words) -> None:
    """Let every command of `app` frame its help in the language of `words`."""
    spoken = {"words": words}
    command = type("Command", (_Framed, TyperCommand), spoken)
    group = type("Group", (_Framed, TyperGroup), spoken)
    app.info.cls = group
    for each in app.registered_commands:
        each.cls = command
    for inner in app.registered_groups:
        if inner.typer_instance is not None:
            speaking(inner.typer_instance, words)
