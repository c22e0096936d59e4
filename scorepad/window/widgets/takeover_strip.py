"""Says that another laptop records here, and takes over with a reason and with what is known."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from scorepad.spades.words import T
from scorepad.window.widgets import controls, layouts, tab_order
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import line_edit


class TakeoverStrip(QFrame):
    """A strip with who records here; it is hidden where this laptop does, or nobody.

    `takeover_requested` gives the reason for which this laptop takes over.
    """

    takeover_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "banner")
        self.setProperty("tone", "note")
        self.text = ""
        """What it says; "" while it is hidden."""
        self._tab_place = tab_order.make_tab_order_anchor(self)
        self.setVisible(False)

    def _make_parts(self) -> None:
        self._text = controls.label("", "strong", wrap=True)
        self.take = controls.button(T("Take over"), self._ask_why)
        self.why = line_edit(T("Why? e.g. its battery is empty"), max_length=4000)
        self.why.setAccessibleName(str(T("Why this computer takes over")))
        self.why.returnPressed.connect(self._take)
        self._known = controls.label("", wrap=True)
        take = controls.button(T("Take over"), self._take)
        why = layouts.row((self.why, 1), take)
        self._reason = layouts.column(self._known, why, spacing=Gap.LINES)
        row = layouts.row((self._text, 1), self.take)
        column = layouts.set_column(self, row, self._reason, spacing=Gap.LINES)
        layouts.set_margins(column, (Gap.GROUPS, Gap.CONTROLS))
        self._reason.setVisible(False)
        tab_order.set_tab_order((self._tab_place, self.take, self.why, take))

    def show_recorder(self, text: str = "", known_entries: str = "") -> None:
        """Show who records here, and what is known of its entries beside the reason; "" hides the
        strip, and what is typed in it stays."""
        if self.layout() is None:
            if not text:
                return
            self._make_parts()
        self._known.setText(known_entries)
        if text == self.text:
            return
        self.text = text
        self._text.setText(text)
        self.setAccessibleName(text)
        if not text:
            self._reason.setVisible(False)
            self.take.setVisible(True)
        self.setVisible(bool(text))

    def _ask_why(self) -> None:
        self.take.setVisible(False)
        self._reason.setVisible(True)
        self.why.setFocus()

    def _take(self) -> None:
        why = self.why.text().strip()
        if not why:
            self.why.setFocus()
            return
        self.why.clear()
        self._reason.setVisible(False)
        self.take.setVisible(True)
        self.takeover_requested.emit(why)
