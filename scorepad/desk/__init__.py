"""What a supervisor can do with matches, without a screen and without a database.

`desk.Desk` is the list of matches and what can be done with them as wholes; `table.Table` one
open match; `actions.ACTIONS` everything that can be done, declared once.  `ports` says what the
desk asks of others.
"""
