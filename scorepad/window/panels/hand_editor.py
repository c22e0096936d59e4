"""One hand's bids and tricks are corrected seat by seat."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from scorepad.desk.table import Table
from scorepad.spades.board import Hand
from scorepad.spades.entries import Amend, Bids, Entry, Tricks
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.panels.correction_form import CorrectionForm, apply_entries
from scorepad.window.panels.difference import TotalsChangeLine
from scorepad.window.panels.hand_boxes import BIDS, COUNTS, FourSeatNumberEditor, make_sides_row
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldRefused, FieldSpec
from scorepad.window.wording.names import player_name, team_name


class HandEditor(CorrectionForm):
    """This form has one hand's bids and tricks, seat by seat, and the reason below."""

    overridable = True

    def __init__(self, table: Table, hand: Hand, totals: TotalsChangeLine) -> None:
        super().__init__(table, totals)
        match = table.match
        bids = match.counting_entry(hand.bids_id)
        assert isinstance(bids, Bids)
        self._bids = bids
        self._tricks: Tricks | None = None
        for entry_id in hand.entries:
            entry = match.counting_entry(entry_id)
            if isinstance(entry, Tricks):
                self._tricks = entry
        by_side = match.rules.bidding.unit == "side"
        self._head = head = match.head_of_hand(hand)
        self.bids = FourSeatNumberEditor(head, BIDS, bids.by_seat, by_side=by_side, in_row=True)
        self.bids.changed.connect(self._name)
        self.tricks: FourSeatNumberEditor | None = None
        if self._tricks is not None:
            self.tricks = FourSeatNumberEditor(head, COUNTS, self._tricks.tricks, in_row=True)
            self.tricks.count_nils_apart(self.bids.nils())
            self.tricks.changed.connect(self._name)
        self._four = [self.bids, *([] if self.tricks is None else [self.tricks])]
        self.column.insertWidget(0, self._grid())
        # Rarely pressed, and a nil that is typed parts a side's number by itself.
        self.column.addWidget(self._turns)
        keys = str(T("T J Q K: 10 to 13 · N: nil · B: blind nil · empty: the partner's number"))
        self.column.addWidget(controls.label(keys, "caption", wrap=True))
        for line in self.bids.lines:
            line.setToolTip(keys)
            line.setAccessibleDescription(keys)

    def _grid(self) -> QWidget:
        """Return the columns, one for each player or for a side with one number: names, bids and
        tricks; and make the buttons between one number and two."""
        grid = QWidget()
        column = layouts.set_column(grid)
        wide = max(each.head.sizeHint().width() for each in self._four)
        self._names = [controls.ElidedLabel("label") for _seat in range(4)]
        pairs, turns = [], []
        for side in (0, 1):
            pair = QWidget()
            row = layouts.set_row(pair)
            for seat in (side, side + 2):
                row.addWidget(self._names[seat], 1)
            pairs.append(pair)
            turn = QWidget()
            layouts.set_column(turn, spacing=Gap.NONE).addWidget(self.bids.turns[side])
            turns.append(turn)
        heads = [controls.label(""), *(each.head for each in self._four), controls.label("")]
        for head in heads:
            head.setFixedWidth(wide)
        column.addWidget(make_sides_row(heads[0], pairs))
        for name, each in zip(("bids", "tricks"), self._four, strict=False):
            column.addWidget(self.make_row(FieldSpec(name, None, each)))
        self._turns = make_sides_row(heads[-1], turns)
        self._name()
        return grid

    def _name(self) -> None:
        """Show whose numbers stand in each column."""
        if self.tricks is not None:
            self.tricks.count_nils_apart(self.bids.nils())
        head = self._head
        for side in (0, 1):
            alone = all(each.has_one_box(side) for each in self._four)
            for seat in (side, side + 2):
                name = team_name(head, side) if alone else player_name(head, seat)
                self._names[seat].setText(name)
                self._names[seat].setVisible(not alone or seat == side)
        self._turns.setVisible(not all(turn.isHidden() for turn in self.bids.turns))

    @property
    def has_changes(self) -> bool:
        """Whether bids or tricks are typed that would be lost."""
        try:
            return bool(self._amends("", ""))
        except Refused:
            return True

    def _amends(self, why: str, override: str) -> list[Entry]:
        amends: list[Entry] = []
        bids = replace(self._bids, bids=self.bids.values())
        if bids != self._bids:
            amends.append(
                Amend(
                    entry=str(self._bids.id),
                    to=bids,
                    why=why,
                    override=override or self._bids.override,
                )
            )
        if self._tricks is not None and self.tricks is not None:
            tricks = replace(self._tricks, tricks=self.tricks.values())
            if tricks != self._tricks:
                amends.append(Amend(entry=str(self._tricks.id), to=tricks, why=why))
        return amends

    def make_entries(self, why: str, override: str) -> Sequence[Entry]:
        amends = self._amends(why, override)
        if not amends:
            raise FieldRefused(T("Nothing is changed yet."))
        try:
            apply_entries(self._table.match, amends)
        except Refused:
            # A new nil needs its tricks counted apart first; a nil taken away, the bids first.
            apply_entries(self._table.match, amends[::-1])
            return amends[::-1]
        return amends
