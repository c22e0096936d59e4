"""The rounds of an event: proposed, checked, changed by hand, released, with their results."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from scorepad.budget import SPREADSHEET_BUDGET
from scorepad.desk.spreadsheet import sheet_names
from scorepad.desk.team_files import parse_schedule_entries
from scorepad.events.division import divisions_to_pair
from scorepad.events.entries import Pairing, Release, StageEntry
from scorepad.events.event import Event
from scorepad.events.proposal import (
    last_stage_over_text,
    propose_round_in_entry_order,
    suggest_stage,
)
from scorepad.events.register import PlannedRound
from scorepad.events.seating import SeatMove, latest_released_seating_change, open_pairings_by_team
from scorepad.events.stage_names import round_titles, stage_name
from scorepad.events.weeks import drafts_of_next_day
from scorepad.settings import Settings
from scorepad.spades.naming import name_key, strip_table_word
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text, join_as_sentences, join_parts, join_with_commas
from scorepad.window.event.division_form import DivisionForm
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.event.pairing_form import BYE, PairingForm
from scorepad.window.event.pairing_rows import PairingRowMaker
from scorepad.window.event.result_form import ResultForm
from scorepad.window.event.stage_form import StageForm
from scorepad.window.event.teams_paste import ENCODING_CHOICES
from scorepad.window.widgets import (
    controls,
    file_dialogs,
    inputs,
    keyboard,
    layouts,
    scrolling,
    theme,
)
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.notice_strip import NoticeStrip
from scorepad.window.widgets.repeat_filter import ECHO_SECONDS, ENTER_KEYS
from scorepad.window.widgets.row_menu import Offer, offer_row_menu
from scorepad.window.widgets.size_class import WindowSizeClass, height_class, width_class
from scorepad.window.widgets.two_line_list import KeyedList, Row, TwoLineText
from scorepad.window.wording.names import shorten_name

MOVED = "moved "
"""The beginning of the key of a team that moved."""
OPEN = 0
"""The choice of all open pairings in the list of rounds."""
DRAFTS = -1
"""The choice of all drafts, which are released together, in the list of rounds."""


class PairingList(KeyedList):
    """The pairings of a round, chosen by the number of their table, or by the letters that a team
    begins with.

    Typed text lasts until Enter, Escape or another row: "1" and "1" are always table 11.  A number
    is never the beginning of another one, or a part.
    """

    typed_changed = Signal(str, str)
    """This text is typed by now; the tone is "warn" where no row is meant by it, and "bad" once
    Enter was pressed."""

    def __init__(self, find: Callable[[str], str | None]) -> None:
        """`find` returns the key of the row for a typed text; None for none."""
        super().__init__(T("Pairings"))
        self._find = find
        self.typed = ""
        self._chosen_by_typing = ""
        self.currentRowChanged.connect(self._forget_unless_chosen_by_typing)
        controls.EventFollower(self, self.forget_typed_text, QEvent.Type.FocusOut)

    def keyboardSearch(self, search: str) -> None:
        """Choose the row for the typed text."""
        typed = self.typed + search
        # After the letters of one team come those of the next; digits are never left out.
        if self._find(typed) is None and not any(map(str.isdecimal, typed)):
            typed = search
        self._go_to_typed_row(typed)

    def _go_to_typed_row(self, typed: str) -> None:
        key = self._find(typed) if typed else None
        self.typed = typed
        self._chosen_by_typing = self.chosen if key is None else key
        if key is not None:
            self.choose(key)
        self.typed_changed.emit(typed, "warn" if typed and key is None else "note")

    def _forget_unless_chosen_by_typing(self) -> None:
        if self.typed and self.chosen != self._chosen_by_typing:
            self.forget_typed_text()

    def forget_typed_text(self) -> None:
        """Forget the typed text."""
        self._go_to_typed_row("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        typed = self.typed
        if digit := keyboard.read_digit(event):
            self.keyboardSearch(digit)
        elif typed and event.key() == Qt.Key.Key_Escape:
            self.forget_typed_text()
        elif typed and event.key() == Qt.Key.Key_Backspace:
            self._go_to_typed_row(typed[:-1])
        elif typed and event.key() in ENTER_KEYS:
            self.forget_typed_text()
            if self._find(typed) is None:
                self.typed_changed.emit(typed, "bad")
            else:
                super().keyPressEvent(event)
        else:
            super().keyPressEvent(event)


class RoundsView(QWidget):
    """One round at the left, pairing by pairing; at the right the form of the chosen one."""

    open_match = Signal(str)
    """The user asks for the table of the match with this id."""

    def __init__(self, opened: OpenEvent, settings: Settings) -> None:
        super().__init__()
        self._opened = opened
        self._settings = settings
        self._adding = False
        self._pairings = PairingRowMaker(opened)
        self._rounds = inputs.ComboBox()
        self._rounds.setAccessibleName(str(T("Round")))
        self._rounds.setMinimumContentsLength(14)
        self._rounds.currentIndexChanged.connect(self._show_round)
        self._stage = inputs.ComboBox()
        self._stage.setAccessibleName(str(T("Stage for the next round")))
        self._stage.currentIndexChanged.connect(self._enable)
        self._add_stage = controls.button(T("Stages…"), self.show_stage_form)
        self._file = controls.button(T("Rounds from a file…"), self.choose_round_files)
        self._round_files: list[str] = []
        """The files of rounds that were chosen last."""
        self._has_text_file = False
        """Whether one of them is a text, which has an encoding."""
        self._encoding = inputs.ComboBox(ENCODING_CHOICES)
        self._encoding.activated.connect(lambda: self._record_rounds(self._encoding.typed()))
        self._encoding_field = controls.name_beside(T("Encoding"), self._encoding)
        self._with_open = controls.button(
            T("Pair despite missing results"),
            lambda: self.record_proposed_round(count_open_as_ties=True),
            tip=T("Pairs the next round now and counts each missing result as a tie."),
        )
        self._next = controls.button("", self.do_next_step, kind="primary")
        self._release = controls.button("", self.release_shown_rounds, kind="primary")
        self._moved = controls.button(T("Who moved…"), self._toggle_moves)
        self._moved.setToolTip(
            str(
                T(
                    "Teams whose seats changed after they were announced. You can print this list "
                    "too."
                )
            )
        )
        self._shows_moves = False
        self._next_shown: int | None = None
        """The round to be shown once the event has changed; None for the same one."""
        self._moves: tuple[object, tuple[SeatMove, ...]] = None, ()
        self._head = layouts.row(
            self._add_stage,  # first, so that it is never under a pointer that just proposed
            (self._rounds, 1),
            (self._stage, 1),
            self._file,
            self._encoding_field,
            self._moved,
            self._with_open,
            self._next,
            0,  # without a round to choose, the buttons do not grow
            wraps=True,
        )
        self.list = PairingList(self._find_row)
        self.list.currentRowChanged.connect(self._show_row)
        self.list.activated.connect(self._focus_form)
        self.list.clicked.connect(self._leave_stage_for_row)
        self.list.typed_changed.connect(self._show_typed_text)
        offer_row_menu(self.list, self._row_offers)
        self._typed = controls.ElidedLabel("caption")
        self._foot = NoticeStrip(self._typed)
        """The text typed in the list, else the remark; always there, so that no row moves."""
        self._foot.setFixedHeight(theme.touch_height())
        self._remark: tuple[str, controls.Tone] = "", "note"
        self._absent = QWidget()
        """A press for each team that was left out of the draft because it isn't here."""
        layouts.set_row(self._absent, wraps=True)
        self._absent_area = scrolling.make_scroll_area(self._absent)
        self.stage_form = StageForm(opened)
        self.stage_form.done.connect(self._leave_stage)
        self.stage_form.divide_requested.connect(self.show_division_form)
        self.divisions = DivisionForm(opened)
        self.divisions.done.connect(self._leave_stage)
        self._dividing = False
        self.by_hand = PairingForm(opened)
        self.result = ResultForm(opened, settings)
        self.by_hand.left.connect(self._leave_change)
        self.result.open_match.connect(self.open_match)
        self.result.change_asked.connect(self._change_released)
        self.result.recorded.connect(self._go_back_to_list)
        self._forms = QStackedWidget()
        self._cards: dict[QWidget, QWidget] = {}
        self._result_area = scrolling.make_scroll_area(layouts.card(self.result))
        self._key_of_result = ""
        for form, area in (
            (self.stage_form, scrolling.make_scroll_area(layouts.card(self.stage_form))),
            (self.divisions, scrolling.make_scroll_area(layouts.card(self.divisions))),
            (self.by_hand, layouts.card(self.by_hand)),
            (self.result, self._result_area),
        ):
            self._cards[form] = area
            self._forms.addWidget(area)
        self._foot_row = layouts.row((self._foot, 1), self._release)
        self._rows = layouts.column(
            self.list.hint, (self.list, 1), self._absent_area, self._foot_row, 0
        )
        # Beside the form, so that no button of theirs is ever in the place of Record.
        self._questions = self.result.question, self.result.prompt
        for question in self._questions:
            for kind in (QEvent.Type.Show, QEvent.Type.Hide):
                controls.EventFollower(question, self._make_room_for_question, kind)
        # At the bottom, where a text above its buttons moves none of them.
        self._left = layouts.column((self._rows, 1), 0, *self._questions)
        sides = layouts.row((self._left, 1), (self._forms, 1), spacing=Gap.GROUPS)
        layouts.set_column(self, self._head, (sides, 1))
        self._adding = self.stage_form.typed
        self._discarded_at = float("-inf")  # seconds
        self.show_event(opened.current_event)

    # Showing.

    @property
    def _shown_round(self) -> PlannedRound | None:
        """The round that is shown; None where all open pairings are."""
        return self._opened.register.rounds.get(self._rounds.currentData() or OPEN)

    @property
    def _drafts(self) -> list[PlannedRound]:
        return drafts_of_next_day(self._opened.register, self._opened.table.today)

    @property
    def _rounds_in_play(self) -> list[PlannedRound]:
        """The latest released round of each stage, unless it is over."""
        rounds = self._opened.register.rounds.values()
        return [each for each in rounds if each.released and self._is_played_now(each)]

    def show_event(self, event: Event) -> None:
        """Show this event; the chosen round is kept."""
        overview, register, drafts = self._opened.overview, event.register, self._drafts
        shown = self._rounds.currentData() if self._next_shown is None else self._next_shown
        titles = round_titles(overview)
        # A round that is replayed as a whole has no teams.
        options: list[tuple[int, Text | str]] = [
            (number, join_parts((titles[number], self._progress(planned))))
            for number, planned in sorted(register.rounds.items(), reverse=True)
            if planned.has_teams
        ]
        default = drafts[0].number if drafts else next((key for key, _ in options), OPEN)
        if register.rounds:
            options.insert(0, (OPEN, T("All open matches")))
        if len(drafts) > 1:
            options.insert(0, (DRAFTS, T("All proposed rounds")))
            default = DRAFTS
        self._rounds.offer(options, shown if shown in dict(options) else default)
        self._rounds.setVisible(bool(register.rounds))
        stages: list[tuple[str, Text | str]] = [
            (stage, stage_name(register, stage))
            for stage in register.stages
            if overview.has_rounds_to_come(stage)
        ]
        if len(divisions_to_pair(overview)) > 1:
            stages.insert(0, ("", T("All divisions")))
        self._stage.offer(stages, self._stage.currentData())
        self._show_round()

    def _progress(self, planned: PlannedRound) -> str:
        pairings = planned.pairings
        if planned.is_draft:
            return str(T("draft"))
        still_open = self._opened.overview.open_pairings_by_round[planned.number]
        over = len(pairings) - len(still_open)
        return str(T("{n} of {of} finished", n=over, of=len(pairings)))

    def show_round(self, number: int) -> None:
        """Show the round with this number."""
        self._rounds.setCurrentIndex(self._rounds.findData(number))

    def show_match(self, number: int, key: str) -> None:
        """Show a row of the round with this number, with the focus in its form."""
        self.show_round(number)
        self.list.choose(key)
        self._focus_form()

    def _show_round(self) -> None:
        planned, register = self._shown_round, self._opened.register
        moves = self._moves_of_round(planned)
        self._moved.setVisible(bool(moves))
        self._shows_moves = self._shows_moves and bool(moves)
        title = T("Pairings") if self._shows_moves else T("Who moved…")
        controls.name_button(self._moved, title, "plain")
        rows: list[Row]
        if self._shows_moves:
            rows = [self._move_row(each) for each in moves]
        elif planned is not None:
            rows = self._pairings.rows_of_round(planned)
        elif self._rounds.currentData() == DRAFTS:
            rows = [
                row for draft in self._drafts for row in self._pairings.rows_of_round(draft, True)
            ]
        else:
            overview = self._opened.overview
            rows = [
                self._pairings.make_row(each)
                for stage in register.stages
                for each in overview.open_pairings(stage)
            ]
            for playing in self._rounds_in_play:
                rows += map(self._pairings.make_bye_row, playing.byes)
        self.list.show_rows(rows, self._hint_without_rows())
        self._show_remark(planned)
        self._show_absent(planned)
        self._show_chosen()
        self._enable()

    def _moves_of_round(self, planned: PlannedRound | None) -> list[SeatMove]:
        event = self._opened.current_event
        if self._moves[0] is not event.log:
            change = latest_released_seating_change(event)
            self._moves = event.log, () if change is None else change.moves
        number = None if planned is None else planned.number
        return [each for each in self._moves[1] if number in (None, each.round)]

    def _move_row(self, move: SeatMove) -> Row:
        overview = self._opened.overview
        to_play = open_pairings_by_team(overview).get(move.team, ())
        places = [overview.pairing_location_text(each.pairing) for each in to_play]
        waiting = T(
            "{n} matches to play: {places}",
            n=len(places),
            places=join_with_commas(places, semicolons=True),
        )
        below = str(waiting) if len(places) > 1 else ""
        where = controls.capitalize(overview.round_text(move.round))
        row = TwoLineText(str(move.text(overview)), below, where)
        return f"{MOVED}{move.round} {move.team}", row

    def show_moves(self) -> bool:
        """List the seat changes, and return whether there are any."""
        if not self._shows_moves and not self._moved.isHidden():
            self._toggle_moves()
        return self._shows_moves

    def _toggle_moves(self) -> None:
        self._shows_moves = not self._shows_moves
        self._show_round()
        self.list.setFocus()

    def _show_remark(self, planned: PlannedRound | None) -> None:
        warnings: tuple[Text, ...] = ()
        overview, table = self._opened.overview, self._opened.table
        if planned is not None and planned.is_draft:
            try:
                warnings = table.preview(Release(round=planned.number)).warnings
            except Refused as refused:
                warnings = refused.text, *table.release_warnings_still_in_force(planned)
        elif planned is not None and self._is_played_now(planned):
            warnings = table.release_warnings_still_in_force(planned)
        over = None if self._adding else last_stage_over_text(overview)
        text = join_as_sentences(each for each in (over, *warnings) if each is not None)
        remark: tuple[str, controls.Tone] = text, "warn" if warnings else "good"
        if remark != self._remark:
            self._remark = remark
            self._foot.notify(*remark)
        if not self.list.typed:
            self._show_typed_text("", "note")

    def _show_absent(self, planned: PlannedRound | None) -> None:
        """Offer to include each team that was left out of the drafts that are shown."""
        row = self._absent.layout()
        assert row is not None
        layouts.clear_layout(row)
        is_all = self._rounds.currentData() == DRAFTS
        for draft in (each for each in self._drafts if is_all or each is planned):
            for team in draft.entry.absent:
                name = self._opened.register.team_name(team)
                title = T("Include {team}", team=shorten_name(name, 24))
                press = partial(self._include, draft, team)
                row.addWidget(controls.button(title, press, name=T("Include {team}", team=name)))
        lines = 1 if row.sizeHint().width() <= self._left.width() else 2  # more are scrolled to
        gaps = (lines - 1) * Gap.CONTROLS.pixels()
        self._absent_area.setFixedHeight(lines * theme.touch_height() + gaps)
        self._absent_area.setVisible(row.count() > 0)

    def _include(self, planned: PlannedRound, team: str) -> None:
        """Pair a draft again with a team that was left out."""
        others = [each for each in planned.entry.absent if each != team]
        done = T("Included: {team}", team=self._opened.register.team_name(team))
        if self._opened.pair_draft_again(planned, others, done):
            # The pressed button is gone; another page would take the focus.
            (self._absent.findChild(QPushButton) or self._release).setFocus()

    def _is_played_now(self, planned: PlannedRound) -> bool:
        """Return whether a round is the latest of its stage that is released, and is not over."""
        overview = self._opened.overview
        rounds = overview.register.released_rounds_of_stage(planned.stage)
        latest = max(each.number for each in rounds)
        return planned.number == latest and overview.round_status(planned) == "released"

    def _hint_without_rows(self) -> Text:
        register = self._opened.register
        if not register.teams:
            return T("Enter the teams first, under “Teams”.")
        if not register.stages:
            return T(
                "Choose how the event is played. Scorepad suggests a format that fits your teams."
            )
        if not register.rounds:
            return T("Propose the first round, check it, change it if needed, and release it.")
        return T("No matches are open.")

    def _show_chosen(self) -> None:
        """Show the form for the chosen pairing, or for a stage."""
        register, key = self._opened.register, self.list.chosen
        number, pairing = register.drawn.get(key, (None, None))
        planned = self._shown_round or register.rounds.get(number or OPEN)
        if planned is None and key.startswith(BYE):
            team = key.removeprefix(BYE)
            rounds = [*self._drafts, *self._rounds_in_play]
            planned = next((each for each in rounds if team in each.byes), None)
        adding = self._adding or (bool(register.teams) and not register.all_stages)
        if adding:
            form: QWidget | None = self.divisions if self._dividing else self.stage_form
            self.stage_form.show_event(self._opened.current_event)
        elif planned is not None and key and self.by_hand.is_row_for_pairing_form(planned, key):
            self.by_hand.show_pairing(planned, key, self._pairings.proposal_reason(planned, key))
            form = self.by_hand
        elif pairing is not None:
            self.result.show_pairing(pairing)
            if key != self._key_of_result:  # another match is shown from its title
                self._key_of_result = key
                self._result_area.verticalScrollBar().setValue(0)
            form = self.result
        else:
            form = None
        if form is not self.result:
            self.result.prompt.show_correction(None)
            self.result.question.hide()
        self._forms.setVisible(form is not None)
        is_narrow = width_class(self) == WindowSizeClass.SMALL
        self._left.setHidden(  # these need the room
            form is self.divisions or (form is self.stage_form and is_narrow)
        )
        if form is not None:
            self._forms.setCurrentWidget(self._cards[form])
        self._make_room_for_question()

    def _make_room_for_question(self) -> None:
        """Show a question in the place of the list where there is no room for both."""
        is_asked = not all(each.isHidden() for each in self._questions)
        self._rows.setHidden(is_asked and height_class(self) < WindowSizeClass.LARGE)

    def _drawn_pairing(self, key: str) -> Pairing | None:
        """Return the pairing of a row; None for another row."""
        return self._opened.register.drawn.get(key, (0, None))[1]

    def _find_row(self, typed: str) -> str | None:
        """Return the row whose table has this number or name, or of which a team begins so; no team
        is meant by a number."""
        register, query = self._opened.register, name_key(typed)
        rows = {key: self._drawn_pairing(key) for key in self.list.row_keys()}
        for key, pairing in rows.items():
            if pairing is not None and name_key(strip_table_word(pairing.table)) == query:
                return str(key)
        for key, pairing in rows.items() if not query.isdecimal() else ():
            teams = (key.removeprefix(BYE),) if pairing is None else pairing.teams
            if any(name_key(register.team_name(team)).startswith(query) for team in teams):
                return str(key)
        return None

    def _show_typed_text(self, typed: str, tone: controls.Tone) -> None:
        text: Text | str = ""
        if tone == "note" and typed:
            text = T("{typed}: {row}", typed=typed, row=self.list.currentIndex().data())
        elif typed.isdecimal():
            text = T("There is no table {table} in this list.", table=typed)
        elif typed:
            text = T("There is no table or team “{name}” in this list.", name=typed)
        elif self.list.count():
            text = T("Type a table or team, then press Enter.")
        theme.set_style_property(self._typed, "tone", tone)
        self._typed.setText(str(text))
        self._foot.show_notice(*("", "note") if typed else self._remark)
        if tone == "bad":
            controls.announce(self._typed, str(text), tone)

    def _go_back_to_list(self) -> None:
        """Go from a recorded result to the next row without one, and to the list, where the next
        number is typed."""
        self._choose_next_open_row()
        self._focus_list()

    def _choose_next_open_row(self) -> None:
        """Choose the chosen row or the next one that has no result yet, those above come last."""
        keys, row = self.list.row_keys(), max(0, self.list.currentRow())
        for key in (*keys[row:], *keys[:row]):
            pairing = self._drawn_pairing(key)
            if pairing is not None and not self._opened.overview.has_result(pairing):
                self.list.choose(key)
                return

    def _focus_list(self) -> None:
        # Without an open match there is no list.
        shown = self.list if self.list.isVisibleTo(self) else self._rounds
        shown.setFocus()

    def _show_row(self) -> None:
        self.by_hand.open_change("")
        self._show_chosen()

    def _change_released(self, key: str) -> None:
        self.by_hand.open_change(key)
        self._show_chosen()
        self.by_hand.focus_starting_widget()

    def _row_offers(self) -> tuple[Offer, ...]:
        form = self._shown_form
        if isinstance(form, ResultForm | PairingForm) and form.isVisible():
            return form.row_offers
        return ()

    def _leave_change(self, key: str) -> None:
        self.list.choose(key)
        self._show_chosen()
        self.list.setFocus()

    # The next step.

    def _enable(self) -> None:
        register = self._opened.register
        stage = self._stage_of_next_round
        self._stage.setVisible(self._stage.count() > 1)
        self._with_open.setVisible(
            stage is not None and stage.format == "swiss" and self._waits_for_results(stage)
        )
        self._foot_row.setHidden(self._adding)
        # Before the first stage the form is there by itself, once there are teams.
        can_add = bool(register.all_stages) or not register.teams
        self._add_stage.setVisible(can_add and not self._adding)
        is_by_hand = stage is not None and stage.format == "by-hand"
        self._file.setVisible(is_by_hand)
        self._encoding_field.setVisible(is_by_hand and self._has_text_file)
        kind: controls.ButtonKind = "plain" if self._waits_for_results(stage) else "primary"
        for each, title in (
            (self._next, self._next_title(stage)),
            (self._release, self._release_title()),
        ):
            controls.name_button(each, title, kind if each is self._next else "primary")
            each.setVisible(bool(title))
        in_head = self._head.findChildren(
            QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly
        )
        self._head.setVisible(not all(each.isHidden() for each in in_head))

    @property
    def _size_of_next_bracket(self) -> int:
        overview = self._opened.overview
        is_over = last_stage_over_text(overview) is not None
        places = suggest_stage(overview).advance if is_over else None
        if places is None or not isinstance(places.places, int):
            return 0
        return places.places * len(places.from_)

    def _waits_for_results(self, stage: StageEntry | None) -> bool:
        """Return whether the next round of a stage waits for results; in open play none does."""
        if stage is None or self._drafts or stage.format == "open-play":
            return False
        sources = stage.advance.from_ if stage.advance is not None else ()
        return any(self._opened.overview.open_pairings(each) for each in (*sources, stage.stage))

    @property
    def _stage_of_next_round(self) -> StageEntry | None:
        return self._opened.register.stages.get(self._stage.currentData() or "")

    @property
    def _shown_drafts(self) -> list[PlannedRound]:
        planned = self._shown_round
        if self._rounds.currentData() == DRAFTS:
            return self._drafts
        return [planned] if planned is not None and planned.is_draft else []

    def _release_title(self) -> Text | str:
        shown = [] if self._adding else self._shown_drafts
        if len(shown) == 1:
            return T("Release {round}", round=self._opened.overview.round_text(shown[0].number))
        return N("Release {n} round", "Release {n} rounds", len(shown)) if shown else ""

    def _next_title(self, stage: StageEntry | None) -> Text | str:
        register, drafts = self._opened.register, self._drafts
        if not register.teams or not register.stages or self._adding or self._shown_drafts:
            return ""
        if drafts:
            return T("Look at {round}", round=self._opened.overview.round_text(drafts[0].number))
        if self._wave:
            return T("Propose a round for {n} divisions", n=len(self._wave))
        if stage is None:
            size = self._size_of_next_bracket
            return T("Bracket for the top {n}…", n=size) if size else ""
        text = self._opened.overview.next_round_text(stage.stage)
        if stage.format == "by-hand":
            return T("Enter {round}", round=text)
        return T("Propose {round}", round=text)

    @property
    def _wave(self) -> list[str]:
        """The divisions that are paired together next; none while one stage is chosen."""
        divisions = divisions_to_pair(self._opened.overview)
        return divisions if len(divisions) > 1 and not self._stage.currentData() else []

    def do_next_step(self) -> None:
        """Show the drafts, or propose rounds, or show the form for the next stage."""
        if drafts := self._drafts:
            self.show_round(DRAFTS if len(drafts) > 1 else drafts[0].number)
        elif self._stage_of_next_round is None and not self._wave:
            self.show_stage_form()
        else:
            self.record_proposed_round()

    def record_proposed_round(self, *, count_open_as_ties: bool = False) -> None:
        """Record the next round of a stage, or one of each division, as drafts, and show them; a
        stage that is written by hand begins with an ordinary one."""
        stage, overview = self._stage_of_next_round, self._opened.overview
        table = self._opened.table
        try:
            if stage is None or self._wave:
                proposals = table.propose_wave()
            elif stage.format == "by-hand":
                proposals = [propose_round_in_entry_order(overview, stage.stage)]
            else:
                asked = table.propose_next_round(stage.stage, count_open_as_ties=count_open_as_ties)
                proposals = [asked]
        except Refused as refused:
            self._opened.notify(refused.text, "warn")
            return
        entries = [each.entry for each in proposals]
        notes = [text for each in proposals for text in each.warnings]
        done = N(
            "A round is proposed. Check it, change it if needed, then release it",
            "{n} rounds are proposed. Check them, change them if needed, then release them",
            len(entries),
        )
        # Shown at once, so that no other round is laid out in between.
        self._next_shown = DRAFTS if len(entries) > 1 else entries[0].round
        is_recorded = self._opened.record(entries, done=done, notes=notes)
        self._next_shown = None
        if is_recorded:
            self._release.setFocus()

    def release_shown_rounds(self) -> None:
        """Release the drafts that are shown in one step: their matches are opened, and are under
        Tables."""
        drafts = self._shown_drafts
        number, count = drafts[0].number, len(drafts)
        matches = sum(len(planned.pairings) for planned in drafts)
        done = N(
            "{what} is released; its match is under Tables",
            "{what} is released; its {n} matches are under Tables",
            matches,
            what=self._opened.overview.round_text(number),
        )
        if count > 1:
            done = T(
                "{n} rounds are released; their {matches} matches are under Tables",
                n=count,
                matches=matches,
            )
        releases = [Release(round=planned.number) for planned in drafts]
        if self._opened.record(releases, done=done):
            self.show_round(OPEN if count > 1 else number)
            self.list.setCurrentRow(0)
            self._go_back_to_list()

    # Stages, and rounds from a file.

    def show_stage_form(self) -> None:
        """Show the form for another stage, or for changing one."""
        self._adding, self._dividing = True, False
        self._show_chosen()
        self._enable()
        self.stage_form.focus_starting_widget()

    def show_division_form(self) -> None:
        """Show the form that divides the teams."""
        self._adding = self._dividing = True
        self.divisions.divide_anew()
        self._show_chosen()
        self._enable()

    def _leave_stage_for_row(self) -> None:
        if self._adding:  # the typed stage is kept as a draft
            self._adding = self._dividing = False
            self._show_round()

    def _leave_stage(self) -> None:
        self._adding = self._dividing = False
        self._show_round()
        self.focus_starting_widget()

    def choose_round_files(self) -> None:
        """Ask for a file of rounds, in a dialog that blocks nothing."""
        file_dialogs.ask_open_paths(
            self,
            self._settings,
            title=T("Rounds from a file"),
            kinds=T("Tables (*.csv *.xlsx *.txt);;All files (*)"),
            then=self.record_rounds_from_files,
        )

    def record_rounds_from_files(self, names: list[str]) -> None:
        """Record the rounds of these files as drafts; another encoding may be chosen then."""
        self._round_files, self._has_text_file = names, False
        self._encoding.offer(ENCODING_CHOICES, "")
        self._record_rounds("")
        self._enable()

    def _record_rounds(self, encoding: str) -> None:
        for name in self._round_files:
            path, notices, event = Path(name), list[Text](), self._opened.current_event
            try:
                data = file_dialogs.read_chosen_file(path, SPREADSHEET_BUDGET.bytes)
                self._has_text_file |= not sheet_names(data)
                entries = parse_schedule_entries(
                    data, path.name, event, notices.append, encoding=encoding
                )
            except Refused as refused:
                self._opened.notify(refused.text, "bad")
                return
            rounds = sum(not isinstance(each, StageEntry) for each in entries)
            done = N("Imported {n} round", "Imported {n} rounds", rounds)
            if not self._opened.record(entries, done=done, notes=notices):
                return

    # Keys.

    def focus_starting_widget(self) -> None:
        """Put the focus on the next step, and choose the next row without a result."""
        self._choose_next_open_row()
        shown: QWidget = self.list
        if self._shown_form is self.stage_form and self._forms.isVisible():
            self.stage_form.focus_starting_widget()
            return
        if self._release.isVisible():
            shown = self._release
        elif self._next.isVisible() and not self._waits_for_results(self._stage_of_next_round):
            shown = self._next
        shown.setFocus()

    def leave_step(self) -> bool:
        """Leave a form, or discard what is typed in it; return whether Escape does that now."""
        if self._adding:
            self._leave_stage()
        elif self._shows_moves:
            self._toggle_moves()
        elif self.by_hand.postpone_shown_change():
            self._leave_change(self.list.chosen)
        elif self.result.question.isVisible():
            self.result.check_scores()
        elif self.result.isAncestorOf(self.focusWidget()):
            self.result.discard_typed_result()
            self._focus_list()
            self._discarded_at = time.monotonic()
        else:
            # A quick second Escape would lead to a table.
            return time.monotonic() - self._discarded_at < ECHO_SECONDS
        return True

    @property
    def _shown_form(self) -> QWidget:
        cards = list(self._cards.values())
        return list(self._cards)[cards.index(self._forms.currentWidget())]

    def _focus_form(self) -> None:
        form = self._shown_form
        if isinstance(form, ResultForm | PairingForm):
            form.focus_starting_widget()
