"""A moment typed by a person: "14:30" today, or "2026-11-21 14:30"; and moments shown."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, QLocale

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Words

TIMES = ("%H:%M", "%H.%M", "%H%M")
HALF_DAYS = re.compile(
    r"(?P<hour>1[0-2]|0?[1-9])(:(?P<minute>[0-5]\d))? ?(?P<half>[ap])\.?m\.?", re.IGNORECASE
)
"""A time as 2:30 PM.  `strptime` knows these words in some languages of a system only."""
system = QLocale.system
FORMS = ("%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%d.%m.%Y %H:%M", "%m/%d/%Y %H:%M")


class NoMoment(Refused):
    """What was typed is no time of day and no date with one."""

    def __init__(self, typed: str) -> None:
        super().__init__(
            T(
                "“{typed}” is no time; write 14:30 for today, or 2026-11-21 14:30",
                typed=typed[:40],
            )
        )


def read(typed: str, now: datetime) -> datetime | None:
    """The moment in UTC; None for nothing typed.  A time alone means today, in local time."""
    text = " ".join(typed.split())
    if not text:
        return None
    if (twelve := HALF_DAYS.fullmatch(text)) is not None:
        hour = int(twelve["hour"]) % 12 + (12 if twelve["half"] in "pP" else 0)
        text = f"{hour:02}:{twelve['minute'] or '00'}"
    for form in TIMES:
        try:
            time = datetime.strptime(text, form).time()  # noqa: DTZ007  (local, as typed)
        except ValueError:
            continue
        today = now.astimezone().date()
        return datetime.combine(today, time).astimezone().astimezone(UTC)
    for form in FORMS:
        try:
            return datetime.strptime(text, form).astimezone(UTC)
        except (ValueError, OverflowError):
            continue
    raise NoMoment(text)


def typed(moment: datetime | None, now: datetime) -> str:
    """A moment as one would type it: the time alone when it is today."""
    if moment is None:
        return ""
    local = moment.astimezone()
    same_day = local.date() == now.astimezone().date()
    return local.strftime("%H:%M" if same_day else "%Y-%m-%d %H:%M")


def _locale(words: Words) -> QLocale:
    """How the reader writes: as the system does where it speaks the same language."""
    spoken, here = QLocale(words.language), system()
    return here if here.language() == spoken.language() else spoken


def time_of(moment: datetime | None, words: Words) -> str:
    """The local time of day of a moment, as the reader's language writes it."""
    if moment is None:
        return ""
    stamp = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    return _locale(words).toString(stamp.time(), QLocale.FormatType.ShortFormat)


def shown(moment: datetime | None, words: Words, *, seconds: bool = False) -> str:
    """A moment in local time, as the reader's language writes it."""
    if moment is None:
        return ""
    local = moment.astimezone()
    locale = _locale(words)
    stamp = QDateTime.fromSecsSinceEpoch(int(local.timestamp()))
    form = locale.dateTimeFormat(QLocale.FormatType.ShortFormat)
    return locale.toString(stamp, form.replace("mm", "mm:ss") if seconds else form)
