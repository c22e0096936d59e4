"""The papers of an event: its book, posters, and the papers of a round.

Its modules:

    rounds            matches in rounds, in the order of play
    event_report      the texts and rows of an event's lists
    event_lists       results by round, and standings, as sections of pages
    statistics_lists  the tables of an event’s statistics
    mixed_grid_pages  upright and wide pages, each with its head and its footer
    bracket_drawing   brackets
    event_book        the book: a cover, the lists, and every match sheet
    posters           posters for the wall
    director_lists    seats, seat changes, and decisions of the day
    week_papers       a day of a season: schedule, standings and sign-in sheet
    round_papers      sign-in sheet, table cards and sheets of a round
"""
