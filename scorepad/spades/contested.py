"""Contested rules: sentences of a document with two readings that give different winners.

The supervisor chooses a reading before the first deal. It is stored with the agreed changes, so
sheets and explanations follow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from scorepad.spades.parameters import value_of
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_labels import option_text
from scorepad.spades.rule_texts import rule_chapters
from scorepad.spades.rulefile import rules_with_agreed_deviations
from scorepad.spades.rules import RuleInterpretation, RuleSet, RulingOption
from scorepad.spades.words import N, Text, rule_file_text


class ContestedReading(msgspec.Struct, frozen=True, kw_only=True):
    """A contested ruling and the reading in force: 0 is the ruling's own, and 1 and up are its
    options with parameters."""

    ruling: RuleInterpretation
    chosen: int

    @property
    def readings(self) -> tuple[Text, ...]:
        """Return the readings that can be chosen."""
        options = (option_text(each.reading) for each in choosable_options(self.ruling))
        return (rule_file_text(self.ruling.reading), *options)


def contested_rulings(rules: RuleSet) -> tuple[RuleInterpretation, ...]:
    """Return the rulings of a rule set that an event asks about: each of their readings is possible
    beside its other parameters."""
    return tuple(each for each in rules.ruling if each.contested and _can_be_chosen(rules, each))


def _can_be_chosen(rules: RuleSet, ruling: RuleInterpretation) -> bool:
    try:
        for chosen in range(1, len(choosable_options(ruling)) + 1):
            _with_reading(rules, ruling, chosen)
    except Refused:
        return False
    return True


def choosable_options(ruling: RuleInterpretation) -> tuple[RulingOption, ...]:
    """Return the options of a ruling that parameters carry out."""
    return tuple(each for each in ruling.options if each.set)


def contested_readings(rules: RuleSet, now: RuleSet) -> tuple[ContestedReading, ...]:
    """Return the contested rulings of a rule set with the readings in force `now` (the rule set
    with the agreed changes), without those that the agreed changes read in none of their ways."""
    result = []
    for ruling in contested_rulings(rules):
        readings: list[Mapping[str, Any]] = [{}, *(each.set for each in choosable_options(ruling))]
        for chosen, values in enumerate(readings):
            if all(
                value_of(now, path) == values.get(path, value_of(rules, path))
                for path in ruling.decides
            ):
                result.append(ContestedReading(ruling=ruling, chosen=chosen))
                break
    return tuple(result)


def agreed_with_reading(
    agreed: Mapping[str, Any], ruling: RuleInterpretation, chosen: int
) -> dict[str, Any]:
    """Return the agreed changes with this reading of a ruling (0: its own)."""
    sections = {
        section: {
            name: value
            for name, value in table.items()
            if f"{section}.{name}" not in ruling.decides
        }
        if isinstance(table, Mapping)
        else table
        for section, table in agreed.items()
    }
    if chosen:
        for path, value in choosable_options(ruling)[chosen - 1].set.items():
            section, _, name = path.partition(".")
            sections.setdefault(section, {})[name] = value
    return {section: table for section, table in sections.items() if table != {}}


def contested_part(agreed: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Return the part of an event's agreements that is about contested rulings of a rule set.

    A stage may have another rule set than the event, with fewer of them."""
    paths = {path for each in contested_rulings(rules) for path in each.decides}
    sections = {
        section: {name: value for name, value in table.items() if f"{section}.{name}" in paths}
        for section, table in agreed.items()
        if isinstance(table, Mapping)
    }
    return {section: table for section, table in sections.items() if table}


def with_contested_part(
    agreed: Mapping[str, Any], chosen: Mapping[str, Any], rules: RuleSet
) -> dict[str, Any]:
    """Return the agreed changes with other readings of the contested rulings of a rule set."""
    for ruling in contested_rulings(rules):
        agreed = agreed_with_reading(agreed, ruling, 0)
    sections = {section: dict(table) for section, table in agreed.items()}
    for section, table in chosen.items():
        sections[section] = {**sections.get(section, {}), **table}
    return sections


def reading_sentences(rules: RuleSet, ruling: RuleInterpretation, chosen: int) -> list[Text]:
    """Return the sentences of the rule set that only this reading of a ruling brings."""
    of_readings = [
        [
            sentence
            for _title, sentences in rule_chapters(_with_reading(rules, ruling, each))
            for sentence in sentences
        ]
        for each in range(len(choosable_options(ruling)) + 1)
    ]
    others = [each for at, each in enumerate(of_readings) if at != chosen]
    return [
        sentence
        for sentence in of_readings[chosen]
        if any(sentence not in other for other in others)
    ]


@lru_cache(maxsize=64)
def readings_in_force(rules: RuleSet, now: RuleSet) -> tuple[Text, ...]:
    """Return the sentences of the readings of contested rules that are in force."""
    return tuple(
        sentence
        for each in contested_readings(rules, now)
        for sentence in reading_sentences(rules, each.ruling, each.chosen)
    )


def _with_reading(rules: RuleSet, ruling: RuleInterpretation, chosen: int) -> RuleSet:
    return rules_with_agreed_deviations(rules, agreed_with_reading({}, ruling, chosen))


def winner_question(count: int) -> Text:
    """Return the question about so many readings that can change the winner."""
    return N(
        "{n} rule can be read in ways that change the winner",
        "{n} rules can be read in ways that change the winner",
        count,
    )


def parse_readings(typed: Iterable[str], rules: RuleSet) -> dict[str, Any]:
    """Return the agreed changes of readings such as `time-up=1`, each a ruling's id and a
    number. Raise `Refused`."""
    agreed: dict[str, Any] = {}
    rulings = {each.id: each for each in contested_rulings(rules)}
    for each in typed:
        ruling_id, _, number = each.partition("=")
        ruling = rulings.get(ruling_id)
        if ruling is None:
            raise Refused(
                "{rules} has no contested rule “{id}”; choose from {known}",
                rules=rules.name,
                id=ruling_id[:60],
                known=", ".join(rulings) or "–",
            )
        most = len(choosable_options(ruling))
        if not (number.isascii() and number.isdigit() and int(number[:3]) <= most):
            raise Refused(
                "“{typed}” isn't one of the readings; type a choice from {id}=0 to {id}={most}",
                typed=each[:60],
                id=ruling_id,
                most=most,
            )
        agreed = agreed_with_reading(agreed, ruling, int(number))
    return agreed
