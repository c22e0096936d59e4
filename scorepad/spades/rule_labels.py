"""What a rule set's parameters and their values are called on screens and sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepad.spades.parameters import Parameter, parameter, parameters
from scorepad.spades.words import T, Text, Words, authored, listed

SECTIONS: dict[str, Text] = {
    "game": T("Game"),
    "clock": T("Clock"),
    "deal": T("Dealing"),
    "bidding": T("Bidding"),
    "contract": T("Contract"),
    "big_bid": T("Big bid"),
    "nil": T("Nil"),
    "bags": T("Bags"),
    "renege": T("Renege"),
    "talk": T("Table talk"),
}
PARAMETERS: dict[str, Text] = {
    "game.target": T("Target"),
    "game.floor": T("Floor"),
    "game.max_hands": T("Number of hands"),
    "game.sets_to_lose": T("Sets that lose the game"),
    "game.on_tie": T("Tie"),
    "clock.minutes": T("Minutes"),
    "clock.starts": T("Clock starts"),
    "clock.at_time": T("At time"),
    "clock.on_tie": T("Tie at time"),
    "clock.warn_minutes": T("Warnings, minutes before the end"),
    "clock.no_show_minutes": T("No-show after, minutes"),
    "deal.jokers": T("Jokers"),
    "deal.first_dealer": T("First dealer"),
    "deal.misdeals": T("Misdeal grounds"),
    "deal.redeal": T("Dealer after a misdeal"),
    "bidding.unit": T("Who bids"),
    "bidding.first": T("First to bid"),
    "bidding.side_minimum": T("Least contract"),
    "bidding.side_maximum": T("Greatest contract"),
    "bidding.zero": T("A bid of 0"),
    "bidding.nils_per_side": T("Nils a side"),
    "bidding.blind_nil": T("Blind nil (Double Nil)"),
    "bidding.blind_nil_deficit": T("Blind nil when behind by"),
    "bidding.blind_nil_passes": T("Cards a blind nil exchanges"),
    "contract.trick": T("Points a trick bid"),
    "contract.overtrick": T("Points an overtrick"),
    "contract.set": T("When set"),
    "big_bid.from": T("Big bid from"),
    "big_bid.to": T("Big bid up to"),
    "big_bid.made": T("Big bid made, points"),
    "big_bid.set": T("Big bid set, points lost"),
    "big_bid.with_nil": T("Big bid beside a nil"),
    "nil.points": T("Nil, points"),
    "nil.blind_points": T("Blind nil, points"),
    "nil.pair": T("Both partners nil"),
    "nil.failed_tricks": T("Tricks of a failed nil"),
    "nil.bags_when_set": T("Failed nil's tricks when set"),
    "bags.limit": T("Bag limit"),
    "bags.penalty": T("Bag penalty, points"),
    "bags.then": T("Bags after a penalty"),
    "renege.effect": T("Effect of a renege"),
    "renege.tricks": T("Tricks a renege costs"),
    "renege.points": T("Points to the other side"),
    "renege.moved_tricks": T("Tricks taken by a renege"),
    "talk.ladder": T("Table talk, offence by offence"),
}
VALUES: dict[str, Text] = {
    "extra-hand": T("one more hand"),
    "tie": T("the game is a tie"),
    "fewer-bags": T("fewer bags win"),
    "first-deal": T("with the first deal"),
    "scheduled": T("at the scheduled time"),
    "finish-hand": T("finish the hand"),
    "stop": T("stop at once"),
    "play-on": T("play on"),
    "high-card": T("high card"),
    "random": T("at random"),
    "choose": T("teams choose"),
    "same-dealer": T("same dealer"),
    "next-dealer": T("next dealer"),
    "player": T("each player"),
    "side": T("the side"),
    "non-dealing-side": T("non-dealing side"),
    "left-of-dealer": T("left of dealer"),
    "nil": T("is nil"),
    "allowed": T("is no tricks"),
    "barred": T("is refused"),
    "no": T("no"),
    "yes": T("yes"),
    "if-agreed": T("if agreed"),
    "full": T("loses all it bid"),
    "shortfall": T("loses the tricks short"),
    "zero": T("loses nothing"),
    "sum": T("each scored alone"),
    "all-or-nothing": T("both or neither"),
    "help": T("help the partner"),
    "point-and-bag": T("a point and a bag each"),
    "bag": T("a bag each"),
    "ignore": T("count for nothing"),
    "carry": T("rest is kept"),
    "reset": T("back to 0"),
    "tricks": T("tricks are taken"),
    "set": T("the side is set"),
    "none": T("nothing"),
    "count": T("count for the others"),
    "warning": T("a warning"),
    "loss-of-hand": T("hand lost"),
}
NONE = T("none")


def label(path: str) -> Text:
    """The name of a parameter, by its path."""
    return PARAMETERS.get(path) or SECTIONS.get(path) or T("{path}", path=path)


def value_as_text(plain: Any) -> Text:
    """A parameter's plain value as a text."""
    if plain is None:
        return NONE
    if isinstance(plain, bool):
        return VALUES["yes" if plain else "no"]
    if isinstance(plain, int):
        return T("{n}", n=plain)
    if isinstance(plain, str):
        return VALUES.get(plain) or authored(plain)
    return listed([value_as_text(item) for item in plain]) if plain else NONE


def value_text(plain: Any, words: Words) -> str:
    """A parameter's plain value in the reader's words."""
    return words(value_as_text(plain))


def agreements(agreed: Mapping[str, Any]) -> list[Text]:
    """Every deviation in one text: what the parameter is called, and its value."""
    return [
        T("{name}: {value}", name=label(path), value=value_as_text(plain))
        for path, plain in agreed_values(agreed)
    ]


def agreed_values(agreed: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The path and the plain value of every deviation; `big_bid` itself where it is taken away."""
    found = [(known.path, plain) for known, plain in deviations(agreed)]
    if not isinstance(agreed.get("big_bid", {}), Mapping):
        found.append(("big_bid", None))
    return found


def deviations(agreed: Mapping[str, Any]) -> list[tuple[Parameter, Any]]:
    """The parameters that `agreed` names, with their plain values, in declared order."""
    found: list[tuple[Parameter, Any]] = []
    for section, table in agreed.items():
        if not isinstance(table, Mapping):
            continue
        for name, value in table.items():
            known = parameter(f"{section}.{name}")
            if known is not None:
                found.append((known, None if known.optional and value is False else value))
    order = [each.path for each in parameters()]
    return sorted(found, key=lambda pair: order.index(pair[0].path))
