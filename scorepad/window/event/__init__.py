"""The page of an event: teams, check-in, rounds, standings, bracket, and the room's screen."""
