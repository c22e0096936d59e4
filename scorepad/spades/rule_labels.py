"""Parameters, their values and score lines have labels; values have sentences and brief words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final, Literal

import msgspec

from scorepad.spades.parameters import Parameter, parameter, parameters, value_at
from scorepad.spades.rules import OPTIONAL_SECTIONS, STEP_PATTERN, THIRD_OFFENSE, RuleSet
from scorepad.spades.words import N, T, Text, join_with_commas, rule_file_text

SECTION_LABELS: dict[str, Text] = {
    "game": T("Game"),
    "first_hand": T("First hand"),
    "clock": T("Clock"),
    "deal": T("Dealing"),
    "bidding": T("Bidding"),
    "contract": T("Contract"),
    "big_bid": T("Big bid"),
    "boston": T("Boston"),
    "blind_bid": T("Blind bid"),
    "nil": T("Nil"),
    "bags": T("Bags"),
    "renege": T("Renege"),
    "talk": T("Table talk"),
}
PARAMETER_LABELS: dict[str, Text] = {
    "game.target": T("Target"),
    "game.floor": T("Lower limit"),
    "game.max_hands": T("Number of hands"),
    "game.sets_to_lose": T("Sets that lose the game"),
    "game.sets_in_a_row_to_lose": T("Sets in a row that lose the game"),
    "game.on_tie": T("Tie"),
    "first_hand.bids": T("Bids of the first hand"),
    "first_hand.minimum": T("Minimum tricks in the first hand"),
    "first_hand.below": T("First hand below the minimum"),
    "first_hand.counts_as_set": T("A set in the first hand counts toward a loss"),
    "clock.minutes": T("Minutes"),
    "clock.starts": T("Clock starts"),
    "clock.at_time": T("When time runs out"),
    "clock.on_tie": T("Tie when time runs out"),
    "clock.warn_minutes": T("Warnings (minutes before the end)"),
    "clock.no_show_minutes": T("No-show after (minutes)"),
    "deal.jokers": T("Jokers"),
    "deal.first_dealer": T("First dealer"),
    "deal.misdeals": T("Reasons for a misdeal"),
    "deal.misdeal_deadline": T("Deadline for a misdeal"),
    "deal.redeal": T("Dealer after a misdeal"),
    "bidding.unit": T("Who bids"),
    "bidding.first": T("First to bid"),
    "bidding.side_minimum": T("Minimum bid"),
    "bidding.side_maximum": T("Maximum bid"),
    "bidding.barred": T("Bids that aren't allowed"),
    "bidding.table_minimum": T("Minimum total bid at the table"),
    "bidding.zero": T("A bid of 0"),
    "bidding.nils_per_side": T("Nils per team"),
    "bidding.blind_nil": T("Blind nil (Double Nil)"),
    "bidding.blind_nil_deficit": T("Blind nil when behind by"),
    "bidding.blind_nil_passes": T("Cards passed on a blind nil"),
    "contract.trick": T("Points per trick bid"),
    "contract.overtrick": T("Points per overtrick"),
    "contract.set": T("If set"),
    "big_bid.from": T("Big bid from"),
    "big_bid.to": T("Big bid up to"),
    "big_bid.made": T("Big bid made (points)"),
    "big_bid.set": T("Big bid set (points lost)"),
    "big_bid.with_nil": T("Big bid if the partner bids nil"),
    "boston.taken": T("All 13 tricks taken (points)"),
    "boston.bid_wins": T("A bid of 13 wins the game"),
    "blind_bid.minimum": T("Blind bid from"),
    "blind_bid.maximum": T("Blind bid up to"),
    "blind_bid.deficit": T("Blind bid when behind by"),
    "blind_bid.trick": T("Points per trick bid blind"),
    "blind_bid.set_trick": T("Points lost per trick bid blind"),
    "blind_bid.per_game": T("Blind bids per game"),
    "nil.points": T("Nil (points)"),
    "nil.blind_points": T("Blind nil (points)"),
    "nil.pair": T("Both partners nil"),
    "nil.failed_tricks": T("Tricks of a failed nil"),
    "nil.pair_failed_tricks": T("Tricks if both partners' nils fail"),
    "nil.bags_when_set": T("Tricks of a failed nil count even if the team is set"),
    "bags.limit": T("Bag limit"),
    "bags.penalty": T("Bag penalty (points)"),
    "bags.then": T("Bags after a penalty"),
    "renege.effect": T("Effect of a renege"),
    "renege.tricks": T("Tricks lost per renege"),
    "renege.points": T("Points to the other team"),
    "renege.moved_tricks": T("Tricks removed for a renege"),
    "renege.ladder": T("Renege penalties, by offense"),
    "talk.ladder": T("Table talk penalties, by offense"),
}


_BAG_WORDS = T("sandbags, bagging, overbook")
_BIG_BID_WORDS = T("10 for 200, ten for two, Boston, moon, shooting the moon")
_BOSTON_WORDS = T("Boston, moon, shooting the moon, run a Boston, all the books")
_RENEGE_WORDS = T("revoke, revoking, reneging, failing to follow suit")
_BOOK_WORDS = T("books")
PLAYERS_WORDS: dict[str, Text] = {
    "game.target": T("winning score, game to, race to"),
    "game.floor": T("mercy, mercy rule, bust, minus limit"),
    "game.max_hands": T("rounds, deals"),
    "game.sets_to_lose": T("set twice, mercy, euchre"),
    "game.sets_in_a_row_to_lose": T("set twice, mercy, back to back"),
    "first_hand.bids": T("first hand bids itself, first game, no bid"),
    "first_hand.minimum": T("four books, first hand"),
    "first_hand.below": T("first hand, lose the game"),
    "first_hand.counts_as_set": T("first hand, set twice"),
    "clock.minutes": T("time limit"),
    "clock.no_show_minutes": T("late, forfeit time"),
    "deal.jokers": T("deuces, big joker, little joker"),
    "deal.misdeals": T("throw in, redeal"),
    "bidding.side_minimum": T("board, make board, four and no more"),
    "bidding.barred": T("one bid, nine bid, no nines"),
    "bidding.table_minimum": T("total bid, throw in, 11 bid, ten bid"),
    "boston.taken": _BOSTON_WORDS,
    "boston.bid_wins": _BOSTON_WORDS,
    **dict.fromkeys(
        (
            "blind_bid.minimum",
            "blind_bid.maximum",
            "blind_bid.deficit",
            "blind_bid.trick",
            "blind_bid.set_trick",
            "blind_bid.per_game",
        ),
        T("blind six, blind seven, double, going blind"),
    ),
    "bidding.side_maximum": T("all the tricks"),
    "bidding.zero": T("goose egg, zero"),
    "bidding.nils_per_side": T("nello, double nil"),
    "bidding.blind_nil": T("double nil, naked nil"),
    "bidding.blind_nil_deficit": T("behind, down by"),
    "contract.trick": _BOOK_WORDS,
    "contract.overtrick": T("sandbags, bags, books, overbook"),
    "contract.set": T("bumped, busted, short, underbid"),
    "big_bid.from": _BIG_BID_WORDS,
    "big_bid.to": _BIG_BID_WORDS,
    "big_bid.made": _BIG_BID_WORDS,
    "big_bid.set": _BIG_BID_WORDS,
    "big_bid.with_nil": _BIG_BID_WORDS,
    "nil.points": T("nello, zero"),
    "nil.blind_points": T("double nil, naked nil"),
    "bags.limit": _BAG_WORDS,
    "bags.penalty": _BAG_WORDS,
    "bags.then": _BAG_WORDS,
    "renege.effect": _RENEGE_WORDS,
    "renege.tricks": T("revoke, books"),
    "renege.points": _RENEGE_WORDS,
    "renege.moved_tricks": T("revoke, books"),
    "renege.ladder": T("revoke, revoking, books, three books, disqualified"),
    "talk.ladder": T("talking, cheating, signals, books, disqualified"),
}
"""The words by which players look for a parameter, besides its name."""


class ValueTexts(msgspec.Struct, frozen=True):
    """A value has a label for the field where it is chosen, a sentence, and brief words for the
    foot of a blank sheet."""

    label: Text
    sentence: Text | None = None
    brief: Text | None = None


EXTRA_HAND = ValueTexts(
    T("one more hand"),
    T("Tie: play one more hand."),
    T("tie: one more hand decides it"),
)
TIE = ValueTexts(
    T("the game is a tie"),
    T("Tie: no extra hand; the game ends tied."),
    T("tie: no extra hand, the game ends tied"),
)
FAILED_TRICKS: dict[str, ValueTexts] = {
    "help": ValueTexts(
        T("count for the partner"),
        T("The tricks of a failed nil count toward the partner's contract."),
        T("tricks of a failed nil count toward the contract"),
    ),
    "point-and-bag": ValueTexts(
        T("a point and a bag each"),
        T("Each trick of a failed nil scores as an overtrick: overtrick points and one bag."),
        T("each trick of a failed nil is an overtrick"),
    ),
    "bag": ValueTexts(
        T("a bag each"),
        T("Each trick of a failed nil counts as a bag but scores no points."),
        T("each trick of a failed nil is a bag"),
    ),
    "ignore": ValueTexts(
        T("count for nothing"),
        T("The tricks of a failed nil count for nothing."),
        T("tricks of a failed nil count for nothing"),
    ),
}
VALUE_DESCRIPTIONS: dict[str, dict[str, ValueTexts]] = {
    "game.on_tie": {"extra-hand": EXTRA_HAND, "tie": TIE},
    "clock.starts": {
        "first-deal": ValueTexts(
            T("with the first deal"), T("The clock starts with the first deal.")
        ),
        "scheduled": ValueTexts(
            T("at the scheduled time"), T("The clock starts at the scheduled time.")
        ),
    },
    "clock.at_time": {
        "finish-hand": ValueTexts(
            T("finish the hand"),
            T("When time runs out, finish the hand. The higher total wins."),
            T("the hand in progress is finished, then the higher total wins"),
        ),
        "stop": ValueTexts(
            T("stop at once"),
            T(
                "When time runs out, play stops and the hand in progress is void. The higher "
                "total wins."
            ),
            T("the hand in progress is void, and the higher total wins"),
        ),
        "play-on": ValueTexts(
            T("play on"),
            T("Running out of time doesn't end the game; play continues."),
            T("play continues to the target"),
        ),
    },
    "clock.on_tie": {
        "extra-hand": EXTRA_HAND,
        "tie": TIE,
        "fewer-bags": ValueTexts(
            T("fewer bags win"),
            T("Tie: the team with fewer bags wins. If the bags are also tied, play one more hand."),
            T("tie: the team with fewer bags wins"),
        ),
    },
    "deal.first_dealer": {
        "high-card": ValueTexts(
            T("high card"),
            T("The player who draws the highest card deals first."),
            T("high card deals first"),
        ),
        "random": ValueTexts(
            T("at random"),
            T("The first dealer is drawn at random."),
            T("the first dealer is drawn at random"),
        ),
        "choose": ValueTexts(
            T("teams choose"),
            T("The teams choose the first dealer."),
            T("the teams choose the first dealer"),
        ),
    },
    "deal.redeal": {
        "same-dealer": ValueTexts(
            T("same dealer"), T("After a misdeal, the same dealer deals again.")
        ),
        "next-dealer": ValueTexts(
            T("next dealer"),
            T("After a misdeal, the next player deals."),
            T("after a misdeal the next player deals"),
        ),
    },
    "first_hand.bids": {
        "normal": ValueTexts(T("same as other hands")),
        "itself": ValueTexts(
            T("the hand bids itself"),
            T("The first hand bids itself: the tricks each team takes count as its bid."),
            T("the first hand bids itself"),
        ),
    },
    "first_hand.below": {
        "lose": ValueTexts(T("the game is lost")),
        "set": ValueTexts(T("the team is set")),
    },
    "bidding.unit": {
        "player": ValueTexts(T("each player"), T("Each player bids a number.")),
        "side": ValueTexts(
            T("partners together"),
            T("Each team agrees on one number."),
            T("partners agree on one bid"),
        ),
    },
    "bidding.first": {
        "non-dealing-side": ValueTexts(
            T("the non-dealing team"),
            T("The non-dealing team bids first."),
            T("the non-dealing team bids first"),
        ),
        "left-of-dealer": ValueTexts(
            T("player left of dealer"),
            T("The player to the dealer's left bids first."),
            T("the player to the dealer's left bids first"),
        ),
    },
    "bidding.zero": {
        "nil": ValueTexts(T("a nil"), T("A bid of 0 is nil."), T("a bid of 0 is a nil")),
        "allowed": ValueTexts(
            T("a bid of no tricks"),
            T("A bid of 0 is a bid of no tricks, not nil."),
            T("a bid of 0 is allowed and isn't a nil"),
        ),
        "barred": ValueTexts(
            T("not allowed"),
            T("A bid of 0 isn't allowed: bid nil or at least 1."),
            T("a bid of 0 isn't allowed"),
        ),
    },
    "bidding.blind_nil": {
        "no": ValueTexts(T("no")),
        "yes": ValueTexts(T("yes")),
        "if-agreed": ValueTexts(T("if agreed")),
    },
    "contract.set": {
        "full": ValueTexts(
            T("loses points for all tricks bid"),
            T("If set: −{trick} points for each trick bid."),
            T("set: {trick} lost for each trick bid"),
        ),
        "shortfall": ValueTexts(
            T("loses points only for the tricks it's short"),
            T("If set: −{trick} points for each trick short."),
            T("set: {trick} lost for each trick short"),
        ),
        "zero": ValueTexts(
            T("loses nothing"),
            T("If set, no points are won or lost."),
            T("set: nothing lost"),
        ),
    },
    "nil.pair": {
        "sum": ValueTexts(T("each scored separately")),
        "all-or-nothing": ValueTexts(
            T("both or neither"),
            T("If both partners bid nil, both must make it; otherwise, both nils are lost."),
            T("both partners nil: both lost if either fails"),
        ),
    },
    "nil.failed_tricks": FAILED_TRICKS,
    "nil.pair_failed_tricks": FAILED_TRICKS,
    "bags.then": {
        "carry": ValueTexts(
            T("the rest carries over"),
            T("Bags above the limit carry over."),
            T("extra bags carry over"),
        ),
        "reset": ValueTexts(
            T("back to 0"),
            T("After the penalty, the count goes back to 0; bags above the limit are dropped."),
            T("then the count goes back to 0"),
        ),
    },
    "deal.misdeal_deadline": {
        "bids": ValueTexts(T("before the bids")),
        "first-lead": ValueTexts(T("before the first lead")),
    },
    "renege.effect": {
        "tricks": ValueTexts(T("tricks are removed")),
        "set": ValueTexts(
            T("the team is set"),
            T("A renege: the offending team is set, and the offender's nil fails."),
            T("renege: the team is set and the offender's nil fails"),
        ),
        "own-bid": ValueTexts(
            T("the offender's own bid is lost"),
            T(
                "A renege: the offender loses their own bid, even a nil. The partner's bid "
                "alone becomes the contract. The renege counts as a set."
            ),
            T("renege: the offender's own bid is lost, which counts as a set"),
        ),
        "none": ValueTexts(
            T("nothing"),
            T("A renege is recorded; it doesn't change the score."),
            T("renege: noted, costs no points"),
        ),
    },
    "renege.moved_tricks": {
        "none": ValueTexts(T("nothing")),
        "count": ValueTexts(T("go to the other team")),
    },
}
"""The words for each value of each parameter with a choice."""
_STEPS: dict[str, ValueTexts] = {
    "warning": ValueTexts(T("a warning"), T("a warning"), T("warning")),
    "loss-of-hand": ValueTexts(T("hand lost"), T("the hand is lost"), T("loss of the hand")),
    "none": ValueTexts(T("nothing"), T("recorded only"), T("no penalty")),
    "set": ValueTexts(T("set"), T("the team is set"), T("the team is set")),
    "forfeit": ValueTexts(T("game lost"), T("the game is forfeited"), T("game forfeited")),
}


def ladder_step_texts(step: str) -> ValueTexts:
    """Return the words for a step of a ladder, which are parts of a sentence about an offense."""
    word, _, number = step.partition(" ")
    if not number:
        return _STEPS[word]
    n = int(number)
    if word == "tricks":
        text = N("{n} trick lost", "{n} tricks lost", n)
        return ValueTexts(text, N("{n} trick is removed", "{n} tricks are removed", n), text)
    if word == "points":
        text = N("{n} point to the other team", "{n} points to the other team", n)
    else:
        text = N("{n} point lost", "{n} points lost", n)
    return ValueTexts(text, text, text)


YES, NO = T("yes"), T("no")
_LABELS = {
    value: words.label
    for values in (*VALUE_DESCRIPTIONS.values(), _STEPS)
    for value, words in values.items()
}
SCORE_LINE_LABELS: dict[str, Text] = {
    "contract": T("Contract made"),
    "big-bid": T("Big bid"),
    "blind-bid": T("Blind bid"),
    "first-hand": T("First hand"),
    "set": T("Set"),
    "overtricks": T("Overtricks"),
    "boston": T("Boston"),
    "nil": T("Nil"),
    "blind-nil": T("Blind nil"),
    "failed-nil-tricks": T("Tricks of a failed nil"),
    "renege": T("Renege"),
    "talk": T("Table talk"),
    "lost-hand": T("Lost hand"),
    "bag-penalty": T("Bag penalty"),
    "ruling": T("Ruling"),
}
"""The title of each kind of score line."""
NONE = T("none")


def value_sentence(rules: RuleSet, path: str) -> Text:
    """Return the meaning of this parameter's value."""
    words = value_description(rules, path)
    return words.sentence or words.label


def value_description(rules: RuleSet, path: str) -> ValueTexts:
    """Return the words for the value of this parameter."""
    section, _, name = path.partition(".")
    return VALUE_DESCRIPTIONS[path][getattr(getattr(rules, section), name)]


def in_label_order(paths: Collection[str]) -> list[str]:
    """Return parameters in the order in which people name them."""
    return [path for path in PARAMETER_LABELS if path in paths]


def parameter_label(path: str) -> Text:
    return PARAMETER_LABELS.get(path) or SECTION_LABELS.get(path) or T("{path}", path=path)


def plain_value_text(plain: Any) -> Text:
    """Return a parameter's plain value as a text."""
    if plain is None:
        return NONE
    if isinstance(plain, bool):
        return YES if plain else NO
    if isinstance(plain, int):
        return T("{n}", n=plain)
    if isinstance(plain, str):
        if re.fullmatch(STEP_PATTERN, plain) and " " in plain:
            return ladder_step_texts(plain).label
        return _LABELS.get(plain) or rule_file_text(plain)
    if isinstance(plain, Mapping):
        lines = (
            T("{name}: {value}", name=rule_file_text(name), value=plain_value_text(value))
            for name, value in plain.items()
        )
        return join_with_commas([*lines]) if plain else NONE
    return join_with_commas([plain_value_text(item) for item in plain]) if plain else NONE


def format_value(plain: Any) -> str:
    """Return a parameter's plain value in the reader's words."""
    return str(plain_value_text(plain))


_RULING_PATTERNS: Final = {
    "misdeal": r"(?i)\b(misdeal|reparto nulo)",
    "renege": r"(?i)\b(renege|revoke|renuncio)",
    "talk": r"(?i)\b(talk|charla)",
}
"""Patterns for the topic of a house's own ruling, in the languages that ship; a ruling that
names parameters is about these."""
_SECTION_OF: Final = {"misdeal": "deal.misdeals", "renege": "renege.", "talk": "talk."}
_IDENTITY_PATTERN: Final = r"\bIDs?\b|\b(?i:ident)"
_AGREED_CHANGES_PATTERN: Final = r"(?i)\b(agreed|acordad[oa]s?)\b"


def option_text(reading: str) -> Text:
    """Return another reading of the document, without the parameters in parentheses that older rule
    set files have behind it."""
    return rule_file_text(re.sub(r" \([a-z_]+\.[a-z_]+ = [^()]*\)", "", reading))


def is_about_identity(checklist_item: str) -> bool:
    """Return whether an item of the checklist is about the players' identity.

    Identity is recorded for each player, so the checklist does not ask for it again.
    """
    return re.search(_IDENTITY_PATTERN, checklist_item) is not None


def is_about_agreed_changes(checklist_item: str) -> bool:
    """Return whether an item of the checklist is about changes that both teams agree to."""
    return re.search(_AGREED_CHANGES_PATTERN, checklist_item) is not None


def rulings_about(
    rules: RuleSet, about: Literal["misdeal", "renege", "talk"], *, offense: int = 1
) -> tuple[Text, ...]:
    """Return the rule set's rulings on a misdeal, a renege or talk, at a team's `offense`-th.

    A penalty without a parameter, such as "a renege loses the game", is such a ruling.
    """
    return tuple(
        T(
            "{question}\n{reading}",
            question=rule_file_text(each.question),
            reading=rule_file_text(each.reading),
        )
        for each in rules.ruling
        if (each.when != "third-talk" or offense >= THIRD_OFFENSE)
        and (
            any(path.startswith(_SECTION_OF[about]) for path in each.decides)
            if each.decides
            else re.search(_RULING_PATTERNS[about], each.question)
        )
    )


def agreement_texts(agreed: Mapping[str, Any]) -> list[Text]:
    """Return a text for each deviation: the parameter's name and its value."""
    return [
        T("{name}: {value}", name=parameter_label(path), value=plain_value_text(plain))
        for path, plain in list_agreed_paths_and_values(agreed)
    ]


def list_agreed_paths_and_values(agreed: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the path and the plain value of every deviation; a section itself where it is taken
    away."""
    values = [
        (declared.path, plain) for declared, plain in list_agreed_parameters_and_values(agreed)
    ]
    values += [(name, None) for name in OPTIONAL_SECTIONS if agreed.get(name, {}) in (None, False)]
    return values


def list_agreed_parameters_and_values(agreed: Mapping[str, Any]) -> list[tuple[Parameter, Any]]:
    """Return the parameters that `agreed` names, with their plain values, in declared order."""
    result: list[tuple[Parameter, Any]] = []
    for section, table in agreed.items():
        if isinstance(table, list | tuple):  # several bands of big bids
            paths = [each.path for each in parameters() if each.section == section]
            values = [(parameter(path), value_at(agreed, path)) for path in paths]
            result += [(each, value) for each, value in values if each is not None]
            continue
        if not isinstance(table, Mapping):
            continue
        for name, value in table.items():
            declared = parameter(f"{section}.{name}")
            if declared is not None:
                result.append((declared, None if declared.optional and value is False else value))
    order = [each.path for each in parameters()]
    return sorted(result, key=lambda pair: order.index(pair[0].path))
