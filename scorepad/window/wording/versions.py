"""Versions of a match or event in words, to choose from, and entries that do not count."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.desk.versions import LogVersionSummary
from scorepad.events.event import Event
from scorepad.spades.entries import HEAD_FIELDS, HeadChange
from scorepad.spades.entry_descriptions import EntryDescriber
from scorepad.spades.match import Match
from scorepad.spades.words import N, T, join_as_sentences, join_parts
from scorepad.window.widgets import controls
from scorepad.window.widgets.version_choice import ShownVersion
from scorepad.window.wording import moments


def version_columns(
    versions: Sequence[LogVersionSummary], *, of_event: bool = False
) -> list[ShownVersion]:
    """Return versions as columns of a choice: on which laptop each was recorded, by whom and when;
    its hands; and its result, which an event's has in its entries."""
    columns = []
    for version in versions:
        counts = str(T("counts now") if version.counts else T("doesn't count"))
        title = join_parts((version.laptop, counts))
        recorded = join_parts(
            (
                version.recorded_by,
                moments.format_moment(version.recorded_at),
            )
        )
        lines = []
        if version.more:
            lines.append(str(N("{n} earlier line", "{n} earlier lines", version.more)))
        for line in version.lines:
            by = filter(
                None,
                (line.recorded_by, moments.format_local_time(line.recorded_at)),
            )
            text = controls.capitalize(str(line.text)).rstrip(".")
            lines.append(" · ".join((text, *by)))
        result = controls.capitalize(str(version.result)).rstrip(".")
        text = join_parts((result, recorded, counts))
        shown_result = "" if of_event else result
        columns.append(ShownVersion(version.last_id, title, tuple(lines), shown_result, text))
    return columns


def uncounted_text(log: Match | Event) -> str:
    """Return the entries of a match or event that do not count, in words; "" if there are none."""
    texts = [str(each) for each in log.unapplied_entry_texts]
    if log.unfit:
        unfit = N(
            "{n} entry conflicts with others and doesn't count",
            "{n} entries conflict with others and don't count",
            len(log.unfit),
        )
        texts.append(str(unfit))
    if isinstance(log, Match):
        texts += _other_data(log)
    return join_as_sentences(texts)


def _other_data(match: Match) -> list[str]:
    counting, texts = match.first_head, []
    describer = EntryDescriber(counting, match.library)
    for other in match.other_heads:
        names = [each for each in HEAD_FIELDS if getattr(other, each) != getattr(counting, each)]
        change = HeadChange(why="", **{each: getattr(other, each) for each in names})
        _, what = describer.describe_head_before_and_after(change, counting, other)
        texts.append(str(T("setup that doesn't count: {what}", what=what)))
    return texts
