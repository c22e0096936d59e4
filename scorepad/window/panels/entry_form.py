"""An entry's form is declared here from the fields of its kind, to record it and to correct it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields as declared
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from scorepad.desk.table import Table
from scorepad.spades.entries import HEAD_FIELDS, Common, HeadChange, IdentityCheck, Renege, Tricks
from scorepad.spades.match import Match
from scorepad.spades.words import T, rule_file_text
from scorepad.window.panels.fields import (
    DO,
    FIELD_TEXTS,
    NOBODY,
    OTHER,
    TITLES,
    FieldTexts,
    can_fit_in_row,
    make_side_choice,
)
from scorepad.window.panels.hand_boxes import BIDS, COUNTS, FourSeatNumberEditor
from scorepad.window.panels.head_form import HeadChangesForm
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldSpec, Form, Row
from scorepad.window.widgets.inputs import ChoiceButtons, NumberLine, Stepper, TextBox, line_edit
from scorepad.window.wording.names import player_name, shorten_name

MAX_POINTS = 1_000_000
"""The largest number of points or bags that can be typed, and the negative of the least."""


def nils_of_tricks(match: Match, entry_id: str) -> set[int]:
    """Return the seats that bid nil in the hand that these tricks belong to."""
    hand = match.hand_of(entry_id)
    return set() if hand is None else {n for n, nil in enumerate(hand.nils) if nil is not None}


class EntryForm(Form):
    """A form has the fields that `FIELD_TEXTS` lists for a kind of entry; where the entry `now` is
    corrected, all that it has."""

    def __init__(
        self,
        table: Table,
        kind: type[Common],
        now: Common | None = None,
        is_shown: Callable[[Form, str], bool] | None = None,
    ) -> None:
        """`is_shown` returns whether the field of this name is shown now; without it all are."""
        super().__init__(spacing=Gap.GROUPS, wraps=False)
        self._table = table
        self._now = now
        self._kind = kind
        texts_by_field = dict(FIELD_TEXTS[kind]) if now is None else {}
        if now is not None:
            names = ["head"] if kind is HeadChange else []
            names += [field.name for field in declared(kind)]
            known = (*TITLES, "bids", "head")
            texts_by_field = {
                name: FieldTexts(TITLES.get(name, BIDS)) for name in names if name in known
            }
        specs = [self._spec(name, texts, is_shown) for name, texts in texts_by_field.items()]
        # Two numbers of a new entry stand beside each other.
        pair = [spec for spec in specs if isinstance(spec.control, Stepper)]
        rows: list[Row] = [*specs]
        if now is None and len(pair) == 2 and theme.is_roomy():
            at = specs.index(pair[0])
            rows[at : at + 2] = [pair]
        self.add_rows(*rows)

    # Declaring the fields.

    def _spec(
        self, name: str, texts: FieldTexts, is_shown: Callable[[Form, str], bool] | None
    ) -> FieldSpec:
        control = self._control(name, texts)
        hint = str(texts.help) if texts.help is not None else ""
        if name == "ground" and not self._table.match.rules.deal.misdeals:
            hint = str(T("This rule set lists no reasons for a misdeal."))
        return FieldSpec(
            name,
            None
            if isinstance(control, FourSeatNumberEditor | HeadChangesForm)
            else str(texts.label),
            control,
            hint,
            missing=texts.missing,
            shown=None if is_shown is None else lambda form: is_shown(form, name),
        )

    def _control(self, name: str, texts: FieldTexts) -> QWidget:
        now, recorded = self._now, self._now is None
        head, rules = self._table.match.head, self._table.match.rules
        value = getattr(now, name, None)
        if name == "head":
            return self._head_editor()
        if isinstance(value, tuple):
            return self._four(name, value)
        if name == "side":
            return make_side_choice(head, value)
        if name == "hand" and self._kind is Renege:
            return controls.label("", "strong", wrap=True)
        if name in ("ground", "hand", "seat", "dealt", "ok", "do"):
            return self._choice(name, texts, value)
        if name in ("tricks", "points") and self._kind is Renege and recorded:
            usual = rules.renege
            if name == "tricks":
                return Stepper(0, 13, usual.tricks)
            return Stepper(-MAX_POINTS, MAX_POINTS, usual.points, step=10)
        if name == "seconds" or (name in ("tricks", "points") and self._kind is Renege):
            return NumberLine(value)
        if name in ("points", "bags"):
            step = 10 if recorded and name == "points" else 1
            return Stepper(-MAX_POINTS, MAX_POINTS, value or 0, step=step)
        if name == "text" and recorded:
            text = TextBox()
            text.setFixedHeight(theme.em(9.3))
            return text
        example = str(T("e.g. {text}", text=texts.example)) if texts.example is not None else ""
        return line_edit(example, value or "", 4000)

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

    def _four(self, name: str, value: tuple[Any, ...]) -> FourSeatNumberEditor:
        match = self._table.match
        by_side = match.rules.bidding.unit == "side"
        what = BIDS if name == "bids" else COUNTS
        four = FourSeatNumberEditor(match.head, what, value, by_side=by_side)
        if isinstance(self._now, Tricks):
            four.count_nils_apart(nils_of_tricks(match, str(self._now.id)))
        return four

    def _choice(self, name: str, texts: FieldTexts, value: Any) -> ChoiceButtons[Any]:
        recorded = self._now is None
        options: list[tuple[Any, str]]
        down = False
        if name == "seat":
            options = self.seat_options()
            sides = [self.seat_options(side) for side in range(2)]
            one_side = recorded and "side" in FIELD_TEXTS[self._kind]
            if one_side:
                options = sides[0]
            # Wide enough for the names of either side.
            shown = sides if one_side else [options]
            down = not all(can_fit_in_row([text for _seat, text in each]) for each in shown)
            value = NOBODY if value is None else value
        elif name == "ground":
            grounds = self._table.match.rules.deal.misdeals
            options = [(ground, str(rule_file_text(ground))) for ground in grounds]
            options.append((OTHER, str(T("another reason"))))
            value, down = None if grounds else OTHER, True
        elif name == "hand":
            options, down = [(NOBODY, "")], True
        elif name == "do":
            options = [(do, str(text)) for do, text in DO.items()]
        elif recorded:
            options = [(False, str(T("No"))), (True, str(T("Yes, cards are dealt")))]
        else:
            options = [(True, str(T("yes"))), (False, str(T("no")))]
        if name in ("do", "ok", "dealt"):
            down = not can_fit_in_row([text for _value, text in options])
        name_shown = str(texts.name or TITLES.get(name, texts.label))
        return ChoiceButtons(options, name=name_shown, chosen=value, down=down)

    def seat_options(self, side: int | None = None) -> list[tuple[int, str]]:
        """Return the seats of a side (or all) with their players' names, and "not said"."""
        head = self._table.match.head
        seats = range(4) if side is None else (side, side + 2)
        options = [(seat, shorten_name(player_name(head, seat))) for seat in seats]
        if self._kind is not IdentityCheck:
            options.append((NOBODY, str(T("not said"))))
        return options

    # What is typed.

    def values(self, *, final: bool = True) -> dict[str, Any]:
        """Return the values of the entry's fields; raises `FieldRefused`."""
        values = super().values(final=final)
        values |= values.pop("head", {})
        for name, control in self.controls.items():
            if isinstance(control, ChoiceButtons) and values.get(name) == NOBODY:
                values[name] = None
        return values
