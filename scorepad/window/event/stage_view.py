"""A view of one stage of an event: the stages to choose from, the view, and beside it the story of
the selection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QStackedLayout, QWidget

from scorepad.events.entries import StageEntry
from scorepad.events.event import Event
from scorepad.events.overview import Overview
from scorepad.events.protest import protest_texts
from scorepad.events.stage_names import stage_name
from scorepad.spades.words import T, Text, join_as_sentences
from scorepad.window.widgets import controls, inputs, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap

STORY: Final = 280
"""The greatest width of the story beside a view, in pixels at the usual text size; in a narrow
window it has a third of the room."""


class Story(QFrame):
    """All that a row or a match of the view beside it has to tell, in lines."""

    def __init__(self) -> None:
        super().__init__()
        self._title = controls.label("", "heading", wrap=True)
        self._lines = controls.label("", wrap=True)
        self._lines.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        story = layouts.column(self._title, self._lines, None, margin=Gap.GROUPS)
        self.setProperty("kind", "card")
        self.setMaximumWidth(theme.px(STORY))
        layouts.set_column(self, margin=Gap.LINES).addWidget(scrolling.make_scroll_area(story))

    def show_text(self, title: Text | str, texts: Sequence[Text | str]) -> None:
        """Show the story of the selection."""
        self._title.setText(str(title))
        self._lines.setText("\n".join(controls.capitalize(each) for each in texts))


class StageView(QWidget):
    """Shows a stage of an event in `main`, with the story of the selection.

    A subclass implements `can_show` and `show_stage`.
    """

    def __init__(self, main: QWidget, *, empty: tuple[Text, Text]) -> None:
        """`empty` are the title and the sentence for an event that has nothing to show yet."""
        super().__init__()
        self.event_shown: Event | None = None
        self._stages: list[str] = []
        self._choice: inputs.ChoiceButtons[str] = inputs.ChoiceButtons([], name=T("Stage"))
        self._choice.changed.connect(self._chosen)
        story = Story()
        self.show_text = story.show_text
        blank = QWidget()
        lines = layouts.set_column(blank, 2)
        for line in (
            controls.label(empty[0], "title", wrap=True),
            controls.label(empty[1], wrap=True),
        ):
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            lines.addWidget(line)
        lines.addStretch(3)
        self._body = layouts.row((main, 2), (story, 1), spacing=Gap.GROUPS)
        self._blank = blank
        middle = QWidget()
        self._middle = QStackedLayout(middle)
        self._middle.addWidget(self._body)
        self._middle.addWidget(blank)
        self._name = controls.label("", "heading", wrap=True)
        """The name of a table that isn't the event's own standings."""
        self._notice = controls.MessageLabel()
        layouts.set_column(self, self._name, self._choice, self._notice, (middle, 1))

    # Subclasses.

    def can_show(self, overview: Overview, stage: StageEntry) -> bool:
        """Return whether this stage can be shown."""
        raise NotImplementedError

    def show_stage(self, overview: Overview, stage: str) -> None:
        """Show this stage, and keep the selection."""
        raise NotImplementedError

    # Showing.

    def show_event(self, event: Event) -> None:
        """Show an event; the chosen stage is kept, else the latest is chosen."""
        self.event_shown = event
        overview, register = event.overview, event.register
        every = register.all_stages
        stages = [stage for stage in every if self.can_show(overview, every[stage])]
        if stages != self._stages:
            chosen = self._choice.value
            of_play = [each for each in stages if each in register.stages]
            latest = next(reversed(of_play or stages), None)
            choice = chosen if chosen in stages else latest
            options = [(stage, stage_name(register, stage)) for stage in stages]
            self._stages = stages
            self._choice.offer(options, choice)
        self._choice.setVisible(len(stages) > 1)
        alone = stages[0] if len(stages) == 1 and stages[0] in register.combined else ""
        self._name.setText(stage_name(register, alone) if alone else "")
        self._name.setVisible(bool(alone))
        self._middle.setCurrentWidget(self._body if stages else self._blank)
        self._chosen()

    def _chosen(self) -> None:
        self._notice.clear()
        if self.event_shown is not None and self._choice.value is not None:
            texts = protest_texts(self.event_shown.overview, self._choice.value)
            self._notice.show_text(join_as_sentences(texts), "warn")
            self.show_stage(self.event_shown.overview, self._choice.value)

    @property
    def stage(self) -> str | None:
        """The id of the stage that is shown."""
        return self._choice.value
