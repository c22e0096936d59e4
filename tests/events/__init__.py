"""Tests of the room `scorepad.events`."""
