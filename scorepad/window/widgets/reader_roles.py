"""Screen readers read a widget by the role that its class names, where Qt would take another.

Qt reads every button that can be down as a check box, and has no way to say otherwise but an
accessible interface.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget


class RoleInterface(QAccessibleWidget):
    """A widget is read by this role; a button that is down is the selected one of its kind."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role, "")

    def state(self) -> QAccessible.State:
        state, widget = super().state(), self.object()
        if isinstance(widget, QAbstractButton):
            state.selectable, state.selected = True, widget.isChecked()
        return state

    def actionNames(self) -> list[str]:
        names = super().actionNames()
        is_button = isinstance(self.object(), QAbstractButton)
        return [self.pressAction(), *names] if is_button else names

    def doAction(self, name: str) -> None:
        widget = self.object()
        if name == self.pressAction() and isinstance(widget, QAbstractButton):
            widget.click()
        else:
            super().doAction(name)


def use_accessible_roles() -> None:
    """Have screen readers read widgets whose class has an `ACCESSIBLE_ROLE` by this role."""
    QAccessible.installFactory(_make_interface)


def _make_interface(_class_name: str, widget: QObject) -> RoleInterface | None:
    role = getattr(type(widget), "ACCESSIBLE_ROLE", None)
    return RoleInterface(widget, role) if role is not None and isinstance(widget, QWidget) else None
