"""The contents of the entry bar in each of its states, as values that `view` shows."""

from __future__ import annotations

from typing import Final

import msgspec

from scorepad.desk.first_dealer import can_draw_first_dealer
from scorepad.desk.hand_correction import (
    CORRECTION_REASONS,
    NOTHING_CHANGED,
    HandCorrection,
    append_all,
)
from scorepad.desk.typed_bids import INSIST, SIDE_KEYS, SIDE_NILS, TypedBids
from scorepad.desk.typed_tricks import TypedTricks, UnitTrickCount
from scorepad.spades.bidding import BLIND_KEY, COUNT_KEYS, KEY_BIDS, Breach
from scorepad.spades.entries import BlindNumber
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.result import forfeit_or_abandon_reason, outcome_text
from scorepad.spades.result import signature_states as signatures
from scorepad.spades.rule_labels import value_sentence
from scorepad.spades.words import T, Text, join_as_sentences, join_parts
from scorepad.window.match.entry import keypad, sentences
from scorepad.window.match.entry.boxes import (
    EntryBoxContent,
    bid_boxes,
    correction_boxes,
    dealer_boxes,
    trick_boxes,
)
from scorepad.window.match.sheet.sheet_rows import bid_text
from scorepad.window.panels.difference import correction_effect_lines
from scorepad.window.panels.panel import EffectsOf
from scorepad.window.panels.result import SideSignatureText, side_signatures
from scorepad.window.panels.what_decides import why_ended_sentences
from scorepad.window.widgets import controls
from scorepad.window.widgets.form import NOT_YET
from scorepad.window.wording import names

OVERRIDE_REASONS: Final = (T("the referee allowed it"), T("both teams agree"))
"""The usual reasons for accepting a breach, which are given by one press."""


class EntryBarContents(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of the entry bar.

    prompt, side, details: the question, in the color of a side, and the lines below it
    keys, enabled, labels: the keypad's keys, those that can be pressed, and unusual texts
    mistake, may_insist: the reason of a refusal, and whether it can be accepted with a reason
    record, can_record: the text of the button that records, and whether it is enabled
    reasons: usual reasons, each given by one press; () where no reason is asked for
    is_question: whether cards were dealt is asked
    signed, next_step: after the end, both signatures and the key of the next action
    """

    prompt: str = ""
    side: int | None = None
    details: str = ""
    boxes: tuple[EntryBoxContent, ...] = ()
    notes: tuple[str, ...] = ()
    keys: str = ""
    enabled: str = ""
    labels: tuple[keypad.KeyLabel, ...] = ()
    mistake: str = ""
    may_insist: bool = False
    record: str = ""
    can_record: bool = False
    can_draw: bool = False
    is_correction: bool = False
    reasons: tuple[str, ...] = ()
    is_question: bool = False
    signed: tuple[SideSignatureText, ...] = ()
    next_step: str = ""


def dealer_contents(match: Match) -> EntryBarContents:
    """Return the question about the first dealer: a box for each seat, and a button that draws
    where the rule set leaves it to chance."""
    can_draw = can_draw_first_dealer(match.rules)
    keys = [str(T("Press the player who deals first, or type A, B, C or D"))]
    if can_draw:
        keys.append(str(T("R to draw")))
    return EntryBarContents(
        prompt=str(T("Who deals first?")),
        boxes=tuple(dealer_boxes(match)),
        notes=(str(value_sentence(match.rules, "deal.first_dealer")), " · ".join(keys)),
        can_draw=can_draw,
    )


def bids_contents(typing: TypedBids, *, names_keys: bool = True) -> EntryBarContents:
    """Return the contents while bids are typed; `names_keys` unless they are on the screen."""
    if typing.bids_itself:
        return _hand_that_bids_itself_contents()
    sides = len(typing.units) == 2
    keys = (SIDE_KEYS if sides else "".join(KEY_BIDS)) + INSIST + keypad.BACK
    if typing.match.rules.nil.blind_points is None:
        keys = keys.replace("B", "").replace("V", "")
    if typing.match.rules.blind_bid is not None:
        keys += BLIND_KEY
    enabled = typing.offered_keys
    current = typing.current
    asks_reason = typing.complete and typing.insisted
    may_insist = current is not None and current.overridable
    if may_insist or asks_reason:
        enabled += INSIST
    prompt, side = _refused_bids_text(typing), None
    if not asks_reason:
        prompt, side = _prompt(typing)
    return EntryBarContents(
        prompt=prompt,
        side=side,
        details="" if asks_reason else sentences.special_circumstance_text(typing.match),
        boxes=tuple(bid_boxes(typing)),
        notes=(str(T("Press ! to type the reason, then Enter to lock the bids.")),)
        if asks_reason
        else tuple(sentences.bid_notes(typing, names_keys=names_keys)),
        keys=keys,
        enabled=enabled + (keypad.BACK if typing.keys else ""),
        labels=_nil_labels(typing) if sides else (),
        mistake="" if typing.mistake is None else str(typing.mistake),
        may_insist=may_insist,
        record=str(T("Record bids")),
        can_record=typing.complete,
        reasons=tuple(map(str, OVERRIDE_REASONS)) if asks_reason else (),
    )


def _hand_that_bids_itself_contents() -> EntryBarContents:
    return EntryBarContents(
        prompt=str(T("The first hand bids itself")),
        notes=(str(T("Open the hand once it's dealt. Each team's tricks become its contract.")),),
        record=str(T("Open the hand")),
        can_record=True,
    )


def thrown_in_contents(match: Match) -> EntryBarContents:
    """Return the contents where the bids are too low together: Enter records the misdeal."""
    least = match.rules.bidding.table_minimum or 0
    return EntryBarContents(
        prompt=str(T("The bids total less than {n}, so the hand is redealt", n=least)),
        notes=(str(T("This is a misdeal. If a bid is wrong, correct it first.")),),
        record=str(T("Record the misdeal")),
        can_record=True,
    )


def _refused_bids_text(typing: TypedBids) -> str:
    mistakes = [str(each.mistake) for each in typing.unit_bids if each.insisted and each.mistake]
    return "! " + " · ".join(controls.capitalize(each) for each in mistakes)


def _nil_labels(typing: TypedBids) -> tuple[keypad.KeyLabel, ...]:
    seats = typing.units[min(typing.cursor, len(typing.units) - 1)]
    teams, side = typing.match.head_of_hand().teams, seats[0] % 2
    partners = [names.name_of_seat(teams, seat) for seat in (side, side + 2)]
    labels = []
    for key, (partner, nil) in SIDE_NILS.items():
        player, short = partners[partner], names.shorten_names_distinctly(partners, 6)[partner]
        if nil == "nil":
            text = str(T("{player} nil", player=short))
            name = str(T("{player} bids nil (key {key})", player=player, key=key))
        else:
            text = str(T("{player} blind", player=short))
            name = str(T("{player} bids blind nil (key {key})", player=player, key=key))
        labels.append((key, text, name))
    return tuple(labels)


def _prompt(typing: TypedBids) -> tuple[str, int | None]:
    current, teams = typing.current, typing.match.head_of_hand().teams
    if current is None:
        return "", None
    seat, side = current.seats[0], current.seats[0] % 2
    is_player = len(current.seats) == 1
    name = names.name_of_seat(teams, seat) if is_player else names.name_of_side(teams, side)
    return str(T("{name} to bid", name=names.shorten_name(name, 28))), side


def tricks_contents(
    typing: TypedTricks, *, takes_back: bool = False, takes_enter: bool = True
) -> EntryBarContents:
    """Return the contents while tricks are typed, with the recorded bids.

    `takes_back`: a Backspace would take the bids back; `takes_enter`: Enter would record the
    tricks, as nothing else has the focus.
    """
    match = typing.match
    preview = sentences.score_preview_of_typed_tricks(typing)
    notes = preview or [sentences.special_circumstance_text(match) or _hint(typing)]
    keys = COUNT_KEYS + keypad.BACK
    enabled = typing.offered_keys + keypad.BACK
    labels: tuple[keypad.KeyLabel, ...] = ()
    if typing.can_point:
        keys += keypad.POINT
        enabled += keypad.POINT
        other = names.name_of_side(match.head_of_hand().teams, 1 - typing.pointed)
        name = str(T("Type tricks for {team} instead (Tab)", team=other))
        labels = ((keypad.POINT, f"⇄ {names.shorten_name(other, 16)}", name),)
    prompt, side = _trick_prompt(typing, takes_enter=takes_enter)
    is_complete = bool(preview) and typing.complete
    read_back = [] if is_complete or _is_nil_asked(typing) else [recorded_bids_text(match)]
    if takes_back:
        read_back.append(str(T("Backspace to change the bids")))
    return EntryBarContents(
        prompt=prompt,
        side=side,
        details=join_parts(read_back),
        boxes=tuple(trick_boxes(typing)),
        notes=tuple(notes),
        keys=keys,
        enabled=enabled,
        labels=labels,
        record=str(T("Record")),
        can_record=typing.complete,
    )


def _is_nil_asked(typing: TypedTricks) -> bool:
    current = typing.counts[typing.current]
    return current.nil and (current.derived or current.tricks is None)


def _trick_prompt(typing: TypedTricks, *, takes_enter: bool) -> tuple[str, int | None]:
    counts, match = typing.counts, typing.match
    current = counts[typing.current]
    if _is_nil_asked(typing):
        return _nil_question(typing, takes_enter=takes_enter), current.side
    if current.tricks is None:
        return str(T("{who} took …", who=_who_counted(current, match))), current.side
    # Left and right as on the sheet.
    took = [
        str(
            T(
                "{who} took {n}",
                who=_who_counted(each, match),
                n=each.tricks if each.tricks is not None else "…",
            )
        )
        for each in sorted(counts, key=lambda one: (one.side, one.seats[0]))
    ]
    if takes_enter:
        took.append(str(T("Enter to record")))
    return join_parts(took), None


def recorded_bids_text(match: Match) -> str:
    """Return the recorded bids: `Aces: Ann 4 + Cy 3 = 7 · Kings: Bo 5 + Di 4 = 9`."""
    hand = match.board.hand
    if hand is None:
        return ""
    teams = match.head_of_hand().teams
    sides = []
    for side in (0, 1):
        bids = []
        for seat in (side, side + 2):
            bid = hand.bids_as_read[seat]
            if bid is None:
                continue
            shown = bid_text(bid)
            if hand.bids[(seat + 2) % 4] is not None:
                shown = f"{names.shorten_name(names.name_of_seat(teams, seat), 12)} {shown}"
            bids.append(shown)
        contract = hand.contract[side]
        numbers = [bid for bid in hand.bids_as_read[side::2] if isinstance(bid, int | BlindNumber)]
        total = f" = {contract}" if len(numbers) == 2 and contract is not None else ""
        team = names.shorten_name(names.name_of_side(teams, side), 18)
        sides.append(str(T("{team}: {bids}", team=team, bids=" + ".join(bids) + total)))
    return join_parts(sides)


def _who_counted(counted: UnitTrickCount, match: Match) -> str:
    teams, side = match.head_of_hand().teams, counted.side
    team = names.shorten_name(names.name_of_side(teams, side), 24)
    if len(counted.seats) == 2:
        return team
    player = names.shorten_name(names.name_of_seat(teams, counted.seats[0]), 18)
    return str(T("{player} ({team})", player=player, team=team))


def _nil_question(typing: TypedTricks, *, takes_enter: bool) -> str:
    counts, teams = typing.counts, typing.match.head_of_hand().teams
    current = counts[typing.cursor]
    player = names.shorten_name(names.name_of_seat(teams, current.seats[0]), 14)
    question = str(T("{player} bid nil: how many tricks did {player} take?", player=player))
    if typing.complete and takes_enter:
        open_nils = [each for each in counts if each.nil and each.derived]
        none = (
            T("Press Enter for none")
            if len(open_nils) == 1
            else T("Press Enter if no nil bidder took any")
        )
        return f"{question} {none}"
    return question


def _hint(typing: TypedTricks) -> str:
    if typing.can_point and len(typing.units) == 2:
        return str(T("Enter one team's tricks; the other team gets the rest. Tab: other team."))
    if typing.can_point:
        return str(T("Next: the tricks the nil bidder took. Tab: other team."))
    return str(T("The last number is filled in for you."))


CLOCK_WAS_SET = T("The computer's clock was changed. If time isn't up, add minutes (F8)")


def cards_dealt_contents(match: Match, *, clock_was_set: bool) -> EntryBarContents:
    """Return the question whether cards were dealt when time ran out between hands.

    With `clock_was_set` it adds a note that the computer's clock was set meanwhile.
    """
    return EntryBarContents(
        prompt=str(T("Time is up. Was the next hand dealt?")),
        notes=(
            str(sentences.cards_dealt_answers_text(match)),
            str(CLOCK_WAS_SET) if clock_was_set else "",
        ),
        is_question=True,
    )


def game_over_contents(
    match: Match, *, confirmation: Text | None = None, sheet_made: bool = False
) -> EntryBarContents:
    """Return the contents after the end: the result and its reason, the signatures, or the
    `confirmation` by which the event made it official, and the next action.

    First both sides sign, then the sheet is made, then the next table is opened.
    """
    ended, end = outcome_text(match), match.board.end
    signed = all(each.is_valid for each in signatures(match))
    step = "next-table" if sheet_made else "print"
    why = forfeit_or_abandon_reason(match)
    reasons = (why,) if why else tuple(map(str, why_ended_sentences(match)))
    notes = [] if confirmation is None else [controls.capitalize(str(confirmation))]
    if match.board.hands:
        notes.append(
            str(T("You can still correct a hand: press Correct, or double-click the hand."))
        )
    return EntryBarContents(
        prompt="" if ended is None else controls.capitalize(str(ended)),
        side=None if end is None else end.winner,
        details=join_as_sentences(reasons),
        notes=tuple(notes),
        signed=side_signatures(match),
        next_step=step if signed or confirmation is not None else "sign",
    )


def held_by_other_laptop_contents(match: Match, holder: str) -> EntryBarContents:
    """Return the contents while another laptop records here: the result, or the laptop's name."""
    ended = outcome_text(match)
    records = str(T("{laptop} is recording this table", laptop=holder))
    notes = [] if ended is None else [records]
    return EntryBarContents(
        prompt=controls.capitalize(records if ended is None else str(ended)),
        notes=(*notes, str(T("To record on this computer, take over and give a reason."))),
    )


def correction_contents(correction: HandCorrection, effects_of: EffectsOf) -> EntryBarContents:
    """Return the contents while a recorded hand is corrected: its numbers, the reason, and each
    total that would change."""
    part = correction.part
    bids = correction.bids
    is_side = len(bids.units[0]) == 2
    # The keys have one place for bids and tricks.
    keys = SIDE_KEYS if is_side else "".join(KEY_BIDS)
    match, mistake = correction.match, ""
    effect = [str(T("Press or type the correct number."))]
    can_record = needs_override = False
    try:
        entries = correction.entries(NOT_YET)
        after, warnings = append_all(match, entries)
    except Breach as breach:
        mistake, needs_override = str(breach.text), True
        try:
            after, warnings = append_all(match, correction.entries(NOT_YET, NOT_YET))
            effect = correction_effect_lines(match, after, warnings, effects_of(after))
            can_record = True
        except Refused:
            pass
    except Refused as refused:
        if refused.text != NOTHING_CHANGED:
            mistake = str(refused.text)
    else:
        effect = correction_effect_lines(match, after, warnings, effects_of(after))
        can_record = True
    reasons = OVERRIDE_REASONS if needs_override and can_record else CORRECTION_REASONS
    return EntryBarContents(
        prompt=str(T("Correct hand {n}", n=correction.hand.number)),
        boxes=tuple(correction_boxes(correction)),
        notes=tuple(effect),
        keys=keys,
        enabled=COUNT_KEYS if part == "tricks" else keys,
        labels=_nil_labels(bids) if is_side else (),
        mistake=mistake,
        record=str(T("Save the correction")),
        can_record=can_record,
        is_correction=True,
        reasons=tuple(map(str, reasons)),
    )
