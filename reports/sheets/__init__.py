"""A match as typed rows, and the sheets that are made of them.

Its modules:

    rows            the rows: a match as plain typed values, which are the columns of exports too
    tables          reads a match into rows
    remarks         reads what a sheet says of a match below its hands
    sheet           what every part of a match sheet reads: rows, language, places on paper
    columns         where columns stand, and how large type is
    sheet_head      the top: what was played, who won, who sat where
    hand_table      the hands, rulings and totals
    hand_line       one hand of the table
    hand_facts      the texts of a hand and of a match, for papers and pages
    hand_details    what stands beneath a hand's line
    chart           the score chart
    sheet_foot      the foot: remarks, signatures, code, page number
    match_sheet     the match sheet, and a match's result in one line
    compact_sheet   the match sheet on half a page
    blank_sheet     an empty sheet for a rule set, to be filled in by pen
"""
