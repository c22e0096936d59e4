"""`scorepad share`: several laptops exchange their entries."""

import contextlib
import os
import signal
import sys
import threading
from argparse import Namespace
from datetime import UTC, datetime
from types import FrameType
from typing import Any

import msgspec

from scorepad.cli.console import DIFFERENT, Console
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


def show(services: Services, console: Console, args: Namespace) -> None:
    """Print the status of sharing."""
    settings = services.settings
    if not (settings.is_shared or settings.trouble or args.json):
        console.print_line(NOTHING_SHARED)
        return
    status = _status(services)
    if args.json:
        console.print_json(status_as_data(status))
    else:
        _print(console, status)


def status_as_data(status: ShareStatus) -> dict[str, Any]:
    """Return the status of sharing for a program; sentences are in English."""
    data: dict[str, Any] = msgspec.to_builtins(status)
    if status.why is not None:
        data["why"] = status.why.english
    if status.notices:
        data["notices"] = [each.english for each in status.notices]
    return data


def once(services: Services, console: Console, _args: Namespace) -> None:
    """Exchange once."""
    is_done, status = services.sharing().exchange_once()
    _print(console, status)
    if not is_done:
        console.status = DIFFERENT


def follow(services: Services, _console: Console, args: Namespace) -> None:
    """Exchange until the process is stopped."""
    is_over = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        is_over.set()

    signal.signal(signal.SIGTERM, end)
    if args.until_closed:

        def wait_for_end() -> None:
            # Not by the buffer, which the end of the program would wait for.
            with contextlib.suppress(OSError, AttributeError):  # closed from the beginning
                while os.read(sys.stdin.fileno(), 1):
                    pass
            is_over.set()

        threading.Thread(target=wait_for_end, daemon=True).start()
    services.sharing().exchange_until(is_over.is_set)


def take(services: Services, console: Console, args: Namespace) -> None:
    """Take over a match or event from another laptop."""
    if not args.why.strip():
        raise Refused("give a reason with --why")
    with open_desk_and_print_notices(services, console, write=True) as desk:
        table = _table(desk, args.log)
        holder_notices = holder_texts(table.held_elsewhere, services.sharing().status(), desk.now())
        table.take_over_from_other_laptop(args.why)
    with console.say_done_if_output_fails(T("this computer took over")):
        console.print_line(T("This computer is now recording {id}.", id=args.log))
        console.print_notices(holder_notices)


def forget(services: Services, console: Console, args: Namespace) -> None:
    """Hide a laptop until it's heard from again."""
    status = _find(_status(services).laptops, args.laptop)
    settings = services.settings
    forgotten = f"{settings.share_forgotten} {status.laptop} {datetime.now(UTC).isoformat()}"
    try:
        settings.set_and_save("share_forgotten", " ".join(forgotten.split()[-MOST_FORGOTTEN:]))
    except SettingError as error:
        raise Refused(error_text(error)) from error
    console.print_line(
        T("{laptop} is hidden until it's heard from again.", laptop=status.shown_name)
    )


def schema(services: Services, console: Console, _args: Namespace) -> None:
    """Print the SQL for a database that laptops share."""
    for line in services.sharing().schema_sql().splitlines():
        console.print_line(line)


def _status(services: Services) -> ShareStatus:
    status = services.sharing().status()
    if not services.settings.is_shared:
        for trouble in services.settings.trouble:
            raise Refused(error_text(trouble))
    if not services.settings.is_shared:
        raise Refused(NOTHING_SHARED)
    services.sharing().refuse_data_folder_in_settings()
    if status is None:
        raise Refused("nothing has been exchanged yet; open Scorepad, or run “scorepad share once”")
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
        [each for each in laptops if low in (each.laptop, each.shown_name.lower())],
        [each for each in laptops if each.name.lower() == low],
        [each for each in laptops if len(low) >= 4 and each.laptop.startswith(low)],
    ):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise Refused(
                "several laptops are called “{name}”; give the ID of one of them", name=query[:60]
            )
    raise Refused("can't find a laptop called “{name}”; check the name", name=query[:60])


def _table(desk: Desk, query: str) -> OpenLog[Any]:
    table = EventDesk(desk).find(query)
    return table if table is not None else desk.open(query)
