"""A day of play, pure: teams, rounds, pairings, brackets and standings.

One idea, as for a match: **the log is the event.**  Every fact is written down once, in order;
everything else is one fold over it and over the results of its matches, so that any result can be
corrected and the effect shown before.

    entries             the facts that are recorded, one frozen value for each kind
    register            the state of the log alone: teams, stages, rounds; the fold
    gate                the checks of an entry, each refusal one sentence
    warning             remarks on an entry that the gate lets in
    event               a log with its corrections and its fold
    eventfile           an event as a JSON file, read with errors that name the entry
    status              the status of an event, and its statements about its matches
    results             meetings that count, and the ids of matches
    standings           places and tie-breaks, and the tie-break of each place
    statistics          the figures of players and teams over an event, counted hand by hand
    statistics_tables   the columns and rows of these figures, for every list
    team_standings      standings with the names of teams, for lists
    bracket             single and double elimination
    bracket_plan        the places and names of the games of a bracket
    swiss               the pairs of a Swiss round
    roundrobin          the rounds in which every team meets every other
    matching            the most pairs at the least cost
    overview            the present state of the event: rounds, stages, places, champion
    proposal            the next round, open play's too, and the stage to offer
    qualification       the conditions on a team to advance
    ranking             the final ranking of all teams
    combined            tables over several events
    eligibility         players with too few matches
    calendar            a date, a time and tables for every round of a round robin
    weeks               the weeks of a season, and the matches of each day
    copy                a copy of an event, without its rounds and results
    division            teams divided by seed
    protest             results under protest, and the places that depend on them
    seating             the seats of teams and players in a round, and changes of them
    pairing_reasons     why two teams meet
    effects             the effects of a correction in later rounds; such a round paired again
    event_json          the event as the JSON of `event show`
    event_descriptions  the event in words
    entry_kinds         each kind of entry: its name, its detail, its form
    entry_descriptions  the changes of a correction in words
    document_kinds      papers and export formats
    decisions           rulings, forfeits, penalties, corrections and marks of the day
    stage_names         the names of stages and rounds

The package knows `scorepad.spades`, and networkx where pairs are matched; that is imported when it
is needed, for it takes longer to load than the rest of the program.
"""
