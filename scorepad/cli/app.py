"""The command line is put together here; each command is imported when it is asked for.

The help of every command, and the mistakes in its arguments, are given in the reader's language.
The parser's own headings, placeholders and messages are English: its commands are subclassed here,
so that they frame their help in our words and refuse in our sentences.
"""

from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from scorepad import __version__
from scorepad.cli.commands import COMMANDS
from scorepad.cli.console import Console
from scorepad.cli.services import Services
from scorepad.spades.refusal import Refused
from scorepad.spades.words import ENGLISH, T, Text, Words

LONGEST = 60
"""A sentence repeats at most this many characters of an argument."""

PLACEHOLDERS: dict[str, Text] = {
    text.one: text
    for text in (
        T("CODE_OR_FILE"),
        T("ENTRY"),
        T("REASON"),
        T("DAY"),
        T("DIR"),
        T("EVENT"),
        T("FILE"),
        T("FILE_OR_MATCH…"),
        T("FILE…"),
        T("FOLDER"),
        T("ID"),
        T("LAPTOP"),
        T("LOG"),
        T("ID|FILE"),
        T("MATCH"),
        T("MATCH…"),
        T("OUT"),
        T("OUT.pdf"),
        T("NAME"),
        T("RULES"),
        T("STAGE"),
        T("ROUND"),
        T("WORD…"),
    )
}
"""These placeholders stand for a word of the reader's own; choices (A4|Letter) stay as they are."""


def placeholder(metavar: str) -> Text:
    """Return a placeholder as it is shown."""
    return PLACEHOLDERS.get(metavar) or T("{text}", text=metavar)


def _parse(parse: Any, context: Any, args: list[str]) -> list[str]:
    """Return what the parser leaves of these arguments; refuse mistakes in our sentences."""
    for each in context.command.get_params(context):
        each.get_runtime_param = lambda: AS_TYPED
    try:
        return list(parse(context, args))
    except TyperException as error:
        raise _refused(_mistake(error, context), context) from None


def _mistake(error: Any, context: Any) -> Text:
    """Return what is wrong, by the fields of the error: the parser's classes are not public."""
    option = getattr(error, "option_name", "")
    parameter = getattr(error, "param", None)
    if hasattr(error, "possibilities"):
        there_is_none = T("there is no option {option}", option=_short(option))
        return _near(there_is_none, sorted(error.possibilities or ()))
    if option:
        options = (each for each in context.command.get_params(context) if option in each.opts)
        if any(each.is_flag for each in options):
            return T("{option} takes nothing after it", option=_short(option))
        return T("{option} needs something after it", option=_short(option))
    if parameter is not None:
        argument = parameter.metavar or parameter.name or ""
        return T("{argument} is missing", argument=placeholder(argument))
    return T("these arguments are not understood")


def _refused(what: Text, context: Any) -> Refused:
    """Return the refusal, which also says which help tells more."""
    command = context.command_path
    return Refused("{mistake}; “{command} --help” tells more", mistake=what, command=command)


def _near(what: Text, near: Iterable[str]) -> Text:
    if not near:
        return what
    return T("{mistake}, but there is {near}", mistake=what, near=", ".join(near))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


class _AsTyped:
    """Gives each command the texts that were typed, and lists of them; the parser's own way to the
    same loads pydantic first."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ARG002  # as the parser calls it
        return list(value or ()) if param.multiple or param.nargs == -1 else value


AS_TYPED = _AsTyped()


class _Framed:
    """Frames its help in the language of `words`; `more` follows its arguments."""

    words: ClassVar[Words] = ENGLISH
    more: ClassVar[tuple[Text, ...]] = ()

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        arguments = (_shown(each, self.words) for each in _arguments(self, ctx))
        parts = [self.words("[OPTIONS]"), *arguments, *map(self.words, self.more)]
        formatter.write_usage(ctx.command_path, " ".join(parts), prefix=self.words("Usage:") + " ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        words = self.words
        arguments = [(_shown(each, words), each.help or "") for each in _arguments(self, ctx)]
        if arguments:
            with formatter.section(words("Arguments")):
                formatter.write_dl(arguments)
        with formatter.section(words("Options")):
            formatter.write_dl(list(_options(self, ctx, words)))


class _Command(_Framed, TyperCommand):
    """Refuses its mistakes in our sentences."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True  # they are refused here, not by the parser
        extra = _parse(super().parse_args, ctx, args)
        if extra:
            raise _refused(T("“{words}” is too much", words=_short(" ".join(extra))), ctx)
        return extra


class _Group(_Framed, TyperGroup):
    """Has commands of its own."""

    more = (T("COMMAND …"),)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        rest = _parse(super().parse_args, ctx, args)
        if not args and not self.invoke_without_command:
            raise _refused(T("{argument} is missing", argument=self.more[0]), ctx)
        return rest

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.get_command(ctx, args[0]) is None:
            what = T("there is no command “{command}”", command=_short(args[0]))
            near = get_close_matches(args[0], self.list_commands(ctx))
            raise _refused(_near(what, near), ctx)
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def helps(self) -> list[tuple[str, str]]:
        """Return what each of its commands is for."""
        return [(name, each.help or "") for name, each in self.commands.items()]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        rows = [(name, text.split("\n\n")[0]) for name, text in self.helps()]
        with formatter.section(self.words("Commands")):
            formatter.write_dl(rows)


class CommandGroup(_Group):
    """The whole program, which imports a command with `load` when that is asked for."""

    load: ClassVar[Callable[[str], dict[str, Any]]]

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # as the parser calls it
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            self.commands.update(type(self).load(cmd_name))
        return self.commands.get(cmd_name)

    def helps(self) -> list[tuple[str, str]]:
        return [(name, self.words(each.help)) for name, each in COMMANDS.items()]


def _arguments(command: Any, ctx: Any) -> list[Any]:
    return [each for each in command.get_params(ctx) if each.param_type_name == "argument"]


def _shown(argument: Any, words: Words) -> str:
    name = words(placeholder(argument.metavar.strip("[]")))
    return name if argument.required else f"[{name}]"


def _options(command: Any, ctx: Any, words: Words) -> Iterator[tuple[str, str]]:
    for each in command.get_params(ctx):
        if each.param_type_name != "option":
            continue
        # Short before long, as the parser has them.
        names = ", ".join(sorted(each.opts, key=len))
        value = f" {words(placeholder(each.metavar))}" if each.metavar else ""
        own = each is command.get_help_option(ctx)
        yield names + value, words("Show this and end.") if own else each.help or ""


def set_language(app: typer.Typer, words: Words) -> None:
    """Let every command of `app` speak the language of `words`."""
    command = type("Command", (_Command,), {"words": words})
    app.info.cls = type("Group", (_Group,), {"words": words})
    for each in app.registered_commands:
        each.cls = command
    for inner in app.registered_groups:
        if inner.typer_instance is not None:
            set_language(inner.typer_instance, words)


def build(services: Services, open_window: Callable[[], int]) -> Any:
    """Return the whole command line over these services, with its help in their language."""
    words = services.words
    app = typer.Typer(
        name="scorepad",
        help=words("Scores Spades matches, keeps them, and says why a score is what it is.")
        + "\n\n"
        + words("Alone it opens the window; the names of match files open it and show those."),
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
    )

    def version(is_wanted: bool) -> None:
        if is_wanted:
            Console(words).line(f"Scorepad {__version__}")
            raise typer.Exit

    @app.callback(invoke_without_command=True)
    def start(
        context: typer.Context,
        data: Annotated[
            str,
            typer.Option(
                metavar="DIR",
                help=words("The folder that holds the matches; comes before the command."),
                show_default=False,
            ),
        ] = "",
        version: Annotated[
            bool,
            typer.Option(
                "--version", callback=version, is_eager=True, help=words("Show the version.")
            ),
        ] = False,
    ) -> int:
        del data, version
        return open_window() if context.invoked_subcommand is None else 0

    def load(name: str) -> dict[str, Any]:
        some = typer.Typer(rich_markup_mode=None)
        import_module(f"scorepad.cli.{COMMANDS[name].module}").add(some, services)
        set_language(some, words)
        return dict(typer.main.get_group(some).commands)

    app.info.cls = type(
        "CommandGroup", (CommandGroup,), {"words": words, "load": staticmethod(load)}
    )
    return typer.main.get_command(app)


def run(argv: list[str], services: Services, open_window: Callable[[], int]) -> int:
    """Run one command and return its exit status. Raises what the command raises."""
    command = build(services, open_window)
    try:
        status = command.main(argv, prog_name="scorepad", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    return status if isinstance(status, int) else 0
