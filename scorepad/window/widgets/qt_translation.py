"""Qt's own texts and dialogs follow the program's language and theme.

Qt translates the menus of text fields and its printer dialog from its own catalogues.  Its file
dialog, shown where the system has none, takes the program's words, so that a file has one name
everywhere, and signs in the colors of the theme.
"""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSize, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QFileDialog,
    QHeaderView,
    QPushButton,
    QSplitter,
    QToolButton,
    QTreeView,
)

from scorepad.spades.words import T, Text, installed_language
from scorepad.window.widgets import theme

DIALOG_LABELS: dict[QFileDialog.DialogLabel, Text] = {
    QFileDialog.DialogLabel.LookIn: T("Folder:"),
    QFileDialog.DialogLabel.FileName: T("File name:"),
    QFileDialog.DialogLabel.FileType: T("Kind of file:"),
    QFileDialog.DialogLabel.Reject: T("Cancel"),
}
SHORTCUT_CONTEXT = "QShortcut"
"""The context in which Qt translates the names of keys."""
BUTTON_SIGNS = {"backButton": "◂", "forwardButton": "▸", "toParentButton": "▴"}
"""The signs of the dialog's buttons, by the object names that Qt gives them."""
KIND_COLUMN = 2
"""The column of the kind of file; it is hidden, as a list below chooses the kind."""
DIALOG_WIDTH, DIALOG_HEIGHT, PLACES_WIDTH = 860, 560, 170  # px
"""The dialog's size and the width of its list of places, in pixels at the usual text size."""


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


def translate_file_dialog(dialog: QFileDialog, accept_text: Text) -> None:
    """Give a file dialog the program's texts and signs; `accept_text` is its first button's."""
    for label, text in DIALOG_LABELS.items():
        dialog.setLabelText(label, str(text))
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, str(accept_text))
    for name, sign in BUTTON_SIGNS.items():
        button = dialog.findChild(QToolButton, name)
        if isinstance(button, QToolButton):
            # Qt's own icons are black, also on a dark ground.
            button.setIcon(QIcon())
            button.setText(sign)
    for press in dialog.findChildren(QPushButton):
        press.setIcon(QIcon())
    tree = dialog.findChild(QTreeView, "treeView")
    if isinstance(tree, QTreeView):
        # The name takes the room that the other columns leave.
        tree.setColumnHidden(KIND_COLUMN, True)
        tree.header().setStretchLastSection(False)
        tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    splitter = dialog.findChild(QSplitter, "splitter")
    if isinstance(splitter, QSplitter):
        splitter.setSizes([theme.px(PLACES_WIDTH), theme.px(DIALOG_WIDTH - PLACES_WIDTH)])
    room = dialog.screen().availableGeometry().size()
    dialog.resize(QSize(theme.px(DIALOG_WIDTH), theme.px(DIALOG_HEIGHT)).boundedTo(room))
