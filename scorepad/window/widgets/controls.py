"""Labels, buttons, messages and labeled fields of all pages and panels.

A button is at least 44 pixels high, a control has an accessible name, and a sign or a word repeats
the meaning of a color.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Literal, TypeAlias

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from scorepad.spades.words import Text
from scorepad.spades.words import capitalize as capitalize  # noqa: PLC0414  (others import it)
from scorepad.window.widgets import layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import cut_text

Tone: TypeAlias = Literal["note", "good", "warn", "bad"]
ButtonKind: TypeAlias = Literal[
    "plain", "primary", "danger", "quiet", "key", "tab", "card", "figure"
]
LabelKind: TypeAlias = Literal["plain", "title", "heading", "caption", "strong", "label"]

SIGNS: dict[str, str] = {"note": "", "good": "✓ ", "warn": "▲ ", "bad": "✕ "}
"""The sign before a message, beside the color of its tone."""
MOST_HEIGHTS: Final = 5_000
"""So many heights of texts are remembered; a page has some hundred."""


def single_shot_timer(parent: QObject, then: Callable[[], object], after: int = 0) -> QTimer:
    """Return a timer that calls `then` once, `after` milliseconds from its latest start."""
    timer = QTimer(parent, singleShot=True, interval=after)
    timer.timeout.connect(then)
    return timer


def follow_focus(act: Callable[[QWidget | None, QWidget | None], object]) -> None:
    """Call `act` with the widget that had the focus and the one that has it, at each change."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.focusChanged.connect(act)


class EventFollower(QObject):
    """Acts at each event of a kind, before the widget does: at first at each new size of it, which
    its layout has, too."""

    def __init__(
        self,
        widget: QWidget,
        act: Callable[[], object],
        kind: QEvent.Type = QEvent.Type.Resize,
    ) -> None:
        super().__init__(widget)
        self._act, self._kind = act, kind
        widget.installEventFilter(self)

    def eventFilter(self, _widget: QObject, event: QEvent) -> bool:
        if event.type() == self._kind:
            self._act()
        return False


def button(
    text: Text | str,
    press: Callable[[], object] | None = None,
    *,
    kind: ButtonKind = "plain",
    name: Text | str = "",
    tip: Text | str = "",
) -> QPushButton:
    """Return a button at least 44 pixels high; a screen reader reads its `name`, or its text.

    Enter presses it while it has the focus, unless it is a choice that is made already.  One of the
    kind "danger" destroys something and loses the focus once it was pressed.
    """
    push_button = QPushButton()
    name_button(push_button, text, kind)
    push_button.setProperty("sign", len(str(text)) == 1)
    if name:
        push_button.setAccessibleName(str(name))
    push_button.setToolTip(str(tip))
    push_button.setAutoDefault(True)
    push_button.setMinimumHeight(theme.touch_height())
    if press is not None:
        push_button.clicked.connect(lambda _checked=False: press())
    if kind == "danger":
        push_button.clicked.connect(lambda _checked=False: leave_destructive_button(push_button))
    return push_button


def name_button(push_button: QPushButton, text: Text | str, kind: ButtonKind) -> None:
    """Give a button another text and kind, because it does something else from now on."""
    # An "&" in the name of a person or a team is shown as written; it marks no shortcut.
    push_button.setText(str(text).replace("&", "&&"))
    push_button.setAccessibleName(str(text))
    theme.set_style_property(push_button, "kind", kind)
    leave_destructive_button(push_button)


def leave_destructive_button(focused: QWidget | None) -> None:
    """Move the focus on from a button that destroys something.

    After a change Enter would press it before the user sees the new focus.
    """
    if focused is None or focused.property("kind") != "danger" or not focused.hasFocus():
        return
    widget: QWidget | None = focused.nextInFocusChain()
    while widget and widget is not focused:
        is_reached = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isEnabled()
        if is_reached and widget.isVisible() and widget.property("kind") != "danger":
            widget.setFocus()
            return
        widget = widget.nextInFocusChain()
    focused.clearFocus()


def label(
    text: Text | str = "", kind: LabelKind = "plain", *, wrap: bool = False, tone: Tone = "note"
) -> QLabel:
    """Return a text that is only read, and shown as written: never as markup."""
    text_label = WrappedLabel(str(text)) if wrap else QLabel(str(text))
    text_label.setTextFormat(Qt.TextFormat.PlainText)
    # A name that runs from right to left begins at the left, too.
    text_label.setAlignment(text_label.alignment() | Qt.AlignmentFlag.AlignAbsolute)
    text_label.setProperty("kind", kind)
    if tone != "note":
        text_label.setProperty("tone", tone)
    return text_label


class WrappedLabel(QLabel):
    """A text over as many lines as it needs, shown as written.

    While a page is laid out, the same heights are asked for hundreds of times; Qt would break the
    text into lines each time, which takes a fifth of what a page takes.
    """

    _heights: ClassVar[dict[tuple[object, ...], int]] = {}

    def __init__(self, text: str = "") -> None:
        super().__init__(text, wordWrap=True, textFormat=Qt.TextFormat.PlainText)

    def heightForWidth(self, width: int) -> int:
        around, least = self.contentsMargins(), self.minimumSize()
        sides = around.left() + around.right(), around.top() + around.bottom(), self.frameWidth()
        key = self.text(), self.font(), width, sides, least.width(), least.height()
        height = self._heights.get(key)
        if height is None:
            if len(self._heights) >= MOST_HEIGHTS:
                self._heights.clear()
            height = self._heights[key] = super().heightForWidth(width)
        return height


class ElidedLabel(QLabel):
    """One line of text, which ends in "…" where room is short; its tip shows the whole of it."""

    def __init__(self, kind: LabelKind = "plain") -> None:
        super().__init__()
        self.setProperty("kind", kind)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        if text != self.text():
            super().setText(text)
            self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = cut_text(self.text(), self.fontMetrics(), self.contentsRect().width())
        painter.drawText(self.contentsRect(), self.alignment(), shown)
        painter.end()


class FittingLabel(ElidedLabel):
    """One line that shows the first of its texts that has room, or the last one elided."""

    def __init__(self, kind: LabelKind = "plain") -> None:
        super().__init__(kind)
        self._texts: tuple[str, ...] = ("",)
        EventFollower(self, self._fit)

    def show_texts(self, *texts: str) -> None:
        """Show one of these texts, the longest first."""
        self._texts = texts
        self._fit()

    def _fit(self) -> None:
        metrics, room = self.fontMetrics(), self.width()
        fits = (text for text in self._texts if metrics.horizontalAdvance(text) <= room)
        text = next(fits, self._texts[-1])
        if text != self.text():
            self.setText(text)


def separator() -> QFrame:
    """Return a thin line that is between groups."""
    line = QFrame()
    line.setProperty("kind", "rule")
    line.setFixedHeight(1)
    return line


def announce(widget: QWidget, text: str, tone: Tone = "note") -> None:
    """Have a screen reader read this out now, wherever the focus is; a text of the tone "bad"
    interrupts what is being read."""
    event = QAccessibleAnnouncementEvent(widget, text)
    polite = QAccessible.AnnouncementPoliteness
    event.setPoliteness(polite.Assertive if tone == "bad" else polite.Polite)
    QAccessible.updateAccessibility(event)


class MessageLabel(WrappedLabel):
    """A message beside its subject, in place of a dialog.

    It is hidden while it is empty.  A screen reader reads out a new text.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "inline")
        self.setVisible(False)

    def say(self, text: Text | str, tone: Tone = "bad") -> None:
        """Show this text; an empty one hides the message."""
        text = capitalize(str(text))
        theme.set_style_property(self, "tone", tone)
        self.setText(SIGNS[tone] + text if text else "")
        self.setAccessibleName(text)
        if text and self.parentWidget() is None:
            # Without a parent it would come up as a window; its column will show it.
            self.setAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide, False)
            return
        self.setVisible(bool(text))
        if text:
            announce(self, text, tone)

    def show_text(self, text: str, tone: Tone) -> None:
        """Show a text for as long as it holds; it is read out once."""
        if self.accessibleName() != capitalize(text):
            self.say(text, tone)

    def clear(self) -> None:
        """Remove the text and hide the message."""
        self.say("")


def name_beside(name: Text, control: QWidget) -> QWidget:
    """Return a row of a label with this name and the control."""
    control.setAccessibleName(str(name))
    return layouts.row(label(name), control)


class Field(QWidget):
    """A control with its label above it, and below it a line of help and its mistake; or with label
    and help `beside` it, and so much room for each."""

    def __init__(
        self,
        text: Text | str,
        control: QWidget,
        *,
        help: Text | str = "",
        beside: tuple[int, int] | None = None,
    ) -> None:
        super().__init__()
        text = str(text)
        self.control = control
        self._label = label("", "label", wrap=True)
        self.retitle(text)
        self._label.setBuddy(control)
        if not control.accessibleName():
            control.setAccessibleName(text)
        if help:
            control.setAccessibleDescription(str(help))
        help_line = label(help, "caption", wrap=True)
        self._mistake = label("", "caption", wrap=True, tone="bad")
        for each in (help_line, self._mistake)[bool(help) :]:
            each.hide()
        self._grid = layouts.set_grid(self, across=Gap.PAGE, down=Gap.LINES)
        add = self._grid.addWidget
        add(self._label, 0, 0)
        if beside:
            top = Qt.AlignmentFlag.AlignTop
            add(help_line, 1, 0, top)
            add(control, 0, 1, 2, 1, top)
            add(self._mistake, 2, 1)
            self._grid.setRowStretch(1, 1)  # below the help of a tall control
            for column, share in enumerate(beside):
                self._grid.setColumnStretch(column, share)
        else:
            for row, line in enumerate((control, help_line, self._mistake), 1):
                add(line, row, 0)

    def _place(self, widget: QWidget) -> tuple[int, int]:
        position: Any = self._grid.getItemPosition(self._grid.indexOf(widget))
        return position[0], position[1]

    def reserve_note(self, width: int) -> None:
        """Reserve a line below the control for a note, and `width` pixels beside it."""
        row, column = self._place(self._mistake)
        line = QWidget()
        line.setMinimumHeight(theme.em(1.7))
        self._grid.addWidget(line, row, column)
        self._grid.setColumnMinimumWidth(column + 1, width)

    def add_note(self, note: QWidget, button: QWidget) -> None:
        """Put a note in the place of the mistake, and a button beside the control."""
        self._grid.addWidget(note, *self._place(self._mistake))
        row, column = self._place(self.control)
        self._grid.addWidget(button, row, column + 1, 2, 1, Qt.AlignmentFlag.AlignTop)

    def add_below(self, widget: QWidget) -> None:
        """Put a widget below the control and its mistake."""
        self._grid.addWidget(widget, self._grid.rowCount(), self._grid.columnCount() - 1)

    @property
    def title(self) -> str:
        """Return the label."""
        return self._label.text()

    def retitle(self, text: Text | str) -> None:
        """Change the label."""
        self._label.setText(str(text).replace("&", "&&"))

    def show_mistake(self, text: str) -> None:
        """Show a mistake below the control; "" removes it."""
        theme.set_style_property(self.control, "tone", "bad" if text else "")
        self._mistake.setText(SIGNS["bad"] + capitalize(text) if text else "")
        self._mistake.setVisible(bool(text))
