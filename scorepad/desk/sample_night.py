"""A sample night: an event whose entries are recorded one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import EventHead
from scorepad.events.eventfile import decode_event_entry
from scorepad.spades.matchfile import decode_entry

EVENT = "event"


class SampleLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the night's file.

    ago: how many minutes before now it was recorded
    log: "event", or the pairing whose match it was recorded in
    entry: the entry
    """

    ago: int
    log: str
    entry: msgspec.Raw


def read_sample_night(resources: Path) -> list[SampleLine]:
    """Return the lines of the night that ships with the program."""
    data = (resources / "sample" / "night.ndjson").read_bytes()
    return msgspec.json.Decoder(SampleLine).decode_lines(data)


def record_sample_night(
    lines: Iterable[SampleLine],
    name: str,
    make_desk: Callable[[Callable[[], datetime]], Desk],
    end: datetime,
) -> str:
    """Record the night, which ends at `end`, as an event with this name; return its id. `make_desk`
    returns a desk with a clock."""
    moment = end

    desk = make_desk(lambda: moment)
    event = EventDesk(desk).start(EventHead(name=name, rules="unc"))
    for line in lines:
        moment = end - timedelta(minutes=line.ago)
        if line.log == EVENT:
            event.record(decode_event_entry(bytes(line.entry)))
        else:
            match_id = event.event.match_id(line.log)
            desk.open(match_id or "").record(decode_entry(bytes(line.entry)), dealt=False)
    return event.event.id
