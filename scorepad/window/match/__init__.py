"""The page of one table.

Its modules:

    table_page    the page
    header        both sides' totals and the clock
    sheet         the score sheet
    entry         the entry bar
    panel_place   which panel stands beside the sheet
    table_room    how the parts share the page's room
"""
