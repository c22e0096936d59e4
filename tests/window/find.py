"""Widgets found as a person finds them: by their kind and by what is written on or beside them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QWidget,
)

from scorepad.window.floor.floor_model import WAITS
from scorepad.window.floor.floor_page import FloorView
from scorepad.window.match.entry.seats import SeatButton
from scorepad.window.widgets.controls import Field
from scorepad.window.widgets.fit_text import width_of
from scorepad.window.widgets.inputs import TabRoleButton

Kind = TypeVar("Kind", bound=QWidget)


def find(root: QWidget, kind: type[Kind], name: str = "") -> Kind:
    """Return the one widget of this kind in `root` that is called `name`: by its accessible name,
    else by its text.  Without a name it is the only one of its kind.  Hidden widgets count only
    when no shown one fits."""
    found = find_all(root, kind, name)
    assert len(found) == 1, f"{len(found)} × {kind.__name__} {name!r} in {type(root).__name__}"
    return found[0]


def find_all(root: QWidget, kind: type[Kind], name: str = "") -> list[Kind]:
    """Return all widgets of this kind and name; the shown ones, or the hidden if none is shown."""
    named = [each for each in root.findChildren(kind) if not name or name in names_of(each)]
    shown = [each for each in named if each.isVisibleTo(root)]
    return shown or named


def cut_in_seats(bar: QWidget) -> list[str]:
    """Return what is cut in the seats of an entry bar."""
    return [
        each.text
        for seat in bar.findChildren(SeatButton)
        if seat.isVisible()
        for each in seat.texts()
        if width_of(each.text, each.font) > each.room.width()
    ]


def names_of(widget: QWidget) -> tuple[str, ...]:
    """Return what a person may call this widget."""
    names = [widget.accessibleName()]
    if isinstance(widget, QAbstractButton | QLabel):
        names.append(widget.text().replace("&", ""))
    if isinstance(widget, QLineEdit):
        names.append(widget.placeholderText())
    if isinstance(widget, Field):
        names.append(widget.title)
    return tuple(names)


def button(root: QWidget, text: str) -> QAbstractButton:
    """Return the button with this text or accessible name."""
    return find(root, QAbstractButton, text)


def line(root: QWidget, name: str) -> QLineEdit:
    """Return the line of text that is called so."""
    return find(root, QLineEdit, name)


def field(root: QWidget, title: str) -> Field:
    """Return the field (a control with its title above and its mistake below) of this title."""
    return find(root, Field, title)


def type_over(root: QWidget, name: str, text: str) -> QLineEdit:
    """Type this in place of what is in the line that is called so."""
    found = line(root, name)
    found.setFocus()
    found.selectAll()
    QTest.keyClicks(found, text) if text else QTest.keyClick(found, Qt.Key.Key_Delete)
    return found


def choice(root: QWidget, name: str) -> QComboBox:
    """Return the drop-down list that is called so."""
    return find(root, QComboBox, name)


def choose(root: QWidget, name: str, text: str) -> None:
    """Choose this text in the drop-down list that is called so, as a click in it does."""
    found = choice(root, name)
    index = found.findText(text)
    assert index >= 0, f"no {text!r} in {name!r}"
    found.setCurrentIndex(index)
    found.activated.emit(index)


def press(root: QWidget, text: str) -> None:
    """Click the button with this text."""
    QTest.mouseClick(button(root, text), Qt.MouseButton.LeftButton)


def texts(root: QWidget) -> list[str]:
    """Return every text that is shown in `root`, in the order of its widgets."""
    return [each.text() for each in root.findChildren(QLabel) if each.isVisibleTo(root)]


def row_data(view: QAbstractItemView, role: int) -> list[Any]:
    """Return what the rows of a list say for a role."""
    model = view.model()
    return [model.index(row, 0).data(role) for row in range(model.rowCount())]


def settle() -> None:
    """Let what was laid out be laid out."""
    for _round in range(4):
        QApplication.processEvents()


def whole(widget: QWidget) -> bool:
    """Return whether all of a widget is in sight."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def choose_tab(root: QWidget, title: str) -> None:
    """Press the tab with this title."""
    QApplication.processEvents()
    QTest.mouseClick(find(root, TabRoleButton, title), Qt.MouseButton.LeftButton)


def waits_for(root: QWidget) -> str:
    """Return what the only table of the floor waits for, as its row says it."""
    rows = find(root, FloorView).model()
    assert rows.rowCount() == 1
    return str(rows.index(0, WAITS).data())


class FileDialog:
    """Answers the file dialog that is opened by `press` with `paths`, none of them leaves it."""

    def __init__(self, press: Callable[[], object], *paths: Path) -> None:
        self.title = self.proposed = ""
        self._paths = paths
        self._timer = QTimer(interval=0)
        self._timer.timeout.connect(self._answer)
        self._timer.start()
        press()
        self._timer.stop()
        assert self.title, "no dialog was opened"

    def _answer(self) -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QFileDialog):
            return
        self._timer.stop()
        try:
            self.title = dialog.windowTitle()
            self.proposed = next((Path(each).name for each in dialog.selectedFiles()), "")
            self.folder = Path(dialog.directory().absolutePath())
            if self._paths:
                names = dialog.findChild(QLineEdit, "fileNameEdit")
                assert isinstance(names, QLineEdit)
                names.setText(" ".join(f'"{each}"' for each in self._paths))
                dialog.accept()
        finally:
            if dialog.isVisible():
                dialog.reject()
