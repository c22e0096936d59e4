"""The game.  Pure: the standard library and msgspec, whole numbers only.

    words       texts as values, said in a language only where they are shown
    refusal     what is refused, in one sentence
    naming      what sides, seats, rounds and tables are called
    rules       a rule set: every parameter declared once
    parameters  every parameter, walked from there
    rulefile    rule set files: reading, checking, extending, writing
    library     the rule sets at hand
    rule_labels what parameters, their values and score lines are called
    rule_words  a rule set in words: facts, sentences, in brief
    entries     what can happen at a table, a frozen value each
    entry_words what entries are called, and what they say
    board       what a log folds to: hands, totals, the end
    bidding     how bids are typed, which can be read, and which are allowed
    scoring     one hand's points as lines; when a game ends, and why
    fold        a board and an entry give the next board
    gate        what may be appended
    corrections amend, strike, restore; how the entries of a log then read
    match       head + log + board
    result      what a match comes to, in words; whether both sides signed it
    clock       the clock, computed from entries
    decoding    entries and files decoded: what a field may hold
    matchfile   match files as JSON; two logs of one match joined
    marks       what a sheet marks beside the numbers, on paper and on the screen
    sheetcode   the code by which a printed sheet is checked

Why the fold is total and the gate separate: a correction early in a log can leave a later entry
without a meaning.  The gate refuses such a correction, but a fold that could raise would make
every reader of a log handle that, and would tie what a log says to what was allowed when it was
written.  So `fold.step` always answers, notes what it could not read in `Board.unread`, and the
gate compares.
"""
