"""A rule set in a few sentences, for the foot of a blank sheet."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T, Text, Words, authored, listed, number

ON_TIE: dict[str, Text] = {
    "extra-hand": T("equal totals: one more hand decides"),
    "tie": T("equal totals: the tie stands"),
    "fewer-bags": T("equal totals: fewer bags win"),
}
AT_TIME: dict[str, Text] = {
    "finish-hand": T("the hand in progress is finished, then the higher total wins"),
    "stop": T("the hand in progress is void, and the higher total wins"),
    "play-on": T("play goes on to the target"),
}
ZERO: dict[str, Text] = {
    "nil": T("a bid of 0 is a nil"),
    "allowed": T("a bid of 0 is allowed and is no nil"),
    "barred": T("a bid of 0 is not allowed"),
}
SET: dict[str, Text] = {
    "full": T("set: {trick} lost for each trick bid"),
    "shortfall": T("set: {trick} lost for each trick short"),
    "zero": T("set: nothing lost"),
}
FAILED: dict[str, Text] = {
    "help": T("tricks of a failed nil count for the contract"),
    "point-and-bag": T("each trick of a failed nil is an overtrick"),
    "bag": T("each trick of a failed nil is a bag"),
    "ignore": T("tricks of a failed nil count for nothing"),
}
TALK: dict[str, Text] = {
    "warning": T("warning"),
    "loss-of-hand": T("loss of the hand"),
    "none": T("no penalty"),
}
DEALER: dict[str, Text] = {
    "high-card": T("high card deals first"),
    "random": T("the first dealer is drawn at random"),
    "choose": T("the first dealer is agreed on"),
}


def brief(rules: RuleSet, words: Words) -> Iterator[tuple[str, str]]:
    """What the rule set is about and what it says, one topic a line."""
    yield words("Game"), _joined(_game(rules, words))
    yield words("Clock"), _joined(_clock(rules, words))
    yield words("Deal"), _joined(_deal(rules, words))
    yield words("Bids"), _joined(_bids(rules, words))
    yield words("Points"), _joined(_points(rules, words))
    yield words("Nil"), _joined(_nil(rules, words))
    yield words("Bags"), _joined(_bags(rules, words))
    yield words("Conduct"), _joined(_conduct(rules, words))


def _joined(parts: Iterator[str] | list[str]) -> str:
    return "; ".join(parts)


def _game(rules: RuleSet, words: Words) -> Iterator[str]:
    game = rules.game
    yield words("first to {target}", target=game.target)
    if game.floor is not None:
        yield words("a side at {floor} or below loses", floor=game.floor)
    if game.max_hands is not None:
        yield words(N("over after {n} hand", "over after {n} hands", game.max_hands))
    if game.sets_to_lose is not None:
        yield words(
            N("a side set in {n} hand loses", "a side set in {n} hands loses", game.sets_to_lose)
        )
    yield words(ON_TIE[game.on_tie])


def _clock(rules: RuleSet, words: Words) -> Iterator[str]:
    clock = rules.clock
    if clock.minutes is None:
        yield words("no time limit")
        return
    minutes = clock.minutes
    if clock.starts == "scheduled":
        yield words(
            N(
                "{n} minute from the scheduled start",
                "{n} minutes from the scheduled start",
                minutes,
            )
        )
    else:
        yield words(N("{n} minute from the first deal", "{n} minutes from the first deal", minutes))
    yield words("at time {what}", what=AT_TIME[clock.at_time])
    if clock.at_time != "play-on":
        yield words(ON_TIE[clock.on_tie])
    if clock.no_show_minutes is not None:
        yield words(
            N(
                "a side {n} minute late may be forfeited",
                "a side {n} minutes late may be forfeited",
                clock.no_show_minutes,
            )
        )


def _deal(rules: RuleSet, words: Words) -> Iterator[str]:
    deal = rules.deal
    if deal.jokers:
        yield words("jokers in, 2 of hearts and 2 of diamonds out")
    yield words(DEALER[deal.first_dealer])
    if deal.misdeals:
        yield words("misdeal: {grounds}", grounds=listed([authored(g) for g in deal.misdeals]))
    if deal.redeal == "next-dealer":
        yield words("after a misdeal the next player deals")


def _bids(rules: RuleSet, words: Words) -> Iterator[str]:
    bidding = rules.bidding
    if bidding.first == "left-of-dealer":
        yield words("left of the dealer bids first")
    else:
        yield words("the non-dealing side bids first")
    if bidding.unit == "side":
        yield words("partners agree on one bid")
    if bidding.side_minimum:
        yield words("a side bids {least} at least", least=bidding.side_minimum)
    if bidding.side_maximum is not None:
        yield words("{most} at most", most=bidding.side_maximum)
    yield words(ZERO[bidding.zero])


def _points(rules: RuleSet, words: Words) -> Iterator[str]:
    contract, big = rules.contract, rules.big_bid
    yield words("{trick} points a trick bid", trick=contract.trick)
    if contract.overtrick:
        yield words("{over} an overtrick (a bag)", over=contract.overtrick)
    else:
        yield words("no points for overtricks (bags)")
    yield words(SET[contract.set].one, trick=contract.trick)
    if big is not None:
        bids = T("{least} or more", least=big.from_)
        if big.to is not None:
            bids = T("{least} to {most}", least=big.from_, most=big.to)
        yield words("a bid of {bids}: {made}", bids=bids, made=big.made)
        if big.set is not None:
            yield words("set: {lost} lost", lost=big.set)


def _nil(rules: RuleSet, words: Words) -> Iterator[str]:
    nil, bidding = rules.nil, rules.bidding
    if not bidding.nils_per_side:
        yield words("no nil")
        return
    yield words("{points} won or lost", points=nil.points)
    if nil.blind_points is not None and bidding.blind_nil != "no":
        blind = words("blind nil {points}", points=nil.blind_points)
        if bidding.blind_nil == "if-agreed":
            blind = words("{blind} if both teams agreed", blind=blind)
        yield blind
        if bidding.blind_nil_deficit:
            yield words("only {deficit} or more behind", deficit=bidding.blind_nil_deficit)
        if bidding.blind_nil_passes:
            yield words(N("{n} card is passed", "{n} cards are passed", bidding.blind_nil_passes))
    if bidding.nils_per_side == 1:
        yield words("one nil a side")
    if nil.pair == "all-or-nothing":
        yield words("both partners nil: both made or both lost")
    yield words(FAILED[nil.failed_tricks])


def _bags(rules: RuleSet, words: Words) -> Iterator[str]:
    bags = rules.bags
    if bags.limit is None:
        yield words("no penalty")
        return
    yield words("{limit} bags cost {penalty} points", limit=bags.limit, penalty=bags.penalty)
    if bags.then == "reset":
        yield words("then the count is 0")
    else:
        yield words("the bags above stay")


def _conduct(rules: RuleSet, words: Words) -> Iterator[str]:
    renege = rules.renege
    if renege.effect == "set":
        yield words("renege: the side is set and the offender\u2019s nil fails")
    elif renege.effect == "tricks":
        yield words(
            "renege: {tricks} tricks taken, {points} points to the other side",
            tricks=renege.tricks,
            points=number(renege.points),
        )
    else:
        yield words("renege: noted, costs no points")
    if rules.talk.ladder:
        steps = ", ".join(words(TALK[step]) for step in rules.talk.ladder)
        yield words("table talk: {steps}", steps=steps)
    else:
        yield words("table talk: noted, costs no points")
