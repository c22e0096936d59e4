"""The check-in of an event: a row for each player, checked in with one press."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QCheckBox, QWidget

from scorepad.desk.search import search_rank
from scorepad.events.eligibility import short_players_of_event
from scorepad.events.entries import CheckIn, EventEntry
from scorepad.events.event import Event
from scorepad.events.register import EnteredTeam
from scorepad.spades.entries import TICKED_BY_MISTAKE, Strike
from scorepad.spades.words import T, join_parts
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.row_menu import Offer, offer_row_menu
from scorepad.window.widgets.two_line_list import CheckList, TwoLineText

ALL_HERE = T("All matching players are here.")
IDS = "ids shown"
"""The place in an event's draft of the check box for IDs."""
SEARCH = 14  # ems
"""The least width of the search; boxes without room beside it are below."""
COLUMN = 20  # ems
"""The least width of a column of players."""


class PlayerCheckInView(QWidget):
    """All players with a check box each.  The search narrows the list, Enter checks in the first
    missing player, Shift+Enter that player's team; only a click or Space takes a check back.

    "ID shown" is remembered, also after a restart.
    """

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__()
        self._opened = opened
        self.search = inputs.SearchLine(
            T("Name or team: Enter checks in a player, Shift+Enter the whole team"),
            name=T("Find a player"),
            clear=T("Clear the search"),
        )
        self.search.setToolTip(self.search.placeholderText())
        self.search.setMinimumWidth(theme.em(SEARCH))
        self.search.textEdited.connect(self.refresh)
        self.missing = QCheckBox(str(T("Missing only")))
        self.missing.toggled.connect(self.refresh)
        self.ids = QCheckBox(str(T("ID shown")))
        ids = T("While this is checked, each player you check in is marked as having shown an ID.")
        self.ids.setToolTip(str(ids))
        self.ids.setChecked(bool(opened.draft.read(IDS, bool)))
        self.ids.toggled.connect(lambda on: opened.draft.keep(IDS, on or None))
        self.whole_team = QCheckBox(str(T("Whole team")))
        self.whole_team.setToolTip(
            str(T("While this is checked, one click checks in the whole team."))
        )
        self._count = controls.label("", "strong")
        self.list = CheckList(T("Players"), COLUMN)
        self.list.content.toggled.connect(self._toggle_row)
        offer_row_menu(self.list, self._row_offers)
        boxes = (self.missing, self.whole_team, self.ids)
        for box in boxes:
            # After a click the next name is typed where it was before.
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.search.take_text_typed_in(*boxes, self.list)
        self.search.stepped.connect(lambda _down: self.list.setFocus())
        head = layouts.row((self.search, 1), *boxes, self._count, wraps=True)
        layouts.set_column(self, head, self.list.hint, (self.list, 1), 0)
        self.refresh()

    def show_event(self, _event: Event) -> None:
        """Show the players of this event."""
        self.refresh()

    def refresh(self) -> None:
        """Show the players that are looked for."""
        teams = [each for each in self._opened.register.teams.values() if not each.withdrawn]
        self._short = short_players_of_event(self._opened.overview)
        here = sum(sum(each.here) for each in teams) if self._is_checked_today else 0
        of = sum(len(each.players) for each in teams)
        # As wide as any count, so that the check boxes beside it stay where they are; no digit is
        # wider than a zero.
        widest = re.sub(r"\d", "0", str(T("{here} of {of} here", here=of, of=of)))
        font = self._count.font()
        font.setBold(True)  # as it is in a window
        self._count.setMinimumWidth(QFontMetrics(font).horizontalAdvance(widest))
        self._count.setText(str(T("{here} of {of} here", here=here, of=of)))
        fit = [
            (team, seat)
            for team in teams
            for seat, player in enumerate(team.players)
            if search_rank([player, team.name], "", self.search.text()) is not None
        ]
        only_missing = self.missing.isChecked()
        rows = [(team, seat) for team, seat in fit if not (only_missing and self._here(team)[seat])]
        hint = ALL_HERE if fit else T("No players found.")
        if not teams:
            hint = T("No teams have entered yet.")
        elif here == of and not self.search.text():
            hint = T("Everybody is here.")
        self.list.show_rows(
            (((team.team, seat), partial(self._row, team, seat)) for team, seat in rows), hint
        )

    def _row(self, team: EnteredTeam, seat: int) -> TwoLineText:
        here = self._here(team)[seat]
        shown = str(T("ID")) if here and team.id_shown[seat] else ""
        name, team_name = team.players[seat], team.name
        short = self._short.get((team.team, name.strip()))
        below = join_parts((team_name, short or ""))
        return TwoLineText(name, below, shown, is_checked=here)

    def _here(self, team: EnteredTeam) -> tuple[bool, ...]:
        return team.here if self._is_checked_today else (False,) * len(team.players)

    @property
    def _is_checked_today(self) -> bool:
        return self._opened.register.day in ("", self._opened.table.today)

    # Recording.

    def _toggle_row(self, row: int) -> None:
        # The list is filled anew after each record, which must not happen while Qt still uses the
        # row.
        key = self.list.row_keys()[row]
        QTimer.singleShot(0, self, lambda: self._toggle_check_in(key))

    def _toggle_check_in(self, key: tuple[str, int]) -> None:
        """Record that a player or the whole team came, or that the tick was wrong."""
        entrant = self._opened.register.teams.get(key[0])
        if entrant is not None:
            seats = [key[1]]
            if self.whole_team.isChecked() and not self._here(entrant)[key[1]]:
                seats = self._missing_seats(entrant)
            # The check mark is enough; a message would move the rows under the finger.
            self._opened.record([entry for seat in seats for entry in self._entries(entrant, seat)])
        # A refused check box goes back, and a filtered row is hidden.
        self.refresh()

    def _row_offers(self) -> Iterator[Offer]:
        team_id, seat = key = self.list.chosen
        team = self._opened.register.teams[team_id]
        missing = self._missing_seats(team)
        title = T("Check in") if seat in missing else T("Undo the check-in")
        yield title, partial(self._toggle_check_in, key)
        if missing and missing != [seat]:
            title = T("Check in the whole team")
            yield title, partial(self._check_in, [key], whole_team=True)

    def _missing_seats(self, team: EnteredTeam) -> list[int]:
        return [seat for seat, here in enumerate(self._here(team)) if not here]

    def _check_in(self, keys: Iterable[tuple[str, int]], *, whole_team: bool) -> bool:
        teams = self._opened.register.teams
        for team_id, seat in keys:
            team = teams[team_id]
            missing = self._missing_seats(team)
            if not (missing if whole_team else seat in missing):
                continue
            seats = missing if whole_team else [seat]
            done = T("{team} is here", team=team.name) if whole_team else None
            entries = [entry for each in seats for entry in self._entries(team, each)]
            if not self._opened.record(entries, done=done):
                self.refresh()
            return True
        return False

    def _entries(self, team: EnteredTeam, seat: int) -> list[EventEntry]:
        if not self._here(team)[seat]:
            shown = True if self.ids.isChecked() else None
            return [CheckIn(team=team.team, seat=seat, id_shown=shown)]
        head, day = self._opened.register.head, self._opened.register.day
        mine = [
            each
            for each in self._opened.current_event.counting_entries
            if isinstance(each, CheckIn)
            and (each.team, each.date or head.date) == (team.team, day)
            and each.seat in (None, seat)
        ]
        others = [
            CheckIn(team=team.team, seat=other)
            for other, here in enumerate(team.here)
            if other != seat and here and any(each.seat is None for each in mine)
        ]
        strikes = (Strike(entry=each.id or "", why=TICKED_BY_MISTAKE) for each in mine)
        return [*strikes, *others]

    # Keys.

    def focus_starting_widget(self) -> None:
        """Put the cursor into the search."""
        self.search.setFocus()

    def do_enter_action(self) -> None:
        """Check in a player, or with Shift the team."""
        is_shifted = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        whole_team = bool(is_shifted) or self.whole_team.isChecked()
        if self.list.hasFocus():
            if (key := self.list.chosen) and not self._check_in([key], whole_team=whole_team):
                player = self._opened.register.teams[key[0]].players[key[1]]
                self._opened.notify(T("{player} is here already.", player=player), "note")
        elif self.search.text().strip() and self.list.count():
            typed = self.search.text()
            self.search.setText("")  # the record shows the rows without it
            if not self._check_in(self.list.row_keys(), whole_team=whole_team):
                self.search.setText(typed)
                self._opened.notify(ALL_HERE, "note")
                self.search.selectAll()
