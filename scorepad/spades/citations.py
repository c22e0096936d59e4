"""The source of a number: the document, the house or both teams, and the reading of the document.

A document is cited for a score line only while every parameter that the line rests on has the value
of the document's own rule set, and so is a ruling.  A false citation is worse than none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.spades.board import Hand, PointsLine
from scorepad.spades.parameters import parameters, value_of
from scorepad.spades.rule_labels import in_label_order, parameter_label, plain_value_text
from scorepad.spades.rules import (
    LINE_KINDS,
    THIRD_OFFENSE,
    RuleInterpretation,
    RulePlace,
    RuleSet,
    SourceDocument,
)
from scorepad.spades.scoring import (
    SEATS_OF_SIDES,
    ReadValue,
    band_of,
    contract_after_reneges,
    countable_tricks_played,
    has_blind_number,
    is_nil_made,
    penalize,
    tricks_of,
)
from scorepad.spades.words import N, T, Text, join_with_commas

Origin: TypeAlias = Literal["document", "house", "agreed"]
RENEGE_NUMBERS = ("renege.tricks", "renege.points", "renege.moved_tricks")
"""They mean something only where a renege moves tricks."""
ENDS: dict[str, frozenset[str]] = {
    "boston": frozenset(("boston.bid_wins",)),
    "first-hand": frozenset(("first_hand.minimum", "first_hand.below", "game.on_tie")),
    "sets-in-a-row": frozenset(
        ("game.sets_in_a_row_to_lose", "first_hand.counts_as_set", "game.on_tie")
    ),
    "floor": frozenset(("game.floor", "game.on_tie")),
    "sets": frozenset(("game.sets_to_lose", "first_hand.counts_as_set", "game.on_tie")),
    "max-hands": frozenset(("game.max_hands", "game.on_tie")),
    "target": frozenset(("game.target", "game.on_tie")),
    "time": frozenset(("clock.at_time", "clock.on_tie")),
    "extra-hand": frozenset(("game.on_tie", "clock.on_tie")),
}
"""The parameters that decide such an end of the game."""


_BIG_BID = tuple(each.path for each in parameters() if each.section == "big_bid")
_BLIND_BID = tuple(each.path for each in parameters() if each.section == "blind_bid")


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """The source of a score line.

    `origin` is None for a supervisor's ruling. `place` is where `source` says so ("" if none may be
    cited). `difference` is the change by the house or both teams, with the document's value.
    """

    origin: Origin | None
    source: str = ""
    place: str = ""
    difference: Text | None = None

    @property
    def text(self) -> Text | None:
        """Return the document and the place in it; None if nothing may be cited."""
        if not self.place:
            return None
        return T("{source}: {place}", source=self.source, place=self.place)


def document_of(rules: RuleSet) -> SourceDocument | None:
    """Return the document that a rule set changes; None if it is the document's own."""
    return rules.document or rules.recognized


def cite_line(rules: RuleSet, hand: Hand, side: int, line: PointsLine) -> Citation:
    """Return the source of a line of this side's hand."""
    if line.what not in LINE_KINDS:
        return Citation(origin=None)
    if known := citations_if_unchanged(rules):
        return known[line.what]
    behind = parameters_behind_line(rules, hand, side, line)
    return _cite_change(rules, behind, line.what) or _cite_document(rules, line.what)


def cite_end(rules: RuleSet, reason: str) -> Citation:
    """Return the source of the rule about such an end of the game, without its place."""
    behind = ENDS.get(reason, frozenset())
    if not behind:
        return Citation(origin=None)
    return _cite_change(rules, behind, "") or _cite_document(rules, "")


def _cite_change(rules: RuleSet, behind: frozenset[str], what: str) -> Citation | None:
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


@lru_cache(maxsize=64)
def citations_if_unchanged(rules: RuleSet) -> Mapping[str, Citation]:
    """Return the citation of each kind of line, where no parameter differs from the document; else
    none, because then a line's hand decides."""
    kinds = () if changed_paths(rules) else LINE_KINDS
    return {what: _cite_document(rules, what) for what in kinds}


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
    document = document_of(rules)
    return rules.name if document is None else document.name


# The changes by the house or both teams, in words.


def house_differences(rules: RuleSet) -> list[Text]:
    """Return the differences of a house rule set from its document, a text for each parameter."""
    document = document_of(rules)
    if document is None:
        return []
    changed = set(document.values)
    if not rules.big_bid:
        changed -= set(_BIG_BID) - {"big_bid.from"}
    if rules.blind_bid is None:
        changed -= set(_BLIND_BID) - {"blind_bid.minimum"}
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
    now = join_with_commas([_value_text(path, value_of(rules, path)) for path in paths])
    before = join_with_commas([_value_text(path, document_value(rules, path)) for path in paths])
    name = document_name(rules)
    if is_agreed:
        return T(
            "Agreed to by both teams: {now}. {document}: {before}",
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


# The parameters behind a line.


def parameters_behind_line(
    rules: RuleSet, hand: Hand, side: int, line: PointsLine
) -> frozenset[str]:
    """Return the parameters that decide a line, under these rules or under the document's."""
    document = document_of(rules)
    places = rules.places if document is None else document.places
    behind: set[str] = set()
    for read in (lambda path: value_of(rules, path), lambda path: document_value(rules, path)):
        read_hand = hand
        if hand.offenses:
            offenses = tuple(penalize(each, read) for each in hand.offenses)
            read_hand = replace(hand, offenses=offenses)
        behind |= set(_decisive(read, read_hand, side, line.what))
    stated = places.get(line.what, RulePlace(where="")).rests_on
    return frozenset(
        behind | {path for path in stated if _is_relevant(path, behind, line, hand, side)}
    )


def _is_relevant(path: str, behind: set[str], line: PointsLine, hand: Hand, side: int) -> bool:
    if path in behind:
        return True
    if path == "nil.pair":
        return _nils_of_side(hand, side) == 2
    if path in RENEGE_NUMBERS:
        return "renege.tricks" in behind or "renege.points" in behind
    is_contract = line.what in ("contract", "set", "overtricks")
    return not (is_contract and path in ("contract.trick", "contract.set", *_BIG_BID))


def _decisive(read: ReadValue, hand: Hand, side: int, what: str) -> Iterator[str]:
    if what == "bag-penalty":
        yield from ("bags.limit", "bags.penalty", "bags.then")
    elif what in ("nil", "blind-nil"):
        yield from _behind_nil(read, hand, side, what)
    elif what == "failed-nil-tricks":
        yield from _behind_failed_nil(read, hand, side)
    elif what in ("renege", "talk"):
        yield from _behind_penalty(read, what)
        if not read("renege.ladder") and what == "renege":
            if read("renege.effect") == "tricks":
                yield from ("renege.tricks", "renege.points")
            elif read("renege.effect") != "set":
                yield "contract.trick"
                if 0 in _bids_of_side(hand, side):
                    yield "bidding.zero"
        if _is_set_by(hand, side, what):
            yield from _behind_first_hand(read, hand, side)
            yield from _behind_set(read, hand, side)
            if _nils_of_side(hand, side) == 2:
                # The contract of two nils is that of their failed tricks, or none.
                yield from ("nil.pair_failed_tricks", "nil.failed_tricks")
    elif what == "lost-hand":
        own = [each.kind for each in hand.offenses if each.side == side]
        yield from {f"{kind}.ladder" for kind in own} or ("talk.ladder",)
        yield from _behind_set(read, hand, side)
    elif what == "boston":
        yield "boston.taken"
    elif what == "first-hand":
        yield from (*_FIRST_HAND, "contract.trick")
    else:
        yield from _behind_contract(read, hand, side, what)


_FIRST_HAND = ("first_hand.minimum", "first_hand.below")


def _behind_penalty(read: ReadValue, kind: str) -> Iterator[str]:
    yield f"{kind}.ladder"
    if kind == "renege" and not read("renege.ladder"):
        yield "renege.effect"


def _is_set_by(hand: Hand, side: int, kind: str) -> bool:
    return any(
        each.side == side and each.kind == kind and each.step == "set" for each in hand.offenses
    )


def _behind_failed_nil(read: ReadValue, hand: Hand, side: int) -> Iterator[str]:
    how = read("nil.failed_tricks")
    yield "nil.failed_tricks"
    if _are_both_nils_failed(hand, side) and (pair := read("nil.pair_failed_tricks")) is not None:
        yield "nil.pair_failed_tricks"
        how = pair
    if how == "point-and-bag":
        yield "contract.overtrick"
    if how in ("point-and-bag", "bag"):
        yield from _behind_tricks(read, hand, side)
        if hand.made[side] is False:
            yield "nil.bags_when_set"
    yield from _behind_whether_nil(read, hand, side)


def _behind_whether_nil(read: ReadValue, hand: Hand, side: int) -> Iterator[str]:
    if 0 in _bids_of_side(hand, side):
        yield "bidding.zero"
    for each in hand.offenses:
        by_nil = each.seat is not None and hand.nils[each.seat]
        if each.side == side and (each.step == "set" or (each.step == "own-bid" and by_nil)):
            yield from _behind_penalty(read, each.kind)


def _are_both_nils_failed(hand: Hand, side: int) -> bool:
    return _nils_of_side(hand, side) == 2 and not any(
        is_nil_made(hand, side, seat) for seat in SEATS_OF_SIDES[side]
    )


def _behind_nil(read: ReadValue, hand: Hand, side: int, what: str) -> Iterator[str]:
    yield "nil.blind_points" if what == "blind-nil" else "nil.points"
    if _nils_of_side(hand, side) == 2:
        yield "nil.pair"
    yield from _behind_whether_nil(read, hand, side)


def _behind_first_hand(read: ReadValue, hand: Hand, side: int) -> Iterator[str]:
    least = read("first_hand.minimum")
    if hand.first and least is not None and tricks_of(hand.seat_tricks, side) < least:
        yield from _FIRST_HAND


def _behind_contract(read: ReadValue, hand: Hand, side: int, what: str) -> Iterator[str]:
    yield from _behind_first_hand(read, hand, side)
    if hand.bids_itself:
        yield from ("first_hand.bids", "contract.trick")
    elif what == "blind-bid":
        has_lost_bid = any(o.side == side and o.step == "own-bid" for o in hand.offenses)
        if hand.made[side] or has_lost_bid:
            yield "blind_bid.trick"
        if not hand.made[side]:
            yield "blind_bid.set_trick"
    elif what == "set":
        yield from _behind_set(read, hand, side)
    elif what == "overtricks":
        yield "contract.overtrick"
    else:
        band = _behind_band(read, hand, side)
        yield from band
        yield "big_bid.made" if band else "contract.trick"
    yield from _behind_tricks(read, hand, side)


def _behind_set(read: ReadValue, hand: Hand, side: int) -> Iterator[str]:
    if contract_after_reneges(hand, side) == 0 or hand.bids_itself:
        return
    band = _behind_band(read, hand, side)
    yield from band
    if band:
        yield "big_bid.set"
        if _value_in_band(read, hand, side, "big_bid.set") is not None:
            return
    yield "contract.set"
    if read("contract.set") != "zero":
        yield "contract.trick"


def _behind_band(read: ReadValue, hand: Hand, side: int) -> tuple[str, ...]:
    if _place_of_band(read, hand, side) is None or has_blind_number(hand, side):
        return ()
    if not _nils_of_side(hand, side):
        return ("big_bid.from", "big_bid.to")
    with_nil = _value_in_band(read, hand, side, "big_bid.with_nil")
    return ("big_bid.from", "big_bid.to", "big_bid.with_nil") if with_nil else ()


def _of_bands(read: ReadValue, path: str) -> list[Any]:
    value = read(path)
    return value if isinstance(value, list) else [value]


def _place_of_band(read: ReadValue, hand: Hand, side: int) -> int | None:
    contract = contract_after_reneges(hand, side)
    bounds = zip(_of_bands(read, "big_bid.from"), _of_bands(read, "big_bid.to"), strict=True)
    for place, (least, most) in enumerate(bounds):
        if contract is None or least is None or contract < least:
            continue
        if most is None or contract <= most:
            return place
    return None


def _value_in_band(read: ReadValue, hand: Hand, side: int, path: str) -> Any:
    place = _place_of_band(read, hand, side)
    return None if place is None else _of_bands(read, path)[place]


def _behind_tricks(read: ReadValue, hand: Hand, side: int) -> Iterator[str]:
    if 0 in _bids_of_side(hand, side):
        yield "bidding.zero"
    took = any(hand.nils[seat] and hand.seat_tricks[seat] for seat in SEATS_OF_SIDES[side])
    pair = read("nil.pair_failed_tricks") if _are_both_nils_failed(hand, side) else None
    if pair is not None:
        yield "nil.pair_failed_tricks"
    if read("nil.failed_tricks") == "help" and (took or _nils_of_side(hand, side) == 2):
        yield "nil.failed_tricks"
    for each in hand.offenses:
        has_ladder = each.kind == "talk" or bool(read("renege.ladder"))
        if each.side == side and each.step not in ("none", "warning", "points", "minus"):
            yield from _behind_penalty(read, each.kind)
            if each.step == "tricks" and not has_ladder:
                yield "renege.tricks"
        if each.side != side and each.step == "tricks":
            yield from _behind_penalty(read, each.kind)
            yield "renege.moved_tricks"
            if read("renege.moved_tricks") == "count" and not has_ladder:
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
    contract = contract_after_reneges(hand, side)
    return contract is not None and band_of(rules.big_bid, hand, side, contract) is not None


def _is_big_bid_below_tricks(rules: RuleSet, hand: Hand, side: int) -> bool:
    contract = contract_after_reneges(hand, side) or 0
    band = band_of(rules.big_bid, hand, side, contract)
    return band is not None and band.made < rules.contract.trick * contract


def _is_above_limit(rules: RuleSet, hand: Hand, side: int) -> bool:
    bags = sum(each.bags for each in hand.lines[side] if each.what != "bag-penalty")
    return hand.bags_before[side] + bags > (rules.bags.limit or 0)


def _has_few_tricks(rules: RuleSet, hand: Hand, _side: int) -> bool:
    tricks = countable_tricks_played(rules, hand)
    lost = [0, 0]
    for each in hand.offenses:
        lost[each.side] += each.tricks
    return lost[0] > tricks[0] or lost[1] > tricks[1]


def _has_bid_no_tricks(_rules: RuleSet, hand: Hand, side: int) -> bool:
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
    "third-talk": lambda _rules, hand, side: any(
        each.kind == "talk" and each.side == side and each.number >= THIRD_OFFENSE
        for each in hand.offenses
    ),
    "two-reneges": lambda _rules, hand, _side: (
        max(sum(each.side == side for each in hand.reneges) for side in (0, 1)) > 1
    ),
}
"""The conditions of `rules.CONDITIONS`."""
