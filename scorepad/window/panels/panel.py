"""A panel is where a supervisor does one thing at a table, beside its sheet.

It is never modal: the clock runs on, other tables can be shown, the sheet is in sight.  Its action
opens it, Escape or its last button closes it, and a refusal is shown above its buttons.  Every
change is saved in the table's draft, so an open panel is restored, also after a crash.  A closed
one keeps written input and forgets choices; "Cancel" discards both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from scorepad.desk.ports import DocumentMaker
from scorepad.desk.table import RecordedEntries, Table
from scorepad.desk.undoing import name_entry_even_if_struck, name_step
from scorepad.settings import Settings
from scorepad.spades.entries import Amend, Entry, Restore, Strike, Time
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, join_as_sentences
from scorepad.window.widgets import controls, layouts, scrolling, tab_order, theme
from scorepad.window.widgets.density import Gap, density_of
from scorepad.window.widgets.keyboard import typed_text
from scorepad.window.widgets.notice_strip import NoticeAction
from scorepad.window.widgets.size_class import WindowSizeClass, width_class

EffectsOf: TypeAlias = Callable[[Match], Sequence[Text]]
Place: TypeAlias = int | str | tuple[int, int, str] | None
"""The subject of a panel: a hand or a side by its number, an entry by its id, a number of the
sheet by hand, side and column."""

OPEN: Final = "panel"
"""The key of the open panel in a table's draft."""


class PanelContext(NamedTuple):
    """The parameters of every panel."""

    table: Table
    sheets: DocumentMaker
    settings: Settings
    parent: QWidget | None = None
    effects_of: EffectsOf = lambda _after: ()
    """Returns the changes in the match's event if the match became this one."""


class OpenPanelDraft(msgspec.Struct, frozen=True):
    """The open panel in a draft, by the key of its action, and its subject."""

    key: str
    place: Place = None


def record_notice(table: Table, recorded: RecordedEntries) -> tuple[str, controls.Tone]:
    """Return sentences about recorded entries, with notices and warnings, and their tone."""
    entry, match = recorded.entry, table.match
    together = tuple(each for each in recorded.entries if each.step == entry.step)
    if isinstance(entry, Time):
        done = T("Time called")
    elif isinstance(entry, Strike | Restore):
        what = name_entry_even_if_struck(match, match.original_entry(entry.entry))
        done = T("Deleted: {what}.", what=what)
        if isinstance(entry, Restore):
            done = T("Restored: {what}.", what=what)
    elif isinstance(entry, Amend) and len(together) > 1:
        done = T("Recorded: {what}.", what=name_step(match, together))
    else:
        done = T("Recorded: {what}.", what=match.name(entry))
    text = join_as_sentences(map(str, (done, *recorded.notices, *recorded.warnings)))
    return text, "warn" if recorded.warnings else "good"


class Panel(QFrame):
    """A panel has a title, a scrolling `body`, a message line and a row of buttons.

    A subclass fills `body` (a column) with `add`, its buttons with `add_button`; the primary
    button is pressed by Enter from any field, and from a choice that is made already.  `WIDTH`
    is at the usual text size, in pixels.
    """

    WIDTH = 400
    TYPED: ClassVar[Any] = Any
    """The type that `typed` returns; a draft of another type is not read."""

    closed = Signal()
    """The panel is finished, and the page closes it."""
    hand_asked = Signal(int)
    """The hand with this number is to be corrected."""
    panel_asked = Signal(str, object)
    """Another panel is asked for, by the key of its action, and the place that it shows."""
    notified = Signal(str, str, object)
    """The page announces this text in this tone, with a `NoticeAction` or None."""

    def __init__(self, title: Text | str, context: PanelContext) -> None:
        super().__init__(context.parent)
        self.table = context.table
        self.effects_of = context.effects_of
        self.discarded = False
        self._key = ""
        self.setProperty("kind", "panel")
        self.setAccessibleName(str(title))
        self.setMinimumWidth(min(theme.px(self.WIDTH), 620))
        self._title = controls.label(title, "heading", wrap=True)
        self._close = controls.button("✕", self.close_panel, kind="quiet", name=T("Close"))
        self._close.setFixedWidth(theme.touch_height())
        self._close.setToolTip(str(T("Close (Esc)")))

        content = QWidget()
        self._inside = layouts.set_column(content, spacing=Gap.GROUPS)
        self.body: QVBoxLayout = QVBoxLayout()
        self.body.setSpacing(Gap.GROUPS.pixels())
        self._inside.addLayout(self.body)
        self._inside.addStretch(1)

        self.message = controls.MessageLabel()
        foot = QWidget()
        self._foot: QVBoxLayout = layouts.set_column(foot)
        buttons = QWidget()
        self.buttons: QHBoxLayout = layouts.set_row(buttons, wraps=True)
        self._foot.addWidget(self.message)
        self._foot.addWidget(buttons)

        top = QWidget()
        self._top = layouts.set_row(top)
        self._top.addWidget(self._title, 1)
        self._top.addWidget(self._close, 0, Qt.AlignmentFlag.AlignRight)
        head = QWidget()
        self._head: QVBoxLayout = layouts.set_column(head)
        self.scrolling = scrolling.make_scroll_area(content)
        self.scrolling.setMinimumHeight(theme.touch_height())
        layouts.set_column(self, top, head, (self.scrolling, 1), foot, spacing=Gap.NONE)
        self._primaries: list[QPushButton] = []
        controls.EventFollower(self, self._fit)

    def _fit(self) -> None:
        # In a small window a panel has no room for the title and the widgets beside it.
        self._title.setVisible(self._top.count() == 2 or width_class(self) > WindowSizeClass.SMALL)
        density = density_of(self)
        sides, above = Gap.GROUPS, Gap.CONTROLS
        layouts.set_margins(self._top, (sides, above, above, Gap.LINES), density)
        layouts.set_margins(self._head, (sides, Gap.NONE, sides, Gap.NONE), density)
        layouts.set_margins(self._inside, (sides, Gap.LINES, sides, sides), density)
        layouts.set_margins(self._foot, (sides, above, sides, sides), density)
        self._foot.setSpacing(above.pixels(density))

    def retitle(self, title: Text | str) -> None:
        """Change the title (a panel that was opened for one hand now shows another)."""
        self._title.setText(str(title))
        self.setAccessibleName(str(title))

    def add(self, widget: QWidget) -> None:
        """Put a widget below those already in the body."""
        self.body.addWidget(widget)

    def add_widget_beside_title(self, widget: QWidget) -> None:
        """Put a widget into the title's line, before the cross."""
        self._top.insertWidget(1, widget)

    def add_stretching_widget_above_body(self, widget: QWidget) -> None:
        """Put a widget above the body, in the scrolling part; it gets all the height that the rest
        does not need."""
        self._inside.insertWidget(0, widget, 1)
        # Below the body there is room only while the widget is hidden.
        self._inside.setStretch(self._inside.count() - 1, 0)

    def pin_below_title(self, widget: QWidget) -> None:
        """Put a widget below the title, above the scrolling part."""
        self._head.addWidget(widget)

    def pin(self, widget: QWidget) -> None:
        """Put a widget above the buttons, where it is in sight however long the body is."""
        self._foot.insertWidget(0, widget)

    def add_button(
        self, text: Text | str, press: Callable[[], object], *, kind: controls.ButtonKind = "plain"
    ) -> QPushButton:
        """Put a button at the foot; Enter presses the first primary one that is shown."""
        button = controls.button(text, press, kind=kind)
        self.add_existing_button(button, pressed_by_enter=kind == "primary")
        return button

    def add_existing_button(self, button: QPushButton, *, pressed_by_enter: bool) -> None:
        """Put an existing button at the foot."""
        if pressed_by_enter:
            self._primaries.append(button)
        self.buttons.addWidget(button, 1)

    def record(self, *entries: Entry, draft: str | None = None) -> bool:
        """Record entries and announce them; return whether they were accepted."""
        try:
            recorded = self.table.record(*entries, draft=draft)
        except Refused as refused:
            self.message.say(refused.text, "bad")
            return False
        self.message.clear()
        self.notify(*record_notice(self.table, recorded))
        return True

    def notify(
        self, text: Text | str, tone: controls.Tone = "note", action: NoticeAction | None = None
    ) -> None:
        """Announce an act, a refusal or a warning on the page."""
        self.notified.emit(str(text), tone, action)

    def close_panel(self) -> None:
        """Close; unrecorded input is kept in the draft."""
        self.closed.emit()

    def cancel(self) -> None:
        """Close, and discard the input."""
        self.discarded = True
        self.close_panel()

    # Unrecorded input.

    def typed(self) -> object | None:
        """Return the unrecorded input, as a value that JSON can write; None without any."""
        return None

    def typed_to_keep(self) -> object | None:
        """Return the part of `typed` that a closed panel keeps in the draft."""
        return self.typed()

    def fill(self, typed: Any) -> None:
        """Fill the fields with a value of `typed` or `typed_to_keep`."""

    def restore_draft(self, action_key: str) -> None:
        """Take the key of the action, and fill the fields from the draft that is kept under it."""
        typed = self.table.draft.read(action_key, self.TYPED)
        if typed is not None:
            self.fill(typed)
        self._key = action_key
        self.keep_draft()
        if typed is None:
            return
        if self.typed() is not None:
            self.show_restored_message()
        else:
            self.show_discarded_message()

    def keep_draft(self) -> None:
        """Keep the input and the panel's subject in the table's draft.  A panel calls it after
        every change by the supervisor."""
        # Until `restore_draft` has the key, the fields are only being filled.
        if self._key:
            self.table.draft.keep(self._key, self.typed())
            self.table.draft.keep(OPEN, OpenPanelDraft(self._key, self.place()))

    def draft_json_with(self, typed: object | None) -> str | None:
        """Return the table's draft with this as all that is typed here, to be recorded."""
        return self.table.draft.text_with(self._key, typed) if self._key else None

    def keep_draft_before_closing(self) -> str:
        """Keep the input, unless it was discarded, as the panel closes; return the sentence
        about it."""
        typed = None if self.discarded else self.typed_to_keep()
        if self._key:
            self.table.draft.keep(self._key, typed)
        self.table.draft.keep(OPEN, None)
        self._key = ""
        return "" if typed is None else self.draft_saved_sentence()

    def show_restored_message(self) -> None:
        """Show that earlier input is filled in."""
        self.message.say(T("Your earlier input was restored."), "note")

    def show_discarded_message(self) -> None:
        """Show that earlier input is discarded."""
        gone = str(T("Your input was discarded because it was for an entry that no longer counts."))
        self.message.say(gone, "warn")

    def draft_saved_sentence(self) -> str:
        """Return the page's sentence about a panel that is closed with input."""
        title = self.accessibleName()
        return str(T("Your input in “{title}” is saved. Open it again to continue.", title=title))

    def place(self) -> Place:
        """Return the panel's subject, for `show_place` of another one of its class."""
        return None

    def show_place(self, place: Place) -> None:
        """Show a subject that `place` returned."""

    def hand_number(self) -> int:
        """Return the number of the hand that the panel is about; 0 when it is about none."""
        return 0

    def refresh(self) -> None:
        """Show the match as it is now.  The page calls it after every change."""

    def focusNextPrevChild(self, next: bool) -> bool:
        # A widget that was made later would be last, after the rest of the window.
        self.set_reading_tab_order()
        return super().focusNextPrevChild(next)

    def set_reading_tab_order(self) -> None:
        """Let Tab go through the panel in reading order."""
        # Tab begins with the fields; the ✕ above them is after the buttons below.
        inside = tab_order.controls_in_reading_order(self)
        fields = [control for control in inside if control is not self._close]
        tab_order.set_tab_order((*fields, self._close))

    def focus_typing_start(self) -> None:
        """Put the cursor into the first field.  The page calls it when the panel is shown."""
        self.set_reading_tab_order()
        for widget in tab_order.controls_in_reading_order(self):
            takes_focus = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            is_first = widget is not self._close and widget.isVisibleTo(self)
            if takes_focus and is_first and widget.isEnabled():
                widget.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def field_for_key(self, typed: str) -> QLineEdit | QPlainTextEdit | None:
        """Return the field for which a key is meant that is pressed on a button."""
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
            return
        typed = typed_text(event) if isinstance(self.focusWidget(), QPushButton) else ""
        field = self.field_for_key(typed)
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            if not typed.isalpha():
                field.selectAll()  # the number takes the place of the one there
            QApplication.sendEvent(field, event)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if isinstance(self.focusWidget(), QAbstractItemView):
                return  # Enter on a row presses no button
            many_lines = isinstance(self.focusWidget(), QPlainTextEdit | QTextEdit)
            shown = (each for each in self._primaries if each.isVisibleTo(self))
            primary = next(shown, None)
            if primary is not None and primary.isEnabled() and not many_lines:
                primary.click()
                return
        super().keyPressEvent(event)
