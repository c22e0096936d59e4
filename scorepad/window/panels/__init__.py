"""The panels, by the key of the action that opens them.

Adding one: write it as a `Panel` in a file of this folder, put it here under its action's key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtWidgets import QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.words import Words
from scorepad.window.panel import Panel
from scorepad.window.panels.amend import AmendPanel
from scorepad.window.panels.clock import ClockPanel
from scorepad.window.panels.conduct import MisdealPanel, RenegePanel, TalkPanel
from scorepad.window.panels.course import CoursePanel
from scorepad.window.panels.decisions import AbandonPanel, ForfeitPanel, RulingPanel, TimePanel
from scorepad.window.panels.exports import ExportPanel
from scorepad.window.panels.history import HistoryPanel
from scorepad.window.panels.people import IdentityPanel, NotePanel, SignPanel
from scorepad.window.panels.reasons import RulesPanel, WhyPanel
from scorepad.window.panels.rekey import RekeyPanel
from scorepad.window.panels.result import ResultPanel
from scorepad.window.panels.setup import SetupPanel
from scorepad.window.panels.striking import RestorePanel, StrikePanel

MakePanel: TypeAlias = Callable[[Table, Words, Sheets, Settings, QWidget], Panel]

RESULT = "result"
"""The key of the panel that a game's end opens; no action of its own stands for it."""
READING = frozenset({"why", "rules", "history", "score-line", "export", RESULT})
"""The panels that are also for somebody who only looks on."""
PANELS: dict[str, MakePanel] = {
    "misdeal": MisdealPanel,
    "renege": RenegePanel,
    "talk": TalkPanel,
    "ruling": RulingPanel,
    "rekey": RekeyPanel,
    "forfeit": ForfeitPanel,
    "abandon": AbandonPanel,
    "time": TimePanel,
    "clock-add": ClockPanel,
    "note": NotePanel,
    "identity": IdentityPanel,
    "sign": SignPanel,
    "setup": SetupPanel,
    "amend": AmendPanel,
    "strike": StrikePanel,
    "restore": RestorePanel,
    "history": HistoryPanel,
    "why": WhyPanel,
    "rules": RulesPanel,
    "score-line": CoursePanel,
    RESULT: ResultPanel,
    "export": ExportPanel,
}
