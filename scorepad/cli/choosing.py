"""`scorepad choose` says which of two versions of a match or event counts."""

from typing import Annotated, Any

from scorepad.cli.arguments import argument, option
from scorepad.cli.commands import command_help
from scorepad.cli.console import Console
from scorepad.cli.parser import CommandGroup
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.open_log import OpenLog
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T


def add_commands(app: CommandGroup, services: Services) -> None:
    """Add the command."""
    words = services.words

    @app.command(help=command_help("choose", words))
    def choose(
        entry: Annotated[
            str, argument("ENTRY", words("The id of an entry of the version that counts."))
        ],
        why: Annotated[str, option("--why", metavar="REASON", help=words("The reason."))] = "",
    ) -> int:
        console = Console(words)
        if not why.strip():
            raise Refused("say with --why why this version counts")
        with open_desk_and_print_notices(services, console, write=True) as desk:
            table = open_match_or_event_with_versions(desk, entry)
            table.choose_version(entry, why)
        with console.say_done_if_output_fails(T("the choice was recorded")):
            console.print_line(words("The version with entry {id} counts.", id=entry))
        return console.status


def open_match_or_event_with_versions(desk: Desk, entry_id: str) -> OpenLog[Any]:
    """Return the match or event that has several versions and this entry; raises `Refused`."""
    statuses = [*desk.matches(), *desk.matches(archived=True)]
    for status in statuses:
        if status.versions and any(
            each.id == entry_id for each in desk.read(status.id).entries_of_all_versions
        ):
            return desk.open(status.id)
    events = EventDesk(desk)
    for event in events.events():
        if event.versions:
            table = events.open(event.id)
            if any(each.id == entry_id for each in table.event.entries_of_all_versions):
                return table
    raise Refused("nothing that has two versions has the entry “{id}”", id=entry_id[:60])
