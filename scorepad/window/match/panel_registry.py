"""The panels are listed here by the key of the action that opens them.

To add one, write it as a `Panel` in `window/panels` and put it here under its action's key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from scorepad.window.handouts.export_panel import ExportPanel
from scorepad.window.panels.amend import AmendPanel
from scorepad.window.panels.clock import ClockPanel
from scorepad.window.panels.entry_panels import (
    AbandonPanel,
    ForfeitPanel,
    MisdealPanel,
    NotePanel,
    RenegePanel,
    RulingPanel,
    SetupPanel,
    TalkPanel,
    TimePanel,
)
from scorepad.window.panels.explanations import RulesPanel, WhyPanel
from scorepad.window.panels.history import HistoryPanel, RestorePanel, StrikePanel
from scorepad.window.panels.identity import IdentityPanel
from scorepad.window.panels.panel import Panel, PanelContext
from scorepad.window.panels.rekey import RekeyPanel
from scorepad.window.panels.result import ResultPanel, SignPanel
from scorepad.window.panels.score_panel import CoursePanel

MakePanel: TypeAlias = Callable[[PanelContext], Panel]

RESULT = "result"
"""The key of the panel that a game's end opens; no action of its own stands for it."""
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
