"""The history's list shows each entry and what it changed; its buttons undo and redo."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from scorepad.desk.table import Table
from scorepad.desk.undoing import name_entry_even_if_struck
from scorepad.spades import entries as kinds
from scorepad.spades.entries import (
    Entry,
    HeadChange,
    Strike,
    UnknownEntry,
    is_undo,
)
from scorepad.spades.entry_descriptions import (
    amend_and_override_reasons,
    name_undo,
    reason_text,
    strike_reason,
)
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.marks import is_time_entry_from_clock, kind_title
from scorepad.spades.match import Match
from scorepad.spades.order import Ordered
from scorepad.spades.replaced import head_before
from scorepad.spades.words import T, join_parts
from scorepad.window.widgets import layouts, theme
from scorepad.window.widgets.controls import capitalize
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import width_of
from scorepad.window.widgets.row_delegate import CONTENT_ROLE, RIGHT, RowDelegate, paint_text
from scorepad.window.wording import moments
from scorepad.window.wording.names import describe_entry, entry_title

ID = Qt.ItemDataRole.UserRole
"""The role of an entry's id."""
LEAST = 8.8  # ems
"""The list's least height: every entry is whole in it."""
LINE = 1.33  # ems
"""The height of a line."""

LargeLinePiece = tuple[str, QFont, str]
"""A text, its font, its color."""
FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class EntryChangeTexts(msgspec.Struct, frozen=True):
    """An entry is described by what it reads `now`, what it `was` before, `why` it was changed, and
    the `removal` after which it no longer counts; "" for nothing."""

    now: str
    was: str = ""
    why: str = ""
    removal: str = ""


def describe_in_history(match: Match, entry: Entry) -> EntryChangeTexts:
    """Return how the history describes an entry."""
    removal = _removal(match, entry)
    if isinstance(entry, kinds.Amend):
        before = match.read_entry_before_amend(entry)
        if isinstance(before, HeadChange) or isinstance(entry.to, HeadChange):
            was, now = describe_entry(match, before), describe_entry(match, entry.to)
        else:
            was = describe_entry(match, before, compared_with=entry.to)
            now = describe_entry(match, entry.to, compared_with=before)
        return EntryChangeTexts(now, was, amend_and_override_reasons(entry), removal)
    if isinstance(entry, kinds.Strike):
        why = "" if is_undo(entry) else reason_text(entry.why)
        description = _target(match, entry.entry)
        # Where a correction is struck, what it replaced counts again.
        return EntryChangeTexts(description.was, description.now, why, removal)
    if isinstance(entry, kinds.Restore):
        description = _target(match, entry.entry)
        return EntryChangeTexts(description.now, description.was)
    if isinstance(entry, HeadChange):
        plain = replace(entry, why="")
        return EntryChangeTexts(
            describe_entry(match, plain),
            describe_entry(match, _setup_before(match, entry)),
            reason_text(entry.why),
            removal,
        )
    now = describe_entry(match, entry)
    reads = match.with_latest_amend(entry)
    if reads != entry:
        # The correction is an entry of its own, with who, when and why.
        return EntryChangeTexts(
            describe_entry(match, reads, compared_with=entry),
            describe_entry(match, entry, compared_with=reads),
            removal=removal,
        )
    if any(field.name == "why" for field in ENTRY_KINDS[type(entry)].fields):
        values = describe_entry(match, replace(entry, why=""))
        return EntryChangeTexts(values, "", getattr(entry, "why", ""), removal)
    return EntryChangeTexts(now, removal=removal)


def history_title(match: Match, entry: Entry) -> str:
    """Return an entry's title; undo and redo are titled by what they undo."""
    if isinstance(entry, kinds.Strike) and is_undo(entry):
        what = name_entry_even_if_struck(match, match.original_entry(entry.entry))
        return capitalize(str(name_undo(what)))
    if isinstance(entry, kinds.Restore) and _is_redo(match, entry):
        what = name_entry_even_if_struck(match, match.original_entry(entry.entry))
        return capitalize(str(T("Redo: {what}", what=what)))
    if isinstance(entry, kinds.Time):
        return str(kind_title(match, entry))
    return entry_title(match, entry)


def _is_redo(match: Match, restore: kinds.Restore) -> bool:
    """Return whether a redo restored this; in older logs it did where an undo had struck it."""
    if restore.step is not None:
        return restore.redoes is not None
    strikes = [
        each
        for each in match.log[: match.log.index(restore)]
        if isinstance(each, kinds.Strike) and each.entry == restore.entry
    ]
    return bool(strikes) and is_undo(strikes[-1])


def _target(match: Match, entry_id: str) -> EntryChangeTexts:
    """Return the description of an entry that was struck or restored: of a correction what it
    changed, of any other what it reads."""
    target = match.original_entry(entry_id)
    if isinstance(target, kinds.Amend | HeadChange):
        return describe_in_history(match, target)
    return EntryChangeTexts(describe_entry(match, match.with_latest_amend(target)))


def _setup_before(match: Match, setup: HeadChange) -> HeadChange:
    """Return what a change of the setup replaced, as a setup entry."""
    head = head_before(match, setup)
    return HeadChange(why="", **{name: getattr(head, name) for name in setup.changed_fields})


def _removal(match: Match, entry: Entry) -> str:
    """Return what took away an entry that no longer counts; "" for one that counts."""
    strike_id = match.strike_by_entry.get(str(entry.id))
    if strike_id is None:
        return ""
    strike = match.original_entry(strike_id)
    assert isinstance(strike, kinds.Strike)
    who, moment = strike.by or "–", moments.format_local_time(strike.at)
    if is_undo(strike):
        return str(T("undone by {who}, {moment}", who=who, moment=moment))
    why = strike_reason(strike)
    return str(T("struck by {who}, {moment}: {why}", who=who, moment=moment, why=why))


def before_and_now_text(description: EntryChangeTexts) -> str:
    """Return what an entry replaced and what it reads, in one text."""
    if description.was and description.now:
        return str(T("{old}  →  {new}", old=description.was, new=description.now))
    return description.now or description.was


class HistoryEntryRow(NamedTuple):
    """What the list says of an entry: its name and mark; what it replaced, crossed out, and what it
    reads; why, what took it away, and when and who, on lines of their own.  An entry that counts
    nothing is crossed out."""

    title: str
    meta: str
    mark: str = ""
    was: str = ""
    now: str = ""
    why: str = ""
    removal: str = ""
    is_struck: bool = False

    def height(self) -> int:
        """Return the height of its lines, in pixels."""
        return theme.em(LINE * len(self._lines())) + 2 * Gap.LINES.pixels()

    def paint(self, painter: QPainter, box: QRect) -> None:
        """Paint the lines; none is cut at the lower edge of its room."""
        colors, pad, line = theme.colors(), Gap.GROUPS.pixels(), theme.em(LINE)
        room = QRect(box.left() + pad, box.top() + Gap.LINES.pixels(), box.width() - 2 * pad, line)
        for number, pieces in enumerate(self._lines()):
            if room.bottom() > box.bottom():
                break
            beside = QRect(room)
            if number == 0 and self.mark:
                tone = colors.bad if self.is_struck else colors.warn
                font = theme.figure_font(13, bold=True)
                used = paint_text(painter, room, self.mark, font, tone, RIGHT)
                beside.setRight(room.right() - used - pad)
            _paint_pieces(painter, beside, pieces)
            room.translate(0, line)

    def _lines(self) -> list[list[LargeLinePiece]]:
        colors = theme.colors()
        ink = colors.soft if self.is_struck else colors.ink
        plain, bold = theme.figure_font(14), theme.figure_font(14, bold=True)
        struck = theme.figure_font(14)
        struck.setStrikeOut(True)
        head = theme.figure_font(15, bold=True)
        head.setStrikeOut(self.is_struck)
        lines: list[list[LargeLinePiece]] = [[(self.title, head, ink)]]
        if self.was and self.now:
            after = struck if self.is_struck else bold
            old: LargeLinePiece = (self.was, struck, colors.soft)
            lines.append([old, ("  →  ", plain, ink), (self.now, after, ink)])
        elif self.was or self.now:
            font = struck if self.was or self.is_struck else plain
            lines.append([(self.was or self.now, font, ink)])
        small = theme.figure_font(13)
        if self.why:
            lines.append([("“" + self.why + "”", plain, ink)])
        if self.removal:
            lines.append([(self.removal, small, colors.bad)])
        lines.append([(self.meta, small, colors.soft)])
        return lines


def _paint_pieces(painter: QPainter, room: QRect, pieces: list[LargeLinePiece]) -> None:
    """Paint pieces side by side; the last one has at least half the room."""
    for number, (text, font, color) in enumerate(pieces):
        rest = sum(width_of(other, its_font) for other, its_font, _ in pieces[number + 1 :])
        most = max(room.width() - rest, room.width() // 2) if rest else room.width()
        box = QRect(room.left(), room.top(), most, room.height())
        used = paint_text(painter, box, text, font, color)
        room.setLeft(room.left() + used)


class HistoryEntryList(QListWidget):
    """This list has every entry of a log, newest first, and keeps the chosen one in sight."""

    def __init__(self) -> None:
        super().__init__()
        rows = RowDelegate(self)
        rows.has_whole_rows = True
        self.setItemDelegate(rows)
        self.setAccessibleName(str(T("Entries, newest first")))
        self.setMinimumHeight(theme.em(LEAST))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        # It takes what the rest of a panel leaves, and no more than its least height before.
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.currentItem() is not None:
            self.scrollToItem(self.currentItem())

    def show_log(self, match: Match) -> None:
        """Show this match's log, with nothing chosen."""
        self.blockSignals(True)
        self.clear()
        struck, amend_by_entry = match.struck_ids, match.amend_by_entry
        for entry in match.order.waiting:
            self._add_other(match, entry, str(T("waits for an entry that is not here")))
        for version in match.order.versions:
            for entry in reversed(version.entries):
                self._add_other(match, entry, str(T("in another version")))
        for entry in reversed(match.log):
            self.addItem(self._item(match, entry, struck, amend_by_entry))
        self.blockSignals(False)

    def _add_other(self, match: Match, entry: Ordered, mark: str) -> None:
        """Add an entry that is not in the log as it is read, which cannot be chosen."""
        if isinstance(entry, UnknownEntry):
            title, by = entry.kind, ""
        else:
            title, by = str(match.name(entry)), entry.by or ""
        meta = join_parts((moments.format_moment(entry.at), by))
        item = QListWidgetItem(capitalize(title))
        item.setData(ID, str(entry.id))
        item.setData(CONTENT_ROLE, HistoryEntryRow(item.text(), meta, mark, is_struck=True))
        spoken = join_parts((item.text(), mark, meta), ", ")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(item)

    def chosen(self) -> str | None:
        """Return the id of the entry that is chosen."""
        row = self.currentRow()
        return None if row < 0 else str(self.item(row).data(ID))

    def choose(self, entry_id: str) -> None:
        """Choose an entry."""
        for row in range(self.count()):
            if self.item(row).data(ID) == entry_id:
                self.setCurrentRow(row)
                return

    def _item(
        self, match: Match, entry: Entry, struck: frozenset[str], amend_by_entry: dict[str, str]
    ) -> QListWidgetItem:
        entry_id = str(entry.id)
        item = QListWidgetItem(history_title(match, entry))
        description = describe_in_history(match, entry)
        changed = before_and_now_text(description)
        mark = ""
        if entry.id in match.unfit:
            mark = str(T("does not count"))
        elif entry_id in struck:
            undone = description.removal and _undone(match, entry_id)
            mark = str(T("undone") if undone else T("struck"))
        elif entry_id in amend_by_entry:
            mark = str(T("corrected"))
        why, by = description.why, entry.by or ""
        if is_time_entry_from_clock(match, entry):
            by = ""
        meta = join_parts((moments.format_moment(entry.at), by))
        item.setData(ID, entry_id)
        row = HistoryEntryRow(
            item.text(),
            meta,
            mark,
            was=description.was,
            now=description.now,
            why=why,
            removal=description.removal,
            is_struck=entry_id in struck or entry.id in match.unfit,
        )
        item.setData(CONTENT_ROLE, row)
        item.setData(
            Qt.ItemDataRole.AccessibleTextRole,
            join_parts((item.text(), mark, changed, why, description.removal, meta), ", "),
        )
        return item


class UndoRedoButtons(QWidget):
    """These buttons undo and redo, and name what they would take back and bring back."""

    def __init__(self, undo: QPushButton, redo: QPushButton) -> None:
        super().__init__()
        self._buttons = (undo, redo)
        self._row: QBoxLayout = layouts.set_row(self, *self._buttons)

    def name_next_steps(self, table: Table) -> None:
        """Name the next step back and the next step on."""
        names = (table.undo_name(), table.redo_name())
        whole = (
            str(name_undo(names[0]) if names[0] else T("Undo")),
            str(T("Redo: {what}", what=names[1]) if names[1] else T("Redo")),
        )
        for button, name, text in zip(self._buttons, names, whole, strict=True):
            button.setEnabled(name is not None)
            button.setAccessibleName(text)
            button.setToolTip(text)

    def fit_width(self, room: int, *, can_stack: bool) -> None:
        """Fit both into this much room (pixels): side by side, else one below the other where they
        `can_stack`, else without the names."""
        short = (str(T("Undo")), str(T("Redo")))
        whole = tuple(button.accessibleName() for button in self._buttons)
        beside = self._wide(whole) <= room
        texts = whole if beside or can_stack else short
        for button, text in zip(self._buttons, texts, strict=True):
            button.setText(text.replace("&", "&&"))
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if beside or not can_stack else way.TopToBottom)

    def _wide(self, texts: tuple[str, ...]) -> int:
        """Return how wide both are with these texts, in pixels."""
        for button, text in zip(self._buttons, texts, strict=True):
            button.setText(text.replace("&", "&&"))
        return sum(each.sizeHint().width() for each in self._buttons) + self._row.spacing()


def _undone(match: Match, entry_id: str) -> bool:
    """Return whether an undo took this entry away."""
    strike = match.original_entry(match.strike_by_entry[entry_id])
    return isinstance(strike, Strike) and is_undo(strike)
