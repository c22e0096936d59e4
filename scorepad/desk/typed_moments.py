"""Dates and times are read as a person types them or a spreadsheet writes them: “2:30 PM”, “14:30”,
“11/21/2026 14:30”, or as in ISO 8601. The reader's region decides between two possible days."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time
from typing import Final

from scorepad.spades.refusal import Refused, shorten_text
from scorepad.spades.words import T, day_format, format_date, format_time

TIME_FORMATS: Final = ("%H:%M", "%H.%M", "%H%M", "%H:%M:%S")
HALF_DAYS: Final = re.compile(
    r"(?P<hour>1[0-2]|0?[1-9])(:(?P<minute>[0-5]\d)(:[0-5]\d)?)? ?(?P<half>[ap])\.? ?m\.?",
    re.IGNORECASE,
)
"""A time such as 2:30 PM; `strptime` knows AM and PM in some system languages only."""
EXAMPLE: Final = datetime(2026, 11, 21, 14, 30)  # noqa: DTZ001  # as a person types it


class UnreadableMoment(Refused):
    """The typed text is no time of day and no date with a time."""


class UnreadableDay(Refused):
    """The typed text is no day."""


def day_as_typed(day: date) -> str:
    """Return a day as a person in the reader's region types it."""
    return day.strftime(day_format())


def time_as_typed(at: time) -> str:
    """Return a time of day as a person in the reader's region types it."""
    return " ".join(format_time(at).split())


def moment_as_typed(moment: datetime | None, now: datetime) -> str:
    """Return a moment as a person would type it; today's has no date."""
    if moment is None:
        return ""
    local = moment.astimezone()
    at = time_as_typed(local.time())
    same_day = local.date() == now.astimezone().date()
    return at if same_day else f"{day_as_typed(local)} {at}"


def parse_day_unless_empty(typed: str) -> date | None:
    """Return the typed day, None for an empty text; raise `UnreadableDay` for any other text."""
    text = typed.strip()
    if not text:
        return None
    for form in ("%Y-%m-%d", "%d.%m.%Y", day_format(), "%m/%d/%Y"):
        for years in ("%Y", "%y"):
            with suppress(ValueError):
                return datetime.strptime(text, form.replace("%Y", years)).date()  # noqa: DTZ007
    example = day_as_typed(EXAMPLE)
    raise UnreadableDay(
        T("“{day}” isn't a date; write it as {example}", day=shorten_text(text), example=example)
    )


def parse_moment_unless_empty(typed: str, day: date | None) -> datetime | None:
    """Return the typed moment in UTC, None for an empty text; raise `UnreadableMoment` for any
    other text, and for a time that the clocks skip.

    A time without a date is on this `day` (of a moment: its local day); without a zone it's this
    computer's.
    """
    text = " ".join(typed.split())
    if not text:
        return None
    if isinstance(day, datetime):
        day = day.astimezone().date()
    with suppress(UnreadableDay, OverflowError):
        at = _read_time(text)
        if at is not None and day is None:
            raise UnreadableMoment(
                T(
                    "“{typed}” needs a date; write it as {example}",
                    typed=text,
                    example=_example(),
                )
            )
        if at is None:
            on, _, rest = text.replace("T", " ").replace(", ", " ").partition(" ")
            day, at = parse_day_unless_empty(on), _read_time(rest)
        if at is not None and day is not None:
            return _in_utc(datetime.combine(day, at))
    with suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None:
            return moment.astimezone(UTC)
    raise UnreadableMoment(
        T(
            "“{typed}” isn't a time; write it as {time} or as {example}",
            typed=shorten_text(text),
            time=time_as_typed(EXAMPLE.time()),
            example=_example(),
        )
    )


def _example() -> str:
    return f"{day_as_typed(EXAMPLE)} {time_as_typed(EXAMPLE.time())}"


def _in_utc(local: datetime) -> datetime:
    moment = local.astimezone(UTC)
    if moment.astimezone().replace(tzinfo=None) != local:
        raise UnreadableMoment(
            T(
                "{time} doesn't exist on {day}, because clocks move ahead for daylight saving "
                "time; choose an earlier or later time",
                day=" ".join(format_date(local.date()).split()),
                time=time_as_typed(local.time()),
            )
        )
    return moment


def _read_time(text: str) -> time | None:
    if (twelve := HALF_DAYS.fullmatch(text)) is not None:
        hour = int(twelve["hour"]) % 12 + (12 if twelve["half"] in "pP" else 0)
        text = f"{hour:02}:{twelve['minute'] or '00'}"
    for form in TIME_FORMATS:
        with suppress(ValueError):
            return datetime.strptime(text, form).time()  # noqa: DTZ007  (local, as typed)
    return None
