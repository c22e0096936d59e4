"""What decides the game and what ended it, in words with their places; and the running sum behind
a total or a count of bags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from scorepad.spades.match import Match
from scorepad.spades.naming import side_called
from scorepad.spades.result import needs, outcome, owed
from scorepad.spades.rules import Reading, RuleSet
from scorepad.spades.words import T, Text, Words, authored, number, signed
from scorepad.window import parts, theme
from scorepad.window.rule_words import AT_TIME, TIES, after_hands, set_so_often, source_line

Step: TypeAlias = tuple[Text, int, int]
"""What moved a running sum, by how much, and what it came to."""
DECIDED_BY: dict[str, tuple[str, ...]] = {
    "target": ("game.on_tie", "target"),
    "time": ("clock.at_time", "clock.on_tie"),
    "extra-hand": ("game.on_tie", "clock.on_tie"),
}
"""How the readings of a rule set that are about such an end are known: by the parameters that
their options name, and by what they ask."""


def readings_on(rules: RuleSet, reason: str) -> tuple[Reading, ...]:
    """The readings of the document that are about such an end of the game."""
    known = DECIDED_BY.get(reason, ())
    return tuple(
        each
        for each in rules.ruling
        if any(word in text for word in known for text in (each.question, *each.options))
    )


def ending_says(match: Match) -> Iterator[Text]:
    """Why the game ended as it did, a sentence each."""
    end, rules = match.board.end, match.rules
    if end is None:
        return
    if end.reason == "target":
        yield T("The first side at {points} after a whole hand wins.", points=rules.game.target)
        if end.winner is not None and min(match.board.score) >= rules.game.target:
            yield T("Both reached it in the same hand: the higher total wins.")
    elif end.reason == "time":
        yield AT_TIME[rules.clock.at_time]
        yield TIES[rules.clock.on_tie]
    elif end.reason == "extra-hand":
        yield T("The totals were equal: one more hand decided, whatever the target.")
    elif end.reason == "floor":
        yield T("A side at {points} or below loses.", points=rules.game.floor or 0)
    elif end.reason == "sets":
        yield set_so_often(rules)
    elif end.reason == "max-hands":
        yield after_hands(rules)
    elif end.reason == "forfeit":
        yield T("A side that gives the game up loses, whatever the totals. A forfeit is final.")
    else:
        yield T("The game was ended without a winner. This is final.")
    if end.tied:
        yield TIES[rules.clock.on_tie if end.reason == "time" else rules.game.on_tie]


def standing_says(match: Match, side: int) -> Iterator[Text]:
    """What decides for this side while the game is played, a sentence each."""
    board, rules = match.board, match.rules
    lacks = needs(match, side)
    if lacks is None:
        return
    if (tied := owed(match)) is not None:
        yield tied
    target, team = rules.game.target, side_called(match.head, side)
    yield T(
        "{target} to reach, {total} so far: {team} lack {n}.",
        target=target,
        total=board.score[side],
        team=team,
        n=lacks,
    )
    yield T("The first side at {points} after a whole hand wins.", points=target)
    yield TIES[rules.game.on_tie]
    if rules.game.floor is not None:
        yield T("A side at {points} or below loses.", points=rules.game.floor)
    if rules.game.sets_to_lose is not None:
        yield set_so_often(rules)
    if rules.game.max_hands is not None:
        yield after_hands(rules)
    if rules.clock.minutes is not None or board.time_entry is not None:
        yield AT_TIME[rules.clock.at_time]
        if rules.clock.at_time != "play-on":
            yield TIES[rules.clock.on_tie]


def steps(match: Match, side: int, *, bags: bool = False) -> Iterator[Step]:
    """How a side's total, or its count of bags, came about: hands and rulings between them."""
    board = match.board
    now = 0
    later = list(board.adjustments)
    for before, hand in enumerate((None, *board.hands)):
        if hand is not None and hand.status in ("scored", "lost"):
            after = (hand.bags if bags else hand.score)[side]
            yield T("Hand {n}", n=hand.number), after - now, after
            now = after
        while later and later[0].after_hand == before:
            given = later.pop(0)
            more = given.bags if bags else given.points
            if given.side == side and more:
                now += more
                yield T("Ruling: {why}", why=given.why), more, now


def running_sum(match: Match, side: int, words: Words, *, bags: bool = False) -> QWidget:
    """The running sum behind a total, or a count of bags, row by row."""
    box = QWidget()
    column = parts.column_of(box, spacing=4)
    title = words("Bags, hand by hand") if bags else words("Total, hand by hand")
    column.addWidget(parts.label(title, "strong"))
    rows = QWidget()
    grid = QGridLayout(rows)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(theme.px(14))
    grid.setVerticalSpacing(theme.px(2))
    grid.setColumnStretch(0, 1)
    for row, (what, more, after) in enumerate(steps(match, side, bags=bags)):
        grid.addWidget(parts.label(words(what), wrap=True), row, 0)
        for place, text in ((1, signed(more)), (2, number(after))):
            figure = parts.label(text, "strong" if place == 2 else "plain")
            figure.setFont(theme.figures(15, bold=place == 2))
            figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            grid.addWidget(figure, row, place)
    column.addWidget(rows)
    return box


def deciding_cards(match: Match, side: int, words: Words) -> Iterator[QWidget]:
    """What ended the game, or what decides it for this side: the sentences, then the readings of
    the document with their places."""
    end, rules = match.board.end, match.rules
    if end is not None:
        ended = outcome(match)
        yield parts.label("" if ended is None else words(ended), "strong", wrap=True)
        says = ending_says(match)
        reasons: tuple[str, ...] = (end.reason,)
    else:
        timed = rules.clock.minutes is not None and rules.clock.at_time != "play-on"
        says = standing_says(match, side)
        reasons = ("target", "time") if timed else ("target",)
    # A tie at time and one at the target often go the same way: that is said once.
    for text in dict.fromkeys(says):
        yield parts.label(parts.sentence(words(text)), wrap=True)
    yield parts.label("§ " + source_line(rules, words), "caption", wrap=True)
    shown = dict.fromkeys(each for reason in reasons for each in readings_on(rules, reason))
    for reading in shown:
        card = QFrame()
        card.setProperty("kind", "card")
        column = parts.column_of(card, spacing=4, margin=theme.px(12))
        column.addWidget(parts.label(words(authored(reading.question)), wrap=True))
        column.addWidget(parts.label(words(authored(reading.reading)), "strong", wrap=True))
        if reading.where:
            column.addWidget(parts.label("§ " + reading.where, "caption", wrap=True))
        yield card
