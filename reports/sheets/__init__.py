"""A match as typed rows, and the sheets that are made of them.

Its modules:

    rows            the rows: a match as plain typed values, which are the columns of exports too
    tables          reads a match into rows
    remarks         reads the remarks below the hands
    sheet           the content of a match sheet: rows, rules, grid, time zone
    columns         the places of columns and the sizes of type
    sheet_head      the top: event, rule set, result, players
    hand_table      the hands, rulings and totals
    hand_line       one hand of the table
    hand_facts      the texts of a hand and of a match, for papers and pages
    hand_details    the details beneath a hand's line
    chart           the score chart
    sheet_foot      the foot: remarks, signatures, code, page number
    match_sheet     the match sheet, and a match's result in one line
    compact_sheet   the match sheet on half a page
    blank_sheet     an empty sheet for a rule set, to be filled in by pen
"""
