"""The page of an event: teams, check-in, rounds, standings, bracket, and the room's screen.

Its modules:

    bracket_scene          the drawing of a bracket
    bracket_view           the bracket of a stage, drawn or as a list
    check_in_view          the check-in of players
    conduct_marks_form     the sportsmanship rating, forfeit fee and warnings of a team
    division_form          divides the teams into divisions
    draft_form             a form whose typed values are kept in a draft
    event_choice           the events of a combined table, to be chosen
    event_history          the history of an event
    event_list             the list of the events that are kept
    event_page             the page of an event
    letters                the widths of texts on the room's screen and in a bracket
    open_event             the event that the page shows
    pairing_form           changes a pairing of a round by hand
    pairing_rows           the rows of a round
    protest_form           a protest against a result
    repair_rounds_prompt   the question how to go on after a corrected result
    result_form            the result of a pairing, and its confirmation
    room_screen            the room's screen
    room_slides            the slides of that screen
    room_table             a table on that screen
    room_view              the controls of that screen
    rounds_view            the rounds of an event
    season_view            the season at a glance, and its calendar
    stage_fields           the fields of a stage
    stage_form             the form for a stage
    stage_view             the base of the views of one stage
    standings_view         the standings of a stage
    statistics_view        the statistics: players, teams and records
    teams_paste            takes many teams at once from a pasted text
    teams_view             the teams of an event
"""
