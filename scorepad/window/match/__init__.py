"""The page of one table.

Its modules:

    table_page    the page
    header        both sides' totals and the clock
    sheet         the score sheet
    entry         the entry bar
    panel_place   the panel beside the sheet
    toolbar       a button for each thing that is done often
"""
