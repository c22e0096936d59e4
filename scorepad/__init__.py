"""Scorepad scores Spades matches, stores them, and explains each score.

One idea: **the log is the match.**  The entries of a match are written once, in order, and never
changed.  Score, bags, clock, winner and sheet are computed from rule set and log.

`docs/architecture.md` has the imports between the packages, and a place for each change::

    __main__            the only module that imports store, reports and window
    window | cli        the screens (the only Qt), and the same without a window
    share               the exchange between laptops, by a folder or a database
    store               the storage of matches and events
    desk                a supervisor's actions: undo and redo, drafts, open tables
    events              a day of play, pure: teams, rounds, pairing, brackets, standings
    spades              the game, pure: rule sets, entries, the gate, the fold, endings, clock
    settings | paths    every setting, declared once, and the data folder
    region              dates and times as the reader's region writes them
    files               the one writer of files: whole or not at all; their permissions
    budget | cleaning   the bounds of files from outside, and clean names
"""

__version__ = "0.9.0"
