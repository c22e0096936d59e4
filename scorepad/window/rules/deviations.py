"""An agreed deviation changes a parameter of the rule set for one match.

The list of deviations is in the form of a new match and in the form of its setup.  It offers every
parameter that `spades.parameters` declares, so a new parameter needs no change here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from scorepad.spades import rule_labels
from scorepad.spades.parameters import parameter, parameters, value_at
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.rules import SECTIONS, RuleSet
from scorepad.spades.words import T
from scorepad.window.rules.parameter_control import (
    MISDEAL_DEADLINE,
    MISDEALS,
    parameter_field,
    section_and_parameter_text,
)
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import Form
from scorepad.window.widgets.inputs import ComboBox
from scorepad.window.widgets.row_menu import offer_row_menu

BLIND_NIL: Final = "bidding.blind_nil"


class DeviationsForm(Form):
    """The list of deviations, with a field for each, and a combo box that adds one.

    Where the rule set leaves blind nil to both teams, a button records that they agree to it.
    """

    def __init__(self) -> None:
        super().__init__(spacing=Gap.CONTROLS, separate=True, beside=(1, 1))
        self._rules: RuleSet | None = None
        self._rows: dict[str, QWidget] = {}
        self._blind_nil = controls.button(T("Blind nil (Double Nil)"), self.changed.emit)
        self._blind_nil.setCheckable(True)
        self._add = ComboBox()
        self._add.setAccessibleName(str(T("Add an exception")))
        self._add.activated.connect(self._add_chosen)
        self.add_rows(layouts.row(self._blind_nil, self._add, wraps=True))
        self._offer()

    def use_rules(self, rules: RuleSet) -> None:
        """Deviate from this rule set from now on; the deviations stay."""
        before, self._rules = self.typed(), rules
        if BLIND_NIL in self._rows or self._blind_nil.isChecked():
            self.fill(before)
        self._offer()

    def fill(self, typed: Any) -> None:
        """Replace the deviations by these, by section and parameter as a rule set file has them."""
        if not isinstance(typed, Mapping):
            return
        for path in list(self._rows):
            self._drop(path)
        self._blind_nil.setChecked(False)
        for known, value in rule_labels.list_agreed_parameters_and_values(typed):
            self._insert(known.path, value)
        self._offer()

    def typed(self) -> dict[str, dict[str, Any]]:
        """Return the deviations by section and parameter, as a rule set file has them."""
        sections: dict[str, dict[str, Any]] = {}
        for path, value in super().typed().items():
            section, _, name = path.partition(".")
            sections.setdefault(section, {}).update(value if path == MISDEALS else {name: value})
        if self._blind_nil.isChecked():
            sections.setdefault("bidding", {})["blind_nil"] = "yes"
        return sections

    def values(self, *, final: bool = True) -> dict[str, Any]:
        """Return the deviations; what a parameter may not have is refused where it is used."""
        return self.typed()

    def real_deviations(self) -> dict[str, dict[str, Any]]:
        """Return the deviations without those equal to the rule set."""
        plain = plain_rules(self._rules) if self._rules is not None else {}
        sections = {
            section: {
                name: value
                for name, value in table.items()
                if value != value_at(plain, f"{section}.{name}")
            }
            for section, table in self.typed().items()
        }
        return {section: table for section, table in sections.items() if table}

    def add_deviation(self, path: str, value: Any) -> None:
        """Add a deviation: this parameter gets this value."""
        self._insert(path, value)
        self._offer()
        self.focus(path)
        self.changed.emit()

    def _insert(self, path: str, value: Any) -> None:
        known = parameter(path)
        if known is None:
            return
        if path == BLIND_NIL and value == "yes" and self._leaves_blind_nil_open():
            self._blind_nil.setChecked(True)
            return
        if path == MISDEAL_DEADLINE:
            if MISDEALS not in self._rows:
                self._insert(MISDEALS, self._value_in_rules(MISDEALS))
            self._value_controls[MISDEALS].fill({known.name: value})
            return
        self._drop(path)
        spec = parameter_field(known, value)
        name = str(T("Remove: {what}", what=spec.label or ""))
        away = controls.button("✕", lambda: self.remove_deviation(path), kind="key", name=name)
        if path == MISDEALS:
            deadline = self._value_in_rules(MISDEAL_DEADLINE)
            spec.control.fill({"misdeal_deadline": deadline})  # type: ignore[union-attr]
        self._rows[path] = layouts.row((self.make_row(spec), 1), away, top=True)
        offer_row_menu(self._rows[path], lambda: (away,))
        self.column.insertWidget(self.column.count() - 1, self._rows[path])

    def remove_deviation(self, path: str) -> None:
        """Remove the deviation in this parameter."""
        self._drop(path)
        self._offer()
        self._add.setFocus()
        self.changed.emit()

    def _drop(self, path: str) -> None:
        row = self._rows.pop(path, None)
        self.remove(path)
        if row is not None:
            self.column.removeWidget(row)
            layouts.discard_widget(row)

    def _offer(self) -> None:
        options = [("", str(T("Add an exception…")))]
        shown = {
            *self._rows,
            MISDEAL_DEADLINE,
            *((BLIND_NIL,) if self._leaves_blind_nil_open() else ()),
        }
        offered = sorted(parameters(), key=lambda each: [*SECTIONS].index(each.section))
        options += [
            (each.path, section_and_parameter_text(each))
            for each in offered
            if each.path not in shown
        ]
        self._add.offer(options)
        self._blind_nil.setVisible(self._leaves_blind_nil_open() and BLIND_NIL not in self._rows)

    def _leaves_blind_nil_open(self) -> bool:
        return self._rules is not None and self._rules.bidding.blind_nil == "if-agreed"

    def _add_chosen(self, index: int) -> None:
        path = self._add.itemData(index)
        known = parameter(path) if path else None
        if known is None:
            return
        value = self._value_in_rules(path)
        self.add_deviation(path, known.default if value is None else value)

    def _value_in_rules(self, path: str) -> Any:
        return None if self._rules is None else value_at(plain_rules(self._rules), path)
