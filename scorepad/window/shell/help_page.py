"""The help page shows the keys, made from the registry of actions, and what this program is; the
guide has a page too."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QKeySequence, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser

from scorepad import __version__, paths
from scorepad.desk.actions import ACTIONS, GROUPS
from scorepad.spades.words import T, Text, installed_language
from scorepad.window.widgets import layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.icons import ICON_SIZE, action_icon
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
LINE_HEIGHT_PERCENT = 135
"""The lines of a text are so far apart, in percent of their height."""
COLUMN_WIDTHS = (2, 8, 13)  # ems
"""How wide icon, keys and action are."""
ABOUT = "about"
"""The anchor of what this program is."""


class ReadingPage(WindowPage):
    """Shows a text to read."""

    def __init__(self, title: Text) -> None:
        super().__init__(title)
        self.text = QTextBrowser()
        self.text.setAccessibleName(str(title))
        self.text.document().setDocumentMargin(Gap.PAGE.pixels())
        layouts.set_column(
            self, self.title_row(self.done_button()), (self.text, 1), spacing=Gap.NONE
        )

    def focus_starting_widget(self) -> None:
        """Put the focus on the text, which the keys scroll."""
        self.text.setFocus()

    def space_lines(self) -> None:
        """Set the lines of the text apart."""
        apart = QTextBlockFormat()
        apart.setLineHeight(
            LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        cursor = QTextCursor(self.text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(apart)


class HelpPage(ReadingPage):
    """Shows every action with its key, group by group, and then what this program is."""

    def __init__(self, *, where: str = "") -> None:
        """`where` is the folder that the matches are kept in."""
        super().__init__(T("Keys and help"))
        self._where = where
        if theme.Theme.active is not None:
            theme.Theme.active.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        """Write the page, with icons in the colors of the theme."""
        size = theme.px(ICON_SIZE)
        for each in ACTIONS:
            picture = action_icon(each.icon).pixmap(size)
            image = QTextDocument.ResourceType.ImageResource
            self.text.document().addResource(image, QUrl(each.icon), picture)
        parts = [_table(T("Bids and tricks"), (("", *each, "") for each in TYPING_KEYS))]
        for group, title in GROUPS.items():
            rows = (
                (
                    each.icon,
                    QKeySequence(each.shortcut).toString(QKeySequence.SequenceFormat.NativeText),
                    each.title,
                    each.help,
                )
                for each in ACTIONS
                if each.group == group
            )
            parts.append(_table(title, rows))
        texts: list[Text | str] = [
            T("Scorepad {version}", version=__version__),
            T("The scorepad for the person who runs a Spades event."),
            T(
                "What happened at the table is written down once and never changed; "
                "every score follows from it."
            ),
            T("MIT license. Nothing leaves this computer."),
        ]
        if self._where:
            texts += [T("Your matches are kept in this folder:"), self._where]
        about = _heading(T("About")) + "".join(f"<p>{escape(str(each))}</p>" for each in texts)
        parts.append(f'<a name="{ABOUT}"></a>{about}')
        self.text.setHtml("".join(parts))
        self.space_lines()

    def show_about(self) -> None:
        """Scroll to what this program is."""
        self.text.scrollToAnchor(ABOUT)


def _table(title: Text, rows: Iterable[tuple[str, str, Text, Text | str]]) -> str:
    """Return a table of keys; each row has an icon, the keys, what they do, and more about it."""
    icon_width, keys_width, width = (theme.em(each) for each in COLUMN_WIDTHS)
    cells = "".join(
        f"<tr><td width={icon_width}>{f'<img src={icon}>' if icon else ''}</td>"
        f'<td width={keys_width} style="white-space: pre"><b>{escape(keys)}</b></td>'
        + (
            f"<td width={width}>{escape(str(what))}</td><td>{escape(str(more))}</td></tr>"
            if more
            else f"<td colspan=2>{escape(str(what))}</td></tr>"
        )
        for icon, keys, what, more in rows
    )
    return _heading(title) + f"<table cellpadding=5>{cells}</table>"


def _heading(title: Text) -> str:
    above = Gap.PAGE.pixels()
    return f'<h2 style="margin-top: {above}px">{escape(str(title))}</h2>'


def _guide_file() -> Path:
    """Return the guide in the reader's language; in English where there is none in it."""
    folder = paths.resources_folder() / "guide"
    own = folder / f"guide.{installed_language()}.md"
    return own if own.is_file() else folder / "guide.md"


def guide_headings() -> list[str]:
    """Return the headings of the guide."""
    return re.findall(r"^##+ (.+)$", _guide_file().read_text("utf-8"), re.MULTILINE)


class GuidePage(ReadingPage):
    """Shows the guide."""

    def __init__(self) -> None:
        super().__init__(T("Guide"))
        # Qt has one size for what is typed, whatever the text size is: it is bold here.
        typed = re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"**\1**", _guide_file().read_text("utf-8"))
        self.text.setMarkdown(typed)
        self.space_lines()

    def show_heading(self, heading: str) -> None:
        """Scroll to this heading."""
        block = self.text.document().begin()
        while block.isValid() and block.text() != heading:
            block = block.next()
        if heading and block.isValid():
            self.text.moveCursor(QTextCursor.MoveOperation.End)
            self.text.setTextCursor(QTextCursor(block))
            self.text.ensureCursorVisible()
