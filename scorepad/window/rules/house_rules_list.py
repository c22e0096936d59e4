"""The list of the rule sets shows the house's own first, then those that ship."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QListWidgetItem

from scorepad.desk.houserules import HouseRules
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import changed_lists, changed_parameters, plain_rules
from scorepad.spades.rules import PRESETS
from scorepad.spades.words import N, Words
from scorepad.window.widgets import controls
from scorepad.window.widgets.two_line_list import TWO_LINES, TwoLineList, TwoLineText


class RuleSetList(TwoLineList):
    """A row for each rule set, with its name and the rule set that it is a copy of."""

    def __init__(self, house: HouseRules, words: Words) -> None:
        super().__init__()
        self._house = house
        self._words = words
        self.setAccessibleName(words("Rule sets"))

    def fill(self, choose: str) -> None:
        """Show the rule sets as they are now, and select one by its id."""
        blocker = QSignalBlocker(self)
        self.clear()
        house = self._house
        for rules_id in (*house.ids(), *(each for each in PRESETS if each in house.library.ids())):
            text = self._text(rules_id)
            item = QListWidgetItem(text.title)
            item.setData(Qt.ItemDataRole.UserRole, rules_id)
            item.setData(TWO_LINES, text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text.title}, {text.below}")
            self.addItem(item)
            if rules_id == choose:
                self.setCurrentItem(item)
        if self.currentRow() < 0:
            self.setCurrentRow(0)
        blocker.unblock()

    @property
    def chosen(self) -> str:
        """The id of the selected rule set; "" where none is."""
        row = self.currentRow()
        return "" if row < 0 else str(self.item(row).data(Qt.ItemDataRole.UserRole))

    def choose(self, rules_id: str) -> None:
        """Select a rule set by its id."""
        for row in range(self.count()):
            if self.item(row).data(Qt.ItemDataRole.UserRole) == rules_id:
                self.setCurrentRow(row)

    def _text(self, rules_id: str) -> TwoLineText:
        words, house = self._words, self._house
        try:
            rules = house.library.get(rules_id)
        except Refused as refused:
            below = controls.SIGNS["bad"] + words(refused.text)
            return TwoLineText(rules_id, below, dimmed=True)
        if rules_id in PRESETS:
            return TwoLineText(rules.name, words("ships with Scorepad"))
        base = house.original(rules_id)
        if not base:
            return TwoLineText(rules.name, words("stands on its own"))
        original = house.library.get(base)
        ours, theirs = plain_rules(rules), plain_rules(original)
        count = len(changed_parameters(ours, theirs)) + len(changed_lists(ours, theirs))
        says = N("{name}, {n} difference", "{name}, {n} differences", count, name=original.name)
        return TwoLineText(rules.name, words("a copy of {what}", what=says))
