"""The line that says what became of a file, with a step to its folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QBoxLayout, QWidget

from scorepad.spades.words import Text, Words
from scorepad.window import files, parts

BREAK = "\u200b"
"""A place where a line may end; a path has no blanks to be broken at."""


def broken(path: str) -> str:
    """A path that a label can break after each of its folders."""
    return path.replace("/", f"/{BREAK}").replace("\\", f"\\{BREAK}")


class SavedLine(QWidget):
    """One message; after a file was saved the button "Open the folder" stands beside it."""

    def __init__(self, words: Words, *, down: bool = False) -> None:
        """`down`: the button stands below the message, where there is little width."""
        super().__init__()
        self._words = words
        self._path: Path | None = None
        self.message = parts.Inline()
        self.button = parts.button(words("Open the folder"), self.show_folder)
        row: QBoxLayout = (
            parts.column_of(self, spacing=10) if down else parts.row_of(self, spacing=10)
        )
        row.addWidget(self.message, 1)
        row.addWidget(self.button)
        self.hush()

    def say(self, text: Text | str, tone: parts.Tone = "bad") -> None:
        """Say something; no file is meant."""
        self._path = None
        self.button.setVisible(False)
        said = self._words(text) if isinstance(text, Text) else text
        self._show(said, tone)

    def saved(self, path: Path) -> None:
        """A file, or a folder of files, was saved here."""
        self.say(self._words("Saved: {file}", file=str(path)), "good")
        self._path = path
        self.button.setVisible(True)

    def hush(self) -> None:
        """Have nothing to say."""
        self._path = None
        self.message.hush()
        self.button.setVisible(False)
        self.setVisible(False)

    def show_folder(self) -> None:
        """Show the folder of what was saved."""
        if self._path is not None and not files.show_folder(self._path):
            said = self._words(
                "This computer has no program to show folders; the file is {file}.",
                file=str(self._path),
            )
            self._show(said, "bad")

    def _show(self, said: str, tone: parts.Tone) -> None:
        self.message.say(broken(said), tone)
        self.message.setAccessibleName(parts.sentence(said))
        self.setVisible(True)
