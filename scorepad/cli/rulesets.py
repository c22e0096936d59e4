"""`scorepad rules` lists the rule sets, shows one in full, or checks a house file."""

import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from scorepad.budget import RULES_BUDGET
from scorepad.cli.console import Console
from scorepad.cli.scoresheet import align_rows
from scorepad.cli.services import Services
from scorepad.cli.sources import Unreadable, open_source, read_bytes_up_to_limit
from scorepad.spades.citations import document_name, house_differences, rulings_in_force
from scorepad.spades.contested import ContestedReading
from scorepad.spades.decoding import plain_json, refuse_ambiguous_json
from scorepad.spades.library import Library, parse_rules_file
from scorepad.spades.parameters import parameters, value_at
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_labels import (
    SECTION_LABELS,
    format_value,
    in_label_order,
    option_text,
    parameter_label,
)
from scorepad.spades.rule_texts import checklist_and_play_rules, edition_text
from scorepad.spades.rulefile import (
    changed_parameters,
    changed_values,
    plain_rules,
    refuse_unlisted_grounds,
)
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T, Text, format_number, rule_file_text

LEAST_TELLING_NUMBER: Final = 14
"""Smaller numbers are in many texts, about cards and tricks."""


def rules_by_id_or_file(id_or_file: str, library: Library) -> RuleSet:
    """Return a rule set by its id, or from a file (TOML, or JSON of the same shape)."""
    is_path = Path(id_or_file).suffix.lower() in (".toml", ".json") or "/" in id_or_file
    if is_path and id_or_file not in library.ids():
        return load_rules_file(id_or_file, library)
    return library.get(id_or_file)


def load_rules_file(name: str, library: Library) -> RuleSet:
    """Return the rule set of a file; raises `Refused`, naming it."""
    return library.build(_parse(name), Path(name).name)


def _parse(name: str) -> dict[str, Any]:
    if Path(name).suffix.lower() != ".json":
        with open_source(name):
            pass
        return parse_rules_file(Path(name))
    try:
        raw = read_bytes_up_to_limit(name, RULES_BUDGET.bytes)
        data = plain_json(raw)
        refuse_ambiguous_json(raw)
    except Unreadable:
        raise
    except Refused as refused:
        raise Unreadable(name, refused.text) from None
    if not isinstance(data, dict):
        raise Unreadable(name, T("a rule set must be a JSON object that contains sections"))
    return data


def list_rules(services: Services, console: Console, args: Namespace) -> None:
    library = services.library()
    json = args.subcommand is not None and args.json
    rows = []
    for rules_id in library.ids():
        try:
            each = library.get(rules_id)
        except Refused as refused:
            console.print_refusal(refused)
            continue
        if json:
            console.print_json({"id": each.id, "name": each.name, "edition": each.edition})
        rows.append([each.id, each.name, str(edition_text(each))])
    if not json:
        for line in align_rows(rows):
            console.print_line(line)
    for fault in library.faults:
        console.print_refusal(fault)


def show_rules(services: Services, console: Console, args: Namespace) -> None:
    """Show a rule set in full."""
    shown = rules_by_id_or_file(args.rules, services.library())
    if args.json:
        console.print_json(plain_rules(shown))
        return
    for line in describe_rules(shown):
        console.print_line(line)


def check_rules(services: Services, console: Console, args: Namespace) -> None:
    """Check rule set files."""
    library = services.library()
    for name in args.files:
        try:
            data = _parse(name)
            checked = library.build(data, Path(name).name)
            base = library.get(data["extends"]) if "extends" in data else None
            refuse_unlisted_grounds(plain_rules(checked), Path(name).name)
        except Refused as refused:
            console.print_refusal(refused)
        else:
            text = T(
                "{file}: the rule set {id} (“{name}”) is valid",
                file=name,
                id=checked.id,
                name=checked.name,
            )
            console.print_line(text)
            if base is not None:
                for doubt in doubtful_texts(checked, base):
                    console.print_line(T("{where}: {what}", where=name, what=doubt))
                if left_out := left_out_texts(checked, base):
                    text = N(
                        "Your own list replaces the one from {base}, so 1 text is left out. Copy "
                        "it if it still applies:",
                        "Your own list replaces the one from {base}, so {n} texts are left out. "
                        "Copy those that still apply:",
                        len(left_out),
                        base=base.name,
                    )
                    console.print_line(T("{where}: {what}", where=name, what=text))
                    for each in left_out:
                        console.print_line(f"  · {rule_file_text(each)}")


def left_out_texts(rules: RuleSet, base: RuleSet) -> list[str]:
    """Return the questions and rules of play of `base` that a rule set doesn't have, although they
    are about nothing that it changes: it has its own list in their place."""
    changed = changed_values(plain_rules(rules), plain_rules(base)).keys()
    own = {each.id for each in rules.ruling} | {
        each.text for each in (*rules.checklist, *rules.play)
    }
    texts = [(each.id, each.question, each.decides) for each in rulings_in_force(base)]
    texts += [(each.text, each.text, each.rests_on) for each in (*base.checklist, *base.play)]
    return [text for key, text, about in texts if key not in own and changed.isdisjoint(about)]


def doubtful_texts(rules: RuleSet, base: RuleSet) -> Iterator[Text]:
    """Yield a warning for each text that a rule set has from its `base`, and that names a number
    that it changes, unless a parameter that the text is about has that number, too."""
    data, there = plain_rules(rules), _texts(base)
    changed = {
        str(abs(each.before)): each
        for each in changed_parameters(data, plain_rules(base))
        if isinstance(each.before, int) and abs(each.before) >= LEAST_TELLING_NUMBER
    }
    for text, about in _texts(rules).items():
        numbers = {str(value_at(data, path)) for path in about}
        named = [each for each in re.findall(r"\d+", text) if each in changed.keys() - numbers]
        if named and text in there:
            change = changed[named[0]]
            yield T(
                "“{text}” is from {base}, where {parameter} is {before}. If the text doesn't "
                "fit these rules, write your own.",
                text=rule_file_text(text),
                base=base.name,
                parameter=parameter_label(change.of.path),
                before=change.before,
            )


def diff_rules(services: Services, console: Console, args: Namespace) -> None:
    """Print the differences of two rule sets."""
    library = services.library()
    one, other = (rules_by_id_or_file(each, library) for each in (args.rules, args.other))
    if args.json:
        console.print_json(differences_as_data(one, other))
        return
    for line in describe_differences(one, other):
        console.print_line(line)


def differences_as_data(one: RuleSet, other: RuleSet) -> dict[str, Any]:
    """Return the differences of two rule sets: parameters with both values, and the texts that
    only one of them has."""
    changes = changed_parameters(plain_rules(one), plain_rules(other))
    return {
        "rules": [one.id, other.id],
        "parameters": {each.of.path: [each.now, each.before] for each in changes},
        "texts": [_texts_of_only(one, other), _texts_of_only(other, one)],
    }


def describe_differences(one: RuleSet, other: RuleSet) -> Iterator[str]:
    """Return the differences of two rule sets as lines of text."""
    for rules in (one, other):
        yield f"{rules.name} · {edition_text(rules)}"
    ours, theirs = plain_rules(one), plain_rules(other)
    rows = [
        [
            str(
                T(
                    "{section} · {name}",
                    section=SECTION_LABELS[path.partition(".")[0]],
                    name=parameter_label(path),
                )
            ),
            format_value(value_at(ours, path)),
            format_value(value_at(theirs, path)),
        ]
        for path in in_label_order(changed_values(ours, theirs))
    ]
    yield ""
    yield from align_rows([["", one.name, other.name], *rows])
    if not rows:
        yield str(T("The two rule sets have the same values."))
    for rules, against in ((one, other), (other, one)):
        texts = _texts_of_only(rules, against)
        if texts:
            yield ""
            yield str(T("Only in {rules}", rules=rules.name))
            yield from (f"  · {rule_file_text(text)}" for text in texts)


def _texts_of_only(rules: RuleSet, other: RuleSet) -> list[str]:
    there = _texts(other)
    return [text for text in _texts(rules) if text not in there]


def _texts(rules: RuleSet) -> dict[str, tuple[str, ...]]:
    return {
        **{each.text: each.rests_on for each in (*rules.checklist, *rules.play)},
        **{each.reading: each.decides for each in rulings_in_force(rules)},
    }


def describe_rules(rules: RuleSet) -> Iterator[str]:
    """Return a rule set as lines of text: every parameter with its meaning, every ruling."""
    yield f"{rules.id}: {rules.name} · {edition_text(rules)}"
    # The title of a document and the places in it are citations: no language changes them.
    if rules.source:
        yield str(T("Source: {source}", source=rules.source))
    if differences := house_differences(rules):
        yield str(T("Differs from {document}:", document=document_name(rules)))
        yield from (f"  · {text}" for text in differences)
    data = plain_rules(rules)
    section = ""
    rows: list[list[str]] = []
    for each in parameters():
        if each.section not in data:
            continue
        if each.section != section:
            section = each.section
            rows.append([f"[{section}]", "", ""])
        value = value_at(data, each.path)
        if each.shape == "texts":
            value = [str(rule_file_text(text)) for text in value]
        rows.append([f"  {each.name}", _value(value), str(T(each.meaning))])
    yield ""
    yield from align_rows(rows)
    yield from _rulings(rules)
    for title, texts in checklist_and_play_rules(rules):
        if texts:
            yield ""
            yield str(title)
            for text in texts:
                yield f"  · {text}"


def _rulings(rules: RuleSet) -> Iterator[str]:
    rulings = rulings_in_force(rules)
    if not rulings:
        return
    yield ""
    yield str(T("Rulings"))
    for ruling in rulings:
        yield f"  · {rule_file_text(ruling.question)}"
        yield f"    {rule_file_text(ruling.reading)}"
        if ruling.contested:
            yield "    " + str(
                T("Another reading can change the winner. Choose one with --reading:")
            )
            of_ruling = ContestedReading(ruling=ruling, chosen=0)
            for number, reading in enumerate(of_ruling.readings):
                yield f"    {ruling.id}={number}  {reading}"
        elif ruling.options:
            options = "; ".join(str(option_text(option.reading)) for option in ruling.options)
            yield "    " + str(T("other readings: {options}", options=options))
        if ruling.where:
            yield "    " + str(T("where: {where}", where=ruling.where))


def _value(value: Any) -> str:
    if value is None:
        return str(T("none"))
    if isinstance(value, bool):
        return str(T("yes") if value else T("no"))
    if isinstance(value, int):
        return format_number(value)
    if isinstance(value, list | tuple):
        return ", ".join(_value(item) for item in value) or str(T("none"))
    if isinstance(value, dict):
        return format_value(value)
    return str(value)
