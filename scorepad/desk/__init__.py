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
"""
