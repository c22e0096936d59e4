"""Panels beside the sheet: one thing each that a supervisor does or asks at a table."""
