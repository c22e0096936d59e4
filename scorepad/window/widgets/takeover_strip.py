"""Another laptop records here, and this one may take over with a reason."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from scorepad.spades.words import T
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import line_edit, take_reason


class TakeoverStrip(QFrame):
    """A strip with the name of the laptop that records here; it is hidden if there is none, or if
    it is this one.

    `takeover_requested` has the reason why this laptop takes over.
    """

    takeover_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "banner")
        self.setProperty("tone", "note")
        self._text = controls.label("", "strong", wrap=True)
        self.take = controls.button(T("Take over"), self._ask_why)
        self.why = line_edit(T("Why? e.g. its battery died"), max_length=4000)
        self.why.setAccessibleName(str(T("Why this computer is taking over")))
        self.why.returnPressed.connect(self._take)
        self._known = controls.label("", wrap=True)
        why = layouts.row((self.why, 1), controls.button(T("Take over"), self._take))
        self._reason = layouts.column(self._known, why, spacing=Gap.LINES)
        row = layouts.row((self._text, 1), self.take)
        margin = (Gap.GROUPS, Gap.CONTROLS)
        layouts.set_column(self, row, self._reason, spacing=Gap.LINES, margin=margin)
        self._show_reason(shown=False)
        self.setVisible(False)

    @property
    def text(self) -> str:
        """Return the text; "" while the strip is hidden."""
        return self._text.text()

    def show_recorder(self, text: str = "", known_entries: str = "") -> None:
        """Show the laptop that records here, and beside the reason the known part of its entries;
        "" hides the strip, and the text typed in it stays."""
        self._known.setText(known_entries)
        if text == self.text:
            return
        self._text.setText(text)
        self.setAccessibleName(text)
        if not text:
            self._show_reason(shown=False)
        self.setVisible(bool(text))

    def _show_reason(self, *, shown: bool) -> None:
        self.take.setVisible(not shown)
        self._reason.setVisible(shown)

    def _ask_why(self) -> None:
        self._show_reason(shown=True)
        self.why.setFocus()

    def _take(self) -> None:
        if why := take_reason(self.why):
            self._show_reason(shown=False)
            self.takeover_requested.emit(why)
