"""A day of play, pure: teams, rounds, pairings, brackets and standings.

One idea, as for a match: **the log is the event.**  What happened is written down once, in order;
everything else is one fold over it and over the results of its matches, so that any result can be
corrected and the effect shown before.

=================  ==============================================================================
`entries`          what can happen, one frozen value for each kind
`register`         what the log alone says: who is in, which rounds are out; the fold
`gate`             what may be appended, refused with one sentence; `warning`: what to know of it
`event`            a log with its corrections, and what it folds to
`eventfile`        an event as JSON, read with errors that name the entry; joins two logs of one
`results`          what each pairing came to, from its `result` entry or its match
`rounds`           the rounds with what came of their pairings
`standings`        places and tie-breaks, and what decided each place
`bracket`          single and double elimination; `bracket_plan`: where its games are drawn, and
                   what each is called
`swiss`            and `roundrobin`: who meets whom next
`overview`         stages, places, champion: the event as it now stands
`proposal`         the next round (open play's too), the stage to offer;
                   `pairing_reasons`: why these two meet
`effects`          what a correction would change in rounds that were made from a result, and such
                   a round paired again
`event_json`       the event as the JSON of `event show`; `event_words`: the event in words;
                   `stage_words`: what stages and rounds are called
=================  ==============================================================================

The room knows `scorepad.spades`, and networkx where pairs are matched; that is imported when it
is needed, for it takes longer to load than the rest of the program.
"""
