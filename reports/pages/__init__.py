"""The results of events as HTML pages: one folder that any browser opens, also from a stick.

Its modules:

    event_pages   reads the matches, fills the templates and writes the folder
    match_page    a match as its page has it
    people        how people are named
    templates     the templates, their style, and the script of the search
"""
