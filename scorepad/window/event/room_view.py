"""The controls of the room's screen: its event, the director's message, and the start of the next
round."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from scorepad.desk import typed_moments
from scorepad.events.event import Event
from scorepad.settings import SettingError, Settings
from scorepad.spades.refusal import Refused, error_text
from scorepad.spades.words import T, Text
from scorepad.window.event.draft_form import DraftForm
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.event.room_screen import read_typed_round_start
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.widgets.form import FieldRefused, FieldSpec
from scorepad.window.wording import moments


class RoomScreenControlsView(QWidget):
    """Controls the content of the room's screen, and opens it."""

    def __init__(
        self, opened: OpenEvent, settings: Settings, open_room: Callable[[], None]
    ) -> None:
        super().__init__()
        self._opened, self._settings = opened, settings
        self._event = controls.label("", wrap=True)
        self._choose = controls.button(T("Show this event in the room"), self.show_event_in_room)
        open_ = controls.button(
            T("Open the room screen"), lambda: self._open_with_this_event(open_room)
        )
        hint = T(
            "The room screen counts down to this time, unless the round has its own start time."
        )
        message = T("e.g. Lunch is in the lobby until 1 PM")
        start = moments.example_of_time()
        rows = (
            FieldSpec("message", T("Message for the room"), example=message),
            FieldSpec("start", T("Next round at"), str, hint, read=self._read_start, example=start),
        )
        self._form = DraftForm(opened.draft, "room", rows)
        self._show = self._form.default = controls.button(
            T("Show in the room"), self.set_message_and_start, kind="primary"
        )
        self._clear = controls.button(T("Remove"), self.clear_message_and_start)
        self._leaders = inputs.CheckBox(
            T("Show the leaders: most nils made, fewest bags, biggest hand")
        )
        self._leaders.setChecked(bool(settings.room_leaders))
        self._leaders.toggled.connect(self._show_leaders)
        keys = str(
            T(
                "On the room screen, click or press an arrow key to turn the page, and "
                "right-click to go back. Press Space to pause, 1 to 6 to show only one page, 0 "
                "to show all pages, and F11 for full screen."
            )
        )
        card = layouts.card(
            self._event,
            layouts.row(open_, self._choose, None, wraps=True),
            self._leaders,
            controls.separator(),
            self._form,
            layouts.row(self._show, self._clear, None, wraps=True),
            controls.label(keys, "caption", wrap=True),
            None,
        )
        layouts.set_column(self, card, None)
        self._begin()
        self.show_event(opened.current_event)

    def _begin(self) -> None:
        now = self._opened.table.now()
        start = read_typed_round_start(self._settings)
        self._form.begin_or_resume(
            {
                "message": str(self._settings.room_message),
                "start": typed_moments.moment_as_typed(start, now),
            }
        )
        self._clear.setEnabled(bool(self._settings.room_message or self._settings.room_start))

    def show_event(self, event: Event) -> None:
        """Show the event of the room's screen."""
        chosen = str(self._settings.room_event)
        name = event.register.head.name or str(T("Event"))
        is_chosen = chosen == event.id
        text = T("The room screen shows {event}, even if you open another event here.", event=name)
        if not chosen:
            text = T("The room screen shows the event that you opened last: {event}.", event=name)
        elif not is_chosen:
            text = T("The room screen shows another event, not {event}.", event=name)
        self._event.setText(str(text))
        self._choose.setVisible(not is_chosen)

    def _read_start(self, typed: str) -> str:
        try:
            start = typed_moments.parse_moment_unless_empty(typed, self._opened.table.now())
        except Refused as refused:
            raise FieldRefused(refused.text) from None
        return "" if start is None else start.isoformat()

    def _open_with_this_event(self, open_room: Callable[[], object]) -> None:
        """Open the room's screen; where no event was chosen for it yet, this one is."""
        if not self._settings.room_event:
            self.show_event_in_room()
        open_room()

    def show_event_in_room(self) -> None:
        """Have the room's screen keep to this event."""
        done = T("The room screen now shows this event.")
        if self._keep(done, room_event=self._opened.current_event.id):
            self.show_event(self._opened.current_event)

    def _show_leaders(self, shown: bool) -> None:  # as Qt's signal has it
        done = T("The room screen now shows the leaders.")
        self._keep(
            done if shown else T("The room screen no longer shows the leaders."), room_leaders=shown
        )

    def set_message_and_start(self) -> None:
        """Have the room's screen show the typed message and start."""
        values = self._form.read()
        if values is not None:
            done = T("The room screen was updated.")
            self._keep_line(done, values["message"], values["start"])

    def clear_message_and_start(self) -> None:
        """Take away the line and the countdown."""
        self._keep_line(T("Removed the message and the time."), "", "")

    def _keep_line(self, done: Text, message: str, start: str) -> None:
        if self._keep(done, room_message=message, room_start=start):
            self._form.clear_draft()
            self._begin()

    def _keep(self, done: Text, **values: str | bool) -> bool:
        for key, value in values.items():
            try:
                self._settings.set_and_save(key, value)
            except SettingError as refused:
                self._opened.notify(error_text(refused), "bad")
                return False
        self._opened.notify(done, "good")
        return True

    def focus_starting_widget(self) -> None:
        """Put the focus on the line for the room."""
        self._form.focus()
