"""Scorepad scores Spades matches, keeps them, and says why a score is what it is.

One idea: **the log is the match.**  What happened at the table is written down once, in order,
and never changed.  Score, bags, winner, clock and sheet are computed from rule set and log.

The rooms, and the arrows between them (they point down only; `pyproject.toml` holds them as
contracts, and `tests/test_structure.py` proves that the contracts can fail)::

    __main__            composition root: the only place that knows store, reports and window
       |
    window | cli        what the supervisor sees (the only Qt) | the same without a window
       |                both get the store and the sheets handed in
    store               where matches are kept (the only SQL); implements `desk.ports.Keeper`
       |
    desk                what a supervisor can do: actions, undo and redo, drafts, open tables
       |
    spades              the game, pure: rule sets, entries, the gate, the fold, endings, clock
       |
    settings | paths    every setting, declared once | resources and the data folder

    reports             beside scorepad: sheets and exports; knows only `scorepad.spades`;
                        implements `desk.ports.Sheets`
    resources           data only: rule sets, icons, translations, a sample match, the guide

A confirmed hand goes this way: window or cli -> `desk.Table.record` -> the gate of `spades` ->
`Keeper.append` (on the disk when it returns) -> the fold of `spades` -> back to the screen.

================================================  =============================================
a change to                                       goes to
================================================  =============================================
a rule value, a new rule set                      `resources/rules/`, a match in `tests/data/`
rule logic                                        `spades/`, with a test that cites the document
something new that a supervisor can do            an entry and its fold in `spades/`, an action
                                                  in `desk/`
a screen                                          `window/`
how a match is kept                               `store/`, a migration, an old database file
a sheet or an export                              `reports/`
a word, an icon                                   `resources/`
================================================  =============================================
"""

__version__ = "0.1.0"
