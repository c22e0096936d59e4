"""A rule set in plain words: one line for a list, six facts for a glance, all of it for a panel.

Everything is derived from the parameters, so a house rule set reads as well as a preset.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from scorepad.spades.lineage import edition_text
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T, Text, Words, authored, listed

Fact: TypeAlias = tuple[Text, Text]
"""A label and its value."""
Chapter: TypeAlias = tuple[Text, tuple[Text, ...]]
"""A heading and its sentences."""


def source_line(rules: RuleSet, words: Words) -> str:
    """Where the rule set comes from.  A document's title is a citation: no language changes it."""
    return " · ".join(part for part in (words(edition_text(rules)), rules.source) if part)


def facts(rules: RuleSet) -> tuple[Fact, ...]:
    """The facts that a table asks for, short enough to be read at one look."""
    return (
        (T("Target"), T("{points} points", points=rules.game.target)),
        (T("Clock"), _clock_short(rules)),
        (T("Bags"), _bags_short(rules)),
        (T("Nil"), _nil_short(rules)),
        (T("Least contract"), _minimum_short(rules)),
        (T("When set"), _set_short(rules)),
    )


def _clock_short(rules: RuleSet) -> Text:
    if rules.clock.minutes is None:
        return T("none")
    return T("{minutes} min", minutes=rules.clock.minutes)


def _bags_short(rules: RuleSet) -> Text:
    if rules.bags.limit is None:
        return T("no penalty")
    return T("{limit} bags: {points}", limit=rules.bags.limit, points=-rules.bags.penalty)


def _nil_short(rules: RuleSet) -> Text:
    if rules.bidding.nils_per_side == 0:
        return T("none")
    if has_blind(rules) and rules.nil.blind_points is not None:
        return T("±{points}, blind ±{blind}", points=rules.nil.points, blind=rules.nil.blind_points)
    return T("±{points}", points=rules.nil.points)


def has_blind(rules: RuleSet) -> bool:
    """Can anybody bid a blind nil under these rules?"""
    return rules.nil.blind_points is not None and rules.bidding.blind_nil == "yes"


def _minimum_short(rules: RuleSet) -> Text:
    if rules.bidding.side_minimum == 0:
        return T("none")
    return T("{n} a side", n=rules.bidding.side_minimum)


def _set_short(rules: RuleSet) -> Text:
    if rules.contract.set == "full":
        return T("−{trick} × bid", trick=rules.contract.trick)
    if rules.contract.set == "shortfall":
        return T("−{trick} × tricks short", trick=rules.contract.trick)
    return T("loses nothing")


def in_words(rules: RuleSet) -> tuple[Chapter, ...]:
    """The whole rule set, chapter by chapter, in sentences."""
    chapters = (
        (T("Winning"), _winning(rules)),
        (T("Clock"), _clock(rules)),
        (T("Dealing"), _dealing(rules)),
        (T("Bidding"), _bidding(rules)),
        (T("Scoring"), _scoring(rules)),
        (T("Nil"), _nil(rules)),
        (T("Bags"), _bags(rules)),
        (T("Conduct"), _conduct(rules)),
        (T("Before the first deal"), tuple(map(authored, rules.checklist))),
        (T("Play"), tuple(map(authored, rules.play))),
    )
    return tuple(chapter for chapter in chapters if chapter[1])


TIES = {
    "extra-hand": T("Equal totals: one more hand decides."),
    "tie": T("Equal totals: the game is a tie."),
    "fewer-bags": T("Equal totals: the side with fewer bags wins; equal bags: one more hand."),
}


def after_hands(rules: RuleSet) -> Text:
    """That the game ends after so many hands."""
    most = rules.game.max_hands or 0
    return N("The game ends after {n} hand.", "The game ends after {n} hands.", most)


def set_so_often(rules: RuleSet) -> Text:
    """That a side loses that was set so often."""
    return N(
        "A side loses when it was set once.",
        "A side loses when it was set {n} times.",
        rules.game.sets_to_lose or 0,
    )


def _winning(rules: RuleSet) -> tuple[Text, ...]:
    game = rules.game
    says = [T("The first side at {points} after a whole hand wins.", points=game.target)]
    if game.floor is not None:
        says.append(T("A side at {points} or below loses.", points=game.floor))
    if game.max_hands is not None:
        says.append(after_hands(rules))
    if game.sets_to_lose is not None:
        says.append(set_so_often(rules))
    return (*says, TIES[game.on_tie])


AT_TIME = {
    "finish-hand": T("At time the hand in progress is finished; the higher total wins."),
    "stop": T("At time play stops; the hand in progress is void; the higher total wins."),
    "play-on": T("Time alone does not end the game; play goes on."),
}
STARTS = {
    "first-deal": T("It starts with the first deal."),
    "scheduled": T("It starts at the scheduled time."),
}


def _clock(rules: RuleSet) -> tuple[Text, ...]:
    clock = rules.clock
    late = (
        ()
        if clock.no_show_minutes is None
        else (
            N(
                "A side {n} minute late may be forfeited.",
                "A side {n} minutes late may be forfeited.",
                clock.no_show_minutes,
            ),
        )
    )
    if clock.minutes is None:
        return (T("No time limit."), *late)
    says = [
        N("{n} minute.", "{n} minutes.", clock.minutes),
        STARTS[clock.starts],
        AT_TIME[clock.at_time],
    ]
    if clock.at_time != "play-on":
        says.append(TIES[clock.on_tie])
    if clock.warn_minutes:
        warned = ", ".join(str(minutes) for minutes in clock.warn_minutes)
        says.append(T("It warns so many minutes before the end: {minutes}.", minutes=warned))
    return (*says, *late)


FIRST_DEALER = {
    "high-card": T("The player who draws the highest card deals first."),
    "random": T("The first dealer is drawn at random."),
    "choose": T("The teams choose the first dealer."),
}


def _dealing(rules: RuleSet) -> tuple[Text, ...]:
    deal = rules.deal
    says = [
        FIRST_DEALER[deal.first_dealer],
        T("Both jokers are in; the 2♥ and the 2♦ are out.")
        if deal.jokers
        else T("52 cards, no jokers."),
    ]
    if deal.misdeals:
        grounds = listed([authored(ground) for ground in deal.misdeals])
        says.append(T("A misdeal may be called for: {grounds}.", grounds=grounds))
    if deal.redeal == "same-dealer":
        says.append(T("After a misdeal the same dealer deals again."))
    else:
        says.append(T("After a misdeal the next dealer deals."))
    return tuple(says)


ZERO = {
    "nil": T("A bid of 0 is nil."),
    "allowed": T("A bid of 0 is a bid of no tricks, not nil."),
    "barred": T("A bid of 0 is refused: bid nil or at least 1."),
}


def _bidding(rules: RuleSet) -> tuple[Text, ...]:
    bidding = rules.bidding
    says = [
        T("Each player bids a number.")
        if bidding.unit == "player"
        else T("Each side agrees on one number."),
        T("The non-dealing side bids first.")
        if bidding.first == "non-dealing-side"
        else T("The player at the dealer's left bids first."),
    ]
    if bidding.side_minimum:
        says.append(
            T(
                "A side's contract is at least {n}, unless both partners bid nil.",
                n=bidding.side_minimum,
            )
        )
    if bidding.side_maximum is not None:
        says.append(T("A side's contract is at most {n}.", n=bidding.side_maximum))
    return (*says, ZERO[bidding.zero])


def _scoring(rules: RuleSet) -> tuple[Text, ...]:
    contract, big = rules.contract, rules.big_bid
    says = [
        T("A contract made: {trick} points a trick bid.", trick=contract.trick),
        T("Each trick above it: {points} and one bag.", points=points(contract.overtrick)),
        {
            "full": T("Set: {trick} points off for each trick bid.", trick=contract.trick),
            "shortfall": T("Set: {trick} points off for each trick short.", trick=contract.trick),
            "zero": T("Set: nothing is won and nothing is lost."),
        }[contract.set],
    ]
    if big is not None:
        says.append(
            T(
                "A contract of {least} or more, made: {points}.",
                least=big.from_,
                points=points(big.made),
            )
            if big.to is None
            else T(
                "A contract of {least} to {most}, made: {points}.",
                least=big.from_,
                most=big.to,
                points=points(big.made),
            )
        )
        says.append(
            T("Such a contract, set: as any other.")
            if big.set is None
            else T("Such a contract, set: {points} off.", points=points(big.set))
        )
        if not big.with_nil:
            says.append(T("Not for a side with a nil."))
    return tuple(says)


def points(value: int) -> Text:
    """An amount of points: "1 point", "−30 points"."""
    return N("{n} point", "{n} points", value)


FAILED = {
    "help": T("The tricks of a failed nil help the partner's contract."),
    "point-and-bag": T("Each trick of a failed nil is an overtrick: its points and one bag."),
    "bag": T("Each trick of a failed nil is a bag, without points."),
    "ignore": T("The tricks of a failed nil count for nothing."),
}


def _nil(rules: RuleSet) -> tuple[Text, ...]:
    bidding, nil = rules.bidding, rules.nil
    if bidding.nils_per_side == 0:
        return (T("There is no nil."),)
    says = [
        N("One nil a side.", "Both partners may bid nil.", bidding.nils_per_side),
        T("Nil: {points} won or lost.", points=points(nil.points)),
    ]
    if has_blind(rules) and nil.blind_points is not None:
        says.append(T("Blind nil: {points} won or lost.", points=points(nil.blind_points)))
        if bidding.blind_nil_deficit:
            says.append(T("Blind nil only when at least {n} behind.", n=bidding.blind_nil_deficit))
        if bidding.blind_nil_passes:
            says.append(
                N(
                    "A blind nil exchanges {n} card with the partner.",
                    "A blind nil exchanges {n} cards with the partner.",
                    bidding.blind_nil_passes,
                )
            )
    elif bidding.blind_nil == "if-agreed":
        says.append(T("No blind nil, unless both teams agree to it before the first hand."))
    else:
        says.append(T("No blind nil."))
    if bidding.nils_per_side == 2 and nil.pair == "all-or-nothing":
        says.append(T("Both partners nil: won only if both make it, else both are lost."))
    says.append(FAILED[nil.failed_tricks])
    if nil.failed_tricks in ("point-and-bag", "bag"):
        says.append(
            T("They count also when the contract was set.")
            if nil.bags_when_set
            else T("They do not count when the contract was set.")
        )
    return tuple(says)


def _bags(rules: RuleSet) -> tuple[Text, ...]:
    bags = rules.bags
    if bags.limit is None:
        return (T("Bags bring no penalty."),)
    return (
        N(
            "{n} bag costs {points}.",
            "{n} bags cost {points}.",
            bags.limit,
            points=points(bags.penalty),
        ),
        T("Bags above the limit are kept.")
        if bags.then == "carry"
        else T("Then the count is 0; bags above the limit are dropped."),
    )


def renege_effect(rules: RuleSet) -> Text:
    """What a renege costs under these rules, in one sentence."""
    renege = rules.renege
    if renege.effect == "none":
        return T("A renege is recorded; it moves no score.")
    if renege.effect == "set":
        return T("A renege: the offending side is set, and the offender's nil fails.")
    if renege.moved_tricks == "count":
        return N(
            "A renege: {n} trick moves from the offenders to the others, who get {points}.",
            "A renege: {n} tricks move from the offenders to the others, who get {points}.",
            renege.tricks,
            points=points(renege.points),
        )
    return N(
        "A renege: {n} trick is taken from the offenders, and the others get {points}.",
        "A renege: {n} tricks are taken from the offenders, and the others get {points}.",
        renege.tricks,
        points=points(renege.points),
    )


ABOUT: Final = {
    "renege": re.compile(r"\b(renege|revoke|renuncio)", re.IGNORECASE),
    "talk": re.compile(r"\b(talk|charla)", re.IGNORECASE),
}
"""How a ruling's question names what it is about, in the languages that ship."""


def readings(rules: RuleSet, about: Literal["renege", "talk"]) -> tuple[Text, ...]:
    """What the rule set's rulings say about it.

    A house whose penalty no parameter states (a renege loses the game) writes it as a ruling;
    who records the offence reads here what else is to be recorded.
    """
    return tuple(
        T("As read here: {reading}", reading=authored(each.reading))
        for each in rules.ruling
        if ABOUT[about].search(each.question)
    )


LADDER = {
    "warning": T("a warning"),
    "loss-of-hand": T("the hand is lost"),
    "none": T("recorded only"),
}


def _conduct(rules: RuleSet) -> tuple[Text, ...]:
    ladder = rules.talk.ladder
    says = [renege_effect(rules)]
    if not ladder or set(ladder) == {"none"}:
        says.append(T("Table talk is recorded; it moves no score."))
    for step, effect in enumerate(ladder, start=1):
        if set(ladder) != {"none"}:
            says.append(
                T("Table talk, offence {n}: {effect}.", n=step, effect=LADDER[effect])
                if step < len(ladder)
                else T(
                    "Table talk, offence {n} and every later one: {effect}.",
                    n=step,
                    effect=LADDER[effect],
                )
            )
    return tuple(says)
