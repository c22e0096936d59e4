"""The help page shows the keys, made from the registry of actions, and what this program is; the
guide has a page too."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QTextBrowser, QVBoxLayout, QWidget

from scorepad import __version__, paths
from scorepad.desk.actions import ACTIONS, GROUPS, Action
from scorepad.spades.words import T, Text, installed_language
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.window_page import WindowPage

TYPING_KEYS: tuple[tuple[str, Text], ...] = (
    ("0 – 9", T("a bid, or the tricks of the highlighted side")),
    ("T J Q K", T("10, 11, 12, 13")),
    ("N", T("nil; with team bids: of the partner named first, then the other's number")),
    ("M", T("with team bids: nil of the partner named second, then the other's number")),
    ("B  V", T("blind nil; with team bids: B of the partner named first, V of the second")),
    ("⌫", T("back: the latest key; at once after the last bid, the bids")),
    ("⇥", T("the other side's tricks")),
    ("0 – 9", T("after a side with a nil: the tricks that the nil took; Enter: none")),
    ("↵", T("confirm the hand")),
    ("!", T("accept a bid against the rules; a reason in words is asked")),
)
"""These keys type bids and tricks; they are no actions."""
MOST_COLUMNS = 3
COLUMN_WIDTH = 400  # px
"""A column is at least this wide, in pixels at the usual text size."""
LINE_HEIGHT_PERCENT = 135
"""The lines of the guide are so far apart, in percent of their height."""


class HelpPage(WindowPage):
    """Shows every action with its key, group by group, and then what this program is."""

    def __init__(self, *, where: str = "") -> None:
        """`where` is the folder that the matches are kept in."""
        super().__init__(T("Keys and help"))
        self._where = where
        self._cards = [self._typing()]
        for group, title in GROUPS.items():
            actions = [each for each in ACTIONS if each.group == group]
            if actions:
                self._cards.append(self._group(title, actions))
        self.about = self._about()
        self._cards.append(self.about)
        content = QWidget()
        content.setProperty("kind", "page")
        self._beside = layouts.set_row(content, spacing=Gap.GROUPS)
        layouts.set_margins(self._beside, (Gap.PAGE, Gap.LINES, Gap.PAGE, Gap.PAGE))
        self._columns = [QVBoxLayout() for _ in range(MOST_COLUMNS)]
        for column in self._columns:
            column.setSpacing(Gap.GROUPS.pixels())
            self._beside.addLayout(column)
        self._count = 0
        inside = scrolling.make_scroll_area(content)
        layouts.set_column(self, self.title_row(self.done_button()), (inside, 1), spacing=Gap.NONE)
        self._arrange(1)

    def show_about(self) -> None:
        """Scroll to what this program is."""
        scrolling.bring_into_sight(self.about)

    def _card(self, title: Text) -> tuple[QFrame, QGridLayout]:
        rows = QWidget()
        grid = layouts.set_grid(rows, across=Gap.GROUPS, down=Gap.CONTROLS, stretch_column=1)
        heading = controls.label(title, "heading")
        return layouts.card(heading, rows, None), grid

    def _row(self, grid: QGridLayout, key: str, title: str, help_: str = "") -> None:
        row = grid.rowCount()
        cap = controls.label(key, "strong")
        cap.setFont(theme.figure_font(15, bold=True))
        cap.setMinimumWidth(theme.em(6.4))
        grid.addWidget(cap, row, 0, Qt.AlignmentFlag.AlignTop)
        box = QWidget()
        column = layouts.set_column(box, controls.label(title, wrap=True), spacing=Gap.NONE)
        if help_:
            column.addWidget(controls.label(help_, "caption", wrap=True))
        grid.addWidget(box, row, 1)

    def _typing(self) -> QFrame:
        card, grid = self._card(T("Bids and tricks"))
        for key, text in TYPING_KEYS:
            self._row(grid, key, str(text))
        return card

    def _group(self, title: Text, actions: list[Action]) -> QFrame:
        card, grid = self._card(title)
        for each in actions:
            key = QKeySequence(each.shortcut).toString(QKeySequence.SequenceFormat.NativeText)
            self._row(grid, key or "–", str(each.title), str(each.help))
        return card

    def _about(self) -> QFrame:
        card, grid = self._card(T("About"))
        texts = [
            str(T("Scorepad {version}", version=__version__)),
            str(T("The scorepad for the person who runs a Spades event.")),
            str(
                T(
                    "What happened at the table is written down once and never changed; "
                    "every score follows from it."
                )
            ),
        ]
        texts.append(str(T("MIT license. Nothing leaves this computer.")))
        if self._where:
            texts.append(str(T("Your matches are kept in this folder:")))
        for text in texts:
            label = controls.label(text, wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(label, grid.rowCount(), 0, 1, 2)
        if self._where:
            # A path has no blanks to be broken at; in a line it can be gone through and copied.
            folder = QLineEdit(self._where)
            folder.setReadOnly(True)
            folder.setAccessibleName(texts[-1])
            folder.setCursorPosition(0)
            grid.addWidget(folder, grid.rowCount(), 0, 1, 2)
        return card

    def _arrange(self, count: int) -> None:
        """Put the cards, in their order, into this many columns of about as many rows each."""
        self._count = count
        rows = [grid.rowCount() for card in self._cards for grid in card.findChildren(QGridLayout)]
        middles = [(sum(rows[:at]) + rows[at] / 2) / sum(rows) for at in range(len(rows))]
        # A card that goes to another column stays in the same widget.
        for column in self._columns:
            while column.count():
                column.takeAt(0)
        for card, middle in zip(self._cards, middles, strict=True):
            self._columns[int(middle * count)].addWidget(card)
        for number, column in enumerate(self._columns):
            column.addStretch(1)
            self._beside.setStretchFactor(column, int(number < count))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        count = max(1, min(MOST_COLUMNS, self.width() // theme.px(COLUMN_WIDTH)))
        if count != self._count:
            self._arrange(count)


def _guide_file() -> Path:
    """Return the guide in the reader's language; in English where there is none in it."""
    folder = paths.resources_folder() / "guide"
    own = folder / f"guide.{installed_language()}.md"
    return own if own.is_file() else folder / "guide.md"


def guide_headings() -> list[str]:
    """Return the headings of the guide."""
    return re.findall(r"^##+ (.+)$", _guide_file().read_text("utf-8"), re.MULTILINE)


class GuidePage(WindowPage):
    """Shows the guide."""

    def __init__(self) -> None:
        super().__init__(T("Guide"))
        self.text = QTextBrowser()
        self.text.setAccessibleName(str(T("Guide")))
        document = self.text.document()
        document.setDocumentMargin(Gap.PAGE.pixels())
        # Qt has one size for what is typed, whatever the text size is: it is bold here.
        typed = re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"**\1**", _guide_file().read_text("utf-8"))
        self.text.setMarkdown(typed)
        apart = QTextBlockFormat()
        apart.setLineHeight(
            LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(apart)
        layouts.set_column(
            self, self.title_row(self.done_button()), (self.text, 1), spacing=Gap.NONE
        )

    def show_heading(self, heading: str) -> None:
        """Scroll to this heading."""
        block = self.text.document().begin()
        while block.isValid() and block.text() != heading:
            block = block.next()
        if heading and block.isValid():
            self.text.moveCursor(QTextCursor.MoveOperation.End)
            self.text.setTextCursor(QTextCursor(block))
            self.text.ensureCursorVisible()
