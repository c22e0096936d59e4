"""A protest against the result of a pairing: recorded, upheld or denied, with a reason."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from scorepad.events.entries import Pairing, ProtestState, TeamConductMark
from scorepad.events.event_descriptions import PROTEST_TEXTS
from scorepad.spades.words import T, Text
from scorepad.window.event.draft_form import DraftForm
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.widgets.form import FieldRefused, FieldSpec
from scorepad.window.widgets.row_menu import Offer
from scorepad.window.wording.names import shorten_names_distinctly

WHY_PROTEST: Final = T("Reason for protest")
WHY_DECISION: Final = T("Reason for decision")


class ProtestForm(QWidget):
    """Asks for a protest, or for the decision on an open one."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__()
        self._opened = opened
        self._pairing: Pairing | None = None
        self._team = inputs.ChoiceButtons[str]([], name=T("Protesting team"))
        missing = T("Enter a reason. It's saved in the history.")
        why = FieldSpec("why", WHY_PROTEST, missing=missing)
        who = T("Choose the team that's protesting.")
        team = FieldSpec("team", T("Protesting team"), self._team, missing=who)
        self._form = DraftForm(opened.draft, "protest", [team, why])
        titles: dict[ProtestState, Text] = {
            "open": T("Record a protest"),
            "upheld": T("Uphold the protest"),
            "denied": T("Deny the protest"),
        }
        self._buttons = {
            state: controls.button(title, partial(self.record_protest, state))
            for state, title in titles.items()
        }
        self._form.default = self._buttons["open"]
        self._state = controls.label("", wrap=True)
        layouts.set_column(
            self, self._state, self._form, layouts.row(*self._buttons.values(), None, wraps=True)
        )
        self._form.changed.connect(self._show_state)

    def show_pairing(self, pairing: Pairing) -> None:
        """Ask about this pairing, with its typed values."""
        if pairing != self._pairing:
            self._pairing = pairing
            names = [self._opened.register.team_name(team) for team in pairing.teams]
            cut = shorten_names_distinctly(names, 18)
            self._team.offer(list(zip(pairing.teams, cut, strict=True)))
            first = next(iter(self._protests(pairing)), None)
            self._form.begin_or_resume({"team": first, "why": ""}, pairing.pairing)
        self._show_state()

    @property
    def row_offers(self) -> tuple[Offer, ...]:
        """The actions of this form, for the menu of the pairing's row."""
        return ((T("Protest…"), partial(self._form.focus, "why")),) if self.isVisible() else ()

    def _protests(self, pairing: Pairing) -> dict[str, TeamConductMark]:
        """Return the protests against the result of a pairing, by team."""
        protests = self._opened.register.protests
        keys = ((pairing.pairing, team) for team in pairing.teams)
        return {key[1]: protests[key] for key in keys if key in protests}

    def _show_state(self) -> None:
        if self._pairing is None:
            return
        protests = self._protests(self._pairing)
        texts = [
            T(
                "{team}: {state}. “{why}”",
                team=self._opened.register.team_name(team),
                state=PROTEST_TEXTS[mark.value],
                why=mark.why,
            )
            for team, mark in protests.items()
        ]
        self._state.setText("\n".join(map(str, texts)))
        self._state.setVisible(bool(texts))
        chosen = protests.get(self._form.value("team") or "")
        is_open = chosen is not None and chosen.value == "open"
        reason = WHY_DECISION if is_open else WHY_PROTEST
        self._form.fields["why"].retitle(reason)
        self._form.fields["why"].control.setAccessibleName(str(reason))
        for state, button in self._buttons.items():
            button.setVisible((state == "open") != is_open)

    def record_protest(self, state: ProtestState) -> None:
        """Record a protest of the chosen team, or the decision on it."""
        assert self._pairing is not None
        values = self._form.read()
        if values is None:
            return
        if self._buttons[state].isHidden():  # Enter decides no protest
            choose = T("Press “Uphold the protest” or “Deny the protest”.")
            self._form.blame(FieldRefused(choose, self._form.fields["why"]))
            return
        pairing = self._pairing.pairing
        mark = TeamConductMark(what="protest", pairing=pairing, value=state, **values)
        name = self._opened.register.team_name(mark.team)
        done = T("{team}: {state}", team=name, state=PROTEST_TEXTS[state])
        if state == "upheld":
            done = T(
                "{protest}. The result stays the same until you correct it here.", protest=done
            )
        if self._opened.record([mark], self._form.place, done=done):
            self._form.fill({"why": ""})
            self._form.focus("why")
