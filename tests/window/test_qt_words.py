"""What Qt says itself, in the program's language, and its own file dialog as a part of the
program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QTreeView,
    QWidget,
)

from scorepad import paths
from scorepad.__main__ import load_catalog
from scorepad.settings import Settings
from scorepad.spades.words import ENGLISH, Catalog, install
from scorepad.window.widgets import file_dialogs, qt_translation, theme
from scorepad.window.widgets.qt_translation import BUTTON_SIGNS, QtTranslation
from tests.window.stage import Stage, one_theme
from tests.window.written import picture_of

TRANSLATIONS = paths.resources_folder() / "translations"
DIALOG_LABELS = {"Carpeta:", "Nombre del archivo:", "Tipo de archivo:"}


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    one_theme(qapp)
    yield
    install(ENGLISH)
    qt_translation.install_translator()
    assert QtTranslation.active is not None
    QCoreApplication.removeTranslator(QtTranslation.active)
    QtTranslation.active = None


def spanish() -> Catalog:
    return load_catalog("es", TRANSLATIONS)


def menu_of(line: QLineEdit) -> list[str]:
    menu = line.createStandardContextMenu()
    texts = [each.text().replace("&", "").split("\t")[0] for each in menu.actions() if each.text()]
    menu.deleteLater()
    return texts


def dialog_of(page: QWidget, folder: Path) -> QFileDialog:
    return file_dialogs.ask_save_path(
        page,
        Settings(folder),
        title="x",
        name="sheet.pdf",
        kinds="PDF (*.pdf)",
        then=lambda _path: None,
    )


def test_the_menu_of_a_line_speaks_the_language_of_the_program(qtbot: Any) -> None:
    line = QLineEdit("abc")
    qtbot.addWidget(line)
    qt_translation.install_translator()
    assert {"Cut", "Copy", "Paste"} <= set(menu_of(line))
    install(spanish())
    qt_translation.install_translator()
    assert {"Cortar", "Copiar", "Pegar"} <= set(menu_of(line))
    install(ENGLISH)
    qt_translation.install_translator()
    assert {"Cut", "Copy", "Paste"} <= set(menu_of(line))


def test_a_language_that_qt_has_no_texts_of_leaves_none_empty(qtbot: Any) -> None:
    line = QLineEdit("abc")
    qtbot.addWidget(line)
    install(Catalog("eo"))
    qt_translation.install_translator()
    assert {"Cut", "Copy", "Paste"} <= set(menu_of(line))


def test_keys_are_called_as_in_the_guide(qtbot: Any) -> None:
    install(spanish())
    qt_translation.install_translator()
    native = QKeySequence.SequenceFormat.NativeText
    assert QKeySequence("Ctrl+Shift+PgDown").toString(native) == "Ctrl+Shift+PgDown"


def test_qt_changes_its_language_with_the_window(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.speak("es")
    line = QLineEdit("abc")
    qtbot.addWidget(line)
    assert "Copiar" in menu_of(line)


def test_the_file_dialog_calls_its_parts_as_the_program_does(qtbot: Any, tmp_path: Path) -> None:
    install(spanish())
    qt_translation.install_translator()
    page = QWidget()
    qtbot.addWidget(page)
    dialog: Any = dialog_of(page, tmp_path)
    assert {each.text() for each in dialog.findChildren(QLabel)} >= DIALOG_LABELS
    assert {each.text().replace("&", "") for each in dialog.findChildren(QPushButton)} == {
        "Guardar",
        "Cancelar",
    }
    header = dialog.findChild(QTreeView, "treeView").model()
    titles = {header.headerData(n, Qt.Orientation.Horizontal) for n in range(header.columnCount())}
    assert {"Nombre", "Tamaño"} <= titles
    dialog.close()


@pytest.mark.parametrize("name", ["dark", "contrast"])
def test_the_signs_of_the_file_dialog_have_the_colors_of_the_theme(
    qtbot: Any, qapp: QApplication, tmp_path: Path, name: str
) -> None:
    look = one_theme(qapp)
    look.apply(name, 100)
    page = QWidget()
    look.apply_style_sheet(page)
    qtbot.addWidget(page)
    dialog: Any = dialog_of(page, tmp_path)
    for each, sign in BUTTON_SIGNS.items():
        button = dialog.findChild(QToolButton, each)
        assert (button.text(), button.icon().isNull()) == (sign, True)
        assert button.height() >= theme.TOUCH_HEIGHT
    ground = picture_of(dialog).pixelColor(3, 3).name()
    assert ground == theme.colors().ground
    dialog.close()


def test_the_dialog_opens_as_many_files_as_are_chosen(qtbot: Any, tmp_path: Path) -> None:
    """A line of Qt holds 32,767 letters, and the names of what is chosen stand in a line; cut
    after a name, they are read as the folder."""
    files = tmp_path / "files"
    files.mkdir()
    for number in range(260):
        (files / f"{number:0126}").touch()
    settings = Settings(tmp_path)
    settings.set_and_save("folder", str(files))
    page = QWidget()
    qtbot.addWidget(page)
    opened: list[list[str]] = []
    dialog = file_dialogs.ask_open_paths(
        page, settings, title="x", kinds="All (*)", then=opened.append
    )
    list_of_files: Any = dialog.findChild(QTreeView, "treeView")
    model = list_of_files.model()
    qtbot.waitUntil(lambda: model.rowCount(list_of_files.rootIndex()) == 260)
    list_of_files.setFocus()
    list_of_files.selectAll()
    dialog.accept()
    assert [len(paths) for paths in opened] == [260]
