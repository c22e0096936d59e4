"""Panels beside the sheet: one thing each that a supervisor does or asks at a table.

Its modules:

    amend             A hand is corrected here
    clock             the clock is set by hand here
    correction        one entry is corrected or struck in these forms, and a panel shows one of them
                      at a time
    correction_form   A correction has a form
    difference        forms show here what an entry would change before it is recorded
    entry_form        an entry's form is laid out here from the fields of its kind, to record it and
                      to correct it
    entry_panel       A panel that records one entry has its form, what it would change, and a
                      button to record it
    entry_panels      these panels record one entry each
    explanations      panels explain why a number is what it is
    fields            the fields of entries are described here
    hand_boxes        A hand's four bids or tricks are corrected here
    hand_editor       one hand's bids and tricks are corrected seat by seat
    head_editor       A match's head is changed here
    history           the history shows each entry
    history_list      the history's list shows each entry and what it changed
    identity          players show who they are at the table
    panel             A panel is where a supervisor does one thing at a table, beside its sheet
    rekey             A match is typed here from its paper sheet, one hand a line (see
                      `desk/rekey.py`)
    result            the result shows who won and why, takes both sides' signatures, and leads to
                      the sheet and the next match
    score_panel       A panel draws the line of the score over the hands, for windows too narrow to
                      have it beside the sheet
    seats             the four seats are drawn round their table here, partners across, with who
                      deals first
    what_decides      sentences and cards say here what decides the game and what ended it
"""
