"""The bracket of a stage, drawn or as a list; beside it the match that is selected."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QFrame, QListWidget, QScrollArea, QStackedLayout, QWidget

from scorepad.events.bracket import NodeKey
from scorepad.events.bracket_plan import BracketMatchDescription, describe_bracket_matches
from scorepad.events.entries import ELIMINATION, StageEntry
from scorepad.events.event_descriptions import round_texts_of_team
from scorepad.events.overview import Overview, Undecided
from scorepad.spades.naming import table_name
from scorepad.spades.words import T, Text, join_parts
from scorepad.window.event.bracket_drawing import BracketDrawing, PlacedBracketMatch, fitting_unit
from scorepad.window.event.stage_view import StageView
from scorepad.window.widgets import controls, inputs, layouts, theme

MIN_SIZE, MAX_SIZE = 0.85, 1.0
"""Between these sizes a bracket is fitted to the room there is; what is larger scrolls."""
EMPTY: Final = (
    T("No bracket yet"),
    T("It is drawn as soon as the teams of an elimination stage are known."),
)
ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class BracketCanvas(QWidget):
    """The drawing. Arrow keys and the pointer select a match; Enter or a double click opens it."""

    selected = Signal(object)
    """The match with this key was selected."""
    opened = Signal(object)
    """The user asks for the match with this key."""

    def __init__(self) -> None:
        super().__init__()
        self._drawing = BracketDrawing([])
        self._unit = 1.0
        self.current: NodeKey | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(str(T("Bracket")))

    def show_drawing(self, drawing: BracketDrawing) -> None:
        """Draw this; what was selected stays selected."""
        self._drawing = drawing
        keys = [each.match.key for each in drawing.placed]
        if self.current not in keys:
            # At first the next match is selected, and at the end the final.
            played = [each.match for each in drawing.placed if each.match.number]
            played.sort(key=lambda match: match.number or 0)
            left = [match for match in played if match.is_open]
            self.current = next((match.key for match in (*left, *played[::-1])), None)
        self.update()

    def resize_to_fit(self, room: QSize) -> None:
        """Take the size at which the drawing fits into this room, as far as it stays readable."""
        size, pixel = self._drawing.size, theme.px(100) / 100
        if size.isEmpty():
            return
        fits = (room.width() / size.width(), room.height() / size.height())
        self._unit = fitting_unit(fits, MIN_SIZE * pixel, MAX_SIZE * pixel)
        self.resize((size * self._unit).toSize())

    def box(self, key: NodeKey) -> QRectF:
        """Return where the match with this key is painted, in pixels."""
        box = next(each.box for each in self._drawing.placed if each.match.key == key)
        return QRectF(box.topLeft() * self._unit, box.size() * self._unit)

    def select_match(self, key: NodeKey) -> None:
        """Select this match, and say which it is."""
        self.current = key
        self.update()
        self.selected.emit(key)
        QAccessible.updateAccessibility(
            QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        )

    def _at(self, event: QMouseEvent) -> PlacedBracketMatch | None:
        return self._drawing.match_at(QPointF(event.position() / self._unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.colors().ground))
        visible = QRectF(event.rect())
        units = QRectF(visible.topLeft() / self._unit, visible.size() / self._unit)
        colors = theme.colors()
        ring = colors.focus if self.hasFocus() else colors.accent
        self._drawing.paint(painter, self._unit, units, current=(self.current, ring))
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        placed = self._at(event)
        if placed is not None:
            self.select_match(placed.match.key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        placed = self._at(event)
        if placed is not None:
            self.opened.emit(placed.match.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = next((each for each in self._drawing.placed if each.match.key == self.current), None)
        if here is not None and event.key() in ARROWS:
            self.select_match(self._drawing.neighbor(here, Qt.Key(event.key())).match.key)
        elif here is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(here.match.key)
        else:
            super().keyPressEvent(event)


class BracketView(StageView):
    """The bracket of each elimination stage, drawn or listed."""

    open_match = Signal(str)
    """The user asks for the match with this id."""

    def __init__(self) -> None:
        self._matches: dict[NodeKey, BracketMatchDescription] = {}
        self.canvas = BracketCanvas()
        self._area = QScrollArea()
        self._area.setWidget(self.canvas)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setCornerWidget(QWidget())
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list = QListWidget()
        self._list.setAccessibleName(str(T("Matches of the bracket")))
        self._list.setWordWrap(True)
        self._list.currentRowChanged.connect(self._select_row)
        self._list.itemActivated.connect(lambda _item: self._open(self.canvas.current))
        self._form: inputs.ChoiceButtons[str] = inputs.ChoiceButtons(
            [("drawn", T("Drawn")), ("listed", T("As a list"))],
            name=T("How the bracket is shown"),
            chosen="drawn",
        )
        self._form.changed.connect(self._switch_view)
        shown = QWidget()
        self._shown = QStackedLayout(shown)
        self._shown.addWidget(self._area)
        self._shown.addWidget(self._list)
        main = layouts.column(layouts.row(self._form, None), (shown, 1))
        super().__init__(main, empty=EMPTY)
        self.canvas.selected.connect(self._show_selection)
        self.canvas.opened.connect(self._open)

    def can_show(self, overview: Overview, stage: StageEntry) -> bool:
        if stage.format not in ELIMINATION:
            return False
        try:
            return len(overview.teams_of_stage(stage.stage)) > 1
        except Undecided:
            return False

    def show_stage(self, overview: Overview, stage: str) -> None:
        matches = describe_bracket_matches(overview, stage)
        self._matches = {each.key: each for each in matches}
        self.canvas.show_drawing(BracketDrawing(matches))
        self._fit()
        self._list.blockSignals(True)
        self._list.clear()
        self._list.addItems([controls.capitalize(str(each.text)) for each in matches])
        self._list.blockSignals(False)
        self._show_selection(self.canvas.current)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self._fit()
        self._show_selection(self.canvas.current)

    def _fit(self) -> None:
        self.canvas.resize_to_fit(self._area.viewport().size())

    def _switch_view(self) -> None:
        self._shown.setCurrentIndex(int(self._form.value == "listed"))

    def _select_row(self, row: int) -> None:
        if 0 <= row < len(self._matches):
            self.canvas.select_match(list(self._matches)[row])

    def _show_selection(self, key: NodeKey | None) -> None:
        match, event = self._matches.get(key) if key is not None else None, self.event_shown
        if key is None or match is None or event is None or self.stage is None:
            self.show_text("", ())
            return
        self._list.blockSignals(True)
        self._list.setCurrentRow(list(self._matches).index(key))
        self._list.blockSignals(False)
        box = self.canvas.box(key).toRect().center()
        self._area.ensureVisible(box.x(), box.y(), theme.px(120), theme.px(60))
        title = T("Match {n}", n=match.number) if match.number else T("Bye")
        texts: list[Text | str] = [match.text]
        texts += [table_name(match.table)] if match.table else []
        seeds = event.overview.teams_of_stage(self.stage)
        for team in self._teams(match):
            name = event.register.team_name(team)
            seed = str(T("Seed {n}", n=seeds.index(team) + 1)) if team in seeds else ""
            texts += ["", join_parts((name, seed))]
            texts += round_texts_of_team(event.overview, self.stage, team)
        self.canvas.setAccessibleDescription(str(match.text))
        self.show_text(title, [each if isinstance(each, str) else str(each) for each in texts])

    def _teams(self, match: BracketMatchDescription) -> tuple[str, ...]:
        assert self.event_shown is not None
        drawn = self.event_shown.register.drawn
        return drawn[match.pairing][1].teams if match.pairing in drawn else ()

    def _open(self, key: NodeKey | None) -> None:
        match = self._matches.get(key) if key is not None else None
        if match is not None and match.pairing and self.event_shown is not None:
            self.open_match.emit(self.event_shown.match_id(match.pairing) or "")
