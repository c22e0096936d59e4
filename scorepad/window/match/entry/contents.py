"""What the entry bar shows in each of its states is made here as values; `view` puts it on the
screen."""

from __future__ import annotations

import msgspec

from scorepad.desk.first_dealer import can_draw_first_dealer
from scorepad.desk.hand_input import DRAW, SEAT_KEYS
from scorepad.desk.typed_bids import INSIST, SIDE_KEYS, SIDE_NILS, TypedBids
from scorepad.desk.typed_tricks import TypedTricks, UnitTrickCount
from scorepad.spades.bidding import BLIND_KEY, COUNT_KEYS, KEY_BIDS
from scorepad.spades.entries import BlindNumber
from scorepad.spades.match import Match
from scorepad.spades.result import forfeit_or_abandon_reason, outcome_text
from scorepad.spades.result import signature_states as signatures
from scorepad.spades.rule_labels import value_sentence
from scorepad.spades.words import T, Text
from scorepad.window.match.entry import keypad, sentences
from scorepad.window.match.entry.boxes import EntryBoxContent, bid_boxes, trick_boxes
from scorepad.window.match.entry.end_moment import GameEndTexts, game_end_texts
from scorepad.window.match.entry.large_line import LargeLinePiece
from scorepad.window.match.sheet.sheet_rows import bid_text
from scorepad.window.panels.result import SideSignatureText, side_signatures
from scorepad.window.widgets import controls
from scorepad.window.widgets.keyboard import answer_key
from scorepad.window.wording import names


class EntryBarContents(msgspec.Struct, frozen=True, kw_only=True):
    """What the entry bar shows.

    It shows the large line, the boxes and the notes.  Of the keys on the screen it says which there
    are, which can be pressed, which have another text than usual (key, texts, name), and in how
    many columns they stand.  It has a mistake, and whether the supervisor may insist on it.  It may
    ask for a reason, or a question that has two `answers`, yes first.  At the end it has both
    signatures, and the action that comes next; when the game has `just_ended`, how it did stands in
    their place.
    """

    line: tuple[LargeLinePiece, ...] = ()
    boxes: tuple[EntryBoxContent, ...] = ()
    notes: tuple[str, ...] = ()
    keys: str = ""
    enabled: str = ""
    labels: tuple[keypad.KeyLabel, ...] = ()
    columns: int = keypad.USUAL_COLUMNS
    mistake: str = ""
    may_insist: bool = False
    asks_reason: bool = False
    answers: tuple[str, ...] = ()
    signed: tuple[SideSignatureText, ...] = ()
    next_step: str = ""
    just_ended: GameEndTexts | None = None


def dealer_contents(match: Match) -> EntryBarContents:
    """Return the question who deals first, with a key for each seat, and one that draws where the
    rule set leaves it to chance."""
    keys = SEAT_KEYS + (DRAW if can_draw_first_dealer(match.rules) else "")
    labels = []
    players = [names.name_of_seat(match.head_of_hand().teams, seat) for seat in range(4)]
    for key in keys:
        if key == DRAW:
            label, name = str(T("Draw")), str(T("Draw the first dealer (key {key})", key=key))
        else:
            label = players[SEAT_KEYS.index(key)]
            name = str(T("{player} deals first (key {key})", player=label, key=key))
        text = str(T("{key} {label}", key=key, label=label))
        labels.append((key, (text, f"{key} {names.shorten_name(label, 6)}", key), name))
    return EntryBarContents(
        line=(LargeLinePiece(str(T("Who deals first?")), large=True),),
        notes=(
            str(value_sentence(match.rules, "deal.first_dealer")),
            " · ".join(texts[0] for _, texts, _ in labels),
        ),
        keys=keys,
        enabled=keys,
        labels=tuple(labels),
        columns=_columns(match),
    )


def bids_contents(typing: TypedBids) -> EntryBarContents:
    """Return what is shown while bids are typed."""
    if typing.bids_itself:
        return _hand_that_bids_itself_contents(typing)
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
    return EntryBarContents(
        line=_refused_bids_line(typing) if asks_reason else _prompt(typing),
        boxes=tuple(bid_boxes(typing)),
        notes=(str(T("! puts the cursor into the reason; Enter there locks the bids.")),)
        if asks_reason
        else tuple(sentences.bid_notes(typing)),
        keys=keys,
        enabled=enabled + (keypad.BACK if typing.keys else ""),
        labels=_nil_labels(typing) if sides else (),
        columns=_columns(typing.match),
        mistake="" if typing.mistake is None else str(typing.mistake),
        may_insist=may_insist,
        asks_reason=asks_reason,
    )


def _hand_that_bids_itself_contents(typing: TypedBids) -> EntryBarContents:
    """Return what is shown before a first hand without bids: Enter opens it."""
    line = LargeLinePiece(str(T("The first hand bids itself: Enter when it is dealt")), large=True)
    return EntryBarContents(
        line=(line,),
        notes=(str(T("Then type the tricks; each team's are its contract.")),),
        keys=COUNT_KEYS + keypad.ENTER,
        enabled=keypad.ENTER,
        columns=_columns(typing.match),
    )


def thrown_in_contents(match: Match) -> EntryBarContents:
    """Return what is shown where the bids are too low together: Enter records the misdeal."""
    least = match.rules.bidding.table_minimum or 0
    line = T("Both bids together are below {n}: Enter throws the hand in", n=least)
    return EntryBarContents(
        line=(LargeLinePiece(str(line), large=True),),
        notes=(str(T("It's recorded as a misdeal. If a bid is wrong, correct it first.")),),
        keys=COUNT_KEYS + keypad.ENTER,
        enabled=keypad.ENTER,
        columns=_columns(match),
    )


def _columns(match: Match) -> int:
    """Return how many columns the keys have, for bids and for tricks alike."""
    blind = match.rules.nil.blind_points is not None
    more = match.rules.blind_bid is not None
    if match.rules.bidding.unit == "side" and (blind or more):
        return keypad.MAX_COLUMNS + more
    return keypad.USUAL_COLUMNS + more


def _refused_bids_line(typing: TypedBids) -> tuple[LargeLinePiece, ...]:
    """Return what the rules refuse, while the bar asks why it is accepted all the same."""
    mistakes = [str(each.mistake) for each in typing.unit_bids if each.insisted and each.mistake]
    return (
        LargeLinePiece("!", large=True),
        LargeLinePiece(" · ".join(controls.capitalize(each) for each in mistakes)),
    )


def _nil_labels(typing: TypedBids) -> tuple[keypad.KeyLabel, ...]:
    """Return the texts of the nil keys where a side bids one number: they say who bids nil."""
    seats = typing.units[min(typing.cursor, len(typing.units) - 1)]
    teams, side = typing.match.head_of_hand().teams, seats[0] % 2
    partners = [names.name_of_seat(teams, seat) for seat in (side, side + 2)]
    labels = []
    for key, (partner, nil) in SIDE_NILS.items():
        player, short = partners[partner], names.shorten_names_distinctly(partners, 6)[partner]
        if nil == "nil":
            text = str(T("{key} {player} nil", key=key, player=short))
            name = str(T("{player} bids nil (key {key})", player=player, key=key))
        else:
            text = str(T("{key} {player} blind", key=key, player=short))
            name = str(T("{player} bids blind nil (key {key})", player=player, key=key))
        labels.append((key, (text, f"{key} {short}"), name))
    return tuple(labels)


def _prompt(typing: TypedBids) -> tuple[LargeLinePiece, ...]:
    """Return whose bid it is, and what is special about this hand."""
    current, teams = typing.current, typing.match.head_of_hand().teams
    pieces: list[LargeLinePiece] = []
    if current is not None:
        seat, side = current.seats[0], current.seats[0] % 2
        if len(current.seats) == 1:
            pieces = [
                LargeLinePiece(names.name_of_seat(teams, seat), large=True, side=side, name=True)
            ]
            pieces.append(LargeLinePiece(str(T("to bid"))))
        else:
            pieces = [
                LargeLinePiece(names.name_of_side(teams, side), large=True, side=side, name=True)
            ]
            pieces.append(LargeLinePiece(str(T("bid"))))
    if standing := sentences.special_circumstance_text(typing.match):
        pieces += (
            [LargeLinePiece("·", apart=True), LargeLinePiece(standing)]
            if pieces
            else [LargeLinePiece(standing)]
        )
    return tuple(pieces)


def tricks_contents(
    typing: TypedTricks, *, takes_back: bool = False, takes_enter: bool = True
) -> EntryBarContents:
    """Return what is shown while tricks are typed, with the recorded bids read back.

    `takes_back` says that a Backspace now would take the bids back, `takes_enter` that an Enter
    would record the tricks, as nothing else has the focus.
    """
    match = typing.match
    notes = sentences.score_preview_of_typed_tricks(typing) or [
        sentences.special_circumstance_text(match) or _hint(typing)
    ]
    keys = COUNT_KEYS + keypad.BACK + keypad.ENTER
    enabled = typing.offered_keys + keypad.BACK
    labels: tuple[keypad.KeyLabel, ...] = ()
    if typing.can_point:
        keys += keypad.POINT
        enabled += keypad.POINT
        other = names.name_of_side(match.head_of_hand().teams, 1 - typing.pointed)
        name = str(T("Type the tricks of {team} instead (Tab)", team=other))
        texts = (f"⇄ {other}", f"⇄ {names.shorten_name(other, 10)}", "⇄")
        labels = ((keypad.POINT, texts, name),)
    if typing.complete:
        enabled += keypad.ENTER
    line = trick_prompt_pieces(typing, takes_enter=takes_enter)
    if takes_back:
        line.append(LargeLinePiece("· " + str(T("Backspace takes them back")), spare=True))
    return EntryBarContents(
        line=tuple(line),
        boxes=tuple(trick_boxes(typing)),
        notes=tuple(notes),
        keys=keys,
        enabled=enabled,
        labels=labels,
        columns=_columns(match),
    )


def trick_prompt_pieces(typing: TypedTricks, *, takes_enter: bool = True) -> list[LargeLinePiece]:
    """Return whose tricks are asked, large and in that side's color, and the bids; a nil is asked
    about in a sentence of its own."""
    counts, match = typing.counts, typing.match
    current = counts[typing.cursor - int(typing.is_full)]
    if current.nil and (current.derived or current.tricks is None):
        return _nil_question(typing, takes_enter=takes_enter)
    pieces: list[LargeLinePiece] = []
    if current.tricks is None:
        pieces = [
            *_counted_pieces(current, match),
            LargeLinePiece(str(T("took …")), large=True),
        ]
        return [*pieces, LargeLinePiece("  ·  ", apart=True), *recorded_bid_pieces(match)]
    # Left and right as on the sheet.
    for each in sorted(counts, key=lambda one: (one.side, one.seats[0])):
        pieces += [LargeLinePiece("  ·  ", apart=True)] if pieces else []
        pieces += [
            *_counted_pieces(each, match),
            LargeLinePiece(
                str(T("took {n}", n=each.tricks if each.tricks is not None else "…")), large=True
            ),
        ]
    if takes_enter:
        pieces.append(LargeLinePiece("  ·  " + str(T("Enter records")), spare=True))
    return pieces


def recorded_bid_pieces(match: Match) -> list[LargeLinePiece]:
    """Return the recorded bids, large: `Kings Bo 5 Di 4 = 9 Aces Ann 4 Cy 3 = 7`."""
    hand = match.board.hand
    if hand is None:
        return []
    teams = match.head_of_hand().teams
    players = [names.name_of_seat(teams, seat) for seat in range(4)]
    initials = names.first_names_as_initials(players)
    has_name = [bool(teams[seat % 2].players[seat // 2].strip()) for seat in range(4)]
    pieces: list[LargeLinePiece] = []
    for side in (0, 1):
        if pieces:
            pieces.append(LargeLinePiece("  ", apart=True))
        pieces.append(LargeLinePiece(names.name_of_side(teams, side), side=side, name=True))
        numbers = 0
        for seat in (side, side + 2):
            bid = hand.bids_as_read[seat]
            if bid is None:
                continue
            if hand.bids[(seat + 2) % 4] is not None:
                brief = initials[seat] if has_name[seat] else ""
                pieces.append(LargeLinePiece(players[seat], name=True, brief=brief))
            pieces.append(LargeLinePiece(bid_text(bid), large=True))
            numbers += isinstance(bid, int | BlindNumber)
        if numbers == 2 and hand.contract[side] is not None:
            pieces += [LargeLinePiece("="), LargeLinePiece(str(hand.contract[side]), large=True)]
    return pieces


def _counted_pieces(counted: UnitTrickCount, match: Match) -> list[LargeLinePiece]:
    """Return whose tricks are counted: a side's, or one player's when the partner bid nil."""
    teams, side = match.head_of_hand().teams, counted.side
    team = names.name_of_side(teams, side)
    if len(counted.seats) == 2:
        return [LargeLinePiece(team, large=True, side=side, name=True)]
    player = names.name_of_seat(teams, counted.seats[0])
    return [
        LargeLinePiece(player, large=True, side=side, name=True),
        LargeLinePiece(f"({team})", side=side, name=True),
    ]


def _nil_question(typing: TypedTricks, *, takes_enter: bool) -> list[LargeLinePiece]:
    """Return the question how many tricks a nil took; it took none only once Enter says so."""
    counts, teams = typing.counts, typing.match.head_of_hand().teams
    current = counts[typing.cursor]
    player = names.shorten_name(names.name_of_seat(teams, current.seats[0]), 14)
    pieces = [
        LargeLinePiece(
            str(T("{player} bid nil: how many tricks did {player} take?", player=player)),
            large=True,
            side=current.side,
        )
    ]
    if typing.complete and takes_enter:
        open_nils = [each for each in counts if each.nil and each.derived]
        none = str(T("None: Enter") if len(open_nils) == 1 else T("No nil took any: Enter"))
        pieces.append(LargeLinePiece(none))
    return pieces


def _hint(typing: TypedTricks) -> str:
    if typing.can_point and len(typing.units) == 2:
        return str(T("One number is enough: the other side's is what is left. Tab: other side."))
    if typing.can_point:
        return str(T("Next comes what the nil took. Tab: other side."))
    return str(T("The last number follows from the others."))


CLOCK_WAS_SET = T("The computer's clock was set: if time is not up, add minutes (F8)")


def cards_dealt_contents(
    match: Match, *, clock_was_set: bool, takes_enter: bool
) -> EntryBarContents:
    """Return the question whether cards were dealt when time ran out between hands.

    With `clock_was_set` it adds a note that the computer's clock was set meanwhile; with
    `takes_enter` its answers name their keys.
    """
    answers = sentences.cards_dealt_answers()
    if takes_enter:
        yes, no = map(answer_key, answers)
        keys = (yes, str(T("{key} or Enter", key=no)))
        named = zip(answers, keys, strict=True)
        answers = tuple(str(T("{answer} ({keys})", answer=each, keys=key)) for each, key in named)
    return EntryBarContents(
        line=(LargeLinePiece(str(T("Time is up between hands. Cards dealt?")), large=True),),
        notes=(
            str(sentences.cards_dealt_answers_text(match)),
            str(CLOCK_WAS_SET) if clock_was_set else "",
        ),
        answers=answers,
    )


def game_over_contents(
    match: Match,
    *,
    confirmation: Text | None = None,
    sheet_made: bool = False,
    just_ended: bool = False,
) -> EntryBarContents:
    """Return what is shown after the end: the result and why, who signed it, or the `confirmation`
    by which its event made it official, and what comes next.

    First both sides sign, then the sheet is made, then the next table is opened.
    """
    ended = outcome_text(match)
    signed = all(each.is_valid for each in signatures(match))
    step = "next-table" if sheet_made else "print"
    notes = [] if confirmation is None else [controls.capitalize(str(confirmation))]
    if why := forfeit_or_abandon_reason(match):
        notes.append(controls.capitalize(why))
    if match.board.hands:
        notes.append(str(T("A correction is still possible: E on a hand.")))
    return EntryBarContents(
        line=(
            LargeLinePiece("" if ended is None else controls.capitalize(str(ended)), large=True),
        ),
        notes=tuple(notes),
        signed=side_signatures(match),
        next_step=step if signed or confirmation is not None else "sign",
        just_ended=game_end_texts(match) if just_ended else None,
    )


def held_by_other_laptop_contents(match: Match, holder: str) -> EntryBarContents:
    """Return what is shown while another laptop records here: the result, or who records."""
    ended = outcome_text(match)
    records = str(T("{laptop} records here", laptop=holder))
    line = records if ended is None else str(ended)
    notes = [] if ended is None else [records]
    return EntryBarContents(
        line=(LargeLinePiece(controls.capitalize(line), large=True),),
        notes=(*notes, str(T("Take over, with a reason, to record on this computer."))),
    )
