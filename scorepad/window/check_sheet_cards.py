"""What became of one printed sheet; and the place where its file is dropped."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame

from scorepad.desk.verify import Finding, Verdict
from scorepad.spades.words import N, T, Text, Words
from scorepad.window import parts, theme, titles
from scorepad.window.names import team_name

HEADS: dict[Finding, tuple[parts.Tone, Text]] = {
    "same": ("good", T("The same")),
    "grown": ("warn", T("Changed since it was printed")),
    "other": ("bad", T("Changed since it was printed")),
    "unknown": ("bad", T("Unknown")),
}
SAYS: dict[Finding, Text] = {
    "same": T("Everything recorded stands on this sheet, and nothing was changed since."),
    "other": T("What is kept does not begin with what this sheet was made from."),
    "unknown": T("No match that is kept on this computer has this code."),
}
MOST = 20
"""So many added entries are named."""


class VerdictCard(QFrame):
    """The finding in words and with a sign, what was added, and a step to the match."""

    open_match = Signal(str)

    def __init__(self, verdict: Verdict, words: Words) -> None:
        super().__init__()
        tone, head = HEADS[verdict.finding]
        self.setProperty("kind", "card")
        column = parts.column_of(self, spacing=6, margin=theme.px(16))
        title = parts.label(parts.SIGNS[tone] + words(head), "heading", wrap=True)
        theme.restyle(title, "tone", tone)
        column.addWidget(title)
        lines: list[str] = []
        match = verdict.match
        if match is not None:
            one, other = (team_name(match.head, side, words) for side in range(2))
            lines.append(words("{one} – {other}", one=one, other=other))
            column.addWidget(parts.label(lines[0], "strong", wrap=True))
            if verdict.stands is not None:
                lines.append(parts.sentence(words(verdict.stands)))
                column.addWidget(parts.label(lines[-1], wrap=True))
            where = titles.match_line(match, words)
            lines.append(where)
            column.addWidget(parts.label(where, "caption", wrap=True))
        if verdict.finding == "grown":
            count = len(verdict.added)
            said = words(N("{n} entry was added:", "{n} entries were added:", count))
        else:
            said = words(SAYS[verdict.finding])
        lines.append(said)
        column.addWidget(parts.label(said, wrap=True))
        for entry in verdict.added[:MOST]:
            column.addWidget(parts.label(f"+ {words(entry)}", wrap=True))
        if (more := len(verdict.added) - MOST) > 0:
            column.addWidget(parts.label(words(N("and {n} more", "and {n} more", more))))
        if match is not None and match.id is not None:
            match_id = match.id
            press = parts.button(
                words("Open the match"),
                lambda: self.open_match.emit(match_id),
                name=words("Open the match: {match}", match=lines[0]),
            )
            column.addSpacing(theme.px(6))
            column.addWidget(parts.line(press, None))
        self.setAccessibleName(". ".join((words(head), *lines)))
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))


class DropCard(QFrame):
    """A dashed frame that shows where a file is dropped."""

    def __init__(self) -> None:
        super().__init__()
        self._lit = False

    def light(self, on: bool) -> None:
        """A file is held over it."""
        self._lit = on
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(colours.accent if self._lit else colours.edge), 2)
        pen.setStyle(Qt.PenStyle.SolidLine if self._lit else Qt.PenStyle.DashLine)
        painter.setPen(pen)
        if self._lit:
            painter.setBrush(QColor(colours.wash))
        painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), 8, 8)
        painter.end()
