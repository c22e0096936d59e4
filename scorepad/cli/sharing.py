"""`scorepad share`: several laptops exchange what they record."""

import os
import signal
import sys
import threading
from datetime import UTC, datetime
from types import FrameType
from typing import Annotated, Any

from scorepad.cli.arguments import argument, flag, option
from scorepad.cli.commands import command_help
from scorepad.cli.console import DIFFERENT, DONE, Console
from scorepad.cli.parser import CommandGroup
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.open_log import OpenLog
from scorepad.desk.sharing import (
    NOTHING_SHARED,
    LaptopStatus,
    ShareStatus,
    all_laptops_status_text,
    clock_texts,
    heard_text,
    holder_texts,
)
from scorepad.settings import SettingError
from scorepad.spades.refusal import Refused, error_text
from scorepad.spades.words import T

MOST_FORGOTTEN = 2 * 20
"""So many words, two for each laptop, are kept of those that are forgotten."""


def add_commands(app: CommandGroup, services: Services) -> None:
    """Add the commands."""
    words = services.words

    def show(
        json: Annotated[bool, flag("--json", words("One JSON object with everything."))] = False,
    ) -> int:
        console = Console(words)
        status = _status(services)
        if json:
            console.print_json(status)
        else:
            _print(console, status)
        return console.status

    share = app.group("share", help=command_help("share", words), alone=show)

    @share.command(
        help=words(
            "Exchange once.\n\nExit status 0: all was exchanged; 1: something could not be "
            "published or read; 2: nothing is set up, or another process exchanges."
        )
    )
    def once() -> int:
        console = Console(words)
        is_done, status = services.sharing().exchange_once()
        _print(console, status)
        return console.status or (DONE if is_done else DIFFERENT)

    @share.command(help=words("Exchange until it is stopped; the window does this by itself."))
    def follow(
        until_closed: Annotated[
            bool, flag("--until-closed", words("End once standard input is closed."))
        ] = False,
    ) -> int:
        is_over = threading.Event()

        def end(_number: int, _frame: FrameType | None) -> None:
            is_over.set()

        signal.signal(signal.SIGTERM, end)
        if until_closed:

            def wait_for_end() -> None:
                # Not by the buffer, which the end of the program would wait for.
                while os.read(sys.stdin.fileno(), 1):
                    pass
                is_over.set()

            threading.Thread(target=wait_for_end, daemon=True).start()
        services.sharing().exchange_until(is_over.is_set)
        return DONE

    @share.command(help=words("Record here what another laptop recorded until now."))
    def take(
        log: Annotated[
            str, argument("LOG", words("The match's id, or the beginning of it; or an event."))
        ],
        why: Annotated[str, option("--why", metavar="REASON", help=words("The reason."))] = "",
    ) -> int:
        console = Console(words)
        if not why.strip():
            raise Refused("say with --why why this computer takes over")
        with open_desk_and_print_notices(services, console, write=True) as desk:
            table = _table(desk, log)
            holder_notices = holder_texts(
                table.held_elsewhere, services.sharing().status(), desk.now()
            )
            table.take_over_from_other_laptop(why)
        with console.say_done_if_output_fails(T("this computer took over")):
            console.print_line(words("This computer records {id} from now on.", id=log))
            console.print_notices(holder_notices)
        return console.status

    @share.command(help=words("Leave the line about a laptop away, until it is heard again."))
    def forget(
        laptop: Annotated[
            str, argument("LAPTOP", words("Its name, its id, or the beginning of that."))
        ],
    ) -> int:
        console = Console(words)
        status = _find(_status(services).laptops, laptop)
        settings = services.settings
        forgotten = f"{settings.share_forgotten} {status.laptop} {datetime.now(UTC).isoformat()}"
        try:
            settings.set_and_save("share_forgotten", " ".join(forgotten.split()[-MOST_FORGOTTEN:]))
        except SettingError as error:
            raise Refused(error_text(error)) from error
        console.print_line(
            words("{laptop} is left out until it is heard again.", laptop=status.shown_name)
        )
        return console.status

    _add_schema(share, services)


def _add_schema(share: CommandGroup, services: Services) -> None:
    words = services.words

    @share.command(
        help=words(
            "Print the SQL that an administrator of a PostgreSQL server runs, so that laptops can "
            "share a database there."
        )
    )
    def schema() -> int:
        console = Console(words)
        for line in services.sharing().schema_sql().splitlines():
            console.print_line(line)
        return console.status


def _status(services: Services) -> ShareStatus:
    status = services.sharing().status()
    if not services.settings.is_shared:
        for trouble in services.settings.trouble:
            raise Refused(error_text(trouble))
    if not services.settings.is_shared:
        raise Refused(NOTHING_SHARED)
    services.sharing().refuse_data_folder_in_settings()
    if status is None:
        raise Refused("nothing was exchanged yet; the window does that, or “scorepad share once”")
    return status


def _print(console: Console, status: ShareStatus) -> None:
    now = datetime.now(UTC)
    console.print_line(all_laptops_status_text(status, now))
    for each in sorted(status.laptops, key=lambda each: each.heard)[1:]:
        console.print_line(heard_text(each, now))
    for text in (*clock_texts(status), *status.notices):
        console.print_to_stderr(text)


def _find(laptops: tuple[LaptopStatus, ...], query: str) -> LaptopStatus:
    low = query.lower()
    for candidates in (
        [each for each in laptops if each.laptop == low or each.name.lower() == low],
        [each for each in laptops if len(low) >= 4 and each.laptop.startswith(low)],
    ):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise Refused(
                "several laptops are called “{name}”; give the id of one", name=query[:60]
            )
    raise Refused("there is no laptop “{name}”", name=query[:60])


def _table(desk: Desk, query: str) -> OpenLog[Any]:
    """Return the match or event with this id; raises `Refused`."""
    table = EventDesk(desk).find(query)
    return table if table is not None else desk.open(query)
