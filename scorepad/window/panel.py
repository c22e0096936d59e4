"""A panel: one thing a supervisor does at a table, beside its sheet.

A panel is never modal: the clock runs on, other tables can be shown, the sheet stays in sight.
It is opened by its action, closed with Escape or by doing what it is for, and says beside its
buttons what was refused and why.  Closed before that, it comes back as it was left; only
"Cancel" lets go of what is typed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from scorepad.spades.refusal import Refused
from scorepad.spades.words import Words
from scorepad.window import parts, tab_order, theme

if TYPE_CHECKING:
    from scorepad.desk.table import Table

Done = TypeVar("Done")

UNBOUND = 16777215
"""Qt's own word for a height that nothing bounds."""
LOWEST = 230
"""In a panel lower than this (pixels at the usual text size) the buttons scroll with the rest."""
TIGHT = 460
"""In one lower than this what stands above and below the rest has less room round it."""
NARROW = 360
"""A panel narrower than this (pixels at the usual text size) has what stands beside its title in
place of it."""


class Panel(QFrame):
    """The frame of a panel: title, a scrolling `body`, a message line, a row of buttons.

    A subclass fills `body` (a column) with `add`, its buttons with `add_button`; the primary
    button is pressed by Enter from any field, and from a choice that is made already.  `WIDTH`
    is at the usual text size, in pixels.
    """

    WIDTH = 400

    closed = Signal()
    """The page takes the panel away."""
    turned = Signal(int)
    """The hand with this number is put right here from now on; the sheet marks it."""
    said = Signal(object)
    """A `Text`, a str or a `form.Told` for the page's own message line, said after the panel is
    gone."""

    def __init__(
        self, title: str, table: Table, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.table = table
        self.words = words
        self.let_go = False
        self.setProperty("kind", "panel")
        self.setAccessibleName(title)
        self.setMinimumWidth(min(theme.px(self.WIDTH), 620))
        self._title = parts.label(title, "heading", wrap=True)
        self._close = parts.button("✕", self.close_panel, kind="quiet", name=words("Close"))
        self._close.setFixedWidth(theme.touch())
        self._close.setToolTip(words("Close (Esc)"))

        self._above: QWidget | None = None
        self._above_lowest = 0
        self._has_more = True
        self._share_soon = QTimer(self)
        self._share_soon.setSingleShot(True)
        self._share_soon.setInterval(0)
        self._share_soon.timeout.connect(self._share_height)
        self._content = content = QWidget()
        self._inside = content_column = parts.column_of(content, spacing=14)
        content_column.setContentsMargins(theme.px(20), theme.px(4), theme.px(20), theme.px(16))
        self.body: QVBoxLayout = QVBoxLayout()
        self.body.setSpacing(theme.px(14))
        content_column.addLayout(self.body)
        content_column.addStretch(1)

        self.message = parts.Inline()
        self._below = foot = QWidget()
        self._foot: QVBoxLayout = parts.column_of(foot, spacing=10)
        self._foot.setContentsMargins(theme.px(20), theme.px(8), theme.px(20), theme.px(16))
        self.buttons: QHBoxLayout = QHBoxLayout()
        self.buttons.setSpacing(theme.px(8))
        self._foot.addWidget(self.message)
        self._foot.addLayout(self.buttons)

        top = QWidget()
        self._top = parts.row_of(top)
        self._top.setContentsMargins(theme.px(20), theme.px(10), theme.px(10), theme.px(4))
        self._top.addWidget(self._title, 1)
        self._top.addWidget(self._close)
        column = parts.column_of(self, spacing=0)
        column.addWidget(top)
        self.scrolling = parts.scrolled(content)
        column.addWidget(self.scrolling, 1)
        column.addWidget(foot)
        self._whole = column
        self._head = top
        self._primary: QPushButton | None = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The title's line has no room for both where something stands beside the title.
        self._title.setVisible(self._top.count() == 2 or self.width() >= theme.px(NARROW))
        tight = self.height() < theme.px(TIGHT)
        side = theme.px(20)
        self._top.setContentsMargins(side, theme.px(2 if tight else 10), theme.px(10), theme.px(4))
        below = (side, theme.px(4 if tight else 8), side, theme.px(8 if tight else 16))
        self._foot.setContentsMargins(*below)
        self._foot.setSpacing(theme.px(6 if tight else 10))
        lowest = self.height() < theme.px(LOWEST)
        place = self._inside if lowest else self._whole
        if place.indexOf(self._below) < 0:
            put_into(place, self._below, place.count())
            way = QBoxLayout.Direction
            self.buttons.setDirection(way.TopToBottom if lowest else way.LeftToRight)
        self._place_above()

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        if self._above is not None:
            # It may be so low that what is above scrolls too.
            hint.setHeight(min(hint.height(), theme.px(self._above_lowest) - 1))
        return hint

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self._above is not None:
            # Once it is laid out.
            self._share_soon.start()
        return super().eventFilter(watched, event)

    def _place_above(self) -> None:
        above = self._above
        if above is None:
            return
        lowest = self.height() < theme.px(self._above_lowest)
        place, at = (self._inside, 0) if lowest else (self._whole, 1)
        if place.indexOf(above) < 0:
            put_into(place, above, at)
            side, over, below = (0, 0, 0) if lowest else (20, 4, 8)
            layout = above.layout()
            if layout is not None:
                pixels = theme.px(side)
                layout.setContentsMargins(pixels, theme.px(over), pixels, theme.px(below))
        self._share_height()

    def _share_height(self) -> None:
        """What scrolls has the height it needs, what is above it all the rest."""
        above, area = self._above, self.scrolling
        if above is None:
            return
        inside = self._inside.indexOf(above) >= 0 or self._inside.indexOf(self._below) >= 0
        area.setVisible(self._has_more or inside)
        if above.isHidden() or self._inside.indexOf(above) >= 0:
            area.setMinimumHeight(0)
            area.setMaximumHeight(UNBOUND)
            self._whole.setStretchFactor(area, 1)
            return
        foot = self._below.sizeHint().height() if self._whole.indexOf(self._below) >= 0 else 0
        least = above.minimumSizeHint().height()
        room = self.height() - self._head.sizeHint().height() - foot - least
        needs = self._inside.totalHeightForWidth(area.viewport().width())
        area.setFixedHeight(max(0, min(needs, room)))
        self._whole.setStretchFactor(area, 0)
        self._whole.setStretchFactor(above, 1)

    def retitle(self, title: str) -> None:
        """Change the title (a panel that was opened for one hand now shows another)."""
        self._title.setText(title)
        self.setAccessibleName(title)

    def add(self, widget: QWidget) -> None:
        """Put a widget below those already in the body."""
        self.body.addWidget(widget)

    def put_beside_title(self, widget: QWidget) -> None:
        """Put a widget into the title's line, before the cross."""
        put_into(self._top, widget, 1)

    def put_above(self, widget: QWidget, lowest: int) -> None:
        """Put a widget above all that scrolls; it has all the height that the rest does not need.
        In a panel lower than `lowest` (pixels at the usual text size) it scrolls with the rest."""
        self._above, self._above_lowest = widget, lowest
        for part in (self._content, self._below, widget):
            part.installEventFilter(self)
        self._whole.insertWidget(1, widget, 1)
        self._place_above()

    def scroll_more(self, more: bool) -> None:
        """Is there anything in the body, below what was put above it?"""
        self._has_more = more
        self._share_height()

    def pin(self, widget: QWidget) -> None:
        """Put a widget above the buttons, where it is in sight however long the body is."""
        self._foot.insertWidget(0, widget)

    def add_button(
        self, text: str, press: Callable[[], object], *, kind: parts.ButtonKind = "plain"
    ) -> QPushButton:
        """Put a button at the foot; the first primary one is what Enter presses."""
        made = parts.button(text, press, kind=kind)
        if kind == "primary" and self._primary is None:
            self._primary = made
        self.buttons.addWidget(made, 1)
        return made

    def attempt(self, do: Callable[[], Done]) -> Done | None:
        """Do it; a refusal is shown in the message line, and gives None."""
        try:
            done = do()
        except Refused as refused:
            self.message.say(self.words(refused.text), "bad")
            return None
        self.message.hush()
        return done

    def finish(self, said: object = "") -> None:
        """It is done: say so on the page, and go away."""
        if said:
            self.said.emit(said)
        self.cancel()

    def close_panel(self) -> None:
        """Go away; the page keeps what is typed and not recorded."""
        self.closed.emit()

    def cancel(self) -> None:
        """Go away, and let go of what is typed."""
        self.let_go = True
        self.close_panel()

    def typed(self) -> object | None:
        """What is typed and not recorded, to be given to `retype` of another panel of this
        kind; None when there is nothing that would be lost."""
        return None

    def retype(self, typed: Any) -> None:
        """Have in the fields what `typed` gave."""

    def tell_left(self) -> None:
        """Say that the fields are as they were left; said once something is put back."""
        self.message.say(self.words("As you left it."), "note")

    def kept_said(self) -> str:
        """What is told of what is typed when the panel goes away with it."""
        title = self.accessibleName()
        return self.words("“{title}” is kept as you left it; open it again to go on.", title=title)

    def place(self) -> object | None:
        """Where in the match the panel stands, to be given to `go_to` of another one of this
        kind."""
        return None

    def go_to(self, place: Any) -> None:
        """Stand where `place` said."""

    def look_only(self) -> None:
        """Nothing can be recorded: offer nothing that would."""

    def hand_pointed_at(self) -> int:
        """The number of the hand that the panel speaks of; 0 where it is none in particular."""
        return 0

    def refresh(self) -> None:
        """The match has changed (here, by undo, by the clock): show it as it is now.
        The page calls it; a panel that shows something of the match does it here."""

    def focusNextPrevChild(self, next: bool) -> bool:
        # What was made anew after a choice would come last, after the rest of the window.
        self.order_tabs()
        return super().focusNextPrevChild(next)

    def order_tabs(self) -> None:
        """Have Tab go through the panel as it reads."""
        # One begins with the fields; the ✕ above them comes after the buttons below.
        inside = tab_order.in_reading_order(self)
        fields = [control for control in inside if control is not self._close]
        tab_order.put_in_order((*fields, self._close))

    def focus_first(self) -> None:
        """Put the cursor where one begins. The page calls it when the panel is shown."""
        self.order_tabs()
        for widget in self.findChildren(QWidget):
            if (
                widget.focusPolicy() & Qt.FocusPolicy.TabFocus
                and widget.isVisibleTo(self)
                and widget.isEnabled()
                and widget.accessibleName() != self.words("Close")
            ):
                widget.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()
            if isinstance(focused, QPushButton) and not focused.isChecked():
                focused.click()
                return
            many_lines = isinstance(focused, QPlainTextEdit | QTextEdit)
            primary = self._primary
            if primary is not None and primary.isEnabled() and not many_lines:
                primary.click()
                return
        super().keyPressEvent(event)


def put_into(column: QBoxLayout, widget: QWidget, at: int) -> None:
    """Put a widget at this place of another column; the cursor stays in it, and what is hidden
    stays so."""
    focused: QWidget | None = widget.window().focusWidget()
    hidden = widget.isHidden() and widget.testAttribute(
        Qt.WidgetAttribute.WA_WState_ExplicitShowHide
    )
    column.insertWidget(at, widget)
    widget.setVisible(not hidden)
    if focused is not None and widget.isAncestorOf(focused):
        # What goes to another parent loses the cursor.
        focused.setFocus(Qt.FocusReason.OtherFocusReason)


def one_line(placeholder: str = "", text: str = "") -> QLineEdit:
    """A line to type a name or a reason in."""
    made = QLineEdit(text)
    made.setPlaceholderText(placeholder)
    made.setMaxLength(500)
    return made
