"""`scorepad rules` lists the rule sets, shows one in full, or checks a house file."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorepad.budget import RULES_BUDGET
from scorepad.cli.console import Console
from scorepad.cli.scoresheet import align_rows
from scorepad.cli.services import Services
from scorepad.cli.sources import Unreadable, open_source, read_bytes_up_to_limit
from scorepad.spades.decoding import plain_json, refuse_ambiguous_json
from scorepad.spades.library import Library, read_rules_file
from scorepad.spades.parameters import parameters
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_labels import format_value
from scorepad.spades.rule_texts import checklist_and_play_rules, edition_text
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T, format_number, rule_file_text


def rules_by_id_or_file(id_or_file: str, library: Library) -> RuleSet:
    """Return a rule set by its id, or from a file (TOML, or JSON of the same shape)."""
    is_path = Path(id_or_file).suffix.lower() in (".toml", ".json") or "/" in id_or_file
    if is_path and id_or_file not in library.ids():
        return load_rules_file(id_or_file, library)
    return library.get(id_or_file)


def load_rules_file(name: str, library: Library) -> RuleSet:
    """Return the rule set of a file; raises `Refused`, naming it."""
    if Path(name).suffix.lower() != ".json":
        with open_source(name):
            pass
        return read_rules_file(Path(name), library)
    try:
        raw = read_bytes_up_to_limit(name, RULES_BUDGET.bytes)
        data = plain_json(raw)
        refuse_ambiguous_json(raw)
    except Unreadable:
        raise
    except Refused as refused:
        raise Unreadable(name, refused.text) from None
    if not isinstance(data, dict):
        raise Unreadable(name, T("a rule set is a JSON object of sections"))
    return library.resolve(data, where=Path(name).name)


def list_rules(services: Services, console: Console, args: Namespace) -> None:
    """List the rule sets."""
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
            checked = load_rules_file(name, library)
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


def describe_rules(rules: RuleSet) -> Iterator[str]:
    """Return a rule set as lines of text: every parameter with its meaning, every ruling."""
    yield f"{rules.id}: {rules.name} · {edition_text(rules)}"
    # The title of a document and the places in it are citations: no language changes them.
    yield str(T("Source: {source}", source=rules.source))
    data = plain_rules(rules)
    section = ""
    rows: list[list[str]] = []
    for each in parameters():
        if each.section not in data:
            continue
        if each.section != section:
            section = each.section
            rows.append([f"[{section}]", "", ""])
        value = data[section].get(each.name)
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
    if not rules.ruling:
        return
    yield ""
    yield str(T("Rulings"))
    for ruling in rules.ruling:
        yield f"  · {rule_file_text(ruling.question)}"
        yield f"    {rule_file_text(ruling.reading)}"
        if ruling.options:
            options = "; ".join(str(rule_file_text(option)) for option in ruling.options)
            yield "    " + str(T("other readings: {options}", options=options))
        if ruling.where:
            yield "    " + str(T("place: {where}", where=ruling.where))


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
