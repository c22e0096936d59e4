"""Many teams at once: pasted or read from a file, shown line by line before they are entered."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from scorepad.budget import SPREADSHEET_BUDGET
from scorepad.desk.spreadsheet import rows_as_csv
from scorepad.desk.team_files import ParsedTeamLine, parse_team_lines
from scorepad.events.event import Event
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text, join_parts, join_with_commas
from scorepad.window.event.draft_form import DraftForm
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, file_dialogs, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldSpec
from scorepad.window.widgets.inputs import TextBox
from scorepad.window.widgets.two_line_list import KeyedList, TwoLineText


class TeamsPasteForm(QWidget):
    """A text with a team a line at the left, at the right what each line comes to."""

    closed = Signal(int)
    """The user leaves it, with so many teams entered."""

    def __init__(self, opened: OpenEvent, settings: Settings) -> None:
        super().__init__()
        self._opened = opened
        self._settings = settings
        self._lines: list[ParsedTeamLine] = []
        self._file_message = ""
        """What is wrong with the file that was chosen last; "" once the text changes."""
        self._text = TextBox("Aces, Ann, Cy\nKings, Bo, Di")
        label = str(T("A team a line: name, player, player"))
        hint = str(T("Copied from a spreadsheet, or from a CSV or XLSX file."))
        self._form = DraftForm(opened.draft, "teams", [FieldSpec("text", label, self._text, hint)])
        self._form.column.setStretch(0, 1)
        self.list = KeyedList()
        self.list.setAccessibleName(str(T("What the lines say")))
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.message = controls.MessageLabel()
        self._enter = controls.button(T("Enter the teams"), self.enter_teams, kind="primary")
        right = layouts.column(self.message, (self.list, 1))
        page = layouts.set_column(self)
        page.addWidget(layouts.row((self._form, 1), (right, 1), spacing=Gap.GROUPS), 1)
        page.addWidget(
            layouts.row(
                controls.button(T("Choose a file…"), self.choose_file),
                None,
                controls.button(T("Cancel"), self.discard_text),
                self._enter,
            )
        )
        self._form.changed.connect(self._edited)
        self._form.begin_or_resume({"text": ""})

    @property
    def has_text(self) -> bool:
        """Whether there is a text that is not recorded."""
        return self._form.touched

    def show_event(self, _event: Event) -> None:
        """Read the lines again: what was recorded meanwhile may change what they come to."""
        self._read()

    def _edited(self) -> None:
        self._file_message = ""
        self._read()

    def _read(self) -> None:
        """Show what each line comes to, those that are wrong first."""
        text = self._text.toPlainText()
        self._lines = []
        fault = ""
        try:
            if text.strip():
                self._lines = parse_team_lines(
                    text.encode(), str(T("the text")), self._opened.current_event
                )
        except Refused as refused:
            fault = str(refused.text)
        shown = sorted(self._lines, key=lambda each: each.wrong is None)
        self.list.show_rows([(str(each.line.number), self._row(each)) for each in shown])
        wrong = sum(each.wrong is not None for each in self._lines)
        teams = len(self._lines) - wrong
        if self._file_message or fault:
            self.message.say(self._file_message or fault)
        elif wrong:
            what = N("{n} line is wrong", "{n} lines are wrong", wrong)
            self.message.say(T("{what}; nothing is entered until all are right.", what=what))
        else:
            self.message.clear()
        self._enter.setText(
            str(N("Enter {n} team", "Enter {n} teams", teams) if teams else T("Enter the teams"))
        )
        self._enter.setAccessibleName(self._enter.text())
        self._enter.setEnabled(teams > 0 and not wrong and not fault)

    def _row(self, each: ParsedTeamLine) -> TwoLineText:
        number = str(T("line {n}", n=each.line.number))
        if each.entry is None:
            sentence = controls.capitalize(str(each.wrong)) if each.wrong is not None else ""
            cells = join_parts(each.line.cells)
            return TwoLineText(f"✕ {cells}", sentence, number, dimmed=True)
        players = join_parts(each.entry.players, ", ")
        return TwoLineText(each.entry.name, players, number)

    # What can be done.

    def replace_text(self, text: str) -> None:
        """Put these lines in place of the text; the text's own undo brings it back."""
        self._text.selectAll()
        self._text.insertPlainText(text)
        self._text.moveCursor(QTextCursor.MoveOperation.Start)
        self.list.setCurrentRow(0)
        self.list.scrollToTop()

    def enter_teams(self) -> None:
        """Enter all these teams as one step."""
        entries = [each.entry for each in self._lines if each.entry is not None]
        done = N("{n} team has entered", "{n} teams have entered", len(entries))
        if entries and self._opened.record(entries, self._form.place, done=done):
            self._form.begin_or_resume({"text": ""})
            self.closed.emit(len(entries))

    def discard_text(self) -> None:
        """Discard the text."""
        self._form.clear_draft()
        self._form.begin_or_resume({"text": ""})
        self.closed.emit(0)

    def choose_file(self) -> None:
        """Ask for a file of teams, in a dialog that blocks nothing."""
        file_dialogs.ask_open_paths(
            self,
            self._settings,
            title=str(T("Teams from a file")),
            kinds=str(T("Tables (*.csv *.xlsx *.txt);;All files (*)")),
            then=self.replace_text_from_files,
        )

    def replace_text_from_files(self, names: list[str]) -> None:
        """Put the lines of these files in place of the text, to be looked at before they are
        entered."""
        texts, notices = list[str](), list[Text]()
        for name in names:
            path = Path(name)
            try:
                data = file_dialogs.read_chosen_file(path, SPREADSHEET_BUDGET.bytes)
                texts.append(rows_as_csv(data, path.name, notices.append))
            except Refused as refused:
                self._say_of_file(str(refused.text))
                return
        self.replace_text("".join(texts))
        if notices:
            self._say_of_file(str(join_with_commas(notices, semicolons=True)))
        if self._enter.isEnabled():
            self._enter.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say_of_file(self, sentence: str) -> None:
        self._file_message = sentence
        self._read()

    def focus_starting_widget(self) -> None:
        """Put the cursor into the text."""
        self._text.setFocus(Qt.FocusReason.OtherFocusReason)
