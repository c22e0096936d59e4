"""All matches that are stored, and the forms for a new one and for several tables.

Its modules:

    floor_page     today's tables with their clocks, and the list of them
    floor_model    its rows, sorted and filtered
    matches_page   all matches
    new_match      the form for a new match
    tables_page    the form for several tables
"""
