"""The rule sets at hand as a list: the house's own, then those that ship."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from scorepad.desk.houserules import HouseRules
from scorepad.spades.refusal import Refused
from scorepad.spades.rulechange import changed, changed_lists
from scorepad.spades.rulefile import plain
from scorepad.spades.rules import PRESETS
from scorepad.spades.words import N, Words
from scorepad.window import parts
from scorepad.window.two_lines import LOOK, Look, TwoLines
from scorepad.window.whole_rows import WholeRows


class RuleSetList(QListWidget):
    """A line for each rule set: its name, and what it is a copy of."""

    def __init__(self, house: HouseRules, words: Words) -> None:
        super().__init__()
        self._house = house
        self._words = words
        self.setAccessibleName(words("Rule sets"))
        lines = TwoLines(self)
        self.setItemDelegate(lines)
        WholeRows(self, lines)

    def fill(self, choose: str) -> None:
        """Show the rule sets as they are now, and choose one by its id."""
        blocker = QSignalBlocker(self)
        self.clear()
        house = self._house
        for rules_id in (*house.ids(), *(each for each in PRESETS if each in house.library.ids())):
            look = self._look(rules_id)
            item = QListWidgetItem(look.title)
            item.setData(Qt.ItemDataRole.UserRole, rules_id)
            item.setData(LOOK, look)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{look.title}, {look.below}")
            self.addItem(item)
            if rules_id == choose:
                self.setCurrentItem(item)
        if self.currentRow() < 0:
            self.setCurrentRow(0)
        blocker.unblock()

    @property
    def chosen(self) -> str:
        """The id of the rule set that is chosen; "" none."""
        row = self.currentRow()
        return "" if row < 0 else str(self.item(row).data(Qt.ItemDataRole.UserRole))

    def choose(self, rules_id: str) -> None:
        """Choose a rule set by its id."""
        for row in range(self.count()):
            if self.item(row).data(Qt.ItemDataRole.UserRole) == rules_id:
                self.setCurrentRow(row)

    def _look(self, rules_id: str) -> Look:
        words, house = self._words, self._house
        try:
            rules = house.library.get(rules_id)
        except Refused as refused:
            below = parts.SIGNS["bad"] + words(refused.text)
            return Look(rules_id, below, dimmed=True)
        if rules_id in PRESETS:
            return Look(rules.name, words("ships with Scorepad"))
        base = house.original(rules_id)
        if not base:
            return Look(rules.name, words("stands on its own"))
        original = house.library.get(base)
        ours, theirs = plain(rules), plain(original)
        count = len(changed(ours, theirs)) + len(changed_lists(ours, theirs))
        says = N("{name}, {n} difference", "{name}, {n} differences", count, name=original.name)
        return Look(rules.name, words("a copy of {what}", what=says))
