"""A parameter's field has its meaning, its control, and the original's value where that differs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from scorepad.spades import rule_labels
from scorepad.spades.parameters import Parameter
from scorepad.spades.words import T, Words, authored_text
from scorepad.window.rules.deviations import ValueEditor
from scorepad.window.widgets import controls, layouts, scrolling, theme

MOST = 500
"""The most characters of a sentence, as of a line to type in."""
DIFFERS = "≠ "
"""The sign before the original's value, where the two differ."""


def as_in_file(shown: str, known: Iterable[str], words: Words) -> str:
    """Return a text of a field as the rule set file has it.

    A field shows the texts of a rule set in the reader's language.  A text that nobody has changed
    goes back into the file in the file's own language.
    """
    return next((each for each in known if words(authored_text(each)) == shown), shown)


class TextList(QPlainTextEdit):
    """A text field for a rule set's list of texts, one a line."""

    def __init__(self, items: Sequence[str], words: Words, *, name: str, help: str) -> None:
        super().__init__("\n".join(words(authored_text(item)) for item in items))
        self._known = tuple(items)
        self._words = words
        self.setAccessibleName(name)
        self.setAccessibleDescription(help)
        self.setTabChangesFocus(True)
        self.setFixedHeight(theme.px(24 * min(8, max(4, len(items) + 1)) + 20))

    def value(self) -> list[str]:
        """Return the texts without empty lines, each as the rule set file has it."""
        lines = (line.strip() for line in self.toPlainText().splitlines())
        return [as_in_file(line, self._known, self._words) for line in lines if line]


class Sentence(QPlainTextEdit):
    """A text field for a sentence or a few, as high as its text; it takes no line break."""

    edited = Signal(str)
    """The text as it is now."""

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
        """Return the text."""
        return self.toPlainText()

    def _changed(self) -> None:
        self._fit()
        self.edited.emit(self.text())

    def _fit(self) -> None:
        """Make the field as high as its text."""
        # The height of a plain text document is counted in lines.
        lines = max(1, round(self.document().size().height()))
        around = round(2 * self.document().documentMargin()) + theme.px(2 * 8) + 4
        high = lines * self.fontMetrics().lineSpacing() + around
        self.setFixedHeight(max(theme.touch_height(), high))

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
    """A parameter's meaning beside its control, and below that the original's value."""

    changed = Signal()

    def __init__(
        self, of: Parameter, words: Words, value: Any, original: str, before: Any = None
    ) -> None:
        """`original` is the name of the rule set that this one is a copy of, "" for none; `before`
        is that one's value.
        """
        super().__init__()
        self.of = of
        self._words = words
        self._original = original
        self._before = before
        title = words(rule_labels.parameter_label(of.path))
        meaning = words(of.meaning)
        text = QWidget()
        self._text_column = layouts.set_column(text, spacing=0)
        self._text_column.addWidget(controls.label(title, "strong", wrap=True))
        if meaning.casefold() != title.casefold():
            said = controls.label(controls.sentence(meaning), "caption", wrap=True)
            self._text_column.addWidget(said)
        self._text_column.addStretch(1)
        self._mark = controls.label("", "caption", wrap=True)
        theme.restyle(self._mark, "tone", "warn")
        self._back = controls.button(
            words("Back"),
            self.back,
            kind="quiet",
            name=words("Back to the original: {what}", what=title),
        )
        self._changed_row = layouts.row((self._mark, 1), self._back)
        self._changed_row.setVisible(False)
        self._mistake = controls.label("", "caption", wrap=True)
        theme.restyle(self._mistake, "tone", "bad")
        self._mistake.setVisible(False)
        self._right = QWidget()
        self._column = layouts.set_column(self._right, spacing=2)
        self.editor: ValueEditor | TextList
        self._build(value)
        self._column.addWidget(self._mistake)
        self._column.addWidget(self._changed_row)
        self._column.addStretch(1)
        column = layouts.set_column(self, spacing=10)
        column.addWidget(controls.separator())
        column.addWidget(layouts.row((text, 5), (self._right, 5), spacing=16))
        self.searched = f"{title} {meaning} {of.path}".casefold()

    def _build(self, value: Any) -> None:
        if self.of.shape == "texts":
            name = self._words(rule_labels.parameter_label(self.of.path))
            items = TextList(value or (), self._words, name=name, help=self._words("One a line."))
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
        """Return what is typed or chosen, as a rule set file has it; None for "there is none"."""
        return self.editor.typed() if isinstance(self.editor, ValueEditor) else self.editor.value()

    def put(self, value: Any) -> None:
        """Replace the control by one that shows this value."""
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
        """Take the original's value again."""
        self.put(self._before)
        self.focus()

    def focus(self) -> None:
        """Put the focus on the control."""
        tabbed = Qt.FocusPolicy.TabFocus
        inside = (each for each in self.editor.findChildren(QWidget) if each.accessibleName())
        target = next((each for each in inside if each.focusPolicy() & tabbed), self.editor)
        # Tab as the reason selects the number, so that the next key replaces it.
        target.setFocus(Qt.FocusReason.TabFocusReason)
        scrolling.bring_into_sight(self)

    def compare(self, before: Any, differs: bool) -> None:
        """Show the original's value where it `differs`."""
        self._before = before
        self._changed_row.setVisible(differs)
        if differs:
            value = rule_labels.format_value(before, self._words)
            self._mark.setText(
                DIFFERS + self._words(T("{name}: {value}", name=self._original, value=value))
            )

    def mistake(self, text: str) -> None:
        """Say what is wrong with the value; "" where nothing is."""
        self._mistake.setText(controls.SIGNS["bad"] + controls.sentence(text) if text else "")
        self._mistake.setVisible(bool(text))
