"""What a supervisor can do with matches and events, without a screen and without a database.

==================  =============================================================================
`desk`              lists the matches, opens, imports and exports them
`table`             one open match: records, corrects, undoes, and tells its listeners a `Change`;
                    `log_table`: what it has in common with an open event
`event_desk`        lists, opens and imports events; `event_table`: one open event
`result_correction` what a corrected result changes in later rounds of its event, and their repair
`hand_input`        the keys of the next hand; `typed_bids` and `typed_tricks`: what they mean
`new_tables`        the numbers and the teams of several tables that are started at once
`first_dealer`      draws who deals first
`paper_entry`       a match typed from its paper sheet
`team_files`        teams and schedules read from CSV and XLSX files; `spreadsheet`: their rows
`floor`             the tables of the day: what each waits for, in words
`actions`           everything that can be done, declared once; `file_actions`: those of the menus
                    File and Sheets; `enabling`: when each can be done
`undoing`           what undo takes back and redo brings again, read from the log
`difference`        what an entry would change; `versions`: what each version of a log comes to
`draft`             what is typed and not confirmed
`summary`           what a list shows of a match or event; `search`: by letters without accents
`exporting`         several matches, chosen by event and day
`houserules`        a house's own rule sets
`documents`         remembers what is printed; `verify`: looks a document up
`reading`           reads a log that is kept; `earlier_logs`: converts one of an earlier program
`steady_clock`      the time of the day while the program runs
`ports`             what the desk asks of others: a keeper of logs, a maker of sheets
==================  =============================================================================

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
