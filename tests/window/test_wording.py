"""Sides' numbers are told by team, an undo in words, what is accepted stays said, a side signs."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad import paths
from scorepad.__main__ import load_catalog
from scorepad.spades.entries import Bids, Forfeit, Strike, Tricks
from scorepad.spades.words import ENGLISH, T, install
from scorepad.window.match.sheet.sheet_columns import column_of
from scorepad.window.wording.names import describe_entry, shorten_names_distinctly
from tests.window.evening import HAND, press, read
from tests.window.find import line
from tests.window.stage import Stage, type_keys

ES = load_catalog("es", paths.resources_folder() / "translations")


def test_whose_number_it_is_is_told(stage: Stage, subtests: pytest.Subtests) -> None:
    for entry, said in [
        (Bids(bids=(6, 7, None, None)), "Aces 6, Kings 7"),
        (Bids(bids=(None, 7, 6, None)), "Aces 6, Kings 7"),
        (Bids(bids=(4, 3, 3, 2)), "Ann 4, Cy 3, Bo 3, Di 2"),
        (Bids(bids=("nil", 7, 5, None)), "Ann nil, Cy 5, Kings 7"),
        (Tricks(tricks=(7, 6, None, None)), "Aces 7, Kings 6"),
        (Tricks(tricks=(0, 6, 7, None)), "Ann 0, Cy 7, Kings 6"),
    ]:
        with subtests.test("a number of a side is told by team", entry=entry, said=said):
            page = stage.open()
            assert describe_entry(page.table.match, entry) == said
    with subtests.test("a side s bids stand in the order of the seats everywhere"):
        page = stage.open(((4, 3, "nil", 3), None))
        sheet = page.sheet
        cells = [sheet.rows[0].cells[column_of(side, "bids")] for side in (0, 1)]
        assert cells == ["4 + nil", "3 + 3"]
        assert "contract 4 + nil" in page.header.sides[0].accessibleDescription()
        page = stage.open(HAND, HAND)
        for keys, said in (("5", "Kings ? + 5"), ("43", "Aces ? + 3")):
            stage.type(keys)
            assert said in page.bar.notes.text()


@pytest.mark.parametrize(
    ("called", "said"),
    [
        (("Ann", "Bo"), ["Ann", "Bo"]),
        (("Annabella", "Bo"), ["Annab…", "Bo"]),
        (("Alexander", "Alexandra"), ["…ander", "…andra"]),
        (("Maria del Carmen Lopez", "Maria del Pilar Lopez"), ["…Carm…", "…Pila…"]),
        (("Alexander Lopez", "Alexandra Lopez"), ["…er L…", "…ra L…"]),
        (("Maximilian", "Maximilian Lopez Maximilian"), ["…", "…Lope…"]),
        (("דוד כהן לוי", "דוד משה לוי"), ["\u2068דוד כ…\u2069", "\u2068דוד מ…\u2069"]),
        (("Ann Smithson", "Ann Smithson"), ["Ann S…", "Ann S…"]),
    ],
)
def test_two_names_are_cut_where_they_are_alike(called: tuple[str, str], said: list[str]) -> None:
    cut = shorten_names_distinctly(called, 6)
    assert cut == said
    assert all(len(name.strip("\u2068\u2069")) <= 6 for name in cut)


def test_one_word_stands_for_one_thing(stage: Stage, subtests: pytest.Subtests) -> None:
    for catalog, said in [(ENGLISH, "undone"), (ES, "deshecho")]:
        install(catalog)
        with subtests.test("an undo is told in words", said=said):
            page = stage.open(HAND)
            page.do("undo")
            strike = page.table.match.log[-1]
            assert isinstance(strike, Strike)
            assert describe_entry(page.table.match, strike) == said
            panel: Any = page.show_panel("history")
            panel.choose(strike.entry)
            assert f": {said}" in read(panel)
    install(ENGLISH)
    with subtests.test("signing is called so and asks for a name"):
        page = stage.open(HAND)
        page.table.record(Forfeit(side=1, why="not there"))
        panel: Any = page.show_panel("sign")
        assert panel.accessibleName() == "Sign the result"
        press(panel, "Sign for Aces")
        assert "Enter who signs for this team" in read(panel)
        line(panel, "For Aces").setText("Ann")
        press(panel, "Sign for Aces")
        assert "onfirm" not in read(panel)
    with subtests.test("one word stands for time up"):
        page = stage.open(HAND)
        stage.type("5")
        stage.pass_(60)
        stage.pass_(31 * 60)
        assert page.header.clock.figures == "Time"
        assert page.header.clock.accessibleName() == "Clock. Time Time is up."


def test_what_is_refused_or_lacking_is_said(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("what the rules refuse stays said while its reason is asked"):
        page = stage.open()
        stage.type("11!44")
        assert page.bar.reason.isVisible()
        assert "Kings bid 2; the minimum is 4" in page.bar.line.sentence
        type_keys(page.bar.reason, "\n")
        assert "Type the reason first" in read(page.bar)
        assert "Kings bid 2; the minimum is 4" in page.bar.line.sentence
        stage.qtbot.keyClicks(page.bar.reason, "agreed")
        assert "Kings bid 2; the minimum is 4" in page.bar.line.sentence
    with subtests.test("what is lacking to the minimum is not said of a bid that is refused"):
        page = stage.open(HAND, agreed={"bidding": {"side_minimum": 4}})
        stage.type("1")
        assert "needs 3 more, minimum 4" in page.bar.notes.text()
        stage.type("1")
        assert page.bar.bids is not None
        assert page.bar.bids.mistake is not None
        assert " more, minimum" not in page.bar.notes.text()


@pytest.mark.parametrize("text", ["Sign", "Sign the result", "Sign for {team}"])
def test_signing_is_called_so_in_spanish(text: str) -> None:
    assert "firm" in ES.text(T(text, team="x")).casefold()


@pytest.mark.parametrize(
    ("full_names", "shown"),
    [
        (("Ann", "Bo"), ["Ann", "Bo"]),
        (("Maximilian A", "Maximilian B"), ["…A", "…B"]),
        (("Maria del Carmen Lopez", "Maria del Pilar Lopez"), ["…Carm…", "…Pila…"]),
        (("Eagles 1", "Foxes 1", "Eagles 2", "Foxes 2"), ["Ea…s 1", "Fo…s 1", "Ea…s 2", "Fo…s 2"]),
    ],
)
def test_names_on_buttons_differ(full_names: tuple[str, ...], shown: list[str]) -> None:
    assert shorten_names_distinctly(full_names, 6) == shown
