"""The rows of a round: each pairing with its table and its state, or the reason of the proposal.

The key of a row is the id of a pairing, or that of a team behind `BYE`.
"""

from __future__ import annotations

from functools import partial

from scorepad.events.entries import Pairing
from scorepad.events.event_descriptions import pairing_state_text
from scorepad.events.pairing_reasons import pairing_reasons
from scorepad.events.register import PlannedRound
from scorepad.events.stage_names import stage_name
from scorepad.spades.naming import table_name
from scorepad.spades.result import totals_text
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text, join_as_sentences, join_parts
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.event.pairing_form import BYE
from scorepad.window.widgets import controls
from scorepad.window.widgets.two_line_list import Row, TwoLineText

BYE_COUNTS = T("a bye counts as a win")


class PairingRowMaker:
    """Makes the rows of an event's rounds."""

    def __init__(self, opened: OpenEvent) -> None:
        self._opened = opened
        self._reasons: tuple[object, dict[str, Text]] = (None, {})

    def rows_of_round(self, planned: PlannedRound, is_among_others: bool = False) -> list[Row]:
        """Return the rows of a round; those of a draft with the reason of the proposal, and with
        the stage if the draft `is_among_others`."""
        draft = planned.is_draft
        reasons = self._draft_row(planned) if draft else {}
        if is_among_others:
            stage = stage_name(self._opened.register, planned.stage)
            reasons = {
                key: T("{stage}: {said}", stage=stage, said=text) for key, text in reasons.items()
            }
        return [
            *(self.make_row(each, reasons.get(each.pairing)) for each in planned.pairings),
            *(
                self.make_bye_row(team, reasons.get(team) if draft else BYE_COUNTS)
                for team in planned.byes
            ),
        ]

    def proposal_reason(self, planned: PlannedRound, key: str) -> str:
        """Return why a row of a draft was proposed; "" of a released round."""
        if not planned.is_draft:
            return ""
        reason = self._draft_row(planned).get(key.removeprefix(BYE))
        return str(reason) if reason is not None else ""

    def _draft_row(self, planned: PlannedRound) -> dict[str, Text]:
        known = (planned, len(self._opened.current_event.log))
        if self._reasons[0] != known:
            self._reasons = known, pairing_reasons(self._opened.overview, planned)
        return self._reasons[1]

    def make_bye_row(self, team: str, reason: Text | None = BYE_COUNTS) -> Row:
        """Return the row of a team that has a bye."""
        return BYE + team, partial(self._bye_text, team, reason)

    def make_row(self, pairing: Pairing, reason: Text | None = None) -> Row:
        """Return the row of a pairing; with a `reason` that of a draft."""
        return pairing.pairing, partial(self._text, pairing, reason)

    def _bye_text(self, team: str, reason: Text | None) -> TwoLineText:
        name = self._opened.register.team_name(team)
        below = controls.capitalize(reason) if reason is not None else ""
        return TwoLineText(name, below, str(T("bye")))

    def _text(self, pairing: Pairing, reason: Text | None) -> TwoLineText:
        register = self._opened.register
        one, other = map(register.team_name, pairing.teams)
        title, table = str(register.names_text(pairing.teams)), table_name(pairing.table)
        if reason is not None:
            text = controls.capitalize(reason)
            return TwoLineText(title, text, table, names=(one, other))
        outcome = self._opened.overview.outcome(pairing)
        below = pairing_state_sentences(self._opened, pairing)
        title, right = join_parts((table, title)), self._state_at_right(outcome)
        return TwoLineText(title, below, right, names=(one, other))

    def _state_at_right(self, outcome: MatchStatus) -> str:
        if outcome.final_score is not None:
            score = str(totals_text(*outcome.final_score))
            return score if outcome.is_official else f"▲ {score}"
        if outcome.how == "default":
            return str(T("default"))
        if outcome.has_result:
            return str(T("forfeited") if outcome.how != "played" else T("over"))
        # A waiting pairing has its reason below.
        return str(T("playing")) if outcome.progress == "playing" else ""


def pairing_state_sentences(opened: OpenEvent, pairing: Pairing) -> str:
    """Return the state of a pairing in words."""
    register, outcome = opened.register, opened.overview.outcome(pairing)
    sentences = [pairing_state_text(register, pairing.teams, outcome)]
    if outcome.progress == "waiting":
        sentences = [T("waiting for the first hand")]
    elif outcome.progress == "playing" and not (outcome.versions or outcome.has_other_teams):
        one, other = outcome.score
        sentences = [T("playing, {one} to {other} so far", one=one, other=other)]
    elif outcome.has_result and not outcome.is_official and not outcome.protested_by:
        sentences.append(T("waiting for both signatures, or your confirmation"))
    for team in outcome.protested_by:
        sentences.append(T("under protest by {team}", team=team))
    minutes, missing = outcome.granted, outcome.players_without_id
    if minutes and not outcome.has_result:
        sentences.append(N("{n} more minute to wait", "{n} more minutes to wait", minutes))
    if missing and not outcome.has_result:
        sentences.append(T("ID not shown: {players}", players=join_parts(missing, ", ")))
    if outcome.why:
        sentences.append(T("“{why}”", why=outcome.why))
    return join_as_sentences(sentences)
