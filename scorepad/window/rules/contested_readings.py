"""The contested rules of a rule set, each with the readings that can be chosen."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from scorepad.spades.contested import (
    ContestedReading,
    agreed_with_reading,
    contested_part,
    contested_readings,
    reading_sentences,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import rules_with_agreed_deviations
from scorepad.spades.rules import RuleInterpretation, RuleSet
from scorepad.spades.words import rule_file_text
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import ComboBox


class ContestedReadingsBox(QWidget):
    """Asks how each contested rule is read, and says what the chosen reading means.

    Its value is the agreed changes, by section and parameter as a rule set file has it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._column = layouts.set_column(self, spacing=Gap.CONTROLS)
        self._rules: RuleSet | None = None
        self._agreed: dict[str, Any] = {}
        self._choices: list[tuple[RuleInterpretation, ComboBox, QLabel]] = []

    @property
    def count(self) -> int:
        """The number of contested rules."""
        return len(self._choices)

    def use_rules(self, rules: RuleSet | None) -> None:
        """Ask about the contested rules of this rule set; the agreed changes are kept."""
        self._rules = rules
        layouts.clear_layout(self._column)
        self._choices = []
        for each in self._readings():
            self._add(each)

    def _readings(self) -> tuple[ContestedReading, ...]:
        if self._rules is None:
            return ()
        try:
            now = rules_with_agreed_deviations(self._rules, self._agreed)
        except Refused:
            return ()
        return contested_readings(self._rules, now)

    def _add(self, reading: ContestedReading) -> None:
        ruling = reading.ruling
        question = str(rule_file_text(ruling.question))
        options = ((at, str(text)) for at, text in enumerate(reading.readings))
        choice = ComboBox((at, controls.capitalize(text)) for at, text in options)
        choice.setAccessibleName(question)
        meaning = controls.label("", "caption", wrap=True)
        choice.fill(reading.chosen)
        choice.changed.connect(self._chosen)
        self._choices.append((ruling, choice, meaning))
        self._column.addWidget(
            layouts.column(controls.label(question, wrap=True), choice, meaning, spacing=Gap.LINES)
        )
        self._explain(ruling, choice, meaning)

    def _explain(self, ruling: RuleInterpretation, choice: ComboBox, meaning: QLabel) -> None:
        if self._rules is not None:
            sentences = reading_sentences(self._rules, ruling, choice.typed())
            meaning.setText(" ".join(map(str, sentences)))

    def _chosen(self) -> None:
        for each in self._choices:
            self._explain(*each)
        self._agreed = self.typed()
        self.changed.emit()

    def typed(self) -> dict[str, Any]:
        """Return the agreed changes with the chosen readings."""
        agreed = self._agreed
        for ruling, choice, _meaning in self._choices:
            agreed = agreed_with_reading(agreed, ruling, choice.typed())
        return agreed

    def chosen(self) -> dict[str, Any]:
        """Return the agreed changes to the contested rules shown."""
        return {} if self._rules is None else contested_part(self.typed(), self._rules)

    def fill(self, typed: Any) -> None:
        """Choose the readings that are agreed."""
        self._agreed = dict(typed or {})
        self.use_rules(self._rules)
