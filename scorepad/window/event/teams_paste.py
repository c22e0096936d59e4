"""Many teams at once: pasted or read from a file, shown line by line before they are entered."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from scorepad.budget import SPREADSHEET_BUDGET
from scorepad.desk.encodings import ENCODINGS
from scorepad.desk.spreadsheet import read_rows, rows_as_csv, sheet_names
from scorepad.desk.team_columns import COLUMN_TITLES, IGNORED, column_letters
from scorepad.desk.team_files import (
    ParsedTeamLine,
    TeamFile,
    parse_team_lines,
    read_team_file,
)
from scorepad.events.event import Event
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.words import (
    N,
    T,
    Text,
    format_number,
    join_as_sentences,
    join_parts,
    join_with_commas,
)
from scorepad.window.event.draft_form import DraftForm
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, file_dialogs, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldSpec
from scorepad.window.widgets.inputs import ComboBox, Stepper, TextBox
from scorepad.window.widgets.two_line_list import KeyedList, TwoLineText

ENCODING_CHOICES: list[tuple[str, Text | str]] = [("", T("Automatic")), *ENCODINGS.items()]
NOTHING_TYPED: dict[str, Any] = {"text": "", "columns": {"kinds": [], "first": None}}
PREVIEWED = 7  # rows
MOST_NOTES = 2
"""The most notes shown above the teams; each is in its row, too."""
MOST_PREVIEWED = 25  # rows, where titles come first


class ColumnTable(QTableWidget):
    """The first rows of a file, each column below a choice of its kind; a control whose value is
    the chosen `kinds` of the columns and the `first` line, empty and None where guessed.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._kinds: list[str] = []
        self._first: int | None = None
        self._first_read = 1
        """The first row of the table that is read; titles are above it."""
        self.setAccessibleName(str(T("First rows of the file")))
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().hide()
        self.horizontalHeader().setMaximumSectionSize(theme.em(16))
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        # A draft is shown before the choices have their style, by which they are wider.
        controls.EventFollower(self, self._fit_columns, QEvent.Type.Show)

    def typed(self) -> dict[str, Any]:
        return {"kinds": self._kinds, "first": self._first}

    def fill(self, typed: Any) -> None:
        self._kinds, self._first = list(typed["kinds"]), typed["first"]

    def choose_first_line(self, line: int) -> None:
        """Take this line for the first with a team."""
        self._first = line
        self.changed.emit()

    def _fit_columns(self) -> None:
        """Make each column as wide as its choice and its teams: the titles above them are cut."""
        titles = range(1, self._first_read)
        for at in titles:
            self.hideRow(at)
        self.resizeColumnsToContents()
        for at in titles:
            self.showRow(at)

    def _choose(self, _index: int) -> None:
        combos = map(self._combo, range(self.columnCount()))
        self._kinds = [str(each.typed()) for each in combos]
        self.changed.emit()

    def _combo(self, column: int) -> ComboBox:
        combo = self.cellWidget(0, column)
        assert isinstance(combo, ComboBox)
        return combo

    def show_file(self, file: TeamFile) -> None:
        """Show the first rows of a file, and the kinds of its columns."""
        columns, first = file.columns, file.columns.first_line
        above = sum(row.number < first for row in file.rows)
        rows = file.rows[: min(max(PREVIEWED, above + 3), MOST_PREVIEWED)]
        self.setRowCount(1 + len(rows))
        for column in range(self.columnCount(), len(columns.kinds)):
            self.insertColumn(column)
            combo = ComboBox(COLUMN_TITLES.items())
            name = T("Column {letters}", letters=column_letters(column))
            combo.setAccessibleName(str(name))
            combo.activated.connect(self._choose)
            self.setCellWidget(0, column, combo)
            self.setTabOrder(self._combo(column - 1) if column else self, combo)
        self.setColumnCount(len(columns.kinds))
        self.setVerticalHeaderLabels(["", *(format_number(row.number) for row in rows)])
        ink, soft = QColor(theme.colors().ink), QColor(theme.colors().soft)
        for column, kind in enumerate(columns.kinds):
            combo = self._combo(column)
            combo.offer(COLUMN_TITLES.items(), kind)
            combo.setMinimumContentsLength(len(combo.currentText()))
            for at, row in enumerate(rows, start=1):
                item = QTableWidgetItem(row.cell(column))
                is_read = kind != IGNORED and row.number >= first
                item.setForeground(ink if is_read else soft)
                self.setItem(at, column, item)
        self.setCurrentCell(1, 0)  # the first choice would take the focus from the table
        self._first_read = 1 + sum(row.number < first for row in rows)
        self._fit_columns()
        for at in range(self.rowCount()):
            self.setRowHeight(at, theme.touch_height() if at == 0 else theme.em(2))


class TeamsPasteForm(QWidget):
    """A text with a team a line at the left; at the right the kinds of its columns, and the team of
    each line."""

    closed = Signal(int)
    """The user leaves it, with so many teams entered."""

    def __init__(self, opened: OpenEvent, settings: Settings) -> None:
        super().__init__()
        self._opened = opened
        self._settings = settings
        self._lines: list[ParsedTeamLine] = []
        self._file_message = ""
        """The fault of the file that was chosen last; "" after a change of the text."""
        self._file: tuple[str, bytes] | None = None
        """The name and the content of the file that the text is from."""
        self._text = TextBox("Aces, Ann, Cy\nKings, Bo, Di")
        label = str(T("One team per line: name, player, player"))
        hint = str(T("Paste from a spreadsheet, or choose a CSV or XLSX file."))
        self.columns = ColumnTable()
        self._form = DraftForm(
            opened.draft,
            "teams",
            [FieldSpec("text", label, self._text, hint)],
        )
        self._form.make_row(FieldSpec("columns", None, self.columns))  # beside the text
        self._form.column.setStretch(0, 1)
        self._sheet, self._encoding = ComboBox(), ComboBox()
        self._encoding.offer(ENCODING_CHOICES)
        self._first = Stepper(1, SPREADSHEET_BUDGET.lines, 1)
        self._first_field = controls.name_beside(T("First team on line"), self._first)
        self._sheet_field = controls.name_beside(T("Worksheet"), self._sheet)
        self._encoding_field = controls.name_beside(T("Encoding"), self._encoding)
        for combo in (self._sheet, self._encoding):
            combo.activated.connect(self._read_file_again)
        self._first.changed.connect(lambda: self.columns.choose_first_line(self._first.value))
        self.list = KeyedList(T("Teams to add"))
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.list.activated.connect(self._go_to_line)
        self.list.clicked.connect(self._go_to_line)
        self.message = controls.MessageLabel()
        self._enter = controls.button(T("Enter the teams"), self.enter_teams, kind="primary")
        right = layouts.column(
            layouts.row(
                self._first_field, self._sheet_field, self._encoding_field, None, wraps=True
            ),
            (self.columns, 5),
            self.message,
            (self.list, 4),
        )
        page = layouts.set_column(self)
        page.addWidget(layouts.row((self._form, 2), (right, 4), spacing=Gap.GROUPS), 1)
        page.addWidget(
            layouts.row(
                controls.button(T("Choose a file…"), self.choose_file),
                None,
                controls.button(T("Cancel"), self.leave),
                self._enter,
            )
        )
        self._form.changed.connect(self._edited)
        self._form.begin_or_resume(NOTHING_TYPED)

    @property
    def has_text(self) -> bool:
        """Whether there is a text that is not recorded."""
        return self._form.touched

    def show_event(self, _event: Event) -> None:
        """Read the lines again, as new entries may change their teams."""
        self._read()

    def _edited(self) -> None:
        self._file_message = ""
        self._read()

    def _read(self) -> None:
        text, choice = self._text.toPlainText(), self.columns.typed()
        self._lines = []
        fault = ""
        file = None
        try:
            if text.strip():
                file = read_team_file(
                    text.encode(),
                    str(T("the text")),
                    kinds=choice["kinds"],
                    first_line=choice["first"],
                )
                self._show_guess(file)
                self._lines = parse_team_lines(file, self._opened.current_event)
        except Refused as refused:
            fault = str(refused.text)
        for each in (self._first_field, self.columns):
            each.setVisible(file is not None)
        name, data = self._file or ("", b"")
        sheets = sheet_names(data)
        self._sheet_field.setVisible(len(sheets) > 1)
        self._encoding_field.setVisible(bool(name) and not sheets)
        shown = sorted(self._lines, key=lambda each: (each.wrong is None, not each.notes))
        self.list.show_rows((str(each.line.number), partial(self._row, each)) for each in shown)
        wrong = sum(each.wrong is not None for each in self._lines)
        teams = len(self._lines) - wrong
        if self._file_message or fault:
            self.message.say(self._file_message or fault)
        elif wrong:
            what = N("{n} line is wrong", "{n} lines are wrong", wrong)
            self.message.say(
                T("{what}. You can enter the teams once every line is correct.", what=what)
            )
        else:
            notes = [text for each in shown for text in each.notes]
            texts = notes[:MOST_NOTES]
            if more := len(notes[MOST_NOTES:]):
                texts.append(N("{n} more note below", "{n} more notes below", more))
            self.message.say(join_as_sentences(texts), "warn")
        title = N("Enter {n} team", "Enter {n} teams", teams) if teams else T("Enter the teams")
        controls.name_button(self._enter, title, "primary")
        self._enter.setEnabled(teams > 0 and not wrong and not fault)

    def _show_guess(self, file: TeamFile) -> None:
        self.columns.show_file(file)
        showing = QSignalBlocker(self._first)
        self._first.set_value(file.columns.first_line)
        showing.unblock()

    def _go_to_line(self) -> None:
        """Put the cursor on the line of the text that the chosen row is about."""
        line = int(self.list.chosen or 1) - 1
        block = self._text.document().findBlockByNumber(line)
        self._text.setTextCursor(QTextCursor(block))
        self.focus_starting_widget()

    def _row(self, each: ParsedTeamLine) -> TwoLineText:
        number = str(T("line {n}", n=each.line.number))
        if each.entry is None:
            sentence = controls.capitalize(each.wrong) if each.wrong is not None else ""
            cells = join_parts(each.line.cells)
            return TwoLineText(f"✕ {cells}", sentence, number, dimmed=True)
        notes = (f"{controls.SIGNS['warn']}{text}" for text in each.notes)
        below = join_parts((join_parts(each.entry.players, ", "), each.entry.organization, *notes))
        if each.entry.seed:
            number = join_parts((T("Seed {n}", n=each.entry.seed), number))
        return TwoLineText(each.entry.name, below, number)

    # Actions.

    def replace_text(self, text: str) -> None:
        """Put these lines in place of the text; the text's own undo brings it back."""
        self._file = None
        self.columns.fill(NOTHING_TYPED["columns"])
        self._text.selectAll()
        self._text.insertPlainText(text)
        self._text.moveCursor(QTextCursor.MoveOperation.Start)
        self.list.setCurrentRow(0)
        self.list.scrollToTop()

    def enter_teams(self) -> None:
        """Enter all these teams as one step."""
        entries = [each.entry for each in self._lines if each.entry is not None]
        done = N("Entered {n} team", "Entered {n} teams", len(entries))
        if entries and self._opened.record(entries, self._form.place, done=done):
            self._form.begin_or_resume(NOTHING_TYPED)
            self.closed.emit(len(entries))

    def leave(self) -> None:
        """Leave the text as a draft."""
        if self.has_text:
            kept = T(
                "The teams on the list haven't been entered yet. To see the list again, choose "
                "“Add many teams…”."
            )
            self._opened.notify(kept, "note")
        self.closed.emit(0)

    def choose_file(self) -> None:
        """Ask for a file of teams, in a dialog that blocks nothing."""
        file_dialogs.ask_open_paths(
            self,
            self._settings,
            title=T("Teams from a file"),
            kinds=T("Tables (*.csv *.xlsx *.txt);;All files (*)"),
            then=self.replace_text_from_files,
        )

    def replace_text_from_files(self, names: list[str]) -> None:
        """Put the lines of these files in place of the text, to be looked at before they are
        entered."""
        texts, notices = list[str](), list[Text]()
        sheets, sheet = tuple[str, ...](), ""
        for name in names:
            path, data = Path(name), b""
            try:
                data = file_dialogs.read_chosen_file(path, SPREADSHEET_BUDGET.bytes)
                file = read_team_file(data, path.name, notices.append)
            except Refused as refused:
                notices = [refused.text]
                break
            texts.append(rows_as_csv(file.rows))
            sheets, sheet = file.sheets, file.sheet
        else:
            self.replace_text("".join(texts))
        if len(names) == 1 and data:  # of a file that was refused another encoding may be chosen
            self._file = (path.name, data)
            self._sheet.offer([(each, each) for each in sheets], sheet)
            self._encoding.offer(ENCODING_CHOICES)
        self._say_of_file(str(join_with_commas(notices, semicolons=True)) if notices else "")
        if self._enter.isEnabled():
            self._enter.setFocus()

    def _read_file_again(self) -> None:
        assert self._file is not None
        name, data = file = self._file
        sheet, encoding = self._sheet.typed() or "", self._encoding.typed() or ""
        try:
            rows = read_rows(data, name, sheet=sheet, encoding=encoding)
        except Refused as refused:
            self._say_of_file(str(refused.text))
            return
        self.replace_text(rows_as_csv(rows))
        self._file = file
        self._read()

    def _say_of_file(self, sentence: str) -> None:
        self._file_message = sentence
        self._read()

    def focus_starting_widget(self) -> None:
        """Put the cursor into the text."""
        self._text.setFocus()
