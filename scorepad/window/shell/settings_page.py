"""The settings page has a field for every setting that has a title."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from scorepad.settings import Setting, SettingError, Settings
from scorepad.spades.refusal import error_sentence
from scorepad.spades.words import T, Text, Words
from scorepad.window.widgets import controls, file_dialogs, inputs, layouts, logo, scrolling, theme
from scorepad.window.widgets.inputs import SEARCH_DELAY, ComboBox, Stepper
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

NO_FOLDER = T("There is no such folder now; it gets the copies as soon as it is there.")


class SettingsPage(WindowPage):
    """Shows a field for each setting; a change takes effect at once."""

    changed = Signal(str)
    """The setting with this key was changed."""

    def __init__(
        self,
        words: Words,
        settings: Settings,
        *,
        test_alarm: Callable[[], Text],
        languages: tuple[tuple[str, str], ...] = (("en", "English"),),
    ) -> None:
        """`test_alarm` sounds the alarm and returns what it sounded with; `languages` are those
        that can be chosen, each with its own name."""
        super().__init__(words, words("Settings"))
        self._settings = settings
        self._test_alarm = test_alarm
        self._languages = languages
        self._fields: dict[str, controls.Field] = {}
        self._waiting: dict[str, QTimer] = {}
        self._heard = controls.MessageLabel()
        self._picture = controls.label()
        content = QWidget()
        content.setProperty("kind", "page")
        column = layouts.set_column(content, spacing=18)
        margin = theme.px(24)
        column.setContentsMargins(margin, theme.px(4), margin, margin)
        content.setMaximumWidth(theme.px(WIDTH) + 2 * margin)
        for setting in Settings.all():
            if setting.title:
                column.addWidget(self._field(setting))
                if setting.key == "alarm":
                    column.addWidget(self._alarm())
        column.addStretch(1)
        page = layouts.set_column(self, spacing=0)
        page.addWidget(self.title_row(self.done_button()))
        page.addWidget(scrolling.make_scroll_area(content), 1)

    def _alarm(self) -> QWidget:
        press = controls.button(self._words("Test the alarm"), self.test_alarm)
        row = layouts.row(press, None)
        box = QWidget()
        column = layouts.set_column(box)
        # Below the choice that it belongs to.
        pair = ((QWidget(), 3), (row, 4))
        column.addWidget(layouts.row(*pair, spacing=24) if theme.is_roomy() else row)
        column.addWidget(self._heard)
        return box

    def test_alarm(self) -> None:
        """Sound the alarm, and say what it sounded with."""
        self._heard.say(self._words(self._test_alarm()), "note")

    def _field(self, setting: Setting[Any]) -> controls.Field:
        words, key, value = self._words, setting.key, self._settings.get(setting.key)
        title = words(setting.title)
        control: QWidget
        if key == "language":
            control = self._language(value)
        elif setting.kind is bool:
            control = self._choice(setting, [(True, words("On")), (False, words("Off"))], value)
        elif setting.choices:
            options = [
                (choice, words(LABELS[choice]) if choice in LABELS else choice)
                for choice in setting.choices
            ]
            control = self._choice(setting, options, value)
        elif setting.kind is int:
            control = self._number(setting, value)
        else:
            line = QLineEdit(value)
            # The first letters of a region are not yet the region.
            pause = SEARCH_DELAY if key == "region" else PAUSE
            line.textEdited.connect(lambda text: self._later(key, text.strip(), pause))
            control = line
            if key == "logo":
                control = self._chosen(line, title, self._picture, choose=self.choose_logo)
                self._show_logo()
            elif key == "copy_to":
                control = self._chosen(line, title, choose=self.choose_folder)
        field = controls.Field(title, control, help=words(setting.help), beside=theme.is_roomy())
        self._fields[key] = field
        return field

    def _chosen(
        self,
        line: QLineEdit,
        title: str,
        *beside: QWidget,
        choose: Callable[[QLineEdit, QPushButton], None],
    ) -> QWidget:
        """Return the line of a file or folder, a button that asks for one, and what is `beside`."""
        press = controls.button(self._words("Choose…"), lambda: choose(line, press))
        control = layouts.row((line, 1), press, *beside)
        control.setFocusProxy(line)
        for each in (line, *beside):
            each.setAccessibleName(title)
        return control

    def _show_logo(self) -> None:
        file = self._settings.logo_file
        picture = QPixmap(str(file)) if file is not None else QPixmap()
        self._picture.setVisible(not picture.isNull())
        if not picture.isNull():
            keep, how = (
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            box = QSize(theme.px(120), theme.px(32))
            self._picture.setPixmap(picture.scaled(box, keep, how))

    def choose_logo(self, line: QLineEdit, press: QPushButton) -> None:
        """Ask for a picture, in a dialog that blocks nothing."""
        kinds = self._words("Pictures (*.png *.svg);;All files (*)")
        self._choose("logo", line, press, kinds)

    def choose_folder(self, line: QLineEdit, press: QPushButton) -> None:
        """Ask for the folder of the copy elsewhere, in a dialog that blocks nothing."""
        self._choose("copy_to", line, press)

    def _choose(self, key: str, line: QLineEdit, press: QPushButton, kinds: str = "") -> None:
        def chosen(names: list[str]) -> None:
            line.setText(names[0])
            self.set(key, names[0])

        press.setEnabled(False)
        title = self._words(Settings.declared[key].title)
        dialog = file_dialogs.ask_open_paths(
            self, self._settings, title=title, kinds=kinds, then=chosen
        )
        if not kinds and line.text():
            dialog.setDirectory(line.text())
        dialog.finished.connect(lambda _result: press.setEnabled(True))

    def _number(self, setting: Setting[Any], value: int) -> Stepper:
        stepper = Stepper(setting.low, setting.high, value, step=10)

        def later() -> None:
            # Half of a number is not one yet: "1" of "130" makes nothing as small as it can be.
            key = setting.key
            other = key in self._waiting or stepper.value != self._settings.get(key)
            if stepper.is_valid and other:
                self._later(key, stepper.value)

        stepper.changed.connect(later)
        stepper.line.editingFinished.connect(later)
        return stepper

    def _choice(
        self, setting: Setting[Any], options: list[tuple[Any, str]], value: Any
    ) -> inputs.Choice[Any]:
        choice: inputs.Choice[Any] = inputs.Choice(
            options, name=self._words(setting.title), chosen=value
        )
        choice.changed.connect(lambda: self.set(setting.key, choice.value))
        return choice

    def _language(self, value: str) -> ComboBox:
        combo = ComboBox()
        combo.addItem(self._words("System"), "")
        for code, name in self._languages:
            combo.addItem(name, code)
        combo.setCurrentIndex(max(0, combo.findData(value)))
        combo.currentIndexChanged.connect(
            # The first letter of a language is not yet the language.
            lambda _index: self._later("language", str(combo.currentData()), SEARCH_DELAY)
        )
        return combo

    def _later(self, key: str, value: Any, pause: int = PAUSE) -> None:
        """Keep a typed setting when typing pauses, so that not every letter goes to the disk."""
        timer = self._waiting.pop(key, None)
        if timer is not None:
            timer.stop()
            timer.deleteLater()
        timer = controls.single_shot_timer(self, lambda: self._due(key), pause)
        timer.setProperty("value", value)
        self._waiting[key] = timer
        for each in self._waiting.values():  # for some of them the page is made anew
            each.start()

    def _due(self, key: str) -> None:
        timer = self._waiting.pop(key, None)
        if timer is not None:
            timer.stop()
            self.set(key, timer.property("value"))
            timer.deleteLater()

    def set(self, key: str, value: Any) -> None:
        """Keep this value; where it cannot be kept, say why beside the field."""
        field = self._fields[key]
        try:
            if key == "logo" and value not in ("", self._settings.logo):
                self._settings.keep_logo(logo.read_logo_as_png(Path(value)))
            else:
                self._settings.set(key, value)
        except SettingError as error:
            field.show_mistake(error_sentence(self._words, error))
            return
        out = key == "copy_to" and value and not Path(value).is_dir()
        field.show_mistake(self._words(NO_FOLDER) if out else "")
        if key == "logo":
            self._show_logo()
        self.changed.emit(key)

    def choose(self, key: str, value: Any) -> None:
        """Choose this value, as if its button had been clicked."""
        control = self._fields[key].control
        if isinstance(control, inputs.Choice):
            control.choose(value)

    def keep(self) -> None:
        """Keep what is typed and not kept yet."""
        for key in list(self._waiting):
            self._due(key)

    def close_page(self) -> None:
        """Keep what is typed, and close the page."""
        super().close_page()  # first: a window that opens anew for a setting is without this page
        self.keep()

    @property
    def focused(self) -> str:
        """Return the key of the setting that has the cursor; "" where none has it."""
        has: QWidget | None = self.focusWidget()
        if has is None:
            return ""
        return next((key for key, each in self._fields.items() if each.isAncestorOf(has)), "")

    def focus_first(self, key: str = "") -> None:
        """Put the cursor into the first field, or into that of the setting with this key."""
        field = self._fields.get(key) or next(iter(self._fields.values()))
        field.control.setFocus(Qt.FocusReason.OtherFocusReason)
        scrolling.bring_into_sight(field)
