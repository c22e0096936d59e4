"""The results of events as HTML pages: one folder that any browser opens, also from a stick."""
