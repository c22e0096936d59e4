"""The settings page has a field for every setting that has a title."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QPushButton, QWidget

from scorepad.settings import Setting, SettingError, Settings
from scorepad.spades.refusal import error_text
from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls, file_dialogs, inputs, layouts, logo, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldSpec, Form, Row
from scorepad.window.widgets.inputs import SEARCH_DELAY, ComboBox, LineEdit, Stepper
from scorepad.window.widgets.window_page import WindowPage

LABELS: dict[str, Text] = {
    "system": T("System"),
    "light": T("Light"),
    "dark": T("Dark"),
    "contrast": T("High contrast"),
    "blue-red": T("Blue, red"),
    "red-blue": T("Red, blue"),
    "teal-purple": T("Teal, purple"),
    "purple-teal": T("Purple, teal"),
    "A4": T("A4"),
    "Letter": T("Letter"),
}
"""The choices of settings have these names."""
WIDTH = 960
PAUSE = 400
"""A typed setting is kept this many milliseconds after the last key."""

PLACES = {
    "share_folder": (T("Choose a folder first."), T("Looking into the folder…")),
    "share_database": (T("Write the name of a service first."), T("Asking the database…")),
}
"""The settings that name a place to share, with what is said where they name none, and while it is
tried."""


class FileLine(QWidget):
    """A line for a file or a folder, and a button that asks for one."""

    changed = Signal()

    def __init__(self, line: LineEdit, press: QPushButton, *beside: QWidget) -> None:
        super().__init__()
        self.line = line
        self.press = press
        line.changed.connect(self.changed)
        layouts.set_row(self, (line, 1), press, *beside)
        self.setFocusProxy(line)

    def typed(self) -> str:
        return self.line.text()

    def fill(self, typed: Any) -> None:
        self.line.fill(typed)


class SettingsPage(WindowPage):
    """Shows a field for each setting; a change takes effect at once."""

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
        self._waiting: dict[str, QTimer] = {}
        self._picture = controls.label()
        self._form = Form(self._rows(), spacing=Gap.GROUPS, separate=True)
        self._form.field_changed.connect(self._follow)
        content = layouts.column(self._form, None, margin=(Gap.PAGE, Gap.LINES, Gap.PAGE, Gap.PAGE))
        content.setProperty("kind", "page")
        content.setMaximumWidth(theme.px(WIDTH) + 2 * Gap.PAGE.pixels())
        page = layouts.set_column(self, spacing=Gap.NONE)
        page.addWidget(self.title_row(self.done_button()))
        page.addWidget(scrolling.make_scroll_area(content), 1)

    def _rows(self) -> Iterator[Row]:
        for setting in Settings.all():
            if setting.title:
                title, hint = str(T(setting.title)), str(T(setting.help))
                control, beside = (
                    self._control(setting, title),
                    (3, 4) if theme.is_roomy() else None,
                )
                yield FieldSpec(setting.key, title, control, hint, beside=beside)
                if setting.key == "alarm":
                    yield self._tested(controls.button(T("Test the alarm"), self.test_alarm))
                if setting.key in PLACES and self._try_place is not None:
                    press = controls.button(T("Test"), partial(self.test_shared_place, setting.key))
                    press.setAccessibleDescription(title)  # two buttons have this name
                    yield self._tested(press)

    def _control(self, setting: Setting[Any], title: str) -> QWidget:
        key, value = setting.key, self._settings.get(setting.key)
        if key == "language":
            combo = ComboBox([("", T("System")), *self._languages])
            combo.fill(value)
            return combo
        options: list[tuple[Any, str]] = [(each, str(LABELS[each])) for each in setting.choices]
        if setting.kind is bool:
            options = [(True, str(T("On"))), (False, str(T("Off")))]
        if options:
            return inputs.ChoiceButtons(options, chosen=value)
        if setting.kind is int:
            stepper = Stepper(setting.low, setting.high, value, step=10)
            stepper.line.editingFinished.connect(partial(self._follow, key))
            return stepper
        if key == "logo":
            kinds = str(T("Pictures (*.png *.svg);;All files (*)"))
            line = self._file_line(key, title, value, kinds, self._picture)
            self._picture.setAccessibleName(title)
            self._show_logo()
            return line
        if key == "share_folder":
            return self._file_line(key, title, value)
        return LineEdit(value)

    def _tested(self, press: QPushButton) -> QWidget:
        """Return a button that tests a setting, below the choice that it belongs to."""
        row = layouts.row(press, None)
        pair = ((QWidget(), 3), (row, 4))
        return layouts.row(*pair, spacing=Gap.PAGE) if theme.is_roomy() else row

    def test_shared_place(self, key: str) -> None:
        """Try whether the place that is typed can be used, and say what came of it."""
        self.keep()
        nothing, meanwhile = PLACES[key]
        if self._form.value(key) != self._settings.get(key):
            self.notify("")  # why it was not kept stands at the field
        elif not self._settings.get(key):
            self.notify(nothing, "warn")
        elif self._try_place is not None:
            self.notify(meanwhile)
            self._try_place(key)

    def show_trial(self, key: str, text: Text, is_usable: bool) -> None:
        """Say what came of a trial."""
        self.notify(text, "good" if is_usable else "bad")

    def test_alarm(self) -> None:
        """Sound the alarm, and say what it sounded with."""
        self.notify(self._test_alarm())

    def _file_line(
        self, key: str, title: str, value: str, kinds: str = "", *beside: QWidget
    ) -> FileLine:
        press = controls.button(T("Choose…"), lambda: self._ask_which(key, line, kinds))
        line = FileLine(LineEdit(value), press, *beside)
        line.line.setAccessibleName(title)
        return line

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

    def _ask_which(self, key: str, control: FileLine, kinds: str) -> None:
        """Ask for a picture (of these `kinds`) or a folder, in a dialog that blocks nothing."""

        def choose(names: list[str]) -> None:
            control.fill(names[0])
            self._later(key, names[0])
            self._due(key)

        control.press.setEnabled(False)
        title = str(T(Settings.declared[key].title))
        dialog = file_dialogs.ask_open_paths(
            self, self._settings, title=title, kinds=kinds, then=choose
        )
        if not kinds and control.typed():
            dialog.setDirectory(control.typed())
        dialog.finished.connect(lambda _result: control.press.setEnabled(True))

    def _follow(self, key: str) -> None:
        """Keep the setting of a control that changed, at once or when typing pauses."""
        control, value = self._form.controls[key], self._form.value(key)
        if isinstance(control, inputs.ChoiceButtons):
            self.keep_setting_or_show_mistake(key, value)
        elif isinstance(control, Stepper):
            # Half of a number is not one yet: "1" of "130" makes nothing as small as it can be.
            if control.is_valid and (key in self._waiting or value != self._settings.get(key)):
                self._later(key, value)
        else:
            # The first letters of a language or a region are not yet it.
            self._later(key, value, SEARCH_DELAY if key in ("language", "region") else PAUSE)

    def _later(self, key: str, value: Any, pause: int = PAUSE) -> None:
        """Keep a typed setting when typing pauses, so that not every letter goes to the disk."""
        timer = self._waiting.pop(key, None)
        if timer is not None:
            timer.stop()
            timer.deleteLater()
        timer = controls.single_shot_timer(self, lambda: self._due(key), pause)
        timer.setProperty("value", value)
        self._waiting[key] = timer
        timer.start()

    def _due(self, key: str) -> None:
        timer = self._waiting.pop(key, None)
        if timer is not None:
            timer.stop()
            self.keep_setting_or_show_mistake(key, timer.property("value"))
            timer.deleteLater()

    def keep_setting_or_show_mistake(self, key: str, value: Any) -> None:
        """Keep this value; where it cannot be kept, say why beside the field."""
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
        self.changed.emit(key)

    def choose(self, key: str, value: Any) -> None:
        """Choose this value, as if its button had been clicked."""
        self._form.fill({key: value})

    def keep(self) -> None:
        """Keep what is typed and not kept yet."""
        for key in list(self._waiting):
            self._due(key)

    def close_page(self) -> None:
        """Keep what is typed, and close the page."""
        self.keep()
        super().close_page()

    def focus_setting(self, key: str = "") -> None:
        """Put the cursor into the field of the setting with this key, or into the first one."""
        field = self._form.fields[key or next(iter(self._form.fields))]
        field.control.setFocus(Qt.FocusReason.OtherFocusReason)
        scrolling.bring_into_sight(field)
