"""These actions are in the menu Event: everything that a director does, by the director's words.

Few have keys of their own: the menu and the finder lead to each.
"""

from __future__ import annotations

from scorepad.desk.enabling import Action, actions_of_group
from scorepad.spades.words import T

EVENT: tuple[Action, ...] = actions_of_group(
    "event",
    Action(
        "event",
        T("Event"),
        T("Teams, check-in, rounds, standings and bracket for a day of play."),
        "F12",
        icon="trophy",
    ),
    Action(
        "events",
        T("All events"),
        T("All your events: open one, start one, or import an event file."),
        "",
        icon="list-details",
        synonyms=T("season seasons week calendar tournament tournaments league copy next"),
    ),
    Action(
        "event-teams",
        T("Teams in the event"),
        T("Add, change and withdraw teams, including late ones."),
        "",
        line=True,
        icon="clipboard-list",
        synonyms=T("late withdraw withdrawal return drop seed entry register roster warning fee"),
    ),
    Action(
        "event-team-file",
        T("Teams from a file"),
        T("Add many teams at once: paste them, or open any CSV or XLSX file."),
        "",
        needs_input=True,
        icon="file-import",
        synonyms=T("registration registrations import spreadsheet excel csv columns paste"),
    ),
    Action(
        "event-check-in",
        T("Check-in"),
        T("Who is here today. Missing teams are left out of the next Swiss round."),
        "",
        icon="id",
        synonyms=T("check-in checkin present absent here arrived attendance ids"),
    ),
    Action(
        "event-season",
        T("Season"),
        T("The weeks of a season: who plays, who is missing, and the calendar."),
        "",
        icon="calendar",
        synonyms=T("week weeks calendar date dates tonight schedule league"),
    ),
    Action(
        "event-rounds",
        T("Rounds and results"),
        T("Propose, change and release rounds; record results, no-shows and protests."),
        "",
        line=True,
        icon="list-numbers",
        synonyms=T(
            "pairing pairings pair propose release bye byes no-show swap forfeit official result "
            "results dispute disputes protest protests grace appeal"
        ),
    ),
    Action(
        "event-divide",
        T("Divide into divisions"),
        T("Divide the teams into divisions by seed. Drag a team to move it."),
        "",
        needs_input=True,
        icon="stack-2",
        synonyms=T("pool pools group groups division divisions wave"),
    ),
    Action(
        "event-stages",
        T("Stages"),
        T(
            "How the event is played: Swiss, round robin, bracket, open play, or pairings made "
            "by hand."
        ),
        "",
        needs_input=True,
        icon="adjustments",
        synonyms=T("stage format swiss robin playoff playoffs elimination ladder tie-break"),
    ),
    Action(
        "event-moved",
        T("Who moved"),
        T("Teams at a different table than announced."),
        "",
        icon="replace-user",
        synonyms=T("moved moves seat seats seating"),
    ),
    Action(
        "event-standings",
        T("Standings"),
        T("Every team's place, and what decided it."),
        "",
        line=True,
        icon="chart-line",
        synonyms=T("champion rank ranking place places winner leaderboard score"),
    ),
    Action(
        "event-bracket",
        T("Bracket"),
        T("A stage's bracket, and each team's path through it."),
        "",
        icon="trophy",
        synonyms=T("final finals semifinal champion tree"),
    ),
    Action(
        "event-statistics",
        T("Statistics"),
        T("Hands, bids, nils and bags for each player and team, and the records."),
        "",
        icon="chart-line",
        synonyms=T("stat stats statistics nils bags average records best"),
    ),
    Action(
        "event-history",
        T("Event history"),
        T("Everything recorded in the event, newest first."),
        "",
        icon="history",
        synonyms=T("log audit decisions strike"),
    ),
    Action(
        "event-room",
        T("Control the room screen"),
        T("Choose the event and the pages, and type a message for everyone."),
        "",
        icon="presentation",
        synonyms=T("projector announcement announce countdown"),
    ),
    Action(
        "posters",
        T("Posters"),
        T("Results of a round, standings and brackets in large type, as one PDF."),
        "",
        needs_input=True,
        line=True,
        icon="printer",
        synonyms=T("poster wall print bulletin"),
    ),
    Action(
        "statistics-poster",
        T("Statistics poster"),
        T("Records, teams and players in large type, as one PDF."),
        "",
        needs_input=True,
        icon="printer",
        synonyms=T("poster statistics records wall print"),
    ),
    Action(
        "seats",
        T("Find your seat"),
        T("Where each team and player sits, as one PDF."),
        "",
        needs_input=True,
        icon="printer",
        synonyms=T("seat seats seating where list"),
    ),
    Action(
        "week",
        T("Weekly packet"),
        T(
            "The schedule for the season's next date, the standings and the sign-in sheet, as "
            "one PDF."
        ),
        "",
        needs_input=True,
        icon="calendar",
        synonyms=T("week schedule sign-in calendar"),
    ),
    Action(
        "moves",
        T("Print seat changes"),
        T("Teams at a different table than announced, as one PDF."),
        "",
        needs_input=True,
        icon="printer",
        synonyms=T("moved moves"),
    ),
    Action(
        "day-log",
        T("Day log"),
        T("The day's rulings, forfeits, penalties, corrections and protests, as one PDF."),
        "",
        needs_input=True,
        icon="printer",
        synonyms=T("decisions rulings report list day"),
    ),
    Action(
        "publish",
        T("Publish web pages"),
        T("Publish results as web pages, now or automatically after each change."),
        "",
        needs_input=True,
        icon="file-export",
        synonyms=T("publish web website html online page pages internet"),
    ),
    Action(
        "spreadsheets",
        T("Event spreadsheets"),
        T("Results, standings, players, teams and hands, as a workbook or CSV files."),
        "",
        needs_input=True,
        icon="file-export",
        synonyms=T("xlsx excel csv export statistics"),
    ),
)

EVENT_SECTION_BY_ACTION = {
    "event-teams": "teams",
    "event-team-file": "teams",
    "event-check-in": "check-in",
    "event-season": "season",
    "event-rounds": "rounds",
    "event-divide": "rounds",
    "event-stages": "rounds",
    "event-moved": "rounds",
    "event-standings": "standings",
    "event-bracket": "bracket",
    "event-statistics": "statistics",
    "event-history": "history",
    "event-room": "room",
}
"""The part of the event's page in which each of these actions is done."""
KIND_BY_ACTION = {
    "posters": "posters",
    "statistics-poster": "statistics",
    "seats": "seats",
    "week": "week",
    "moves": "moves",
    "day-log": "log",
    "publish": "html",
    "spreadsheets": "xlsx",
}
"""The paper or export format that each of these actions leads to."""
