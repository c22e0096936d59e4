"""Domain values put into words for the screen.

Its modules:

    names      sides, seats, matches and entries
    moments    dates and times, typed and shown
    versions   versions of a match or an event, and what of it does not count
    imports    what became of an import, and what it left to look at
"""
