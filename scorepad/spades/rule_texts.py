"""A rule set is put into words: one line, six facts, sentences, and briefly for a blank sheet.

Everything is derived from the parameters, so a house's own rule set reads as well as a preset.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from scorepad.spades.clock import warn_times_text
from scorepad.spades.rule_labels import (
    PARAMETER_LABELS,
    SECTION_LABELS,
    ladder_step_texts,
    plain_value_text,
    value_description,
    value_sentence,
)
from scorepad.spades.rules import BigBidRules, RuleSet
from scorepad.spades.words import N, T, Text, join_parts, join_with_commas, rule_file_text

Fact: TypeAlias = tuple[Text, Text]
"""A label and its value."""


class RulePhrasing(NamedTuple):
    """A rule as a sentence and in brief; either may be left out."""

    sentence: Text | None
    brief: Text | None = None


Chapter: TypeAlias = tuple[Text, tuple[Text, ...]]
"""A heading and the sentences below it."""


# In one line.


def edition_text(rules: RuleSet) -> Text:
    """Return the edition with the name of the rule set whose document it belongs to."""
    if not rules.based_on:
        return rule_file_text(rules.edition)
    if not rules.edition or rules.edition.casefold().startswith("undated"):
        return T("based on {rules}", rules=rules.based_on)
    return T(
        "based on {rules} ({edition})", rules=rules.based_on, edition=rule_file_text(rules.edition)
    )


def source_line(rules: RuleSet) -> str:
    """Return the source of the rule set. A document's title is a citation: no language changes
    it."""
    return join_parts((str(edition_text(rules)), rules.source))


def target_and_time_limit_texts(rules: RuleSet) -> tuple[Text, ...]:
    """Return how long a game is: "to 300", "30 minutes"."""
    target = T("to {target}", target=rules.game.target)
    if rules.clock.minutes is None:
        return (target,)
    return target, T("{minutes} minutes", minutes=rules.clock.minutes)


# In six facts.


def brief_rule_facts(rules: RuleSet) -> tuple[Fact, ...]:
    """Return the facts that a table asks for, short enough for a glance."""
    _target, *minutes = target_and_time_limit_texts(rules)
    least = rules.bidding.side_minimum
    return (
        (PARAMETER_LABELS["game.target"], T("{points} points", points=rules.game.target)),
        (SECTION_LABELS["clock"], minutes[0] if minutes else T("none")),
        (SECTION_LABELS["bags"], _bags_fact(rules)),
        (SECTION_LABELS["nil"], _nil_fact(rules)),
        (
            PARAMETER_LABELS["bidding.side_minimum"],
            T("{n} per team", n=least) if least else T("none"),
        ),
        (PARAMETER_LABELS["contract.set"], _set_fact(rules)),
    )


def _bags_fact(rules: RuleSet) -> Text:
    if rules.bags.limit is None:
        return T("no penalty")
    return T("{limit} bags: {points}", limit=rules.bags.limit, points=-rules.bags.penalty)


def _nil_fact(rules: RuleSet) -> Text:
    if rules.bidding.nils_per_side == 0:
        return T("none")
    if has_blind_nil(rules) and rules.nil.blind_points is not None:
        return T("±{points}, blind ±{blind}", points=rules.nil.points, blind=rules.nil.blind_points)
    return T("±{points}", points=rules.nil.points)


def has_blind_nil(rules: RuleSet) -> bool:
    """Return whether anybody can bid a blind nil under these rules."""
    return rules.nil.blind_points is not None and rules.bidding.blind_nil == "yes"


def _set_fact(rules: RuleSet) -> Text:
    if rules.contract.set == "full":
        return T("−{trick} × bid", trick=rules.contract.trick)
    if rules.contract.set == "shortfall":
        return T("−{trick} × tricks short", trick=rules.contract.trick)
    return value_description(rules, "contract.set").label


# In sentences, and in brief.


def rule_chapters(rules: RuleSet) -> tuple[Chapter, ...]:
    """Return the whole rule set in sentences, chapter by chapter."""
    chapters = [
        (title, tuple(each.sentence for each in statements if each.sentence is not None))
        for title, statements in _chapters(rules)
    ]
    chapters += checklist_and_play_rules(rules)
    return tuple(chapter for chapter in chapters if chapter[1])


def checklist_and_play_rules(rules: RuleSet) -> tuple[Chapter, ...]:
    """Return the rule set's own words: the checklist before the first deal, and the rules of
    play."""
    return (
        (T("Before the first deal"), tuple(rule_file_text(each.text) for each in rules.checklist)),
        (T("Play"), tuple(rule_file_text(each.text) for each in rules.play)),
    )


def brief_rules_by_topic(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield the topics of a rule set, each with its rules in brief."""
    for title, statements in _chapters(rules):
        if statements:
            sentences = (str(each.brief) for each in statements if each.brief is not None)
            yield str(title), "; ".join(sentences)


def _chapters(rules: RuleSet) -> tuple[tuple[Text, tuple[RulePhrasing, ...]], ...]:
    return (
        (SECTION_LABELS["game"], tuple(_game_statements(rules))),
        (SECTION_LABELS["first_hand"], tuple(_first_hand_statements(rules))),
        (SECTION_LABELS["clock"], tuple(_clock_statements(rules))),
        (T("Deal"), tuple(_deal_statements(rules))),
        (T("Bids"), tuple(_bid_statements(rules))),
        (T("Points"), tuple(_points_statements(rules))),
        (SECTION_LABELS["nil"], tuple(_nil_statements(rules))),
        (SECTION_LABELS["bags"], tuple(_bag_statements(rules))),
        (T("Conduct"), tuple(_conduct_statements(rules))),
    )


def _value_statement(rules: RuleSet, path: str) -> RulePhrasing:
    words = value_description(rules, path)
    return RulePhrasing(words.sentence, words.brief)


def reaches_target_text(rules: RuleSet) -> Text:
    """Return the sentence that a team at the target wins."""
    return T(
        "The first team with {points} or more at the end of a hand wins.", points=rules.game.target
    )


def falls_to_floor_text(rules: RuleSet) -> Text:
    """Return the sentence that a team at the floor loses."""
    return T("A team at {points} or below loses.", points=rules.game.floor or 0)


def max_hands_text(rules: RuleSet) -> Text:
    """Return after how many hands the game ends."""
    most = rules.game.max_hands or 0
    return N("The game ends after {n} hand.", "The game ends after {n} hands.", most)


def sets_to_lose_text(rules: RuleSet) -> Text:
    """Return how often a team may be set before it loses."""
    return N(
        "A team loses when it is set once.",
        "A team loses when it is set {n} times.",
        rules.game.sets_to_lose or 0,
    )


def _game_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    game = rules.game
    yield RulePhrasing(reaches_target_text(rules), T("first to {target}", target=game.target))
    if game.floor is not None:
        low = T("a team at {floor} or below loses", floor=game.floor)
        yield RulePhrasing(falls_to_floor_text(rules), low)
    if game.max_hands is not None:
        over = N("the game ends after {n} hand", "the game ends after {n} hands", game.max_hands)
        yield RulePhrasing(max_hands_text(rules), over)
    if game.sets_to_lose is not None:
        sets = N(
            "a team that is set in {n} hand loses",
            "a team that is set in {n} hands loses",
            game.sets_to_lose,
        )
        yield RulePhrasing(sets_to_lose_text(rules), sets)
    if game.sets_in_a_row_to_lose is not None:
        row = N(
            "A team loses when it is set.",
            "A team loses when it is set in {n} hands in a row.",
            game.sets_in_a_row_to_lose,
        )
        in_brief = N(
            "a team that is set loses",
            "a team that is set in {n} hands in a row loses",
            game.sets_in_a_row_to_lose,
        )
        yield RulePhrasing(row, in_brief)
    yield _value_statement(rules, "game.on_tie")


def _first_hand_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    first = rules.first_hand
    if first.bids == "itself":
        yield _value_statement(rules, "first_hand.bids")
    if first.minimum is not None:
        if first.below == "lose":
            yield RulePhrasing(
                T("A team with fewer than {n} tricks in the first hand loses.", n=first.minimum),
                T("taking fewer than {n} tricks in the first hand loses the game", n=first.minimum),
            )
        else:
            points = points_text(rules.contract.trick * first.minimum)
            yield RulePhrasing(
                T(
                    "A team with fewer than {n} tricks in the first hand is set: −{points}.",
                    n=first.minimum,
                    points=points,
                ),
                T(
                    "fewer than {n} tricks in the first hand: set, {points} lost",
                    n=first.minimum,
                    points=points,
                ),
            )
    if not first.counts_as_set:
        yield RulePhrasing(
            T("A set in the first hand doesn't count toward the sets that lose the game."),
            T("a set in the first hand doesn't count toward a loss"),
        )


def _clock_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    clock = rules.clock
    if clock.minutes is None:
        yield RulePhrasing(T("No time limit."), T("no time limit"))
        for late in _late_side_statements(rules):
            yield RulePhrasing(late.sentence)
        return
    yield RulePhrasing(
        N("{n} minute.", "{n} minutes.", clock.minutes),
        N("{n} minute from the first deal", "{n} minutes from the first deal", clock.minutes)
        if clock.starts == "first-deal"
        else N(
            "{n} minute from the scheduled start",
            "{n} minutes from the scheduled start",
            clock.minutes,
        ),
    )
    yield _value_statement(rules, "clock.starts")
    at_time = value_description(rules, "clock.at_time")
    yield RulePhrasing(
        at_time.sentence, T("when time runs out, {what}", what=at_time.brief or at_time.label)
    )
    if clock.at_time != "play-on":
        yield _value_statement(rules, "clock.on_tie")
    if clock.warn_minutes:
        yield RulePhrasing(
            T("Warnings {minutes} before the end.", minutes=warn_times_text(clock.warn_minutes))
        )
    yield from _late_side_statements(rules)


def _late_side_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    minutes = rules.clock.no_show_minutes
    if minutes is not None:
        yield RulePhrasing(
            N(
                "A team that is {n} minute late may have to forfeit.",
                "A team that is {n} minutes late may have to forfeit.",
                minutes,
            ),
            N(
                "a team {n} minute late may have to forfeit",
                "a team {n} minutes late may have to forfeit",
                minutes,
            ),
        )


def _deal_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    deal = rules.deal
    if deal.jokers:
        yield RulePhrasing(
            T("Both jokers are in; the 2♥ and the 2♦ are out."),
            T("jokers in, 2 of hearts and 2 of diamonds out"),
        )
    else:
        yield RulePhrasing(T("52 cards, no jokers."))
    yield _value_statement(rules, "deal.first_dealer")
    if deal.misdeals:
        grounds = join_with_commas([rule_file_text(ground) for ground in deal.misdeals])
        yield RulePhrasing(
            T("A misdeal may be called for: {grounds}.", grounds=grounds),
            T("misdeal: {grounds}", grounds=grounds),
        )
    if deal.misdeal_deadline:
        yield RulePhrasing(
            T(
                "Deadlines for a misdeal, by reason: {grounds}.",
                grounds=plain_value_text(deal.misdeal_deadline),
            )
        )
    yield _value_statement(rules, "deal.redeal")


def _bid_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    least, most = rules.bidding.side_minimum, rules.bidding.side_maximum
    yield _value_statement(rules, "bidding.first")
    yield _value_statement(rules, "bidding.unit")
    if least:
        yield RulePhrasing(
            T("Each team must bid at least {n}, unless both partners bid nil.", n=least),
            T("each team must bid at least {least}", least=least),
        )
    if most is not None:
        yield RulePhrasing(
            T("Each team may bid at most {n}.", n=most), T("{most} at most", most=most)
        )
    if barred := rules.bidding.barred:
        bids = join_with_commas([T("{n}", n=each) for each in barred])
        yield RulePhrasing(
            T("A team may not bid {bids}.", bids=bids), T("no bid of {bids}", bids=bids)
        )
    if (together := rules.bidding.table_minimum) is not None:
        yield RulePhrasing(
            T("If the bids total less than {n}, the cards are dealt again.", n=together),
            T("deal again if the bids total less than {n}", n=together),
        )
    yield _value_statement(rules, "bidding.zero")


def _points_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    contract = rules.contract
    yield RulePhrasing(
        T("Made contract: {trick} points per trick bid.", trick=contract.trick),
        T("{trick} points per trick bid", trick=contract.trick),
    )
    yield RulePhrasing(
        T(
            "Each trick above the contract: {points} and one bag.",
            points=points_text(contract.overtrick),
        ),
        T("{over} per overtrick (one bag)", over=contract.overtrick)
        if contract.overtrick
        else T("no points for overtricks (bags)"),
    )
    when_set = _value_statement(rules, "contract.set")
    yield RulePhrasing(*(each and T(each.one, trick=contract.trick) for each in when_set))
    for band in rules.big_bid:
        yield from _big_bid_statements(band)
    boston = rules.boston
    if boston.taken is not None:
        points = points_text(boston.taken)
        yield RulePhrasing(
            T("All 13 tricks taken: {points}.", points=points),
            T("all 13 tricks: {points}", points=boston.taken),
        )
    if boston.bid_wins:
        yield RulePhrasing(
            T("Making a bid of 13 wins the game."), T("making a bid of 13 wins the game")
        )
    yield from _blind_bid_statements(rules)


def _big_bid_statements(big: BigBidRules) -> Iterator[RulePhrasing]:
    bids = T("{least} or more", least=big.from_)
    if big.to is not None:
        bids = T("{least} to {most}", least=big.from_, most=big.to)
        if big.to == big.from_:
            bids = T("{n}", n=big.from_)
    yield RulePhrasing(
        T("Made contract of {bids}: {points}.", bids=bids, points=points_text(big.made)),
        T("a bid of {bids}: {made}", bids=bids, made=big.made),
    )
    if big.set is None:
        yield RulePhrasing(T("If set, it scores like any other contract."))
    else:
        yield RulePhrasing(
            T("If set: −{points}.", points=points_text(big.set)),
            T("{lost} lost if set", lost=big.set),
        )
    if not big.with_nil:
        yield RulePhrasing(T("If the partner bids nil, the bid scores like any other contract."))


def _blind_bid_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    blind = rules.blind_bid
    if blind is None:
        return
    bids = T("{least} to {most}", least=blind.minimum, most=blind.maximum)
    yield RulePhrasing(
        T(
            "Blind bids of {bids}: {trick} points per trick if made, −{lost} per trick if set.",
            bids=bids,
            trick=blind.trick,
            lost=blind.set_trick,
        ),
        T(
            "blind {bids}: {trick} per trick if made, {lost} lost per trick if set",
            bids=bids,
            trick=blind.trick,
            lost=blind.set_trick,
        ),
    )
    if blind.deficit:
        yield RulePhrasing(
            T("A team may bid blind only if it trails by at least {n}.", n=blind.deficit),
            T("only if {deficit} or more behind", deficit=blind.deficit),
        )
    if blind.per_game is not None:
        yield RulePhrasing(
            N(
                "A team may bid blind once a game.",
                "A team may bid blind in up to {n} hands per game.",
                blind.per_game,
            ),
            N("once a game", "{n} times a game", blind.per_game),
        )


def points_text(value: int) -> Text:
    """Return an amount of points: "1 point", "−30 points"."""
    return N("{n} point", "{n} points", value)


def _nil_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    bidding, nil = rules.bidding, rules.nil
    if bidding.nils_per_side == 0:
        yield RulePhrasing(T("No nil."), T("no nil"))
        return
    yield RulePhrasing(
        T("Nil: {points} won or lost.", points=points_text(nil.points)),
        T("{points} won or lost", points=nil.points),
    )
    yield from _blind_nil_statements(rules)
    yield RulePhrasing(
        N("One nil per team.", "Both partners may bid nil.", bidding.nils_per_side),
        T("one nil per team") if bidding.nils_per_side == 1 else None,
    )
    pair = _value_statement(rules, "nil.pair")
    yield pair if bidding.nils_per_side == 2 else RulePhrasing(None, pair.brief)
    yield _value_statement(rules, "nil.failed_tricks")
    if nil.pair_failed_tricks is not None:
        how = value_description(rules, "nil.pair_failed_tricks").label
        yield RulePhrasing(
            T("Tricks taken when both partners' nils fail: {how}.", how=how),
            T("tricks when both nils fail: {how}", how=how),
        )
    if nil.failed_tricks in ("point-and-bag", "bag"):
        yield RulePhrasing(
            T("The tricks of a failed nil count even if the team is set.")
            if nil.bags_when_set
            else T("The tricks of a failed nil don't count if the team is set.")
        )


def _blind_nil_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    bidding, value = rules.bidding, rules.nil.blind_points
    behind, passed = bidding.blind_nil_deficit, bidding.blind_nil_passes
    conditions = []
    if behind:
        conditions.append(
            RulePhrasing(
                T("A team may bid blind nil only if it trails by at least {n}.", n=behind),
                T("only if {deficit} or more behind", deficit=behind),
            )
        )
    if passed:
        conditions.append(
            RulePhrasing(
                N(
                    "On a blind nil, the partners exchange {n} card.",
                    "On a blind nil, the partners exchange {n} cards.",
                    passed,
                ),
                N("{n} card is passed", "{n} cards are passed", passed),
            )
        )
    if bidding.blind_nil == "if-agreed":
        yield RulePhrasing(T("No blind nil, unless both teams agree to it before the first hand."))
        if value is not None:
            blind = T("blind nil {points}", points=value)
            yield RulePhrasing(None, T("{blind} if both teams agreed", blind=blind))
            yield from (RulePhrasing(None, each.brief) for each in conditions)
    elif value is not None and bidding.blind_nil == "yes":
        yield RulePhrasing(
            T("Blind nil: {points} won or lost.", points=points_text(value)),
            T("blind nil {points}", points=value),
        )
        yield from conditions
    else:
        yield RulePhrasing(T("No blind nil."))


def _bag_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    limit, penalty = rules.bags.limit, rules.bags.penalty
    if limit is None:
        yield RulePhrasing(T("No bag penalty."), T("no penalty"))
        return
    yield RulePhrasing(
        N("{n} bag costs {points}.", "{n} bags cost {points}.", limit, points=points_text(penalty)),
        T("{limit} bags cost {penalty} points", limit=limit, penalty=penalty),
    )
    yield _value_statement(rules, "bags.then")


def _conduct_statements(rules: RuleSet) -> Iterator[RulePhrasing]:
    renege = rules.renege
    if renege.ladder:
        yield from _ladder_statements(T("Renege"), T("renege"), renege.ladder)
        if renege.moved_tricks == "count":
            yield RulePhrasing(
                T("Tricks removed by a penalty count toward the other team's contract.")
            )
    else:
        in_brief = _value_statement(rules, "renege.effect").brief or T(
            "renege: {tricks} tricks removed, {points} points to the other team",
            tricks=renege.tricks,
            points=renege.points,
        )
        yield RulePhrasing(renege_effect(rules), in_brief)
    if set(rules.talk.ladder) <= {"none"}:
        in_brief = T("table talk: noted, costs no points")
        yield RulePhrasing(T("Table talk is recorded; it doesn't change the score."), in_brief)
    else:
        yield from _ladder_statements(T("Table talk"), T("table talk"), rules.talk.ladder)


def _ladder_statements(title: Text, word: Text, ladder: Sequence[str]) -> Iterator[RulePhrasing]:
    steps = [ladder_step_texts(each) for each in ladder]
    costs = join_with_commas([each.brief or each.label for each in steps])
    yield RulePhrasing(None, T("{offense}: {steps}", offense=word, steps=costs))
    for n, step in enumerate(steps, start=1):
        effect = step.sentence or step.label
        yield RulePhrasing(
            T("{title}, offense {n}: {effect}.", title=title, n=n, effect=effect)
            if n < len(steps)
            else T(
                "{title}, offense {n} and every later one: {effect}.",
                title=title,
                n=n,
                effect=effect,
            )
        )


def renege_effect(rules: RuleSet) -> Text:
    """Return the cost of a renege in one sentence."""
    renege = rules.renege
    if renege.effect != "tricks":
        return value_sentence(rules, "renege.effect")
    if renege.moved_tricks == "count":
        return N(
            "For a renege, {n} trick moves from the offenders to the other team, which also "
            "gets {points}.",
            "For a renege, {n} tricks move from the offenders to the other team, which also "
            "gets {points}.",
            renege.tricks,
            points=points_text(renege.points),
        )
    return N(
        "For a renege, {n} trick is taken from the offenders, and the other team gets {points}.",
        "For a renege, {n} tricks are taken from the offenders, and the other team gets {points}.",
        renege.tricks,
        points=points_text(renege.points),
    )
