"""The state of an event from its log alone: teams, released rounds, results.

`Register` is the state, `register_after_entry` the fold: it takes every entry. One that means
nothing any more (only a correction can bring that about, for the gate refuses it otherwise) is put
into `unread` and counts nothing. The outcomes of matches are not known here; see `overview.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import TypeAlias

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from scorepad.events import entries as kinds
from scorepad.events.entries import EventHead, Format, Pairing, ResultEntry, RoundEntry, StageEntry
from scorepad.spades.entries import Common
from scorepad.spades.naming import name_key, with_tidy_names
from scorepad.spades.words import T, Text

HEAD_FIELDS = tuple(field for field in EventHead.__struct_fields__)


TeamsByName: TypeAlias = dict[str, dict[str, str]]
"""The name as each team has it, by `name_key` and team."""
MarksOfPairings: TypeAlias = dict[tuple[str, str], kinds.TeamConductMark]
"""Marks about results, by pairing and team."""


class EnteredTeam(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a team that entered.

    `entry` is the id of its entry.  `here` and `id_shown` are by player, on the last day on which
    anybody was checked in; `order` counts the teams
    by entry, from 0; `since` is the place in the log of its last check-in (-1: none), `returns` are
    those of its returns.
    """

    team: str
    entry: str
    name: str
    players: tuple[str, ...]
    seed: int | None
    table: str = ""
    organization: str = ""
    unavailable: tuple[str, ...] = ()
    order: int
    here: tuple[bool, ...]
    id_shown: tuple[bool, ...]
    withdrawn: bool = False
    since: int = -1
    returns: tuple[int, ...] = ()

    @property
    def can_play(self) -> bool:
        """Return whether two of its players are there, so that it can play."""
        return sum(self.here) >= 2

    @property
    def two_players_to_seat(self) -> tuple[str, str]:
        """Return the two players: the first two that are there, else the first two."""
        present = [name for name, here in zip(self.players, self.here, strict=True) if here]
        names = present if len(present) >= 2 else list(self.players)
        first, second = [*names, "", ""][:2]
        return first, second


class PlannedRound(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a round as it now reads. `released` is the place in the log of its release (None: a
    draft); `withdrawn` are the teams that had withdrawn by then."""

    entry: RoundEntry
    released: int | None = None
    withdrawn: frozenset[str] = frozenset()

    @property
    def teams(self) -> tuple[str, ...]:
        """Return the teams that have a part in it, byes last."""
        paired = (team for pairing in self.pairings for team in pairing.teams)
        return (*paired, *self.byes)

    @property
    def is_draft(self) -> bool:
        return self.released is None

    @property
    def number(self) -> int:
        return self.entry.round

    @property
    def stage(self) -> str:
        return self.entry.stage

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        return self.entry.pairings

    @property
    def byes(self) -> tuple[str, ...]:
        return self.entry.byes

    @property
    def has_teams(self) -> bool:
        return bool(self.pairings or self.byes)


FORMATS: Mapping[Format, Text] = {
    "by-hand": T("by hand"),
    "round-robin": T("round robin"),
    "swiss": T("Swiss"),
    "single-elimination": T("single elimination"),
    "double-elimination": T("double elimination"),
    "open-play": T("open play"),
    "combined": T("combined table"),
}
FORMAT_EXPLANATIONS: Mapping[Format, Text] = {
    "swiss": T(
        "A set number of rounds. Teams with similar scores play each other, with as few "
        "rematches as possible."
    ),
    "round-robin": T("Everybody plays everybody."),
    "single-elimination": T("Lose and you're out."),
    "double-elimination": T("Lose twice and you're out."),
    "open-play": T("Any two free teams take the next free table, until a time that you set."),
    "by-hand": T("You enter each round yourself, or import it from a file."),
    "combined": T("No matches: a table that adds up the points teams earn in several events."),
}
"""Every format in one or two plain sentences, in the order in which they are offered."""
MAX_LETTERS_OF_PLAIN_ID = 2
"""The id of a stage that has no more letters than this is no name."""


class InvalidatedEventEntry(msgspec.Struct, frozen=True):
    """An entry that a correction left without a meaning; it counts nothing."""

    entry: str
    text: Text


class Register(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The whole state that a log folds to.

    `day` is the last day with a check-in ("": none, or it has no date).  `teams`, `stages` and
    `rounds` are by id or number, in the order of their entries; `drawn` is
    each pairing with the number of its round; `results`, `officials` and `minutes` (of grace) are
    by pairing; `result_places` is the place in the log of each pairing's `result` entry.
    `team_names` finds the teams that have a name, and `player_names` those that have a player of a
    name and haven't withdrawn.
    `combined` are the stages that are tables over several events: they have no rounds, so nothing
    that is about stages of play meets them.
    """

    head: EventHead
    day: str = ""
    teams: dict[str, EnteredTeam] = {}
    team_names: TeamsByName = {}
    player_names: TeamsByName = {}
    stages: dict[str, StageEntry] = {}
    combined: dict[str, StageEntry] = {}
    rounds: dict[int, PlannedRound] = {}
    drawn: dict[str, tuple[int, Pairing]] = {}
    results: dict[str, ResultEntry] = {}
    result_places: dict[str, int] = {}
    officials: dict[str, tuple[kinds.OfficialResult, ...]] = {}
    minutes: dict[str, int] = {}
    marks: tuple[kinds.TeamConductMark, ...] = ()
    unread: tuple[InvalidatedEventEntry, ...] = ()

    def team_name(self, team: str) -> str:
        """Return the name of a team in a sentence, else its id."""
        entrant = self.teams.get(team)
        return (entrant.name.strip() if entrant is not None else "") or team

    def names_text(self, teams: tuple[str, str]) -> Text:
        """Return the names of two teams that meet."""
        one, other = map(self.team_name, teams)
        return T("{one} – {other}", one=one, other=other)

    @cached_property
    def present_players_without_shown_id(self) -> dict[str, tuple[str, ...]]:
        """The players that are there and showed no ID, by team; none if no IDs are required."""
        if not any(any(team.id_shown) for team in self.teams.values()):
            return {}
        return {
            key: tuple(
                name.strip()
                for name, here, shown in zip(team.players, team.here, team.id_shown, strict=True)
                if here and not shown and name.strip()
            )
            for key, team in self.teams.items()
        }

    def stage_name(self, entry: StageEntry) -> Text | str:
        """Return the name of a stage: its own name, else its format, with its letter where
        another stage has the same format."""
        if len(entry.stage) > MAX_LETTERS_OF_PLAIN_ID:
            return entry.stage
        for other in self.all_stages.values():
            alike = other.format == entry.format and len(other.stage) <= MAX_LETTERS_OF_PLAIN_ID
            if alike and other.stage != entry.stage:
                return T("{format} {stage}", format=FORMATS[entry.format], stage=entry.stage)
        return FORMATS[entry.format]

    def number_in_stage(self, number: int) -> int:
        """Return which round of its stage a round is, from 1; one without pairings, which was
        replaced, is not counted."""
        stage = self.rounds[number].stage
        return sum(
            other <= number and each.stage == stage and each.has_teams
            for other, each in self.rounds.items()
        )

    @cached_property
    def released_rounds(self) -> list[PlannedRound]:
        """The rounds that are released, by number."""
        return [each for _, each in sorted(self.rounds.items()) if not each.is_draft]

    def released_rounds_of_stage(self, stage: str) -> list[PlannedRound]:
        """Return the rounds of a stage that are released, by number."""
        return [each for each in self.released_rounds if each.stage == stage]

    @property
    def drafts(self) -> list[PlannedRound]:
        """The rounds that are not released."""
        return [each for each in self.rounds.values() if each.is_draft]

    def released_pairings(self, stage: str | None = None) -> list[Pairing]:
        """Return the pairings that are released, those of a stage or all, by round."""
        rounds = self.released_rounds if stage is None else self.released_rounds_of_stage(stage)
        return [pairing for planned in rounds for pairing in planned.pairings]

    @property
    def free_stage_id(self) -> str:
        """Return an id for a stage that is added now: A, B, …; "" if all letters are taken."""
        letters = (chr(ord("A") + place) for place in range(26))
        return next((letter for letter in letters if letter not in self.all_stages), "")

    @property
    def all_stages(self) -> dict[str, StageEntry]:
        """Return the stages of play, then the combined tables."""
        return self.stages | self.combined

    @property
    def named_events(self) -> frozenset[str]:
        """Return the ids of the events that its combined tables name."""
        return frozenset(event for stage in self.combined.values() for event in stage.events)

    def absent_teams(self, day: str = "", *, needs_check_in: bool = False) -> frozenset[str]:
        """Return the teams that aren't there on a day ("": on the last with a check-in): those that
        can't play, and once a player is checked in, those without two players. Without any check-in
        all are there, unless it `needs_check_in`."""
        here = {team for team, each in self.teams.items() if each.can_play}
        is_checked = any(any(each.here) for each in self.teams.values())
        if day not in ("", self.day):
            here, is_checked = set(), False
        return frozenset(
            team
            for team, each in self.teams.items()
            if (day and day in each.unavailable)
            or (team not in here and (is_checked or needs_check_in))
        )

    def marks_of_pairings(self, what: kinds.MarkKind) -> MarksOfPairings:
        """Return the marks of a kind about pairings that are drawn, by pairing and team: of several
        the one with the greatest id counts."""
        latest: MarksOfPairings = {}
        for mark in self.marks:
            if mark.what == what and mark.pairing in self.drawn:
                key = (mark.pairing, mark.team)
                if key not in latest or (mark.id or "") >= (latest[key].id or ""):
                    latest[key] = mark
        return latest

    @cached_property
    def ratings(self) -> MarksOfPairings:
        """The sportsmanship ratings for pairings, by pairing and team."""
        return self.marks_of_pairings("rating")

    @cached_property
    def protests(self) -> MarksOfPairings:
        """The protests against results that are drawn, by pairing and team."""
        return self.marks_of_pairings("protest")

    @cached_property
    def withdrawn(self) -> frozenset[str]:
        return frozenset(team for team, entrant in self.teams.items() if entrant.withdrawn)


def register_after_entry(
    register: Register, entry: Common, place: int, known_teams: Collection[str] | None = None
) -> Register:
    """Return the register after one more entry; `known_teams` are the teams that it may name."""
    entry = with_tidy_names(entry)
    why = why_unreadable(register, entry, register.teams if known_teams is None else known_teams)
    if why is not None:
        return replace(
            register, unread=(*register.unread, InvalidatedEventEntry(entry.id or "", why))
        )
    if isinstance(entry, kinds.EventHeadChange):
        return _fold_setup(register, entry)
    if isinstance(entry, kinds.CheckIn):
        return _fold_check_in(register, entry, place)
    if isinstance(entry, kinds.TeamEntry | kinds.TeamWithdrawal | kinds.TeamReturn):
        old = register.teams.get(entry.team)
        new = _fold_entrant(register, entry, place)
        names = [() if each is None else (each.name,) for each in (old, new)]
        players = [() if each is None or each.withdrawn else each.players for each in (old, new)]
        return replace(
            register,
            teams={**register.teams, entry.team: new},
            team_names=_renamed(register.team_names, entry.team, *names),
            player_names=_renamed(register.player_names, entry.team, *players),
        )
    if isinstance(entry, StageEntry):
        field = "combined" if entry.format == "combined" else "stages"
        return replace(register, **{field: {**getattr(register, field), entry.stage: entry}})
    if isinstance(entry, RoundEntry):
        rounds = {**register.rounds, entry.round: PlannedRound(entry=entry)}
        drawn = {each.pairing: (entry.round, each) for each in entry.pairings}
        return replace(register, rounds=rounds, drawn={**register.drawn, **drawn})
    if isinstance(entry, kinds.Release):
        planned = replace(
            register.rounds[entry.round],
            released=place,
            withdrawn=register.withdrawn,
        )
        rounds = {**register.rounds, entry.round: planned}
        return replace(register, rounds=rounds)
    return _fold_about_pairing(register, entry, place)


def _fold_setup(register: Register, entry: kinds.EventHeadChange) -> Register:
    changed = {name: value for name in HEAD_FIELDS if (value := getattr(entry, name)) is not UNSET}
    if "date" in changed:
        changed["date"] = changed["date"] or ""
    return replace(register, head=replace(register.head, **changed))


def _fold_check_in(register: Register, entry: kinds.CheckIn, place: int) -> Register:
    day = entry.date or register.head.date
    if day < register.day:
        return register
    teams = dict(register.teams)
    if day > register.day:
        for team, each in teams.items():
            nobody = (False,) * len(each.players)
            teams[team] = replace(each, here=nobody, id_shown=nobody)
    entrant = teams[entry.team]
    seats = range(len(entrant.players)) if entry.seat is None else (entry.seat,)
    here, shown = list(entrant.here), list(entrant.id_shown)
    for seat in seats:
        here[seat] = True
        shown[seat] = shown[seat] if entry.id_shown is None else entry.id_shown
    teams[entry.team] = replace(entrant, here=tuple(here), id_shown=tuple(shown), since=place)
    return replace(register, day=day, teams=teams)


def _renamed(
    names: TeamsByName, team: str, before: Iterable[str], after: Iterable[str]
) -> TeamsByName:
    """Return which teams have a name, after one changed its own."""
    names = dict(names)
    for key in {name_key(each) for each in before if each.strip()}:
        names[key] = {other: name for other, name in names[key].items() if other != team}
    for name in filter(str.strip, after):
        key = name_key(name)
        names[key] = {**names.get(key, {}), team: name}
    return names


def _fold_entrant(
    register: Register,
    entry: kinds.TeamEntry | kinds.TeamWithdrawal | kinds.TeamReturn,
    place: int,
) -> EnteredTeam:
    if isinstance(entry, kinds.TeamEntry):
        nobody = (False,) * len(entry.players)
        return EnteredTeam(
            team=entry.team,
            entry=entry.id or "",
            name=entry.name,
            players=entry.players,
            seed=entry.seed,
            table=entry.table,
            organization=entry.organization,
            unavailable=entry.unavailable,
            order=len(register.teams),
            here=nobody,
            id_shown=nobody,
        )
    entrant = register.teams[entry.team]
    if isinstance(entry, kinds.TeamWithdrawal):
        return replace(entrant, withdrawn=True)
    return replace(entrant, withdrawn=False, returns=(*entrant.returns, place))


def _fold_about_pairing(register: Register, entry: Common, place: int) -> Register:
    """Return the register after an entry about one pairing, or a mark.  One about a pairing that a
    changed round no longer has counts nothing."""
    if isinstance(entry, kinds.TeamConductMark):
        return replace(register, marks=(*register.marks, entry))
    if not isinstance(entry, ResultEntry | kinds.OfficialResult | kinds.NoShowGrace):
        return register
    if entry.pairing not in register.drawn:
        return register
    if isinstance(entry, ResultEntry):
        return replace(
            register,
            results={**register.results, entry.pairing: entry},
            result_places={**register.result_places, entry.pairing: place},
        )
    if isinstance(entry, kinds.OfficialResult):
        attested = (*register.officials.get(entry.pairing, ()), entry)
        return replace(register, officials={**register.officials, entry.pairing: attested})
    granted = register.minutes.get(entry.pairing, 0) + entry.minutes
    return replace(register, minutes={**register.minutes, entry.pairing: granted})


def why_unreadable(register: Register, entry: Common, known_teams: Collection[str]) -> Text | None:
    """Return why an entry means nothing after this register, or None."""
    if isinstance(entry, kinds.TeamEntry):
        if entry.team in register.teams:
            return T(
                "{team} already has the ID {id}; give this team its own ID",
                id=entry.team,
                team=register.team_name(entry.team),
            )
        return None
    if isinstance(
        entry, kinds.CheckIn | kinds.TeamWithdrawal | kinds.TeamReturn | kinds.TeamConductMark
    ):
        return _why_team_unreadable(register, entry)
    if isinstance(entry, StageEntry):
        return _why_stage_unreadable(register, entry, known_teams)
    if isinstance(entry, RoundEntry):
        return _why_round_unreadable(register, entry, known_teams)
    if isinstance(entry, kinds.Release):
        planned = register.rounds.get(entry.round)
        if planned is None:
            return T("round {round} doesn't exist", round=entry.round)
        if planned.released is not None:
            return T("round {round} has already been released", round=entry.round)
        return None
    if isinstance(entry, ResultEntry | kinds.OfficialResult | kinds.NoShowGrace):
        return _why_pairing_unreadable(register, entry)
    return None


def no_team_text(team: str) -> Text:
    """Return the sentence about a team that never entered."""
    return T("team {id} doesn't exist; add a team entry first", id=team)


def _why_team_unreadable(
    register: Register,
    entry: kinds.CheckIn | kinds.TeamWithdrawal | kinds.TeamReturn | kinds.TeamConductMark,
) -> Text | None:
    entrant = register.teams.get(entry.team)
    if entrant is None:
        return no_team_text(entry.team)
    name = register.team_name(entry.team)
    if isinstance(entry, kinds.CheckIn | kinds.TeamConductMark) and entry.entry not in (
        None,
        entrant.entry,
    ):
        return T("this entry is about another team that had the ID {id}", id=entry.team)
    if isinstance(entry, kinds.CheckIn):
        count = len(entrant.players)
        if entry.seat is not None and entry.seat >= count:
            return T(
                "{team} has {n} players, so its seats are 0 to {last}",
                team=name,
                n=count,
                last=count - 1,
            )
    elif isinstance(entry, kinds.TeamWithdrawal) and entrant.withdrawn:
        return T("{team} has already withdrawn", team=name)
    elif isinstance(entry, kinds.TeamReturn) and not entrant.withdrawn:
        # A team that is out by its forfeits returns too; the matches decide which those are.
        return None if register.head.max_forfeits else never_withdrew_text(name)
    return None


def never_withdrew_text(name: str) -> Text:
    """Return the sentence about a team, by its name, that cannot return."""
    return T("{team} hasn't withdrawn, so it can't return", team=name)


def _why_stage_unreadable(
    register: Register, entry: StageEntry, known_teams: Collection[str]
) -> Text | None:
    if entry.stage in register.all_stages:
        return T("stage {stage} already exists; give this stage its own ID", stage=entry.stage)
    for team in entry.teams or ():
        if team not in known_teams:
            return no_team_text(team)
    for stage in entry.sources:
        if stage in register.combined:
            return _combined_without_rounds_text(stage)
        if stage not in register.stages:
            return T(
                "stage {stage} doesn't come before this stage, so no team can advance from it",
                stage=stage,
            )
    for included in entry.advance.include if entry.advance else ():
        if included.team not in known_teams:
            return no_team_text(included.team)
    return None


def _combined_without_rounds_text(stage: str) -> Text:
    return T(
        "“{stage}” is a combined table, so it has no rounds and no team advances from it",
        stage=stage,
    )


def _why_round_unreadable(
    register: Register, entry: RoundEntry, known_teams: Collection[str]
) -> Text | None:
    if entry.round in register.rounds:
        return T("round {round} already exists; correct it instead", round=entry.round)
    if entry.stage in register.combined:
        return _combined_without_rounds_text(entry.stage)
    if entry.stage not in register.stages:
        return T(
            "stage {stage} doesn't exist; add a stage entry first",
            stage=entry.stage,
        )
    ids: set[str] = set()
    for pairing in entry.pairings:
        if pairing.pairing in register.drawn or pairing.pairing in ids:
            return T(
                "another pairing already has the ID {id}; give this pairing its own ID",
                id=pairing.pairing,
            )
        ids.add(pairing.pairing)
    playing: set[str] = set()
    for team in (*PlannedRound(entry=entry).teams, *entry.absent):
        if team not in known_teams:
            return no_team_text(team)
        if team in playing:
            return T("{team} is in the round twice", team=register.team_name(team))
        playing.add(team)
    return None


def _why_pairing_unreadable(
    register: Register, entry: ResultEntry | kinds.OfficialResult | kinds.NoShowGrace
) -> Text | None:
    if entry.pairing not in register.drawn:
        return None  # a round was changed since; the gate asks for one that is there
    number, _ = register.drawn[entry.pairing]
    if register.rounds[number].released is None:
        return T(
            "round {round} isn't released yet; release it before you record anything for {pairing}",
            round=number,
            pairing=register.names_text(register.drawn[entry.pairing][1].teams),
        )
    if isinstance(entry, ResultEntry) and entry.pairing in register.results:
        return T(
            "{pairing} already has a result entry; amend it instead",
            pairing=register.names_text(register.drawn[entry.pairing][1].teams),
        )
    return None
