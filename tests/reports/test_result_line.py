"""The result in one line."""

from __future__ import annotations

from reports.result_line import result_line
from scorepad.spades.words import Words
from tests.reports.made import corrected, made
from tests.reports.test_match_sheet import RTL


def test_a_line_says_where_who_and_how() -> None:
    assert result_line(corrected()) == (
        "♠ Spring Open, Round 2, Table 9 · Aces – Kings · Aces win 104 to −80: time · unofficial"
    )
    nowhere = made(1, event="", round="", table="", teams=[{"name": "A\nB"}, {"name": "=1+1"}])
    assert result_line(nowhere).startswith("♠ · A B – =1+1 · Not finished: A B lead 70–51")
    assert "\u2068" not in result_line(made(1, **RTL))
    german = Words("de", gettext=lambda one: {"unofficial": "inoffiziell"}.get(one, one))
    assert result_line(made(1), german).endswith(" · inoffiziell")
