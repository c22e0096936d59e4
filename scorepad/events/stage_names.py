"""What stages and rounds are called: “Swiss”, “Round robin B”, “Semifinals”."""

from __future__ import annotations

from collections.abc import Mapping

from scorepad.events.bracket_plan import round_titles_by_node
from scorepad.events.entries import ELIMINATION
from scorepad.events.overview import Overview, Undecided
from scorepad.events.register import MAX_LETTERS_OF_PLAIN_ID, PlannedRound, Register
from scorepad.spades.naming import round_name
from scorepad.spades.words import T, Text, join_parts, join_with_commas


def stage_name(register: Register, stage: str) -> str:
    """Return what a stage is called: its own name, else its format, with its letter where another
    stage has the same format."""
    title = register.stage_name(register.stages[stage])
    name = str(title) if isinstance(title, Text) else title
    return name if len(stage) > MAX_LETTERS_OF_PLAIN_ID else name[:1].upper() + name[1:]


def with_stage_name(register: Register, stage: str, text: Text) -> Text:
    """Return what is said of a stage, with its name where the event has several."""
    if len(register.stages) < 2:
        return text
    title = register.stage_name(register.stages[stage])
    return T("{stage}: {said}", stage=title, said=text)


def bracket_round_or_stage_names(overview: Overview) -> dict[int, str]:
    """Return what is said of each round beside its number: its place in a bracket, else its stage
    where there are several, else nothing."""
    register = overview.register
    titles = {
        stage: _titles(overview, stage)
        for stage, entry in register.stages.items()
        if entry.format in ELIMINATION
    }
    several = len(register.stages) > 1
    texts = {}
    for number, planned in register.rounds.items():
        stage = planned.entry.stage
        place = _place_in_bracket(planned, titles.get(stage, {}))
        name = stage_name(register, stage) if several else ""
        texts[number] = str(place) if place is not None else name
    return texts


def round_title(number: int | str, place: str) -> str:
    """Return the name of a round: “Round 4 · Semifinals”."""
    name = round_name(str(number))
    return join_parts((name, place))


def _titles(overview: Overview, stage: str) -> dict[object, Text]:
    """Return what the round of each match of a bracket is called: by the pairing of one that is
    drawn, by the teams of one that is next."""
    double = overview.register.stages[stage].format == "double-elimination"
    try:
        bracket = overview.bracket(stage)
    except Undecided:
        return {}
    titles = round_titles_by_node(bracket, double=double)
    return {
        node.meeting.pairing.pairing
        if node.meeting is not None and node.meeting.pairing is not None
        else frozenset(node.teams): titles[node.key]
        for node in bracket.nodes
        if node.meeting is not None or node.is_ready
    }


def _place_in_bracket(planned: PlannedRound, titles: Mapping[object, Text]) -> Text | None:
    titles_of_round = [
        titles.get(each.pairing) or titles.get(frozenset(each.teams))
        for each in planned.entry.pairings
    ]
    distinct = list(dict.fromkeys(each for each in titles_of_round if each is not None))
    return join_with_commas(distinct) if distinct else None
