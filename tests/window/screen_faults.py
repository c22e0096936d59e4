"""What is looked for on a screen: controls without a name, out of reach of the keys or too small,
text that is cut off, controls that Tab does not reach, a focus that cannot be seen, widgets that
lie over each other or stick out, a layout that never comes to rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QWidget,
)

from scorepad.window.match.entry.seats import SeatButton
from scorepad.window.match.sheet.sheet_columns import (
    COLUMN_COUNT,
    DEALER_COLUMN,
    side_and_part_of_column,
)
from scorepad.window.match.sheet.sheet_heading import GroupHeader
from scorepad.window.match.sheet.sheet_paint import SheetCellPainter
from scorepad.window.match.sheet.sheet_view import SheetView
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.fit_text import width_of
from scorepad.window.widgets.theme import TOUCH_HEIGHT

MOST_STEPS = 400
CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractItemView)


def in_sight(widget: QWidget, but: QWidget | None = None) -> Iterator[QWidget]:
    """What is in a widget and not hidden, `but` one with all in it.  Most of a window's widgets are
    in pages that are."""
    for each in widget.children():
        if isinstance(each, QWidget) and each is not but and not each.isHidden():
            yield each
            yield from in_sight(each, but)


def faults(page: QWidget) -> list[str]:
    """What is wrong with the controls that can be seen."""
    QApplication.processEvents()
    found = []
    for control in in_sight(page):
        inside = isinstance(control.parentWidget(), QComboBox | QLineEdit | QAbstractItemView)
        if not isinstance(control, CONTROLS) or inside or control.objectName().startswith("qt_"):
            continue
        name = control.accessibleName()
        if not name:
            text = control.text() if isinstance(control, QAbstractButton) else ""
            if not text:
                found.append(f"{type(control).__name__} has no name")
        # Of the buttons of a choice Tab reaches one, the arrow keys the others.
        chosen = isinstance(control, QAbstractButton) and control.group() is not None
        focusable = chosen or control.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not focusable and not name.endswith(("+", "\u2212")):
            found.append(f"{name} cannot be reached by key")
        if control.height() < TOUCH_HEIGHT and not isinstance(control, QCheckBox):
            found.append(f"{name} is {control.height()} pixels high")
    return found


def cut_off(window: QWidget) -> list[str]:
    """Texts that have less room than they need, and do not say so with an ellipsis and a tip."""
    found: list[str] = []
    for widget in in_sight(window):
        if type(widget).__module__.startswith("PySide6") and widget.objectName().startswith("qt_"):
            continue
        found += (f"{said} in {called(widget)}" for said in _cut(widget))
    return found


def _cut(widget: QWidget) -> Iterator[str]:
    metrics = widget.fontMetrics()
    if isinstance(widget, controls.ElidedLabel):
        if widget.toolTip() != widget.text():
            yield f"{widget.text()!r} has no tip"
        if isinstance(widget, controls.FittingLabel):
            needed = metrics.horizontalAdvance(widget.text())
            yield from _short(widget.text(), needed, widget.width())
    elif isinstance(widget, SeatButton):
        for each in widget.texts()[1:]:  # its tip has the whole name
            yield from _short(each.text, width_of(each.text, each.font), each.room.width())
    elif isinstance(widget, QPushButton) and widget.text():
        option = QStyleOptionButton()
        widget.initStyleOption(option)
        inside = widget.style().subElementRect(
            QStyle.SubElement.SE_PushButtonContents, option, widget
        )
        needed = metrics.horizontalAdvance(_longest(widget.text()))
        if not widget.icon().isNull():
            needed += widget.iconSize().width() + 4
        # Of the room beside it a text may take some, so long as it ends well within the edge.
        yield from _short(widget.text(), needed, min(inside.width() + theme.px(8), widget.width()))
        option.state ^= QStyle.StateFlag.State_HasFocus
        other = widget.style().subElementRect(
            QStyle.SubElement.SE_PushButtonContents, option, widget
        )
        # With the focus it has a thicker edge, which may take nothing of its text.
        if widget.isChecked() and other.width() != inside.width():
            bold = QFont(widget.font())
            bold.setBold(True)
            needed = QFontMetrics(bold).horizontalAdvance(_longest(widget.text()))
            yield from _short(widget.text(), needed, min(other.width(), inside.width()))
    elif isinstance(widget, QCheckBox):
        yield from _short(widget.text(), widget.sizeHint().width(), widget.width())
    elif isinstance(widget, QLabel) and widget.text():
        wraps = widget.wordWrap()
        needed = metrics.horizontalAdvance(_longest(widget.text(), wraps))
        yield from _short(widget.text(), needed, widget.width())
        # Laid out anew: a label of the program remembers its height.
        high = QLabel.heightForWidth(widget, widget.width()) if wraps else 0
        if high > widget.height() + 1:
            yield f"{widget.text()!r} has not all its lines"
    elif isinstance(widget, QComboBox):
        box = QStyleOptionComboBox()
        widget.initStyleOption(box)
        room = widget.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            box,
            QStyle.SubControl.SC_ComboBoxEditField,
            widget,
        )
        if widget.toolTip() != widget.currentText():
            needed = metrics.horizontalAdvance(widget.currentText())
            yield from _short(widget.currentText(), needed, room.width())
    elif isinstance(widget, QLineEdit):
        hint = widget.placeholderText()
        if hint and not widget.text() and widget.toolTip() != hint:
            needed = metrics.horizontalAdvance(hint)
            yield from _short(hint, needed, widget.width() - 2 * theme.px(10) - 4)
    elif isinstance(widget, SheetView):
        yield from _cut_in_sheet(widget)


class LayoutRequests(QObject):
    """Lists the widgets that are to be laid out again."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and isinstance(watched, QWidget):
            self.widgets.append(called(watched))
        return False


def restless(app: QApplication) -> list[str]:
    """What is laid out again and again, although nothing has happened since it was laid out."""
    requests = LayoutRequests()
    for _round in range(5):
        app.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        app.processEvents()
    app.installEventFilter(requests)
    app.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    app.removeEventFilter(requests)
    return sorted(set(requests.widgets))


def misplaced(window: QWidget) -> list[str]:
    """What a layout has put over something else, or where only a part of it is in its parent."""
    found = []
    for parent in (window, *in_sight(window)):
        layout = parent.layout()
        if not isinstance(layout, QBoxLayout):  # a grid puts a panel over a page on purpose
            continue
        widgets = [each for each in _laid_out(layout) if not each.isHidden()]
        for number, each in enumerate(widgets):
            if not parent.rect().adjusted(-1, -1, 1, 1).contains(each.geometry()):
                found.append(f"{called(each)} sticks out of {called(parent)}")
            inner = each.geometry().adjusted(1, 1, -1, -1)
            found += [
                f"{called(each)} lies over {called(other)}"
                for other in widgets[:number]
                if inner.intersects(other.geometry().adjusted(1, 1, -1, -1))
            ]
    return found


def out_of_reach(window: QWidget) -> list[str]:
    """What is wider than its scroll area, which does not scroll that way."""
    found = []
    for area in window.findChildren(QScrollArea):
        content, policy = area.widget(), area.horizontalScrollBarPolicy()
        scrolls = policy != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if area.isVisible() and not scrolls and content.width() > area.viewport().width():
            found.append(called(area))
    return found


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        widget, inner = (None, None) if item is None else (item.widget(), item.layout())
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _laid_out(inner)


def _short(text: str, needed: int, there: int) -> Iterator[str]:
    if needed > there:
        yield f"{text!r} needs {needed} pixels and has {there}"


def _cut_in_sheet(sheet: SheetView) -> Iterator[str]:
    painter, model, header = sheet.itemDelegate(), sheet.model(), sheet.horizontalHeader()
    assert isinstance(painter, SheetCellPainter)
    assert isinstance(header, GroupHeader)
    for column in range(COLUMN_COUNT):
        if sheet.isColumnHidden(column):
            continue
        heading = str(model.headerData(column, Qt.Orientation.Horizontal))
        needed = header.text_width(heading) + theme.px(8)
        yield from _short(heading, needed, header.sectionSize(column))
        for row in range(model.rowCount()):
            index = model.index(row, column)
            text = painter.full_text_if_cut(QRect(0, 0, sheet.columnWidth(column), 30), index)
            # Names and reasons may end in an ellipsis (they are told whole); no number may.
            place = side_and_part_of_column(column)
            reason = sheet.rows[row].status == "ruling" and place is not None
            if text and column != DEALER_COLUMN and not (reason and place[1] in ("bids", "tricks")):
                yield f"{text!r} of hand {row + 1}"


def _longest(text: str, wraps: bool = False) -> str:
    pieces = text.split() if wraps else text.replace("&&", "&").splitlines()
    return max(pieces, key=len, default="")


def called(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName()!r}"


def one_of(widget: QWidget) -> Any:
    """Of a row of choices Tab reaches one; the arrow keys go from it to the others."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group if group is not None and group.exclusive() else widget


def reachable(window: QWidget) -> set[Any]:
    """What Tab has to reach."""
    return {
        one_of(each)
        for each in in_sight(window)
        if each.isEnabled()
        and bool(each.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and each.focusProxy() is None
        and not each.objectName().startswith("qt_")
    }


def tabbed(window: QWidget) -> Iterator[QWidget]:
    """Where Tab leads, from where the cursor is until it comes round."""
    found: set[QWidget] = set()
    focused = window.focusWidget()
    while focused is not None and focused not in found and len(found) < MOST_STEPS:
        found.add(focused)
        yield focused
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        if window.focusWidget() is focused:
            # While tricks are counted Tab points at the other side; the order continues all the
            # same.
            window.focusNextPrevChild(True)
        focused = window.focusWidget()


def unreached(window: QWidget) -> list[str]:
    """What Tab does not reach."""
    QApplication.processEvents()
    # What leads further along a row of tables has nowhere to lead at the row's end.
    wanted = reachable(window)
    reached = {one_of(each) for each in tabbed(window)}
    return sorted(
        called(each) if isinstance(each, QWidget) else "group"
        for each in (wanted & reachable(window)) - reached
    )


def unseen(window: QWidget) -> list[str]:
    """Controls that look the same with the focus and without it."""
    found = []
    before: tuple[QWidget, Any] | None = None
    for control in tabbed(window):
        if before is not None:
            last, picture = before
            # Wherever it is now: where it was, the next one may be after scrolling.
            if last.isVisible() and window.grab(place_in(window, last)).toImage() == picture:
                found.append(called(last))
        before = (control, window.grab(place_in(window, control)).toImage())
    return found


def place_in(window: QWidget, control: QWidget) -> QRect:
    """Where a control is in its window, as far as it is in it."""
    at = control.mapTo(window, control.rect().topLeft())
    return QRect(at, control.size()).intersected(window.rect())
