"""What a supervisor can do with matches, without a screen and without a database.

`desk.Desk` lists the matches and does what concerns a match as a whole; `event_desk.EventDesk`
does the same for events.  A `table.Table` is one open match, and tells its listeners a
`table.Change`.  A `hand_input.HandInput` takes the keys of its next hand; a `draft.Draft` keeps
what is typed and not confirmed.  `actions.ACTIONS` declares everything that can be done, once.
`ports` says what the desk asks of others.

Its modules:

    actions           every action of a supervisor is declared here, once
    changed_results   older programs kept the order of a log
    desk              the desk lists the matches that are kept, and does what concerns a match as a
                      whole
    difference        A difference lists what an entry would change
    draft             A table's draft keeps what is typed there and not confirmed, so that a crash
                      does not take it
    enabling          an action is one thing that a supervisor can do
    event_desk        events are begun, listed and opened here
    event_table       one open event
    exporting         several matches are chosen by event and by day, and exported together as a new
                      file or folder
    file_actions      these actions stand in the first two menus
    floor             the floor lists the tables that are played today
    hand_input        `HandInput` takes what is typed for a table's next hand, key by key
    houserules        A house keeps its own rule sets as files in a folder, each a copy of another
                      with changes
    log_table         A log that is open
    ports             the desk asks two others for help
    reading           A log that is kept is read here
    rekey             A match is typed from its paper sheet, one hand a line, and read into the
                      entries to be recorded
    search            A list is searched by letters without case, accents and other adornments
    spreadsheet       the rows of a spreadsheet are read from a CSV or XLSX file, within
                      `budget.TABLE_BUDGET`
    steady_clock      the time of the day while the program runs
    summary           A match is summed up here, or an event
    table             A table is one open match
    team_files        teams and schedules are read from CSV and XLSX files, as entries of an event
    typed_bids        bids are typed with one key a bid, in the order the rule set has them bid
    typed_tricks      tricks are typed with one number for the side pointed at
    undoing           undo and redo are read from the log alone
    verify            A printed sheet is compared with the match that is kept, by the code printed
                      on the sheet
    versions          what each version of a match or event comes to, to choose one of them by
"""
