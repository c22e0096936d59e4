"""The card of a rule set shows six facts for a glance, and all its rules in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtWidgets import QFrame, QWidget

from scorepad.spades.rule_texts import Chapter, brief_rule_facts, rule_chapters, source_line
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.density import Gap

COLUMNS: Final = 2


class FactGrid(QWidget):
    """A grid of facts, each a label over its value."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = layouts.set_grid(self, across=Gap.GROUPS, down=Gap.CONTROLS)

    def show_facts(self, shown: Sequence[tuple[Text, Text]]) -> None:
        """Replace the content by these."""
        layouts.clear_layout(self._grid)
        for number, (name, value) in enumerate(shown):
            texts = controls.label(name, "caption"), controls.label(value, "strong", wrap=True)
            box = layouts.column(*texts, spacing=Gap.NONE)
            self._grid.addWidget(box, *divmod(number, COLUMNS))
        for col in range(COLUMNS):
            self._grid.setColumnStretch(col, 1)


class ChapterColumn(QWidget):
    """A column of headings, each with its sentences below it."""

    def __init__(self) -> None:
        super().__init__()
        self._column = layouts.set_column(self, spacing=Gap.LINES)

    def show_chapters(self, chapters: Iterable[Chapter]) -> None:
        """Replace the content by these."""
        layouts.clear_layout(self._column)
        for number, (title, sentences) in enumerate(chapters):
            heading = controls.label(title, "strong")
            if number:
                layouts.set_margins(heading, (Gap.NONE, Gap.CONTROLS, Gap.NONE, Gap.NONE))
            self._column.addWidget(heading)
            # One label for all: a layout asks each that wraps for its height many times over.
            self._column.addWidget(controls.label("\n".join(map(str, sentences)), wrap=True))
        self._column.addStretch(1)


class RuleCard(QFrame):
    """A rule set's name, source, facts and sentences, beside the form in which it is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.setAccessibleName(str(T("The rule set at a glance")))
        self._name = controls.label("", "heading", wrap=True)
        self._source = controls.label("", "caption", wrap=True)
        self._facts = FactGrid()
        self._chapters = ChapterColumn()
        parts = self._name, self._source, self._facts, controls.separator(), self._chapters, None
        layouts.set_column(self, *parts, margin=Gap.GROUPS)

    def show_rules(self, rules: RuleSet) -> None:
        """Show this rule set, with the agreed deviations in it."""
        self._name.setText(rules.name)
        self._source.setText(source_line(rules))
        self._facts.show_facts(brief_rule_facts(rules))
        self._chapters.show_chapters(rule_chapters(rules))
