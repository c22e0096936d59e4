"""The game.  Pure: the standard library and msgspec, whole numbers only.

    words               texts as values, translated only where they are shown
    refusal             a refusal, in one sentence
    naming              what sides, seats, rounds and tables are called
    rules               a rule set: every parameter declared once
    parameters          every parameter, walked from there
    rulefile            rule set files: reading, checking, extending, writing
    library             the rule sets at hand
    rule_labels         what parameters, their values and score lines are called
    rule_texts          a rule set in words: facts, sentences, in brief
    entries             what can happen at a table, a frozen value each
    entry_kinds         each kind of entry: its name, description, remark, form and action
    entry_descriptions  the parts of an entry's description
    board               what a log folds to: hands, totals, the end
    bidding             how bids are typed, which can be read, and which are allowed
    scoring             one hand's points as lines; when a game ends, and why
    citations           where a score line comes from, and how the document is read
    contested           the readings that an event is asked about
    fold                a board and an entry give the next board
    gate                what may be appended
    ids                 UUIDs of version 7, which sort by time; ids for imported entries
    order               the order of a log: main line, second versions, what waits
    log                 a log of a match or an event: entries, corrections, what is unfit
    match               head + log + board
    result              what a match comes to, in words; whether both sides signed it
    clock               the clock, computed from entries
    figures             what the hands of a match come to for those who played them
    status              the status of a match, as every list shows it
    decoding            entries and files decoded: what a field may hold
    matchfile           match files as JSON; the entries of two files of one log united
    replaced            what corrections replaced and strikes removed, as it read before
    remarks             what a match tells besides its hands, in words
    marks               what a sheet marks beside the numbers, on paper and on the screen
    sheetcode           the code by which a printed sheet is checked

Why the fold is total and the gate separate: a correction early in a log can leave a later entry
without a meaning.  The gate refuses such a correction, but a fold that could raise would make
every reader of a log handle that.  So `fold.board_after_entry` always answers, notes what it
could not read in `Board.unread`, and the gate compares.

Why order and fit are computed and never stored: two laptops that decided at the moment of joining,
and kept what they decided, came to different scores from the same entries.  A log is a set; what
counts is a function of it.  So a refusal that is added later belongs where an entry is recorded
(`desk.Table.record`), not into the gate, which is asked again whenever a log is read.
"""
