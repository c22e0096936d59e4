"""Each kind of entry of an event is registered here, in one row.

History, day log and forms read the row. To add a kind, add its class to `entries` and a row to
`EVENT_ENTRY_KINDS`; `register` applies it, `gate` checks it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from scorepad.events import entries as kinds
from scorepad.events.combined import ROW_TEXTS
from scorepad.events.entries import EventEntry
from scorepad.events.event_descriptions import MARK_TEXTS, conduct_mark_text, result_text
from scorepad.events.overview import Overview
from scorepad.events.register import FORMAT_EXPLANATIONS, FORMATS, PlannedRound, Register
from scorepad.spades.entries import ChooseVersion, Common, LaptopTakeover, Note, Restore, Strike
from scorepad.spades.entry_kinds import EntryField, table_of_kinds
from scorepad.spades.words import N, T, Text, join_with_commas


class EventEntryAction(msgspec.Struct, frozen=True, kw_only=True):
    """The action that records an entry of an event.

    key: its id, under which the draft has the input of its form
    button: the text of its button
    """

    key: str
    button: Text


class EventEntryKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of entry of an event.

    entry: its class, which has its tag and its fields
    name: its name in a sentence, or the function that makes it: "release of round 2"; a correction
        has its name from its target
    short_name: its name beside the pairing or the team that it is about; None for `name`
    detail: the content of an entry beside its name; None if the name has it all
    is_decision: whether an entry is a decision, and so in the day log
    is_correction_decision: whether a strike or a restore of it is in the day log
    is_changing_matches: whether an entry opens or changes the matches of a released round
    fields: the fields of its form
    action: the action that records it; None if no form does
    """

    entry: type[Common]
    name: Text | Callable[[Overview, Any], Text] = T("entry")
    short_name: Callable[[Any], Text] | None = None
    detail: Callable[[Register, Any], Text | None] = lambda _register, _entry: None
    is_decision: Callable[[Any], bool] = lambda _: False
    is_correction_decision: bool = True
    is_changing_matches: Callable[[Any, PlannedRound], bool] = lambda _entry, _round: False
    fields: tuple[EntryField, ...] = ()
    action: EventEntryAction | None = None

    def field(self, name: str) -> EntryField:
        """Return the field with this name."""
        return next(each for each in self.fields if each.name == name)


def _always(*_: Any) -> bool:
    return True


def _is_own_round(entry: kinds.RoundEntry | kinds.Release, planned: PlannedRound) -> bool:
    return entry.round == planned.number


def _of_pairing(template: Text) -> Callable[[Overview, Any], Text]:
    return lambda overview, entry: T(
        template.one, pairing=overview.pairing_full_name(entry.pairing)
    )


def _of_team(template: Text) -> Callable[[Overview, Any], Text]:
    return lambda overview, entry: T(template.one, team=overview.register.team_name(entry.team))


def _line(name: str, label: Text, example: Text | None = None, **more: Any) -> EntryField:
    return EntryField(name=name, value="line", label=label, example=example, **more)


_MISSING_FROM_MARK: Final = T("Fill in this field, too. It's saved with the entry.")
_RULES: Final = EntryField(name="rules", value="choice", label=T("Rule set"))


def _team_detail(_register: Register, entry: kinds.TeamEntry) -> Text:
    players = ", ".join(name.strip() for name in entry.players if name.strip())
    if entry.seed is None:
        return T("{team}: {players}", team=entry.name, players=players)
    return T("{team}: {players}; seed {n}", team=entry.name, players=players, n=entry.seed)


def _check_in_detail(register: Register, entry: kinds.CheckIn) -> Text | None:
    team, seat = register.teams.get(entry.team), entry.seat
    players = () if team is None else team.players
    parts = []
    if seat is not None and seat < len(players) and players[seat].strip():
        parts.append(T("{player}", player=players[seat].strip()))
    if entry.id_shown:
        parts.append(T("ID shown"))
    return join_with_commas(parts) if parts else None


def _result_detail(register: Register, entry: kinds.ResultEntry) -> Text | None:
    drawn = register.drawn.get(entry.pairing)
    return None if drawn is None else result_text(register.team_name, drawn[1].teams, entry)


_RESULT_NAMES: Final = {"played": T("result"), "default": T("default")}

EVENT_ENTRY_KINDS: Final = table_of_kinds(
    EventEntry,
    EventEntryKind(
        entry=kinds.EventHeadChange,
        name=T("setup change"),
        is_changing_matches=_always,
        fields=(
            _line(
                "name",
                T("Name"),
                T("Spring Open"),
                missing=T("Type the event's name as it should be printed."),
            ),
            _RULES,
            _line("place", T("Place"), T("Union 204")),
            _line("date", T("Date")),
            _line(
                "tables",
                T("Tables"),
                T("1-12"),
                help=T(
                    "1-12, or names separated by commas. Leave it empty to number the "
                    "tables as needed."
                ),
            ),
            EntryField(
                name="agreed",
                value="choice",
                label=T("Rule readings that can change the winner"),
                help=T(
                    "The readings apply to all matches in the event and are printed on the "
                    "match sheets."
                ),
            ),
            _line(
                "dates",
                T("Dates"),
                help=T(
                    "x6 means six weeks in a row. @ 1-4 means tables 1 to 4; use it if that "
                    "date uses different tables. Separate dates with a semicolon."
                ),
            ),
            _line(
                "rating",
                T("Sportsmanship ratings"),
                T("A 4, B 3, C 2, F 0; forfeit F"),
                help=T(
                    "1-5, or grades and their values, such as A 4, B 3. You can add ratings "
                    "for a team that forfeits, a team that defaults, and the other team in a "
                    "default: 1-5; forfeit 1; default 2; other 5"
                ),
            ),
            EntryField(
                name="people",
                value="choice",
                label=T("Names on web pages"),
                choices=(
                    ("full", T("in full")),
                    ("initial", T("first name and initial")),
                    ("none", T("no names")),
                ),
            ),
            _line("roster_freeze", T("Rosters are frozen after")),
            EntryField(
                name="max_forfeits", value="number", label=T("Forfeits that eliminate a team")
            ),
        ),
        action=EventEntryAction(key="head", button=T("Save")),
    ),
    EventEntryKind(
        entry=kinds.TeamEntry,
        name=lambda _, entry: T("registration of {team}", team=entry.name),
        detail=_team_detail,
        is_changing_matches=lambda entry, planned: entry.team in planned.teams,
        fields=(
            _line("name", T("Team"), T("Aces"), missing=T("Enter the team's name.")),
            _line(
                "players",
                T("Players"),
                T("Ann, Cy"),
                help=T(
                    "Two or more players, separated by commas. The first two on the list who "
                    "are here will play."
                ),
            ),
            EntryField(name="seed", value="number", label=T("Seed")),
            _line("table", T("Fixed table")),
            _line("organization", T("Organization")),
            _line("unavailable", T("Dates the team can't play")),
        ),
        action=EventEntryAction(key="team", button=T("Enter the team")),
    ),
    EventEntryKind(
        entry=kinds.CheckIn,
        name=_of_team(T("check-in of {team}")),
        detail=_check_in_detail,
        is_correction_decision=False,
    ),
    EventEntryKind(
        entry=kinds.TeamWithdrawal,
        name=_of_team(T("withdrawal of {team}")),
        is_decision=_always,
        fields=(_line("why", T("Reason for withdrawing")),),
        action=EventEntryAction(key="withdraw", button=T("Withdraw")),
    ),
    EventEntryKind(
        entry=kinds.TeamReturn,
        name=_of_team(T("return of {team}")),
        is_decision=_always,
        action=EventEntryAction(key="return", button=T("Bring the team back")),
    ),
    EventEntryKind(
        entry=kinds.StageEntry,
        name=lambda overview, entry: T(
            "stage “{stage}”", stage=overview.register.stage_name(entry)
        ),
        is_changing_matches=_always,
        fields=(
            _line("stage", T("Name")),
            EntryField(
                name="format",
                value="choice",
                label=T("Format"),
                choices=tuple((each, FORMATS[each]) for each in FORMAT_EXPLANATIONS),
            ),
            EntryField(
                name="rounds",
                value="number",
                label=T("Rounds"),
                least=1,
                most=99,
                initial=5,
            ),
            EntryField(
                name="legs",
                value="choice",
                label=T("Teams play each other"),
                choices=((1, T("once")), (2, T("twice"))),
            ),
            EntryField(name="events", value="choice", label=T("Events")),
            EntryField(
                name="per",
                value="choice",
                label=T("One row per"),
                choices=tuple(ROW_TEXTS.items()),
            ),
            _line(
                "points",
                T("Points for each place"),
                T("1 150, 2 100, 3-4 50, rest 25"),
                help=T(
                    "If you leave this empty, Scorepad adds up the points from each "
                    "event's standings."
                ),
            ),
            EntryField(name="third_place", value="yes-no", label=T("Third-place match")),
            EntryField(name="until", value="time", label=T("Play until")),
            EntryField(name="advance", value="choice", label=T("Who takes part")),
            _RULES,
            _line(
                "teams",
                T("Teams"),
                help=T(
                    "Separate the teams with commas, best first. Scorepad puts seeded teams "
                    "ahead of the others, in order of seed."
                ),
            ),
        ),
        action=EventEntryAction(key="stage", button=T("Add the stage")),
    ),
    EventEntryKind(
        entry=kinds.RoundEntry,
        name=lambda overview, entry: overview.round_text(entry.round),
        detail=lambda _, entry: N("{n} match", "{n} matches", len(entry.pairings)),
        is_changing_matches=_is_own_round,
        fields=(
            EntryField(name="start", value="time", label=T("Round starts")),
            EntryField(name="rules", value="choice", label=T("Rule set for the round")),
        ),
        action=EventEntryAction(key="pairing", button=T("Change the pairing")),
    ),
    EventEntryKind(
        entry=kinds.Release,
        is_changing_matches=_is_own_round,
        name=lambda overview, entry: T(
            "release of {round}", round=overview.round_text(entry.round)
        ),
    ),
    EventEntryKind(
        entry=kinds.NoShowGrace,
        name=_of_pairing(T("longer wait for {pairing}")),
        short_name=lambda _: T("longer wait"),
        detail=lambda _, entry: N(
            "{n} more minute to wait", "{n} more minutes to wait", entry.minutes
        ),
        is_decision=_always,
        fields=(
            EntryField(
                name="minutes",
                value="number",
                label=T("Minutes to wait"),
                least=1,
                most=120,
                initial=5,
            ),
        ),
        action=EventEntryAction(key="grace", button=T("Wait longer (minutes)")),
    ),
    EventEntryKind(
        entry=kinds.ResultEntry,
        name=_of_pairing(T("result of {pairing}")),
        short_name=lambda entry: _RESULT_NAMES.get(entry.how, T("forfeit")),
        detail=_result_detail,
        # A plain score from paper is no decision.
        is_decision=lambda entry: entry.how != "played" or bool(entry.why),
        fields=(
            EntryField(
                name="how",
                value="choice",
                label=T("Result from paper, or a ruling"),
                choices=(
                    ("played", T("Played to the end")),
                    ("no-show", T("No-show: a team didn't show up")),
                    ("default", T("Default: a team gave advance notice that it couldn't play")),
                    ("disqualified", T("Disqualified: a team loses because of its conduct")),
                    ("double-forfeit", T("Both forfeit")),
                ),
            ),
            EntryField(name="side", value="side", label=T("Team"), missing=T("Choose the team.")),
            _line("why", T("Why"), missing=T("Enter a reason. It's saved with the result.")),
        ),
        action=EventEntryAction(key="result", button=T("Record the result")),
    ),
    EventEntryKind(
        entry=kinds.OfficialResult,
        name=_of_pairing(T("confirmation of {pairing}")),
        short_name=lambda _: T("confirmation"),
        detail=lambda _, entry: T("confirmed by {name}", name=entry.name),
        is_decision=_always,
        action=EventEntryAction(key="official", button=T("Make it official")),
    ),
    EventEntryKind(
        entry=kinds.TeamConductMark,
        name=lambda overview, entry: _of_team(
            T("protest by {team}") if entry.what == "protest" else T("conduct entry for {team}")
        )(overview, entry),
        short_name=lambda entry: T("protest") if entry.what == "protest" else T("conduct entry"),
        detail=lambda _, entry: conduct_mark_text(entry),
        is_decision=_always,
        fields=(
            EntryField(
                name="what",
                value="choice",
                label=T("Conduct"),
                # A protest is about a pairing, and asked for there.
                choices=tuple(each for each in MARK_TEXTS.items() if each[0] != "protest"),
            ),
            _line("value", T("Rating"), missing=_MISSING_FROM_MARK),
            _line("why", T("Why"), missing=_MISSING_FROM_MARK),
        ),
        action=EventEntryAction(key="mark", button=T("Record the entry")),
    ),
    EventEntryKind(
        entry=Note,
        name=T("note"),
        is_decision=_always,
        fields=(_line("text", T("Reason or note"), missing=T("Write the note first.")),),
        action=EventEntryAction(key="note", button=T("Record as a note")),
    ),
    EventEntryKind(entry=kinds.EventAmend, is_decision=_always),
    EventEntryKind(
        entry=Strike,
        is_decision=_always,
        fields=(_line("why", T("Why"), missing=T("Enter a reason. It's saved in the history.")),),
        action=EventEntryAction(key="strike", button=T("Delete")),
    ),
    EventEntryKind(
        entry=Restore,
        is_decision=_always,
        action=EventEntryAction(key="restore", button=T("Restore")),
    ),
    EventEntryKind(entry=LaptopTakeover, name=T("event takeover")),
    EventEntryKind(
        entry=ChooseVersion,
        name=T("choice between two versions"),
        is_changing_matches=_always,
    ),
)


def event_entry_action(kind: type[Common]) -> EventEntryAction:
    """Return the action that records an entry of a kind that a form records."""
    action = EVENT_ENTRY_KINDS[kind].action
    assert action is not None
    return action


def name_plain_entry(overview: Overview, entry: Common) -> Text:
    """Return the name of an entry that is no correction: "release of round 2"."""
    name = EVENT_ENTRY_KINDS[type(entry)].name
    return name if isinstance(name, Text) else name(overview, entry)


def entry_detail_text(register: Register, entry: Common) -> Text | None:
    """Return an entry of an event in words, beside its name; None if the name is enough."""
    return EVENT_ENTRY_KINDS[type(entry)].detail(register, entry)
