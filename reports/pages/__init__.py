"""The results of events as HTML pages: one folder that any browser opens, also from a stick.

Its modules:

    event_pages   fills the templates and writes the folder
    templates     the templates, and their style
"""
