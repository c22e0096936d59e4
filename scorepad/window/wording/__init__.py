"""Domain values put into words for the screen.

Its modules:

    names      sides, seats, matches and entries
    moments    dates and times, typed and shown
    versions   versions of a match or an event, and its uncounted entries
    imports    the result of an import, and its open questions
"""
