"""A rule set shown: six facts at one look, and every chapter in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from scorepad.spades.rules import RuleSet
from scorepad.spades.words import Text, Words
from scorepad.window import parts, theme
from scorepad.window.rule_words import Chapter, facts, in_words, source_line


class FactGrid(QWidget):
    """Label over value, two or three to a row."""

    def __init__(self, words: Words, *, columns: int = 2) -> None:
        super().__init__()
        self._words = words
        self._columns = columns
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.px(16))
        self._grid.setVerticalSpacing(theme.px(10))

    def show_facts(self, shown: Sequence[tuple[Text, Text]]) -> None:
        """Show these in place of the ones there were."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                parts.discard(widget)
        for number, (name, value) in enumerate(shown):
            box = QWidget()
            column = parts.column_of(box, spacing=0)
            column.addWidget(parts.label(self._words(name), "caption"))
            column.addWidget(parts.label(self._words(value), "strong", wrap=True))
            self._grid.addWidget(box, number // self._columns, number % self._columns)
        for col in range(self._columns):
            self._grid.setColumnStretch(col, 1)


class Chapters(QWidget):
    """Headings with their sentences, one below the other."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._column = parts.column_of(self, spacing=4)

    def show_chapters(self, chapters: Iterable[Chapter]) -> None:
        """Show these in place of the ones there were."""
        parts.clear(self._column)
        for number, (title, sentences) in enumerate(chapters):
            heading = parts.label(self._words(title), "strong")
            if number:
                heading.setContentsMargins(0, theme.px(10), 0, 0)
            self._column.addWidget(heading)
            for sentence in sentences:
                self._column.addWidget(parts.label(self._words(sentence), wrap=True))
        self._column.addStretch(1)


class RuleCard(QFrame):
    """A rule set beside the form in which it is chosen."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.setProperty("kind", "card")
        self.setAccessibleName(words("The rule set at a glance"))
        column = parts.column_of(self, spacing=10, margin=theme.px(18))
        self._name = parts.label("", "heading", wrap=True)
        self._source = parts.label("", "caption", wrap=True)
        self._facts = FactGrid(words)
        self._chapters = Chapters(words)
        for widget in (self._name, self._source, self._facts, parts.rule(), self._chapters):
            column.addWidget(widget)
        column.addStretch(1)

    def show_rules(self, rules: RuleSet) -> None:
        """Show this rule set (with what is agreed, if anything)."""
        self._name.setText(rules.name)
        self._source.setText(source_line(rules, self._words))
        self._facts.show_facts(facts(rules))
        self._chapters.show_chapters(in_words(rules))
