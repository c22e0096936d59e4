"""What was acknowledged is there, whenever the program is killed."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from scorepad.store import open_store
from tests.store.kept import entry_id, make, match_id, start

APPENDS = """
with open_store(folder, write=True) as store:
    match = kept(1)
    if store.has(match.id):
        match = store.load(match.id)
    else:
        store.create(match, make(match))
    while True:
        n = len(match.log)
        match = grown(match, *(entry(n + more) for more in range(1, 2 + n % 3)))
        store.append(match.id, match.log[n:], make(match), after=n)
        for each in match.log[n:]:
            print(each.id, flush=True)
        store.keep_draft(match.id, f"after {len(match.log)}")
"""


@pytest.mark.parametrize("read", [2, 41])
def test_killed_while_it_appends(tmp_path: Path, read: int) -> None:
    acknowledged: set[str] = set()
    for _time in (1, 2, 3):
        with start(APPENDS, tmp_path) as process:
            assert process.stdout is not None
            for _line in range(read):
                acknowledged.add(process.stdout.readline().strip())
            process.send_signal(signal.SIGKILL)
            # What was printed and not read yet was acknowledged as well.
            rest, err = process.communicate()
            assert (process.returncode, err) == (-signal.SIGKILL, "")
            acknowledged.update(rest.split())
        with open_store(tmp_path, write=False) as store:
            log = store.load(match_id(1)).log
            ids = [each.id for each in log]
            assert acknowledged <= set(ids)
            assert len(ids) == len(set(ids))
            assert set(ids) == {entry_id(n) for n in range(1, len(ids) + 1)}
            assert store.summaries()[0].entries == len(ids)
    with open_store(tmp_path, write=True) as store:
        assert store.notices == ()
        assert store.check(make) == []
        assert len(store.load(match_id(1)).log) >= len(acknowledged) >= 3 * read
