"""Why a hand counts nothing is one sentence beneath it, in which nothing begins anew."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from reports.sheets.match_sheet import prepare_sheet
from tests.reports.languages import in_spanish
from tests.reports.made import BEGAN, made

BIDS = {"kind": "bids", "bids": [4, 4, 3, 2], "id": "b"}
STOPS = {"clock": {"minutes": 30, "at_time": "stop"}}


@pytest.mark.parametrize(
    ("entry", "english", "spanish"),
    [
        (
            {"kind": "misdeal", "reason": "a card face up"},
            "void, misdeal: a card face up",
            "anulada, reparto nulo: a card face up",
        ),
        ({"kind": "time"}, "void, time was called", "anulada, se declaró el fin de tiempo"),
        (
            {"kind": "forfeit", "side": 0, "why": "they left"},
            "void, forfeit: by Aces; they left",
            "anulada, abandono: por Aces; they left",
        ),
        (
            {"kind": "abandon", "why": "fire"},
            "void, match abandoned: fire",
            "anulada, partida suspendida: fire",
        ),
    ],
    ids=["misdeal", "time", "forfeit", "abandon"],
)
def test_why_a_hand_counts_nothing(entry: dict[str, Any], english: str, spanish: str) -> None:
    match = made(1, BIDS, {**entry, "id": "v"}, agreed=STOPS)
    assert match.board.hands[-1].status == "void"

    def why(hand: int) -> str:
        return prepare_sheet(match, "A4").why_void(hand)

    said = [why(2), in_spanish(lambda: why(2))]
    assert said == [english, spanish]


def test_a_hand_that_the_clock_voided() -> None:
    start = {"kind": "clock", "do": "start", "id": "c0", "at": BEGAN.isoformat()}
    out = {"kind": "time", "id": "v", "at": (BEGAN + timedelta(minutes=30)).isoformat()}
    match = made(0, log=[start, BIDS, out], agreed=STOPS)
    assert match.board.hands[-1].status == "void"

    def why(hand: int) -> str:
        return prepare_sheet(match, "A4").why_void(hand)

    said = [why(1), in_spanish(lambda: why(1))]
    assert said == ["void, the clock ran out", "anulada, se agotó el reloj"]
