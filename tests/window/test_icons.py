"""Each main action has an icon, from the kept set, in the colors of the theme."""

from typing import Any

from PySide6.QtGui import QColor, QIcon, QPixmap

from scorepad import paths
from scorepad.desk.actions import ACTIONS, GROUPS
from scorepad.window.widgets import theme
from scorepad.window.widgets.icons import action_icon
from tests.window.stage import Stage

KEPT = {each.stem for each in (paths.resources_folder() / "icons" / "actions").glob("*.svg")}


def is_drawn_in(picture: QPixmap, color: str) -> bool:
    """Return whether the most opaque pixel of a picture has this color."""
    image = picture.toImage()
    every = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    most, wanted = max(every, key=QColor.alpha), QColor(color)
    pairs = zip(most.getRgb()[:3], wanted.getRgb()[:3], strict=True)
    return most.alpha() > 120 and all(abs(one - other) <= 4 for one, other in pairs)


def test_each_action_names_a_kept_icon() -> None:
    assert {each.icon for each in ACTIONS} <= KEPT


def test_each_action_has_its_icon_in_the_menu_in_the_colors_of_the_theme(stage: Stage) -> None:
    for setting in ("light", "dark", "contrast"):
        theme.Theme.active.apply(setting)  # type: ignore[union-attr]
        for group in GROUPS:
            stage.menu(group)
        for key, shown in stage.window.menus.actions.items():
            assert shown.isIconVisibleInMenu(), key
            assert is_drawn_in(shown.icon().pixmap(20), theme.colors().ink), (key, setting)
            gray = shown.icon().pixmap(20, QIcon.Mode.Disabled)
            assert is_drawn_in(gray, theme.colors().soft), (key, setting)


def test_an_icon_grows_with_the_text(stage: Stage) -> None:
    sizes: list[Any] = []
    for percent in (100, 200):
        stage.show_at(1366, 768, percent)
        sizes += [each.width() for each in action_icon("arrow-back-up").availableSizes()][:1]
    assert sizes == [20, 40]
