"""Any entry in fields of its own, to be changed: the form that a correction is typed in.

The fields follow from the entry's declared ones, by their names; a new kind of entry made of
fields that are known here needs nothing more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields as declared
from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from scorepad.desk.table import Table
from scorepad.spades.entries import Amendable, Bid, Head, Setup
from scorepad.spades.naming import player_name, team_name
from scorepad.spades.words import T, Text, Words, number
from scorepad.window import parts, theme
from scorepad.window.controls import Stepper
from scorepad.window.names import short
from scorepad.window.panels.entry_words import SEATING
from scorepad.window.panels.form import NOBODY, Missing, beside
from scorepad.window.panels.setup import HeadEditor

LETTERS: dict[str, int] = {"T": 10, "J": 11, "Q": 12, "K": 13}
TITLES: dict[str, Text] = {
    "reason": T("Ground"),
    "why": T("Why"),
    "text": T("Text"),
    "name": T("Name"),
    "side": T("Side"),
    "seat": T("Player"),
    "points": T("Points"),
    "bags": T("Bags"),
    "tricks": T("Tricks"),
    "seconds": T("Seconds"),
    "dealt": T("Cards of the next hand dealt"),
    "ok": T("Identity shown"),
    "do": T("What"),
}
DO: dict[str, Text] = {
    "start": T("start"),
    "pause": T("pause"),
    "resume": T("resume"),
    "add": T("add"),
}


def bid_words(bid: Bid, words: Words) -> str:
    """A bid as it is shown: "4", "nil", "blind nil", "–" where the partner's is the side's."""
    if bid is None:
        return "–"
    if isinstance(bid, int):
        return number(bid)
    return words("nil") if bid == "nil" else words("blind nil")


def read_bid(typed: str) -> Bid:
    """A bid as it is typed: a number, T J Q K, N or nil, B or blind, nothing.
    Raises `ValueError`."""
    text = typed.strip().upper()
    if text in ("", "–", "-"):
        return None
    if text in LETTERS:
        return LETTERS[text]
    if text in ("N", "NIL"):
        return "nil"
    if text in ("B", "BLIND", "BLIND NIL"):
        return "blind"
    return int(text)


def typed_bid(bid: Bid) -> str:
    """A bid as it would be typed."""
    return "" if bid is None else {"nil": "N", "blind": "B"}.get(str(bid), str(bid))


class FourEditor(QWidget):
    """One line for each seat, partners beside each other: bids, or tricks."""

    changed = Signal()

    def __init__(self, words: Words, head: Head, what: Text, values: tuple[Any, ...]) -> None:
        super().__init__()
        self._what = what
        self._bids = what == BIDS
        column = parts.column_of(self, spacing=6)
        column.addWidget(parts.label(words(what), "strong"))
        self.lines: list[QLineEdit] = [QLineEdit() for _seat in range(4)]
        self.fields: list[parts.Field] = [
            self._seat(words, head, seat, values[seat]) for seat in range(4)
        ]
        row = QWidget()
        cells = parts.row_of(row, spacing=6)
        for place, seat in enumerate(SEATING):
            if place == 2:
                cells.addSpacing(theme.px(10))
            cells.addWidget(self.fields[seat], 1)
        column.addWidget(row)
        self._words, self._head = words, head
        for line in self.lines:
            line.textChanged.connect(lambda _text: self._name())
        self._name()

    def _name(self) -> None:
        """Where only one partner has a number it is the whole side's, and bears its name."""
        typed = [line.text().strip() for line in self.lines]
        for seat, line in enumerate(self.lines):
            alone = typed[seat] != "" and typed[(seat + 2) % 4] == ""
            number = typed[seat].upper() not in ("N", "NIL", "B", "BLIND", "BLIND NIL")
            whole = alone and number
            name = team_name(self._head, seat % 2) if whole else player_name(self._head, seat)
            self.fields[seat].retitle(short(name, 12))
            line.setAccessibleName(self._words("{what}, {player}", what=self._what, player=name))

    def _seat(self, words: Words, head: Head, seat: int, value: Any) -> parts.Field:
        line = self.lines[seat]
        line.setText(typed_bid(value))
        line.setMaxLength(10)
        line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        line.setFont(theme.figures(18, bold=True))
        line.setMinimumWidth(theme.px(48))
        player = player_name(head, seat)
        line.setAccessibleName(words("{what}, {player}", what=self._what, player=player))
        line.textEdited.connect(lambda _text: self.changed.emit())
        return parts.Field(short(player, 12), line)

    def values(self) -> tuple[Any, Any, Any, Any]:
        """By seat; raises `Missing` for what cannot be read."""
        found: list[Any] = []
        for seat, line in enumerate(self.lines):
            self.fields[seat].mistake("")
            try:
                value = read_bid(line.text())
                if not self._bids and isinstance(value, str):
                    raise ValueError
            except ValueError:
                raise Missing(NO_BID if self._bids else NO_COUNT, self.fields[seat]) from None
            found.append(value)
        return (found[0], found[1], found[2], found[3])


BIDS = T("Bid")
COUNTS = T("Tricks")
NO_BID = T("a bid is a number, N for nil or B for blind nil")
NO_COUNT = T("a number of tricks from 0 to 13 belongs here")


class NumberLine(QLineEdit):
    """A whole number, or nothing."""

    def __init__(self, value: int | None) -> None:
        super().__init__("" if value is None else number(value))
        self.setMaxLength(9)

    def number(self) -> int | None:
        """Raises `ValueError`."""
        text = self.text().strip().replace("\u2212", "-").replace("–", "-")
        return int(text) if text else None


class EntryEditor(QWidget):
    """The fields of one entry."""

    changed = Signal()

    def __init__(self, table: Table, entry: Amendable, words: Words) -> None:
        super().__init__()
        self._table = table
        self._entry = entry
        self._words = words
        self._reads: dict[str, Callable[[], Any]] = {}
        self._head: HeadEditor | None = None
        self._column = parts.column_of(self, spacing=12)
        if isinstance(entry, Setup):
            self._build_setup(entry)
        own = {field.name for field in declared(type(entry))}
        for name in (field.name for field in declared(type(entry))):
            if name in FIELD_NAMES and name in own:
                self._build(name, getattr(entry, name))

    def _build_setup(self, entry: Setup) -> None:
        head = self._table.match.head
        said = {
            name: getattr(entry, name)
            for name in Head.__struct_fields__
            if getattr(entry, name) is not UNSET
        }
        self._head = HeadEditor(self._words, self._table.match.library, self._table)
        self._head.fill(replace(head, **said))
        self._head.changed.connect(self.changed)
        self._column.addWidget(self._head)

    def _build(self, name: str, value: Any) -> None:
        words, head = self._words, self._table.match.head
        optional_number = type(self._entry).__name__ == "Renege" and name in ("tricks", "points")
        if name == "bids":
            self._four(name, BIDS, value)
        elif name == "tricks" and isinstance(value, tuple):
            self._four(name, COUNTS, value)
        elif name == "side":
            self._choice(name, [(side, short(team_name(head, side))) for side in range(2)], value)
        elif name == "seat":
            seats = [(seat, short(player_name(head, seat))) for seat in range(4)]
            if type(self._entry).__name__ != "Identity":
                seats.append((NOBODY, words("not said")))
            self._choice(name, seats, NOBODY if value is None else value)
        elif name in ("dealt", "ok"):
            self._choice(name, [(True, words("yes")), (False, words("no"))], value)
        elif name == "do":
            self._choice(name, [(do, words(text)) for do, text in DO.items()], value)
        elif optional_number or name == "seconds":
            self._optional(name, value)
        elif name in ("points", "bags"):
            box = Stepper(-1_000_000, 1_000_000, value)
            box.changed.connect(self.changed)
            self._add(name, box)
            self._reads[name] = lambda: box.value
        else:
            line = QLineEdit(value)
            line.setMaxLength(4000)
            line.textEdited.connect(lambda _text: self.changed.emit())
            self._add(name, line)
            self._reads[name] = lambda: line.text().strip()

    def _add(self, name: str, control: QWidget) -> parts.Field:
        field = parts.Field(self._words(TITLES[name]), control)
        self._column.addWidget(field)
        return field

    def _four(self, name: str, what: Text, value: tuple[Any, ...]) -> None:
        four = FourEditor(self._words, self._table.match.head, what, value)
        four.changed.connect(self.changed)
        self._column.addWidget(four)
        self._reads[name] = four.values

    def _choice(self, name: str, options: list[tuple[Any, str]], value: Any) -> None:
        choice: parts.Choice[Any] = parts.Choice(
            options,
            name=self._words(TITLES[name]),
            chosen=value,
            down=not beside([text for _value, text in options]),
        )
        choice.changed.connect(self.changed)
        self._add(name, choice)
        self._reads[name] = lambda: None if choice.value == NOBODY else choice.value

    def _optional(self, name: str, value: int | None) -> None:
        line = NumberLine(value)
        line.textEdited.connect(lambda _text: self.changed.emit())
        field = self._add(name, line)

        def read() -> int | None:
            field.mistake("")
            try:
                return line.number()
            except ValueError:
                raise Missing(T("a whole number belongs here, or nothing"), field) from None

        self._reads[name] = read

    def entry(self) -> Amendable:
        """The entry as the fields now have it; raises `Missing`."""
        values = {name: read() for name, read in self._reads.items()}
        if self._head is not None:
            values |= self._head.fields()
        return replace(self._entry, **values)


FIELD_NAMES = ("bids", *TITLES)
