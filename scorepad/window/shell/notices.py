"""What must be known is shown: the keeper's notices, and a result that an event states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorepad.events.event_descriptions import other_result_text
from scorepad.events.status import NOTHING_STATED, with_events
from scorepad.spades.status import status_of
from scorepad.spades.words import T
from scorepad.window.shell.banners import Banners

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk
    from scorepad.window.match.table_page import TablePage


def show_notices(banners: Banners, desk: Desk, *, since: int) -> int:
    """Show the desk's notices after the first `since`, and return how many there are."""
    notices = desk.notices
    for number in range(since, len(notices)):
        banners.show_banner(f"notice{number}", notices[number])
    return len(notices)


def show_result_stated_by_event(banners: Banners, desk: Desk, page: TablePage) -> None:
    """Say that the event of this table's match states another result than was played, or who made
    this one official."""
    table = page.table
    statements = desk.read_event_statements() if table.match.head.event else NOTHING_STATED
    page.bar.show_event_statements(statements)
    text = other_result_text(with_events(status_of(table.match), statements))
    if text is not None:
        text = T("{said}. Hands that are typed here do not change it.", said=text)
        banners.show_banner("stated", text, tone="warn")
