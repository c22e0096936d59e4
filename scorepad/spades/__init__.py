"""The game.  Pure: the standard library and msgspec, whole numbers only.

    words               texts as values, translated only where they are shown
    refusal             a refusal, in one sentence
    naming              the names of sides, seats, rounds and tables
    rules               a rule set: every parameter declared once
    parameters          every parameter, walked from there
    rulefile            rule set files: reading, checking, extending, writing
    library             the rule sets at hand
    rule_labels         the labels of parameters, their values and score lines
    rule_texts          a rule set in words: facts, sentences, in brief
    entries             the entries of a match, a frozen value each
    entry_kinds         each kind of entry: its name, description, remark, form and action
    entry_descriptions  the parts of an entry's description
    board               the state of a match: hands, totals, the end
    bidding             which bids can be read, and which are allowed
    scoring             one hand's points as lines; the end of a game
    citations           the source of a score line, and the rulings on it
    contested           the readings that an event is asked about
    fold                a board and an entry give the next board
    gate                which entries may be appended
    ids                 UUIDs of version 7, which sort by time; ids for imported entries
    order               the order of a log: main line, second versions, waiting entries
    log                 a log of a match or an event: entries, corrections, unfit ones
    match               head + log + board
    result              the result in words, and the signatures
    clock               the clock, computed from entries
    figures             the counts of a match by player and side
    status              the status of a match, as every list shows it
    decoding            entries and files decoded, within the bounds of each field
    matchfile           match files as JSON; the entries of two files of one log united
    replaced            the values that corrections replaced and strikes removed
    remarks             the events of a match besides its hands, in words
    marks               the marks beside the numbers, on paper and on the screen
    sheetcode           the code by which a printed sheet is checked

Why the fold is total and the gate separate: a correction early in a log can leave a later entry
without a meaning.  The gate refuses such a correction, but a fold that could raise would make
every reader of a log handle that.  So `fold.board_after_entry` always answers, puts entries
without a meaning into `Board.unread`, and the gate compares.

Why order and fit are computed and never stored: two laptops that decided at the moment of joining,
and stored their decision, had different scores for the same entries.  A log is a set, and its
score a function of it.  So a refusal that is added later belongs where an entry is recorded
(`desk.Table.record`), not into the gate, which is asked again whenever a log is read.
"""
