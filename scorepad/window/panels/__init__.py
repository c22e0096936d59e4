"""Panels beside the sheet: one thing each that a supervisor does or asks at a table.

Its modules:

    chart_panel       the chart of the score, for windows too narrow to have it beside the sheet
    clock             sets the clock by hand
    correction        the panels that correct or delete one entry
    difference        the changes that an entry would make, before it is recorded
    entry_form        the fields of an entry's kind, to record it and to correct it
    entry_panel       the panel that records one entry, or its correction
    entry_panels      the panels of entries whose form depends on the match
    explanations      the reasons for a number
    fields            the choice of a side, the usual reasons, rulings
    head_form         the form of a match's head: rule set, event, place and time, seats and
                      agreements
    history           each entry, and what can be done with it
    history_texts     the history's texts about an entry
    identity          the players' IDs
    panel             the base of all panels
    paper_entry       a match is typed from its paper sheet, one hand a line
    result            both sides' signatures
    seats             the four seats round their table, partners across, with the first dealer
    what_decides      the conditions of the game's end, and its reasons
"""
