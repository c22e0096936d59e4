"""An entry's form is laid out here from the fields of its kind, to record it and to correct it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields as declared
from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from scorepad.desk.table import Table
from scorepad.spades.entries import HEAD_FIELDS, Common, Identity, Renege, Setup, Tricks
from scorepad.spades.match import Match
from scorepad.spades.words import T, Words, authored_text
from scorepad.window.panels.fields import (
    ASKED,
    DO,
    NOBODY,
    NOT_YET,
    OTHER,
    TITLES,
    Ask,
    Missing,
    NumberLine,
    beside,
    fill,
    go_on_after_choices,
    listen,
    two_sides,
    typed_in,
)
from scorepad.window.panels.hand_boxes import BIDS, COUNTS, FourEditor
from scorepad.window.panels.head_editor import HeadEditor
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.inputs import Stepper, line_edit
from scorepad.window.wording.names import player_name, shorten_name

MOST = 1_000_000
"""The largest number of points or bags that can be typed, and the negative of the least."""


def nils_of_tricks(match: Match, entry_id: str) -> set[int]:
    """Return the seats that bid nil in the hand that these tricks belong to."""
    hand = match.hand_of(entry_id)
    return set() if hand is None else {n for n, nil in enumerate(hand.nils) if nil is not None}


class EntryForm(QWidget):
    """A form has the fields that `ASKED` lists for a kind of entry; where the entry `now` is
    corrected, all that it has.

    `controls` are what one types in, by the fields' names; `fields` are the labels round them.
    """

    changed = Signal()

    def __init__(
        self, table: Table, words: Words, kind: type[Common], now: Common | None = None
    ) -> None:
        super().__init__()
        self._table = table
        self._words = words
        self._now = now
        self._kind = kind
        self._not_asked: set[str] = set()
        self.controls: dict[str, QWidget] = {}
        self.fields: dict[str, controls.Field] = {}
        self._column = layouts.set_column(self, spacing=14 if now is None else 12)
        if now is None:
            for name, ask in ASKED[kind].items():
                self._add(name, ask)
        else:
            names = [field.name for field in declared(kind)]
            if kind is Setup:
                names.insert(0, "head")
            for name in names:
                if name in TITLES or name in ("bids", "head"):
                    self._add(name, Ask(TITLES.get(name, BIDS)))
        for control in self.controls.values():
            listen(control, self.changed.emit)
        go_on_after_choices([*self.controls.values()])

    # Making the controls.

    def _add(self, name: str, ask: Ask) -> None:
        control = self.controls[name] = self._control(name, ask)
        if isinstance(control, FourEditor | HeadEditor):
            self._column.addWidget(control)
            return
        words = self._words
        help_text = words(ask.help) if ask.help is not None else ""
        if name == "ground" and not self._table.match.rules.deal.misdeals:
            help_text = words("This rule set lists no grounds for a misdeal.")
        field = self.fields[name] = controls.Field(words(ask.label), control, help=help_text)
        number = self.fields.get("tricks" if name == "points" else "points")
        if (
            self._now is None
            and isinstance(control, Stepper)
            and number is not None
            and theme.is_roomy()
        ):
            # Two numbers stand beside each other, their tops level: one may have a line of help.
            both = ((number, 1), (field, 1))
            self._column.addWidget(layouts.row(*both, spacing=10, top=True))
        else:
            self._column.addWidget(field)

    def _control(self, name: str, ask: Ask) -> QWidget:
        words, now, recorded = self._words, self._now, self._now is None
        head, rules = self._table.match.head, self._table.match.rules
        value = getattr(now, name, None)
        if name == "head":
            return self._head_editor()
        if isinstance(value, tuple):
            return self._four(name, value)
        if name == "side":
            return two_sides(head, words, value)
        if name == "hand" and self._kind is Renege:
            return controls.label("", "strong", wrap=True)
        if name in ("ground", "hand", "seat", "dealt", "ok", "do"):
            return self._choice(name, ask, value)
        if name in ("tricks", "points") and self._kind is Renege and recorded:
            usual = rules.renege
            if name == "tricks":
                return Stepper(0, 13, usual.tricks)
            return Stepper(-MOST, MOST, usual.points, step=10)
        if name == "seconds" or (name in ("tricks", "points") and self._kind is Renege):
            return NumberLine(value)
        if name in ("points", "bags"):
            step = 10 if recorded and name == "points" else 1
            return Stepper(-MOST, MOST, value or 0, step=step)
        if name == "text" and recorded:
            text = QPlainTextEdit()
            text.setTabChangesFocus(True)
            text.setFixedHeight(theme.px(140))
            return text
        example = words("e.g. {text}", text=words(ask.example)) if ask.example is not None else ""
        line = line_edit(example, value or "")
        line.setMaxLength(4000)
        return line

    def _head_editor(self) -> HeadEditor:
        editor = HeadEditor(self._words, self._table.match.library, self._table)
        if isinstance(self._now, Setup):
            said = {
                name: given
                for name in HEAD_FIELDS
                if (given := getattr(self._now, name)) is not UNSET
            }
            editor.show_head(replace(self._table.match.head, **said))
        return editor

    def _four(self, name: str, value: tuple[Any, ...]) -> FourEditor:
        match = self._table.match
        by_side = match.rules.bidding.unit == "side"
        what = BIDS if name == "bids" else COUNTS
        four = FourEditor(self._words, match.head, what, value, by_side=by_side)
        if isinstance(self._now, Tricks):
            four.tell_nils(nils_of_tricks(match, str(self._now.id)))
        return four

    def _choice(self, name: str, ask: Ask, value: Any) -> inputs.Choice[Any]:
        words, recorded = self._words, self._now is None
        options: list[tuple[Any, str]]
        down = False
        if name == "seat":
            options = self.seats()
            sides = [self.seats(side) for side in range(2)]
            one_side = recorded and "side" in self.controls
            if one_side:
                options = sides[0]
            # Wide enough for the names of either side.
            shown = sides if one_side else [options]
            down = not all(beside([text for _seat, text in each]) for each in shown)
            value = NOBODY if value is None else value
        elif name == "ground":
            grounds = self._table.match.rules.deal.misdeals
            options = [(ground, words(authored_text(ground))) for ground in grounds]
            options.append((OTHER, words("another reason")))
            value, down = None if grounds else OTHER, True
        elif name == "hand":
            options, down = [(NOBODY, "")], True
        elif name == "do":
            options = [(do, words(text)) for do, text in DO.items()]
        elif recorded:
            options = [(False, words("No")), (True, words("Yes, cards are dealt"))]
        else:
            options = [(True, words("yes")), (False, words("no"))]
        if name in ("do", "ok", "dealt"):
            down = not beside([text for _value, text in options])
        called = words(ask.name or TITLES.get(name, ask.label))
        return inputs.Choice(options, name=called, chosen=value, down=down)

    def seats(self, side: int | None = None) -> list[tuple[int, str]]:
        """Return the seats of a side (or all) with their players' names, and "not said"."""
        head, words = self._table.match.head, self._words
        seats = range(4) if side is None else (side, side + 2)
        options = [(seat, shorten_name(player_name(head, seat, words))) for seat in seats]
        if self._kind is not Identity:
            options.append((NOBODY, words("not said")))
        return options

    def ask(self, name: str, asked: bool) -> None:
        """Show or hide a field; a hidden one adds nothing to the entry."""
        self.fields[name].setVisible(asked)
        (self._not_asked.discard if asked else self._not_asked.add)(name)
        # A form without fields takes no room.
        self.setVisible(len(self._not_asked) < len(self.controls))

    # What is typed.

    def value(self, name: str) -> Any:
        """Return what is typed or chosen in a field; None when nothing is."""
        return typed_in(self.controls[name])

    @property
    def text_field(self) -> QWidget | None:
        """The first field that is shown and takes any text."""
        shown = filter(QWidget.isVisible, self.controls.values())
        texts = (
            each
            for each in shown
            if isinstance(each, QLineEdit | QPlainTextEdit) and not isinstance(each, NumberLine)
        )
        return next(texts, None)

    @property
    def choices(self) -> list[str]:
        """The names of the fields in which something is chosen, not written."""
        return [name for name, each in self.controls.items() if isinstance(each, inputs.Choice)]

    def typed(self) -> dict[str, Any]:
        """Return what the fields say, for a draft."""
        return {name: typed_in(control) for name, control in self.controls.items()}

    def fill(self, typed: Mapping[str, Any]) -> None:
        """Put into the fields what `typed` returned."""
        for name, control in self.controls.items():
            if name in typed:
                fill(control, typed[name])

    def values(self, *, final: bool = True) -> dict[str, Any]:
        """Return the values of the entry's fields; raises `Missing`.  Unless they are `final`, a
        text that is not written yet reads `NOT_YET`."""
        self.hush()
        found: dict[str, Any] = {}
        for name, control in self.controls.items():
            if name in self._not_asked:
                continue
            if isinstance(control, HeadEditor):
                found |= (changes := control.changes())
                if self._now is None and not changes:
                    raise Missing(ASKED[Setup]["head"].missing or T(""))
            elif isinstance(control, FourEditor):
                found[name] = control.values()
            else:
                found[name] = self._value(name, control, final)
        return found

    def _value(self, name: str, control: QWidget, final: bool) -> Any:
        field = self.fields[name]
        if isinstance(control, NumberLine):
            try:
                return control.number()
            except ValueError:
                raise Missing(T("a whole number belongs here, or nothing"), field) from None
        value = typed_in(control)
        chosen = isinstance(control, inputs.Choice)
        if not chosen and isinstance(value, str):
            value = value.strip()
        missing = ASKED[self._kind][name].missing if self._now is None else None
        if missing is not None and (value is None if chosen else value == ""):
            if chosen or final:
                raise Missing(missing, field)
            return NOT_YET
        return None if chosen and value == NOBODY else value

    def hush(self) -> None:
        """Hide the messages about mistakes."""
        for control in self.controls.values():
            if isinstance(control, HeadEditor):
                control.hush()
        for field in self.fields.values():
            field.show_mistake("")
