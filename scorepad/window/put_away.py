"""What is half typed in the panels of a table while they are away."""

from __future__ import annotations

from scorepad.spades.words import Words
from scorepad.window import parts
from scorepad.window.panel import Panel
from scorepad.window.panels.form import Told


class PutAway:
    """Keeps it by the key of the panel's action, and says so after what was recorded."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._typed: dict[str, object] = {}
        self._told: Told | None = None
        self._kept = ""

    def recorded(self, told: Told) -> None:
        """This was recorded in a panel that goes away now."""
        self._told = told

    def take(self, key: str, panel: Panel) -> str:
        """Keep what is typed in a panel that goes away; what is to be told of it."""
        typed = None if panel.let_go else panel.typed()
        if typed is None:
            return ""
        self._typed[key] = typed
        return panel.kept_said()

    def give(self, key: str, panel: Panel) -> None:
        """Have a panel that is shown again as it was left; say so in it."""
        typed = self._typed.pop(key, None)
        if typed is None:
            return
        panel.retype(typed)
        if panel.typed() is not None:
            panel.tell_left()
        else:
            gone = self._words("What you had typed was for an entry that no longer counts.")
            panel.message.say(gone, "warn")

    def take_over(self, other: PutAway) -> None:
        """Keep what another one kept."""
        self._typed = other._typed

    def said(self, kept: str, saying: str) -> tuple[str, parts.Tone, str] | None:
        """How the bar says that this is kept, with what was recorded; None where nothing is.
        What it is `saying` of something kept goes away once that is shown again or let go."""
        told, self._told = self._told, None
        before, self._kept = self._kept, kept
        if not kept:
            stale = told is None and before and saying.endswith(before)
            return ("", "note", "") if stale else None
        if told is None:
            return kept, "note", ""
        done = parts.sentences((told.says(self._words), kept))
        return done, "good", told.warns(self._words)
