"""Where a number comes from: the document, the house or both teams, and how a document is read.

A document is cited for a score line only while every parameter that the line rests on has the value
of the document's own rule set, and so is a ruling.  A false citation is worse than none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import msgspec

from scorepad.spades.board import Hand, PointsLine
from scorepad.spades.parameters import parameters, value_of
from scorepad.spades.rule_labels import in_label_order, parameter_label, plain_value_text
from scorepad.spades.rules import LINE_KINDS, RuleInterpretation, RulePlace, RuleSet, SourceDocument
from scorepad.spades.scoring import (
    SEATS_OF_SIDES,
    contract_after_reneges,
    countable_tricks_played,
)
from scorepad.spades.words import N, T, Text, join_with_commas

Origin: TypeAlias = Literal["document", "house", "agreed"]
ReadValue: TypeAlias = Callable[[str], Any]
"""Returns the value of the parameter at a path."""
RENEGE_NUMBERS = ("renege.tricks", "renege.points", "renege.moved_tricks")
"""They mean something only where a renege moves tricks."""
ENDS: dict[str, frozenset[str]] = {
    "floor": frozenset(("game.floor", "game.on_tie")),
    "sets": frozenset(("game.sets_to_lose", "game.on_tie")),
    "max-hands": frozenset(("game.max_hands", "game.on_tie")),
    "target": frozenset(("game.target", "game.on_tie")),
    "time": frozenset(("clock.at_time", "clock.on_tie")),
    "extra-hand": frozenset(("game.on_tie", "clock.on_tie")),
}
"""The parameters that decide such an end of the game."""


_BIG_BID = tuple(each.path for each in parameters() if each.section == "big_bid")


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """A score line comes from here.

    `origin` is None for a supervisor's ruling.  `place` is where `source` says so ("" where none
    may be cited).  `difference` says what the house or both teams changed, and what the document
    has.
    """

    origin: Origin | None
    source: str = ""
    place: str = ""
    difference: Text | None = None

    @property
    def text(self) -> Text | None:
        """Return the document and the place in it; None where nothing may be cited."""
        if not self.place:
            return None
        return T("{source}: {place}", source=self.source, place=self.place)


def document_of(rules: RuleSet) -> SourceDocument | None:
    """Return the document that a rule set changes; None where it is the document's own."""
    return rules.document or rules.recognized


def cite_line(rules: RuleSet, hand: Hand, side: int, line: PointsLine) -> Citation:
    """Return where a line of this side's hand comes from."""
    document = document_of(rules)
    if line.what not in LINE_KINDS:
        return Citation(origin=None)
    if not rules.agreed and (document is None or not document.values):
        return _cite_document(rules, line.what)
    behind = parameters_behind_line(rules, hand, side, line)
    return _cite_change(rules, behind, line.what) or _cite_document(rules, line.what)


def cite_end(rules: RuleSet, reason: str) -> Citation:
    """Return where the rule about such an end of the game comes from; its place is not known."""
    behind = ENDS.get(reason, frozenset())
    if not behind:
        return Citation(origin=None)
    return _cite_change(rules, behind, "") or _cite_document(rules, "")


def _cite_change(rules: RuleSet, behind: frozenset[str], what: str) -> Citation | None:
    """Return who changed a rule behind a line or an end; None where nobody did."""
    agreed = in_label_order(behind & rules.agreed.keys())
    if agreed:
        return Citation(origin="agreed", difference=_difference(rules, agreed, is_agreed=True))
    document = document_of(rules)
    if document is None or not (changed := in_label_order(behind & document.values.keys())):
        return None
    place = rules.places.get(what) if rules.document is not None else None
    return Citation(
        origin="house",
        source=rules.source if rules.source != document.source else rules.name,
        place="" if place is None else place.where,
        difference=_difference(rules, changed),
    )


@lru_cache(maxsize=512)
def _cite_document(rules: RuleSet, what: str) -> Citation:
    document = document_of(rules)
    source, name, places = (
        (rules.source, rules.name, rules.places)
        if document is None
        else (document.source, document.name, document.places)
    )
    place = places.get(what)
    where = "" if place is None else place.where
    return Citation(origin="document", source=source or name, place=where)


def document_value(rules: RuleSet, path: str) -> Any:
    """Return the value that a parameter has in the document."""
    if path in rules.agreed:
        return rules.agreed[path]
    document = document_of(rules)
    if document is not None and path in document.values:
        return document.values[path]
    return value_of(rules, path)


def changed_paths(rules: RuleSet) -> frozenset[str]:
    """Return the parameters that a house or both teams gave another value than the document's."""
    document = document_of(rules)
    return frozenset((*rules.agreed, *(() if document is None else document.values)))


def document_name(rules: RuleSet) -> str:
    """Return the name of the rule set whose document is cited."""
    document = document_of(rules)
    return rules.name if document is None else document.name


# What the house or both teams changed, in words.


def house_differences(rules: RuleSet) -> list[Text]:
    """Return in what a house rule set differs from the document, a text for each parameter."""
    document = document_of(rules)
    if document is None:
        return []
    changed = set(document.values)
    if rules.big_bid is None:
        changed -= set(_BIG_BID) - {"big_bid.from"}
    return [
        T(
            "{name}: {now} ({document}: {before})",
            name=parameter_label(path),
            now=plain_value_text(value_of(rules, path)),
            document=document.name,
            before=plain_value_text(document.values[path]),
        )
        for path in in_label_order(changed)
    ]


_BRIEF: dict[str, Callable[[int], Text]] = {
    "big_bid.made": lambda n: T("+{n}", n=n),
    "nil.points": lambda n: T("±{n}", n=n),
    "nil.blind_points": lambda n: T("±{n}", n=n),
    "bags.limit": lambda n: N("{n} bag", "{n} bags", n),
    "bags.penalty": lambda n: T("−{n}", n=n),
}
"""The values that are clear without the name of their parameter."""


def _value_text(path: str, value: Any) -> Text:
    if path in _BRIEF and isinstance(value, int):
        return _BRIEF[path](value)
    return T("{name}: {value}", name=parameter_label(path), value=plain_value_text(value))


def _difference(rules: RuleSet, paths: list[str], *, is_agreed: bool = False) -> Text:
    """Return what was changed, and what the document has."""
    now = join_with_commas([_value_text(path, value_of(rules, path)) for path in paths])
    before = join_with_commas([_value_text(path, document_value(rules, path)) for path in paths])
    name = document_name(rules)
    if is_agreed:
        return T(
            "Agreed by both teams: {now}. {document}: {before}",
            now=now,
            document=name,
            before=before,
        )
    return T(
        "{name}: {now}. {document}: {before}",
        name=rules.name,
        now=now,
        document=name,
        before=before,
    )


# What a line rests on.


def parameters_behind_line(
    rules: RuleSet, hand: Hand, side: int, line: PointsLine
) -> frozenset[str]:
    """Return the parameters that decide a line, under these rules or under the document's."""
    document = document_of(rules)
    places = rules.places if document is None else document.places
    behind: set[str] = set()
    for read in (lambda path: value_of(rules, path), lambda path: document_value(rules, path)):
        behind |= set(_decisive(read, hand, side, line.what))
    stated = places.get(line.what, RulePlace(where="")).rests_on
    return frozenset(
        behind | {path for path in stated if _is_relevant(path, behind, line, hand, side)}
    )


def _is_relevant(path: str, behind: set[str], line: PointsLine, hand: Hand, side: int) -> bool:
    """Return whether a parameter of a line's place has a part in this line."""
    if path in behind:
        return True
    if path == "nil.pair":
        return _nils_of_side(hand, side) == 2
    if path in RENEGE_NUMBERS:
        return "renege.tricks" in behind or "renege.points" in behind
    is_contract = line.what in ("contract", "set", "overtricks")
    return not (is_contract and path in ("contract.trick", "contract.set", *_BIG_BID))


def _decisive(read: ReadValue, hand: Hand, side: int, what: str) -> Iterator[str]:
    """Yield the parameters that make this line what it is, where they have these values."""
    if what == "bag-penalty":
        yield from ("bags.limit", "bags.penalty", "bags.then")
    elif what in ("nil", "blind-nil"):
        yield from _behind_nil(read, hand, side, what)
    elif what == "failed-nil-tricks":
        yield from _behind_failed_nil(read, hand, side)
    elif what == "renege":
        yield "renege.effect"
        if read("renege.effect") == "tricks":
            yield from ("renege.tricks", "renege.points")
        elif read("renege.effect") == "set":
            yield from _behind_set(read, hand, side)
        else:
            yield "contract.trick"
    elif what == "lost-hand":
        yield "talk.ladder"
        yield from _behind_set(read, hand, side)
    else:
        yield from _behind_contract(read, hand, side, what)


def _behind_failed_nil(read: ReadValue, hand: Hand, side: int) -> Iterator[str]:
    how = read("nil.failed_tricks")
    yield "nil.failed_tricks"
    if how == "point-and-bag":
        yield "contract.overtrick"
    if how in ("point-and-bag", "bag"):
        yield from _behind_tricks(read, hand, side)
        if hand.made[side] is False:
            yield "nil.bags_when_set"
    yield from _behind_whether_nil(read, hand, side)


def _behind_whether_nil(read: ReadValue, hand: Hand, side: int) -> Iterator[str]:
    """Yield what decides whether a bid is a nil, and whether it is lost by a renege."""
    if 0 in _bids_of_side(hand, side):
        yield "bidding.zero"
    effect, own = read("renege.effect"), [each for each in hand.reneges if each.side == side]
    by_nil = any(each.seat is not None and hand.nils[each.seat] for each in own)
    if own and (effect == "set" or (effect == "own-bid" and by_nil)):
        yield "renege.effect"


def _behind_nil(read: ReadValue, hand: Hand, side: int, what: str) -> Iterator[str]:
    yield "nil.blind_points" if what == "blind-nil" else "nil.points"
    if _nils_of_side(hand, side) == 2:
        yield "nil.pair"
    yield from _behind_whether_nil(read, hand, side)


def _behind_contract(read: ReadValue, hand: Hand, side: int, what: str) -> Iterator[str]:
    if what == "set":
        yield from _behind_set(read, hand, side)
    elif what == "overtricks":
        yield "contract.overtrick"
    else:
        band = _behind_band(read, hand, side)
        yield from band
        yield "big_bid.made" if band else "contract.trick"
    yield from _behind_tricks(read, hand, side)


def _behind_set(read: ReadValue, hand: Hand, side: int) -> Iterator[str]:
    if contract_after_reneges(read("renege.effect"), hand, side) == 0:
        return
    band = _behind_band(read, hand, side)
    yield from band
    if band:
        yield "big_bid.set"
        if read("big_bid.set") is not None:
            return
    yield "contract.set"
    if read("contract.set") != "zero":
        yield "contract.trick"


def _behind_band(read: ReadValue, hand: Hand, side: int) -> tuple[str, ...]:
    """Return what makes a contract a big bid; nothing where it is none."""
    contract = contract_after_reneges(read("renege.effect"), hand, side)
    least, most = read("big_bid.from"), read("big_bid.to")
    if contract is None or least is None or contract < least:
        return ()
    if most is not None and contract > most:
        return ()
    if not _nils_of_side(hand, side):
        return ("big_bid.from", "big_bid.to")
    return ("big_bid.from", "big_bid.to", "big_bid.with_nil") if read("big_bid.with_nil") else ()


def _behind_tricks(read: ReadValue, hand: Hand, side: int) -> Iterator[str]:
    """Yield what decides how many tricks count for the contract."""
    if 0 in _bids_of_side(hand, side):
        yield "bidding.zero"
    took = any(hand.nils[seat] and hand.seat_tricks[seat] for seat in SEATS_OF_SIDES[side])
    if read("nil.failed_tricks") == "help" and (took or _nils_of_side(hand, side) == 2):
        yield "nil.failed_tricks"
    effect = read("renege.effect")
    own = any(each.side == side for each in hand.reneges)
    if own and effect != "none":
        yield "renege.effect"
        if effect == "tricks":
            yield "renege.tricks"
    if len(hand.reneges) > own and effect == "tricks":
        yield "renege.effect"
        yield "renege.moved_tricks"
        if read("renege.moved_tricks") == "count":
            yield "renege.tricks"


def _nils_of_side(hand: Hand, side: int) -> int:
    return sum(hand.nils[seat] is not None for seat in SEATS_OF_SIDES[side])


def _bids_of_side(hand: Hand, side: int) -> tuple[Any, Any]:
    return hand.bids[side], hand.bids[side + 2]


# How the document is read.


def rulings_in_force(rules: RuleSet) -> tuple[RuleInterpretation, ...]:
    """Return the rulings whose parameters have the values that they were made for."""
    stored = {} if rules.recognized is None else _by_question(rules.recognized.rulings)
    changed = changed_paths(rules)
    now = (stored.get(each.question, each) for each in rules.ruling)
    return tuple(each for each in now if not changed.intersection(each.decides))


def _by_question(
    rulings: tuple[RuleInterpretation, ...],
) -> Mapping[str, RuleInterpretation]:
    return {each.question: each for each in rulings}


def rulings_about_line(
    rules: RuleSet, hand: Hand, side: int, line: PointsLine
) -> tuple[RuleInterpretation, ...]:
    """Return the rulings in force that explain a line of this side's hand."""
    return tuple(
        each
        for each in rulings_in_force(rules)
        if line.what in each.lines and (not each.when or _CONDITIONS[each.when](rules, hand, side))
    )


def rulings_about_end(rules: RuleSet, reason: str) -> tuple[RuleInterpretation, ...]:
    """Return the rulings in force about such an end of the game."""
    about = ENDS.get(reason, frozenset())
    return tuple(each for each in rulings_in_force(rules) if about.intersection(each.decides))


def _is_big_bid(rules: RuleSet, hand: Hand, side: int) -> bool:
    return bool(_behind_band(lambda path: value_of(rules, path), hand, side))


def _is_big_bid_below_tricks(rules: RuleSet, hand: Hand, side: int) -> bool:
    contract = contract_after_reneges(rules.renege.effect, hand, side) or 0
    made, is_big = value_of(rules, "big_bid.made"), _is_big_bid(rules, hand, side)
    return is_big and bool(made < rules.contract.trick * contract)


def _is_above_limit(rules: RuleSet, hand: Hand, side: int) -> bool:
    bags = sum(each.bags for each in hand.lines[side] if each.what != "bag-penalty")
    return hand.bags_before[side] + bags > (rules.bags.limit or 0)


def _has_few_tricks(rules: RuleSet, hand: Hand, _side: int) -> bool:
    tricks = countable_tricks_played(rules, hand)
    lost = [0, 0]
    for each in hand.reneges:
        lost[each.side] += rules.renege.tricks if each.tricks is None else each.tricks
    return lost[0] > tricks[0] or lost[1] > tricks[1]


def _has_bid_no_tricks(_rules: RuleSet, hand: Hand, side: int) -> bool:
    """Return whether a side bid 0, or a partner did where that is a nil."""
    if any(hand.bids[seat] == 0 and hand.nils[seat] for seat in SEATS_OF_SIDES[side]):
        return True
    return hand.contract[side] == 0 and not _nils_of_side(hand, side)


def _has_nil_and_blind_nil(_rules: RuleSet, hand: Hand, side: int) -> bool:
    return {hand.nils[seat] for seat in SEATS_OF_SIDES[side]} == {"nil", "blind"}


_CONDITIONS: dict[str, Callable[[RuleSet, Hand, int], bool]] = {
    "above-limit": _is_above_limit,
    "beside-nil": lambda _rules, hand, side: _nils_of_side(hand, side) == 1,
    "big-bid": _is_big_bid,
    "big-bid-below-tricks": _is_big_bid_below_tricks,
    "few-tricks": _has_few_tricks,
    "nil-and-blind-nil": _has_nil_and_blind_nil,
    "no-tricks-bid": _has_bid_no_tricks,
    "two-reneges": lambda _rules, hand, _side: (
        max(sum(each.side == side for each in hand.reneges) for side in (0, 1)) > 1
    ),
}
"""The conditions of `rules.CONDITIONS`."""
