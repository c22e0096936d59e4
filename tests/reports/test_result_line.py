"""The result in one line."""

from __future__ import annotations

from reports.sheets.match_sheet import result_line
from scorepad.spades.words import Catalog, install
from tests.reports.made import corrected, made


def test_a_line_says_where_who_and_how() -> None:
    assert result_line(corrected()) == (
        "♠ Spring Open, Round 2, Table 9 · Aces – Kings · Aces wins 104 to −80: time ran out · "
        "unofficial"
    )
    nowhere = made(1, event="", round="", table="", teams=[{"name": "A\nB"}, {"name": "=1+1"}])
    assert result_line(nowhere).startswith("♠ · A B – =1+1 · Not finished: A B leads 70–51")
    install(Catalog("de", gettext=lambda one: {"unofficial": "inoffiziell"}.get(one, one)))
    assert result_line(made(1)).endswith(" · inoffiziell")


def test_names_of_both_directions_do_not_turn_the_score_round() -> None:
    """A chat shows the line as it is: only the isolates keep each score at its side."""
    one, other = "Łódź Ćwiki فريق النسور", "שועלים 北京队 नमस्ते"
    teams = [{"name": one, "players": ["a", "b"]}, {"name": other, "players": ["c", "d"]}]
    said = result_line(made(1, event="גביע", round="", table="", teams=teams))
    assert said == (
        f"♠ \u2068גביע\u2069 · \u2068{one}\u2069 – \u2068{other}\u2069 · "
        f"Not finished: \u2068{one}\u2069 leads 70–51 after 1 hand · unofficial"
    )
    assert "\u2068" not in result_line(made(1, teams=[{"name": "Łódź"}, {"name": "北京队"}]))
