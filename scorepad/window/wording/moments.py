"""A moment is read as a person types it ("14:30", "2026-11-21 14:30"), and shown in local time."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from math import ceil

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Words

TIME_FORMATS = ("%H:%M", "%H.%M", "%H%M")
HALF_DAYS = re.compile(
    r"(?P<hour>1[0-2]|0?[1-9])(:(?P<minute>[0-5]\d))? ?(?P<half>[ap])\.?m\.?", re.IGNORECASE
)
"""A time such as 2:30 PM; `strptime` knows AM and PM in some system languages only."""
FORMATS = ("%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%d.%m.%Y %H:%M", "%m/%d/%Y %H:%M")


class NoMoment(Refused):
    """The typed text is no time of day and no date with a time."""

    def __init__(self, typed: str) -> None:
        super().__init__(
            T(
                "“{typed}” is not a time; write 14:30 for today, or 2026-11-21 14:30",
                typed=typed[:40],
            )
        )


def read(typed: str, now: datetime) -> datetime | None:
    """Return the typed moment in UTC, None for an empty text.  A time alone means today."""
    text = " ".join(typed.split())
    if not text:
        return None
    if (twelve := HALF_DAYS.fullmatch(text)) is not None:
        hour = int(twelve["hour"]) % 12 + (12 if twelve["half"] in "pP" else 0)
        text = f"{hour:02}:{twelve['minute'] or '00'}"
    for form in TIME_FORMATS:
        try:
            time = datetime.strptime(text, form).time()  # noqa: DTZ007  (local, as typed)
        except ValueError:
            continue
        today = now.astimezone().date()
        return datetime.combine(today, time).astimezone().astimezone(UTC)
    for form in FORMATS:
        try:
            return datetime.strptime(text, form).astimezone(UTC)
        except (ValueError, OverflowError):
            continue
    raise NoMoment(text)


def typed(moment: datetime | None, now: datetime) -> str:
    """Return a moment as a person would type it; today's has no date."""
    if moment is None:
        return ""
    local = moment.astimezone()
    same_day = local.date() == now.astimezone().date()
    return local.strftime("%H:%M" if same_day else "%Y-%m-%d %H:%M")


def time_of(moment: datetime | None, words: Words) -> str:
    """Return a moment's local time of day, as the reader's region writes it."""
    return "" if moment is None else words.time(moment.astimezone().time())


def shown(moment: datetime | None, words: Words) -> str:
    """Return a moment in local time, as the reader's region writes it, on paper too."""
    if moment is None:
        return ""
    local = moment.astimezone()
    return words("{date}, {time}", date=words.date(local.date()), time=words.time(local.time()))


def clock_text(seconds: float) -> str:
    """Return the time left as "12:41"; with hours from 100 minutes on, "0:00" when none is left."""
    whole = max(0, ceil(seconds))
    minutes, rest = divmod(whole, 60)
    if minutes >= 100:
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def minutes_text(seconds: float) -> str:
    """Return minutes and seconds as "12:41"; below zero with a minus sign."""
    # It rounds up, as the clock above the sheet does, so that both show the same second.
    whole = ceil(seconds)
    sign = "\u2212" if whole < 0 else ""
    return f"{sign}{abs(whole) // 60}:{abs(whole) % 60:02d}"
