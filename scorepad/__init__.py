"""Scorepad scores Spades matches, keeps them, and says why a score is what it is.

One idea: **the log is the match.**  What happened at the table is written down once, in order,
and never changed.  Score, bags, winner, clock and sheet are computed from rule set and log.

The rooms, and the arrows between them (they point down only; `pyproject.toml` holds them as
contracts, and `tests/test_structure.py` proves that the contracts can fail)::

    __main__            composition root: the only place that knows store, reports and window
       |
    window | cli        what the supervisor sees (the only Qt) | the same without a window
       |                both get the store and the sheets handed in
    share               how laptops exchange what they record, by a folder or a database
       |
    store               where matches are kept; implements `desk.ports.Keeper`
       |
    desk                what a supervisor can do: actions, undo and redo, drafts, open tables
       |
    events              a day of play, pure: teams, rounds, pairing, brackets, standings
       |
    spades              the game, pure: rule sets, entries, the gate, the fold, endings, clock
       |
    settings | paths    every setting, declared once | resources and the data folder
       |
    region              how dates and times are written where the reader lives
       |
    files               the one writer of files: whole or not at all; who may read them
       |
    budget | cleaning   what a file that a person brings may have at most | how a name is cleaned

Beside them lie `reports` (export, pages, book, sheets, typeset; its arrows point down too), which
knows only `scorepad.spades`, `scorepad.events` and `scorepad.budget` and implements
`desk.ports.DocumentMaker`; `resources`, data only: rule sets, icons, translations, a sample
match, the guide; and `installer`, which builds the program for people without Python and tries what
was built.

The rooms of the window, from the top: shell (main window, tabs, menu, settings, clock watch),
event (a day of play, from its teams to its bracket, and the room's screen), floor (all matches, a
new one), match (one table: header, sheet, entry), printing (preview, print, export), panels
(beside the sheet), rules (rule sets), wording and widgets (know no match).

A confirmed hand goes one way, there and back: a key -> `window/match/entry` -> `desk.HandInput`
(keys become bids and tricks) -> `desk.Table.record`, which gates and folds once -> `Keeper.append`
(on the disk when it returns, and gone from the draft) -> `desk.MatchChange` -> each part of the
screen repaints what changed.  The command line enters at `Table.record`.

================================================  =============================================
a change to                                       goes to
================================================  =============================================
a rule value, a new rule set                      `resources/rules/`, a match in `tests/data/`
rule logic                                        `spades/`, with a test that cites the document
why a number is what it is                        `spades/scoring.py`
what a score line rests on, and who is cited      `spades/citations.py`
what an event asks about its rules                `contested` in a rule set, `spades/contested.py`
a rule set in words                               `spades/rule_texts.py`, `rule_labels.py`
pairing, brackets, standings                      `events/`
a kind of entry, its text, form and action        a row in `spades/entry_kinds.py`; of an event
                                                  in `events/entry_kinds.py`
something else that a supervisor can do           `desk/actions.py` or `file_actions.py`
how a field is labeled, checked and focused       `window/widgets/form.py`
how a key press is read as a digit or letter      `window/widgets/keyboard.py`
how a key becomes a bid, or tricks                `desk/typed_bids.py`, `desk/typed_tricks.py`
what undo takes back                              `desk/undoing.py`
a setting                                         `settings.py`
how large a file may be                           `budget.py`
how a name is cleaned                             `cleaning.py`
how a file of teams or rounds is read             `desk/team_files.py`, `desk/spreadsheet.py`
how a date or a time is read                      `desk/typed_moments.py`
how the encoding of a text file is told           `files.py`
how a match is kept                               `store/`, and an old folder under tests/data
how laptops exchange what they record             `share/`
which laptop records at a table                   `desk/holding.py`
how the warning about bags is worded              `window/match/header/side_texts.py`
the columns' widths on the screen                 `window/match/sheet/sheet_columns.py`
the columns' widths on paper                      `reports/sheets/columns.py`
how an entry's form is laid out                   `window/panels/entry_form.py`
a part of the page of an event                    `window/event/`, `desk/event_desk.py`
the clock's warnings                              `window/shell/clock_watch.py`
a command, its options and its help               `cli/parser.py`
the language                                      `__main__.py`, `spades/words.py`
any other screen                                  `window/`
a paper or an export                              a row in `reports/__init__.py`, its module
a word's translation, an icon                     `resources/`
================================================  =============================================
"""

__version__ = "0.2.0"
