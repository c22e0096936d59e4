"""Makes the database file of the present version, and what it holds as JSON beside it.

python -m tests.data.store.make_version
"""

from __future__ import annotations

import tempfile
from datetime import timedelta
from pathlib import Path

import msgspec
from msgspec.structs import replace

from scorepad.store import open_store
from scorepad.store.migrate import head
from tests.store.kept import START, entry, grown, kept, log, make
from tests.store.test_events import kept_event, listed

HERE = Path(__file__).parent


def main() -> None:
    """Write the two files; refuses to write over what an older program left."""
    to = HERE / f"version-{head()}.db"
    with tempfile.TemporaryDirectory() as folder:
        matches = [kept(n, log(6 * n)) for n in (1, 2, 3)]
        with open_store(Path(folder), write=True, now=lambda: START) as store:
            for hours, match in enumerate(matches):
                changed = START + timedelta(hours=hours)
                store.create(match, replace(make(match), changed=changed))
            joined = grown(matches[1], entry(40), entry(41))
            later = START + timedelta(hours=9)
            store.join(joined.id, joined.log[-2:], replace(make(joined), changed=later))
            store.set_aside(matches[2].id, True)
            store.keep_draft(matches[0].id, "4 3 n ♠")
            event = kept_event()
            store.create(event, listed(event))
            held = {
                "events": [store.load_event(event.id)],
                "kept": [store.load(match.id) for match in matches],
                "listed": [*store.summaries(), *store.summaries(aside=True)],
                "aside": [matches[2].id],
                "drafts": {matches[0].id: "4 3 n ♠", matches[1].id: ""},
            }
            store.backup(to)
    to.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(held)) + b"\n")


if __name__ == "__main__":
    main()
