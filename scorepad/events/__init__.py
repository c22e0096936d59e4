"""A day of play, pure: teams, rounds, pairings, brackets and standings.

One idea, as for a match: **the log is the event.**  What happened is written down once, in order;
everything else is one fold over it and over the results of its matches, so that any result can be
corrected and the effect shown before.

    entries             what can happen, one frozen value for each kind
    register            what the log alone says: who is in, which rounds are out; the fold
    gate                what may be appended, refused with one sentence
    warning             what to know of an entry that the gate lets in
    event               a log with its corrections, and what it folds to
    eventfile           an event as a JSON file, read with errors that name the entry
    status              the status of an event, and what it adds to how its matches stand
    results             meetings that count, and the ids of matches
    standings           places and tie-breaks, and what decided each place
    statistics          what players and teams did over an event, counted hand by hand
    statistics_tables   the columns and rows of these figures, for every list
    team_standings      standings with the names of teams, for lists
    bracket             single and double elimination
    bracket_plan        where the games of a bracket are drawn, and what each is called
    swiss               who meets whom in a Swiss round
    roundrobin          who meets whom where everybody meets everybody
    matching            the most pairs at the least cost
    overview            rounds, stages, places, champion: the event as it now stands
    proposal            the next round, open play's too, and the stage to offer
    qualification       what a team needs to advance, and whether it has it
    ranking             the final ranking of all teams
    combined            tables over several events
    eligibility         players who have not sat in enough matches
    calendar            a date, a time and tables for every round of a round robin
    weeks               the weeks of a season, and what each day has
    copy                a copy of an event, without what was played
    division            teams divided by seed, and whose turn it is
    protest             results under protest, and which places depend on it
    seating             where teams and players sit in a round, and who moved
    pairing_reasons     why two teams meet
    effects             what a correction would change in later rounds; such a round paired again
    event_json          the event as the JSON of `event show`
    event_descriptions  the event in words
    entry_kinds         each kind of entry: its name, its detail, whether somebody decided it
    entry_descriptions  what corrections of its entries changed, in words
    document_kinds      what a paper or an export format is
    decisions           rulings, forfeits, penalties, corrections and marks of the day
    stage_names         what stages and rounds are called

The room knows `scorepad.spades`, and networkx where pairs are matched; that is imported when it
is needed, for it takes longer to load than the rest of the program.
"""
