"""A moment typed by a person: "14:30" today, or "2026-11-21 14:30"; and moments shown."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, QLocale

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Words

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
    for form in ("%H:%M", "%H.%M", "%H%M"):
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


def time_of(moment: datetime | None, words: Words) -> str:
    """The local time of day of a moment, as the reader's language writes it."""
    if moment is None:
        return ""
    stamp = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    return QLocale(words.language).toString(stamp.time(), QLocale.FormatType.ShortFormat)


def shown(moment: datetime | None, words: Words, *, seconds: bool = False) -> str:
    """A moment in local time, as the reader's language writes it."""
    if moment is None:
        return ""
    local = moment.astimezone()
    locale = QLocale(words.language)
    stamp = QDateTime.fromSecsSinceEpoch(int(local.timestamp()))
    form = locale.dateTimeFormat(QLocale.FormatType.ShortFormat)
    return locale.toString(stamp, form.replace("mm", "mm:ss") if seconds else form)
