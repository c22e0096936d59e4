"""The changes that an entry would make, before it is recorded: before → after, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from scorepad.desk.difference import ChangedValue, MatchDifference, Value, find_match_difference
from scorepad.spades import rule_labels
from scorepad.spades.match import Match
from scorepad.spades.naming import team_field
from scorepad.spades.rulefile import RuleChange
from scorepad.spades.words import (
    T,
    Text,
    format_change,
    format_number,
    join_as_sentences,
    join_parts,
)
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.wording import names

SIGNED = ("change", "bag-penalty")
SEATS = ("dealer", "first-dealer")
NO_CHANGE = T("This doesn't change any scores.")
SHORT = 12
"""The most characters of a side's name, so that both names fit into one line of a panel."""


def changed_value_text(match: Match, change: ChangedValue, value: Value) -> str:
    """Return the value before or after an arrow as it is shown."""
    if value is None:
        return "–"
    if isinstance(value, Text):
        return str(value)
    if change.what in SEATS:
        return names.player_name(match.head, value)
    return format_change(value) if change.what in SIGNED else format_number(value)


def change_group_title(change: ChangedValue) -> Text:
    """Return the heading of a change: a hand, the current totals, the match's setup."""
    if change.hand is not None:
        if change.what == "hand":
            gone, came = T("Hand {n} removed", n=change.hand), T("Hand {n} added", n=change.hand)
            return gone if change.after is None else came
        return T("Hand {n}", n=change.hand)
    if change.what in ("score", "bags"):
        return T("Current totals")
    return T("The match")


def change_label(match: Match, change: ChangedValue) -> Text:
    """Return the name of a changed value: "Aces: total", "player at seat 2"."""
    if change.seat is not None:
        return T("{what} at seat {n}", what=change.label, n=change.seat + 1)
    if change.what == "team" and change.side is not None:
        return T("{what} {n}", what=change.label, n=change.side + 1)
    if change.side is not None:
        team = team_field(match.head, change.side)
        return T("{team}: {what}", team=team, what=change.label)
    return change.label


def bag_penalty_and_end_texts(match: Match, difference: MatchDifference) -> Iterator[Text]:
    """Yield a sentence for each bag penalty that is new or removed, and for an end after another
    hand."""
    was, now = difference.ends
    if was is not None and now is not None and was != now:
        yield T("The game now ends after hand {now} instead of hand {was}.", now=now, was=was)
    for change in difference.changes:
        if change.what != "bag-penalty" or change.hand is None or change.side is None:
            continue
        team = team_field(match.head, change.side)
        before, after = change.before, change.after
        if not before and isinstance(after, int):
            points = format_change(after)
            yield T(
                "Hand {n} gives {team} a bag penalty: {points}.",
                n=change.hand,
                team=team,
                points=points,
            )
        elif not after:
            yield T("{team}: the bag penalty in hand {n} is removed.", n=change.hand, team=team)


def signature_lapse_text(match: Match, sides: Sequence[int]) -> Text | None:
    """Return a sentence saying that the signatures of these sides lapse; None where none does."""
    if not sides:
        return None
    if len(sides) > 1:
        return T("Both teams have to sign again.")
    return T("{team} has to sign again.", team=team_field(match.head, sides[0]))


def _totals_texts(match: Match, changes: Iterable[ChangedValue]) -> Iterator[str]:
    for change in changes:
        if change.hand is None and change.what == "score" and change.side is not None:
            team = names.name_of_side(match.head.teams, change.side)
            now = T(
                "{team} {before} → {after}",
                team=names.shorten_name(team, SHORT),
                before=changed_value_text(match, change, change.before),
                after=changed_value_text(match, change, change.after),
            )
            yield str(now)


def _turn_texts(match: Match, difference: MatchDifference) -> Iterator[Text]:
    if difference.does_ending_change:
        was, now = difference.ending
        yield T("{before}  →  {after}", before=was, after=now)
    yield from bag_penalty_and_end_texts(match, difference)


def correction_effect_lines(
    match: Match, after: Match, warnings: Sequence[Text], effects: Sequence[Text]
) -> list[str]:
    """Return the changes that a correction makes, a line each: for each side its total and that
    after every later hand, then the other changes, event and signatures among them."""
    difference = find_match_difference(match, after)
    lines = []
    for side in (0, 1):
        totals = [each for each in difference.changes if each.what == "score" and each.side == side]
        steps = [
            str(
                T(
                    "hand {n}: {before} → {after}",
                    n=change.hand,
                    before=changed_value_text(match, change, change.before),
                    after=changed_value_text(match, change, change.after),
                )
            )
            for change in totals
            if change.hand is not None
        ]
        lines += [join_parts((now, *steps)) for now in _totals_texts(match, totals)]
    lapse = signature_lapse_text(match, difference.lapses)
    more = (*_turn_texts(match, difference), *effects, *filter(None, [lapse]), *warnings)
    lines += map(controls.capitalize, map(str, dict.fromkeys((*more, *difference.warnings))))
    return lines or [str(NO_CHANGE)]


class TotalsChangeLine(controls.WrappedLabel):
    """The totals before and after, and other changes, as the whole list may be out of sight."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "strong")
        self.setFont(theme.figure_font(15, bold=True))
        self.hide()


class CorrectionEffectTable(QWidget):
    """The table of changes under a form, hidden while there are none to show; the `totals` are
    pinned above the panel's buttons."""

    def __init__(self, totals: TotalsChangeLine) -> None:
        super().__init__()
        self._totals = totals
        self.setAccessibleName(str(T("What this changes")))
        self.shown: tuple[ChangedValue, ...] = ()
        self._warnings, self._lapse, self._effects = (controls.MessageLabel() for _ in range(3))
        self._title = controls.label("", "strong", wrap=True)
        self._turns = controls.label("", wrap=True)
        self._rows = QWidget()
        self._grid = layouts.set_grid(
            self._rows, across=Gap.CONTROLS, down=Gap.LINES, stretch_column=0
        )
        self._headline = layouts.column(self._effects, self._lapse, self._turns, spacing=Gap.LINES)
        layouts.set_column(self, self._warnings, self._title, self._headline, self._rows)
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self.shown = ()
        layouts.clear_layout(self._grid)
        for each in (self._totals, self._headline, self):
            each.hide()

    def show_difference(
        self,
        match: Match,
        difference: MatchDifference,
        warnings: Sequence[Text] = (),
        no_change_text: Text = NO_CHANGE,
        effects: Sequence[Text] = (),
    ) -> None:
        """Show the changes of `match`, which is the one before, or `no_change_text`; `effects` are
        the changes in the match's event."""
        layouts.clear_layout(self._grid)
        every = tuple(dict.fromkeys((*warnings, *difference.warnings)))
        self._warnings.say("\n".join(map(str, every)), "warn")
        self.shown = difference.changes
        theme.set_style_property(self._title, "kind", "strong" if difference else "caption")
        self._title.setText(str(T("What this changes") if difference else no_change_text))
        lapse = signature_lapse_text(match, difference.lapses)
        self._lapse.say("" if lapse is None else lapse, "warn")
        self._effects.say(join_as_sentences(map(str, effects)), "warn")
        turns = [controls.capitalize(str(text)) for text in _turn_texts(match, difference)]
        self._turns.setText("\n".join(turns))
        self._turns.setVisible(bool(turns))
        self._fill(match, difference.changes, self._rules(difference.rules))
        self._rows.setVisible(bool(difference.changes))
        totals = [*_totals_texts(match, difference.changes)]
        more = map(str, (*filter(None, [lapse]), *effects, *turns))
        self._totals.setText("  ·  ".join((*totals, *more)))
        self._totals.setVisible(bool(totals))
        has_headline = bool(turns or effects or lapse is not None)
        self._headline.setVisible(has_headline)
        has_title = has_headline or bool(difference.changes) or not difference
        self._title.setVisible(has_title)
        self.setVisible(has_title or bool(every))

    def _rules(self, rules: Iterable[RuleChange]) -> list[tuple[str, str, str]]:
        return [
            (
                str(rule_labels.parameter_label(each.of.path)),
                rule_labels.format_value(each.before),
                rule_labels.format_value(each.now),
            )
            for each in rules
        ]

    def _fill(
        self, match: Match, changes: Iterable[ChangedValue], rules: Sequence[tuple[str, str, str]]
    ) -> None:
        ordered = sorted(changes, key=lambda each: each.hand is not None)
        title = ""
        for change in ordered:
            heading = str(change_group_title(change))
            if heading != title:
                title = heading
                self._head(heading)
            if change.what == "hand":
                continue
            before = changed_value_text(match, change, change.before)
            after = changed_value_text(match, change, change.after)
            self._row(heading, str(change_label(match, change)), before, after)
            if change.what == "rules":
                for name, was, now in rules:
                    self._row(heading, name, was, now)

    def _head(self, heading: str) -> None:
        row = self._grid.rowCount()
        label = controls.label(heading, "caption")
        if self._grid.count():
            layouts.set_margins(label, (Gap.NONE, Gap.CONTROLS, Gap.NONE, Gap.NONE))
        self._grid.addWidget(label, row, 0, 1, 4)

    def _row(self, heading: str, what: str, before: str, after: str) -> None:
        row = self._grid.rowCount()
        name = controls.label(what, wrap=True)
        name.setAccessibleName(
            str(
                T(
                    "{where}, {what}: {before} becomes {after}",
                    where=heading,
                    what=what,
                    before=before,
                    after=after,
                )
            )
        )
        cells = (name, self._cell(before), self._cell("→"), self._cell(after, strong=True))
        for col, cell in enumerate(cells):
            self._grid.addWidget(cell, row, col)

    def _cell(self, text: str, *, strong: bool = False) -> QLabel:
        cell = controls.label(text, "strong" if strong else "plain")
        cell.setFont(theme.figure_font(15, bold=strong))
        cell.setWordWrap(len(text) > 12)
        cell.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return cell
