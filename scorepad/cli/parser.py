"""Commands take their arguments from their functions' signatures, and `argparse` reads the options.

Its own help and messages are English: here help is written in the reader's language, and a mistake
is refused in one of our sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar, get_args

from scorepad.cli.console import DONE, Console
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, Words

if TYPE_CHECKING:
    from argparse import ArgumentError

MOST_SHOWN: Final = 60
"""A sentence repeats at most this many characters of an argument."""
MOST_COLUMNS: Final = 100
"""Help is at most so wide (characters)."""
MOST_FOR_NAMES: Final = 30
"""Names that are longer (characters) have their help on the next line."""
COMMAND: Final = T("COMMAND …")

PLACEHOLDERS: Final[dict[str, Text]] = {
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

Function: TypeAlias = Callable[..., int]
FunctionT = TypeVar("FunctionT", bound=Function)
Rows: TypeAlias = Sequence[tuple[str, str]]


class CommandParameter(NamedTuple):
    """Holds what stands for a parameter in the help, what it is for, and an option's names: an
    argument has none, and an option that is there or not has no metavar."""

    metavar: str
    help: str
    names: tuple[str, ...] = ()


class FunctionParameter(NamedTuple):
    """Names the keyword under which a function takes a parameter, and says how it takes it."""

    keyword: str
    parameter: CommandParameter
    takes_many: bool
    is_required: bool


def read_function_parameters(function: Function) -> list[FunctionParameter]:
    """Return the parameters of a function: `keyword: Annotated[kind, CommandParameter] =
    default`."""
    kinds = {key: kind for key, kind in function.__annotations__.items() if key != "return"}
    required = len(kinds) - len(function.__defaults__ or ())
    parameters = []
    for place, (keyword, annotated) in enumerate(kinds.items()):
        kind, parameter = get_args(annotated)
        takes_many = list[str] in (kind, *get_args(kind))
        parameters.append(FunctionParameter(keyword, parameter, takes_many, place < required))
    return parameters


class Command:
    """A command: its help, and the function that does it and returns the exit status."""

    after: tuple[Text, ...] = ()
    """What follows its arguments."""

    def __init__(self, words: Words, help: str, function: Function | None) -> None:
        self.words, self.help = words, help
        self.function = function
        parameters = read_function_parameters(function) if function is not None else []
        self.options = [each for each in parameters if each.parameter.names]
        self.arguments = [each for each in parameters if not each.parameter.names]

    def run(self, args: Sequence[str], path: str) -> int:
        """Do it with these arguments, or write its help; `path` names it. Raises `Refused`."""
        values, texts = self._read_options(args, path)
        if values.pop("help", False):
            return self._write_help(path)
        for each in self.arguments:
            if not texts and each.is_required:
                name = self._placeholder(each.parameter)
                raise _mistake(T("{argument} is missing", argument=name), path)
            if texts:
                values[each.keyword] = list(texts) if each.takes_many else texts[0]
                texts = [] if each.takes_many else texts[1:]
        if texts:
            raise _mistake(T("“{words}” is too much", words=_shorten(" ".join(texts))), path)
        return self._run_function(values, path)

    def _run_function(self, values: Mapping[str, Any], _path: str) -> int:
        assert self.function is not None
        return self.function(**values)

    def _read_options(self, args: Sequence[str], path: str) -> tuple[dict[str, Any], list[str]]:
        """Return the options that are given, and the other arguments; refuse what is no option."""
        if not any(map(_is_option, args)):
            return {}, list(args)
        from argparse import SUPPRESS, ArgumentError, ArgumentParser

        args = self._with_values(args)
        # What follows "--" is no option, whatever it begins with.
        end = args.index("--") if "--" in args else len(args)
        parser = ArgumentParser(
            add_help=False, allow_abbrev=False, exit_on_error=False, argument_default=SUPPRESS
        )
        parser.add_argument("--help", "-h", action="store_true")
        for keyword, parameter, _, _ in self.options:
            action = "store" if parameter.metavar else "store_true"
            parser.add_argument(*parameter.names, dest=keyword, action=action)
        try:
            values, texts = parser.parse_known_args(args[:end])
        except ArgumentError as error:
            raise _mistake(self._wrong_value(error, args), path) from None
        for text in texts:
            if _is_option(text):
                raise _mistake(self._no_option(text), path)
        return vars(values), [*texts, *args[end + 1 :]]

    def _with_values(self, args: Sequence[str]) -> list[str]:
        """Return the arguments with each option's value in one with it: `argparse` takes no value
        by itself that begins with a dash, and a reason may."""
        options = (each.parameter for each in self.options)
        names = {name for each in options if each.metavar for name in each.names}
        args_with_values, rest = list[str](), iter(args)
        for each in rest:
            value = next(rest, None) if each in names else None
            args_with_values.append(each if value is None else f"{each}={value}")
        return args_with_values

    def _wrong_value(self, error: ArgumentError, args: Sequence[str]) -> Text:
        """Return what is wrong with an option that has no value, or one that it does not take."""
        names = (error.argument_name or "").split("/")
        typed = (each.partition("=")[0] for each in reversed(args))
        name = next((each for each in typed if each in names), names[0])
        for _, parameter, _, _ in self.options:
            if name in parameter.names and parameter.metavar:
                return T("{option} needs something after it", option=_shorten(name))
        return T("{option} takes nothing after it", option=_shorten(name))

    def _no_option(self, typed: str) -> Text:
        from difflib import get_close_matches  # for mistakes alone

        name = typed.partition("=")[0] if typed.startswith("--") else typed[:2]
        known = [name for option in self.options for name in option.parameter.names]
        there_is_none = T("there is no option {option}", option=_shorten(name))
        return _suggest(there_is_none, sorted(get_close_matches(name, ["--help", "-h", *known])))

    def _placeholder(self, parameter: CommandParameter) -> Text:
        """Return the placeholder of a parameter as it is shown."""
        known = PLACEHOLDERS.get(parameter.metavar)
        return known or T("{text}", text=parameter.metavar)

    # Help.

    def _write_help(self, path: str) -> int:
        console = Console(self.words)
        import shutil  # it imports every way to compress

        columns = min(shutil.get_terminal_size().columns, MOST_COLUMNS) - 2
        for line in self._help_lines(path, max(columns, 50)):
            console.print_line(line)
        return DONE

    def _help_lines(self, path: str, columns: int) -> Iterator[str]:
        words = self.words
        arguments = [(self._shown(each), each.parameter.help) for each in self.arguments]
        names = [words("[OPTIONS]"), *(name for name, _ in arguments), *map(words, self.after)]
        usage = words("Usage:")
        start = f"{usage} {path} "
        yield from _wrap(" ".join(names), columns, start, " " * len(start))
        for paragraph in self.help.split("\n\n"):
            yield ""
            yield from _wrap(paragraph, columns, "  ", "  ")
        options = [self._option_row(each.parameter) for each in self.options]
        options.append(("-h, --help", words("Show this and end.")))
        sections = {
            T("Arguments"): arguments,
            T("Options"): options,
            T("Commands"): self.list_commands(),
        }
        for title, rows in sections.items():
            if rows:
                yield ""
                yield f"{words(title)}:"
                yield from _table(rows, columns)

    def _shown(self, each: FunctionParameter) -> str:
        name = self.words(self._placeholder(each.parameter))
        return name if each.is_required else f"[{name}]"

    def _option_row(self, parameter: CommandParameter) -> tuple[str, str]:
        # Short before long.
        names = ", ".join(sorted(parameter.names, key=len))
        value = f" {self.words(self._placeholder(parameter))}" if parameter.metavar else ""
        return names + value, parameter.help

    def list_commands(self) -> Rows:
        """Return the name and the help of every command in it."""
        return []

    def find(self, _name: str) -> Command | None:
        """Return the command in it with this name."""
        return None


class CommandGroup(Command):
    """A command that has commands of its own; alone it does its function, where it has one."""

    after = (COMMAND,)

    def __init__(self, words: Words, help: str, alone: Function | None = None) -> None:
        super().__init__(words, help, alone)
        self.commands: dict[str, Command] = {}

    def command(self, other_name: str = "", *, help: str) -> Callable[[FunctionT], FunctionT]:
        """Return a decorator that makes a function a command, under its own name if there is no
        other one."""

        def add(function: FunctionT) -> FunctionT:
            self.commands[other_name or function.__name__] = Command(self.words, help, function)
            return function

        return add

    def group(self, name: str, *, help: str, alone: Function | None = None) -> CommandGroup:
        """Add a command that has commands of its own, and return it."""
        group = self.commands[name] = CommandGroup(self.words, help, alone)
        return group

    def find(self, name: str) -> Command | None:
        return self.commands.get(name)

    def list_commands(self) -> Rows:
        return [(name, each.help.split("\n\n")[0]) for name, each in self.commands.items()]

    def run(self, args: Sequence[str], path: str) -> int:
        head = list(takewhile(_is_option, args))
        values, texts = self._read_options(head, path)
        if values.pop("help", False):
            return self._write_help(path)
        texts += args[len(head) :]
        if not texts:
            return self._run_function(values, path)
        command = self.find(texts[0])
        if command is None:
            from difflib import get_close_matches  # for mistakes alone

            what = T("there is no command “{command}”", command=_shorten(texts[0]))
            near = get_close_matches(texts[0], [name for name, _ in self.list_commands()])
            raise _mistake(_suggest(what, near), path)
        return command.run(texts[1:], f"{path} {texts[0]}")

    def _run_function(self, values: Mapping[str, Any], path: str) -> int:
        if self.function is None:
            raise _mistake(T("{argument} is missing", argument=COMMAND), path)
        return super()._run_function(values, path)


def _is_option(text: str) -> bool:
    return text.startswith("-") and text != "-"


def _mistake(what: Text, path: str) -> Refused:
    """Return the refusal, which also says which help tells more."""
    return Refused("{mistake}; “{command} --help” tells more", mistake=what, command=path)


def _suggest(what: Text, near: Iterable[str]) -> Text:
    if not near:
        return what
    return T("{mistake}, but there is {near}", mistake=what, near=", ".join(near))


def _shorten(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


def _wrap(text: str, columns: int, first: str, other: str) -> list[str]:
    from textwrap import wrap  # for help alone

    return wrap(text, columns, initial_indent=first, subsequent_indent=other)


def _table(rows: Rows, columns: int) -> Iterator[str]:
    """Yield names, each with its help beside it."""
    indent = min(max(len(name) for name, _ in rows), MOST_FOR_NAMES) + 4
    for name, text in rows:
        start = f"  {name}".ljust(indent)
        if len(start) > indent - 2 and len(name) > MOST_FOR_NAMES - 2:
            yield start.rstrip()
            start = " " * indent
        yield from _wrap(text, columns, start, " " * indent) or [start.rstrip()]
