"""What sides and seats are called: as they were named, else plainly, in the reader's language."""

from __future__ import annotations

from scorepad.__main__ import words_in
from scorepad.spades.entries import Head, Team
from scorepad.spades.naming import player_name, seat_called, side_called, team_name
from scorepad.spades.words import T
from tests.test_words import TRANSLATIONS

NOBODY = Head(rules="unc")
# Words that the catalogue has: names are not translated.
NAMED = Head(rules="unc", teams=(Team("Bags", ("Nil", "")), Team(" ", ("", "Play"))))


def test_who_has_no_name_is_called_in_the_reader_s_language() -> None:
    spanish = words_in("es", TRANSLATIONS)
    assert [team_name(NOBODY, side) for side in (0, 1)] == ["Team A", "Team B"]
    assert [team_name(NOBODY, side, spanish) for side in (0, 1)] == ["Equipo A", "Equipo B"]
    assert [player_name(NOBODY, seat, spanish) for seat in range(4)] == [
        "Equipo A 1",
        "Equipo B 1",
        "Equipo A 2",
        "Equipo B 2",
    ]


def test_a_name_that_was_given_is_not_translated() -> None:
    spanish = words_in("es", TRANSLATIONS)
    assert [team_name(NAMED, side, spanish) for side in (0, 1)] == ["Bags", "Equipo B"]
    names = [player_name(NAMED, seat, spanish) for seat in range(4)]
    assert names == ["Nil", "Equipo B 1", "Bags 2", "Play"]


def test_in_a_sentence() -> None:
    said = T("{team}: {what}", team=side_called(NOBODY, 0), what=seat_called(NOBODY, 2))
    assert str(said) == "Team A: Team A 2"
    assert words_in("es", TRANSLATIONS)(said) == "Equipo A: Equipo A 2"
