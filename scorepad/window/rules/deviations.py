"""An agreed deviation changes a parameter of the rule set for one match.

The list of deviations stands where a match is made and where its setup is changed.  It offers every
parameter that `spades.parameters` declares, so a new parameter needs no change here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from scorepad.spades import rule_labels
from scorepad.spades.parameters import Parameter, parameter, parameters, value_at
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.rules import MAX_AMOUNT, SECTIONS, RuleSet
from scorepad.spades.words import Words
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.inputs import ComboBox, Stepper

LADDER_STEPS = 3
"""The least number of offenses of a ladder that have a control here."""


class ValueEditor(QWidget):
    """The control for one parameter's value; the parameter's shape says which control it is."""

    changed = Signal()

    def __init__(self, of: Parameter, words: Words, value: Any, usual: Any = None) -> None:
        """`usual` is the number that is offered while the value is "there is none"."""
        super().__init__()
        self.of = of
        self._usual = usual
        self._words = words
        self._row = layouts.set_row(self, spacing=6)
        self._choices: list[tuple[QComboBox, list[Any]]] = []
        self._number: Stepper | None = None
        self._line: QLineEdit | None = None
        if of.shape == "integer":
            self._build_number(value)
        elif of.shape in ("choice", "yes-no"):
            values: list[Any] = [True, False] if of.shape == "yes-no" else list(of.choices)
            self._add_choice(values, value, 0)
        elif of.shape == "choices":
            steps = list(value or ())
            for step in range(max(LADDER_STEPS, len(steps))):
                self._add_choice(
                    [None, *of.choices], steps[step] if step < len(steps) else None, step + 1
                )
        else:
            separator = ", " if of.shape == "integers" else "; "
            self._line = QLineEdit(separator.join(str(item) for item in value or ()))
            self._name(self._line)
            self._line.textEdited.connect(lambda _text: self.changed.emit())
            self._row.addWidget(self._line)

    def _name(self, control: QWidget, step: int = 0) -> None:
        name = self._words(rule_labels.parameter_label(self.of.path))
        if step:
            name = self._words("{name}, offense {n}", name=name, n=step)
        control.setAccessibleName(name)
        control.setAccessibleDescription(self._words(self.of.meaning))

    def _build_number(self, value: Any) -> None:
        least = self.of.least if self.of.least is not None else -MAX_AMOUNT
        most = self.of.most if self.of.most is not None else MAX_AMOUNT
        near = self._usual if isinstance(self._usual, int) else min(max(0, least), most)
        shown = value if isinstance(value, int) else near
        # A 0 that is out of bounds stays, so that the page can say so; it does not become a 1.
        self._number = Stepper(least, most, shown, corrects=False)
        self._name(self._number)
        self._number.changed.connect(self.changed)
        self._number.line.textEdited.connect(lambda _text: self.changed.emit())
        self._row.addWidget(self._number, 1)
        if self.of.optional:
            self._add_choice([True, False], value is not None, 0)
            combo = self._choices[-1][0]
            combo.setItemText(0, self._words("set to"))
            combo.setItemText(1, self._words(rule_labels.NONE))
            self._row.removeWidget(combo)
            self._row.insertWidget(0, combo, 1)
            self._number.setEnabled(value is not None)
            number = self._number
            combo.currentIndexChanged.connect(lambda index: number.setEnabled(index == 0))

    def _add_choice(self, values: list[Any], value: Any, step: int) -> None:
        combo = ComboBox()
        for item in values:
            combo.addItem("–" if item is None else rule_labels.format_value(item, self._words))
        combo.setCurrentIndex(values.index(value) if value in values else 0)
        self._name(combo, step)
        combo.currentIndexChanged.connect(lambda _index: self.changed.emit())
        self._choices.append((combo, values))
        self._row.addWidget(combo, 1)

    def typed(self) -> Any:
        """Return what is typed now, also where the parameter may not have this value."""
        number = self._number
        if number is None or self.value() is None:
            return self.value()
        digits = number.line.text().replace("\u2212", "-")
        return int(digits) if digits.removeprefix("-").isdigit() else digits

    @property
    def line(self) -> QLineEdit | None:
        """The line in which a number or a list is typed; None where there is none."""
        return self._number.line if self._number is not None else self._line

    def value(self) -> Any:
        """Return the value as a rule set file has it; None for "there is none".

        A list that cannot be read is returned as the text that was typed; the reader of rule sets
        then refuses it with its own sentence.
        """
        if self._number is not None:
            if self._choices and self._choices[0][0].currentIndex() == 1:
                return None
            return self._number.value
        if self._line is not None:
            text = self._line.text()
            if self.of.shape == "texts":
                return [item.strip() for item in text.split(";") if item.strip()]
            items = [item.strip() for item in text.split(",") if item.strip()]
            return (
                [int(item) for item in items]
                if all(item.isascii() and item.isdigit() for item in items)
                else text
            )
        picked = [values[combo.currentIndex()] for combo, values in self._choices]
        if self.of.shape == "choices":
            return [item for item in picked if item is not None]
        return picked[0]


class Deviations(QWidget):
    """The list of deviations, with a control for each, and a combo box that adds one."""

    changed = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._rules: RuleSet | None = None
        self._editors: dict[str, ValueEditor] = {}
        self._rows: dict[str, QWidget] = {}
        column = layouts.set_column(self)
        self._list = QVBoxLayout()
        column.addLayout(self._list)
        self._quick = controls.button(
            words("Both teams agree to blind nil (Double Nil)"),
            lambda: self.put("bidding.blind_nil", "yes"),
        )
        self._add = ComboBox()
        self._add.setAccessibleName(words("Add a deviation"))
        self._add.activated.connect(self._chosen)
        column.addWidget(layouts.row(self._quick, self._add))
        self.mistake = controls.MessageLabel()
        column.addWidget(self.mistake)
        self._offer()

    def use(self, rules: RuleSet) -> None:
        """Deviate from this rule set from now on; the deviations stay."""
        self._rules = rules
        self._offer()

    def fill(self, agreed: Mapping[str, Any]) -> None:
        """Replace the deviations by these."""
        for path in list(self._editors):
            self._drop(path)
        for known, value in rule_labels.deviations(agreed):
            self._put(known.path, value)
        self._offer()

    def agreed(self) -> dict[str, dict[str, Any]]:
        """Return the deviations by section and parameter, as a rule set file has them."""
        found: dict[str, dict[str, Any]] = {}
        for path, editor in self._editors.items():
            section, _, name = path.partition(".")
            found.setdefault(section, {})[name] = editor.typed()
        return found

    def put(self, path: str, value: Any) -> None:
        """Add a deviation: this parameter gets this value."""
        self._put(path, value)
        self._offer()
        self._editors[path].setFocus()
        self.changed.emit()

    def _put(self, path: str, value: Any) -> None:
        known = parameter(path)
        if known is None:
            return
        self._drop(path)
        words = self._words
        editor = ValueEditor(known, words, value)
        editor.changed.connect(self.changed)
        title = words(rule_labels.parameter_label(path))
        named = controls.label(title, "strong", wrap=True)
        named.setToolTip(words(known.meaning))
        help_ = controls.label(words(known.meaning), "caption", wrap=True)
        text = layouts.column(named, help_, spacing=0)
        away = controls.button(
            "✕", lambda: self.take(path), kind="key", name=words("Remove: {what}", what=title)
        )
        row = layouts.row((text, 1), (editor, 1), away)
        self._editors[path] = editor
        self._rows[path] = row
        self._list.addWidget(row)

    def take(self, path: str) -> None:
        """Remove the deviation in this parameter."""
        self._drop(path)
        self._offer()
        self._add.setFocus()
        self.changed.emit()

    def _drop(self, path: str) -> None:
        row = self._rows.pop(path, None)
        self._editors.pop(path, None)
        if row is not None:
            self._list.removeWidget(row)
            layouts.discard_widget(row)

    def _offer(self) -> None:
        words = self._words
        blocker = QSignalBlocker(self._add)
        self._add.clear()
        self._add.addItem(words("Add a deviation…"), None)
        for section in SECTIONS:
            for each in parameters():
                if each.section == section and each.path not in self._editors:
                    text = words(
                        "{section} · {name}",
                        section=rule_labels.SECTION_LABELS[section],
                        name=rule_labels.parameter_label(each.path),
                    )
                    self._add.addItem(text, each.path)
        blocker.unblock()
        rules = self._rules
        self._quick.setVisible(
            rules is not None
            and rules.bidding.blind_nil == "if-agreed"
            and "bidding.blind_nil" not in self._editors
        )

    def _chosen(self, index: int) -> None:
        path = self._add.itemData(index)
        if not path:
            return
        known = parameter(path)
        value = value_at(plain_rules(self._rules), path) if self._rules is not None else None
        if value is None and known is not None:
            value = known.default
        self.put(path, value)
