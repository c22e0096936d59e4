"""The history lists each entry with its moment, its current reading, and its later changes."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QColor, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QSizePolicy, QWidget

from scorepad.spades.entries import Amend, Bids, Entry, Restore, Strike, Tricks
from scorepad.spades.entry_descriptions import strike_reason
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.panels.difference import CorrectionEffectTable, TotalsChangeLine
from scorepad.window.panels.history_texts import (
    HistoryRow,
    before_and_now_text,
    describe_in_history,
    history_caption,
    history_rows,
)
from scorepad.window.panels.panel import Panel, PanelContext, Place
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import SearchLine
from scorepad.window.widgets.row_menu import offer_row_menu
from scorepad.window.widgets.row_table import RowTable
from scorepad.window.wording import moments

ID = Qt.ItemDataRole.UserRole
"""The role of an entry's id; "" for one that cannot be chosen."""
ROW_HEIGHT = 28  # px
LEAST, DETAILS = 7, 2.2  # ems
"""The least heights of the list, and of the details of the chosen entry."""
TIME, TEXT = range(2)


def _make_items(row: HistoryRow) -> list[QStandardItem]:
    items = [QStandardItem(text) for text in (row.time, row.text)]
    for item in items:
        item.setData(row.entry_id, ID)
        item.setData(row.spoken, Qt.ItemDataRole.AccessibleTextRole)
        item.setToolTip(row.spoken)
        if not row.entry_id:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        if not row.counts:
            item.setForeground(QColor(theme.colors().soft))
    font = items[TEXT].font()
    font.setStrikeOut(not row.counts)
    items[TEXT].setFont(font)
    return items


class HistoryTable(RowTable):
    """Each entry of a log in a row, newest first, as far as the filter lets it through."""

    def __init__(self) -> None:
        self._rows = QStandardItemModel(0, 2)
        self._shown = shown = QSortFilterProxyModel()
        shown.setSourceModel(self._rows)
        shown.setFilterRole(Qt.ItemDataRole.AccessibleTextRole)
        shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.filter_rows = shown.setFilterFixedString
        name = str(T("Entries, newest first"))
        super().__init__(shown, name=name, names={TEXT: 5}, least_height=ROW_HEIGHT)
        shown.setParent(self)
        self.setHeaderHidden(True)
        down = self.verticalScrollBar()
        down.rangeChanged.connect(lambda *_range: self.scrollTo(self.currentIndex()))
        self.setMinimumHeight(theme.em(LEAST))
        # It gets the rest of a panel's height, and asks for no more than its least height.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)

    def show_log(self, match: Match) -> None:
        """Show this match's log, with the same entry chosen."""
        rows = QStandardItemModel(0, 2)
        for row in history_rows(match):
            rows.appendRow(_make_items(row))
        # All at once: the list measures its cells again after each change.
        self._shown.setSourceModel(rows)
        self._rows = rows

    def chosen(self) -> str | None:
        """Return the id of the entry that is chosen."""
        return self.currentIndex().data(ID) or None

    def choose(self, entry_id: str) -> None:
        """Choose an entry; "" for the newest."""
        model = self.model()
        first = model.index(0, TEXT)
        found = model.match(first, ID, entry_id, 1, Qt.MatchFlag.MatchExactly) if entry_id else []
        self.setCurrentIndex(found[0] if found else QModelIndex() if entry_id else first)


class HistoryPanel(Panel):
    """The log, newest first, with the actions for each entry."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("History"), context)
        self.filter = SearchLine(
            T("Filter"), name=T("Filter the entries"), clear=T("Clear the filter")
        )
        self.add_widget_beside_title(self.filter)
        self.entries = HistoryTable()
        self.entries.selectionModel().currentRowChanged.connect(lambda *_rows: self._choose())
        offer_row_menu(self.entries, lambda: [self._buttons[key] for key in self._offers()])
        self.filter.textChanged.connect(self._filter)
        details = QWidget()
        self._column = layouts.set_column(details, spacing=Gap.LINES)
        # The list keeps its height, however long the details of the chosen entry are.
        self._details = scrolling.make_scroll_area(details, name=T("Selected entry"))
        self._details.setMinimumHeight(theme.em(DETAILS))
        self._details.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.add_stretching_widget_above_body(
            layouts.column((self.entries, 6), (self._details, 1), spacing=Gap.NONE)
        )
        self._log = -1
        self._buttons = {
            "strike": self.add_button(T("Delete…"), lambda: self.strike(self._id), kind="danger"),
            "amend": self.add_button(T("Correct…"), lambda: self.correct(self._id)),
            "restore": self.add_button(
                T("Restore"), lambda: self.restore(self._id), kind="primary"
            ),
        }
        self.refresh()

    @property
    def _id(self) -> str:
        return self.chosen() or ""

    def focus_typing_start(self) -> None:
        scrolling.bring_into_sight(self.entries)
        # With the focus on a button, a second Enter would act by mistake.
        self.entries.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        match = self.table.match
        if len(match.log) == self._log:
            return
        chosen, was_newest = self.chosen(), self.entries.currentIndex().row() <= 0
        self._log = len(match.log)
        self.entries.show_log(match)
        self.choose("" if chosen is None or was_newest else chosen)

    def _filter(self, text: str) -> None:
        chosen = self._id
        self.entries.filter_rows(text.strip())
        self.choose(chosen)

    def chosen(self) -> str | None:
        """Return the id of the entry that is chosen."""
        return self.entries.chosen()

    def choose(self, entry_id: str) -> None:
        """Choose an entry; "" for the newest."""
        self.entries.choose(entry_id)
        self._show()

    def _choose(self) -> None:
        self._show()
        self.keep_draft()

    def _offers(self) -> list[str]:
        match, entry = self.table.match, self._entry
        if entry is None:
            return []
        strike_id = match.strike_by_entry.get(self._id)
        if strike_id is not None:
            strike = match.original_entry(strike_id)
            return ["restore"] * (isinstance(strike, Strike) and strike.entry == entry.id)
        if entry.id in match.unfit or isinstance(entry, Strike | Restore):
            return []
        return ["strike"] if isinstance(entry, Amend) else ["amend", "strike"]

    @property
    def _entry(self) -> Entry | None:
        return self.table.match.original_entry(self._id) if self._id else None

    def _show(self) -> None:
        layouts.clear_layout(self._column)
        offers, entry = self._offers(), self._entry
        for key, button in self._buttons.items():
            button.setEnabled(key in offers)
        if entry is None:
            if not self.table.match.log:
                none = controls.label(T("Nothing has been recorded yet."), wrap=True)
                self._column.addWidget(none)
            return
        caption = history_caption(self.table.match, entry)
        self._column.addWidget(controls.label(caption, "caption", wrap=True))
        for text in self._describe(entry):
            self._column.addWidget(controls.label(text, wrap=True))
        if "restore" in offers:
            self._preview_restore(self._id)

    def _describe(self, entry: Entry) -> list[str]:
        match, texts = self.table.match, []
        entry_id = str(entry.id)
        amend = match.find(match.amend_by_entry.get(entry_id, ""))
        if isinstance(amend, Amend):
            who, moment = amend.by or "–", moments.format_moment(amend.at)
            change = before_and_now_text(describe_in_history(match, amend))
            texts.append(
                T(
                    "Corrected by {who}, {moment}: {change}. {why}",
                    who=who,
                    moment=moment,
                    change=change,
                    why=amend.why,
                )
            )
        strike = match.find(match.strike_by_entry.get(entry_id, ""))
        if isinstance(strike, Strike):
            who, moment = strike.by or "–", moments.format_moment(strike.at)
            reason = strike_reason(strike)
            text = T("Deleted by {who}, {moment}: {why}", who=who, moment=moment, why=reason)
            texts.append(text)
            if strike.entry != entry_id:
                texts.append(
                    T(
                        "This entry was deleted together with the bids for its hand. To bring it "
                        "back, restore the bids."
                    )
                )
        if entry_id in match.unfit:
            texts.append(T("This entry doesn't count: {why}", why=match.unfit[entry_id]))
        return [str(text) for text in texts]

    def _preview_restore(self, entry_id: str) -> None:
        try:
            preview = self.table.preview(Restore(entry=entry_id))
        except Refused as refused:
            self._column.addWidget(
                controls.label(controls.capitalize(str(refused.text)), wrap=True)
            )
        else:
            totals = TotalsChangeLine()
            shown = CorrectionEffectTable(totals)
            for widget in (totals, shown):
                self._column.addWidget(widget)
            match = self.table.match
            after = match.append(Restore(entry=entry_id))
            shown.show_difference(match, preview, effects=self.effects_of(after))

    # Actions.

    def restore(self, entry_id: str) -> None:
        """Restore this deleted entry."""
        if self.record(Restore(entry=entry_id)):
            self.refresh()

    def correct(self, entry_id: str) -> None:
        """Ask for the form of this entry, to be changed with a reason."""
        match = self.table.match
        hand = match.hand_of(entry_id)
        if hand is not None and isinstance(match.counting_entry(entry_id), Bids | Tricks):
            self.hand_asked.emit(hand.number)
        else:
            self.panel_asked.emit("amend-entry", entry_id)

    def strike(self, entry_id: str) -> None:
        """Ask why this entry is deleted."""
        self.panel_asked.emit("strike", entry_id)

    def place(self) -> Place:
        return self.chosen()

    def show_place(self, place: Place) -> None:
        self.filter.clear()
        self.choose(str(place))

    def hand_number(self) -> int:
        match = self.table.match
        entry = match.find(self._id)
        about = None if entry is None else match.find_corrected(entry)
        hand = None if about is None else match.hand_of(str(about.id))
        return 0 if hand is None else hand.number


class RestoreLatestEntryPanel(HistoryPanel):
    """The history, with the entry that was deleted last ready to be restored."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        match = self.table.match
        strikes = set(match.strike_by_entry.values())
        for entry in reversed(match.log):
            if isinstance(entry, Strike) and str(entry.id) in strikes:
                self.choose(entry.entry)
                break

    def focus_typing_start(self) -> None:
        if self._buttons["restore"].isEnabled():
            scrolling.bring_into_sight(self.entries)
            self._buttons["restore"].setFocus()
        else:
            super().focus_typing_start()
