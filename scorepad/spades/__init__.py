"""The game.  Pure: the standard library and msgspec, whole numbers only.

    words       texts as values, said in a language only where they are shown
    refusal     what is refused, in one sentence
    rules       a rule set: every parameter declared once      parameters  walked from there
    rulefile    rule sets as files: extending, checking, the library
    entries     what can happen at a table, a frozen value each
    board       what a log folds to: hands, totals, the end
    scoring     one hand's points as lines                     ending      when a game ends, why
    fold        a board and an entry give the next board
    bidding     which bids can be read, and are allowed
    corrections amend, strike, restore
    gate        what may be appended                           match       head + log + board
    matchfile   match files as JSON                            forms       what a field may hold
    naming      what things are called                         result      the result object
    occasion    a match's day, and how its event is spelled    lineage     whose edition rules bear
    clock       the clock, computed from entries               join        two logs of one match

Why the fold is total and the gate separate: a correction early in a log can leave a later entry
without a meaning.  The gate refuses such a correction, but a fold that could raise would make
every reader of a log handle that, and would tie what a log says to what was allowed when it was
written.  So `fold.step` always answers, notes what it could not read in `Board.unread`, and the
gate compares.
"""
