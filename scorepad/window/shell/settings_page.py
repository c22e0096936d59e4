"""The settings page has a field for every setting that has a title."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QPushButton, QWidget

from scorepad.region import regions_by_name, system_region, territory_of
from scorepad.settings import Setting, SettingError, Settings
from scorepad.spades.refusal import error_text
from scorepad.spades.words import T, Text, installed_language
from scorepad.window.widgets import controls, file_dialogs, layouts, logo, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldSpec, Form
from scorepad.window.widgets.inputs import SEARCH_DELAY, ChoiceButtons, ComboBox, LineEdit, Stepper
from scorepad.window.widgets.window_page import WindowPage

LABELS: dict[str, Text] = {
    "system": T("System"),
    "light": T("Light"),
    "dark": T("Dark"),
    "contrast": T("High contrast"),
    "blue-red": T("Blue, red"),
    "red-blue": T("Red, blue"),
    "A4": T("A4"),
    "Letter": T("Letter"),
}
"""The choices of settings have these names."""
SECTIONS: dict[str, Text] = {
    "by": T("You and your screen"),
    "paper": T("Printouts"),
    "laptop_name": T("Other computers"),
    "alarm": T("Clock and room screen"),
}
"""The titles of the sections, by the first setting of each."""
COLUMN_WIDTH = 640  # px
"""The least width of a section where two are side by side, at the usual text size."""
PAUSE = 400  # ms
"""A typed setting is kept this long after the last key."""

PLACES = {
    "share_folder": (T("Choose a folder first."), T("Checking the folder…")),
    "share_database": (T("Enter the name of a service first."), T("Checking the database…")),
}
"""The settings that name a place to share, with what is said where they name none, and while it is
tried."""


class FileLine(QWidget):
    """A line for a file or a folder, and a button that asks for one."""

    changed = Signal()

    def __init__(self, ask: Callable[[FileLine], object]) -> None:
        super().__init__()
        self.line = LineEdit()
        self.press = controls.button(T("Choose…"), lambda: ask(self))
        self.line.changed.connect(self.changed)
        layouts.set_row(self, (self.line, 1), self.press)
        self.setFocusProxy(self.line)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.line.setAccessibleName(name)

    def typed(self) -> str:
        return self.line.text()

    def fill(self, typed: Any) -> None:
        self.line.fill(typed)


class SettingsPage(WindowPage):
    """Shows a field for each setting; a change takes effect at once."""

    guide_page = "settings"
    changed = Signal(str)
    """The setting with this key was changed."""

    def __init__(
        self,
        settings: Settings,
        *,
        test_alarm: Callable[[], Text],
        languages: tuple[tuple[str, str], ...] = (("en", "English"),),
        try_shared_place: Callable[[str], object] | None = None,
    ) -> None:
        """`test_alarm` sounds the alarm and returns what it sounded with; `languages` are those
        that can be chosen, each with its own name; `try_shared_place` tries whether the place can
        be used that the setting with this key names, and `show_trial` is to be called after."""
        super().__init__(T("Settings"))
        self._settings = settings
        self._test_alarm = test_alarm
        self._languages = languages
        self._try_place = try_shared_place
        self._pending: set[str] = set()
        """The settings that were typed and are not kept yet."""
        self._soon = controls.single_shot_timer(self, self.keep)
        self._picture = controls.label()
        self._form = Form(spacing=Gap.GROUPS, separate=True, beside=(1, 2))
        self._add_sections()
        self._form.field_changed.connect(self._follow)
        layouts.set_margins(self._form, (Gap.PAGE, Gap.LINES, Gap.PAGE, Gap.GROUPS))
        body = scrolling.make_scroll_area(self._form)
        layouts.set_column(self, self.title_row(self.done_button()), (body, 1), spacing=Gap.NONE)

    def _add_sections(self) -> None:
        cards: list[list[QWidget]] = []
        for setting in filter(lambda each: each.title, Settings.all()):
            if setting.key in SECTIONS:
                cards.append([controls.label(SECTIONS[setting.key], "heading")])
            cards[-1].append(self._form.make_row(self._spec(setting)))
        first, *others = (layouts.card(*card, spacing=Gap.GROUPS) for card in cards)
        columns = layouts.column(first, None), layouts.column(*others, None, spacing=Gap.GROUPS)
        for column in columns if theme.is_roomy() else ():
            column.setMinimumWidth(theme.px(COLUMN_WIDTH))
        self._form.add_rows(
            layouts.row(*((each, 1) for each in columns), spacing=Gap.GROUPS, wraps=True)
        )
        self._form.column.addStretch(1)
        self._add_button("alarm", T("Test the alarm"), self.test_alarm)
        for key in PLACES if self._try_place is not None else ():
            test = self._add_button(key, T("Test"), partial(self.test_shared_place, key))
            test.setAccessibleDescription(self._form.fields[key].title)  # two have this name
        self._form.fields["logo"].add_below(self._picture)
        self._picture.setAccessibleName(self._form.fields["logo"].title)
        self._show_logo()

    def _spec(self, setting: Setting[Any]) -> FieldSpec:
        key, title, hint = setting.key, T(setting.title), T(setting.help)
        choices: list[tuple[Any, Text | str]] = [(each, LABELS[each]) for each in setting.choices]
        control: QWidget | type = setting.kind
        default = self._settings.get(key)
        if setting.kind is bool:
            choices = [(True, T("On")), (False, T("Off"))]
        elif key == "language":
            choices = [("", LABELS["system"]), *self._languages]
        elif key == "region":
            default = territory_of(default)
            regions = regions_by_name(installed_language(), default, system := system_region())
            usual = T("System ({region})", region=regions[system]) if system else LABELS["system"]
            choices = [("", usual), *regions.items()]
        elif setting.kind is int:
            control = Stepper(setting.low, setting.high, default, step=10, corrects=False)
            control.line.editingFinished.connect(partial(self._keep_number, key))
        elif key in ("logo", "share_folder"):
            control = FileLine(partial(self._ask_which, key))
            control.fill(default)
        return FieldSpec(key, title, control, hint, choices=choices, default=default)

    def _add_button(self, key: str, text: Text, press: Callable[[], object]) -> QPushButton:
        button = controls.button(text, press)
        self._form.fields[key].add_below(layouts.row(button, None))
        return button

    def test_shared_place(self, key: str) -> None:
        """Test the typed place, and show the result."""
        self.keep()
        nothing, meanwhile = PLACES[key]
        if self._form.value(key) != self._settings.get(key):
            self.notify("")  # why it was not kept is at the field
        elif not self._settings.get(key):
            self.notify(nothing, "warn")
        elif self._try_place is not None:
            self.notify(meanwhile)
            self._try_place(key)

    def show_trial(self, key: str, text: Text, is_usable: bool) -> None:
        """Show the result of a test."""
        self.notify(text, "good" if is_usable else "bad")

    def test_alarm(self) -> None:
        """Sound the alarm, and show its player."""
        self.notify(self._test_alarm())

    def _show_logo(self) -> None:
        file = self._settings.logo_file
        picture = QPixmap(str(file)) if file is not None else QPixmap()
        self._picture.setVisible(not picture.isNull())
        if not picture.isNull():
            keep, how = (
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            box = QSize(theme.em(8), theme.em(2.1))
            self._picture.setPixmap(picture.scaled(box, keep, how))

    def _ask_which(self, key: str, control: FileLine) -> None:
        def choose(names: list[str]) -> None:
            control.fill(names[0])
            self.keep()

        kinds = str(T("PNG pictures (*.png);;All files (*)")) if key == "logo" else ""
        title = str(T(Settings.declared[key].title))
        file_dialogs.ask_open_paths(
            self,
            self._settings,
            title=title,
            kinds=kinds,
            then=choose,
            folder="" if kinds else control.typed(),
        )

    def _follow(self, key: str) -> None:
        control = self._form.controls[key]
        if isinstance(control, ChoiceButtons):
            self.keep_setting_or_show_mistake(key, control.value)
        elif isinstance(control, Stepper) and not control.is_valid:
            # Half of a number is not one yet: "1" of "130" makes nothing as small as it can be.
            self._pending.discard(key)
        else:
            self._pending.add(key)
            # The first letters of a region are not yet it.
            self._soon.start(SEARCH_DELAY if isinstance(control, ComboBox) else PAUSE)

    def _keep_number(self, key: str) -> None:
        self._pending.add(key)
        self.keep()

    def keep_setting_or_show_mistake(self, key: str, value: Any) -> None:
        """Keep this value, or show beside the field why that fails."""
        field = self._form.fields[key]
        try:
            if key == "logo" and value not in ("", self._settings.logo):
                self._settings.save_logo(logo.read_logo_as_png(Path(value)))
            else:
                self._settings.set_and_save(key, value)
        except SettingError as error:
            field.show_mistake(str(error_text(error)))
            return
        field.show_mistake("")
        if key in PLACES:
            self.notify("")
        if key == "share_folder" and value and self._try_place is not None:
            self._try_place(key)  # it answers when it can: the folder may be a drive that hangs
        if key == "logo":
            self._show_logo()
        elif key == "region":
            self.choose("paper", self._settings.paper)
        self.changed.emit(key)

    def choose(self, key: str, value: Any) -> None:
        """Choose this value, as if its button had been clicked."""
        self._form.fill({key: value})

    def keep(self) -> None:
        """Keep the input that is not kept yet."""
        while self._pending:
            key = self._pending.pop()
            self.keep_setting_or_show_mistake(key, self._form.value(key))

    def do_enter_action(self) -> None:
        """Keep the input."""
        self.keep()

    def close_page(self) -> None:
        """Keep the input, and close the page."""
        self.keep()
        super().close_page()

    def focus_setting(self, key: str = "") -> None:
        """Put the cursor into the field of the setting with this key, or into the first one."""
        field = self._form.fields[key or next(iter(self._form.fields))]
        field.control.setFocus()
        scrolling.bring_into_sight(field)
