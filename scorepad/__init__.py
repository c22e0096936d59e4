"""Scorepad scores Spades matches, keeps them, and says why a score is what it is.

One idea: **the log is the match.**  What happened at the table is written down once, in order,
and never changed.  Score, bags, clock, winner and sheet are computed from rule set and log.

`docs/architecture.md` has the arrows between the packages, and says where a change goes::

    __main__            the only place that knows store, reports and window
    window | cli        what the supervisor sees (the only Qt), and the same without a window
    share               how laptops exchange what they record, by a folder or a database
    store               where matches are kept
    desk                what a supervisor can do: actions, undo and redo, drafts, open tables
    events              a day of play, pure: teams, rounds, pairing, brackets, standings
    spades              the game, pure: rule sets, entries, the gate, the fold, endings, clock
    settings | paths    every setting, declared once, and the data folder
    region              how dates and times are written where the reader lives
    files               the one writer of files: whole or not at all; who may read them
    budget | cleaning   what a file that a person brings may have at most, how a name is cleaned
"""

__version__ = "0.9.0"
