"""Both sides' totals and the clock, to be read from two metres."""
