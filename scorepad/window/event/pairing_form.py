"""A pairing of a round is changed by hand here, with a reason where the round is released."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from scorepad.desk import typed_moments
from scorepad.events.entries import EventAmend, Pairing, RoundEntry
from scorepad.events.entry_kinds import event_entry_action
from scorepad.events.overview import Overview
from scorepad.events.proposal import free_table, new_pairing_ids
from scorepad.events.register import PlannedRound
from scorepad.spades.entries import CHANGED_BY_HAND, DISCARDED, Strike
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, join_as_sentences, join_parts
from scorepad.window.event.draft_form import DraftForm, entry_field
from scorepad.window.event.event_list import chosen_rule_set, rule_set_combo_box, rule_set_id
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, inputs, layouts, scrolling
from scorepad.window.widgets.form import FieldSpec, Form
from scorepad.window.widgets.row_menu import Offer
from scorepad.window.wording.names import shorten_name

BYE = "bye:"
"""The key of a bye's row begins so; the team's id follows."""


def swap_teams(entry: RoundEntry, team: str, other_team: str) -> RoundEntry:
    """Return the round with these two teams in each other's places; one of them may have a bye, or
    no part in it."""
    turned = {team: other_team, other_team: team}

    def now(each: str) -> str:
        return turned.get(each, each)

    pairings = tuple(
        replace(each, teams=(now(each.teams[0]), now(each.teams[1]))) for each in entry.pairings
    )
    return replace(entry, pairings=pairings, byes=tuple(map(now, entry.byes)))


def renew_begun_pairing_ids(
    overview: Overview, before: RoundEntry, after: RoundEntry
) -> RoundEntry:
    """Return the round `after` a change, with a new id for each pairing that has other teams after
    its match has begun; entries under the old id no longer count."""
    ids = new_pairing_ids(overview, before.round)
    return replace(
        after,
        pairings=tuple(
            replace(new, pairing=next(ids))
            if new.teams != old.teams and overview.has_begun(old)
            else new
            for old, new in zip(before.pairings, after.pairings, strict=True)
        ),
    )


def row_keys(entry: RoundEntry) -> list[str]:
    """Return the keys of a round's rows: its pairings, then its byes."""
    return [*(each.pairing for each in entry.pairings), *(BYE + team for team in entry.byes)]


class PairingForm(QWidget):
    """Swaps a team of the chosen pairing with any other, and changes table and start."""

    left = Signal(str)
    """A change is recorded or given up; the row with this key is shown."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__()
        self._opened = opened
        self._planned: PlannedRound | None = None
        self._key = ""
        self._change_key = ""
        self._put_off_key = ""
        self._title = controls.label("", "strong", wrap=True)
        self._reason = controls.label("", "caption", wrap=True)
        rules = rule_set_combo_box(opened.current_event.library, str(T("the stage's")))
        self._team = inputs.ChoiceButtons[str]([])
        self._other = inputs.ComboBox()
        example = T("e.g. the table is too small")
        missing = T("Enter a reason. It's saved in the history.")
        place = (
            FieldSpec("table", T("Table"), shown=self._has_table),
            entry_field(RoundEntry, "start", share=2),
            entry_field(RoundEntry, "rules", rules, share=2),
        )
        rows = (
            (
                FieldSpec("team", T("Swap"), self._team, shown=self._has_table, share=3),
                FieldSpec("other", T("with"), self._other, share=2),
            ),
            place,
            FieldSpec("why", T("Why"), missing=missing, shown=self._is_released, example=example),
        )
        action = event_entry_action(RoundEntry)
        self._form = form = DraftForm(opened.draft, action.key, rows)
        self._message = controls.MessageLabel()
        self._change = controls.button(action.button, self.record_change, kind="primary")
        form.default = self._change
        self._cancel = controls.button(T("Cancel"), self.discard_change)
        self._leave_out = controls.button("", self.leave_out_team)
        self._strike = controls.button(T("Discard the round"), self.discard_round, kind="danger")
        buttons = layouts.row(
            self._change, self._cancel, self._leave_out, None, self._strike, wraps=True
        )
        fields = scrolling.make_scroll_area(layouts.column(form, self._message, None))
        # The buttons are in sight however little room there is.
        layouts.set_column(self, self._title, self._reason, (fields, 1), buttons)
        form.changed.connect(self._preview_change)

    def _has_table(self, _form: Form) -> bool:
        return self._planned is None or self._pairing() is not None

    def _is_released(self, _form: Form) -> bool:
        return self._planned is not None and not self._planned.is_draft

    def open_change(self, key: str) -> None:
        """Ask for the change of the released pairing with this key; "" takes that back."""
        self._change_key, self._put_off_key = key, ""

    def postpone_shown_change(self) -> bool:
        """Put off the change of the released pairing that is shown, keep its typed values, and
        return whether there was one."""
        if not self.isVisible() or self._cancel.isHidden():
            return False
        self._change_key, self._put_off_key = "", self._key
        return True

    def is_row_for_pairing_form(self, planned: PlannedRound, row_key: str) -> bool:
        """Return whether this row is shown here: one of a draft, a bye, or a released pairing whose
        change is asked for or half typed."""
        if planned.is_draft or row_key.startswith(BYE) or row_key == self._change_key:
            return True
        typed = self._form.read_draft()
        is_begun = typed is not None and typed.about == self._about(planned, row_key)
        return is_begun and row_key != self._put_off_key

    def _about(self, planned: PlannedRound, key: str) -> str:
        return f"{planned.number} {key}"

    def show_pairing(self, planned: PlannedRound, key: str, reason: str) -> None:
        """Show the pairing or the bye with this key, with its typed values."""
        before, self._planned = self._planned, planned
        same = (before, self._key) == (planned, key)
        self._key = key
        self._reason.setText(controls.capitalize(reason))
        self._reason.setVisible(bool(reason))
        if same:
            return
        register = self._opened.register
        teams = self._teams()
        names = [register.team_name(team) for team in teams]
        pairing = self._pairing()
        bye = T("{team} has a bye", team=names[0])
        self._title.setText(str(bye if pairing is None else register.names_text(pairing.teams)))
        offered = [(team, shorten_name(name, 18)) for team, name in zip(teams, names, strict=True)]
        self._team.offer(offered, teams[0])
        unpaired = self._unpaired() if pairing is None else None
        others = []
        for team, where in self._others():
            text = join_parts((register.team_name(team), where))
            is_swap = unpaired is not None and team not in unpaired
            others.append((team, T("Swap with {team}", team=text) if is_swap else text))
        self._other.offer([("", T("nobody")), *others])
        other_title = T("with") if pairing is not None else T("Pair with…")
        self._form.fields["other"].retitle(other_title)
        self._other.setAccessibleName(str(other_title))
        released = not planned.is_draft
        self._cancel.setVisible(released and pairing is not None)
        self._strike.setVisible(not released)
        stage = self._opened.register.stages[planned.stage]
        self._leave_out.setVisible(not released and stage.format in ("swiss", "open-play"))
        start = typed_moments.moment_as_typed(planned.entry.start, datetime.now(UTC))
        table = pairing.table if pairing is not None else ""
        rules = rule_set_id(planned.entry.rules)
        recorded = {"team": teams[0], "other": "", "table": table, "start": start, "why": ""}
        self._form.begin_or_resume({**recorded, "rules": rules}, self._about(planned, key))

    def _pairing(self) -> Pairing | None:
        """Return the chosen pairing; None where a bye is chosen."""
        assert self._planned is not None
        pairings = self._planned.pairings
        return next((each for each in pairings if each.pairing == self._key), None)

    def _teams(self) -> tuple[str, ...]:
        pairing = self._pairing()
        return (self._key.removeprefix(BYE),) if pairing is None else pairing.teams

    def _unpaired(self) -> dict[str, Text]:
        assert self._planned is not None
        planned, register = self._planned, self._opened.register
        unpaired = {team: T("bye") for team in planned.byes if self._key != BYE + team}
        stage = register.stages[planned.stage]
        can_join = self._opened.overview.can_be_given_late_team
        playing = {*planned.teams}
        for team, entrant in register.teams.items():
            is_in_stage = stage.teams is None or team in stage.teams
            if team in playing or entrant.withdrawn:
                continue
            if is_in_stage or can_join(team, stage.stage):
                unpaired[team] = T("not in the round")
        return unpaired

    def _others(self) -> Iterator[tuple[str, str]]:
        """Yield every team that could come in, with where it is now; those first with whom a team
        that has a bye can be paired."""
        assert self._planned is not None
        entry = self._planned.entry
        unpaired = [(team, str(why)) for team, why in self._unpaired().items()]
        if self._pairing() is None:
            yield from unpaired
        for pairing in entry.pairings:
            if pairing.pairing != self._key:
                for team in pairing.teams:
                    yield team, table_name(pairing.table) or pairing.pairing
        if self._pairing() is not None:
            yield from unpaired

    def entry(self) -> EventAmend | None:
        """Return the correction of the round; None without a change. Raises `Refused`."""
        assert self._planned is not None
        form, now = self._form, self._planned.entry
        to = now
        other = form.value("other")
        added: tuple[Pairing, ...] = ()
        if other and self._pairing() is None and other in self._unpaired():
            teams = (form.value("team"), other)
            overview = self._opened.overview
            number = next(new_pairing_ids(overview, now.round))
            table = free_table(overview, teams, self._opened.table.tables_of_others())
            added = (Pairing(number, table, teams),)
            to = replace(to, byes=tuple(team for team in to.byes if team not in teams))
            to = replace(to, absent=tuple(team for team in to.absent if team != other))
        elif other:
            to = swap_teams(to, form.value("team"), other)
            playing = PlannedRound(entry=to).teams
            to = replace(to, absent=tuple(team for team in to.absent if team not in playing))
        pairing = self._pairing()
        if pairing is not None:
            table = form.value("table")
            changed = (
                replace(each, table=table) if each.pairing == pairing.pairing else each
                for each in to.pairings
            )
            to = replace(to, pairings=tuple(changed))
        typed = form.value("start")
        if typed != typed_moments.moment_as_typed(now.start, datetime.now(UTC)):
            start = typed_moments.parse_moment_unless_empty(typed, datetime.now(UTC))
            to = replace(to, start=start)
        to = replace(to, rules=chosen_rule_set(form.value("rules") or "", now.rules))
        if to == now:
            return None
        to = renew_begun_pairing_ids(self._opened.overview, now, to)
        to = replace(to, pairings=(*to.pairings, *added))
        plain = replace(to, id=None, at=None, by=None, step=None)
        why = form.value("why") or CHANGED_BY_HAND
        return EventAmend(entry=now.id or "", to=plain, why=why)

    def _notes(self, to: RoundEntry) -> Iterator[Text]:
        assert self._planned is not None
        overview = self._opened.overview
        for old, new in zip(self._planned.pairings, to.pairings, strict=False):
            if old.pairing != new.pairing:
                one, other = (overview.register.team_name(team) for team in old.teams)
                yield T(
                    "the entries for {one} – {other} will no longer count, and a new match "
                    "will open",
                    one=one,
                    other=other,
                )
            elif old.table != new.table and overview.has_begun(old):
                yield T("the match has started, so its sheet still shows the old table")

    def _preview_change(self) -> None:
        if self._planned is None:
            return
        name = self._opened.register.team_name(self._form.value("team"))
        title = T("Leave out {team}", team=shorten_name(name, 18))
        controls.name_button(self._leave_out, title, "plain")
        self._message.clear()
        entry = None
        try:
            entry = self.entry()
            if entry is not None:
                preview = self._opened.table.preview(entry)
                assert isinstance(entry.to, RoundEntry)
                texts = (*self._notes(entry.to), *preview.warnings, *preview.effects)
                warning = join_as_sentences(texts)
                self._message.say(warning, "warn")
        except Refused as refused:
            self._message.say(refused.text)
        self._change.setEnabled(entry is not None)

    # Actions.

    def record_change(self) -> None:
        """Record the change; of a released round with its reason."""
        try:
            entry = self.entry()
            self._form.values()
        except Refused as refused:
            if not self._form.blame(refused):
                self._message.say(refused.text)
            return
        planned = self._planned
        if entry is None or planned is None:
            return
        assert isinstance(entry.to, RoundEntry)
        keys = row_keys(entry.to)
        key = keys[min(row_keys(planned.entry).index(self._key), len(keys) - 1)]
        if len(entry.to.pairings) > len(planned.pairings):
            key = entry.to.pairings[-1].pairing  # a bye was paired
        self._change_key = ""
        done = T("{round} changed", round=self._opened.overview.round_text(planned.number))
        if self._opened.record([entry], self._form.place, done=done):
            self.left.emit(key)

    def discard_change(self) -> None:
        """Give up the change of a released pairing."""
        self._form.clear_draft()
        self._change_key, self._planned = "", None
        self.left.emit(self._key)

    def leave_out_team(self) -> None:
        """Pair the draft again without the chosen team."""
        assert self._planned is not None
        team = self._form.value("team")
        absent = [*self._planned.entry.absent, team]
        done = T("Left out: {team}", team=self._opened.register.team_name(team))
        if self._opened.pair_draft_again(self._planned, absent, done):
            self.left.emit("")

    def discard_round(self) -> None:
        """Discard the whole draft of the round."""
        assert self._planned is not None
        entry = Strike(entry=self._planned.entry.id or "", why=DISCARDED)
        text = self._opened.overview.round_text(self._planned.number)
        done = T("{round} discarded. To bring it back, choose Undo", round=text)
        self._opened.record([entry], self._form.place, done=done)

    @property
    def row_offers(self) -> tuple[Offer, ...]:
        """The actions of the row, for its menu."""
        return ((T("Change…"), self.focus_starting_widget), self._leave_out, self._strike)

    def focus_starting_widget(self) -> None:
        """Put the focus where a team is chosen."""
        self._form.focus("other")
