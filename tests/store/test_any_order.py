"""Whatever is done in whatever order, what is kept is what was handed in."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from msgspec.structs import replace

from scorepad.desk.ports import LogHasGrown, MatchLog
from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.store import Store
from tests.store.kept import entry, grown, kept, make, unfit

COUNTS = st.integers(0, 3)


class AnyOrder(RuleBasedStateMachine):
    """A store beside plain dictionaries; ids of entries are drawn too, so that they clash."""

    matches = Bundle("matches")

    @initialize()
    def begin(self) -> None:
        self.stack = ExitStack()
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.kept: dict[str, MatchLog] = {}
        self.archived: set[str] = set()
        self.drafts: dict[str, str] = {}
        self.last = 0
        self.open()

    def open(self) -> None:
        self.inner = ExitStack()
        self.store: Store = self.inner.enter_context(
            open_store(self.folder, write=True, summarize=make)
        )

    def new(self, n: int) -> list[int]:
        first = self.last + 1
        self.last += n
        return list(range(first, self.last + 1))

    @rule(target=matches, n=COUNTS)
    def create(self, n: int) -> str:
        match = kept(len(self.kept) + 1, [entry(each) for each in self.new(n)])
        self.store.create(match, make(match))
        self.kept[match.id] = match
        return match.id

    @rule(match_id=matches)
    def create_twice(self, match_id: str) -> None:
        with pytest.raises(Refused, match="is kept already"):
            self.store.create(self.kept[match_id], make(self.kept[match_id]))

    @rule(match_id=matches, n=COUNTS, bad=st.booleans())
    def append(self, match_id: str, n: int, bad: bool) -> None:
        match = self.kept[match_id]
        plain = [entry(each) for each in self.new(n)]
        # The word of an older program is not kept.
        more = [unfit(each) if bad else each for each in plain]
        now = grown(match, *plain)
        self.store.append(match_id, more, make(now), after=len(match.log))
        self.kept[match_id] = now
        self.drafts.pop(match_id, None)

    @rule(match_id=matches, wrong=st.sampled_from([-1, 1, 5]))
    def append_too_late(self, match_id: str, wrong: int) -> None:
        match = self.kept[match_id]
        with pytest.raises(LogHasGrown):
            self.store.append(match_id, [entry(1)], make(match), after=len(match.log) + wrong)

    @rule(match_id=matches, n=COUNTS)
    def join(self, match_id: str, n: int) -> None:
        match = self.kept[match_id]
        entries = [entry(each) for each in self.new(n)]
        if entries:
            now = replace(match, log=(*match.log, *entries))
            self.store.add_missing_entries(match_id, entries, make(now))
            self.kept[match_id] = now

    @rule(match_id=matches, archived=st.booleans())
    def archive(self, match_id: str, archived: bool) -> None:
        self.store.archive(match_id, archived)
        self.archived.add(match_id)
        if not archived:
            self.archived.remove(match_id)

    @rule(match_id=matches, draft=st.text(st.characters(codec="utf-8"), max_size=5))
    def keep_draft(self, match_id: str, draft: str) -> None:
        self.store.keep_draft(match_id, draft)
        self.drafts[match_id] = draft

    @rule()
    def reopen(self) -> None:
        self.inner.close()
        self.open()
        assert self.store.notices == ()

    @precondition(lambda self: self.kept)
    @rule()
    def copy_and_put_back(self) -> None:
        copy = self.folder / "copy.zip"
        self.store.backup(copy)
        self.store.restore(copy)
        copy.unlink()

    @rule(match_id=matches)
    def read_beside(self, match_id: str) -> None:
        with open_store(self.folder, write=False, summarize=make) as reader:
            assert reader.load(match_id) == self.kept[match_id]

    @invariant()
    def what_is_kept_is_what_was_handed_in(self) -> None:
        if not hasattr(self, "store"):
            return
        for match_id, match in self.kept.items():
            assert self.store.load(match_id) == match
            assert self.store.draft(match_id) == self.drafts.get(match_id, "")
        for archived in (True, False):
            listed = {each.id: each for each in self.store.summaries(archived=archived)}
            assert set(listed) == {
                each for each in self.kept if (each in self.archived) is archived
            }
            for match_id, summary in listed.items():
                bare = replace(summary, created=None, changed=None, archived=False)
                assert bare == make(self.kept[match_id])

    def teardown(self) -> None:
        if hasattr(self, "store"):
            assert self.store.check() == []
            self.inner.close()
            self.stack.close()


TestAnyOrder = AnyOrder.TestCase
# Every step waits for the disk: a quarter of the usual draws.
TestAnyOrder.settings = settings(
    max_examples=max(settings().max_examples // 4, 5), stateful_step_count=25
)
TestAnyOrder = pytest.mark.fuzz(TestAnyOrder)
