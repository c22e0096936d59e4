"""The slides of the room's screen: seats, seat changes, tables with their clocks, standings,
bracket, leaders.

Only what is recorded is here: no bid that is half typed, no round that is not released.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QSizeF

from scorepad.desk.floor import match_ids_of_current_rounds
from scorepad.events.bracket_plan import BracketMatchDescription, describe_bracket_matches
from scorepad.events.entries import ELIMINATION
from scorepad.events.event import Event
from scorepad.events.event_descriptions import score_text, tally_text
from scorepad.events.overview import Overview, Undecided
from scorepad.events.protest import protest_texts
from scorepad.events.seating import (
    SeatedTeam,
    SeatMove,
    list_seats_by_team_name,
    list_team_seats_by_player_name,
)
from scorepad.events.stage_names import round_titles, stage_name
from scorepad.events.statistics import PlayerStatistics, TeamStatistics, compute_statistics
from scorepad.spades.naming import (
    natural_key,
    strip_table_word,
    table_name,
    table_order,
)
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text, capitalize, format_change, format_number, join_parts
from scorepad.window.event.bracket_scene import (
    LETTERS,
    UNOFFICIAL,
    BracketScene,
    side_label,
    side_result_or_table,
)
from scorepad.window.wording.moments import clock_text, format_local_time

Kind: TypeAlias = Literal["tables", "standings", "bracket", "seats", "moved", "leaders"]
KINDS: Final[dict[Kind, Text]] = {
    "tables": T("Tables"),
    "standings": T("Standings"),
    "bracket": T("Bracket"),
    "seats": T("Find your seat"),
    "moved": T("Seat changes"),
    "leaders": T("Leaders"),
}
"""The kinds of slides, by the keys 1, 2, …"""
INSTEAD: Final[dict[Kind, Kind]] = {
    "standings": "bracket",
    "bracket": "standings",
    "seats": "tables",
    "moved": "tables",
    "leaders": "standings",
}
"""The kind that is shown in place of a missing one."""
LEADERS: Final = 3
"""The most leaders in one figure."""
MATCHES_OF_EIGHT: Final = 8
"""The matches of a bracket of eight teams, with that for the third place."""
Side: TypeAlias = Literal["left", "right"]
Tone: TypeAlias = Literal["ink", "soft", "bad", "warn", "good"]


@dataclass(frozen=True)
class SlideCell:
    """A text on the screen; `tone` names a color of the theme."""

    text: str
    strong: bool = False
    tone: Tone = "ink"


@dataclass(frozen=True)
class SlideColumn:
    """A column of a table. The texts of a name (`is_name`) may take two lines; `samples` are texts
    that it always has room for."""

    title: Text | str
    side: Side = "left"
    is_name: bool = False
    samples: tuple[str, ...] = ()


SlideLine: TypeAlias = tuple[SlideCell, ...]
TABLE: Final = SlideColumn(T("Table"), "right")
TEAM: Final = SlideColumn(T("Team"), is_name=True)
POINTS: Final = SlideColumn(T("Points"), "right", samples=(format_number(-388),))
NOT_STARTED: Final = T("not started")
"""The text in place of a clock."""


def _strong(text: str, is_strong: bool = True) -> SlideCell:
    return SlideCell(text, is_strong)


def _soft(text: str) -> SlideCell:
    return SlideCell(text, tone="soft")


@dataclass(frozen=True)
class Slide:
    """One picture: a table, or the drawing of a bracket."""

    kind: Kind
    title: str
    columns: tuple[SlideColumn, ...] = ()
    lines: tuple[SlideLine, ...] = ()
    scene: BracketScene | None = None
    texts: tuple[str, ...] = ()
    """The matches of a bracket in words, for screen readers."""
    note: str = ""
    """The protests."""


# Tables.


def tables_now_playing_slides(rows: Sequence[MatchStatus], now: datetime) -> Iterator[Slide]:
    """Yield the tables of the rounds now playing, by their numbers."""
    playing = match_ids_of_current_rounds(rows)
    shown = sorted(
        (row for row in rows if row.id in playing),
        key=lambda row: (table_order(row.table), table_order(row.round)),
    )
    if not shown:
        return
    title = str(T("Now playing"))
    if len({row.round for row in shown}) == 1:
        title = join_parts(dict.fromkeys(row.round_name for row in shown), ", ")
    lines = tuple(_table_line(row, now) for row in shown)
    state = SlideColumn(T("Time"), "right", samples=("‖ 88:88", str(NOT_STARTED)))
    columns = (TABLE, TEAM, POINTS, TEAM, POINTS, state)
    yield Slide("tables", title or str(KINDS["tables"]), columns, lines)


def score_or_forfeit_texts(row: MatchStatus) -> tuple[str, str]:
    """Return the points of both sides as texts: W and F after a forfeit."""
    if row.forfeited:
        texts = ["F" if side in row.forfeited else "W" for side in (0, 1)]
    else:
        texts = [format_number(points) if row.has_score else "" for points in row.score]
    return texts[0], texts[1]


def _table_line(row: MatchStatus, now: datetime) -> SlideLine:
    leads = [row.winner == side for side in (0, 1)]
    if not row.is_over:  # the leader so far
        leads = [row.score[side] > row.score[1 - side] for side in (0, 1)]
    points, names = score_or_forfeit_texts(row), row.team_names()
    return (
        _strong(strip_table_word(row.table)),
        *(_strong(each[side], leads[side]) for side in (0, 1) for each in (names, points)),
        _state(row, now),
    )


def _state(row: MatchStatus, now: datetime) -> SlideCell:
    if row.is_over:
        sign = UNOFFICIAL if row.unsigned else "✓"
        return SlideCell(sign, tone="soft" if row.unsigned else "good")
    need, left = row.need(now), row.seconds_left(now)
    if not row.begun and row.clock.state(now) in ("none", "waiting"):
        return _soft(str(NOT_STARTED))
    if left is None:
        return _soft("–")
    paused = "‖ " if row.clock.state(now) == "paused" else ""
    tone: Tone = "ink"
    if need in ("confirm-dealt", "time-up"):
        tone = "bad"
    elif need == "warned":
        tone = "warn"
    return SlideCell(f"{paused}{clock_text(left)}", strong=True, tone=tone)


# Seats and seat changes.


def seat_slides(overview: Overview, day: str) -> Iterator[Slide]:
    """Yield where each team and each player sits in the rounds that are out and not played yet,
    one of each division; in a season those of the `day` that is in sight."""
    register = overview.register
    released = [
        [each for each in register.released_rounds_of_stage(stage) if day in ("", each.entry.date)][
            -1:
        ]
        for stage, entry in register.stages.items()
        if entry.format != "open-play"
    ]
    numbers = [
        each.number
        for (each,) in filter(None, released)
        if each.pairings and not any(map(overview.has_begun, each.pairings))
    ]
    if not numbers:
        return
    title = str(KINDS["seats"])
    if len(numbers) == 1:
        title = str(T("Find your seat · {round}", round=round_titles(overview)[numbers[0]]))
    for head, list_seats in (
        (T("Team"), list_seats_by_team_name),
        (T("Player"), list_team_seats_by_player_name),
    ):
        seats = [each for number in numbers for each in list_seats(register, number)]
        lines = tuple(
            (SlideCell(name), _strong(_seat_text(seat)))
            for name, seat in sorted(seats, key=lambda each: natural_key(each[0]))
        )
        yield Slide("seats", title, (SlideColumn(head, is_name=True), TABLE), lines)


def _seat_text(seat: SeatedTeam | None) -> str:
    if seat is None:
        return "–"
    return strip_table_word(seat.table) if seat.table else str(seat.place)


def changed_seats_slides(moves: Iterable[SeatMove], overview: Overview) -> Iterator[Slide]:
    """Yield the seats that differ from the announcement, until play begins there."""
    team_name = overview.register.team_name
    lines = tuple(
        (
            _strong(team_name(each.team)),
            SlideCell(capitalize(overview.round_text(each.round))),
            _soft(_seat_text(each.before)),
            _strong(_seat_text(each.after)),
            SlideCell(_opponent_text(each, overview)),
        )
        for each in moves
        if _is_to_come(overview, each)
    )
    if not lines:
        return
    columns = (
        TEAM,
        SlideColumn(T("Round"), is_name=True),
        SlideColumn(T("Before"), "right"),
        SlideColumn(T("Now"), "right"),
        SlideColumn(T("Against"), is_name=True),
    )
    yield Slide("moved", str(KINDS["moved"]), columns, lines)


def _opponent_text(move: SeatMove, overview: Overview) -> str:
    if move.after is None or move.after.opponent is None:
        return ""
    return overview.register.team_name(move.after.opponent)


def _is_to_come(overview: Overview, move: SeatMove) -> bool:
    planned = overview.register.rounds.get(move.round)
    if planned is None:
        return False
    for pairing in planned.pairings:
        if move.team in pairing.teams:
            return not overview.has_begun(pairing)
    return overview.round_status(planned) != "done"


# Standings and brackets.


def standings_and_bracket_slides(
    overview: Overview, body: QSizeF, letters: float
) -> Iterator[Slide]:
    """Yield standings and brackets of the stages that are played, or of the last one that was."""
    entries = list(overview.register.stages.values())
    shown = [each for each in entries if overview.stage_status(each.stage) == "playing"]
    done = [each for each in entries if overview.stage_status(each.stage) == "done"]
    for entry in shown or done[-1:]:
        name = stage_name(overview.register, entry.stage)
        note = join_parts(protest_texts(overview, entry.stage))
        if entry.format not in ELIMINATION:
            lines = _standing_lines(overview, entry.stage)
            columns = (
                SlideColumn(T("Place"), "right"),
                TEAM,
                SlideColumn(T("Score"), "right"),
                SlideColumn(T("W–L–T"), "right"),
                SlideColumn(T("Difference"), "right"),
            )
            title = str(T("Standings · {stage}", stage=name))
            yield Slide("standings", title, columns, lines, note=note)
            continue
        try:
            matches = describe_bracket_matches(overview, entry.stage)
        except Undecided:
            continue
        yield replace(_bracket_slide(str(name), matches, body, letters), note=note)


def _standing_lines(overview: Overview, stage: str) -> tuple[SlideLine, ...]:
    team_name = overview.register.team_name
    doubtful = {team for each in overview.unofficial_pairings(stage) for team in each.teams}
    return tuple(
        (
            _strong(str(row.place) if row.has_place else "–"),
            SlideCell(
                join_parts((team_name(row.team), UNOFFICIAL * (row.team in doubtful)), " "),
                strong=row.place == 1 and row.has_place,
            ),
            _strong(score_text(row.score)),
            SlideCell(tally_text(row)),
            _soft(format_change(row.difference)),
        )
        for row in overview.stage_rows(stage)
    )


def _bracket_slide(
    title: str, matches: Sequence[BracketMatchDescription], body: QSizeF, letters: float
) -> Slide:
    """Return a bracket as large as it fits into a room (pixels), without the rounds that are over
    where it is too large; one that is still too large is a table.  `letters` is the least size."""
    shown = list(matches)
    while shown:
        scenes = [BracketScene(shown, None, lines) for lines in (1, 2)]
        scene = max(scenes, key=lambda each: scale_to_fit(each, body))
        # A bracket of eight is a drawing even where a message leaves it less room.
        least = letters if len(shown) <= MATCHES_OF_EIGHT else letters * 1.25
        if scale_to_fit(scene, body) * LETTERS >= least:
            texts = tuple(str(each.text) for each in shown)
            return Slide("bracket", title, scene=scene, texts=texts)
        open_rounds = {each.title for each in shown if each.is_open}
        over = next((each.title for each in shown if each.title not in open_rounds), None)
        if over is None or not open_rounds:
            break
        shown = [each for each in shown if each.title != over]
    known = [each for each in matches if all(each.known) and not each.is_bye]
    known.sort(key=lambda each: (not each.is_open, -(each.number or 0)))
    columns = (SlideColumn(T("Round")), TEAM, POINTS, TEAM, POINTS)
    return Slide("bracket", title, columns, tuple(map(_bracket_line, known)))


def _bracket_line(match: BracketMatchDescription) -> SlideLine:
    cells = (
        _strong(text(match, side), match.winner == side)
        for side in (0, 1)
        for text in (side_label, side_result_or_table)
    )
    return (_soft(str(match.title)), *cells)


def scale_to_fit(scene: BracketScene, room: QSizeF) -> float:
    """Return the pixels of a unit at which a bracket fills a room (pixels)."""
    return min(room.width() / scene.width(), room.height() / scene.height())


# Leaders.


def leaders_slides(event: Event) -> Iterator[Slide]:
    """Yield the leaders in nils made, fewest bags and the biggest hand, with people named as on the
    event's published pages; nothing without a hand."""
    public = compute_statistics(event).with_public_names(event.register.head.people or "full")
    team_name = event.register.team_name
    found: list[tuple[Text, str, str]] = []
    rows: Iterable[PlayerStatistics | TeamStatistics] = public.players or public.teams
    for each in sorted(rows, key=lambda each: each.counts.all_nils_made, reverse=True)[:LEADERS]:
        if made := each.counts.all_nils_made:
            who = join_parts((getattr(each, "player", ""), team_name(each.team)))
            bid = each.counts.nils + each.counts.blind_nils
            found.append((T("Most nils made"), who, str(T("{n} of {all}", n=made, all=bid))))
    bags = sorted(
        (team.counts.bags / team.bag_matches, team_name(team.team))
        for team in public.teams
        if team.bag_matches
    )
    if any(mean for mean, _ in bags):  # else no rule counts them
        text = T("Fewest bags per match")
        found += [(text, who, f"{mean:.1f}") for mean, who in bags[:LEADERS]]
    for record in public.records:
        if record.what == "highest-hand":
            who = join_parts((join_parts(record.players, ", "), team_name(record.teams[0])))
            found.append((T("Biggest hand"), who, format_change(record.value)))
    columns = (
        SlideColumn(T("Statistics")),
        SlideColumn(T("Leader"), is_name=True),
        SlideColumn(T("Value"), "right"),
    )
    lines = tuple((_soft(str(text)), SlideCell(who), _strong(value)) for text, who, value in found)
    if lines:
        yield Slide("leaders", str(KINDS["leaders"]), columns, lines)


# A finished game, and the next round.


def finished_game_lines(row: MatchStatus, overview: Overview | None) -> tuple[str, ...]:
    """Return the lines about a game that just ended: its place, the winner and the other side with
    their points, the result, and the leader of the standings ("" for none, and in a bracket)."""
    names = row.team_names()
    sides = [
        join_parts(each, "  ") for each in zip(names, score_or_forfeit_texts(row), strict=True)
    ]
    if row.winner is None:
        result = T("Both forfeit") if row.forfeited == (0, 1) else T("Tie")
    elif row.forfeited:
        result = T("{team} wins by forfeit", team=names[row.winner])
    else:
        result = T("{team} wins", team=names[row.winner])
    return (
        join_parts((row.round_name, table_name(row.table))),
        *(reversed(sides) if row.winner == 1 else sides),
        join_parts((result, UNOFFICIAL * row.unsigned), " "),
        _leader_text(overview),
    )


def _leader_text(overview: Overview | None) -> str:
    if overview is None:
        return ""
    for stage, entry in overview.register.stages.items():
        if overview.stage_status(stage) == "playing" and entry.format not in ELIMINATION:
            rows = [row for row in overview.stage_rows(stage) if row.place == 1 and row.has_place]
            if len(rows) == 1:
                name = overview.register.team_name(rows[0].team)
                return str(
                    T("Leading: {team}, {score}", team=name, score=score_text(rows[0].score))
                )
    return ""


def countdown_text(
    overview: Overview | None, start_if_unplanned: datetime | None, now: datetime
) -> str:
    """Return the start of the next round, and the time until then: “Round 3 at 14:30, in 4:12”. It
    begins at its own start, else at the one that the director typed; "" without either."""
    rounds = {} if overview is None else overview.register.rounds
    starts = [
        (planned.entry.start, number)
        for number, planned in rounds.items()
        if planned.entry.start is not None and planned.entry.start > now
    ]
    if not starts and start_if_unplanned is not None and start_if_unplanned > now:
        out = [number for number, planned in rounds.items() if planned.released is not None]
        last = max(out, default=0)
        pairings = rounds[last].pairings if out else ()
        is_waiting = overview is not None and not any(map(overview.has_begun, pairings))
        starts = [(start_if_unplanned, last if out and is_waiting else last + 1)]
    if not starts:
        return ""
    start, number = min(starts)
    left = clock_text((start - now).total_seconds())
    time = format_local_time(start)
    text = T("round {round}", round=number)
    if overview is not None:
        text = overview.round_text(number)
    return str(T("{round} at {time}, in {left}", round=capitalize(text), time=time, left=left))
