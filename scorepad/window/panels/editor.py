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
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from scorepad.desk.table import Table
from scorepad.spades.entries import Amendable, Head, Setup, Tricks
from scorepad.spades.match import Match
from scorepad.spades.words import T, Text, Words, number
from scorepad.window import parts
from scorepad.window.controls import Stepper
from scorepad.window.names import player_name, short, team_name
from scorepad.window.panels.boxes import BIDS, COUNTS, FourEditor
from scorepad.window.panels.form import NOBODY, Missing, beside
from scorepad.window.panels.setup import HeadEditor

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


def nils_of_tricks(match: Match, entry_id: str) -> set[int]:
    """The seats that bid nil in the hand that these tricks are of."""
    hand = match.hand_of(entry_id)
    return set() if hand is None else {n for n, nil in enumerate(hand.nils) if nil is not None}


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
            self._choice(
                name,
                [(side, short(team_name(head, side, self._words))) for side in range(2)],
                value,
            )
        elif name == "seat":
            seats = [(seat, short(player_name(head, seat, self._words))) for seat in range(4)]
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
        match = self._table.match
        by_side = match.rules.bidding.unit == "side"
        four = FourEditor(self._words, match.head, what, value, by_side=by_side)
        if isinstance(self._entry, Tricks):
            four.tell_nils(nils_of_tricks(match, str(self._entry.id)))
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
