"""What Qt itself says and shows (menus of text fields, its file and printer dialogs), as ours.

Qt brings catalogues of its own.  A file dialog is Qt's only where the system has none; what it
says about itself there is said in the program's own words, so that a file is called the same
everywhere, and its signs have the colours of the theme.
"""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSize, Qt, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHeaderView,
    QPushButton,
    QSplitter,
    QToolButton,
    QTreeView,
)

from scorepad.spades.words import T, Text, Words
from scorepad.window import parts, theme

LABELS: dict[QFileDialog.DialogLabel, Text] = {
    QFileDialog.DialogLabel.LookIn: T("Folder:"),
    QFileDialog.DialogLabel.FileName: T("File name:"),
    QFileDialog.DialogLabel.FileType: T("Kind of file:"),
    QFileDialog.DialogLabel.Reject: T("Cancel"),
}
KEYS = "QShortcut"
"""Where Qt keeps the names of keys."""
SIGNS = {"backButton": "◂", "forwardButton": "▸", "toParentButton": "▴"}
"""The signs of its buttons, by the names that Qt gives them."""
KIND = 2
"""The column that says what kind of file it is; which kinds are shown is chosen below."""
WIDE, HIGH, PLACES = 860, 560, 170
"""How large it is, and how wide its list of places, in pixels at the usual text size."""


class QtWords(QTranslator):
    """Qt's own texts in one language; English where it has no words of it.

    Keys are called as on the keys, and as in the guide: "Ctrl+S".
    """

    active: ClassVar[QtWords | None] = None
    """What Qt speaks now, once the program has said it."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self._catalogue = QTranslator()
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        self._catalogue.load(QLocale(words.language), "qtbase", "_", folder)

    def isEmpty(self) -> bool:
        return False

    def translate(
        self,
        context: str,
        source: str,
        /,
        disambiguation: str | None = None,
        n: int = -1,
    ) -> str:
        said: str | None = ""
        if context != KEYS:
            said = self._catalogue.translate(context, source, disambiguation, n)
        # Nothing would be shown as nothing.
        return said or source


def speak(words: Words) -> None:
    """Have Qt speak this language from now on."""
    if QtWords.active is not None:
        QCoreApplication.removeTranslator(QtWords.active)
    QtWords.active = QtWords(words)
    QCoreApplication.installTranslator(QtWords.active)


def furnish(dialog: QFileDialog, accept: Text) -> None:
    """Have a file dialog call its parts as the program does, and its first button `accept`."""
    words = QtWords.active.words if QtWords.active is not None else Words()
    for label, text in LABELS.items():
        dialog.setLabelText(label, words(text))
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, words(accept))
    for name, sign in SIGNS.items():
        button = dialog.findChild(QToolButton, name)
        if isinstance(button, QToolButton):
            # Qt's own are black, on whatever ground.
            button.setIcon(QIcon())
            button.setText(sign)
    for press in dialog.findChildren(QPushButton):
        press.setIcon(QIcon())
    for combo in dialog.findChildren(QComboBox):
        _point_down(combo)
    tree = dialog.findChild(QTreeView, "treeView")
    if isinstance(tree, QTreeView):
        # What a file is called comes first, what else there is takes what it needs.
        tree.setColumnHidden(KIND, True)
        tree.header().setStretchLastSection(False)
        tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    splitter = dialog.findChild(QSplitter, "splitter")
    if isinstance(splitter, QSplitter):
        splitter.setSizes([theme.px(PLACES), theme.px(WIDE - PLACES)])
    room = dialog.screen().availableGeometry().size()
    dialog.resize(QSize(theme.px(WIDE), theme.px(HIGH)).boundedTo(room))


def _point_down(combo: QComboBox) -> None:
    """A styled list has no arrow of its own; without one nothing says that it opens."""
    arrow = parts.label("▾")
    arrow.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    row = parts.row_of(combo)
    row.setContentsMargins(0, 0, theme.px(12), 0)
    row.addStretch(1)
    row.addWidget(arrow)
