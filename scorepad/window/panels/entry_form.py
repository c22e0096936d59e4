"""An entry's form is declared here from the fields of its kind, to record it and to correct it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields as struct_fields
from msgspec.structs import replace
from PySide6.QtWidgets import QLineEdit, QWidget

from scorepad.desk.table import Table
from scorepad.spades.entries import HEAD_FIELDS, Common, HeadChange
from scorepad.spades.entry_kinds import EntryField, EntryKind
from scorepad.spades.words import T, rule_file_text
from scorepad.window.panels.fields import (
    NOBODY,
    OTHER,
    can_fit_in_row,
    fill_with_reasons,
    make_side_choice,
)
from scorepad.window.panels.head_form import HeadChangesForm
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldSpec, Form, Row
from scorepad.window.widgets.inputs import (
    ChoiceButtons,
    ComboBox,
    NumberLine,
    Stepper,
    TextBox,
    line_edit,
)
from scorepad.window.wording.names import player_name, shorten_name


class EntryForm(Form):
    """A form has the fields of a kind of entry that are asked for when it is recorded; where the
    entry `now` is corrected, those that can be."""

    def __init__(
        self,
        table: Table,
        kind: EntryKind,
        now: Common | None = None,
        is_shown: Callable[[Form, str], bool] | None = None,
    ) -> None:
        """`is_shown` returns whether the field of this name is shown now; without it all are."""
        super().__init__(spacing=Gap.GROUPS, wraps=False)
        self._table = table
        self._now = now
        self._fields = {
            field.name: field
            for field in kind.fields
            if (field.label if now is None else field.title) is not None
        }
        self._optional = {
            field.encode_name for field in struct_fields(kind.entry) if field.default is None
        }
        specs = [self._spec(field, is_shown) for field in self._fields.values()]
        # Two numbers of a new entry are beside each other.
        pair = [spec for spec in specs if isinstance(spec.control, Stepper)]
        rows: list[Row] = [*specs]
        if now is None and len(pair) == 2 and theme.is_roomy():
            at = specs.index(pair[0])
            rows[at : at + 2] = [pair]
        reason, why = self._fields.get("why"), next((x for x in specs if x.key == "why"), None)
        if now is None and reason is not None and why is not None and reason.example is not None:
            usual = layouts.row(wraps=True)
            assert isinstance(why.control, QLineEdit)
            fill_with_reasons(usual, why.control, [reason.example])
            rows.insert(rows.index(why) + 1, layouts.row(usual, None))
        self.add_rows(*rows)
        self._side_offered: int | None = None
        self.field_changed.connect(self._name_players_of_hand)
        if self._asks_for_side_first:
            self.field_changed.connect(self._offer_players)

    # Declaring the fields.

    def _label(self, field: EntryField) -> str:
        label = field.label if self._now is None else field.title
        assert label is not None
        return str(label)

    def _spec(self, field: EntryField, is_shown: Callable[[Form, str], bool] | None) -> FieldSpec:
        control, recorded = self._control(field), self._now is None
        hint = str(field.help) if field.help is not None and recorded else ""
        if field.value == "ground" and not self._table.match.rules.deal.misdeals:
            hint = str(T("This rule set lists no reasons for a misdeal."))
        if field.name == "seat" and self._asks_for_side_first:
            is_shown = _is_side_chosen
        has_labels = isinstance(control, HeadChangesForm)
        return FieldSpec(
            field.name,
            None if has_labels else self._label(field),
            control,
            hint,
            missing=field.missing if recorded else None,
            shown=None if is_shown is None else lambda form: is_shown(form, field.name),
        )

    def _control(self, field: EntryField) -> QWidget:
        recorded = self._now is None
        value = getattr(self._now, field.name, None)
        if field.value == "head":
            return self._head_editor()
        if field.value == "side":
            both = next((str(text) for _none, text in field.choices), "")
            if both and self._now is not None and value is None:
                value = NOBODY
            return make_side_choice(self._table.match.head, value, both=both)
        if field.value == "from-hand":
            hands = ComboBox()
            hands.offer(self._hand_options(), self._first_hand)
            return hands
        if field.value == "hand-shown":
            return controls.label("", "strong", wrap=True)
        if field.value == "number":
            return self._number(field, value)
        if field.value == "text" and recorded:
            text = TextBox()
            text.setFixedHeight(theme.em(9.3))
            return text
        if field.value in ("line", "text"):
            example = ""
            if field.example is not None and recorded:
                example = str(T("e.g. {text}", text=field.example))
            return line_edit(example, value or "", 4000)
        return self._choice(field, value)

    def _number(self, field: EntryField, value: int | None) -> QWidget:
        recorded = self._now is None
        if recorded and field.usual is not None:
            value = field.usual(self._table.match.rules)
        elif field.name in self._optional:
            return NumberLine(value)
        step = field.step if recorded else 1
        return Stepper(field.least, field.most, value or 0, step=step)

    @property
    def _first_hand(self) -> int:
        match, entry_id = self._table.match, None if self._now is None else self._now.id
        hand = None if entry_id is None else match.hand_of(entry_id)
        return match.board.hand_from_which(None) if hand is None else hand.number

    def _hand_options(self) -> list[tuple[int, str]]:
        hands, first = self._table.match.board.hands, self._first_hand
        numbers = {first, *(hand.number for hand in hands)}
        return [(n, self._name_hand(n)) for n in sorted(numbers, reverse=True)]

    def _name_hand(self, number: int) -> str:
        board = self._table.match.board
        if number > len(board.hands):
            return str(T("hand {n}, next", n=number))
        if board.hand is not None and board.hand.number == number:
            return str(T("hand {n}, in progress", n=number))
        return str(T("hand {n}", n=number))

    def _bids_of_hand(self, number: int) -> str | None:
        if number == self._first_hand:
            return getattr(self._now, "bids", None)
        return self._table.match.board.hands[number - 1].bids_id

    def _name_players_of_hand(self, name: str) -> None:
        seat = self.controls.get("seat")
        if name == "bids" and isinstance(seat, ChoiceButtons):
            seat.offer(self.seat_options(), self.value("seat"))

    def show_hand(self, number: int) -> None:
        """Let the entry hold from this hand on, if it can name one."""
        if isinstance(hand := self.controls.get("bids"), ComboBox):
            hand.fill(number)

    def follow_match(self) -> None:
        """Offer the hands that there are now; the latest one stays chosen as the latest."""
        hand = self.controls.get("bids")
        if isinstance(hand, ComboBox) and self._now is None:
            chosen = None if hand.currentIndex() == 0 else hand.currentData()
            hand.offer(self._hand_options(), chosen)

    def _head_editor(self) -> HeadChangesForm:
        editor = HeadChangesForm(self._table.match.library, self._table)
        if isinstance(self._now, HeadChange):
            changes = {
                name: value
                for name in HEAD_FIELDS
                if (value := getattr(self._now, name)) is not UNSET
            }
            editor.show_head(replace(self._table.match.head, **changes))
        return editor

    def _choice(self, field: EntryField, value: Any) -> ChoiceButtons[Any]:
        recorded = self._now is None
        options: list[tuple[Any, str]]
        down = True
        if field.value == "seat":
            options = self.seat_options()
            sides = [self.seat_options(side) for side in range(2)]
            if self._asks_for_side_first:
                options = sides[0]
            # Wide enough for the names of either side.
            shown = sides if self._asks_for_side_first else [options]
            down = not all(can_fit_in_row([text for _seat, text in each]) for each in shown)
            value = NOBODY if value is None else value
        elif field.value == "ground":
            grounds = self._table.match.rules.deal.misdeals
            options = [(ground, str(rule_file_text(ground))) for ground in grounds]
            options.append((OTHER, str(T("another reason"))))
            value = None if grounds else OTHER
        elif field.value == "hand":
            options = [(NOBODY, "")]
        else:
            if field.value == "choice" or (recorded and field.choices):
                options = [(choice, str(text)) for choice, text in field.choices]
            else:
                options = [(True, str(T("yes"))), (False, str(T("no")))]
            down = not can_fit_in_row([text for _value, text in options])
        short = (field.short_label if recorded else None) or field.title
        name = self._label(field) if short is None else str(short)
        return ChoiceButtons(options, name=name, chosen=value, down=down)

    def seat_options(self, side: int | None = None) -> list[tuple[int, str]]:
        """Return the seats of a side (or all) with their players' names, and "not said"."""
        match, hand = self._table.match, None
        if self._now is not None and self._now.id is not None:
            hand = match.hand_of(self._now.id)
        if isinstance(chosen := self.controls.get("bids"), ComboBox):
            number = chosen.currentData()
            hand = next((each for each in match.board.hands if each.number == number), None)
        head = match.head_of_hand(hand)
        seats = range(4) if side is None else (side, side + 2)
        options = [(seat, shorten_name(player_name(head, seat))) for seat in seats]
        if "seat" in self._optional:
            options.append((NOBODY, str(T("not sure"))))
        return options

    @property
    def _asks_for_side_first(self) -> bool:
        return self._now is None and self._fields.keys() >= {"side", "seat"}

    def _offer_players(self, name: str) -> None:
        side: int | None = self.value("side")
        if name == "side" and side is not None and side != self._side_offered:
            self._side_offered = side
            seat = self.controls["seat"]
            assert isinstance(seat, ChoiceButtons)
            seat.offer(self.seat_options(side), NOBODY)

    # Input.

    def values(self, *, final: bool = True) -> dict[str, Any]:
        """Return the values of the entry's fields; raises `FieldRefused`."""
        values = super().values(final=final)
        values |= values.pop("head", {})
        for name, control in self.controls.items():
            if isinstance(control, ChoiceButtons) and values.get(name) == NOBODY:
                values[name] = None
            elif self._fields[name].value == "from-hand":
                values[name] = self._bids_of_hand(values[name])
        return values


def _is_side_chosen(form: Form, _name: str) -> bool:
    return form.value("side") is not None
