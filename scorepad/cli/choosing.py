"""`scorepad choose` decides which of two versions of a match or event counts."""

from argparse import Namespace
from typing import Any

from scorepad.cli.console import Console
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.open_log import OpenLog
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T


def choose(services: Services, console: Console, args: Namespace) -> None:
    """Record which version counts."""
    if not args.why.strip():
        raise Refused("give a reason with --why")
    with open_desk_and_print_notices(services, console, write=True) as desk:
        table = open_match_or_event_with_versions(desk, args.entry)
        table.choose_version(args.entry, args.why)
    with console.say_done_if_output_fails(T("the choice was recorded")):
        console.print_line(T("The version with entry {id} now counts.", id=args.entry))


def open_match_or_event_with_versions(desk: Desk, entry_id: str) -> OpenLog[Any]:
    """Return the match or event that has several versions and this entry; raises `Refused`."""
    statuses = [*desk.matches(), *desk.matches(archived=True)]
    for status in statuses:
        if status.versions and entry_id in desk.read(status.id).ids_of_all_versions:
            return desk.open(status.id)
    events = EventDesk(desk)
    for event in events.events():
        if event.versions:
            table = events.open(event.id)
            if entry_id in table.event.ids_of_all_versions:
                return table
    raise Refused(
        "no match or event with two versions contains the entry “{id}”; check the ID",
        id=entry_id[:60],
    )
