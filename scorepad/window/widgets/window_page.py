"""The base of all pages, which fill the window below the tabs."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.notice_strip import NoticeStrip
from scorepad.window.widgets.repeat_filter import ENTER_KEYS

STRIP_WIDTH = 38  # ems
"""Announcements have a line of their own unless the buttons leave this width."""
STRIP_SHARE = 99
"""The stretch factor of announcements; that of 1 beside it has buttons in a line of their own at
the right."""
MAX_STRIP_WIDTH = 680  # pixels
"""The smallest window has this much room."""


class WindowPage(QWidget):
    """Escape leaves a page.  Enter does its main action, unless the focus takes it: a button is
    pressed, a list opens."""

    guide_page = "index"
    """The name of the page of the guide about this page."""
    closed = Signal()
    """The user leaves the page."""
    open_match = Signal(str)
    """The user asks for the match with this id."""
    action_requested = Signal(str)
    """The user asks for the action with this key."""
    background = Signal(object)
    """Files are to be read, or matches compared: a `JobPresentation`."""

    def __init__(self, title: Text | str, strip: NoticeStrip | None = None) -> None:
        """`strip` shows the page's announcements; without it the page has one of its own."""
        super().__init__()
        self.setProperty("kind", "page")
        self.setAccessibleName(str(title))
        self.strip = NoticeStrip() if strip is None else strip
        self.notify = self.strip.notify
        """Announces an act, a refusal or a warning; "" removes the last announcement."""

    def title_row(self, *buttons: QWidget) -> QWidget:
        """Return the page's title, its announcements, and these at their right."""
        title = controls.label(self.accessibleName(), "title")
        parts: tuple[layouts.Item, ...] = title, (self.strip, 1)
        if not theme.is_roomy():
            # Beside large text an announcement would have no room.
            self.strip.show_while_empty(title)
            # The label has its font only in a window.
            font = theme.exact_figure_font(theme.px(theme.TITLE_SIZE), bold=True)
            self.strip.setFixedHeight(max(self.strip.height(), QFontMetrics(font).height()))
            parts = parts[1:]
        margin = Gap.PAGE, Gap.GROUPS, Gap.PAGE, Gap.CONTROLS
        return layouts.row(*parts, *buttons, margin=margin)

    def foot_bar(self, *buttons: layouts.Item) -> QFrame:
        """Return the foot of a page that announces there, beside these buttons or above them."""
        if not theme.is_roomy():
            return layouts.foot_bar((layouts.column(self.strip, *buttons), 1))
        self.strip.setMinimumWidth(min(theme.em(STRIP_WIDTH), MAX_STRIP_WIDTH))
        return layouts.foot_bar((self.strip, STRIP_SHARE), 1, *buttons)

    def done_button(self) -> QWidget:
        """Return the button that leaves the page."""
        return controls.button(T("Done"), self.close_page, kind="primary")

    def keep(self) -> None:
        """Keep the input of the page, which is left."""

    def close_page(self) -> None:
        """Leave the page."""
        self.closed.emit()

    def focus_starting_widget(self) -> None:
        """Put the focus on the first control of the page."""

    def do_enter_action(self) -> None:
        """Do the page's main action."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_page()
        elif event.key() in ENTER_KEYS:
            self.do_enter_action()
        else:
            super().keyPressEvent(event)
