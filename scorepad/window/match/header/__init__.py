"""Both sides' totals and the clock, to be read from two meters.

Its modules:

    score_header   the header
    side_view      one side of it, painted
    side_fit       what of a side has room
    side_texts     a side's bags and needs in words
    clock_view     the clock, painted
"""
