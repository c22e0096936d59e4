"""The book of an event: its cover, its results by round, its standings and every match sheet."""
