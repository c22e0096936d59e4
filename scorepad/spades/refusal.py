"""What is refused, in one sentence that says what is wrong and what would be right."""

from __future__ import annotations

from scorepad.spades.words import Text


class Refused(Exception):
    """Something a user asked for cannot be done; `text` is the sentence to show.

    Every mistake a user can make has a subclass of its own, next to the check that finds it,
    with the sentence built inside it.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)
