"""One parameter of a house rule set: its meaning, its control, what the original says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from scorepad.spades import rule_labels
from scorepad.spades.parameters import Parameter
from scorepad.spades.words import T, Words, authored
from scorepad.window import parts, rows, theme
from scorepad.window.deviations import ValueEditor

MOST = 500
"""So many characters a sentence has at the most, as a line to type in."""
DIFFERS = "≠ "
"""Stands before what the original says, wherever a value is not the original's."""


def as_written(shown: str, known: Iterable[str], words: Words) -> str:
    """What is shown in a field, as a rule set file has it.

    Fields show the texts of a rule set in the reader's language.  One that nobody touched is the
    original's still, in the original's words.
    """
    return next((each for each in known if words(authored(each)) == shown), shown)


class Items(QPlainTextEdit):
    """A list of texts of a rule set, one a line."""

    def __init__(self, items: Sequence[str], words: Words, *, name: str, help: str) -> None:
        super().__init__("\n".join(words(authored(item)) for item in items))
        self._known = tuple(items)
        self._words = words
        self.setAccessibleName(name)
        self.setAccessibleDescription(help)
        self.setTabChangesFocus(True)
        self.setFixedHeight(theme.px(24 * min(8, max(4, len(items) + 1)) + 20))

    def value(self) -> list[str]:
        """The texts, without empty lines; one that was left as it was, as the file has it."""
        lines = (line.strip() for line in self.toPlainText().splitlines())
        return [as_written(line, self._known, self._words) for line in lines if line]


class Sentence(QPlainTextEdit):
    """A text of one sentence or a few, on as many lines as it needs; Enter and what is pasted
    break none."""

    edited = Signal(str)
    """It reads this now."""

    def __init__(self, text: str, placeholder: str) -> None:
        super().__init__(text)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.textChanged.connect(self._changed)
        self._fit()

    def text(self) -> str:
        """What it reads."""
        return self.toPlainText()

    def _changed(self) -> None:
        self._fit()
        self.edited.emit(self.text())

    def _fit(self) -> None:
        """As high as what is written in it."""
        # The document's height is told in lines.
        lines = max(1, round(self.document().size().height()))
        around = round(2 * self.document().documentMargin()) + theme.px(2 * 8) + 4
        high = lines * self.fontMetrics().lineSpacing() + around
        self.setFixedHeight(max(theme.touch(), high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
            return
        more = bool(event.text()) and event.text().isprintable()
        if more and len(self.text()) >= MOST and not self.textCursor().hasSelection():
            event.accept()
            return
        super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.insertPlainText(" ".join(source.text().split())[: MOST - len(self.text())])


class ParameterField(QWidget):
    """A parameter with its meaning beside its control; below it what the original has."""

    changed = Signal()

    def __init__(
        self, of: Parameter, words: Words, value: Any, original: str, before: Any = None
    ) -> None:
        """`original` is the name of the rule set that this one was copied from ("" none),
        `before` its value."""
        super().__init__()
        self.of = of
        self._words = words
        self._original = original
        self._before = before
        title = words(rule_labels.label(of.path))
        meaning = words(of.meaning)
        text = QWidget()
        self._text_column = parts.column_of(text, spacing=0)
        self._text_column.addWidget(parts.label(title, "strong", wrap=True))
        if meaning.casefold() != title.casefold():
            said = parts.label(parts.sentence(meaning), "caption", wrap=True)
            self._text_column.addWidget(said)
        self._text_column.addStretch(1)
        self._mark = parts.label("", "caption", wrap=True)
        theme.restyle(self._mark, "tone", "warn")
        self._back = parts.button(
            words("Back"),
            self.back,
            kind="quiet",
            name=words("Back to the original: {what}", what=title),
        )
        self._changed_row = rows.weighted((self._mark, 1), (self._back, 0))
        self._changed_row.setVisible(False)
        self._mistake = parts.label("", "caption", wrap=True)
        theme.restyle(self._mistake, "tone", "bad")
        self._mistake.setVisible(False)
        self._right = QWidget()
        self._column = parts.column_of(self._right, spacing=2)
        self.editor: ValueEditor | Items
        self._build(value)
        self._column.addWidget(self._mistake)
        self._column.addWidget(self._changed_row)
        self._column.addStretch(1)
        column = parts.column_of(self, spacing=10)
        column.addWidget(parts.rule())
        column.addWidget(rows.weighted((text, 5), (self._right, 5), spacing=16))
        self.searched = f"{title} {meaning} {of.path}".casefold()

    def _build(self, value: Any) -> None:
        if self.of.shape == "texts":
            name = self._words(rule_labels.label(self.of.path))
            items = Items(value or (), self._words, name=name, help=self._words("One a line."))
            items.textChanged.connect(self.changed)
            self.editor = items
        else:
            editor = ValueEditor(self.of, self._words, value, usual=self._before)
            editor.changed.connect(self.changed)
            if editor.line is not None:
                editor.line.editingFinished.connect(self.changed)
            self.editor = editor
        self._column.insertWidget(0, self.editor)

    def value(self) -> Any:
        """What is typed or chosen, in the shape of a rule set file; None for "there is none"."""
        return self.editor.typed() if isinstance(self.editor, ValueEditor) else self.editor.value()

    def put(self, value: Any) -> None:
        """Show this value in place of the one there is."""
        focused: QWidget | None = self.focusWidget()
        had = focused is not None and self.editor.isAncestorOf(focused)
        self._column.removeWidget(self.editor)
        self.editor.hide()
        self.editor.deleteLater()
        self._build(value)
        if had:
            self.focus()
        self.changed.emit()

    def back(self) -> None:
        """The original's value again."""
        self.put(self._before)
        self.focus()

    def focus(self) -> None:
        """Put the cursor into the control."""
        tabbed = Qt.FocusPolicy.TabFocus
        inside = (each for each in self.editor.findChildren(QWidget) if each.accessibleName())
        target = next((each for each in inside if each.focusPolicy() & tabbed), self.editor)
        # As by Tab: its number is selected, for the next key to replace.
        target.setFocus(Qt.FocusReason.TabFocusReason)
        rows.bring_into_sight(self)

    def compare(self, before: Any, differs: bool) -> None:
        """Say what the original has, where this is something else."""
        self._before = before
        self._changed_row.setVisible(differs)
        if differs:
            value = rule_labels.value_text(before, self._words)
            self._mark.setText(
                DIFFERS + self._words(T("{name}: {value}", name=self._original, value=value))
            )

    def mistake(self, text: str) -> None:
        """Say what is wrong with the value ("" nothing)."""
        self._mistake.setText(parts.SIGNS["bad"] + parts.sentence(text) if text else "")
        self._mistake.setVisible(bool(text))
