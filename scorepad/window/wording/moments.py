"""A moment is read as a person types it ("14:30", "11/21/2026 14:30"), and shown in local time."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time
from math import ceil

from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Words

TIME_FORMATS = ("%H:%M", "%H.%M", "%H%M")
HALF_DAYS = re.compile(
    r"(?P<hour>1[0-2]|0?[1-9])(:(?P<minute>[0-5]\d))? ?(?P<half>[ap])\.?m\.?", re.IGNORECASE
)
"""A time such as 2:30 PM; `strptime` knows AM and PM in some system languages only."""
EXAMPLE = date(2026, 11, 21)


class UnreadableMoment(Refused):
    """The typed text is no time of day and no date with a time."""

    def __init__(self, typed: str, words: Words) -> None:
        super().__init__(
            T(
                "“{typed}” is not a time; write 14:30 for today, or {day} 14:30",
                typed=typed[:40],
                day=day_as_typed(EXAMPLE, words),
            )
        )


class UnreadableDay(Refused):
    """The typed text is no day."""

    def __init__(self, typed: str, words: Words) -> None:
        example = day_as_typed(EXAMPLE, words)
        super().__init__(
            T("“{day}” is not a date; write it as {example}", day=typed[:40], example=example)
        )


def day_as_typed(day: date, words: Words) -> str:
    """Return a day as a person in the reader's region types it."""
    return day.strftime(words.day_format)


def example_of_day(words: Words) -> str:
    """Return what stands in an empty field for a day."""
    return words("e.g. {example}", example=day_as_typed(EXAMPLE, words))


def parse_day_unless_empty(typed: str, words: Words) -> date | None:
    """Return the typed day, None for an empty text; raise `UnreadableDay` for any other text."""
    text = typed.strip()
    if not text:
        return None
    # What means two days is read as the region does.
    for form in ("%Y-%m-%d", "%d.%m.%Y", words.day_format, "%m/%d/%Y"):
        for years in ("%Y", "%y"):
            with suppress(ValueError):
                return datetime.strptime(text, form.replace("%Y", years)).date()  # noqa: DTZ007
    raise UnreadableDay(text, words)


def parse_moment_unless_empty(typed: str, now: datetime, words: Words) -> datetime | None:
    """Return the typed moment in UTC, None for an empty text.  A time alone means today."""
    text = " ".join(typed.split())
    if not text:
        return None
    try:
        day, at = now.astimezone().date(), _read_time(text)
        if at is None:
            on, _, rest = text.replace("T", " ").partition(" ")
            day, at = parse_day_unless_empty(on, words) or day, _read_time(rest)
        if at is not None:
            return datetime.combine(day, at).astimezone(UTC)
    except (UnreadableDay, OverflowError):
        pass
    raise UnreadableMoment(text, words)


def _read_time(text: str) -> time | None:
    """Return the typed time of day; None where it is none."""
    if (twelve := HALF_DAYS.fullmatch(text)) is not None:
        hour = int(twelve["hour"]) % 12 + (12 if twelve["half"] in "pP" else 0)
        text = f"{hour:02}:{twelve['minute'] or '00'}"
    for form in TIME_FORMATS:
        with suppress(ValueError):
            return datetime.strptime(text, form).time()  # noqa: DTZ007  (local, as typed)
    return None


def moment_as_typed(moment: datetime | None, now: datetime, words: Words) -> str:
    """Return a moment as a person would type it; today's has no date."""
    if moment is None:
        return ""
    local = moment.astimezone()
    same_day = local.date() == now.astimezone().date()
    return f"{local:%H:%M}" if same_day else f"{day_as_typed(local, words)} {local:%H:%M}"


def format_time(moment: datetime | None, words: Words) -> str:
    """Return a moment's local time of day, as the reader's region writes it."""
    return "" if moment is None else words.time(moment.astimezone().time())


def format_moment(moment: datetime | None, words: Words) -> str:
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


def signed_clock_text(seconds: float) -> str:
    """Return minutes and seconds as "12:41"; below zero with a minus sign."""
    # It rounds up, as the clock above the sheet does, so that both show the same second.
    whole = ceil(seconds)
    sign = "\u2212" if whole < 0 else ""
    return f"{sign}{abs(whole) // 60}:{abs(whole) % 60:02d}"


def table_clock_text(status: MatchStatus, words: Words, now: datetime) -> str:
    """Return what the clock of a table shows at `now`; "" where it has none, or the game is
    over."""
    left, state = status.seconds_left(now), status.clock.state(now)
    if left is None:
        return ""
    if state == "up":
        return words("Time")
    return f"‖ {clock_text(left)}" if state == "paused" else clock_text(left)
