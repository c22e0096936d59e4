"""The paper that a command names, and requests that make no sense."""

from __future__ import annotations

from scorepad.cli.services import Services
from scorepad.desk.ports import Paper
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T


class BadRequest(Refused):
    """Arguments that do not go together; the sentence says which do."""


def chosen_paper(named: str, services: Services) -> Paper:
    """The paper with this name, the one of the settings when there is none; raises `BadRequest`."""
    if not named:
        return services.paper
    for paper in ("A4", "Letter"):
        if named.casefold() == paper.casefold():
            return paper
    raise BadRequest(T("there is no paper “{paper}”; there are A4 and Letter", paper=named[:40]))
