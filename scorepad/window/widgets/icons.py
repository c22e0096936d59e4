"""The icons of the actions, in the colors of the theme."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtGui import QGuiApplication, QIcon, QPixmap

from scorepad import paths
from scorepad.window.widgets import theme

ICON_SIZE: Final = 20  # px
"""The size of an icon at the usual text size, in pixels."""


def action_icon(name: str) -> QIcon:
    """Return the icon of an action's `icon` in the present theme and text size, gray where the
    action is disabled; a window makes its icons again when the theme changes."""
    c = theme.colors()
    return _icon(name, theme.px(ICON_SIZE), c.ink, c.soft, c.on_accent) if name else QIcon()


@cache
def _icon(name: str, size: int, usual: str, disabled: str, checked: str) -> QIcon:
    svg = (paths.resources_folder() / "icons" / "actions" / f"{name}.svg").read_text("utf-8")
    app = QGuiApplication.instance()
    ratio = app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
    icon = QIcon()
    for color, mode, state in (
        (usual, QIcon.Mode.Normal, QIcon.State.Off),
        (disabled, QIcon.Mode.Disabled, QIcon.State.Off),
        (checked, QIcon.Mode.Normal, QIcon.State.On),
    ):
        picture = QPixmap()
        sized = svg.replace('="24"', f'="{round(size * ratio)}"').replace("currentColor", color)
        picture.loadFromData(sized.encode())
        picture.setDevicePixelRatio(ratio)
        icon.addPixmap(picture, mode, state)
    return icon
