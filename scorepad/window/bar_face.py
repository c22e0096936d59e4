"""What the entry bar shows in each of its states, as values; `bar_view` puts it on the screen."""

from __future__ import annotations

import msgspec

from scorepad.spades.match import Match
from scorepad.spades.result import outcome
from scorepad.spades.signing import signed as signatures
from scorepad.spades.words import Text, Words
from scorepad.window import bar_words, keypad, names, parts
from scorepad.window.bar_slots import bid_slots, read_back, trick_slots
from scorepad.window.bid_typing import BID_KEYS, INSIST, NUMBERS, SIDE_NILS, BidTyping
from scorepad.window.large_line import Piece
from scorepad.window.signed_row import SignedSlot, signed_slots
from scorepad.window.slots import Slot
from scorepad.window.trick_typing import Counted, TrickTyping


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """The large line; the boxes; what is good to know; the keys on the screen, which of them can
    be pressed, those that are called otherwise than usual (key, text, name), in how many columns;
    a mistake and
    whether one may insist; which row of buttons there is; at the end both signatures, and which of
    the desk's actions comes next."""

    line: tuple[Piece, ...] = ()
    slots: tuple[Slot, ...] = ()
    notes: tuple[str, ...] = ()
    keys: str = ""
    enabled: str = ""
    labels: tuple[tuple[str, tuple[str, ...], str], ...] = ()
    columns: int = keypad.USUAL
    mistake: str = ""
    may_insist: bool = False
    asks_reason: bool = False
    asks_dealt: bool = False
    signed: tuple[SignedSlot, ...] = ()
    next_step: str = ""


def bids_face(typing: BidTyping, words: Words) -> Face:
    """Bids are typed."""
    sides = len(typing.units) == 2
    keys = (BID_KEYS if sides else NUMBERS + "NB") + INSIST + keypad.BACK
    if typing.match.rules.nil.blind_points is None:
        keys = keys.replace("B", "").replace("V", "")
    enabled = typing.offered
    current = typing.current
    asks_reason = typing.complete and typing.insisted
    may_insist = current is not None and current.overridable
    if may_insist or asks_reason:
        enabled += INSIST
    return Face(
        line=_against(typing, words) if asks_reason else _prompt(typing, words),
        slots=tuple(bid_slots(typing, words)),
        notes=(words("! puts the cursor into the reason; Enter there locks the bids."),)
        if asks_reason
        else tuple(bar_words.bid_notes(typing, words)),
        keys=keys,
        enabled=enabled + (keypad.BACK if typing.keys else ""),
        labels=_nil_labels(typing, words) if sides else (),
        columns=_columns(typing.match),
        mistake="" if typing.mistake is None else words(typing.mistake),
        may_insist=may_insist,
        asks_reason=asks_reason,
    )


def _columns(match: Match) -> int:
    """How many columns the keys have, for bids and for tricks alike."""
    blind = match.rules.nil.blind_points is not None
    return keypad.MOST if match.rules.bidding.unit == "side" and blind else keypad.USUAL


def _against(typing: BidTyping, words: Words) -> tuple[Piece, ...]:
    """What the rules refuse, while the reason is asked for which it is accepted."""
    said = [words(each.mistake) for each in typing.asked if each.insisted and each.mistake]
    return (Piece("!", large=True), Piece(" · ".join(parts.sentence(each) for each in said)))


def _nil_labels(typing: BidTyping, words: Words) -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """Where a side bids one number the keys of nil say whose it is."""
    seats = typing.units[min(typing.cursor, len(typing.units) - 1)]
    teams, side = typing.match.head.teams, seats[0] % 2
    partners = [names.player(teams, seat, words) for seat in (side, side + 2)]
    made = []
    for key, (partner, nil) in SIDE_NILS.items():
        player, short = partners[partner], names.short_apart(partners, 6)[partner]
        if nil == "nil":
            text = words("{key} {player} nil", key=key, player=short)
            name = words("{player} bids nil (key {key})", player=player, key=key)
        else:
            text = words("{key} {player} blind", key=key, player=short)
            name = words("{player} bids blind nil (key {key})", player=player, key=key)
        made.append((key, (text, f"{key} {short}"), name))
    return tuple(made)


def _prompt(typing: BidTyping, words: Words) -> tuple[Piece, ...]:
    """Whose bid it is, and what is special about this hand."""
    current, teams = typing.current, typing.match.head.teams
    made: list[Piece] = []
    if current is not None:
        seat, side = current.seats[0], current.seats[0] % 2
        if len(current.seats) == 1:
            made = [Piece(names.player(teams, seat, words), large=True, side=side, name=True)]
            made.append(Piece(words("to bid")))
        else:
            made = [Piece(names.team(teams, side, words), large=True, side=side, name=True)]
            made.append(Piece(words("bid")))
    if standing := bar_words.standing(typing.match, words):
        made += [Piece("·", apart=True), Piece(standing)] if made else [Piece(standing)]
    return tuple(made)


def tricks_face(
    typing: TrickTyping, match: Match, words: Words, *, takes_back: bool = False
) -> Face:
    """The bids are locked and read back; tricks are typed.  `takes_back`: a Backspace now would
    take the bids back."""
    notes = bar_words.trick_preview(typing, match, words) or [
        bar_words.standing(match, words) or _hint(typing, words)
    ]
    keys = NUMBERS + keypad.BACK + keypad.ENTER
    enabled = NUMBERS[: typing.room + 1] + keypad.BACK
    labels: tuple[tuple[str, tuple[str, ...], str], ...] = ()
    if typing.can_point:
        keys += keypad.POINT
        enabled += keypad.POINT
        other = names.team(match.head.teams, 1 - typing.pointed, words)
        name = words("Type the tricks of {team} instead (Tab)", team=other)
        labels = ((keypad.POINT, (f"⇄ {names.short(other, 10)}", "⇄"), name),)
    if typing.complete:
        enabled += keypad.ENTER
    line = trick_line(typing, match, words)
    if takes_back:
        line.append(Piece("· " + words("Backspace takes them back"), spare=True))
    return Face(
        line=tuple(line),
        slots=tuple(trick_slots(typing, match, words)),
        notes=tuple(notes),
        keys=keys,
        enabled=enabled,
        labels=labels,
        columns=_columns(match),
    )


def trick_line(typing: TrickTyping, match: Match, words: Words) -> list[Piece]:
    """Whose tricks are asked, large and in that side's colour, and the locked bids read back; a
    nil is asked about in a sentence of its own."""
    counts = typing.counted
    asked = counts[typing.cursor - int(typing.full)]
    if asked.nil and (asked.derived or asked.tricks is None):
        return _nil_question(typing, match, words)
    made: list[Piece] = []
    if asked.tricks is None:
        made = [*_counted(asked, match, words), Piece(words("took …"), large=True)]
        return [*made, Piece("  ·  ", apart=True), *read_back(match, words)]
    # Left and right as on the sheet.
    for each in sorted(counts, key=lambda one: (one.side, one.seats[0])):
        made += [Piece("  ·  ", apart=True)] if made else []
        made += [
            *_counted(each, match, words),
            Piece(words("took {n}", n=each.tricks if each.tricks is not None else "…"), large=True),
        ]
    made.append(Piece("  ·  " + words("Enter records"), spare=True))
    return made


def _counted(counted: Counted, match: Match, words: Words) -> list[Piece]:
    """Whom a count is for: a side, or one of its players beside a nil."""
    teams, side = match.head.teams, counted.side
    team = names.team(teams, side, words)
    if len(counted.seats) == 2:
        return [Piece(team, large=True, side=side, name=True)]
    player = names.player(teams, counted.seats[0], words)
    return [
        Piece(player, large=True, side=side, name=True),
        Piece(f"({team})", side=side, name=True),
    ]


def _nil_question(typing: TrickTyping, match: Match, words: Words) -> list[Piece]:
    """How many tricks did this nil take? Nothing is taken as said before Enter."""
    counts, teams = typing.counted, match.head.teams
    asked = counts[typing.cursor]
    player = names.short(names.player(teams, asked.seats[0], words), 14)
    made = [
        Piece(
            words("{player} bid nil: how many tricks did {player} take?", player=player),
            large=True,
            side=asked.side,
        )
    ]
    if typing.complete:
        open_nils = [each for each in counts if each.nil and each.derived]
        none = words("None: Enter") if len(open_nils) == 1 else words("No nil took any: Enter")
        made.append(Piece(none))
    return made


def _hint(typing: TrickTyping, words: Words) -> str:
    if typing.can_point and len(typing.units) == 2:
        return words("One number is enough: the other side's is what is left. Tab: other side.")
    if typing.can_point:
        return words("What a nil took is asked after this number. Tab: other side.")
    return words("The last number is what is left.")


def asked_face(match: Match, words: Words) -> Face:
    """Time ran out between hands."""
    return Face(
        line=(Piece(words("Time is up between hands. Cards dealt?"), large=True),),
        notes=(words(bar_words.time_question(match)),),
        asks_dealt=True,
    )


def over_face(match: Match, words: Words, *, read_only: bool, sheet_made: bool = False) -> Face:
    """The game is over: the result with its reason, who signed it, and what comes next: both
    sides sign, then the sheet is made, then it is the next table's turn."""
    ended = outcome(match)
    signed = all(each.holds for each in signatures(match))
    step = "next-table" if sheet_made else "print"
    return Face(
        line=(Piece("" if ended is None else parts.sentence(words(ended)), large=True),),
        notes=() if read_only else (words("A correction is still possible: E on a hand."),),
        signed=signed_slots(match, words),
        next_step="" if read_only else step if signed else "sign",
    )


def read_only_face(why: Text, words: Words) -> Face:
    """Nothing can be recorded."""
    return Face(line=(Piece(words("Only to look at"), large=True),), notes=(words(why),))
