"""The form for a stage asks for all that a stage has; a stage that is there is changed in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from scorepad.events.entries import (
    AdvancementRule,
    IncludedTeam,
    Qualification,
    Release,
    StageEntry,
    StagePoints,
    TeamEntry,
)
from tests.window.evening import press, read
from tests.window.event_scenes import begin, swiss
from tests.window.find import button, choice, choose, field, line, type_over
from tests.window.stage import Stage
from tests.window.test_event_page import page_of, restarted, state


def recorded(stage: Stage, name: str) -> StageEntry:
    return state(stage).event.register.stages[name]


def test_named_teams_tie_breaks_and_the_points_of_a_forfeit_are_asked_for(stage: Stage) -> None:
    begin(stage.evening, 6)
    page = page_of(stage, "rounds")
    choose(page, "Who takes part", "these teams")
    assert line(page, "Teams").text().startswith("Aces, Kings, Queens, Jacks")
    type_over(page, "Teams", "Tens, Aces, Nobody")
    press(page, "Add the stage")
    assert "Scorepad can't find the team “Nobody”" in read(field(page, "Teams"))
    type_over(page, "Teams", "Tens, Aces, T6")
    press(page, "Points, tie-breaks, qualification…")
    for place, way in enumerate(
        ("by more points scored", "by point difference", "by the opponents' wins"), 1
    ):
        choose(page, f"Tie-break {place}", way)
    for place in (4, 5):
        choose(page, f"Tie-break {place}", "–")
    type_over(page, "Forfeit: points for the winner", "many")
    press(page, "Add the stage")
    assert "nter a whole number" in read(page)
    type_over(page, "Forfeit: points for the winner", "300")
    # What is typed is there again after a restart.
    stage = restarted(stage)
    page = page_of(stage, "rounds")
    press(page, "Add the stage")
    entry = recorded(stage, "A")
    assert entry.teams == ("T5", "T1", "T6")
    assert entry.tie_breaks == ("points", "difference", "opponents")
    assert entry.forfeit_points == (300, 0)


def test_a_stage_without_a_name_of_its_own_shows_the_name_that_it_gets(stage: Stage) -> None:
    begin(stage.evening, 6)
    page = page_of(stage, "rounds")
    choose(page, "Format", "Swiss")
    name = line(page, "Name")
    assert (name.text(), name.placeholderText()) == ("", "Swiss")
    press(page, "Add the stage")
    assert "Stage “Swiss” added" in read(page)
    press(page, "Stages…")
    choose(page, "Which stage", "Swiss")
    assert line(page, "Name").text() == "Swiss"


def test_what_is_not_touched_is_left_to_the_program(stage: Stage) -> None:
    begin(stage.evening, 12)
    page = page_of(stage, "rounds")
    press(page, "Add the stage")
    # After an undo it offers what it did before, not a bracket of the best of what is gone.
    stage.window.do("undo")
    press(page, "Add the stage")
    plain = StageEntry(stage="A", format="swiss", rounds=4)
    entry = recorded(stage, "A")
    assert all(getattr(entry, name) == getattr(plain, name) for name in ("teams", "tie_breaks",
        "forfeit_points", "advance", "rules", "rounds"))  # fmt: skip


def test_a_stage_is_changed_where_places_at_the_cut_are_shared(stage: Stage) -> None:
    table = begin(stage.evening, 0)
    for number in range(1, 5):
        two = f"Ann {number}", f"Bo {number}"
        table.record(TeamEntry(team=f"T{number}", name=f"Team {number}", players=two))
    table.record(StageEntry(stage="A", format="round-robin", tie_breaks=("difference",)))
    table.record(
        StageEntry(
            stage="B", format="single-elimination", advance=AdvancementRule(from_=("A",), places=2)
        )
    )
    page = page_of(stage, "rounds")
    press(page, "Stages…")
    choose(page, "Which stage", "Single elimination")
    assert not line(page, "Name").isEnabled()
    assert not button(page, "Save the stage").isEnabled(), "nothing is changed yet"
    choose(page, "Who takes part", "these teams")
    type_over(page, "Teams", "Team 3, Team 2")
    assert not choice(page, "Which stage").isEnabled(), "first this one is saved, or given up"
    QTest.keyClick(line(page, "Teams"), Qt.Key.Key_Escape)
    press(page, "Stages…")
    assert line(page, "Teams").text() == "Team 3, Team 2", "Escape loses nothing"
    press(page, "Save the stage")
    entry = recorded(stage, "B")
    assert entry.teams == ("T3", "T2")
    assert entry.advance is not None, "they advance from there all the same"
    table.follow_other_programs()
    table.record_together([table.propose_next_round("B").entry, Release(round=1)])
    assert table.event.register.rounds[1].entry.pairings[0].teams == ("T3", "T2")
    # Once a round is out, the format stays; a stage that is looked at and left is as it was.
    page.show_changes_from_elsewhere()
    press(page, "Stages…")
    choose(page, "Which stage", "Single elimination")
    assert not choice(page, "Format").isEnabled()
    press(page, "Cancel")
    assert recorded(stage, "B") == entry


def test_a_round_has_a_rule_set_of_its_own(stage: Stage) -> None:
    table = swiss(stage.evening, 4, 0)
    table.record(table.propose_next_round().entry)
    page = page_of(stage, "rounds")
    rules = choice(page, "Rule set for the round")
    assert rules.currentText() == "the stage's"
    rules.setCurrentIndex(rules.findData("chicago"))
    press(page, "Change the pairing")
    press(page, "Release round 1")
    (one, _other) = stage.evening.desk.matches()
    assert stage.evening.desk.read(one.id).base_rules.id == "chicago"
    assert choice(page_of(stage, "rounds"), "Result from paper, or a ruling")


def test_what_the_form_does_not_ask_for_stays_when_a_stage_is_changed(stage: Stage) -> None:
    table = begin(stage.evening, 6)
    advance = AdvancementRule(
        from_=("League",), places=(1, 4), qualify=Qualification(winning=0.5, rating=3.25)
    )
    table.record(
        StageEntry(
            stage="League",
            format="round-robin",
            points={"win": 3},
            tie_breaks=("rating", "wins", "lots"),
            matches_a_day=2,
        )
    )
    table.record(StageEntry(stage="Cup", format="single-elimination", advance=advance))
    page = page_of(stage, "rounds")
    press(page, "Stages…")
    choose(page, "Which stage", "League")
    press(page, "twice")
    press(page, "Save the stage")
    league = recorded(stage, "League")
    assert (league.legs, league.result_points.win, league.matches_a_day) == (2, 3, 2)
    assert league.tie_breaks == ("rating", "wins", "lots")
    press(page, "Stages…")
    choose(page, "Which stage", "Cup")
    press(page, "yes")
    press(page, "Save the stage")
    cup = recorded(stage, "Cup")
    assert (cup.third_place, cup.advance) == (True, advance)


def test_points_and_matches_a_day_are_asked_for(stage: Stage) -> None:
    begin(stage.evening, 6)
    page = page_of(stage, "rounds")
    choose(page, "Format", "Round robin")
    press(page, "Points, tie-breaks, qualification…")
    type_over(page, "Points for a win", "3")
    type_over(page, "for a tie", "0.3")
    press(page, "Add the stage")
    assert "Enter whole or half points, such as 2 or 2½" in read(field(page, "for a tie"))
    type_over(page, "for a tie", "1½")
    type_over(page, "for a forfeit", "-1")
    type_over(page, "for a win by forfeit", "½")
    type_over(field(page, "Maximum matches per day"), "Maximum matches per day", "2")
    choose(page, "Tie-break 1", "by sportsmanship rating")
    press(page, "Add the stage")
    entry = recorded(stage, "A")
    assert entry.result_points == StagePoints(win=3, tie=1.5, forfeit_loss=-1, forfeit_win=0.5)
    assert entry.matches_a_day == 2
    assert entry.tie_breaks is not None
    assert entry.tie_breaks[0] == "rating"


def test_places_and_what_a_team_needs_are_asked_for(stage: Stage) -> None:
    begin(stage.evening, 6).record(StageEntry(stage="A", format="round-robin"))
    page = page_of(stage, "rounds")
    press(page, "Stages…")
    choose(page, "Format", "Single elimination")
    choose(page, "Who takes part", "the top teams in Round robin")
    type_over(page, "Places", "8-5")
    press(page, "Add the stage")
    assert "a range such as 5-8" in read(field(page, "Places"))
    type_over(page, "Places", "all")
    press(page, "Points, tie-breaks, qualification…")
    type_over(page, "Minimum winning percentage", "1.5")
    press(page, "Add the stage")
    assert "isn't a number from 0 to 1" in read(field(page, "Minimum winning percentage"))
    for name, typed in (
        ("Minimum winning percentage", ".5"),
        ("Minimum rating", "3.25"),
        ("Minimum wins", "2"),
        ("Maximum forfeits", "0"),
        ("Minimum matches played", "1"),
    ):
        type_over(page, name, typed)
    press(page, "Add the stage")
    rule = AdvancementRule(
        from_=("A",),
        places="all",
        qualify=Qualification(rating=3.25, winning=0.5, wins=2, forfeits=0, played=1),
    )
    assert recorded(stage, "B").advance == rule
    # It is shown as it is, and a range takes its place.
    press(page, "Stages…")
    choose(page, "Which stage", "Single elimination")
    assert line(page, "Minimum rating").text() == "3.25"
    type_over(page, "Places", "3-4")
    press(page, "Save the stage")
    advance = recorded(stage, "B").advance
    assert advance is not None
    assert (advance.places, advance.qualify) == ((3, 4), rule.qualify)


def test_a_team_is_added_to_a_bracket_by_decision_with_the_reason(stage: Stage) -> None:
    begin(stage.evening, 6).record(StageEntry(stage="A", format="round-robin"))
    page = page_of(stage, "rounds")
    press(page, "Stages…")
    press(page, "Points, tie-breaks, qualification…")
    for typed, refusal in (
        ("Nobody: luck", "Scorepad can't find the team “Nobody”"),
        ("Tens", "After Tens, type a colon and the reason."),
    ):
        type_over(page, "Teams you add", typed)
        press(page, "Add the stage")
        assert refusal in read(field(page, "Teams you add"))
    type_over(page, "Teams you add", "Tens: perfect sportsmanship; Kings: wild card")
    press(page, "Add the stage")
    included = IncludedTeam("T5", "perfect sportsmanship"), IncludedTeam("T2", "wild card")
    advance = recorded(stage, "B").advance
    assert advance is not None
    assert advance.include == included
    # It is shown as it stands, and stays when something else is changed.
    press(page, "Stages…")
    choose(page, "Which stage", "Single elimination")
    assert line(page, "Teams you add").text().startswith("Tens: perfect sportsmanship; Kings")
    type_over(page, "Places", "3")
    press(page, "Save the stage")
    advance = recorded(stage, "B").advance
    assert advance is not None
    assert (advance.places, advance.include) == (3, included)


def test_points_are_changed_for_all_divisions_at_once(stage: Stage) -> None:
    table = begin(stage.evening, 6)
    for name, teams in (("North", ("T1", "T2")), ("South", ("T3", "T4")), ("West", ("T5", "T6"))):
        table.record(StageEntry(stage=name, format="round-robin", teams=teams))
    page = page_of(stage, "rounds")
    for name, everywhere in (("North", "all divisions"), ("South", "this division")):
        press(page, "Stages…")
        choose(page, "Which stage", name)
        if name == "North":
            press(page, "Points, tie-breaks, qualification…")
            choose(page, "Tie-break 1", "by sportsmanship rating")
        type_over(page, "Points for a win", "3" if name == "North" else "2")
        press(page, everywhere)
        press(page, "Save the stage")
    stages = [recorded(stage, name) for name in ("North", "South", "West")]
    assert [each.result_points.win for each in stages] == [3, 2, 3]
    assert [(each.tie_breaks or ())[0] for each in stages] == ["rating"] * 3
    assert [each.teams for each in stages] == [("T1", "T2"), ("T3", "T4"), ("T5", "T6")]


def test_brackets_of_the_same_divisions_are_added_one_after_another(stage: Stage) -> None:
    table = begin(stage.evening, 8)
    for name, teams in (("North", range(1, 5)), ("South", range(5, 9))):
        ids = tuple(f"T{n}" for n in teams)
        table.record(StageEntry(stage=name, format="round-robin", teams=ids))
    page = page_of(stage, "rounds")
    for name in ("Gold", "Silver", "Bronze"):
        press(page, "Stages…")
        choose(page, "Format", "Single elimination")
        choose(page, "Who takes part", "the top teams in each of North, South")
        type_over(page, "Name", name)
        press(page, "Add the stage")
    for name in ("Gold", "Silver", "Bronze"):
        advance = recorded(stage, name).advance
        assert advance is not None
        assert advance.from_ == ("North", "South")
    press(page, "Stages…")
    offered = choice(page, "Who takes part")
    texts = [offered.itemText(at) for at in range(offered.count())]
    assert not [text for text in texts if text.startswith("the top teams in each of Gold")]


def test_teams_advance_from_some_of_the_divisions(stage: Stage) -> None:
    table = begin(stage.evening, 6)
    for name, teams in (("Men", ("T1", "T2")), ("Women", ("T3", "T4")), ("Co-rec", ("T5", "T6"))):
        table.record(StageEntry(stage=name, format="round-robin", teams=teams))
    page = page_of(stage, "rounds")
    press(page, "Stages…")
    choose(page, "Format", "Single elimination")
    choose(page, "Who takes part", "the top teams in these stages")
    for typed, refusal in (
        ("Men, Boys", "Scorepad can't find the stage “Boys”"),
        (",", "Enter one or more stages"),
    ):
        type_over(page, "Stages", typed)
        press(page, "Add the stage")
        assert refusal in read(field(page, "Stages"))
    type_over(page, "Stages", "Men, women")
    type_over(page, "Name", "Cup")
    press(page, "Add the stage")
    advance = recorded(stage, "Cup").advance
    assert advance is not None
    assert advance.from_ == ("Men", "Women")
    # It is shown as it stands, and stays when something else is changed.
    press(page, "Stages…")
    choose(page, "Which stage", "Cup")
    assert line(page, "Stages").text() == "Men, Women"
    press(page, "no")
    press(page, "Save the stage")
    cup = recorded(stage, "Cup")
    assert (cup.third_place, cup.advance) == (False, advance)
