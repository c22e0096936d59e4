"""Scorepad scores Spades matches, keeps them, and says why a score is what it is.

One idea: **the log is the match.**  What happened at the table is written down once, in order,
and never changed.  Score, bags, clock, winner and sheet are computed from rule set and log.

`docs/architecture.md` has the packages, the arrows between them, and where a change goes.
"""

__version__ = "0.2.0"
