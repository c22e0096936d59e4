"""The names of stages and rounds: “Swiss”, “Round robin B”, “Semifinals”."""

from __future__ import annotations

from scorepad.events.overview import Overview
from scorepad.events.register import MAX_LETTERS_OF_PLAIN_ID, Register
from scorepad.spades.words import T, Text, capitalize


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
    """Return the name of each round by itself: “Round 3”, with several stages “Division B,
    round 3”, and in a bracket “Semifinals”."""
    return {number: capitalize(overview.round_text(number)) for number in overview.register.rounds}
