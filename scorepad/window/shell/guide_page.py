"""The guide, with its contents and a search, and the page about the program."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QKeySequence,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QTextBrowser, QTextEdit, QWidget

from scorepad import __version__, paths
from scorepad.desk.search import normalize_for_search
from scorepad.spades.words import T, installed_language
from scorepad.window.widgets import controls, file_dialogs, inputs, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.empty_state import EmptyState
from scorepad.window.widgets.window_page import WindowPage

LINE_HEIGHT = 135  # percent
CONTENTS_WIDTH = 21  # ems
TEXT_WIDTH = 46  # ems
"""A longer line is hard to read."""
OBJECT = "\ufffc"
"""The place of a picture in the text of a page."""
FIRST_PAGE = "index"
GUIDE_PAGE_BY_SECTION = {
    **dict.fromkeys(("setup", "amend", "strike", "restore", "seat", "dealer"), "correction"),
    **dict.fromkeys(("renege", "talk", "misdeal", "ruling", "note"), "rulings"),
    **dict.fromkeys(("clock-add", "forfeit", "abandon"), "clock"),
    "history": "correction",
    "rekey": "paper",
    "export": "exports",
    "rules": "house-rules",
    "teams": "team-files",
    "check-in": "late-team",
    "room": "room",
    "why": "first-night#4",
}
"""The page about a panel of a table, or a section of an event, by its key; and, behind “#”, the
number of the heading there."""


def guide_folder() -> Path:
    """Return the folder of the guide in the installed language, or in English."""
    folder = paths.resources_folder() / "guide"
    own = folder / installed_language()
    return own if own.is_dir() else folder / "en"


def guide_contents() -> Iterator[tuple[str, str]]:
    """Yield the name and the title of each page, and "" and the heading before a group of them."""
    for line in (guide_folder() / f"{FIRST_PAGE}.md").read_text("utf-8").splitlines():
        if line.startswith("# "):
            yield FIRST_PAGE, line[2:]
        elif line.startswith("## "):
            yield "", line[3:]
        elif entry := re.fullmatch(r"- \[(.+)\]\((.+)\.md\)", line):
            yield entry[2], entry[1]


def guide_headings() -> Iterator[tuple[str, str]]:
    """Yield the page and the text of each heading of the guide."""
    for name, title in guide_contents():
        if name:
            yield name, title
            text = (guide_folder() / f"{name}.md").read_text("utf-8")
            yield from ((name, each) for each in re.findall(r"^## (.+)$", text, re.MULTILINE))


def guide_place_about(page: QWidget | None) -> tuple[str, str]:
    """Return the page of the guide about a page of the window, and the heading there, if any."""
    section = getattr(page, "section", "")
    usual: str = getattr(page, "guide_page", FIRST_PAGE)
    about = GUIDE_PAGE_BY_SECTION.get(section) or usual
    name, _, number = about.partition("#")
    headings = [heading for each, heading in guide_headings() if each == name]
    return name, headings[int(number)] if number else ""


def heading_anchor(heading: str) -> str:
    """Return the anchor of a heading in a link."""
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-")


class GuideBrowser(QTextBrowser):
    """Shows a page of the guide with the keys of this system, and pictures no wider than the
    text."""

    def __init__(self) -> None:
        super().__init__()
        controls.EventFollower(self.viewport(), self._fit_pictures)
        self._pictures: set[str] = set()
        """The addresses of the pictures that were shown."""

    def loadResource(self, kind: int, name: QUrl | str, /) -> Any:
        if kind == QTextDocument.ResourceType.MarkdownResource.value:
            # Qt has one size for code, at every text size: it is bold here.
            text = Path(QUrl(name).toLocalFile()).read_text("utf-8")
            return re.sub(
                r"(?<!`)`([^`\n]+)`(?!`)", lambda code: f"**{native_key(code[1])}**", text
            )
        if kind == QTextDocument.ResourceType.ImageResource.value:
            self._pictures.add(QUrl(name).toString())
            return self._scaled_picture(QUrl(name))
        return super().loadResource(kind, name)

    def _fit_pictures(self) -> None:
        document = self.document()
        for name in self._pictures:
            picture = self._scaled_picture(QUrl(name))
            document.addResource(
                QTextDocument.ResourceType.ImageResource.value, QUrl(name), picture
            )
        document.markContentsDirty(0, document.characterCount())

    def _scaled_picture(self, name: QUrl) -> QImage:
        image = QImage(self.source().resolved(name).toLocalFile())
        space = self.viewport().width() - 2 * math.ceil(self.document().documentMargin())
        width = min(image.width(), max(space, 1))
        return image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)


def native_key(code: str) -> str:
    """Return a key as this system writes it, and any other code as it is."""
    if re.fullmatch(r"((Ctrl|Shift|Alt)\+)+\S+|F\d+", code):
        return QKeySequence(code).toString(QKeySequence.SequenceFormat.NativeText) or code
    return code


def _is_in_table(block: QTextBlock) -> bool:
    cursor = QTextCursor(block)
    return cursor.movePosition(QTextCursor.MoveOperation.NextCell) or cursor.movePosition(
        QTextCursor.MoveOperation.PreviousCell
    )


class GuidePage(WindowPage):
    """Shows the contents of the guide, and beside them one of its pages."""

    def __init__(self) -> None:
        super().__init__(T("Guide"))
        self.search = inputs.SearchLine(
            T("Search the guide"), name=T("Search the guide"), clear=T("Clear the search")
        )
        self.search.textChanged.connect(self._find)
        self.contents = QListWidget()
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.contents.setAccessibleName(str(T("Contents")))
        self.contents.setProperty("kind", "contents")
        self.contents.setWordWrap(True)
        self.contents.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.contents.currentItemChanged.connect(self._show_chosen)
        self.text = GuideBrowser()
        self.text.setAccessibleName(str(T("Guide")))
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow_link)
        self.text.sourceChanged.connect(self._dress)
        if theme.Theme.active is not None:
            theme.Theme.active.changed.connect(self._renew)
        document = self.text.document()
        document.setDocumentMargin(Gap.PAGE.pixels())
        left, right = QWidget(), QWidget()
        left.setMaximumWidth(theme.em(CONTENTS_WIDTH))
        self.text.setMaximumWidth(theme.em(TEXT_WIDTH))
        layouts.set_column(left, self.search, (self.contents, 1))
        layouts.set_row(right, (left, 2), (self.text, 3), 0, margin=(Gap.PAGE, Gap.NONE))
        layouts.set_column(self, self.title_row(self.done_button()), (right, 1), spacing=Gap.NONE)
        self._texts = {
            name: normalize_for_search((guide_folder() / f"{name}.md").read_text("utf-8"))
            for name, _title in guide_contents()
            if name
        }
        self._find("")

    def focus_starting_widget(self) -> None:
        """Put the focus on the text, which the keys scroll."""
        self.text.setFocus()

    def show_guide_page(self, name: str, heading: str = "") -> None:
        """Show the page with this name, from this heading on."""
        source = QUrl.fromLocalFile(str(guide_folder() / f"{name}.md"))
        if source != self.text.source():
            self.text.setSource(source, QTextDocument.ResourceType.MarkdownResource)
        for row in range(self.contents.count()):
            if self.contents.item(row).data(Qt.ItemDataRole.UserRole) == name:
                with QSignalBlocker(self.contents):
                    self.contents.setCurrentRow(row)
        block = self.text.document().begin()
        while block.isValid() and heading_anchor(block.text()) != heading_anchor(heading):
            block = block.next()
        if heading and block.isValid():
            self.text.moveCursor(QTextCursor.MoveOperation.End)
            self.text.setTextCursor(QTextCursor(block))
            self.text.ensureCursorVisible()

    def do_enter_action(self) -> None:
        self.text.setFocus()

    def _show_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(Qt.ItemDataRole.UserRole):
            self.show_guide_page(item.data(Qt.ItemDataRole.UserRole))

    def _follow_link(self, link: QUrl) -> None:
        target = self.text.source().resolved(link)
        self.show_guide_page(Path(target.path()).stem, target.fragment())

    def _find(self, typed: str) -> None:
        words = normalize_for_search(typed).split()
        with QSignalBlocker(self.contents):
            self.contents.clear()
            for name, title in guide_contents():
                if words and not (name and all(word in self._texts[name] for word in words)):
                    continue
                item = QListWidgetItem(title)
                item.setData(Qt.ItemDataRole.UserRole, name)
                if not name:
                    item.setFlags(Qt.ItemFlag.NoItemFlags)
                    font = item.font()
                    font.setBold(True)
                    item.setFont(font)
                self.contents.addItem(item)
        has_found = self.contents.count() > 0
        if words and has_found:
            self.show_guide_page(self.contents.item(0).data(Qt.ItemDataRole.UserRole))
        self.notify("" if has_found else T("No page has all these words."))
        self._mark_found_words()

    def _dress(self) -> None:
        block = self.text.document().begin()
        whole = QTextCursor(block)
        whole.beginEditBlock()  # else everything is laid out again after each line
        while block.isValid():
            cursor, apart = QTextCursor(block), QTextBlockFormat()
            if OBJECT not in block.text():  # a picture would get as much more room as its height
                kind = QTextBlockFormat.LineHeightTypes.ProportionalHeight
                apart.setLineHeight(LINE_HEIGHT, kind.value)
            # Not by its list or table: PySide keeps objects for these that a new page deletes.
            is_in_list = block.blockFormat().objectIndex() >= 0
            if is_in_list:
                apart.setTopMargin(theme.em(0.2))
            is_code = block.blockFormat().nonBreakableLines()
            is_paragraph = not (is_in_list or _is_in_table(block))
            if is_paragraph and not is_code and block.position():
                is_heading = block.blockFormat().headingLevel() > 0
                apart.setTopMargin(theme.em(1.4 if is_heading else 0.6))
            cursor.mergeBlockFormat(apart)
            block = block.next()
        whole.endEditBlock()
        self._mark_found_words()

    def _renew(self) -> None:
        # Qt gives a link its color when a page is read.
        bar = self.text.verticalScrollBar()
        place = bar.value()
        self.text.reload()
        bar.setValue(place)

    def _mark_found_words(self) -> None:
        marks = []
        for word in self.search.text().split():
            found = self.text.document().find(word)
            while not found.isNull():
                mark: Any = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = found, QTextCharFormat()
                mark.format.setBackground(self.palette().highlight())
                mark.format.setForeground(self.palette().highlightedText())
                marks.append(mark)
                found = self.text.document().find(word, found)
        self.text.setExtraSelections(marks)
        if marks:
            self.text.setTextCursor(QTextCursor(min(each.cursor for each in marks).block()))
            self.text.ensureCursorVisible()


class AboutPage(WindowPage):
    """Shows the version of the program, and the folder of the matches."""

    def __init__(self, data_folder: str) -> None:
        super().__init__(T("About Scorepad"))
        folder, guide, keys = (
            controls.button(title, press)
            for title, press in (
                (T("Open the folder"), partial(file_dialogs.show_folder, Path(data_folder))),
                (T("Guide"), partial(self.action_requested.emit, "guide")),
                (T("Keys"), partial(self.action_requested.emit, "shortcuts")),
            )
        )
        self._card = EmptyState(guide, keys, folder)
        texts = (
            T("The scorepad for the person who runs a Spades event."),
            T("MIT license. Nothing leaves this computer unless you share it."),
            "",
            T("Your matches are in this folder:"),
            data_folder,
        )
        self._card.say(T("Scorepad {version}", version=__version__), "\n".join(map(str, texts)))
        page = layouts.column(self._card, margin=(Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.GROUPS))
        layouts.set_column(self, self.title_row(self.done_button()), (page, 1), spacing=Gap.NONE)

    def focus_starting_widget(self) -> None:
        """Put the focus on the first button."""
        self._card.way_on.setFocus()
