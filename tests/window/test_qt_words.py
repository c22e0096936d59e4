"""What Qt says itself, in the program's language, and its own file dialog as a part of the
program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
)

from scorepad import paths
from scorepad.__main__ import load_catalog
from scorepad.spades.words import ENGLISH, Catalog, install
from scorepad.window.widgets import qt_translation
from scorepad.window.widgets.qt_translation import QtTranslation
from tests.window.stage import Stage, one_theme

TRANSLATIONS = paths.resources_folder() / "translations"


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
