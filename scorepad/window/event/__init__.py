"""The page of an event: teams, check-in, rounds, standings, bracket, and the room's screen.

Its modules:

    bracket_drawing   draws a bracket
    bracket_view      the bracket of a stage, drawn or as a list
    check_in_view     who is there
    event_form        A form for an entry of an event
    event_history     the history of an event
    event_list        the list of the events that are kept
    event_page        the page of an event
    marks_form        the marks of a team
    open_event        `OpenEvent` is the event that a page shows
    pairing_form      A pairing of a round is changed by hand here, with a reason where the round is
                      released
    pairing_rows      the rows of a round
    result_form       A released pairing
    room_screen       the room's screen
    room_slides       what the room's screen shows in turn
    rounds_view       the rounds of an event
    stage_fields      the fields of a stage
    stage_form        the form for a stage
    stage_view        A view of one stage of an event
    standings_view    the standings of a stage
    teams_paste       many teams at once
    teams_view        the teams of an event
    ways_on           what a corrected result changes in rounds that are out, and the three ways on
                      from there
"""
