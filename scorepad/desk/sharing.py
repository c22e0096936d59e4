"""The other laptops, in words. `scorepad.share` keeps the status; the window and the command
line show it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, TypeAlias

import msgspec

from scorepad.spades.entries import LaptopTakeover
from scorepad.spades.words import N, T, Text

NOTHING_SHARED = T(
    "Nothing is shared yet. In the settings, choose a folder or a database that all laptops "
    "can reach."
)
UNHEARD = timedelta(minutes=5)
"""A laptop that was not heard from in a folder for so long is shown in red."""
UNHEARD_BY_DATABASE = timedelta(seconds=60)
"""The same of one that was heard by a database."""
CLOCK_DIFFERS = 60  # seconds; a clock that is further ahead is reported
_Moment: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]


class LaptopStatus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The status of another laptop.

    Attributes:
        laptop: Its id.
        name: Its name.
        short_id: The beginning of its id, where another laptop has the same name.
        heard: When its state or a line of it arrived last (UTC).
        ahead: By how many seconds its clock is ahead, as far as that is seen.
        by_database: Whether it was heard by a database.
        missing: How many of the lines that it has published are not here.
    """

    laptop: str
    name: str = ""
    short_id: str = ""
    heard: _Moment
    ahead: int = 0
    by_database: bool = False
    missing: int = 0

    @property
    def shown_name(self) -> str:
        """Return its name; the beginning of its id, if it has none."""
        if self.name and self.short_id:
            return f"{self.name} ({self.short_id})"
        return self.name or self.laptop[:8]

    def is_silent(self, now: datetime) -> bool:
        """Return whether it was not heard from for so long that it needs attention."""
        return now - self.heard > (UNHEARD_BY_DATABASE if self.by_database else UNHEARD)


class ShareStatus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The status of sharing: the time since which it is so (UTC), the folder and the database, this
    laptop's name, the other laptops, how many entries no other laptop is known to have (None: not
    known yet), why nothing can be published now, and other notices."""

    at: _Moment
    folder: str = ""
    database: str = ""
    name: str = ""
    laptops: tuple[LaptopStatus, ...] = ()
    only_here: int | None = 0
    why: Text | None = None
    notices: tuple[Text, ...] = ()

    def find(self, laptop: str) -> LaptopStatus | None:
        """Return the status of a laptop by its id."""
        return next((each for each in self.laptops if each.laptop == laptop), None)

    @property
    def longest_unheard(self) -> LaptopStatus | None:
        """Return the laptop that was not heard for the longest time."""
        return min(self.laptops, key=lambda each: each.heard, default=None)


def is_urgent(status: ShareStatus, now: datetime) -> bool:
    """Return whether sharing needs attention: nothing can be published, or a laptop is silent."""
    return status.why is not None or any(each.is_silent(now) for each in status.laptops)


def age_text(moment: datetime, now: datetime) -> Text:
    """Return how long ago a moment was: "14 s"."""
    seconds = max(0, int((now - moment).total_seconds()))
    if seconds < 60:
        return T("{n} s", n=seconds)
    if seconds < 3600:
        return T("{n} min", n=seconds // 60)
    if seconds < 48 * 3600:
        return T("{n} h", n=seconds // 3600)
    return N("{n} day", "{n} days", seconds // 86400)


def heard_text(laptop: LaptopStatus, now: datetime) -> Text:
    """Return when a laptop was heard last."""
    return T(
        "Heard from {laptop} {age} ago", laptop=laptop.shown_name, age=age_text(laptop.heard, now)
    )


def held_by_laptop_text(name: str, laptop: LaptopStatus | None, now: datetime) -> Text:
    """Return the holder of a table, and when it was last heard from, if known."""
    if laptop is None:
        return T("Held by {laptop}", laptop=name)
    return T(
        "Held by {laptop}, last heard from {age} ago", laptop=name, age=age_text(laptop.heard, now)
    )


def find_laptop(status: ShareStatus | None, hold: LaptopTakeover | None) -> LaptopStatus | None:
    """Return the status of a laptop that holds a table, or did; None if it isn't known."""
    return None if status is None or hold is None else status.find(hold.laptop)


def holder_texts(
    hold: LaptopTakeover | None, status: ShareStatus | None, now: datetime
) -> tuple[Text, ...]:
    """Return the holder of a table and how many of its entries are here; nothing if this laptop
    holds it, or none does."""
    if hold is None:
        return ()
    laptop = find_laptop(status, hold)
    return held_by_laptop_text(hold.name or hold.laptop[:8], laptop, now), missing_lines_text(
        laptop
    )


def missing_lines_text(laptop: LaptopStatus | None) -> Text:
    """Return how many of a laptop's entries are here, if known."""
    if laptop is None:
        return T("Scorepad doesn't know how many of that laptop's entries are here.")
    if laptop.missing:
        return N(
            "{n} of that laptop's entries isn't on this computer yet.",
            "{n} of that laptop's entries aren't on this computer yet.",
            laptop.missing,
        )
    return T("Everything it had shared by then is on this computer.")


def all_laptops_status_text(status: ShareStatus, now: datetime) -> Text:
    """Return the line about all laptops together."""
    # Without another laptop, the other copy is on a drive, which may be gone.
    has_others = status.only_here == 0 and bool(status.laptops)
    if status.why is not None and status.only_here == 0 and not has_others:
        return status.why
    if status.only_here is None:
        only_here = T("Scorepad can't tell how many entries are only on this computer")
    else:
        only_here = N(
            "{n} entry only on this computer", "{n} entries only on this computer", status.only_here
        )
    if has_others:
        only_here = T("all entries are also saved elsewhere")
    if status.why is not None:
        return T("{entries} · {why}", entries=only_here, why=status.why)
    longest = status.longest_unheard
    if longest is None and status.only_here == 0:
        return _published_alone_text(status)
    if longest is None:
        return T("No other laptops heard from yet · {entries}", entries=only_here)
    return T("{heard} · {entries}", heard=heard_text(longest, now), entries=only_here)


def _published_alone_text(status: ShareStatus) -> Text:
    if status.folder and status.database:
        return T("Saved on the drive and in the database; no other laptops yet")
    if status.database:
        return T("Saved in the database; no other laptops yet")
    return T("Saved on the drive; no other laptops yet")


def twins_text(name: str, laptops: Sequence[str]) -> Text:
    """Return the sentences about a name that several laptops have, by their ids."""
    ids = ", ".join(sorted(each[:4] for each in laptops))
    return T(
        "{n} computers are called {name}: {ids}. Give each its own name in its settings.",
        n=len(laptops),
        name=name,
        ids=ids,
    )


def server_clock_texts(ahead: timedelta) -> list[Text]:
    """Return that this computer's clock differs from that of the server, where it does."""
    seconds = ahead.total_seconds()
    if abs(seconds) < CLOCK_DIFFERS:
        return []
    minutes = round(abs(seconds) / 60)
    return [
        N(
            "this computer's clock is {n} minute ahead of the server's",
            "this computer's clock is {n} minutes ahead of the server's",
            minutes,
        )
        if seconds > 0
        else N(
            "this computer's clock is {n} minute behind the server's",
            "this computer's clock is {n} minutes behind the server's",
            minutes,
        )
    ]


def clock_ahead_texts(laptop: LaptopStatus) -> list[Text]:
    """Return that a laptop's clock is ahead of this one's, where it is."""
    if laptop.ahead < CLOCK_DIFFERS:
        return []
    return [
        N(
            "{laptop}'s clock is {n} minute ahead",
            "{laptop}'s clock is {n} minutes ahead",
            round(laptop.ahead / 60),
            laptop=laptop.shown_name,
        )
    ]


def clock_texts(status: ShareStatus) -> list[Text]:
    """Return which laptops' clocks are ahead of this one's."""
    return [text for each in status.laptops for text in clock_ahead_texts(each)]
