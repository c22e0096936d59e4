"""Qt's own texts (menus of text fields, the printer dialog) follow the program's language."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from scorepad.spades.words import installed_language

SHORTCUT_CONTEXT = "QShortcut"
"""The context in which Qt translates the names of keys."""


class QtTranslation(QTranslator):
    """Translates Qt's own texts into one language; into English where Qt has no words of it.

    The names of keys stay as on the keyboard, and as in the guide: "Ctrl+S".
    """

    active: ClassVar[QtTranslation | None] = None
    """The translator in force; None until `install_translator` was called."""

    def __init__(self) -> None:
        super().__init__()
        self._catalogue = QTranslator()
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        self._catalogue.load(QLocale(installed_language()), "qtbase", "_", folder)

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, /, disambiguation: str | None = None, n: int = -1
    ) -> str:
        translation: str | None = ""
        if context != SHORTCUT_CONTEXT:
            translation = self._catalogue.translate(context, source, disambiguation, n)
        # An empty translation would be shown as an empty text.
        return translation or source


def install_translator() -> None:
    """Translate Qt's own texts into this language from now on."""
    if QtTranslation.active is not None:
        QCoreApplication.removeTranslator(QtTranslation.active)
    QtTranslation.active = QtTranslation()
    QCoreApplication.installTranslator(QtTranslation.active)
