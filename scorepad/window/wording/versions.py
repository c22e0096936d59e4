"""Versions of a match or event in words, to choose one of them by."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.desk.versions import VersionSummary
from scorepad.spades.words import Words, isolate_name
from scorepad.window.widgets.version_choice import ShownVersion
from scorepad.window.wording import moments


def version_rows(versions: Sequence[VersionSummary], words: Words) -> list[ShownVersion]:
    """Return versions as rows of a choice: what each comes to, who recorded it and when."""
    rows = []
    for version in versions:
        parts = [
            words(version.result),
            isolate_name(version.recorded_by),
            moments.format_moment(version.recorded_at, words),
            words("counts now") if version.counts else "",
        ]
        text = " · ".join(part for part in parts if part)
        rows.append(ShownVersion(version.last_id, text, version.counts))
    return rows
