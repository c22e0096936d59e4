"""The conditions on a team to advance into a stage, and whether it meets them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

import msgspec

from scorepad.events.entries import Qualification, exact_number
from scorepad.events.standings import StageRow
from scorepad.spades.words import N, T, Text

SUMMED_FIELDS = ("played", "wins", "ties", "forfeits", "played_out")


class Condition(msgspec.Struct, frozen=True):
    """A condition of a qualification, whether a team meets it, and both values in words."""

    is_met: bool
    text: Text


TeamConditions: TypeAlias = Mapping[str, tuple[Condition, ...]]
"""The conditions of a qualification by team."""


class Advancement(msgspec.Struct, frozen=True):
    """The teams that advance into a stage by seed, and each team of the stages before it with
    the reason why it advances or not."""

    seeds: tuple[str, ...]
    reasons: dict[str, Text]


def sum_rows(team: str, rows: Iterable[StageRow]) -> StageRow:
    """Return the sum of a team's rows in several standings."""
    rows = list(rows)
    counts = {name: sum(getattr(row, name) for row in rows) for name in SUMMED_FIELDS}
    ratings = tuple(rating for row in rows for rating in row.ratings)
    return StageRow(team=team, ratings=ratings, **counts)


def check_conditions(
    row: StageRow, needed: Qualification, with_ratings: bool
) -> Iterator[Condition]:
    """Yield the conditions of a qualification for a team; without ratings as they are published:
    the values are left out."""
    if needed.rating is not None:
        least = exact_number(needed.rating)
        is_met = row.rating is not None and row.rating >= least
        text = T("sportsmanship rating")
        if with_ratings and row.rating is None:
            text = T("no sportsmanship rating (at least {least} required)", least=mean_text(least))
        elif with_ratings and row.rating is not None:
            text = T(
                "sportsmanship rating {value} (at least {least} required)",
                value=mean_text(row.rating),
                least=mean_text(least),
            )
        yield Condition(is_met, text)
    if needed.winning is not None:
        share = exact_number(needed.winning)
        text = T(
            "record {value} (at least {least} required)",
            value=share_text(row.winning),
            least=share_text(share),
        )
        yield Condition(row.winning >= share, text)
    if needed.wins is not None:
        text = N(
            "{n} win (at least {least} required)",
            "{n} wins (at least {least} required)",
            row.wins,
            least=needed.wins,
        )
        yield Condition(row.wins >= needed.wins, text)
    if needed.forfeits is not None:
        text = N(
            "{n} forfeit (at most {most} allowed)",
            "{n} forfeits (at most {most} allowed)",
            row.forfeits,
            most=needed.forfeits,
        )
        yield Condition(row.forfeits <= needed.forfeits, text)
    if needed.played is not None:
        text = N(
            "{n} match played (at least {least} required)",
            "{n} matches played (at least {least} required)",
            row.played_out,
            least=needed.played,
        )
        yield Condition(row.played_out >= needed.played, text)


def mean_text(value: Fraction) -> str:
    """Write a mean with two decimals, rounded down: a missed limit must not read as reached."""
    return f"{value * 100 // 1 / 100:.2f}"


def share_text(value: Fraction) -> str:
    """Write a share as records are written: .500 or 1.000, rounded down."""
    return f"{value * 1000 // 1 / 1000:.3f}".removeprefix("0")
