"""The form that starts several tables at once: their numbers, rule sets and teams."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.draft import Draft
from scorepad.desk.new_tables import NewTable, parse_pasted_tables, parse_table_names, tables_text
from scorepad.desk.places import table_key
from scorepad.desk.typed_moments import parse_moment_unless_empty
from scorepad.settings import Settings
from scorepad.spades.entries import Head, Team
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text
from scorepad.window.widgets import controls, layouts, scrolling, tab_order, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldRefused, FieldSpec, Form
from scorepad.window.widgets.inputs import ComboBox, line_edit
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording import moments
from scorepad.window.wording.names import rule_set_choices, teams_and_event_text

USUAL = 12
"""So many tables are offered at first."""
MAX_TABLES = 60
"""At most so many tables are started at once."""
ONE_A_ROW = ""
"""The choice of a rule set for each table; no rule set has this id."""
NEW_TABLES = "new tables"
"""The id of the draft of tables that have not started."""
DRAFT = "tables"
PAUSE = 400
"""Milliseconds from the last change until the input is stored."""


class NewTablesDraft(msgspec.Struct, frozen=True):
    """The input in the fields."""

    form: dict[str, Any]


class NewTableRow:
    """Holds the controls of one table in the grid."""

    def __init__(self, rules: Sequence[tuple[str, str]]) -> None:
        self.number = controls.label("", "strong")
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.teams = (line_edit(), line_edit())
        self.rules = ComboBox(rules)
        self.note = controls.label("", "caption", wrap=True)
        theme.set_style_property(self.note, "tone", "warn")
        self.note.hide()

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """Return the widgets of the row."""
        return (self.number, *self.teams, self.rules)

    def show_table_number(self, table: str) -> None:
        """Show this table's number, and name the controls by it."""
        name = table_name(table)
        self.number.setText(table)
        self.teams[0].setAccessibleName(str(T("{table}, first team", table=name)))
        self.teams[1].setAccessibleName(str(T("{table}, second team", table=name)))
        self.rules.setAccessibleName(str(T("{table}, rule set", table=name)))

    def fill(self, names: Sequence[str]) -> None:
        """Show the names of both teams."""
        for line, name in zip(self.teams, names, strict=True):
            line.setText(name)

    def warn(self, text: Text | str) -> None:
        """Show a warning about its table below the row; "" for none."""
        self.note.setText(f"{controls.SIGNS['warn']}{text}" if text else "")
        self.note.setVisible(bool(text))


class NewTableRows(QWidget):
    """A row a table with both teams, and its rule set where each has its own.

    It is a `Control` of the form: its value is a list of both names and the rule set's id, one
    for each table.
    """

    changed = Signal()
    pasted = Signal(int, str)
    """Several names were pasted, from this row on."""

    def __init__(self, rules: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._offered = rules
        self._with_rules = False
        self.rows: list[NewTableRow] = []
        self._shown = 0
        grid = layouts.set_grid(self, across=Gap.CONTROLS, down=Gap.CONTROLS)
        assert isinstance(grid, QGridLayout)
        self._grid = grid
        self._titles: list[QLabel] = []
        for column, title in enumerate(
            (T("Table"), T("First team"), T("Second team"), T("Rule set"))
        ):
            heading = controls.label(title, "label")
            self._titles.append(heading)
            grid.addWidget(heading, 0, column)
        for column, share in ((1, 3), (2, 3)):
            grid.setColumnStretch(column, share)
        self._titles[0].setAlignment(Qt.AlignmentFlag.AlignRight)
        self._titles[3].hide()

    def show_row_per_table(self, tables: Sequence[str]) -> None:
        """Show a row for each of these tables; the input keeps its place."""
        while len(self.rows) < len(tables):
            self._add_row()
        self._shown = len(tables)
        for at, row in enumerate(self.rows):
            is_shown = at < len(tables)
            for widget in row.widgets:
                widget.setVisible(is_shown and (widget is not row.rules or self._with_rules))
            if is_shown:
                row.show_table_number(tables[at])
            else:
                row.warn("")

    def _add_row(self) -> None:
        row, at = NewTableRow(self._offered), len(self.rows)
        if self.rows:
            row.rules.fill(self.rows[0].rules.typed())
        for column, widget in enumerate(row.widgets):
            self._grid.addWidget(widget, 2 * at + 1, column)
        self._grid.addWidget(row.note, 2 * at + 2, 1, 1, 3)
        for line in row.teams:
            line.changed.connect(self.changed)
            line.several_pasted.connect(partial(self.pasted.emit, at))
        row.rules.changed.connect(self.changed)
        self.rows.append(row)

    def offer_rules_per_row(self, rules: str | None) -> None:
        """Show a rule set a row, each beginning with the one that was for all before; or none."""
        with_rules = rules is not None
        if with_rules and not self._with_rules:
            for row in self.rows:
                row.rules.fill(rules)
        self._with_rules = with_rules
        self._titles[3].setVisible(with_rules)
        self._grid.setColumnStretch(3, 2 if with_rules else 0)
        for row in self.rows[: self._shown]:
            row.rules.setVisible(with_rules)

    def put_teams(self, first: int, teams: Sequence[tuple[str, str]]) -> None:
        """Put these names into the rows from the `first` on."""
        for row, names in zip(self.rows[first:], teams, strict=False):
            row.fill(names)

    @property
    def shown(self) -> Sequence[NewTableRow]:
        """The rows that are shown."""
        return self.rows[: self._shown]

    def typed(self) -> list[list[str]]:
        """Return both names and the rule set of each table."""
        return [[*(line.text() for line in row.teams), row.rules.typed()] for row in self.shown]

    def fill(self, typed: object) -> None:
        """Show a value of `typed`."""
        for row, names in zip(self.shown, typed if isinstance(typed, list) else (), strict=False):
            *teams, rules = names
            row.fill(teams)
            row.rules.fill(rules)


class NewTablesPage(WindowPage):
    """Starts several tables.  Names may be pasted anywhere, and Enter starts all of them."""

    guide_page = "tables"
    started = Signal(object)
    """The `Table`s that were started."""

    def __init__(self, desk: Desk, settings: Settings) -> None:
        super().__init__(T("Several tables"))
        self._desk = desk
        self._settings = settings
        self._draft = Draft(desk.keeper, NEW_TABLES)
        self._started = False
        self._has_asked = False
        """Whether starting tables without a team, as they are offered, was asked about."""
        self._in_use: Mapping[str, Sequence[MatchStatus]] = {}
        self._told_tables: set[str] = set()
        """The used tables that the user was warned about; typing one again confirms it."""
        self._rules = ""
        offered = rule_set_choices(desk.library)
        rules = ComboBox([*offered, (ONE_A_ROW, T("One for each table"))])
        rules.setMinimumContentsLength(18)
        self._tables = line_edit(T("e.g. 1–12, 20"))
        self._tables.setMinimumWidth(theme.em(8))
        self._rows = NewTableRows(offered)
        self._form = Form(spacing=Gap.GROUPS, separate=True)
        fields = (
            FieldSpec(
                "tables",
                T("Tables"),
                self._tables,
                read=lambda typed: parse_table_names(typed, MAX_TABLES),
                share=3,
            ),
            FieldSpec("rules", T("Rule set"), rules, share=3),
            FieldSpec("event", T("Event"), example=T("e.g. Spring Tournament"), share=4),
            FieldSpec("round", T("Round"), example=T("e.g. 2"), share=2),
            FieldSpec(
                "scheduled",
                T("Scheduled for"),
                read=lambda typed: parse_moment_unless_empty(typed, datetime.now(UTC)),
                example=moments.example_of_time(),
                share=3,
            ),
        )
        hint = T(
            "You can paste two teams per line from a list or a spreadsheet. Names can be "
            "left empty."
        )
        paste = controls.button(T("Paste the names"), self._paste)
        self._form.add_rows(
            layouts.card(self._form.make_row(fields)),
            layouts.card(
                layouts.row((controls.label(hint, "caption", wrap=True), 1), paste),
                self._form.make_row(FieldSpec("rows", None, self._rows)),
            ),
        )
        layouts.set_margins(self._form.column, (Gap.PAGE, Gap.LINES, Gap.PAGE, Gap.GROUPS))
        self._form.column.addStretch(1)
        one, event = (
            controls.button(text, partial(self.action_requested.emit, key), kind="quiet")
            for key, text in (("new", T("New match")), ("event", T("Event")))
        )
        cancel = controls.button(T("Cancel"), self.close_page)
        self._start = controls.button("", self.start_all_tables, kind="primary", tip=T("Enter"))
        self._foot = layouts.foot_bar(None, cancel, self._start)
        body = scrolling.make_scroll_area(self._form)
        title = self.title_row(one, event)
        layouts.set_column(self, title, (body, 1), self._foot, spacing=Gap.NONE)
        self._keep_soon = controls.single_shot_timer(self, self.keep, PAUSE)
        self._form.field_changed.connect(self._follow)
        self._form.changed.connect(self._keep_soon.start)
        self._tables.several_pasted.connect(partial(self._fill_rows, 0))
        self._rows.pasted.connect(self._fill_rows)
        self._begin()

    def _begin(self) -> None:
        try:
            self._in_use = self._desk.unfinished_matches_today_by_table()
            tables = self._desk.find_free_table_numbers(USUAL)
        except Refused as refused:
            self.notify(refused.text, "bad")
            tables = []
        rules = self._form.controls["rules"]
        assert isinstance(rules, ComboBox)
        rules.fill(self._settings.get("rules"))
        self._rules = rules.typed()
        self._form.show_recorded_values({"tables": tables_text(tables), "rules": self._rules})
        self._show_tables()
        self._form.untouched = self._form.typed()

    # Input.

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that are named; none while there are too many."""
        with contextlib.suppress(Refused):
            return parse_table_names(self._tables.text(), MAX_TABLES)
        return ()

    def _follow(self, key: str) -> None:
        if key == "tables":
            self._show_tables()
            try:
                self._form.read_value("tables")
            except FieldRefused as refused:
                self._form.fields["tables"].show_mistake(str(refused.text))
        elif key == "rules":
            chosen = self._form.value("rules")
            self._rows.offer_rules_per_row(self._rules if chosen == ONE_A_ROW else None)
            self._rules = chosen or self._rules

    def _show_tables(self) -> None:
        tables = self.tables
        self._rows.show_row_per_table(tables)
        # The rows are made later than the fields above and the buttons below them.
        parts = (self._form, self._foot)
        inside = (tab_order.controls_in_reading_order(each) for each in parts)
        tab_order.set_tab_order(chain.from_iterable(inside))
        for at, (row, table) in enumerate(zip(self._rows.shown, tables, strict=True)):
            warning: Text | str = ""
            if matches := self._in_use.get(table_key(table), ()):
                warning = T("In use: {match}", match=teams_and_event_text(matches[0]))
            if table_key(table) in map(table_key, tables[:at]):
                warning = T("This table is in the list twice.")
            row.warn(warning)
        count = N("Start {n} table", "Start {n} tables", len(tables))
        self._start.setText(str(count if tables else T("Start the tables")))
        self._start.setAccessibleName(self._start.text())
        self._start.setEnabled(bool(tables))

    def _paste(self) -> None:
        self._fill_rows(0, QApplication.clipboard().text())

    def _fill_rows(self, first: int, text: str) -> None:
        pasted = parse_pasted_tables(text)[: MAX_TABLES - first]
        if not pasted:
            self.notify(T("There are no names to paste."), "warn")
            return
        self.notify("")
        self._form.fill({"tables": tables_text(self._numbers(first, pasted))})
        self._rows.put_teams(first, [each.teams for each in pasted])
        self._rows.rows[min(first + len(pasted), len(self._rows.shown)) - 1].teams[1].setFocus()

    def _numbers(self, first: int, pasted: Sequence[NewTable]) -> list[str]:
        old = list(self.tables)
        if first == 0:
            old = old[: len(pasted)]
        written = [each.table for each in pasted]
        known = {table_key(each) for each in (*old, *written)}
        free = (
            each
            for each in self._desk.find_free_table_numbers(len(known) + len(pasted))
            if table_key(each) not in known
        )
        for at, table in enumerate(written, first):
            if at < len(old):
                old[at] = table or old[at]
            else:
                old.append(table or next(free))
        return old

    def keep(self) -> None:
        """Store the input for tables that have not started, so that it outlives the program."""
        typed = None
        if not self._started and self._form.touched:
            typed = NewTablesDraft(self._form.typed())
        self._draft.keep(DRAFT, typed)

    def restore_draft(self) -> None:
        """Fill in the stored input."""
        typed = self._draft.read(DRAFT, NewTablesDraft)
        if typed is not None:
            self._form.fill(typed.form)

    # Starting.

    def typed_heads(self) -> list[Head]:
        """The matches as the form has them; raises `FieldRefused`."""
        values = self._form.values()
        place = {key: values[key] for key in ("event", "round", "scheduled")}
        place["first_dealer"] = None  # each table asks
        heads = []
        for table, (first, second, rules) in zip(self.tables, self._rows.typed(), strict=True):
            teams = Team(first.strip()), Team(second.strip())
            heads.append(Head(rules=values["rules"] or rules, table=table, teams=teams, **place))
        return heads

    def start_all_tables(self) -> None:
        """Start all of them, or none; a refusal is shown beside the field that it is about."""
        try:
            heads = self.typed_heads()
            self._refuse_doubles()
        except FieldRefused as missing:
            self._form.blame(missing)
            return
        named = any(team.name for head in heads for team in head.teams)
        if not (self._form.touched or named or self._has_asked):
            self._has_asked = True
            text = T(
                "You haven't named any teams. Press the button again to start {n} tables "
                "without names.",
                n=len(heads),
            )
            self.notify(text, "warn")
            return
        try:
            self._in_use = self._desk.unfinished_matches_today_by_table()
            if self._offer_free_tables(heads):
                return
            tables = self._desk.start_all(heads)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self._settings.set_and_save("rules", str(heads[0].rules))
        self._started = True
        self.started.emit(tables)

    def _refuse_doubles(self) -> None:
        keys = [table_key(table) for table in self.tables]
        double = [table for table in self.tables if keys.count(table_key(table)) > 1]
        if double:
            text = T("{table} is in the list twice", table=double[0])
            raise FieldRefused(text, self._form.fields["tables"])

    def _offer_free_tables(self, heads: Sequence[Head]) -> bool:
        busy_tables = [
            head.table
            for head in heads
            if table_key(head.table) in self._in_use
            and (table_key(head.table) not in self._told_tables or self._desk.is_table_taken(head))
        ]
        if not busy_tables:
            return False
        self._told_tables.update(map(table_key, busy_tables))
        own = {table_key(head.table) for head in heads}
        more = self._desk.find_free_table_numbers(len(own) + len(busy_tables))
        free = iter([each for each in more if table_key(each) not in own])
        tables = [next(free) if each in busy_tables else each for each in self.tables]
        instead = [new for new, old in zip(tables, self.tables, strict=True) if new != old]
        match = teams_and_event_text(self._in_use[table_key(busy_tables[0])][0])
        text = T("{table} is in use: {match}.", table=table_name(busy_tables[0]), match=match)
        if len(busy_tables) > 1:
            text = T("Tables {tables} are in use.", tables=tables_text(busy_tables))
        self._form.fill({"tables": tables_text(tables)})
        others = T("Free tables: {tables}. Press Enter to start them.", tables=tables_text(instead))
        self.notify(f"{text} {others}", "warn")
        self._form.focus("tables")
        return True

    def focus_starting_widget(self) -> None:
        """Put the focus on the tables' numbers."""
        self._form.focus("tables")

    def do_enter_action(self) -> None:
        self._start.click()
