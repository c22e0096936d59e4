"""What a supervisor can do with matches, without a screen and without a database.

`desk.Desk` lists the matches and does what concerns a match as a whole; `event_desk.EventDesk`
does the same for events.  A `table.Table` is one open match, and tells its listeners a
`table.Change`.  A `hand_input.HandInput` takes the keys of its next hand; a `draft.Draft` keeps
what is typed and not confirmed.  A `result_correction.ResultCorrection` shows what a corrected
result changes in later rounds, and repairs them.  `actions.ACTIONS` declares everything that can
be done, once.  `ports` says what the desk asks of others.
"""
