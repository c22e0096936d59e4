"""Sentences and cards about the conditions and the end of a game, and a table of the running sum
behind a total or a count of bags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from scorepad.spades.citations import cite_end, rulings_about_end
from scorepad.spades.match import Match
from scorepad.spades.result import extra_hand_due_text, lacking_sentence, outcome_text
from scorepad.spades.rule_labels import option_text, value_sentence
from scorepad.spades.rule_texts import (
    falls_to_floor_text,
    max_hands_text,
    reaches_target_text,
    sets_to_lose_text,
)
from scorepad.spades.rules import RuleInterpretation, RuleSet
from scorepad.spades.words import N, T, Text, format_change, format_number, rule_file_text
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap

Step: TypeAlias = tuple[Text, int, int]
"""A step of a running sum: its cause, its amount, and the sum after it."""
LIMITS: dict[str, Callable[[RuleSet], Text]] = {
    "target": reaches_target_text,
    "floor": falls_to_floor_text,
    "sets": sets_to_lose_text,
    "max-hands": max_hands_text,
    "time": lambda rules: value_sentence(rules, "clock.at_time"),
}
"""The rule about each end by a limit."""
OTHER_ENDS: dict[str, Text] = {
    "extra-hand": T("The totals were tied, so one more hand decided the game."),
    "forfeit": T(
        "A team that forfeits loses, no matter the totals. Later rulings change only the totals."
    ),
    "abandoned": T("The game was ended without a winner. Later rulings change only the totals."),
}


def why_ended_sentences(match: Match) -> Iterator[Text]:
    """Yield the reasons why the game ended as it did, a sentence each."""
    end, rules, score = match.board.end, match.rules, match.board.score
    if end is None:
        return
    if end.reason not in LIMITS:
        yield OTHER_ENDS[end.reason]
        return
    both = _both_at_limit_text(match, end.reason)
    yield both or LIMITS[end.reason](rules)
    if end.reason == "time":
        if score[0] == score[1]:
            yield value_sentence(rules, "clock.on_tie")
    elif end.tied:
        yield value_sentence(rules, "game.on_tie")
    elif both is not None or end.reason == "max-hands":
        yield T("The higher total wins.")


def _both_at_limit_text(match: Match, reason: str) -> Text | None:
    board, game = match.board, match.rules.game
    if reason == "target" and min(board.score) >= game.target:
        return T("Both teams reached {points}.", points=game.target)
    if reason == "floor" and game.floor is not None and max(board.score) <= game.floor:
        return T("Both teams are at {points} or below.", points=game.floor)
    if reason == "sets" and min(board.sets) >= (limit := game.sets_to_lose or 0):
        return N("Both teams were set.", "Both teams were set {n} times or more.", limit)
    return None


def what_decides_sentences(match: Match, side: int) -> Iterator[Text]:
    """Yield the conditions for this side while the game is played, a sentence each."""
    board, rules = match.board, match.rules
    lacks = lacking_sentence(match, side)
    if lacks is None:
        return
    if (tied := extra_hand_due_text(match)) is not None:
        yield tied
    yield lacks
    yield reaches_target_text(rules)
    yield value_sentence(rules, "game.on_tie")
    if rules.game.floor is not None:
        yield falls_to_floor_text(rules)
    if rules.game.sets_to_lose is not None:
        yield sets_to_lose_text(rules)
    if rules.game.max_hands is not None:
        yield max_hands_text(rules)
    if rules.clock.minutes is not None or board.time_entry is not None:
        yield value_sentence(rules, "clock.at_time")
        if rules.clock.at_time != "play-on":
            yield value_sentence(rules, "clock.on_tie")


def running_sum_steps(match: Match, side: int, *, bags: bool = False) -> Iterator[Step]:
    """Yield the steps of a side's total, or of its bags: the hands, and rulings between them."""
    board = match.board
    now = 0
    later = list(board.adjustments)
    for before, hand in enumerate((None, *board.hands)):
        if hand is not None and hand.is_counted:
            after = (hand.bags if bags else hand.score)[side]
            yield T("Hand {n}", n=hand.number), after - now, after
            now = after
        while later and later[0].after_hand == before:
            ruling = later.pop(0)
            more = ruling.bags if bags else ruling.points
            if ruling.side == side and more:
                now += more
                yield T("Ruling: {why}", why=ruling.why), more, now


def running_sum_table(match: Match, side: int, *, bags: bool = False) -> QWidget:
    """Return a table of the running sum behind a total, or a count of bags."""
    box = QWidget()
    title = str(T("Bags, hand by hand") if bags else T("Total, hand by hand"))
    column = layouts.set_column(box, controls.label(title, "strong"), spacing=Gap.LINES)
    rows = QWidget()
    grid = layouts.set_grid(rows, across=Gap.GROUPS, down=Gap.LINES, stretch_column=0)
    for row, (what, more, after) in enumerate(running_sum_steps(match, side, bags=bags)):
        grid.addWidget(controls.label(what, wrap=True), row, 0)
        for place, text in ((1, format_change(more)), (2, format_number(after))):
            figure = controls.label(text, "strong" if place == 2 else "plain")
            figure.setFont(theme.figure_font(15, bold=place == 2))
            figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            grid.addWidget(figure, row, place)
    column.addWidget(rows)
    return box


def explain_end_or_what_decides(match: Match, side: int) -> Iterator[QWidget]:
    """Yield the reasons of the end, or the conditions for this side: labels with the sentences,
    then cards with the readings of the document."""
    end, rules = match.board.end, match.rules
    if end is not None:
        ended = outcome_text(match)
        yield controls.label("" if ended is None else str(ended), "strong", wrap=True)
        sentences = why_ended_sentences(match)
        reasons: tuple[str, ...] = (end.reason,)
    else:
        timed = rules.clock.minutes is not None and rules.clock.at_time != "play-on"
        sentences = what_decides_sentences(match, side)
        reasons = ("target", "time") if timed else ("target",)
    # A tie at time and a tie at the target often have the same rule, which is shown once.
    for text in dict.fromkeys(sentences):
        yield controls.label(controls.capitalize(str(text)), wrap=True)
    cited = [cite_end(rules, reason) for reason in reasons]
    for difference in dict.fromkeys(each.difference for each in cited):
        if difference is not None:
            yield controls.label(difference, wrap=True)
    for source in dict.fromkeys(each.source for each in cited if each.origin == "document"):
        yield controls.label("§ " + source, "caption", wrap=True)
    shown = dict.fromkeys(each for reason in reasons for each in rulings_about_end(rules, reason))
    for reading in shown:
        yield rule_interpretation_card(reading)


def rule_interpretation_card(reading: RuleInterpretation, *, options: bool = False) -> QWidget:
    """Return a card with how a place of the document is read, and with `options` how else it could
    be."""
    card = QFrame()
    card.setProperty("kind", "card")
    column = layouts.set_column(card, spacing=Gap.LINES, margin=Gap.GROUPS)
    column.addWidget(controls.label(rule_file_text(reading.question), wrap=True))
    column.addWidget(controls.label(rule_file_text(reading.reading), "strong", wrap=True))
    if options and reading.options:
        others = "; ".join(str(option_text(option.reading)) for option in reading.options)
        column.addWidget(controls.label(T("Or: {what}", what=others), "caption", wrap=True))
    if reading.where:
        column.addWidget(controls.label("§ " + reading.where, "caption", wrap=True))
    return card
