"""The results of matches as a folder of HTML pages: results by round, standings, every match.

The pages need nothing from elsewhere: no script, no typeface, no picture.  They are light or dark
as the reader's browser is, and as wide as the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined
from msgspec.structs import replace

from reports.book.rounds import BookMatch, book_order, rounds
from reports.book.standings import ORDER, standings
from reports.pages.templates import TEMPLATES
from reports.sheets.rows import HandRow, MatchRow, Tables
from reports.sheets.sheet import day, day_and_time
from reports.sheets.tables import event_names, how_ended, read_tables, totals
from scorepad.spades.board import COUNTED, HAND_STATES
from scorepad.spades.match import Match, played
from scorepad.spades.naming import name_key, round_name, table_name
from scorepad.spades.words import ENGLISH, N, Words, number, signed, without_isolates


def event_pages(
    matches: Sequence[Match], out: Path, words: Words = ENGLISH, zone: tzinfo = UTC
) -> None:
    """Make the folder `out` with `index.html` and a page for each match."""
    events = event_names(matches)
    read = [read_tables(match, words, events, zone) for match in matches]
    read.sort(key=lambda each: book_order(each.match))
    out.mkdir()
    site = _Site(words, zone)
    names = [f"match-{at}.html" for at in range(1, len(read) + 1)]
    (out / "index.html").write_text(site.index(read, names), encoding="utf-8")
    for tables, name in zip(read, names, strict=True):
        (out / name).write_text(site.match(tables), encoding="utf-8")


class _Site:
    """Fills the templates, in one language."""

    def __init__(self, words: Words, zone: tzinfo) -> None:
        self.words = words
        self.zone = zone
        environment = Environment(
            loader=DictLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        labels = {
            "place": words("place"),
            "results": words("results"),
            "all_results": words("All results"),
            "players_title": words("Players"),
            "played_hands": words("hands"),
            "hands_title": words("Hands"),
        }
        environment.globals.update(
            labels, words=words, lang=words.language, number=number, signed=signed, totals=totals
        )
        # Every name has an element of its own, which keeps its direction to itself.
        environment.finalize = lambda said: without_isolates(said) if type(said) is str else said
        self.environment = environment

    def index(self, read: Sequence[Tables], names: Sequence[str]) -> str:
        rows = [each.match for each in read]
        pages = {f"{at}": name for at, name in enumerate(names)}
        listed = [BookMatch(row, f"{at}") for at, row in enumerate(rows)]
        several = len({name_key(row.event) for row in rows}) > 1
        found = [
            {
                "title": self._heading(each.event if several else "", self._round(each.name)),
                "days": self._days([match.row for match in each.matches]),
                "matches": [self._result(match.row, pages[match.key]) for match in each.matches],
            }
            for each in rounds(listed)
        ]
        ranked = standings(rows)
        tables = [
            {
                "title": self._heading(event if several else "", self.words("Standings")),
                "rows": [row for row in ranked if row.event == event],
            }
            for event in dict.fromkeys(row.event for row in ranked)
        ]
        title = next((row.event for row in rows if row.event), "") if not several else ""
        return self._page(
            "index",
            title=title or self.words("Spades matches"),
            about=self._about(rows),
            rounds=found,
            standings=tables,
            order=self.words(ORDER),
        )

    def match(self, tables: Tables) -> str:
        row, words = tables.match, self.words
        place = (row.event, round_name(row.round, words), table_name(row.table, words))
        hands = [
            self._hand(pair) for pair in zip(tables.hands[::2], tables.hands[1::2], strict=True)
        ]
        remarks = [
            replace(each, title=words("{title}, hand {hand}", title=each.title, hand=each.hand))
            if each.hand is not None and each.kind not in ("amend", "strike")
            else each
            for each in tables.remarks
        ]
        return self._page(
            "match",
            title=words("{one} \u2013 {other}", one=row.team_0, other=row.team_1),
            about=" \u00b7 ".join(part for part in (*place, self._about([row])) if part),
            row=row,
            players=tables.players,
            hands=hands,
            remarks=remarks,
        )

    def _page(self, template: str, **given: Any) -> str:
        return self.environment.get_template(template).render(**given)

    def _heading(self, event: str, title: str) -> str:
        return f"{event} \u00b7 {title}" if event else title

    def _round(self, name: str) -> str:
        return round_name(name, self.words) or self.words("Without a round")

    def _days(self, rows: Sequence[MatchRow]) -> str:
        found = [at for row in rows if (at := played(row.scheduled, row.first_entry)) is not None]
        if not found:
            return ""
        first, last = (day(each, self.words, self.zone) for each in (min(found), max(found)))
        return first if first == last else self.words("{first} to {last}", first=first, last=last)

    def _about(self, rows: Sequence[MatchRow]) -> str:
        """Return the days on which matches were played, and how new the page is."""
        latest = max((row.last_entry for row in rows if row.last_entry), default=None)
        as_of = ""
        if latest is not None:
            moment = day_and_time(latest, self.words, self.zone)
            as_of = self.words("as of {moment}", moment=moment)
        return " \u00b7 ".join(part for part in (self._days(rows), as_of) if part)

    def _result(self, row: MatchRow, page: str) -> dict[str, Any]:
        first, between, second = totals(row, self.words)
        return {
            "row": row,
            "page": page,
            "label": self.words(
                N(
                    "{n} hand: {one} \u2013 {other}",
                    "{n} hands: {one} \u2013 {other}",
                    row.hands,
                    one=row.team_0,
                    other=row.team_1,
                )
            ),
            "score": f"{first} {between} {second}"
            if between.isalpha()
            else first + between + second,
            "how": self.words(how_ended(row)),
        }

    def _hand(self, pair: tuple[HandRow, HandRow]) -> dict[str, Any]:
        counts = pair[0].status in COUNTED
        return {
            "number": pair[0].hand,
            "sides": pair,
            "counts": counts,
            "state": "" if counts else self.words(HAND_STATES[pair[0].status].remark),
        }
