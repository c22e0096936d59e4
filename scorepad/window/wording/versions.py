"""Versions of a match or event in words, to choose one of them by."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.desk.versions import VersionSummary
from scorepad.spades.words import N, Words, isolate_name
from scorepad.window.widgets import controls
from scorepad.window.widgets.version_choice import ShownVersion
from scorepad.window.wording import moments


def version_columns(
    versions: Sequence[VersionSummary], words: Words, *, of_event: bool = False
) -> list[ShownVersion]:
    """Return versions as columns of a choice: on which laptop each was recorded, by whom and when;
    its hands; what it comes to, but for an event's, of which the entries say that."""
    columns = []
    for version in versions:
        counts = words("counts now") if version.counts else words("does not count")
        title = " · ".join(filter(None, (isolate_name(version.laptop), counts)))
        recorded = " · ".join(
            filter(
                None,
                (
                    isolate_name(version.recorded_by),
                    moments.format_moment(version.recorded_at, words),
                ),
            )
        )
        lines = []
        if version.more:
            lines.append(words(N("{n} line more before", "{n} lines more before", version.more)))
        for line in version.lines:
            by = filter(
                None,
                (isolate_name(line.recorded_by), moments.format_time(line.recorded_at, words)),
            )
            text = controls.sentence(words(line.text)).rstrip(".")
            lines.append(" · ".join((text, *by)))
        result = controls.sentence(words(version.result)).rstrip(".")
        text = " · ".join(filter(None, (result, recorded, counts)))
        shown_result = "" if of_event else result
        columns.append(ShownVersion(version.last_id, title, tuple(lines), shown_result, text))
    return columns
