"""Dates and scales of a season are read as a person types them, and written so again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from typing import Literal

from scorepad.desk.new_tables import parse_table_names, tables_text
from scorepad.desk.typed_moments import (
    UnreadableDay,
    day_as_typed,
    parse_day_unless_empty,
    parse_moment_unless_empty,
    time_as_typed,
)
from scorepad.events.entries import PlayDate, RatingScale
from scorepad.spades.refusal import Refused, shorten_text
from scorepad.spades.words import T

MOST_WEEKS = 60
REST = ("*", "rest")
"""Words for all other places."""
SCALE_VALUES = {"forfeit": "forfeit", "default": "default", "other": "default_other"}
"""The words before the ratings of a forfeit or a default, with their fields."""


def parse_dates(typed: str) -> tuple[PlayDate, ...]:
    """Return the dates of a text such as "11/3/2026 7:00 PM x6 @ 1-4; 12/22/2026": days with
    semicolons, each perhaps with its start, the number of weeks in a row, and its tables."""
    return tuple(each for part in re.split(r"[;\n]", typed) for each in _dates(part.strip()))


def _dates(typed: str) -> Iterator[PlayDate]:
    when, _, tables = typed.partition("@")
    weeks = re.fullmatch(r"(.*\S)\s*[x×*]\s*([1-9]\d?)\s*", when, re.IGNORECASE)
    when, count = (weeks[1], int(weeks[2])) if weeks else (when.strip(), 1)
    if count > MOST_WEEKS:
        raise Refused("a date can repeat for at most {n} weeks", n=MOST_WEEKS)
    start = ""
    try:
        day = parse_day_unless_empty(when)
    except UnreadableDay:
        moment = parse_moment_unless_empty(when, None)
        local = moment.astimezone() if moment is not None else None
        day = local.date() if local is not None else None
        start = f"{local:%H:%M}" if local is not None else ""
    names = parse_table_names(tables) or None
    for week in range(count if day is not None else 0):
        assert day is not None
        yield PlayDate((day + timedelta(weeks=week)).isoformat(), start, names)


def dates_as_typed(dates: Sequence[PlayDate]) -> str:
    """Return the text that `parse_dates` reads as these dates."""
    parts = []
    for each in dates:
        text = day_as_typed(date.fromisoformat(each.date))
        if each.start:
            text += f" {time_as_typed(time.fromisoformat(each.start))}"
        parts.append(f"{text} @ {tables_text(each.tables)}" if each.tables else text)
    return "; ".join(parts)


def parse_rating_scale(typed: str) -> RatingScale | None:
    """Return the scale of a text such as "1-5; forfeit 1" or "A 4, B 3, F 0; default B; other A";
    None for an empty one."""
    values, *others = [part.strip() for part in re.split(r"[;\n]", typed)]
    if not values:
        return None
    fields: dict[str, float | str] = {}
    for part in filter(None, others):
        word, _, value = part.partition(" ")
        if word.lower() not in SCALE_VALUES or not value.strip():
            raise Refused(
                "“{text}” must be “forfeit”, “default” or “other”, followed by a rating",
                text=shorten_text(part),
            )
        fields[SCALE_VALUES[word.lower()]] = _number_or_name(value.strip())
    ends = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(\d+(?:\.\d+)?)", values)
    if ends is not None:
        return RatingScale(from_=_number(ends[1]), to=_number(ends[2]), **fields)  # type: ignore[arg-type]
    scale = {}
    for part in values.split(","):
        pair = re.fullmatch(r"\s*(\S.*?)[\s=:]+(-?\d+(?:\.\d+)?)\s*", part)
        if pair is None:
            raise Refused(
                "“{text}” isn't a scale; write it as 1-5, or as A 4, B 3, C 2",
                text=shorten_text(part.strip()),
            )
        scale[pair[1]] = _number(pair[2])
    return RatingScale(scale=scale, **fields)  # type: ignore[arg-type]


def rating_scale_as_typed(scale: RatingScale | None) -> str:
    """Return the text that `parse_rating_scale` reads as this scale."""
    if scale is None:
        return ""
    parts = [
        ", ".join(f"{name} {value}" for name, value in scale.scale.items())
        if scale.scale is not None
        else f"{scale.from_}-{scale.to}"
    ]
    for word, field in SCALE_VALUES.items():
        if getattr(scale, field) is not None:
            parts.append(f"{word} {getattr(scale, field)}")
    return "; ".join(parts)


def parse_rating(scale: RatingScale, typed: str) -> float | str:
    """Return the typed rating as a value of the scale; names in any case."""
    if scale.scale is None:
        return _number_or_name(typed)
    return next((name for name in scale.scale if name.lower() == typed.lower()), typed)


def parse_standings_points(typed: str) -> float:
    """Return the points of a text such as "3", "-1", "½" or "2½"."""
    text = typed.strip().replace("\u2212", "-")
    value = text.removesuffix("½") + ".5" if text.endswith("½") else text
    if not re.fullmatch(r"-?\d{0,4}(\.[05])?", value) or not value.strip("-."):
        raise Refused(
            "enter whole or half points, such as 2 or 2½, not “{text}”", text=shorten_text(typed)
        )
    number = float(value)
    return int(number) if number.is_integer() else number


def parse_place_points(typed: str) -> dict[str, float] | Literal["standings"]:
    """Return the points of each place of a text such as "1 150, 2 100, 3-4 50, rest 25"; standings
    points for an empty one."""
    points: dict[str, float] = {}
    for part in filter(None, map(str.strip, re.split(r"[,;\n]", typed))):
        pair = re.fullmatch(r"(\S.*?)[\s=:]+(\S+)", part)
        places = pair[1].lower() if pair is not None else ""
        ends = re.fullmatch(r"([1-9]\d{0,2})(?:\s*[-–]\s*([1-9]\d{0,2}))?", places)
        if places in REST or places == str(T("rest")).lower():
            names = ["*"]
        elif ends is not None:
            names = [str(place) for place in range(int(ends[1]), int(ends[2] or ends[1]) + 1)]
        else:
            names = []
        if pair is None or not names:
            raise Refused(
                "“{text}” must be a place and its points, such as “1 150” (150 points for "
                "first place), “3-4 50” or “rest 25”",
                text=shorten_text(part),
            )
        for name in names:
            if name in points:
                raise Refused(
                    "“{text}” includes a place that is already listed", text=shorten_text(part)
                )
            points[name] = parse_standings_points(pair[2])
    return points or "standings"


def place_points_as_typed(points: dict[str, float] | Literal["standings"]) -> str:
    """Return the text that `parse_place_points` reads as these points."""
    if isinstance(points, str):
        return ""
    rest = str(T("rest"))
    return ", ".join(f"{rest if name == '*' else name} {each:g}" for name, each in points.items())


def parse_places(typed: str) -> int | tuple[int, ...] | Literal["all"]:
    """Return the places of a text such as "8", "5-8" or "all"."""
    text = typed.strip().lower()
    if text in ("all", str(T("all")).lower()):
        return "all"
    places = [int(each) for each in re.findall(r"\d{1,3}", text)]
    if re.fullmatch(r"[1-9]\d{0,2}", text):
        return places[0]
    if re.fullmatch(r"[1-9]\d{0,2}\s*[-–]\s*[1-9]\d{0,2}", text) and places[0] <= places[1]:
        return tuple(places)
    raise Refused(
        "“{text}” isn't a number, a range such as 5-8, or “all”", text=shorten_text(typed)
    )


def places_as_typed(places: int | tuple[int, ...] | str) -> str:
    """Return the text that `parse_places` reads as these places."""
    return "-".join(map(str, places)) if isinstance(places, tuple) else str(places)


def parse_least(typed: str, most: float = 1_000_000) -> int | float | None:
    """Return the bound of a text such as "3.25" or ".500", None for an empty one."""
    text = typed.strip()
    if not text:
        return None
    number = _number(text) if re.fullmatch(r"\d{1,7}|\d{0,7}\.\d{1,4}", text) else -1
    if not 0 <= number <= most:
        raise Refused(
            "“{text}” isn't a number from 0 to {most}", text=shorten_text(typed), most=f"{most:g}"
        )
    return number


def parse_whole_least(typed: str, least: int = 1) -> int | None:
    """Return the whole number of a text, None for an empty one."""
    text = typed.strip()
    if not text:
        return None
    if not re.fullmatch(r"\d{1,4}", text) or int(text) < least:
        raise Refused(
            "enter a whole number, {least} or higher, or leave the field empty", least=least
        )
    return int(text)


def _number(text: str) -> float:
    return float(text) if "." in text else int(text)


def _number_or_name(text: str) -> float | str:
    return _number(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else text
