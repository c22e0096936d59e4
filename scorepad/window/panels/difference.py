"""What an entry would change, shown before it is recorded: before → after, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from scorepad.desk.difference import Changed, Difference, Value
from scorepad.spades import rule_labels
from scorepad.spades.match import Match
from scorepad.spades.naming import side_called
from scorepad.spades.rulechange import Change
from scorepad.spades.words import T, Text, Words, number, signed
from scorepad.window import names, parts, theme
from scorepad.window.signed_row import lapse_text

SIGNED = ("change", "bag-penalty")
SEATS = ("dealer", "first-dealer")
SHORT = 12
"""So many characters of a side's name fit twice into one line of a panel."""


def value_words(match: Match, change: Changed, value: Value, words: Words) -> str:
    """One side of an arrow, as it is shown."""
    if value is None:
        return words("not there") if change.what == "hand" else "–"
    if isinstance(value, Text):
        return words(value)
    if change.what in SEATS:
        return names.player_name(match.head, value, words)
    return signed(value) if change.what in SIGNED else number(value)


def group_title(change: Changed) -> Text:
    """Where it changes: in a hand, in the totals as they stand now, in the match's setup."""
    if change.hand is not None:
        return T("Hand {n}", n=change.hand)
    if change.what in ("score", "bags"):
        return T("As it stands now")
    return T("The match")


def change_label(match: Match, change: Changed) -> Text:
    """What it is that changes: "Aces: total", "player at seat 2"."""
    if change.seat is not None:
        return T("{what} at seat {n}", what=change.label, n=change.seat + 1)
    if change.what == "team" and change.side is not None:
        return T("{what} {n}", what=change.label, n=change.side + 1)
    if change.side is not None:
        team = side_called(match.head, change.side)
        return T("{team}: {what}", team=team, what=change.label)
    return change.label


def turning(match: Match, difference: Difference) -> Iterator[Text]:
    """What turns rather than moves, a sentence each: bag penalties that come or go, an end that
    is another hand's."""
    was, now = difference.ends
    if was is not None and now is not None and was != now:
        yield T("The game ends after hand {now}, no longer after hand {was}.", now=now, was=was)
    for change in difference.changes:
        if change.what != "bag-penalty" or change.hand is None or change.side is None:
            continue
        team = side_called(match.head, change.side)
        before, after = change.before, change.after
        if not before and isinstance(after, int):
            points = signed(after)
            yield T(
                "Hand {n} brings {team} a bag penalty, {points}.",
                n=change.hand,
                team=team,
                points=points,
            )
        elif not after:
            yield T("The bag penalty of {team} in hand {n} goes.", n=change.hand, team=team)


class Totals(parts.Elided):
    """The totals before and after in one line, for where the whole list is out of sight."""

    def __init__(self, words: Words) -> None:
        super().__init__("strong")
        self._words = words
        self.setFont(theme.figures(15, bold=True))
        self.hide()

    def show_difference(self, match: Match, difference: Difference) -> None:
        """Say what becomes of each side's total; nothing where none changes."""
        said = [
            self._words(
                "{team} {before} → {after}",
                team=names.short(names.team(match.head.teams, change.side, self._words), SHORT),
                before=value_words(match, change, change.before, self._words),
                after=value_words(match, change, change.after, self._words),
            )
            for change in difference.changes
            if change.hand is None and change.what == "score" and change.side is not None
        ]
        self.setText("  ·  ".join(said))
        self.setVisible(bool(said))


class Differences(QWidget):
    """The list of changes under a form; hidden while there is nothing to say.

    `totals`, which the panel has pinned where it stays in sight, says the totals in one line;
    `gist` what turns, and may be put where it stays in sight too.
    """

    def __init__(self, words: Words, totals: Totals | None = None) -> None:
        super().__init__()
        self._words = words
        self._totals = totals
        self.setAccessibleName(words("What this changes"))
        self._shown: tuple[Changed, ...] = ()
        column = parts.column_of(self, spacing=8)
        self._warnings = parts.Inline()
        self._title = parts.label("", "strong", wrap=True)
        self._lapse = parts.Inline()
        self._turns = parts.label("", wrap=True)
        self._rows = QWidget()
        self._grid = QGridLayout(self._rows)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.px(10))
        self._grid.setVerticalSpacing(theme.px(3))
        self._grid.setColumnStretch(0, 1)
        self.gist = QWidget()
        turning = parts.column_of(self.gist, spacing=4)
        for widget in (self._lapse, self._turns):
            turning.addWidget(widget)
        self.gist_place = QWidget()
        parts.column_of(self.gist_place, spacing=0).addWidget(self.gist)
        for each in (self._warnings, self._title, self.gist_place, self._rows):
            column.addWidget(each)
        self.clear()

    @property
    def shown(self) -> tuple[Changed, ...]:
        """The changes on the screen."""
        return self._shown

    def clear(self) -> None:
        """Show nothing."""
        self._shown = ()
        if self._totals is not None:
            self._totals.hide()
        self._empty_grid()
        self.gist.setVisible(False)
        self.setVisible(False)

    def _empty_grid(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                parts.discard(widget)

    def show_difference(
        self, match: Match, difference: Difference, warnings: Sequence[Text] = ()
    ) -> None:
        """Show what reads otherwise; `match` is the one before."""
        words = self._words
        self._empty_grid()
        every = tuple(dict.fromkeys((*warnings, *difference.warnings)))
        self._warnings.say("\n".join(words(text) for text in every), "warn")
        self._shown = difference.changes
        if self._totals is not None:
            self._totals.show_difference(match, difference)
        theme.restyle(self._title, "kind", "strong" if difference else "caption")
        self._title.setText(
            words("What this changes") if difference else words("This moves no score.")
        )
        lapse = lapse_text(match, difference.lapses)
        self._lapse.say("" if lapse is None else words(lapse), "warn")
        turns = [words(text) for text in turning(match, difference)]
        if difference.ending_changes:
            was, now = difference.ending
            ends = words("{before}  →  {after}", before=was, after=now)
            turns.insert(0, parts.sentence(ends))
        self._turns.setText("\n".join(turns))
        self._turns.setVisible(bool(turns))
        self._fill(match, difference.changes, self._rules(difference.rules))
        self._rows.setVisible(bool(difference.changes))
        gist = bool(turns or lapse is not None)
        self.gist.setVisible(gist)
        below = gist or bool(difference.changes)
        self._title.setVisible(below or not difference)
        self.setVisible(below or not difference or bool(every))

    def _rules(self, rules: Iterable[Change]) -> list[tuple[str, str, str]]:
        """The parameters that change: name, value before, value after."""
        words = self._words
        return [
            (
                words(rule_labels.label(each.of.path)),
                rule_labels.value_text(each.before, words),
                rule_labels.value_text(each.now, words),
            )
            for each in rules
        ]

    def _fill(
        self, match: Match, changes: Iterable[Changed], rules: Sequence[tuple[str, str, str]]
    ) -> None:
        words = self._words
        ordered = sorted(changes, key=lambda each: each.hand is not None)
        title = ""
        for change in ordered:
            heading = words(group_title(change))
            if heading != title:
                title = heading
                self._head(heading)
            before = value_words(match, change, change.before, words)
            after = value_words(match, change, change.after, words)
            self._row(heading, words(change_label(match, change)), before, after)
            if change.what == "rules":
                for name, was, now in rules:
                    self._row(heading, name, was, now)

    def _head(self, heading: str) -> None:
        row = self._grid.rowCount()
        label = parts.label(heading, "caption")
        label.setContentsMargins(0, theme.px(6) if self._grid.count() else 0, 0, 0)
        self._grid.addWidget(label, row, 0, 1, 4)

    def _row(self, heading: str, what: str, before: str, after: str) -> None:
        row = self._grid.rowCount()
        name = parts.label(what, wrap=True)
        name.setAccessibleName(
            self._words(
                "{where}, {what}: {before} becomes {after}",
                where=heading,
                what=what,
                before=before,
                after=after,
            )
        )
        cells = (name, self._cell(before), self._cell("→"), self._cell(after, strong=True))
        for col, cell in enumerate(cells):
            self._grid.addWidget(cell, row, col)

    def _cell(self, text: str, *, strong: bool = False) -> QLabel:
        made = parts.label(text, "strong" if strong else "plain")
        made.setFont(theme.figures(15, bold=strong))
        made.setWordWrap(len(text) > 12)
        made.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return made
