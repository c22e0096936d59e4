"""These actions stand in the menu Event: everything that a director does, by the director's words.

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
        T("Teams, check-in, rounds, standings and bracket of a day of play."),
        "F12",
        icon="trophy",
    ),
    Action(
        "events",
        T("All events"),
        T("Every event that is kept; open one, start one, or import an event file."),
        "",
        icon="list-details",
        synonyms=T("season seasons week calendar tournament tournaments league copy next"),
    ),
    Action(
        "event-teams",
        T("Teams of the event"),
        T("Enter, change and withdraw teams; a late team too."),
        "",
        line=True,
        icon="clipboard-list",
        synonyms=T("late withdraw withdrawal return drop seed entry register roster warning fee"),
    ),
    Action(
        "event-team-file",
        T("Teams from a file"),
        T("Many teams at once: pasted, or from a CSV or XLSX file of any form."),
        "",
        needs_input=True,
        icon="file-import",
        synonyms=T("registration registrations import spreadsheet excel csv columns paste"),
    ),
    Action(
        "event-check-in",
        T("Check-in"),
        T("Who is here today; who isn't is left out of the next Swiss round."),
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
        T("Propose, change and release rounds; results, no-shows and protests."),
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
        T("Spread the teams over divisions by seed; drag a team to another one."),
        "",
        needs_input=True,
        icon="stack-2",
        synonyms=T("pool pools group groups division divisions wave"),
    ),
    Action(
        "event-stages",
        T("Stages"),
        T("How the event is played: Swiss, round robin, bracket, open play, or by hand."),
        "",
        needs_input=True,
        icon="adjustments",
        synonyms=T("stage format swiss robin playoff playoffs elimination ladder tie-break"),
    ),
    Action(
        "event-moved",
        T("Who moved"),
        T("The teams that sit at another table than was announced."),
        "",
        icon="replace-user",
        synonyms=T("moved moves seat seats seating"),
    ),
    Action(
        "event-standings",
        T("Standings"),
        T("The places of all teams, with what decided each."),
        "",
        line=True,
        icon="chart-line",
        synonyms=T("champion rank ranking place places winner leaderboard score"),
    ),
    Action(
        "event-bracket",
        T("Bracket"),
        T("The bracket of a stage, and each team's road in it."),
        "",
        icon="trophy",
        synonyms=T("final finals semifinal champion tree"),
    ),
    Action(
        "event-history",
        T("History of the event"),
        T("Everything that was recorded in the event, newest first."),
        "",
        icon="history",
        synonyms=T("log audit decisions strike"),
    ),
    Action(
        "event-room",
        T("What the room's screen shows"),
        T("Choose the event and the pages, and type a line for everybody."),
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
        "seats",
        T("Find your seat"),
        T("Where each team and player sits, as one PDF."),
        "",
        needs_input=True,
        icon="printer",
        synonyms=T("seat seats seating where list"),
    ),
    Action(
        "moves",
        T("Seat changes on paper"),
        T("Who sits elsewhere than was announced, as one PDF."),
        "",
        needs_input=True,
        icon="printer",
        synonyms=T("moved moves"),
    ),
    Action(
        "day-log",
        T("Day log"),
        T("Rulings, forfeits, penalties, corrections and protests of the day, as one PDF."),
        "",
        needs_input=True,
        icon="printer",
        synonyms=T("decisions rulings report list day"),
    ),
    Action(
        "publish",
        T("Publish web pages"),
        T("Write the results as web pages, now or by themselves after each change."),
        "",
        needs_input=True,
        icon="file-export",
        synonyms=T("publish web website html online page pages internet"),
    ),
    Action(
        "statistics",
        T("Statistics of players"),
        T("Hands, bids, nils and points of players and teams, as a spreadsheet."),
        "",
        needs_input=True,
        icon="chart-line",
        synonyms=T("stat stats statistics nils bags average xlsx"),
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
    "event-history": "history",
    "event-room": "room",
}
"""The part of the event's page in which each of these actions is done."""
KIND_BY_ACTION = {
    "posters": "posters",
    "seats": "seats",
    "moves": "moves",
    "day-log": "log",
    "publish": "html",
    "statistics": "xlsx",
}
"""The paper or export format that each of these actions leads to."""
