"""A citation is true or it isn't there: of a document, of a ruling, of a house, of both teams."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorepad.paths import resources_folder
from scorepad.spades.board import Hand
from scorepad.spades.citations import (
    Citation,
    cite_end,
    cite_line,
    parameters_behind_line,
    rulings_about_end,
    rulings_about_line,
    rulings_in_force,
)
from scorepad.spades.contested import contested_readings
from scorepad.spades.entries import Bids, FourBids, FourCounts, Head, Renege, Talk, Tricks
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.parameters import value_of
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import parse_toml, plain_rules, rules_with_agreed_deviations
from scorepad.spades.rules import CONDITIONS, PRESETS, RuleSet
from scorepad.spades.scoring import contracts_of, nils_of, score_hand
from tests.referee.differ import library as shared_library
from tests.referee.draw_rules import draw_value
from tests.referee.generators import Drawn, matches
from tests.referee.rulesets import ALLOWED
from tests.spades.test_properties import recorded

CLUB: dict[str, Any] = {"extends": "unc", "id": "friday", "name": "Friday Club"}
SIX_OVER: tuple[FourBids, FourCounts] = ((4, 1, 2, 3), (6, 0, 6, 1))
FAILED_NIL: tuple[FourBids, FourCounts] = ((5, 3, "nil", 4), (5, 3, 2, 3))


def play(
    library: Library, rules: str | dict[str, Any], *hands: tuple[FourBids, FourCounts], **head: Any
) -> Match:
    match = Match.open(Head(rules=rules, **head), library)
    for bids, tricks in hands:
        match = match.append(Bids(bids=bids)).append(Tricks(tricks=tricks))
    return match


def cited(match: Match, what: str, *, hand: int = 0, side: int = 0) -> Citation:
    of = match.board.hands[hand]
    line = next(each for each in of.lines[side] if each.what == what)
    return cite_line(match.rules, of, side, line)


def explained(match: Match, what: str, *, hand: int = 0, side: int = 0) -> list[str]:
    of = match.board.hands[hand]
    line = next(each for each in of.lines[side] if each.what == what)
    return [each.id for each in rulings_about_line(match.rules, of, side, line)]


# Of a score line.


def test_a_line_of_a_preset_comes_from_its_document(library: Library) -> None:
    """UNC, Scoring 3: “on the 6th Sandbag the team will be penalized 60 points”."""
    match = play(library, "unc", SIX_OVER)
    assert cited(match, "bag-penalty") == Citation(
        origin="document", source="UNC intramural sports, “Spades Rules”", place="Scoring 3"
    )
    assert cited(play(library, "unc-championship", SIX_OVER), "contract").place == "Scoring 1"


def test_a_house_says_what_it_changed_and_what_the_document_has(library: Library) -> None:
    """UNC, Scoring 3, doesn't say 5 bags and 50 points."""
    match = play(library, {**CLUB, "bags": {"limit": 5, "penalty": 50}}, SIX_OVER)
    found = cited(match, "bag-penalty")
    assert (found.origin, found.place) == ("house", "")
    assert str(found.difference) == "Friday Club: 5 bags, −50. UNC: 6 bags, −60"
    assert cited(match, "contract").place == "Scoring 1"
    assert "UNC" in cited(match, "contract").source


def test_what_both_teams_agreed_is_no_rule_of_the_document(library: Library) -> None:
    """UNC, Scoring 3: “The sandbag count will be reset to zero.”"""
    match = play(library, "unc", SIX_OVER, agreed={"bags": {"then": "carry"}})
    found = cited(match, "bag-penalty")
    assert (found.origin, found.place) == ("agreed", "")
    assert str(found.difference) == (
        "Agreed to by both teams: Bags after a penalty: the rest carries over. UNC: Bags after "
        "a penalty: back to 0"
    )
    assert explained(match, "bag-penalty") == []


def test_an_agreement_that_gives_the_documents_value_back_is_the_documents(
    library: Library,
) -> None:
    rules = {**CLUB, "bags": {"penalty": 50}}
    match = play(library, rules, SIX_OVER, agreed={"bags": {"penalty": 60}})
    assert cited(match, "bag-penalty").origin == "document"


def test_a_house_cites_its_own_source_only_with_its_own_places(library: Library) -> None:
    sheet = {**CLUB, "source": "Lodge #354, Tournament", "bags": {"penalty": 50}}
    found = cited(play(library, sheet, SIX_OVER), "bag-penalty")
    assert (found.origin, found.text) == ("house", None)
    sheet["places"] = {"bag-penalty": {"where": "Rule 9", "rests_on": ["bags.penalty"]}}
    match = play(library, sheet, SIX_OVER)
    assert str(cited(match, "bag-penalty").text) == "Lodge #354, Tournament: Rule 9"
    assert "UNC" in str(cited(match, "contract").text)


def test_a_house_of_a_house_still_compares_with_the_document(library: Library) -> None:
    house = load(library)
    house.add("friday.toml", {**CLUB, "bags": {"limit": 5}})
    rules = {"extends": "friday", "id": "late", "name": "Late Friday", "bags": {"penalty": 70}}
    found = cited(play(house, rules, SIX_OVER), "bag-penalty")
    assert str(found.difference) == "Late Friday: 5 bags, −70. UNC: 6 bags, −60"
    whole = plain_rules(house.resolve(rules))
    assert cited(play(library, whole, SIX_OVER), "bag-penalty") == found


def load(library: Library) -> Library:
    return Library({each: library.file(each) for each in library.ids()})


def test_a_contract_rests_on_the_big_bid_that_either_rule_set_has(library: Library) -> None:
    """UNC, The Bidding 6: a contract of 11 isn't an ordinary one there."""
    eleven: tuple[FourBids, FourCounts] = ((6, 1, 5, 3), (6, 0, 5, 2))
    without = play(library, {**CLUB, "big_bid": False}, eleven)
    assert (cited(without, "contract").origin, cited(without, "contract").place) == ("house", "")
    assert cited(play(library, {**CLUB, "big_bid": False}, SIX_OVER), "contract").place
    higher = play(library, {**CLUB, "big_bid": {"made": 150}}, eleven)
    assert str(cited(higher, "big-bid").difference) == "Friday Club: +150. UNC: +120"
    assert explained(higher, "big-bid") == []


def test_a_pair_of_nils_counts_only_where_both_partners_bid_nil(library: Library) -> None:
    """UNC, Scoring Nil: “If one partner makes their nil bid and the other partner does not”."""
    rules = {**CLUB, "nil": {"pair": "all-or-nothing"}}
    assert cited(play(library, rules, FAILED_NIL), "nil").origin == "document"
    both = play(library, rules, (("nil", 5, "nil", 6), (0, 6, 1, 6)))
    assert cited(both, "nil").origin == "house"


def test_the_tricks_of_a_nil_that_help_decide_the_contract(library: Library) -> None:
    """Alpha Theta counts them “towards making the partner's bid”; a house that doesn't, sets it."""
    rules = {"extends": "alpha-theta", "id": "f", "name": "F", "nil": {"failed_tricks": "ignore"}}
    hand: tuple[FourBids, FourCounts] = ((5, 3, "nil", 4), (4, 4, 2, 3))
    match = play(library, rules, hand)
    assert cited(match, "set").origin == "house"
    assert cited(match, "contract", side=1).origin == "document"


# Rulings.


def test_the_ruling_of_a_made_ten_is_about_made_tens(library: Library) -> None:
    """The Bidding 6 is the place of two rulings: one about a made bid, one about a set one."""
    made = play(library, "unc", ((6, 1, 7, 3), (6, 0, 7, 0)))
    assert explained(made, "big-bid") == ["big-bid-of-13"]
    ten = play(library, "unc", ((6, 1, 4, 3), (7, 0, 4, 2)))
    assert explained(ten, "big-bid") == []
    assert explained(ten, "overtricks") == ["overtricks-of-a-big-bid"]
    down = play(library, "unc", ((6, 1, 4, 3), (5, 2, 4, 2)))
    assert explained(down, "set") == ["set-big-bid"]
    assert explained(play(library, "unc", ((5, 1, 4, 3), (4, 2, 4, 3))), "set") == []


def test_what_is_left_of_a_contract_by_a_lost_own_bid_is_cited_as_it_is(library: Library) -> None:
    """UNC, The Bidding 6: 11 were bid, but the partner's 5 alone are scored, which are no ten."""
    agreed = {"renege": {"effect": "own-bid"}, "contract": {"trick": 12}}
    match = Match.open(Head(rules="unc", agreed=agreed), library).append(Bids(bids=(6, 3, 5, 1)))
    match = match.append(Renege(side=0, seat=0)).append(Tricks(tricks=(4, 3, 4, 2)))
    assert [each.points for each in match.board.hands[0].lines[0]] == [-72, 60, 3]
    assert "Points per trick bid: 12" in str(cited(match, "contract").difference)
    assert "the offender's own bid is lost" in str(cited(match, "contract").difference)
    assert explained(match, "overtricks") == []
    thirteen = Match.open(Head(rules="unc", agreed={"renege": agreed["renege"]}), library)
    thirteen = thirteen.append(Bids(bids=(11, 3, 2, 1))).append(Renege(side=0, seat=2))
    thirteen = thirteen.append(Tricks(tricks=(11, 1, 1, 0)))
    assert [each.points for each in thirteen.board.hands[0].lines[0]] == [-20, 120, 1]
    assert explained(thirteen, "big-bid") == []


def test_a_bid_of_ten_beside_a_nil_is_explained(library: Library) -> None:
    match = play(library, "unc", ((10, 1, "nil", 3), (10, 1, 0, 2)))
    assert explained(match, "big-bid") == ["big-bid-beside-a-nil"]


def test_ignored_tricks_of_a_failed_nil_have_a_line(library: Library) -> None:
    """UNC, Scoring Nil, Situation 3: 50 for the bid and −60 for the nil make −10."""
    match = play(library, "unc", FAILED_NIL)
    line = next(e for e in match.board.hands[0].lines[0] if e.what == "failed-nil-tricks")
    assert (line.points, line.bags) == (0, 0)
    assert str(line.why) == "2 tricks taken on a failed nil count for nothing"
    assert cited(match, "failed-nil-tricks").place == "Scoring, Nil, Situation 3"
    assert explained(match, "failed-nil-tricks") == ["failed-nil-tricks"]
    assert match.board.score[0] == -10


def test_tricks_of_a_failed_nil_that_a_set_takes_away_have_a_line(library: Library) -> None:
    rules = {**CLUB, "nil": {"failed_tricks": "bag", "bags_when_set": False}}
    match = play(library, rules, ((6, 3, "nil", 4), (5, 3, 2, 3)))
    assert [each.what for each in match.board.hands[0].lines[0]] == [
        "set",
        "nil",
        "failed-nil-tricks",
    ]
    assert match.board.hands[0].lines[0][2].bags == 0


def test_reneges_are_explained_by_what_happened(library: Library) -> None:
    """UNC, The Play 4: “the team will forfeit 3 tricks to the opposing team”."""
    match = Match.open(Head(rules="unc"), library).append(Bids(bids=(4, 3, 2, 2)))
    for _offense in range(2):
        match = match.append(Renege(side=0))
    match = match.append(Tricks(tricks=(3, 4, 2, 4)))
    assert explained(match, "renege") == [
        "moved-tricks",
        "two-reneges",
        "fewer-tricks-than-a-renege-costs",
    ]
    one = Match.open(Head(rules="unc"), library).append(Bids(bids=(4, 3, 2, 2)))
    one = one.append(Renege(side=0)).append(Tricks(tricks=(5, 3, 3, 2)))
    assert explained(one, "renege") == ["moved-tricks"]


def test_fairmonts_contested_readings_reach_the_line(library: Library) -> None:
    match = play(library, "fairmont-state", ((4, 3, 3, 2), (5, 3, 3, 2)))
    assert explained(match, "overtricks") == ["overtricks"]
    talk = Match.open(Head(rules="fairmont-state"), library).append(Talk(side=0))
    talk = talk.append(Bids(bids=(4, 3, 3, 2))).append(Talk(side=0))
    assert explained(talk, "lost-hand") == ["loss-of-hand", "whose-talk"]
    third = talk.append(Bids(bids=(4, 3, 3, 2))).append(Talk(side=0))
    assert explained(third, "lost-hand", hand=1) == [
        "loss-of-hand",
        "whose-talk",
        "third-talk-offense",
    ]
    zero = play(library, "fairmont-state", ((0, 3, 5, 4), (0, 3, 6, 4)))
    assert explained(zero, "nil") == ["zero"]
    nil = play(library, "fairmont-state", (("nil", 3, 5, 4), (0, 3, 6, 4)))
    assert explained(nil, "nil") == []


def test_every_condition_is_used_by_a_preset(library: Library) -> None:
    used = {each.when for preset in PRESETS for each in library.get(preset).ruling}
    assert used - {""} == set(CONDITIONS)


def test_a_bid_of_no_tricks_is_explained_where_the_side_bid_none(library: Library) -> None:
    """Washburn, 6. Bidding: a side's bid of 0, not a partner's beside a number."""
    none = play(library, "washburn", ((0, 3, None, 4), (2, 4, 2, 5)))
    assert explained(none, "contract") == ["zero"]
    beside = play(library, "washburn", ((0, 3, 4, 4), (2, 4, 2, 5)))
    assert explained(beside, "contract") == []


def test_a_ruling_about_the_end_goes_with_its_parameter(library: Library) -> None:
    unc = library.get("unc")
    assert {each.id for each in rulings_about_end(unc, "time")} == {"time-up"}
    agreed = rules_with_agreed_deviations(unc, {"clock": {"at_time": "stop"}})
    assert rulings_about_end(agreed, "time") == ()
    assert "time-up" not in {each.id for each in rulings_in_force(agreed)}


def test_the_end_of_a_game_is_cited_like_a_line(library: Library) -> None:
    """UNC, The Game 3: “Games will be played to 300”."""
    unc = library.get("unc")
    assert cite_end(unc, "target").source == "UNC intramural sports, “Spades Rules”"
    assert cite_end(unc, "forfeit").origin is None
    house = library.resolve({**CLUB, "game": {"target": 250}})
    found = cite_end(house, "target")
    assert (found.origin, found.text) == ("house", None)
    assert str(found.difference) == "Friday Club: Target: 250. UNC: Target: 300"
    assert cite_end(house, "time").origin == "document"


def test_a_text_about_a_changed_parameter_is_not_inherited(library: Library) -> None:
    unc = library.get("unc")
    rules = library.resolve({**CLUB, "deal": {"jokers": False, "misdeals": []}})
    lost = [each.text for each in unc.play if each not in rules.play]
    assert any("big joker" in text for text in lost)
    assert any("misdeal" in text for text in lost)
    assert len(lost) == 5
    assert rules.checklist == unc.checklist
    assert {each.id for each in unc.ruling} - {each.id for each in rules.ruling} == {
        "late-misdeal",
        "face-cards",
    }


def test_a_house_with_another_deadline_is_not_told_the_documents(library: Library) -> None:
    """UNC, Misdeal, and Fairmont, 4): until when a misdeal may be called."""
    unc = library.resolve({**CLUB, "deal": {"misdeal_deadline": {"no spade": "first-lead"}}})
    assert "late-misdeal" not in {each.id for each in unc.ruling}
    rules = {"extends": "fairmont-state", "id": "f", "name": "F"}
    fairmont = library.resolve({**rules, "deal": {"misdeal_deadline": False}})
    assert not any("A misdeal must be called before" in each.text for each in fairmont.play)


# Files from before texts named parameters.


def old_form(rules: RuleSet) -> dict[str, Any]:
    """A whole rule set as it was stored before texts named parameters."""
    plain = plain_rules(rules)
    plain.pop("document", None)
    places = rules.places if rules.document is None else rules.document.places
    plain["places"] = {kind: place.where for kind, place in places.items()}
    plain["play"] = [each.text for each in rules.play]
    plain["ruling"] = [
        {"question": each.question, "reading": each.reading, "where": each.where}
        | {"options": [f"{option.reading} (bags.then = 1)" for option in each.options]}
        for each in rules.ruling
    ]
    return plain


@pytest.mark.parametrize("preset", PRESETS)
def test_a_stored_rule_set_without_parameters_stays_readable(library: Library, preset: str) -> None:
    """A sheet's code covers the whole rule set, so it is written back as it was."""
    old = old_form(library.get(preset))
    rules = library.resolve(old)
    again = plain_rules(rules)
    for ruling in old["ruling"]:
        if not ruling["options"]:
            del ruling["options"]
    assert again == old
    match = play(library, old, ((4, 3, 3, 2), (5, 3, 3, 2)))
    assert cited(match, "contract") == cited(
        play(library, preset, ((4, 3, 3, 2), (5, 3, 3, 2))), "contract"
    )
    assert [each.id for each in rulings_in_force(rules)] == [
        each.id for each in library.get(preset).ruling
    ]


def test_a_stored_house_set_is_compared_with_the_preset_it_came_from(library: Library) -> None:
    new = library.resolve({**CLUB, "bags": {"limit": 5, "then": "carry"}})
    old = old_form(new)
    old["ruling"] = old_form(library.get("unc"))["ruling"]
    match = play(library, old, SIX_OVER)
    assert cited(match, "bag-penalty").origin == "house"
    assert cited(match, "contract").place == "Scoring 1"
    assert "sandbags-above-the-limit" not in {each.id for each in rulings_in_force(match.rules)}
    agreed = play(library, old, SIX_OVER, agreed={"contract": {"overtrick": 2}})
    assert cited(agreed, "overtricks").origin == "agreed"


# Contested readings.


def test_the_readings_in_force_follow_what_was_agreed(library: Library) -> None:
    """UNC, The Game 4: “the game will be finished”."""
    unc = library.get("unc")
    default = {each.ruling.id: each.chosen for each in contested_readings(unc, unc)}
    assert default == {"time-up": 0, "moved-tricks": 0, "sandbags-above-the-limit": 0}
    agreed = rules_with_agreed_deviations(unc, {"clock": {"at_time": "play-on"}})
    found = {each.ruling.id: each for each in contested_readings(unc, agreed)}
    assert found["time-up"].chosen == 1
    assert str(found["time-up"].readings[1]) == "play continues to the target"
    other = rules_with_agreed_deviations(unc, {"renege": {"tricks": 2}})
    assert "moved-tricks" not in {each.ruling.id for each in contested_readings(unc, other)}


def test_a_reading_that_a_list_carries_out_is_in_force_once_it_is_chosen(library: Library) -> None:
    option = {"reading": "at once", "set": {"talk.ladder": ["loss-of-hand"]}}
    ruling = with_ruling(id="talk", decides=["talk.ladder"], contested=True, options=[option])
    house = library.resolve(ruling)
    agreed = rules_with_agreed_deviations(house, {"talk": {"ladder": ["loss-of-hand"]}})
    readings = [contested_readings(house, now) for now in (house, agreed)]
    assert [[each.chosen for each in found] for found in readings] == [[0], [1]]


# What holds for every match.


def document_rules(match: Match) -> RuleSet:
    """The rule set whose document is cited: a preset, or the match's own."""
    rules = match.head.rules
    if isinstance(rules, str):
        return shared_library().get(rules)
    base = rules.get("extends")
    return shared_library().get(base) if isinstance(base, str) else match.base_rules


def scored_by(rules: RuleSet, hand: Hand) -> list[set[tuple[str, int, int]]]:
    """The lines of both sides of a hand, as another rule set scores it."""
    nils, contract = nils_of(rules, hand.bids), contracts_of(rules, hand.bids)
    sides = score_hand(rules, replace(hand, nils=nils, contract=contract))
    return [{(each.what, each.points, each.bags) for each in side.lines} for side in sides]


def check_every_citation(match: Match) -> None:
    """What is cited for a line is what the document itself makes of the hand."""
    rules, document = match.rules, document_rules(match)

    def is_changed(path: str) -> bool:
        return bool(value_of(rules, path) != value_of(document, path))

    for each in rulings_in_force(rules):
        assert not any(map(is_changed, each.decides))
    for item in (*rules.play, *rules.checklist):
        assert not any(map(is_changed, item.rests_on))
    for hand in match.board.hands:
        if not hand.is_counted:
            continue
        of_document = scored_by(document, hand)
        for side in (0, 1):
            for line in hand.lines[side]:
                found = cite_line(rules, hand, side, line)
                assert (found.origin is None) == (line.what == "ruling")
                assert found.origin == "document" or found.place == ""
                for ruling in rulings_about_line(rules, hand, side, line):
                    assert not any(map(is_changed, ruling.decides))
                if found.origin == "document" and line.what != "bag-penalty":
                    assert (line.what, line.points, line.bags) in of_document[side]
                if found.place:
                    place = (document.places)[line.what]
                    assert place.where == found.place
                    if line.what in ("big-bid", "overtricks", "failed-nil-tricks", "bag-penalty"):
                        assert not any(map(is_changed, place.rests_on))


@given(drawn=matches())
def test_no_citation_of_any_match_rests_on_a_changed_parameter(drawn: Drawn) -> None:
    check_every_citation(recorded(drawn))


BIDS = (0, 1, 2, 3, 3, 4, 4, 5, 6, 10, "nil", "nil", "blind")


def draw_scoring_differences(rng: Random, most: int) -> dict[str, Any]:
    """Some parameters by section that a score line may rest on."""
    changes: dict[str, Any] = {}
    sections = ("nil", "renege", "contract", "big_bid", "bags")
    paths = ["bidding.zero", *(path for path in ALLOWED if path.partition(".")[0] in sections)]
    for path in rng.sample(paths, rng.randint(1, most)):
        section, _, name = path.partition(".")
        value = draw_value(rng, path)
        changes.setdefault(section, {})[name] = False if value is None else value
    return changes


@given(rng=st.randoms(use_true_random=False))
def test_no_citation_of_any_hand_rests_on_a_changed_parameter(rng: Random) -> None:
    """Hands of every kind, with reneges, under a preset with a few house rules and agreements."""
    rules = {"extends": rng.choice(PRESETS), "id": "house", "name": "House"}
    rules |= draw_scoring_differences(rng, 2)
    agreed = draw_scoring_differences(rng, 1) if rng.random() < 0.4 else {}
    try:
        match = Match.open(Head(rules=rules, agreed=agreed), shared_library())
        bids = tuple(rng.choice(BIDS) for _seat in range(4))
        match = match.append(Bids(bids=bids, override="a test"))
    except Refused:
        assume(False)
    for _offense in range(rng.choice((0, 0, 1, 1, 2))):
        side = rng.randrange(2)
        match = match.append(Renege(side=side, seat=side + 2 * rng.randrange(2)))
    taken = Counter(rng.choices(range(4), weights=[rng.random() for _seat in range(4)], k=13))
    counts = (taken[0], taken[1], taken[2], taken[3])
    check_every_citation(match.append(Tricks(tricks=counts)))


# What `rules check` refuses.


def with_ruling(**ruling: Any) -> dict[str, Any]:
    return {**CLUB, "ruling": [{"question": "Q?", "reading": "R.", **ruling}]}


@pytest.mark.parametrize(
    ("rules", "parts"),
    [
        (
            with_ruling(id="x", decides=["bags.after"]),
            ("ruling x.decides", "“bags.after”", "bags.limit"),
        ),
        (with_ruling(decides=["sandbags"]), ("ruling.decides", "“sandbags”", "game.target")),
        (with_ruling(decides="bags.then"), ("ruling.decides", "a list of parameters")),
        (
            with_ruling(id="y", decides=["bags.then"], contested=True),
            ("ruling y.options", "at least one other reading"),
        ),
        (
            with_ruling(decides=["bags.then"], contested=True, options=["another one"]),
            ("ruling.options", "at least one other reading that sets parameters"),
        ),
        (
            with_ruling(
                decides=["bags.then"], options=[{"reading": "r", "set": {"bags.then": "drop"}}]
            ),
            ("bags.then", "“drop”", "carry, reset"),
        ),
        (
            with_ruling(
                decides=["bags.then"], options=[{"reading": "r", "set": {"bags.limit": 7}}]
            ),
            ("ruling.options.set", "“bags.limit”", "choose from bags.then"),
        ),
        (with_ruling(lines=["penalty"]), ("ruling.lines", "bag-penalty")),
        (with_ruling(when="always"), ("ruling.when", "“always”", "above-limit")),
        (
            {**CLUB, "places": {"nil": {"where": "Rule 4"}}},
            ("places.nil.rests_on", "list the parameters"),
        ),
        (
            {**CLUB, "places": {"nil": {"where": "Rule 4", "rests_on": ["nil.point"]}}},
            ("places.nil.rests_on", "“nil.point”", "nil.points"),
        ),
        ({**CLUB, "play": [{"text": "t", "on": []}]}, ("play", "rests_on")),
        ({**CLUB, "document": {"name": "UNC"}}, ("document", "source")),
        (
            {**CLUB, "document": {"name": "A", "source": "", "values": {"bags.limit": 1.5}}},
            ("bags.limit", "1.5", "a whole number"),
        ),
        ({**CLUB, "document": {"name": "A", "source": "", "values": {"bags": 1}}}, ("“bags”",)),
        ({**CLUB, "document": []}, ("document", "a table")),
        (with_ruling(options=[7]), ("ruling.options", "“reading” (text) and “set”")),
        (with_ruling(lines=[{}]), ("ruling.lines", "bag-penalty")),
    ],
)
def test_a_faulty_text_is_refused_with_file_key_and_what_is_allowed(
    library: Library, rules: dict[str, Any], parts: tuple[str, ...]
) -> None:
    with pytest.raises(Exception, match=r"^friday\.toml: ") as refused:
        library.build(rules, "friday.toml")
    for part in parts:
        assert part in str(refused.value)


def test_places_and_options_may_be_plain_texts_as_in_older_files(library: Library) -> None:
    rules = library.resolve(
        {**with_ruling(options=["another one"]), "places": {"nil": "Rule 4"}, "play": ["Sit."]}
    )
    assert rules.places["nil"].where == "Rule 4"
    assert rules.ruling[0].options[0].reading == "another one"
    assert rules.play[0].text == "Sit."


def test_each_preset_names_the_parameters_of_each_text() -> None:
    for preset in PRESETS:
        path = resources_folder() / "rules" / f"{preset}.toml"
        data = parse_toml(path.read_bytes(), path.name)
        for place in data.get("places", {}).values():
            assert place["rests_on"]
        for ruling in data.get("ruling", ()):
            assert ruling["id"]
            assert ruling.get("decides") or ruling["id"] == "one-game"


@pytest.mark.parametrize(("first", "is_behind"), [(0, True), (2, False)])
def test_a_renege_that_costs_bids_rests_on_what_a_bid_of_0_is(
    library: Library, first: int, is_behind: bool
) -> None:
    head = Head(rules="alpha-theta", agreed={"renege": {"effect": "own-bid"}})
    match = Match.open(head, library).append(Bids(bids=(first, 3, 4, 3)))
    match = match.append(Renege(side=0, seat=2)).append(Tricks(tricks=(1, 4, 5, 3)))
    (hand,) = match.board.hands
    (line,) = (each for each in hand.lines[0] if each.what == "renege")
    assert ("bidding.zero" in parameters_behind_line(match.rules, hand, 0, line)) == is_behind
