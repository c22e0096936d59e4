"""What a supervisor can do with matches and events, without a screen and without a database.

Its modules:

    desk                lists the matches, opens, imports and exports them
    table               one open match: records, corrects, undoes, and tells its listeners a
                        `MatchChange`
    event_desk          lists, opens and imports events
    event_table         one open event
    open_log            what an open match and an open event have in common
    holding             which laptop records at a table
    sharing             what is known of the other laptops, in words
    coded_texts         what one process has another one show, as codes, and in words
    result_correction   what a corrected result changes in later rounds of its event, and their
                        repair
    hand_correction     the keys that correct a recorded hand
    hand_input          the keys of the next hand
    typed_bids          what keys mean as bids
    typed_tricks        what keys mean as tricks
    typed_moments       typed dates and times
    typed_season        typed dates and ratings of a season
    calendar_file       the calendar of an event as CSV or XLSX
    first_dealer        draws who deals first
    new_tables          the numbers and teams of several tables that are started at once
    paper_entry         reads a match that is typed from its paper sheet
    team_files          reads teams and schedules from CSV and XLSX files
    event_actions       the actions of the menu Event, with the words by which they are found
    team_columns        what the columns of a file of teams hold, guessed or chosen
    spreadsheet         the rows of such a file
    encodings           the encodings of a text file, to choose from
    floor               the tables of the day: what each waits for, in words
    actions             everything that can be done, declared once
    file_actions        the actions of the menus File and Sheets
    enabling            when each action can be done
    undoing             what undo takes back and redo brings again, read from the log
    difference          what an entry would change
    versions            what each version of a log comes to
    draft               what is typed and not confirmed
    places              where and on which day of play a match is played
    sample_night        a night that shows a stranger the program
    search              searches texts by letters without accents
    exporting           exports several matches, chosen by event and day
    houserules          a house's own rule sets
    documents           remembers what was printed
    verify              looks a document up
    reading             reads a log that is stored
    steady_clock        the time of day while the program runs
    ports               what the desk asks of others: a keeper of logs, a maker of sheets
"""
