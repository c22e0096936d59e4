"""A supervisor's actions on matches and events, without a screen and without a database.

Its modules:

    desk                lists the matches, opens, imports and exports them
    table               one open match: records, corrects, undoes, and sends its listeners a
                        `MatchChange`
    event_desk          lists, opens and imports events
    event_table         one open event
    open_log            the common part of an open match and an open event
    holding             the laptop that records at a table
    sharing             the status of the other laptops, in words
    result_correction   the effects of a corrected result on later rounds of its event, and
                        their repair
    hand_correction     the keys that correct a recorded hand
    hand_input          the keys of the next hand
    typed_bids          keys as bids
    typed_tricks        keys as tricks
    typed_moments       typed dates and times
    typed_season        typed dates and ratings of a season
    calendar_file       the calendar of an event as CSV or XLSX
    first_dealer        draws the first dealer
    new_tables          the numbers and teams of several new tables
    paper_entry         a match typed from its paper sheet
    team_files          reads teams and schedules from CSV and XLSX files
    event_actions       the actions of the menu Event, with their synonyms
    team_columns        the columns of a file of teams, guessed or chosen
    spreadsheet         the rows of such a file
    encodings           the encodings of a text file, to choose from
    floor               the tables of the day, and the next step of each in words
    actions             every action, declared once
    file_actions        the actions of the menus File and Sheets
    enabling            when each action can be done
    undoing             the steps of undo and redo, read from the log
    difference          the changes by an entry
    versions            the result of each version of a log
    draft               unconfirmed input
    places              the table and the day of play of a match
    sample_night        a sample night
    search              searches texts by letters without accents
    exporting           exports several matches, chosen by event and day
    houserules          a house's own rule sets
    documents           remembers printed documents
    verify              looks up a document
    reading             reads a stored log
    steady_clock        the time of day while the program runs
    ports               the interfaces of a keeper of logs and a maker of sheets
"""
