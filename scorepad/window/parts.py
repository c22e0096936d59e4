"""The small parts all pages and panels are made of.

Nothing to press is lower than 44 pixels, everything has an accessible name, and what a colour
says is also said by a sign or a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from scorepad.window import scrolling, theme

Tone: TypeAlias = Literal["note", "good", "warn", "bad"]
ButtonKind: TypeAlias = Literal["plain", "primary", "danger", "quiet", "key"]
LabelKind: TypeAlias = Literal["plain", "title", "heading", "caption", "strong", "label"]
Value = TypeVar("Value")

scrolled = scrolling.scrolled

SIGNS: dict[str, str] = {"note": "", "good": "✓ ", "warn": "▲ ", "bad": "✕ "}
"""What stands before a message, so that its tone is not told by colour alone."""


def sentence(text: str) -> str:
    """A text that stands alone, with a capital at its beginning."""
    first = text.split(" ", 1)[0]
    # A file's name, or a parameter's, is written as it is.
    return text[:1].upper() + text[1:] if first.isalpha() else text


def sentences(texts: Iterable[str]) -> str:
    """Texts that are said one after another, each a sentence of its own; empty ones are left
    out."""
    said = (sentence(text) for text in texts if text)
    return " ".join(text if text.endswith((".", "!", "?", "…")) else text + "." for text in said)


def button(
    text: str,
    press: Callable[[], object] | None = None,
    *,
    kind: ButtonKind = "plain",
    name: str = "",
    tip: str = "",
) -> QPushButton:
    """A button at least 44 pixels high. `name` is what a screen reader says (else the text)."""
    # Names of people and teams are shown as written: an "&" in them is no shortcut.
    made = QPushButton(text.replace("&", "&&"))
    made.setProperty("kind", kind)
    made.setProperty("sign", len(text) == 1)
    made.setAccessibleName(name or text)
    made.setToolTip(tip)
    made.setAutoDefault(False)
    made.setMinimumHeight(theme.touch())
    if press is not None:
        made.clicked.connect(lambda _checked=False: press())
    return made


def label(text: str = "", kind: LabelKind = "plain", *, wrap: bool = False) -> QLabel:
    """A text that is only read. Names of people are shown as written, never as markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("kind", kind)
    made.setWordWrap(wrap)
    return made


class Elided(QLabel):
    """One line that ends in "…" where there is no room for all of it; the whole is its tip."""

    def __init__(self, kind: LabelKind = "plain") -> None:
        super().__init__()
        self.setProperty("kind", kind)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()
        )
        painter.drawText(self.rect(), self.alignment(), shown)
        painter.end()


def rule() -> QFrame:
    """A thin line between groups."""
    made = QFrame()
    made.setProperty("kind", "rule")
    made.setFixedHeight(1)
    return made


class SearchLine(QLineEdit):
    """A line to search with; while something is typed a button in it takes that away.  (Qt's own
    has one size for every text size, and one colour for every theme.)"""

    def __init__(self, placeholder: str, *, name: str, clear: str) -> None:
        super().__init__()
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name)
        self.setMaxLength(500)
        self._clear = button("✕", self._emptied, kind="quiet", name=clear, tip=clear)
        self._clear.setParent(self)
        self._clear.setCursor(Qt.CursorShape.ArrowCursor)
        self._clear.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._clear.setVisible(False)
        self.textChanged.connect(self._fit)

    def _emptied(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.clear()
        self.textEdited.emit("")

    def _fit(self) -> None:
        wide = theme.touch() if self.text() else 0
        self._clear.setVisible(wide > 0)
        self._clear.setGeometry(self.width() - theme.touch(), 0, theme.touch(), self.height())
        self.setTextMargins(0, 0, wide - theme.px(10) if wide else 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class Inline(QLabel):
    """One line that says what went wrong, or well, beside what it is about; never a dialog.

    Hidden while it has nothing to say; a screen reader reads it out when it does.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "inline")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setVisible(False)

    def say(self, text: str, tone: Tone = "bad") -> None:
        """Show this; an empty text hides the line."""
        if not text:
            self.hush()
            return
        text = sentence(text)
        theme.restyle(self, "tone", tone)
        self.setText(SIGNS[tone] + text)
        self.setAccessibleName(text)
        if self.parentWidget() is None:
            # It comes with the column it is put into; until then it would be a window.
            self.setAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide, False)
            return
        self.setVisible(True)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def hush(self) -> None:
        """Have nothing to say."""
        self.setText("")
        self.setAccessibleName("")
        self.setVisible(False)


class Field(QWidget):
    """A control with its label above, a line of help, and its own mistake below it."""

    def __init__(self, text: str, control: QWidget, *, help: str = "") -> None:
        super().__init__()
        self.control = control
        self._label = label(text.replace("&", "&&"), "label", wrap=True)
        self._label.setBuddy(control)
        if not control.accessibleName():
            control.setAccessibleName(text)
        if help:
            control.setAccessibleDescription(help)
        self._help = label(help, "caption", wrap=True)
        if not help:
            self._help.hide()
        self._mistake = label("", "caption", wrap=True)
        theme.restyle(self._mistake, "tone", "bad")
        self._mistake.setVisible(False)
        column = column_of(self, spacing=4)
        for widget in (self._label, control, self._help, self._mistake):
            column.addWidget(widget)

    def retitle(self, text: str) -> None:
        """Call the field something else."""
        self._label.setText(text.replace("&", "&&"))

    def mistake(self, text: str) -> None:
        """Say what is wrong with this field ("" nothing)."""
        theme.restyle(self.control, "tone", "bad" if text else "")
        self._mistake.setText(SIGNS["bad"] + sentence(text) if text else "")
        self._mistake.setVisible(bool(text))


class Choice(QWidget, Generic[Value]):
    """A row of buttons of which one is down: which side, which seat, what to do.

    Arrow keys move between them, Space presses. `value` is None until one is chosen.
    """

    changed = Signal()

    def __init__(
        self,
        options: Sequence[tuple[Value, str]],
        *,
        name: str,
        chosen: Value | None = None,
        down: bool = False,
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._name = name
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._values: list[Value] = []
        layout = column_of(self, spacing=6) if down else row_of(self, spacing=6)
        self._layout: QBoxLayout = layout
        self._group.idClicked.connect(lambda _number: self.changed.emit())
        self.offer(options, chosen)

    def offer(self, options: Sequence[tuple[Value, str]], chosen: Value | None = None) -> None:
        """Put these options in place of the ones there were."""
        for old in self._group.buttons():
            self._group.removeButton(old)
            self._layout.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._values = [value for value, _text in options]
        for number, (value, text) in enumerate(options):
            made = button(text, name=f"{self._name}: {text}")
            made.setCheckable(True)
            made.setChecked(chosen is not None and value == chosen)
            made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._group.addButton(made, number)
            self._layout.addWidget(made)
        self._let_tab_in()

    def _let_tab_in(self) -> None:
        """Tab leads to the one that is chosen, or to any: a group of Qt's forgets that it is to
        be reached once its buttons are others."""
        chosen = self._group.checkedButton()
        for each in self._group.buttons():
            reached = chosen is None or each is chosen
            each.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if reached else Qt.FocusPolicy.ClickFocus
            )

    @property
    def value(self) -> Value | None:
        """What is chosen."""
        number = self._group.checkedId()
        return self._values[number] if number >= 0 else None

    @property
    def values(self) -> tuple[Value, ...]:
        """What can be chosen."""
        return tuple(self._values)

    def choose(self, value: Value) -> None:
        """Press the button of this value, as if it had been clicked."""
        self._group.button(self._values.index(value)).setChecked(True)
        self._let_tab_in()
        self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        buttons = self._group.buttons()
        focused = next((n for n, b in enumerate(buttons) if b.hasFocus()), None)
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        move = step.get(Qt.Key(event.key()))
        if focused is None or move is None:
            super().keyPressEvent(event)
            return
        buttons[(focused + move) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)


def column_of(widget: QWidget, *, spacing: int = 8, margin: int = 0) -> QVBoxLayout:
    """A column laid out in `widget`."""
    made = QVBoxLayout(widget)
    made.setContentsMargins(margin, margin, margin, margin)
    made.setSpacing(theme.px(spacing))
    return made


def row_of(widget: QWidget, *, spacing: int = 8, margin: int = 0) -> QHBoxLayout:
    """A row laid out in `widget`."""
    made = QHBoxLayout(widget)
    made.setContentsMargins(margin, margin, margin, margin)
    made.setSpacing(theme.px(spacing))
    return made


def line(*items: QWidget | None, spacing: int = 8) -> QWidget:
    """Widgets side by side; None is a stretch."""
    made = QWidget()
    layout = row_of(made, spacing=spacing)
    for item in items:
        if item is None:
            layout.addStretch(1)
        else:
            layout.addWidget(item)
    return made


def stretch(line: QWidget, item: QWidget) -> None:
    """Give this widget of a `line` all the room that is left."""
    layout = line.layout()
    if isinstance(layout, QBoxLayout):
        layout.setStretchFactor(item, 1)


def clear(layout: QBoxLayout) -> None:
    """Take everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            discard(widget)


def discard(widget: QWidget) -> None:
    """Take a widget off the screen for good."""
    # Hidden first: a layout shows what it is given a moment later, and what has no parent by then
    # would come up as a window of its own.
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()
