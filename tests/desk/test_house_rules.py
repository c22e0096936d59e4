"""House rule sets: made from others, kept as their differences, exported and taken in."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad import budget
from scorepad.desk.houserules import EditedRules, HouseRules, file_text
from scorepad.paths import resources_folder
from scorepad.spades.library import Library, find_faults, load_library
from scorepad.spades.parameters import Parameter, parameters
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import changed_parameters, plain_rules, shortest_extension
from scorepad.spades.rules import MAX_AMOUNT, PRESETS

RULES = resources_folder() / "rules"
VARIANTS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "variants.toml").read_text("utf-8")
)["variant"]


@pytest.fixture
def house(tmp_path: Path) -> HouseRules:
    return HouseRules(tmp_path / "rules", load_library(RULES))


def again(house: HouseRules) -> HouseRules:
    """The same folder, found by a program that starts now."""
    return HouseRules(house.folder, load_library(RULES, house.folder))


def put(draft: EditedRules, path: str, value: Any) -> None:
    section, _, name = path.partition(".")
    table = draft.data.setdefault(section, {})
    table.pop(name, None)
    if value is not None:
        table[name] = value


def thursday(house: HouseRules) -> EditedRules:
    draft = house.make_unsaved_copy("unc", "Thursday night", "house rules")
    put(draft, "game.target", 350)
    return draft


def test_a_copy_is_kept_as_what_differs(house: HouseRules) -> None:
    draft = thursday(house)
    put(draft, "clock.no_show_minutes", 5)
    draft.data.pop("big_bid")
    saved = house.save(draft)
    assert (saved.id, saved.game.target, saved.big_bid) == ("thursday-night", 350, ())
    file = tomllib.loads((house.folder / "thursday-night.toml").read_text("utf-8"))
    assert file == {
        "id": "thursday-night",
        "name": "Thursday night",
        "edition": "house rules",
        "source": "UNC intramural sports, “Spades Rules”",
        "extends": "unc",
        "big_bid": False,
        "game": {"target": 350},
        "clock": {"no_show_minutes": 5},
    }
    later = again(house)
    assert later.ids() == ("thursday-night",)
    assert later.library.get("thursday-night") == saved == house.library.get("thursday-night")
    assert later.base_id("thursday-night") == "unc"


def test_changing_it_changes_the_one_file(house: HouseRules) -> None:
    house.save(thursday(house))
    draft = house.open_for_editing("thursday-night")
    assert draft.is_kept
    assert draft.base == "unc"
    draft.data["name"] = "Friday night"
    put(draft, "clock.minutes", None)
    assert house.save(draft).id == "thursday-night"
    assert [path.name for path in house.folder.iterdir()] == ["thursday-night.toml"]
    rules = again(house).library.get("thursday-night")
    assert (rules.name, rules.clock.minutes, rules.game.target) == ("Friday night", None, 350)


def test_what_cannot_be_is_said_by_its_field_and_not_saved(house: HouseRules) -> None:
    draft = thursday(house)
    put(draft, "game.floor", 100)
    put(draft, "clock.warn_minutes", "5, soon")
    draft.data["name"] = " UNC "
    said = {path: str(text) for path, text in house.draft_faults_by_path(draft).items()}
    assert said == {
        "game.floor": "100 isn't allowed; use a whole number from −1000000 to −1, or false "
        "for none",
        "clock.warn_minutes": "“5, soon” isn't allowed; use a list of whole numbers from 0 "
        "to 1000000",
        "name": "another rule set already has this name; choose a different name",
    }
    with pytest.raises(Refused):
        house.save(draft)
    assert not house.folder.exists()
    assert house.ids() == ()


def test_a_deadline_of_a_reason_that_is_not_listed_is_named(house: HouseRules) -> None:
    """RULES 3, `deal.misdeal_deadline`: a misspelled reason would never be late."""
    draft = thursday(house)
    put(draft, "deal.misdeals", ["no spade"])
    assert [*house.draft_faults_by_path(draft)] == ["deal.misdeal_deadline"]
    put(draft, "deal.misdeal_deadline", {"no spade": "bids", "no spades": "bids"})
    said = {path: str(text) for path, text in house.draft_faults_by_path(draft).items()}
    assert said == {
        "deal.misdeal_deadline": "“no spades” isn't a reason for a misdeal here; choose from "
        "no spade"
    }


def test_a_big_bid_cannot_end_before_it_begins(house: HouseRules) -> None:
    draft = thursday(house)
    put(draft, "big_bid.to", 9)
    assert set(house.draft_faults_by_path(draft)) == {"big_bid.to"}


def test_one_that_is_extended_is_not_deleted_or_broken(house: HouseRules) -> None:
    house.save(thursday(house))
    final = house.make_unsaved_copy("thursday-night", "Final", "")
    put(final, "big_bid.made", 500)
    house.save(final)
    with pytest.raises(Refused, match=r"“Final” is based on this rule set; delete “Final” first"):
        house.delete("thursday-night")
    draft = house.open_for_editing("thursday-night")
    draft.data.pop("big_bid")
    with pytest.raises(Refused, match=r"is based on this rule set and would stop working"):
        house.save(draft)
    assert house.library.get("thursday-night").big_bid
    put(draft, "game.target", 400)
    draft.data["big_bid"] = {"from": 10, "made": 120, "with_nil": True}
    house.save(draft)
    assert house.library.get("final").game.target == 400, "what extends it follows"
    house.delete("final")
    house.delete("thursday-night")
    assert list(house.folder.iterdir()) == []
    assert house.ids() == again(house).ids() == ()


def test_a_name_or_file_is_never_taken_twice(house: HouseRules) -> None:
    first = house.save(house.make_unsaved_copy("unc", "UNC", ""))
    assert (first.id, first.name) == ("unc-2", "UNC 2")
    (house.folder / "chess.toml").write_text("not = [toml", "utf-8")
    second = house.save(house.make_unsaved_copy("unc", "Chess!", ""))
    assert second.id == "chess-2"
    assert (house.folder / "chess.toml").read_text("utf-8") == "not = [toml"
    assert house.save(house.make_unsaved_copy("unc", "  夜  ", "")).id == "house"
    assert house.save(house.make_unsaved_copy("unc", "CON", "")).id == "house-con"
    assert len(again(house).ids()) == 4


@pytest.mark.parametrize("base", PRESETS)
def test_an_export_is_read_where_only_the_presets_are(
    house: HouseRules, tmp_path: Path, base: str
) -> None:
    draft = house.make_unsaved_copy(base, "Ours", "2026")
    put(draft, "bags.limit", None)
    draft.data["checklist"] = ["phones off", "“cards” counted\\twice"]
    draft.data["ruling"] = [{"question": "Who?", "reading": "We.", "options": ["They."]}]
    saved = house.save(draft)
    of_house = house.save(house.make_unsaved_copy(saved.id, "Theirs", ""))
    elsewhere = HouseRules(tmp_path / "elsewhere", load_library(RULES))
    for rules in (saved, of_house):
        text = house.export_rules_as_toml(rules.id).encode()
        assert (b"extends" in text) is (rules is saved), "only what differs from a preset"
        assert elsewhere.import_rules(text, "ours.toml") == (rules, True)
        assert elsewhere.import_rules(text, "ours.toml") == (rules, False), "twice is once"
    assert again(elsewhere).ids() == (saved.id, of_house.id)


def test_an_import_never_replaces_one(house: HouseRules) -> None:
    text = 'id = "unc"\nname = "Mine"\nextends = "unc"\n[game]\ntarget = 100\n'
    mine, new = house.import_rules(text.encode(), "x.toml")
    assert new
    assert (mine.id, mine.game.target) == ("mine", 100)
    assert house.library.get("unc").game.target == 300
    other, _new = house.import_rules(text.replace("100", "120").encode(), "x.toml")
    assert (other.id, other.game.target) == ("mine-2", 120)
    assert again(house).library.get("mine-2") == other


def test_a_rule_set_s_name_is_one_line_and_imported_once(house: HouseRules) -> None:
    file = b'extends = "unc"\nid = "friday"\nname = "Friday\\nnight"\nedition = "2027"\n'
    rules, is_new = house.import_rules(file, "friday.toml")
    assert (rules.name, is_new) == ("Friday night", True)
    assert house.import_rules(file, "friday.toml")[1] is False
    draft = house.make_unsaved_copy("unc", "Our\tnight", "2027")
    assert house.save(draft).name == "Our night"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\xff", "x.toml: isn't UTF-8 text"),
        (b"= 3", "x.toml: isn't valid TOML"),
        (b'id = "a"\nname = "a"\nextends = "b"', "x.toml: extends: rule set “b” doesn't exist"),
        (b'id = "a"\nname = "a"\nextends = "unc"\n[bags]\nlimit = 0', "x.toml: bags.limit: 0 is"),
        (b'name = "a"\nextends = "unc"', "x.toml: id: is missing"),
        (b"#" * (budget.RULES_BUDGET.bytes + 1), "x.toml: it has more than 1 megabyte,"),
    ],
)
def test_a_bad_import_is_one_sentence_and_changes_nothing(
    house: HouseRules, text: bytes, said: str
) -> None:
    with pytest.raises(Refused, match="(?s)^" + said.replace(".", r"\.")):
        house.import_rules(text, "x.toml")
    assert house.ids() == ()
    assert not house.folder.exists()


def test_a_folder_that_cannot_be_written_is_said_and_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("a file is here", "utf-8")
    house = HouseRules(tmp_path / "rules", load_library(RULES))
    with pytest.raises(Refused, match=r"thursday-night.toml can't be written: "):
        house.save(thursday(house))
    assert house.ids() == ()


def test_what_is_not_saved_is_there_again(house: HouseRules) -> None:
    assert house.read_unsaved_draft() is None
    draft = thursday(house)
    put(draft, "clock.warn_minutes", "5, soo")
    house.store_unsaved_draft(draft)
    assert again(house).read_unsaved_draft() == draft
    assert again(house).ids() == ()
    house.store_unsaved_draft(None)
    assert again(house).read_unsaved_draft() is None
    house.folder.joinpath("unsaved.json").write_bytes(b'{"data": 3')
    assert again(house).read_unsaved_draft() is None


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: str(each["row"]))
def test_every_variant_can_be_made(house: HouseRules, variant: dict[str, Any]) -> None:
    made = (*variant["values"], *(each["with"] for each in variant.get("ruling", ())))
    base = variant.get("base", "unc")
    for says, values in zip(variant["says"], made, strict=True):
        draft = house.make_unsaved_copy(base, f"{variant['row']} {says}", "")
        if "deal.misdeals" in values:
            put(draft, "deal.misdeal_deadline", None)
        for path, value in values.items():
            put(draft, path, None if value is False and _optional(path) else value)
        saved = again_saved(house, draft)
        for path, value in values.items():
            section, _, name = path.partition(".")
            expected = None if value is False and _optional(path) else value
            assert saved.get(section, {}).get(name) == expected, path
        untouched = {
            each.of.path for each in changed_parameters(saved, plain_rules(house.library.get(base)))
        }
        beside = {"big_bid.with_nil"} if "big_bid.from" in values else {"deal.misdeal_deadline"}
        assert untouched <= set(values) | beside


def again_saved(house: HouseRules, draft: EditedRules) -> dict[str, Any]:
    """What a program that starts later reads of it."""
    rules_id = house.save(draft).id
    return plain_rules(again(house).library.get(rules_id))


def _optional(path: str) -> bool:
    return next(each for each in parameters() if each.path == path).optional


def any_value(random: Random, of: Parameter) -> Any:
    if of.optional and random.random() < 0.3:
        return None
    if of.shape == "yes-no":
        return random.random() < 0.5
    if of.shape == "choice":
        return random.choice(of.choices)
    if of.shape == "steps":
        return random.sample(("warning", "tricks 3", "minus 50", "set"), random.randint(0, 4))
    if of.shape == "texts":
        return [
            "".join(random.choices('a "\\\n“é\x7f\t;', k=4)) for _ in range(random.randint(0, 3))
        ]
    if of.shape == "table":
        return {ground: random.choice(of.choices) for ground in ("no spade", 'a "', "“é\n")}
    low, high = of.least or 0, of.most or 0
    numbers = [random.choice((low, high, max(low, min(high, 7)))) for _ in range(3)]
    return numbers if of.shape == "integers" else numbers[0]


@given(st.integers(0, 10**9), st.sampled_from(PRESETS))
def test_any_rule_set_reads_back_from_its_differences(seed: int, base: str) -> None:
    random, library = Random(seed), load_library(RULES)
    data = plain_rules(library.get(base)) | {"id": "ours", "name": "Ours"}
    data.setdefault("big_bid", {"from": 10, "made": 200, "with_nil": True})
    for each in random.sample(parameters(), random.randint(0, len(parameters()))):
        value = any_value(random, each)
        data.setdefault(each.section, {}).pop(each.name, None)
        if value is not None:
            data[each.section][each.name] = value
    deadlines = data["deal"].pop("misdeal_deadline", {})
    if left := {each: deadlines[each] for each in deadlines if each in data["deal"]["misdeals"]}:
        data["deal"]["misdeal_deadline"] = left
    if data["renege"]["effect"] == "own-bid":
        data["bidding"]["unit"] = "player"
    blind = data.get("blind_bid", {})
    if not {"minimum", "trick", "set_trick"} <= blind.keys():
        data.pop("blind_bid", None)
    elif blind.get("maximum", 13) < blind["minimum"]:
        blind["maximum"] = blind["minimum"]
    if random.random() < 0.3 or data["big_bid"].get("to", MAX_AMOUNT) < data["big_bid"]["from"]:
        data.pop("big_bid")
    assert find_faults(data, library) == {}
    whole = library.resolve(data)
    short = file_text(shortest_extension(plain_rules(whole), plain_rules(library.get(base))))
    library.add("ours.toml", tomllib.loads(short))
    ours = library.get("ours")
    assert changed_parameters(plain_rules(ours), plain_rules(whole)) == ()
    assert library.resolve(plain_rules(ours)) == ours


def test_a_changed_library_forgets_what_it_read(library: Library) -> None:
    mine = load_library(RULES)
    mine.add("a.toml", {"id": "a", "name": "A", "extends": "unc", "game": {"target": 100}})
    extends = {"id": "b", "name": "B", "extends": "a"}
    assert mine.resolve(extends).game.target == 100
    mine.add("a.toml", {"id": "a", "name": "A", "extends": "unc", "game": {"target": 110}})
    assert mine.resolve(extends).game.target == 110
    mine.remove("a")
    with pytest.raises(Refused, match="rule set “a” doesn't exist"):
        mine.resolve(extends)
    assert library.ids() == PRESETS
