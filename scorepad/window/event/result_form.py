"""A released pairing: its table, its result from paper, no-shows, grace and the supervisor's word.

A correction shows first which later pairings would now be others, and asks how to go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QFrame, QWidget

from scorepad.desk.event_table import RecordedEventEntry
from scorepad.desk.result_correction import Repair
from scorepad.desk.typed_season import parse_rating
from scorepad.events.entries import (
    Decimal,
    EventAmend,
    EventEntry,
    NoShowGrace,
    OfficialResult,
    Pairing,
    ResultEntry,
    TeamConductMark,
)
from scorepad.events.entry_kinds import event_entry_action
from scorepad.events.event_descriptions import pairing_score_text, recorded_result_text
from scorepad.events.gate import scale_text
from scorepad.settings import Settings
from scorepad.spades.naming import name_key, strip_table_word, table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import MAX_AMOUNT
from scorepad.spades.status import How
from scorepad.spades.words import N, T, Text, join_as_sentences, join_parts
from scorepad.window.event.draft_form import DraftForm, entry_field
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.event.pairing_rows import pairing_state_sentences
from scorepad.window.event.protest_form import ProtestForm
from scorepad.window.event.repair_rounds_prompt import RepairRoundsPrompt
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import text_font
from scorepad.window.widgets.form import LEAST_WIDTH, FieldRefused, FieldSpec, Form
from scorepad.window.widgets.repeat_filter import ENTER_KEYS
from scorepad.window.widgets.row_menu import Offer
from scorepad.window.wording.names import shorten_names_distinctly

REASONS: Final[dict[str, Text]] = {
    "played": T("e.g. read from the paper sheet"),
    "no-show": T("e.g. absent 15 minutes after the start"),
    "default": T("e.g. phoned at noon to cancel"),
    "disqualified": T("e.g. left the table"),
    "double-forfeit": T("e.g. nobody came"),
}
"""An example of a reason for each."""
SIDE: Final[dict[str, Text]] = {
    "no-show": T("Who didn't show up?"),
    "default": T("Who defaulted?"),
    "disqualified": T("Who is disqualified?"),
}
"""The question for the side, by the end of the pairing."""
NUMBERS: Final = ("one", "other", "bags one", "bags other")
"""The fields of points and bags."""
NO_SCORE: Final = T("Type both scores, or choose a forfeit.")
RATINGS: Final = ("rating one", "rating other")
"""The fields of the ratings of both teams."""
TOO_LARGE: Final = T("Type a number from −1,000,000 to 1,000,000.")


def _is_played(form: Form) -> bool:
    return bool(form.value("how") == "played")


def _has_side(form: Form) -> bool:
    return form.value("how") in SIDE


class ScoreLine(inputs.NumberLine):
    """A line for a team's points: typed digits replace the number in it, however it got the
    focus."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._is_clicked = event.reason() == Qt.FocusReason.MouseFocusReason
        # Back from another program or a menu, the user continues half a number.
        if event.reason() not in (
            Qt.FocusReason.ActiveWindowFocusReason,
            Qt.FocusReason.PopupFocusReason,
        ):
            self.selectAll()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        # The click that gave it the focus has put the cursor somewhere into the number.
        if self._is_clicked and not self.hasSelectedText():
            self.selectAll()
        self._is_clicked = False

    _is_clicked = False


class UnlikelyResultPrompt(QFrame):
    """The question whether to record a result that is hardly possible; hidden unless asked.

    It takes the focus itself, and no key answers it: the scores of the next table, typed without a
    look at the screen, change and record nothing.
    """

    confirmed = Signal()
    """The user wants the result recorded."""
    closed = Signal()
    """The user wants to look at the scores again."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._message = controls.MessageLabel()
        record = controls.button(T("Record anyway"), self.confirmed.emit)
        check = controls.button(T("Check the scores"), self.closed.emit, kind="primary")
        buttons = layouts.row(record, check, None, wraps=True)
        layouts.set_column(self, self._message, buttons, margin=Gap.CONTROLS)
        self.setVisible(False)

    def ask(self, question: str) -> None:
        """Ask this question."""
        self.setAccessibleName(question)
        self.setVisible(True)
        self._message.say(question, "warn")
        self.setFocus()


class ResultForm(QWidget):
    """Everything that can be recorded of one released pairing."""

    open_match = Signal(str)
    """The user asks for the table of the match with this id."""
    recorded = Signal()
    """A result is recorded."""
    change_asked = Signal(str)
    """The user asks to change the released pairing with this id by hand."""

    def __init__(self, opened: OpenEvent, settings: Settings) -> None:
        super().__init__()
        self._opened = opened
        self._settings = settings
        self._pairing: Pairing | None = None
        self._shown: tuple[object, ...] = ()
        self._title = controls.label("", "strong", wrap=True)
        self._state = controls.label("", wrap=True)
        self._table = controls.button(T("Open the table"), self._open)
        self._change = controls.button(T("Change table or teams…"), self._ask_change)
        official = event_entry_action(OfficialResult).button
        self._official = controls.button(official, self.make_result_official)
        wait = entry_field(NoShowGrace, "minutes")
        self._minutes = wait.make_control()
        self._minutes.setAccessibleName(str(wait.label))
        grant = event_entry_action(NoShowGrace).button
        self._grant = controls.button(grant, self.grant_wait_for_late_side)
        self._wait = layouts.row((self._minutes, 2), (self._grant, 3), wraps=True)
        self.protest = ProtestForm(opened)
        self._protest = layouts.column(controls.separator(), self.protest)
        other = layouts.column(
            controls.separator(),
            # Not below Record, where a second click by mistake would open the table.
            layouts.row(None, self._change, self._table, wraps=True),
            self._wait,
            self._protest,
        )
        self._side = inputs.ChoiceButtons[int]([], name=T("Team"))
        self._form = self._fields()
        self._message = controls.MessageLabel()
        # The page that holds the form places these, where they are in sight.
        self.prompt = RepairRoundsPrompt()
        self.prompt.chosen.connect(self.record_result)
        self.prompt.closed.connect(self.focus_starting_widget)
        self.question = UnlikelyResultPrompt()
        self.question.confirmed.connect(self._record_confirmed)
        self.question.closed.connect(self.check_scores)
        self._repair_after_question: Repair = "keep"
        self._preview: RecordedEventEntry | None = None
        """The last preview."""
        action = event_entry_action(ResultEntry)
        self._record = controls.button(action.button, self._go_on, kind="primary")
        self._form.default = self._record
        buttons = layouts.row(self._record, self._official, None, wraps=True)
        # The message is below the button, so that the button never moves.
        parts = (self._title, self._state, self._form, buttons, self._message, other, None)
        layouts.set_column(self, *parts)
        self._form.changed.connect(self._show_effects)
        self._form.changed.connect(self.question.hide)
        enter = QShortcut(self._form.controls["one"])
        enter.setKeys([QKeySequence(key) for key in ENTER_KEYS])
        enter.setContext(Qt.ShortcutContext.WidgetShortcut)
        enter.activated.connect(self._go_to_second_score)
        self._form.field_changed.connect(self._choose_missing_side)

    def _fields(self) -> DraftForm:
        field = partial(entry_field, ResultEntry)
        numbers = (
            self._number_field("one", "other", NO_SCORE),
            self._number_field("other", "one", NO_SCORE),
            self._number_field("bags one", "bags other"),
            self._number_field("bags other", "bags one"),
        )
        self._why = inputs.line_edit()
        why = field("why", self._why)
        self._missing = why.missing
        rows = (
            field("how"),
            field("side", self._side, shown=_has_side),
            numbers,
            tuple(
                FieldSpec(key, "", inputs.line_edit(), read=self._read_rating, shown=self._is_rated)
                for key in RATINGS
            ),
            replace(why, missing=None, read=self._read_why, shown=self._wants_reason),
        )
        return DraftForm(self._opened.draft, event_entry_action(ResultEntry).key, rows)

    def _number_field(self, key: str, other: str, missing: Text | None = None) -> FieldSpec:
        """Return the field for a number of one side; that of the `other` is typed too, or none."""

        def read(number: int | None) -> int | None:
            if number is None and missing is not None:
                raise FieldRefused(missing)
            if number is None and self._form.value(other):
                raise FieldRefused(T("Type both numbers, or leave both empty."))
            if number is not None and abs(number) > MAX_AMOUNT:
                raise FieldRefused(TOO_LARGE)
            return number

        return FieldSpec(key, "", ScoreLine(), read=read, shown=_is_played)

    def _is_rated(self, _form: Form) -> bool:
        return bool(self._opened.register.head.rating)

    def _read_rating(self, typed: str) -> Decimal | str | None:
        scale = self._opened.register.head.rating
        if not typed or not scale:
            return None
        value = parse_rating(scale, typed)
        if scale.number(value) is None:
            raise FieldRefused(T("a rating must be {values}", values=scale_text(scale)))
        return value

    def _recorded_ratings(self, pairing: Pairing) -> list[str]:
        """Return the ratings of both teams as they are recorded; "" where there is none."""
        marks = self._opened.register.marks_of_pairings("rating")
        found = (marks.get((pairing.pairing, team)) for team in pairing.teams)
        return ["" if each is None else str(each.value) for each in found]

    def _marks(self) -> list[EventEntry]:
        assert self._pairing is not None
        recorded = self._recorded_ratings(self._pairing)
        return [
            TeamConductMark(team=team, what="rating", pairing=self._pairing.pairing, value=value)
            for team, key, known in zip(self._pairing.teams, RATINGS, recorded, strict=True)
            if (value := self._form.read_value(key)) is not None and str(value) != known
        ]

    def _is_rating_alone(self) -> bool:
        """Return whether the result is there and nothing but ratings is typed."""
        typed, before = self._form.typed(), self._form.untouched or {}
        assert self._pairing is not None
        return self._opened.overview.has_result(self._pairing) and all(
            value == before.get(key) for key, value in typed.items() if key not in RATINGS
        )

    def _read_why(self, why: str) -> str:
        is_needed = self._form.value("how") == "disqualified" or self._recorded is not None
        # Typed without a look at the screen, the number of the next table lands here.
        if why.isdecimal() or (is_needed and not why):
            assert self._missing is not None
            raise FieldRefused(self._missing)
        return why

    def _wants_reason(self, form: Form) -> bool:
        if self._pairing is None:
            return False
        is_begun = self._opened.overview.outcome(self._pairing).begun
        is_first = _is_played(form) and not is_begun and self._recorded is None
        return not is_first or bool(form.value("why"))

    @property
    def _recorded(self) -> ResultEntry | None:
        pairing = self._pairing
        return None if pairing is None else self._opened.register.results.get(pairing.pairing)

    # Showing.

    def show_pairing(self, pairing: Pairing) -> None:
        """Show a pairing, with its typed values."""
        opened = self._opened
        register, outcome = opened.register, opened.overview.outcome(pairing)
        self._pairing = pairing
        names = [register.team_name(team) for team in pairing.teams]
        where = table_name(pairing.table)
        self._title.setText(join_parts((where, register.names_text(pairing.teams))))
        self._state.setText(pairing_state_sentences(opened, pairing))
        self._official.setVisible(
            outcome.has_result and not (outcome.is_official or outcome.protested_by)
        )
        self._wait.setVisible(not (outcome.has_result or outcome.begun))
        self.protest.show_pairing(pairing)
        self._protest.setVisible(outcome.has_result or bool(outcome.protested_by))
        shown = (pairing, self._recorded, self._recorded_ratings(pairing))
        if shown != self._shown:
            self._shown = shown
            self.question.hide()
            self._begin(pairing, names)
        self._form.update_shown_fields()
        self._show_effects()

    def _begin(self, pairing: Pairing, names: list[str]) -> None:
        form = self._form
        cut = {most: shorten_names_distinctly(names, most) for most in (10, 14, 18)}
        self._side.offer(list(enumerate(cut[18])))
        for place, (name, team) in enumerate(zip(("one", "other"), names, strict=True)):
            bags = T("Bags, {team}", team=cut[10][place])
            rating = T("Rating, {team}", team=cut[18][place])
            for key, title, whole in (
                (name, cut[14][place], T("Points for {team}", team=team)),
                (f"bags {name}", bags, T("Bags taken by {team}", team=team)),
                (f"rating {name}", rating, T("Rating for {team}", team=team)),
            ):
                form.fields[key].retitle(title)
                form.controls[key].setAccessibleName(str(whole))
                # A label of two lines would have its control lower than those beside it.
                label = QFontMetrics(text_font(13, bold=True)).horizontalAdvance(str(title))
                form.controls[key].setMinimumWidth(max(theme.em(LEAST_WIDTH), label))
        result = self._recorded
        outcome = self._opened.overview.outcome(pairing)
        shown = outcome if result is None else result
        score = (outcome.final_score if result is None else result.score) or ("", "")
        taken_bags = (outcome.final_bags if result is None else result.bags) or ("", "")
        how: str = shown.how or "played"
        side: int | None = None
        if how in ("forfeit", "default"):
            if how == "forfeit":
                how = "disqualified" if result is not None and outcome.begun else "no-show"
            side = None if shown.winner is None else 1 - shown.winner
            score = taken_bags = ("", "")
        numbers = dict(zip(NUMBERS, map(str, (*score, *taken_bags)), strict=True))
        ratings = dict(zip(RATINGS, self._recorded_ratings(pairing), strict=True))
        values = {"how": how, "side": side, "why": "", **numbers, **ratings}
        form.begin_or_resume(values, pairing.pairing)

    def _choose_missing_side(self, key: str) -> None:
        """Choose the side that is not checked in, where the other is, as the one that did not come;
        for any other end it is chosen by hand."""
        if key != "how" or self._pairing is None or not _has_side(self._form):
            return
        teams = self._opened.register.teams
        here = [teams[team].can_play for team in self._pairing.teams]
        is_missing = self._form.value("how") == "no-show" and any(here) and not all(here)
        self._form.fill({"side": here.index(False) if is_missing else None})

    def _show_effects(self) -> None:
        form = self._form
        if self._pairing is None:
            return
        self._why.setPlaceholderText(str(REASONS[form.value("how")]))
        if _has_side(form):
            form.fields["side"].retitle(SIDE[form.value("how")])
        self._show_usual_ratings()
        self._message.clear()
        correction = None
        if form.touched and not self._is_rating_alone():
            try:
                correction = self._preview_entry().correction
            except FieldRefused:
                pass  # shown when it is recorded
            except Refused as refused:
                self._message.say(refused.text)
        self.prompt.show_correction(correction)
        self._record.setEnabled(form.touched)

    def _show_usual_ratings(self) -> None:
        scale, how, side = (
            self._opened.register.head.rating,
            *map(self._form.value, ("how", "side")),
        )
        lost = {0, 1} if how == "double-forfeit" else {side} if _has_side(self._form) else set()
        for place, key in enumerate(RATINGS):
            usual = None
            if scale and lost - {None}:
                usual = scale.usual_rating(how, is_forfeited=place in lost)
            rating_line = self._form.controls[key]
            assert isinstance(rating_line, inputs.LineEdit)
            rating_line.setPlaceholderText("" if usual is None else str(usual))

    @property
    def row_offers(self) -> tuple[Offer, ...]:
        """The actions of the pairing, for the menu of its row."""
        assert isinstance(self._minutes, inputs.Stepper)
        wait = N("Wait {n} more minute", "Wait {n} more minutes", self._minutes.value)
        return (
            (T("Enter the result"), self.focus_starting_widget),
            self._table,
            self._official,
            *([(wait, self.grant_wait_for_late_side)] if self._wait.isVisible() else ()),
            *self.protest.row_offers,
            self._change,
        )

    # Recording.

    def entry(self) -> EventEntry:
        """Return the entry of the form; raises `FieldRefused`, or another `Refused`."""
        assert self._pairing is not None
        values = self._form.values()
        chosen, why = values["how"], values.get("why", "")
        how: How = chosen if chosen == "default" or chosen not in SIDE else "forfeit"
        score = bags = winner = None
        if how == "played":
            score = one, other = values["one"], values["other"]
            winner = None if one == other else int(other > one)
            if values["bags one"] is not None:
                bags = values["bags one"], values["bags other"]
        elif how in ("forfeit", "default"):
            winner = 1 - values["side"]
        result = ResultEntry(
            pairing=self._pairing.pairing, how=how, winner=winner, score=score, bags=bags, why=why
        )
        recorded = self._recorded
        if recorded is None:
            return result
        return EventAmend(entry=recorded.id or "", to=result, why=why)

    def _preview_entry(self) -> RecordedEventEntry:
        entry, event, preview = self.entry(), self._opened.current_event, self._preview
        if (
            preview is None
            or preview.correction.entries != (entry,)
            or preview.correction.before is not event
        ):
            self._preview = preview = self._opened.table.preview(entry)
        return preview

    def record_result(self, repair: Repair, *, is_confirmed: bool = False) -> None:
        """Record the result, with this repair of the later rounds; ask first about one that is
        hardly possible, unless it `is_confirmed`."""
        form = self._form
        if not form.touched or self._pairing is None:
            return
        try:
            marks = self._marks()
            if self._is_rating_alone():
                if self._opened.record(marks, form.place, done=T("Ratings recorded")):
                    self.recorded.emit()
                return
            preview = self._preview_entry()
        except Refused as refused:
            self._show_refusal(refused)
            return
        entry, overview = self.entry(), self._opened.overview
        result = entry.to if isinstance(entry, EventAmend) else entry
        assert isinstance(result, ResultEntry)
        doubts = (*preview.warnings, *self._table_number_doubts(result))
        if doubts and not is_confirmed:
            self._repair_after_question = repair
            texts = (pairing_score_text(overview, result), *doubts, T("Record this result anyway?"))
            self.question.ask(join_as_sentences(texts))
            return
        done = recorded_result_text(overview, result)
        entries = [*preview.correction.entries_to_record(repair), *marks]
        if self._opened.record(entries, form.place, done=done):
            self.recorded.emit()

    def _record_confirmed(self) -> None:
        self.question.hide()
        self.record_result(self._repair_after_question, is_confirmed=True)

    def _table_number_doubts(self, result: ResultEntry) -> Iterator[Text]:
        """Yield the doubt about a first score that may have been meant as the number of an open
        table, this one included."""
        if result.how != "played" or result.score is None or self._recorded is not None:
            return
        overview = self._opened.overview
        number, _ = overview.register.drawn[result.pairing]
        for pairing in overview.register.rounds[number].pairings:
            table = name_key(strip_table_word(pairing.table))
            if table == str(result.score[0]) and not overview.has_result(pairing):
                yield T(
                    "{n} may be a table number, not a score: table {n} is still open",
                    n=result.score[0],
                )

    def check_scores(self) -> None:
        """Close the question about the result, and go back to its scores."""
        self.question.hide()
        self.focus_starting_widget()

    def discard_typed_result(self) -> None:
        """Remove the draft of the result."""
        self.question.hide()
        self._form.clear_draft()
        self._shown = ()
        if self._pairing is not None:
            self.show_pairing(self._pairing)

    def make_result_official(self) -> None:
        """Record that the supervisor attests the result."""
        assert self._pairing is not None
        name = str(self._settings.by)
        if not name:
            nameless = T("Enter your name in Settings first. It's recorded with the result.")
            self._opened.notify(nameless, "bad")
            return
        entry = OfficialResult(pairing=self._pairing.pairing, name=name)
        self._opened.record([entry], done=T("The result is official"))

    def grant_wait_for_late_side(self) -> None:
        """Record that a late side is granted a wait."""
        assert self._pairing is not None
        assert isinstance(self._minutes, inputs.Stepper)
        minutes = self._minutes.value
        entry = NoShowGrace(pairing=self._pairing.pairing, minutes=minutes)
        done = N("Waiting {n} more minute", "Waiting {n} more minutes", minutes)
        self._opened.record([entry], done=done)

    def _open(self) -> None:
        if self._pairing is not None:
            self.open_match.emit(self._opened.current_event.match_id(self._pairing.pairing) or "")

    def _ask_change(self) -> None:
        if self._pairing is not None:
            self.change_asked.emit(self._pairing.pairing)

    def focus_starting_widget(self) -> None:
        """Put the focus on the points, which are typed most often; else on the first field."""
        self._form.focus("one" if _is_played(self._form) else "how")

    def _go_to_second_score(self) -> None:
        """Go from the first score, if there is one, to the second."""
        form = self._form
        try:
            if form.read_value("one") is None:
                raise FieldRefused(NO_SCORE, form.fields["one"])
        except FieldRefused as refused:
            self._show_refusal(refused)
        else:
            form.focus("other")

    def _show_refusal(self, refused: Refused) -> None:
        """Show a refusal beside its field, where the next digits replace the refused ones."""
        if not self._form.blame(refused):
            self._message.say(refused.text)
        elif isinstance(refused, FieldRefused) and refused.field is not None:
            control = refused.field.control
            if isinstance(control, ScoreLine):
                control.selectAll()

    def _go_on(self) -> None:
        # Where later rounds are affected, the repair is chosen by its button.
        self._show_effects()
        if self.prompt.correction is not None:
            self.prompt.focus_starting_widget()
        else:
            self.record_result("keep")
