"""`scorepad rules`: which there are, what one says, whether a house file is sound."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorepad.desk.houserules import HouseRules
from scorepad.paths import resources_folder
from scorepad.spades.library import load_library
from scorepad.spades.parameters import parameters
from scorepad.spades.rules import PRESETS
from tests.cli.conftest import Scorepad

HOUSE = 'id = "house"\nname = "House rules"\nextends = "chicago"\n[bags]\nlimit = 5\n'


def test_the_presets_are_listed(scorepad: Scorepad) -> None:
    for arguments in (["rules"], ["rules", "list"]):
        said = scorepad(*arguments)
        assert [line.split()[0] for line in said.lines] == list(PRESETS)
        assert said.status == 0
    assert [each["id"] for each in scorepad("rules", "list", "--json").json] == list(PRESETS)


def test_a_house_rule_set_saved_in_the_window_is_seen(
    scorepad: Scorepad, data: Path, tmp_path: Path
) -> None:
    """The window keeps it in the data folder; list, show, check and new find it there."""
    house = HouseRules(data / "rules", load_library(resources_folder() / "rules"))
    draft = house.make_unsaved_copy("unc", "Thursday night", "2026")
    draft.data["game"]["target"] = 350
    saved = house.save(draft)
    assert [line.split()[0] for line in scorepad("rules").lines] == [*PRESETS, "thursday-night"]
    said = scorepad("rules", "show", "thursday-night")
    assert said.lines[0] == "thursday-night: Thursday night · 2026"
    (shown,) = scorepad("rules", "show", "thursday-night", "--json").json
    assert shown["game"]["target"] == 350
    said = scorepad("rules", "check", data / "rules" / "thursday-night.toml")
    assert (said.status, "is valid" in said.out) == (0, True)
    (opened,) = scorepad("new", "--rules", "thursday-night").lines
    (kept,) = scorepad("show", opened, "--json").json
    assert kept["rules"]["game"]["target"] == saved.game.target
    house.delete("thursday-night")
    assert len(scorepad("rules").lines) == len(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_set_is_shown_whole(scorepad: Scorepad, preset: str) -> None:
    said = scorepad("rules", "show", preset)
    assert said.status == 0
    assert said.lines[0].startswith(f"{preset}: ")
    assert said.lines[1].startswith("Source: ")
    (rules,) = scorepad("rules", "show", preset, "--json").json
    for each in parameters():
        if each.section in rules:
            line = next(line for line in said.lines if line.startswith(f"  {each.name} "))
            assert each.meaning.split(";")[0] in said.out, line
    for ruling in rules["ruling"]:
        assert ruling["question"] in said.out
        assert ruling["reading"] in said.out
    for text in rules.get("checklist", []):
        assert text in said.out


def test_a_house_file_is_checked(scorepad: Scorepad, tmp_path: Path) -> None:
    good, bad = tmp_path / "house.toml", tmp_path / "bad.toml"
    good.write_text(HOUSE)
    bad.write_text(HOUSE.replace("limit = 5", 'limit = 0\npenalty = "many"'))
    assert scorepad("rules", "check", good).out == (
        f"{good}: the rule set house (“House rules”) is valid\n"
    )
    said = scorepad("rules", "check", bad, good, tmp_path / "none.toml")
    assert said.status == 2
    assert len(said.lines) == 1
    first, second = said.err.splitlines()
    assert first.startswith("bad.toml: bags.limit: 0 isn't allowed; use a whole number")
    assert "none.toml" in second


BAD_TEXTS = {
    "a ruling decides an unknown parameter": (
        '[[ruling]]\nid = "bags"\nquestion = "Q"\nreading = "R"\ndecides = ["bags.most"]',
        (
            "ruling bags.decides: parameter “bags.most” doesn't exist; choose from "
            "bags.penalty, bags.then, bags.limit"
        ),
    ),
    "a contested reading has no options": (
        (
            '[[ruling]]\nid = "bags"\nquestion = "Q"\nreading = "R"\ncontested = true\n'
            'decides = ["bags.then"]'
        ),
        "ruling bags.options: ",
    ),
    "an option sets what the ruling doesn't decide": (
        (
            '[[ruling]]\nid = "bags"\nquestion = "Q"\nreading = "R"\ndecides = ["bags.then"]\n'
            'options = [{ reading = "R", set = { "bags.limit" = 5 } }]'
        ),
        "ruling bags.options.set: this ruling doesn't decide “bags.limit”; choose from bags.then",
    ),
    "a place rests on nothing": (
        '[places.bag-penalty]\nwhere = "Scoring 3"\nrests_on = []',
        (
            "places.bag-penalty.rests_on: list the parameters that this text is about, such as "
            "bags.limit"
        ),
    ),
    "a place rests on an unknown parameter": (
        '[places.bag-penalty]\nwhere = "Scoring 3"\nrests_on = ["bag.limit"]',
        "places.bag-penalty.rests_on: parameter “bag.limit” doesn't exist; choose from ",
    ),
    "a place is of no kind of line": (
        '[places.sandbags]\nwhere = "Scoring 3"\nrests_on = ["bags.limit"]',
        "places.sandbags: this kind of line doesn't exist; choose from ",
    ),
}


@pytest.mark.parametrize("fault", BAD_TEXTS)
def test_a_text_that_cannot_be_true_is_named(
    scorepad: Scorepad, tmp_path: Path, fault: str
) -> None:
    """RULES, bad input: file, key and what is allowed, in one sentence."""
    text, sentence = BAD_TEXTS[fault]
    file = tmp_path / "club.toml"
    file.write_text(f'id = "club"\nname = "Club"\nextends = "unc"\n{text}\n', encoding="utf-8")
    said = scorepad("rules", "check", file)
    assert said.status == 2
    (line,) = said.err.splitlines()
    assert line.startswith(f"club.toml: {sentence}")


def test_a_deadline_of_a_reason_that_is_not_listed_is_refused(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    """RULES 3, `deal.misdeal_deadline`: a misspelled reason would never be late."""
    file = tmp_path / "club.toml"
    head = 'id = "club"\nname = "Club"\nextends = "unc"\n[deal]\n'
    file.write_text(f'{head}misdeal_deadline = {{ "no spades" = "bids" }}')
    said = scorepad("rules", "check", file)
    assert said.status == 2
    assert said.err.startswith(
        "club.toml: deal.misdeal_deadline: “no spades” isn't a reason for a misdeal here; "
        "choose from no face card, no spade"
    )
    file.write_text(
        f'{head}misdeals = ["no spade"]\nmisdeal_deadline = {{ "no face card" = "bids" }}'
    )
    assert (
        "“no face card” isn't a reason for a misdeal here" in scorepad("rules", "check", file).err
    )
    file.write_text(f'{head}misdeals = ["no spade"]')
    assert len(scorepad("rules", "check", file).lines) == 1
    shown = scorepad("rules", "show", file, "--json").json[0]
    assert shown["deal"]["misdeal_deadline"] == {"no spade": "bids"}, "of the reason that is left"


def test_what_an_own_list_leaves_out_is_listed(scorepad: Scorepad, tmp_path: Path) -> None:
    file, chicago = (
        tmp_path / "club.toml",
        load_library(resources_folder() / "rules").get("chicago"),
    )
    head = 'id = "club"\nname = "Club"\nextends = "chicago"\n[game]\ntarget = '
    file.write_text(f'{head}500\n[[ruling]]\nquestion = "May we talk?"\nreading = "No."')
    (_, doubt, *left) = scorepad("rules", "check", file).lines
    readings = {each.question for each in chicago.ruling}
    assert {each.removeprefix("  · ") for each in left} == readings
    assert doubt == (
        f"{file}: Your own list replaces the one from Chicago, so {len(readings)} texts are left "
        "out. Copy those that still apply:"
    )
    # What is written anew, or is about a changed rule, is not missed.
    file.write_text(f'{head}300\n[[ruling]]\nid = "tie"\nquestion = "A tie?"\nreading = "No."')
    again = {each.removeprefix("  · ") for each in scorepad("rules", "check", file).lines}
    anew = {each.question for each in chicago.ruling if each.id == "tie"}
    about_it = {each.question for each in chicago.ruling if "game.target" in each.decides}
    assert anew
    assert about_it
    assert not (anew | about_it) & again
    assert again > readings - anew - about_it
    # A list that the file doesn't have is inherited.
    file.write_text(f"{head}300\n")
    assert "left out" not in scorepad("rules", "check", file).out


def test_an_inherited_text_with_a_number_that_is_changed_is_named(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    file = tmp_path / "club.toml"
    head = 'id = "club"\nname = "Club"\nextends = "chicago"\n[game]\ntarget = '
    file.write_text(f"{head}500")
    assert len(scorepad("rules", "check", file).lines) == 1
    file.write_text(f"{head}300")
    (_, doubt) = scorepad("rules", "check", file).lines
    assert doubt.startswith(f"{file}: “Only if both teams reached 500, and only")
    assert doubt.endswith(
        "” is from Chicago, where Target is 500. If the text doesn't fit these rules, write your "
        "own."
    )
    # 30 is also the number of points for a renege, of which the rulings about reneges speak.
    file.write_text(file.read_text().replace("chicago", "unc") + "\n[clock]\nminutes = 40")
    assert len(scorepad("rules", "check", file).lines) == 1


def test_a_shown_rule_set_is_a_sound_file(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "shown.json"
    file.write_text(scorepad("rules", "show", "unc", "--json").out, "utf-8")
    assert scorepad("rules", "check", file).status == 0
    assert scorepad("rules", "show", file, "--json").out == file.read_text("utf-8")
    for junk in ("", "[1]", '{"id": "x"}', "{" * 5000):
        file.write_text(junk)
        assert "shown.json" in scorepad("rules", "check", file).sentence


def test_house_files_stand_with_the_presets(scorepad: Scorepad, data: Path) -> None:
    (data / "rules").mkdir(parents=True)
    (data / "rules" / "house.toml").write_text(HOUSE)
    (data / "rules" / "broken.toml").write_text("id = ")
    said = scorepad("rules")
    assert [line.split()[0] for line in said.lines] == [*PRESETS, "house"]
    assert said.lines[-1].endswith("  based on Chicago (Revised: Winter 2020)")
    shown = scorepad("rules", "show", "house").lines[0]
    assert shown == "house: House rules · based on Chicago (Revised: Winter 2020)"
    assert "broken.toml" in said.sentence
    match = data / "match.json"
    match.write_text(json.dumps({"rules": "house"}))
    assert scorepad("score", "--json", match).json[0]["rules"] == "house"
