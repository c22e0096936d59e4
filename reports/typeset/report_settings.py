"""The language, time zone, paper and letterhead of all that is made."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.typeset.letterhead import Letterhead
    from reports.typeset.paper import Paper


class ReportSettings:
    """The settings of every maker beside the matches.

    Paper, the separator of CSV, name and logo (its file) are asked for each time, because the user
    may change them while a window is open.
    """

    def __init__(
        self,
        *,
        zone: tzinfo = UTC,
        export_paper: Callable[[], Paper] = lambda: "A4",
        separator: Callable[[], str] = lambda: ",",
        house_name_and_logo: Callable[[], tuple[str, Path | None]] = lambda: ("", None),
        report_unusable_logo: Callable[[Path], object] = lambda _file: None,
    ) -> None:
        self.zone = zone
        self.export_paper = export_paper
        self.separator = separator
        self.house_name_and_logo = house_name_and_logo
        self.report_unusable_logo = report_unusable_logo

    @property
    def letterhead(self) -> Letterhead:
        """Read the name and logo at the top of every paper."""
        from reports.typeset.letterhead import read_letterhead

        return read_letterhead(*self.house_name_and_logo(), self.report_unusable_logo)
