"""What the supervisor sees.  The only room that knows PySide6.

Below `app` lie the rooms, and imports point down only (`pyproject.toml` holds that as a contract):

    app         makes the application and opens the window
    shell       main window, tabs, menu, finder, banners, pages, settings, help, clock watch
    event       a day of play, from its teams to its bracket, and the room's screen
    floor       all matches, and a new one
    match       one table's page: header, sheet, entry, and which panel an action opens
    printing    what is printed or exported: its page, preview, check of a printed sheet, jobs
    panels      beside the sheet: entry forms, corrections, history, reasons, from paper, result
    rules       rule sets: list, editor, one parameter's field, deviations
    wording     names and moments put into words for the screen
    widgets     form, controls, lists, layouts, theme, score chart: they know no match and no rule
"""

import builtins

import PySide6.QtCore  # noqa: F401  # it is this that replaces Python's import

# PySide6 replaces Python's import by its own, which reads the source of every module imported later
# to see whether it asks for names in snake case.  No module here does, so Python's is put back:
# the window is usable after 5.0 times as long as an empty one needs, and else after 6.0 times.
# `make bench` allows 5.5.  (Tried with PySide6 6.11.)
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
