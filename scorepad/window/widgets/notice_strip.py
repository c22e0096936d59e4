"""The strip in which a page announces acts, refusals and warnings; it always has the same height,
so that nothing beside it moves."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QToolTip,
    QWidget,
)

from scorepad.spades.words import N, T, Text
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.wrapping_row import WrappingRow

LINE_BREAK_CHANCE = "\u200b"
"""The invisible character at which a label can wrap a long path."""
MIN_TEXT_WIDTH = 7  # ems
"""A text with less room beside its buttons is above them, if its strip can be higher."""
READING_TIME = 600_000  # ms
"""A tip that was asked for ends by a key, by the mouse, or after this time."""


class NoticeAction(NamedTuple):
    """The button of a notice.

    ends: pressing it removes the notice
    is_undo: it takes back the act that the notice announces, as Undo does
    """

    text: Text | str
    press: Callable[[], object]
    ends: bool = True
    is_undo: bool = False


class ElidedLines(QLabel):
    """Wraps a text into the height that it has; a longer one ends in "…", and the tip shows all."""

    def __init__(self, more: QPushButton) -> None:
        """`more` is beside it while only a part of the text has room."""
        super().__init__(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._more = more
        self._whole = ""
        controls.EventFollower(self, self._elide)

    def show_text(self, text: str, tone: controls.Tone) -> None:
        """Show this text, with the sign of its tone."""
        # A long path wraps after each folder.
        breakable = re.sub(r"([/\\])", rf"\1{LINE_BREAK_CHANCE}", text)
        self._whole = controls.SIGNS[tone] + breakable
        theme.set_style_property(self, "tone", tone)
        # Only a tip of rich text is wrapped.
        self.setToolTip("<p>" + html.escape(text).replace("\n", "<br>") + "</p>")
        self.setAccessibleName(text)
        self._elide()

    def _elide(self) -> None:
        text, room = self._whole, self.contentsRect()

        def is_too_high(length: int, spare: int = 0) -> bool:
            shown = text[:length] + "…" * (length < len(text))
            wrap, wide = Qt.TextFlag.TextWordWrap, room.width() + spare
            rect = self.fontMetrics().boundingRect(QRect(0, 0, wide, 0), wrap, shown)
            return rect.height() > room.height() or rect.width() > wide

        # The whole of it also has the room of the button, which goes then.
        gone = self._more.width() + Gap.CONTROLS.pixels()
        is_elided = is_too_high(len(text), 0 if self._more.isHidden() else gone)
        self._more.setVisible(is_elided)
        if is_elided:
            fits = bisect_right(range(1, len(text)), False, key=is_too_high)
            # A number that is cut would be read as another one.
            whole_words = re.match(rf"(?s).*[\s{LINE_BREAK_CHANCE}]", text[:fits])
            text = (whole_words[0] if whole_words else text[:fits]).rstrip() + "…"
        self.setText(text)

    def hasHeightForWidth(self) -> bool:
        return False  # a longer text makes nothing higher


class NoticeRow(QFrame):
    """A text in its tone, and beside it the controls to answer it."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "notice")
        more = controls.button("…", self._show_whole, name=T("Show the whole message"))
        more.setFixedWidth(theme.touch_height())
        more.setVisible(False)
        self.label = ElidedLines(more)
        words = layouts.set_row(None, (self.label, 1), more)
        # As high without the button, which else made the room that has it go, and come again.
        words.addStrut(theme.touch_height())
        margin = Gap.CONTROLS, Gap.NONE, Gap.NONE, Gap.NONE
        self._both = layouts.set_row(self, (words, 1), margin=margin)
        self.row = WrappingRow()
        """Holds the controls."""
        self.row.setSpacing(Gap.CONTROLS.pixels())
        self._both.addLayout(self.row)
        controls.EventFollower(self, self._place_buttons)

    def show_text(self, text: str, tone: controls.Tone) -> None:
        """Show this text."""
        theme.set_style_property(self, "tone", tone)
        self.setAccessibleName(text)
        self.label.show_text(text, tone)
        self._place_buttons()

    def _place_buttons(self) -> None:
        wide = self.row.sizeHint().width()
        room = self.width() - self._both.contentsMargins().left()
        beside = (room - wide) * self.height()
        above = self.height() - self._both.spacing() - theme.touch_height()
        has_line_above = above >= self.label.fontMetrics().lineSpacing()
        is_below = has_line_above and room * above > beside
        strip = self.parentWidget()
        while strip is not None and not isinstance(strip, NoticeStrip):
            strip = strip.parentWidget()
        can_be_high = strip is None or strip.maximumHeight() > theme.touch_height()
        if room - wide < theme.em(MIN_TEXT_WIDTH):
            is_below = can_be_high
        # A strip of one line has no room for a second row of buttons.
        self.setMinimumWidth(0 if can_be_high else wide + self._both.contentsMargins().left())
        below = max(theme.touch_height(), self.row.heightForWidth(room))
        self.setMaximumHeight(theme.touch_height() + self._both.spacing() + below)
        way = QBoxLayout.Direction
        self._both.setDirection(way.TopToBottom if is_below else way.LeftToRight)

    def _show_whole(self) -> None:
        above = self.mapToGlobal(self.rect().topLeft())
        QToolTip.showText(above, self.label.toolTip(), self, self.rect(), READING_TIME)


def more_button(press: Callable[[], object]) -> QPushButton:
    """Return a button that leads to the messages that are not in sight."""
    button = controls.button("", press, kind="quiet")
    button.setVisible(False)
    return button


def show_more_count(button: QPushButton, count: int) -> None:
    """Show on such a button how many messages are not in sight."""
    button.setText(f"+{count}")
    button.setAccessibleName(str(N("{n} more message", "{n} more messages", count)))
    button.setVisible(count > 0)


class NoticeStrip(QWidget):
    """Shows the effect of the last act, or a message of the window; the latest of both is first.

    An announcement is shown until the next one; an empty one removes it.
    """

    def __init__(self, blank: QWidget | None = None) -> None:
        """`blank` is shown while there is nothing to announce."""
        super().__init__()
        self.text = ""
        """The text of the last announcement, with the sign of its tone; "" if there is none."""
        self._news = NoticeRow()
        self._button = controls.button("", self._press)
        self._button.setVisible(False)
        self._news.row.addWidget(self._button)
        self._action: NoticeAction | None = None
        self._blank = self._guest = QWidget() if blank is None else blank
        self._guest_count = 0
        self._more = more_button(lambda: self._show(self._guest))
        self._news.row.addWidget(self._more)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._news)
        self.show_while_empty(self._blank)
        if blank is None:
            self.setFixedHeight(theme.touch_height())
        else:
            self.setMinimumHeight(theme.touch_height())

    def show_while_empty(self, blank: QWidget) -> None:
        """Show this while there is nothing to announce."""
        # Its place is as high while something else is shown there.
        layouts.keep_room_when_hidden(blank)
        self._stack.removeWidget(self._blank)
        self._stack.insertWidget(0, blank)
        self._stack.setCurrentIndex(0)
        self._blank = blank

    @property
    def tone(self) -> str:
        """The tone of the last announcement; "" if there is none."""
        return str(self._news.property("tone")) if self.text else ""

    def notify(
        self, text: Text | str, tone: controls.Tone = "note", action: NoticeAction | None = None
    ) -> None:
        """Show this text in place of the last one, and have a screen reader read it out."""
        text = str(text)
        self.show_notice(text, tone, action)
        if text:
            controls.announce(self, controls.capitalize(text), tone)

    def show_notice(
        self, text: str, tone: controls.Tone = "note", action: NoticeAction | None = None
    ) -> None:
        """Show this text in place of the last one without reading it out."""
        text = controls.capitalize(text)
        self._action = action
        self.text = controls.SIGNS[tone] + text if text else ""
        self._button.setVisible(action is not None)
        if action is not None:
            self._button.setText(str(action.text).replace("&", "&&"))
            self._button.setAccessibleName(str(action.text))
        self._news.show_text(text, tone)
        self._show(self._news if text else None)

    def host(self, guest: QWidget, count: int, *, is_new: bool = True) -> None:
        """Show here so many messages of the window, until another page does; an announcement is
        shown before them unless one of them `is_new`."""
        if count and self._stack.indexOf(guest) < 0:
            self._stack.addWidget(guest)
        self._guest, self._guest_count = guest, count
        show_more_count(self._more, count)
        is_first = is_new or self._stack.currentWidget() is guest
        self._show(guest if is_first and count else None)
        if not count and guest.parentWidget() is not self.window():
            # It neither goes with a page nor has each page that is shown laid out anew.
            guest.setParent(self.window())

    def _show(self, wanted: QWidget | None) -> None:
        if wanted is None and self.text:
            wanted = self._news
        elif wanted is None and self._guest_count and self._stack.indexOf(self._guest) >= 0:
            wanted = self._guest
        self._stack.setCurrentWidget(self._blank if wanted is None else wanted)

    def undo(self) -> bool:
        """Take back the announced act; return whether it can be."""
        can_undo = self._action is not None and self._action.is_undo
        if can_undo:
            self._press()
        return can_undo

    def _press(self) -> None:
        action = self._action
        if action is not None:
            if action.ends:
                self.show_notice("")
            action.press()
