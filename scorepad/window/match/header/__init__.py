"""Both sides' totals and the clock, to be read from two meters.

Its modules:

    score_header   the header
    side_view      one side of it
    side_texts     a side's bags and needs in words
    clock_view     the clock, and its menu
"""
