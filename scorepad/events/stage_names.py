"""The names of stages and rounds: “Swiss”, “Round robin B”, “Semifinals”."""

from __future__ import annotations

from collections.abc import Mapping

from scorepad.events.bracket_plan import round_titles_by_node
from scorepad.events.overview import Overview, Undecided
from scorepad.events.register import MAX_LETTERS_OF_PLAIN_ID, PlannedRound, Register
from scorepad.spades.words import T, Text, capitalize, join_parts, join_with_commas


def stage_name(register: Register, stage: str) -> str:
    """Return the name of a stage: its own name, else its format, with its letter where another
    stage has the same format."""
    name = str(register.stage_name(register.all_stages[stage]))
    return name if len(stage) > MAX_LETTERS_OF_PLAIN_ID else capitalize(name)


def with_stage_name(register: Register, stage: str, text: Text) -> Text:
    """Return the text about a stage, with its name where the event has several."""
    if len(register.stages) < 2:
        return text
    title = register.stage_name(register.stages[stage])
    return T("{stage}: {said}", stage=title, said=text)


def round_titles(overview: Overview) -> dict[int, str]:
    """Return the name of each round: “Round 3”, with several stages “Division B, round 3”, and
    in a bracket “Semifinals”."""
    register = overview.register
    titles = {
        stage: _titles(overview, stage)
        for stage, entry in register.stages.items()
        if entry.is_elimination
    }
    texts = {}
    for number, planned in register.rounds.items():
        stage = planned.stage
        place = _place_in_bracket(planned, titles.get(stage, {}))
        if place is not None and len(titles) == 1:
            texts[number] = str(place)
            continue
        texts[number] = join_parts((capitalize(register.round_text(number)), place or ""))
    return texts


def _titles(overview: Overview, stage: str) -> dict[object, Text]:
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
        titles.get(each.pairing) or titles.get(frozenset(each.teams)) for each in planned.pairings
    ]
    distinct = list(dict.fromkeys(each for each in titles_of_round if each is not None))
    return join_with_commas(distinct) if distinct else None
