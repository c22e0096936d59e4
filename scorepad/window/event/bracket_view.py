"""The bracket of a stage, drawn or as a list; beside it the match that is selected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsView, QListWidget, QStackedLayout, QWidget

from scorepad.events.bracket import NodeKey
from scorepad.events.bracket_plan import BracketMatchDescription, describe_bracket_matches
from scorepad.events.entries import ELIMINATION, StageEntry
from scorepad.events.event_descriptions import round_texts_of_team
from scorepad.events.overview import Overview, Undecided
from scorepad.spades.naming import table_name
from scorepad.spades.words import T, Text, join_parts
from scorepad.window.event.bracket_scene import ARROWS, HEAD, MARGIN, BracketScene
from scorepad.window.event.stage_view import StageView
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.repeat_filter import ENTER_KEYS
from scorepad.window.widgets.row_menu import Offer, offer_row_menu

EMPTY: Final = (
    T("No bracket yet"),
    T(
        "The bracket appears once the teams in an elimination stage are known. Add stages "
        "under Rounds."
    ),
)
MARGIN_IN_SIGHT: Final = 50  # px
"""Beside a selected match that much of the chart is shown, too."""
LARGEST: Final = 1.75
"""A bracket that leaves room is drawn so much larger at most."""


class BracketCanvas(QGraphicsView):
    """The drawing. Arrow keys and the pointer select a match; Enter or a double click opens it."""

    selected = Signal(object)
    """The match with this key was selected."""
    opened = Signal(object)
    """The user asks for the match with this key."""

    def __init__(self) -> None:
        super().__init__()
        self.bracket = BracketScene([])
        self.current: NodeKey | None = None
        self._pressed: NodeKey | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setAccessibleName(str(T("Bracket")))
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a click focuses the view itself
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # it got that of its viewport
        double_click = QEvent.Type.MouseButtonDblClick
        controls.EventFollower(
            self.viewport(), lambda: self.opened.emit(self._pressed), double_click
        )
        self.verticalScrollBar().valueChanged.connect(self._keep_titles_in_sight)
        self._reveal = controls.single_shot_timer(self, self._show_round_in_play)

    def show_matches(self, matches: Sequence[BracketMatchDescription]) -> None:
        """Draw these matches, and keep the selection."""
        self.bracket = BracketScene(matches)
        self.setScene(self.bracket)
        self.setSceneRect(self.bracket.sceneRect())
        if self.current not in self.bracket.boxes:
            # At first the next match is selected, and at the end the final.
            played = sorted((each for each in matches if each.number), key=_number)
            left = [each for each in played if each.is_open]
            self.current = next((each.key for each in (*left, *played[::-1])), None)
            self._reveal.start()
        if self.current is not None:
            self.bracket.mark(self.current, theme.colors().focus)
        self._keep_titles_in_sight()

    def _keep_titles_in_sight(self) -> None:
        self.bracket.keep_titles_in_sight(self.mapToScene(0, 0).y())

    def _show_round_in_play(self) -> None:
        """Make a small bracket as large as it fits; of a large one begin with the earliest round
        from which the selected match is in sight. None is cut at the left."""
        if self.current is None:
            return
        whole, room = self.bracket.sceneRect(), self.viewport().size()
        fit = min(room.width() / whole.width(), room.height() / whole.height())
        scale = theme.px(100) / 100 * max(1, min(LARGEST, fit * 100 / theme.px(100)))
        self.setTransform(QTransform.fromScale(scale, scale))
        here = self.bracket.boxes[self.current]
        wide, end = room.width() / scale, here.sceneBoundingRect().right() + MARGIN
        starts = sorted({each.x() - MARGIN for each in self.bracket.boxes.values()})
        first = next(each for each in starts if end - each <= wide or each == here.x() - MARGIN)
        whole.setRight(max(whole.right(), first + wide - 1))
        self.setSceneRect(whole)
        self.verticalScrollBar().setValue(0)
        self.ensureVisible(here, 0, room.height() // 2)
        self.horizontalScrollBar().setValue(round(first * scale))

    def select_match(self, key: NodeKey) -> None:
        """Select this match, and announce it."""
        if self.current is not None:
            self.bracket.mark(self.current, None)
        self.current = key
        self.bracket.mark(key, theme.colors().focus)
        under_title = round((HEAD + MARGIN) * self.transform().m22())
        self.ensureVisible(self.bracket.boxes[key], MARGIN_IN_SIGHT, under_title)
        self.selected.emit(key)
        if self.hasFocus():
            controls.announce(self, self.accessibleDescription())

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> Any:
        # The menu key opens a menu there.
        if query != Qt.InputMethodQuery.ImCursorRectangle or self.current is None:
            return super().inputMethodQuery(query)
        box = self.bracket.boxes[self.current].sceneBoundingRect()
        return self.mapFromScene(box).boundingRect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        self._pressed = None if item is None else item.topLevelItem().data(0)
        if self._pressed is not None:
            self.select_match(self._pressed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.current is not None and event.key() in ARROWS:
            self.select_match(self.bracket.neighbor(self.current, Qt.Key(event.key())))
        elif self.current is not None and event.key() in ENTER_KEYS:
            self.opened.emit(self.current)
        else:
            super().keyPressEvent(event)


def _number(match: BracketMatchDescription) -> int:
    return match.number or 0


class BracketView(StageView):
    """The bracket of each elimination stage, drawn or listed."""

    open_match = Signal(str)
    """The user asks for the match with this id."""
    match_asked = Signal(int, str)
    """The user asks for the pairing with this id, of the round with this number."""

    def __init__(self) -> None:
        self._matches: dict[NodeKey, BracketMatchDescription] = {}
        self.canvas = BracketCanvas()
        self._list = QListWidget()
        self._list.setAccessibleName(str(T("Bracket matches")))
        self._list.setWordWrap(True)
        self._list.currentRowChanged.connect(self._select_row)
        self._list.itemActivated.connect(lambda _item: self._open(self.canvas.current))
        offer_row_menu(self.canvas, self._row_offers)
        offer_row_menu(self._list, self._row_offers)
        self._form: inputs.ChoiceButtons[str] = inputs.ChoiceButtons(
            [("drawn", T("Chart")), ("listed", T("List"))],
            name=T("How the bracket is shown"),
            chosen="drawn",
        )
        self._form.changed.connect(self._switch_view)
        shown = QWidget()
        self._shown = QStackedLayout(shown)
        self._shown.addWidget(self.canvas)
        self._shown.addWidget(self._list)
        main = layouts.column(layouts.row(self._form, None), (shown, 1))
        super().__init__(main, empty=EMPTY)
        self.canvas.selected.connect(self._show_selection)
        self.canvas.opened.connect(self._open)
        if theme.Theme.active is not None:
            theme.Theme.active.changed.connect(self._chosen)

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
        self.canvas.show_matches(matches)
        self._list.blockSignals(True)
        self._list.clear()
        self._list.addItems([controls.capitalize(each.text) for each in matches])
        self._list.blockSignals(False)
        self._show_selection(self.canvas.current)

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
        self.show_text(title, texts)

    def _teams(self, match: BracketMatchDescription) -> tuple[str, ...]:
        assert self.event_shown is not None
        drawn = self.event_shown.register.drawn
        return drawn[match.pairing][1].teams if match.pairing in drawn else ()

    def _row_offers(self) -> list[Offer]:
        key = self.canvas.current
        match = None if key is None else self._matches.get(key)
        if match is None or not match.pairing or self.event_shown is None:
            return []
        number, _ = self.event_shown.register.drawn[match.pairing]
        return [
            (T("Enter the result"), partial(self.match_asked.emit, number, match.pairing)),
            (T("Open the table"), partial(self._open, key)),
        ]

    def _open(self, key: NodeKey | None) -> None:
        match = self._matches.get(key) if key is not None else None
        if match is not None and match.pairing and self.event_shown is not None:
            self.open_match.emit(self.event_shown.match_id(match.pairing) or "")
