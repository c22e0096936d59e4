"""Controls to choose or type in: buttons of a choice, lists, numbers, one line of text or many.

Each is a `Control` of a form (`widgets.form`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar, runtime_checkable

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QMetaMethod,
    QObject,
    QRegularExpression,
    QSignalBlocker,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import (
    QAccessible,
    QKeyEvent,
    QKeySequence,
    QRegularExpressionValidator,
    QValidator,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QCompleter,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QWidget,
)

from scorepad.cleaning import replace_line_ends
from scorepad.spades.words import Text, format_number
from scorepad.window.widgets import keyboard, layouts, theme
from scorepad.window.widgets.controls import ButtonKind, button, label, name_button
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import cut_text
from scorepad.window.widgets.repeat_filter import ENTER_KEYS

Value = TypeVar("Value")
FUNCTION_KEYS: Final = range(Qt.Key.Key_F1, Qt.Key.Key_F35)
SEARCH_DELAY: Final = 1000  # ms
"""Milliseconds between two letters of a name that is typed to choose it in a list."""
TEXT_EDGES: Final = 2  # pixels
"""Qt draws the text of a list so much narrower than its room."""
TAB_KEYS: Final = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
ROW_ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right)
COLUMN_ARROWS: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down)
"""The arrows to the choice before and to the next, in a row and in a column."""


@runtime_checkable
class Control(Protocol):
    """A control with a value that JSON can write."""

    changed: SignalInstance

    def typed(self) -> Any:
        """Return the value typed or chosen."""

    def fill(self, typed: Any) -> None:
        """Show a value that `typed` returned, as if it had been typed, if it can be shown."""


class TabRoleButton(QPushButton):
    """A button that a screen reader reads as a tab."""

    ACCESSIBLE_ROLE = QAccessible.Role.PageTab

    def __init__(self, text: str, kind: ButtonKind) -> None:
        super().__init__()
        name_button(self, text, kind)
        self.setCheckable(True)
        # Enter is for the content of the tab.
        self.setAutoDefault(False)
        self.setMinimumHeight(theme.touch_height())


class SectionTabs(QWidget):
    """Tabs for the parts of a page; each has a key.  Arrow keys show the next and the previous one.

    A QTabBar is read by the title of its current tab, whatever name it is given.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.PageTabList

    changed = Signal()
    """The user pressed a tab."""

    def __init__(self, options: Sequence[tuple[str, Text | str]], *, name: Text | str) -> None:
        """`options` are the keys and the titles; the first is the current one."""
        super().__init__()
        self.setAccessibleName(str(name))
        self._tabs = {key: TabRoleButton(str(title), "tab") for key, title in options}
        layouts.set_row(self, *self._tabs.values(), None, spacing=Gap.NONE, wraps=True)
        group = QButtonGroup(self)
        for tab in self._tabs.values():
            group.addButton(tab)
            tab.clicked.connect(self.changed)
        self.choose(next(iter(self._tabs)))

    @property
    def value(self) -> str:
        """Return the key of the current tab."""
        return next(key for key, tab in self._tabs.items() if tab.isChecked())

    def choose(self, key: str) -> None:
        """Make the tab with this key the current one."""
        self._tabs[key].setChecked(True)

    def show_tab(self, key: str, *, shown: bool) -> None:
        """Show or hide the tab with this key."""
        self._tabs[key].setVisible(shown)

    def has_tab(self, key: str) -> bool:
        """Return whether the tab with this key is shown."""
        return not self._tabs[key].isHidden()

    def focus_current(self) -> None:
        """Put the focus on the current tab."""
        self._tabs[self.value].setFocus()


class ChoiceButtons(QWidget, Generic[Value]):
    """A row or column of buttons of which one is down.

    Arrow keys move between them, Space presses one; for a choice between yes and no the first
    letter of an answer chooses it.  `value` is None until one is chosen.
    """

    changed = Signal()
    picked = Signal()
    """The user pressed a button by key, after `changed`: under a pointer nothing moves."""

    def __init__(
        self,
        options: Sequence[tuple[Value, Text | str]],
        *,
        name: Text | str = "",
        chosen: Value | None = None,
        down: bool = False,
        meanings: Sequence[str] = (),
    ) -> None:
        """`options` are the values and their texts; `down` makes a column of them. `meanings` are
        beside the buttons of a column, one for each, and in a row are their tips. Without a `name`
        it gets that of the field round it.
        """
        super().__init__()
        self._group = QButtonGroup(self)
        self.setAccessibleName(str(name))
        self._values: list[Value] = []
        self._meanings = meanings
        self._layout: QGridLayout | QHBoxLayout
        if down:
            self._layout = layouts.set_grid(
                self,
                across=Gap.GROUPS,
                down=Gap.LINES if meanings else Gap.CONTROLS,
                stretch_column=int(bool(meanings)),
            )
        else:
            self._layout = layouts.set_row(self, wraps=bool(meanings))
        self._group.idClicked.connect(self._clicked)
        self._group.idPressed.connect(self._note_pointer)
        self._is_pointed = False
        self.offer(options, chosen)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        for each in self._group.buttons():
            self._name_button(each)

    def _name_button(self, option: QAbstractButton) -> None:
        option.setAccessibleName(f"{self.accessibleName()}: {option.text().replace('&&', '&')}")

    def offer(
        self, options: Sequence[tuple[Value, Text | str]], chosen: Value | None = None
    ) -> None:
        """Replace the options by these."""
        for old in self._group.buttons():
            self._group.removeButton(old)
        layouts.clear_layout(self._layout)
        self._values = [value for value, _text in options]
        # Qt would have Tab come to new buttons last, and puts none after a widget without focus.
        before: QWidget = self
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for at, (value, text) in enumerate(options):
            option = button(text)
            self._name_button(option)
            option.setCheckable(True)
            option.setAutoExclusive(True)  # it is read as a radio button
            option.setChecked(chosen is not None and value == chosen)
            self._group.addButton(option, at)
            meaning = self._meanings[at] if self._meanings else ""
            option.setAccessibleDescription(meaning)
            if isinstance(self._layout, QGridLayout):
                self._layout.addWidget(option, at, 0)
                if meaning:
                    self._layout.addWidget(label(meaning, "caption", wrap=True), at, 1)
            else:
                option.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
                option.setToolTip(meaning)
                self._layout.addWidget(option)
            QWidget.setTabOrder(before, option)
            before = option
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._set_focus_policies()

    def _note_pointer(self, _at: int) -> None:
        self._is_pointed = QApplication.mouseButtons() != Qt.MouseButton.NoButton

    def _clicked(self, _at: int) -> None:
        self._set_focus_policies()
        self.changed.emit()
        if not self._is_pointed:
            self.picked.emit()

    def focus_button(self) -> QAbstractButton | None:
        """Return the button that Tab leads to: the one that is down, else the first."""
        return self._group.checkedButton() or next(iter(self._group.buttons()), None)

    def _set_focus_policies(self) -> None:
        """Let Tab reach the chosen button, or all of them when none is chosen; Enter presses the
        others.

        A group of Qt's no longer sees to that once its buttons are replaced.
        """
        chosen = self._group.checkedButton()
        for each in self._group.buttons():
            assert isinstance(each, QPushButton)
            each.setAutoDefault(each is not chosen)
            each.setDefault(False)  # it became Qt's default button with the focus
            is_reached = chosen in (None, each)
            each.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if is_reached else Qt.FocusPolicy.ClickFocus
            )

    @property
    def value(self) -> Value | None:
        """Return the value that is chosen."""
        at = self._group.checkedId()
        return self._values[at] if at >= 0 else None

    def typed(self) -> Value | None:
        return self.value

    def fill(self, typed: Any) -> None:
        if typed in self._values and typed != self.value:
            self.choose(typed)

    def choose(self, value: Value) -> None:
        """Choose a value, as if its button had been clicked."""
        self._group.button(self._values.index(value)).setChecked(True)
        self._set_focus_policies()
        self.changed.emit()

    def choose_none(self) -> None:
        """Let no value be chosen."""
        if chosen := self._group.checkedButton():
            # In an exclusive group one has to be down.
            self._group.setExclusive(False)
            chosen.setAutoExclusive(False)
            chosen.setChecked(False)
            chosen.setAutoExclusive(True)
            self._group.setExclusive(True)
            self._set_focus_policies()

    def show_only(self, values: Collection[Value]) -> None:
        """Show the buttons of these values in a row, and hide the others."""
        for at, value in enumerate(self._values):
            self._group.button(at).setVisible(value in values)

    def retitle(self, value: Value, text: str) -> None:
        """Write this on the button of a value."""
        option = self._group.button(self._values.index(value))
        option.setText(text)
        self._name_button(option)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_yes_or_no = all(isinstance(value, bool) for value in self._values)
        key = keyboard.read_key(event) if is_yes_or_no else ""
        for option in self._group.buttons() if key else ():
            if not option.isHidden() and keyboard.answer_key(option.text()) == key:
                option.click()
                option.setFocus()
                return
        # Qt leaves the arrow to this where no button is further on; as in any group of radio
        # buttons, the other end is next, and is chosen if the last one was.
        ends = ROW_ARROWS if isinstance(self._layout, QHBoxLayout) else COLUMN_ARROWS
        shown = [each for each in self._group.buttons() if each.isVisible() and each.isEnabled()]
        if event.key() in ends and (focused := self.focusWidget()) in shown:
            step = 2 * ends.index(event.key()) - 1
            option = shown[(shown.index(focused) + step) % len(shown)]
            if focused is self._group.checkedButton():
                option.click()
            option.setFocus(Qt.FocusReason.TabFocusReason)
            return
        super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Let Tab go through the buttons while none is chosen: on focus Qt leaves it but one."""
        if self.value is None:
            self._set_focus_policies()
        return super().focusNextPrevChild(next)


class _OneLineValidator(QValidator):
    """Takes any text, and makes one line of several; Qt shows that and keeps the line ends."""

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        return QValidator.State.Acceptable, replace_line_ends(text), place


class LineEdit(QLineEdit):
    """A line of text, also where several are pasted."""

    changed = Signal()
    emptied = Signal()
    """Backspace was pressed where there is nothing to take back."""
    stepped = Signal(int)
    """The arrow up (-1) or down (1) was pressed."""
    several_pasted = Signal(str)
    """A text of several lines or cells was pasted, which a slot takes in place of the line."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setValidator(_OneLineValidator(self))
        self.textChanged.connect(self.changed)

    def typed(self) -> str:
        return self.text()

    def fill(self, typed: Any) -> None:
        if str(typed) != self.text():
            self.setText(str(typed))

    def takes_digit(self, _event: QKeyEvent) -> bool:
        """Return whether a key is meant as the digit on it, also where it writes something else."""
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste) and self._has_slot(self.several_pasted):
            text = QApplication.clipboard().text().strip()
            if "\n" in text or "\t" in text:
                self.several_pasted.emit(text)
                return
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.emptied.emit()
        if self.takes_digit(event):
            event = keyboard.with_digit(event)
        if event.key() in COLUMN_ARROWS and self._has_slot(self.stepped):
            self.stepped.emit(2 * COLUMN_ARROWS.index(event.key()) - 1)
            return
        super().keyPressEvent(event)
        if event.key() in ENTER_KEYS and self._has_slot(self.returnPressed):
            event.accept()  # Qt would pass it on, to a page that may take it for the bar

    def _has_slot(self, signal: SignalInstance) -> bool:
        return self.isSignalConnected(QMetaMethod.fromSignal(signal))


class CheckBox(QCheckBox):
    """A box that is ticked or not."""

    changed = Signal()

    def __init__(self, text: Text | str, *, name: Text | str = "") -> None:
        super().__init__(str(text).replace("&", "&&"))
        self.setAccessibleName(str(name) or str(text))
        self.toggled.connect(self.changed)

    def typed(self) -> bool:
        return self.isChecked()

    def fill(self, typed: Any) -> None:
        self.setChecked(bool(typed))


def line_edit(
    placeholder: Text | str = "", text: Text | str = "", max_length: int = 500
) -> LineEdit:
    """Return a line to type a name or a reason in, with at most so many letters."""
    line = LineEdit(str(text))
    line.setPlaceholderText(str(placeholder))
    line.setMaxLength(max_length)
    return line


def take_reason(line: QLineEdit) -> str:
    """Return the reason typed in a line, and clear it; an empty one gets the focus."""
    reason = line.text().strip()
    if reason:
        line.clear()
    else:
        line.setFocus()
    return reason


class NumberLine(LineEdit):
    """A line that takes a whole number or nothing, in any layout of the keyboard."""

    def __init__(self, value: int | None = None, *, is_signed: bool = True) -> None:
        super().__init__()
        self._is_signed = is_signed
        self.setMaxLength(9)
        self.fill(value)

    def takes_digit(self, event: QKeyEvent) -> bool:
        # A French keyboard has the minus on the key of 6: where a number begins it is a minus.
        is_start = self.hasSelectedText() or self.cursorPosition() == 0
        return not (self._is_signed and event.text() == "-" and is_start)

    def fill(self, typed: Any) -> None:
        super().fill(format_number(typed) if isinstance(typed, int) else typed or "")

    def values(self) -> int | None:
        """Return the number typed, None for nothing; raises `ValueError`."""
        text = self.text().strip().replace("\u2212", "-").replace("–", "-")
        return int(text) if text else None


class TextBox(QPlainTextEdit):
    """A text of many lines; Tab leaves it, Enter begins a new line."""

    changed = Signal()

    def __init__(self, placeholder: Text | str = "", text: str = "") -> None:
        super().__init__(text)
        self.setPlaceholderText(str(placeholder))
        self.setTabChangesFocus(True)
        self.textChanged.connect(self.changed)

    def typed(self) -> str:
        return self.toPlainText()

    def fill(self, typed: Any) -> None:
        if str(typed) != self.toPlainText():
            self.setPlainText(str(typed))


class Completer(QCompleter):
    """Offers names below a line; only a row that was gone to with the arrow keys takes Enter.

    Qt's own list keeps Enter and every shortcut from the window while it is open.
    """

    def __init__(self, names: Sequence[str], line: QLineEdit) -> None:
        super().__init__(list(names), line)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt asks this before it looks for a shortcut; the key then goes to the focus.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            offered, key = self.popup(), event.key()
            assert offered is not None
            row = offered.currentIndex()
            is_shortcut = key in FUNCTION_KEYS or bool(event.modifiers() & ~keyboard.PLAIN)
            leaves = key in TAB_KEYS or is_shortcut
            if key in ENTER_KEYS:
                leaves = not row.isValid()
            if leaves and offered.isVisible():
                offered.hide()
                if row.isValid():
                    self.activated.emit(row.data())
        return super().eventFilter(watched, event)


class SearchLine(LineEdit):
    """A line to search with, and a button in it that clears it.

    The button of Qt's own line has one size for every text size, and one color for every theme.
    """

    def __init__(self, placeholder: Text | str, *, name: Text | str, clear: Text | str) -> None:
        super().__init__()
        self.setPlaceholderText(str(placeholder))
        self.setAccessibleName(str(name))
        self.setMaxLength(500)
        self._clear = button("✕", self._clear_line, kind="quiet", name=clear, tip=clear)
        self._clear.setCursor(Qt.CursorShape.ArrowCursor)
        self._clear.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._clear.setFixedWidth(theme.touch_height())
        layouts.set_row(self, None, self._clear)
        self.textChanged.connect(self._show_clear_button)
        self._show_clear_button()

    def takes_digit(self, event: QKeyEvent) -> bool:
        # A table's number is typed without Shift on any keyboard; a letter may begin a name.
        return self.text().isdecimal() or not (self.text() or event.text().isalpha())

    def take_text_typed_in(self, *widgets: QWidget) -> None:
        """Search also for text that is typed while one of these has the focus."""
        for each in widgets:
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            typed = keyboard.typed_text(event)
            if typed.strip():
                self.setFocus(Qt.FocusReason.ShortcutFocusReason)
                self.setText(self.text() + typed)
                self.textEdited.emit(self.text())
                return True
        return super().eventFilter(watched, event)

    def _clear_line(self) -> None:
        self.setFocus()
        self.clear()
        self.textEdited.emit("")

    def _show_clear_button(self) -> None:
        self._clear.setVisible(bool(self.text()))
        self.setTextMargins(0, 0, theme.touch_height() if self.text() else 0, 0)


class ComboBox(QComboBox):
    """A combo box that the wheel does not change while it scrolls the page below the pointer."""

    changed = Signal()

    def __init__(self, options: Iterable[tuple[Any, Text | str]] = ()) -> None:
        """`options` are the values and their texts."""
        super().__init__()
        self.offer(options)
        self.currentIndexChanged.connect(self.changed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(8)
        # In a narrow row the tip shows the whole text.
        self.currentTextChanged.connect(self.setToolTip)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        # With Qt's usual delegate here the list's rows ignore the height in the style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))
        self._typed = QElapsedTimer()
        QApplication.setKeyboardInputInterval(SEARCH_DELAY)
        for each in (self, self.view()):
            each.installEventFilter(self)

    def offer(self, options: Iterable[tuple[Any, Text | str]], chosen: Any = None) -> None:
        """Replace the options by these, and choose one of them, or the first, without `changed`."""
        offering = QSignalBlocker(self)
        self.clear()
        for value, text in options:
            self.addItem(str(text), value)
        if self.count():
            self.setCurrentIndex(0 if chosen is None else max(0, self.findData(chosen)))
        offering.unblock()
        self.setToolTip(self.currentText())

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        # Under a style sheet Qt cuts the text in the middle of a letter.
        super().initStyleOption(option)
        part, parts = QStyle.SubControl.SC_ComboBoxEditField, QStyle.ComplexControl.CC_ComboBox
        room = self.style().subControlRect(parts, option, part, self).width() - TEXT_EDGES
        option.currentText = cut_text(option.currentText, self.fontMetrics(), room)

    def typed(self) -> Any:
        return self.currentData()

    def fill(self, typed: Any) -> None:
        if (index := self.findData(typed)) >= 0:
            self.setCurrentIndex(index)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Wheel and watched is self:
            event.ignore()
            return True
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is self:
            return self._takes_key(event)
        # Tab takes the row of an open list, and continues to the next field.
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            row = self.view().currentIndex().row()
            if event.key() in TAB_KEYS and self.view().isVisible():
                self.hidePopup()
                self.setCurrentIndex(row)
                self.activated.emit(row)
        return super().eventFilter(watched, event)

    def _takes_key(self, event: QKeyEvent) -> bool:
        if event.key() in ENTER_KEYS:
            # It opens like a menu in every form: a list confirms nothing.
            self.showPopup()
            return True
        searching = self._typed.isValid() and not self._typed.hasExpired(SEARCH_DELAY)
        if event.text().strip() or searching:
            self._typed.restart()
        if is_in_name := event.key() == Qt.Key.Key_Space and searching:
            # Within a name a space opens no list: under another key Qt searches with it.
            name = QKeyEvent(event.type(), Qt.Key.Key_unknown, event.modifiers(), event.text())
            self.keyPressEvent(name)
        return is_in_name


class Stepper(QWidget):
    """A whole number that is typed, stepped with the arrow keys, or stepped with two buttons.

    `value` is the typed number, brought into bounds; an empty line counts as 0.  When the cursor
    leaves a line that `corrects`, it shows the value; any other line keeps its text, which is then
    also its `typed`, so that the page can show the mistake.

    It is no QSpinBox: tried, that dropped a key in silence where the number would be too large
    (15 of at most 13 became 1), and brought a cleared number back.
    """

    changed = Signal()

    def __init__(
        self, least: int, most: int, value: int = 0, *, step: int = 1, corrects: bool = True
    ) -> None:
        super().__init__()
        self._corrects = corrects
        self._least, self._most, self._step = least, most, step
        self._value = max(least, min(most, value))
        self.line = NumberLine(self._value, is_signed=least < 0)
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line.setMinimumWidth(theme.px(64))
        self.line.setValidator(
            QRegularExpressionValidator(QRegularExpression("[-\u2212]?[0-9]{0,7}"), self.line)
        )
        self.fewer = button("\u2212", lambda: self.step(-1), kind="key")
        self.more = button("+", lambda: self.step(1), kind="key")
        layouts.set_row(self, self.fewer, (self.line, 1), self.more)
        for each in (self.fewer, self.more):
            each.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self._take)
        self.line.stepped.connect(lambda down: self.step(-down))
        self.line.editingFinished.connect(self._show)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.line.setAccessibleName(name)
        for each in (self.fewer, self.more):
            each.setAccessibleName(f"{name} {each.text()}")

    def setAccessibleDescription(self, text: str) -> None:
        super().setAccessibleDescription(text)
        self.line.setAccessibleDescription(text)

    @property
    def value(self) -> int:
        return self._value

    def typed(self) -> int | str:
        if self._corrects:
            return self._value
        try:
            number = self.line.values()
        except ValueError:
            number = None
        return self.line.text() if number is None else number

    def fill(self, typed: Any) -> None:
        if isinstance(typed, int) and typed != self.typed():
            self.set_value(typed)

    @property
    def is_valid(self) -> bool:
        """Return whether the line shows the value, and not half a number or one out of bounds."""
        return self.line.text().replace("-", "\u2212") == format_number(self._value)

    def set_value(self, value: int) -> None:
        """Set the value to this number, brought into bounds."""
        self.line.setText(format_number(max(self._least, min(self._most, value))))
        self._take(self.line.text())

    def step(self, steps: int) -> None:
        """Go this many steps up, or down where `steps` is negative."""
        self.set_value(self._value + steps * self._step)

    def _take(self, text: str) -> None:
        digits = text.replace("\u2212", "-")
        number = 0 if digits in ("", "-") else int(digits)
        value = max(self._least, min(self._most, number))
        if value != self._value or not self._corrects:
            self._value = value
            self.changed.emit()

    def _show(self) -> None:
        if self._corrects and self.line.text() != (text := format_number(self._value)):
            self.line.setText(text)
            self.changed.emit()
