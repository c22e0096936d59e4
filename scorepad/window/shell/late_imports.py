# ruff: noqa: PLC0414  # "as" says to mypy that a name is for others too
"""Imports what the empty window does without: when it is first asked for, or all of it once the
matches are shown.

This is the one place for such imports.  `late_imports.NewMatchPage` is the class as if it were
imported at the top of the module; whoever only names it as a type imports it under `TYPE_CHECKING`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from scorepad.desk.event_desk import EventDesk as EventDesk
    from scorepad.desk.houserules import HouseRules as HouseRules
    from scorepad.window.event.event_page import EventPage as EventPage
    from scorepad.window.event.room_screen import RoomScreen as RoomScreen
    from scorepad.window.floor.matches_page import MatchesPage as MatchesPage
    from scorepad.window.floor.new_match import NewMatchPage as NewMatchPage
    from scorepad.window.floor.tables_page import NewTablesPage as NewTablesPage
    from scorepad.window.match.table_page import TablePage as TablePage
    from scorepad.window.printing.jobs import cancel_all_and_wait as cancel_all_and_wait
    from scorepad.window.printing.match_file_page import (
        MatchFilePreviewPage as MatchFilePreviewPage,
    )
    from scorepad.window.printing.preview import PreviewPage as PreviewPage
    from scorepad.window.printing.print_job import match_print_jobs as match_print_jobs
    from scorepad.window.rules.house_rules import HouseRulesPage as HouseRulesPage
    from scorepad.window.shell.help_page import GuidePage as GuidePage
    from scorepad.window.shell.help_page import HelpPage as HelpPage
    from scorepad.window.shell.notices import show_notices as show_notices
    from scorepad.window.shell.notices import (
        show_result_stated_by_event as show_result_stated_by_event,
    )
    from scorepad.window.shell.palette import CommandPalette as CommandPalette
    from scorepad.window.shell.settings_page import LABELS as LABELS
    from scorepad.window.shell.settings_page import SettingsPage as SettingsPage

WHERE = {
    "CommandPalette": "scorepad.window.shell.palette",
    "TablePage": "scorepad.window.match.table_page",
    "MatchesPage": "scorepad.window.floor.matches_page",
    "NewMatchPage": "scorepad.window.floor.new_match",
    "NewTablesPage": "scorepad.window.floor.tables_page",
    "EventPage": "scorepad.window.event.event_page",
    "EventDesk": "scorepad.desk.event_desk",
    "RoomScreen": "scorepad.window.event.room_screen",
    "match_print_jobs": "scorepad.window.printing.print_job",
    "PreviewPage": "scorepad.window.printing.preview",
    "MatchFilePreviewPage": "scorepad.window.printing.match_file_page",
    "cancel_all_and_wait": "scorepad.window.printing.jobs",
    "HouseRules": "scorepad.desk.houserules",
    "HouseRulesPage": "scorepad.window.rules.house_rules",
    "show_notices": "scorepad.window.shell.notices",
    "show_result_stated_by_event": "scorepad.window.shell.notices",
    "LABELS": "scorepad.window.shell.settings_page",
    "SettingsPage": "scorepad.window.shell.settings_page",
    "HelpPage": "scorepad.window.shell.help_page",
    "GuidePage": "scorepad.window.shell.help_page",
}
"""Each name with its module; what is likely to be wanted first comes first."""
SHELL = (
    "scorepad.window.shell.clock_watch",
    "scorepad.window.shell.open_tables",
    "scorepad.window.shell.clock_messages",
    "scorepad.window.shell.pages",
    "scorepad.window.shell.print_jobs",
    "scorepad.window.shell.table_keys",
)
"""The parts of the shell that need the desk. The window imports them when it gets the desk; some
of them use this module, so it must not name them."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        module = import_module(WHERE[name])
        return getattr(module, name, module)


def import_all_when_idle(parent: QObject) -> None:
    """Import everything in turn, with all events between two, so that nobody waits for it then."""
    left = iter((*SHELL, *WHERE.values()))
    timer = QTimer(parent)

    def step() -> None:
        module = next(left, None)
        if module is None:
            timer.deleteLater()
        else:
            import_module(module)

    timer.timeout.connect(step)
    timer.start(0)
