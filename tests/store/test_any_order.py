"""Whatever is done in whatever order, a store keeps what the keeper in memory does, which tests of
the desk use in its place."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import settings
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule
from msgspec.structs import replace

from scorepad.desk.ports import AnyEntry, AnyLog, DocumentRecord, EventLog
from scorepad.spades.refusal import Refused
from scorepad.store.store import Store
from tests.desk.memory import MemoryKeeper
from tests.store.kept import START, entry, event_entry, kept, kept_event, make, opened

LOGS = Bundle[str]("logs")
COUNTS = st.integers(0, 3)


class AnyOrder(RuleBasedStateMachine):
    """Two programs that are open in one folder, and the keeper in memory."""

    @initialize()
    def begin(self) -> None:
        self.stack = ExitStack()
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.data = self.folder / "data"
        self.twin = MemoryKeeper()
        self.is_rebuilt = False
        self.open()

    def open(self) -> None:
        self.inner = ExitStack()
        self.stores = [self.inner.enter_context(opened(self.data)) for _ in range(2)]

    def both(self, beside: bool, change: Callable[[Any], object]) -> None:
        """Have both keepers change the same: both do, or both refuse."""
        refusals = list[type[Refused] | None]()
        for keeper in (self.stores[beside], self.twin):
            try:
                change(keeper)
                refusals.append(None)
            except Refused as refused:
                refusals.append(type(refused))
        assert refusals[0] is refusals[1]

    def log(self, log_id: str) -> AnyLog:
        return self.twin.kept.get(log_id) or self.twin.kept_events[log_id]

    def new_log(self, n: int, *, is_event: bool) -> AnyLog:
        if is_event:
            return kept_event(len(self.twin.kept_events), n)
        return kept(len(self.twin.kept) + 1, [entry(each + 1) for each in range(n)])

    def more(self, log: AnyLog, n: int) -> list[AnyEntry]:
        """Entries that follow; logs have some of the same ids."""
        of = event_entry if isinstance(log, EventLog) else entry
        return [of(len(log.log) + each + 1) for each in range(n)]

    @rule(target=LOGS, n=COUNTS, is_event=st.booleans(), beside=st.booleans())
    def create(self, n: int, is_event: bool, beside: bool) -> str:
        log = self.new_log(n, is_event=is_event)
        self.both(beside, lambda keeper: keeper.create(log, make(log)))
        return log.id

    @rule(
        log_id=LOGS,
        n=COUNTS,
        wrong=st.sampled_from([0, 0, 0, -1, 1]),
        draft=st.sampled_from([None, "", "3 ▮"]),
        is_unfit=st.booleans(),
        beside=st.booleans(),
    )
    def append(
        self, log_id: str, n: int, wrong: int, draft: str | None, is_unfit: bool, beside: bool
    ) -> None:
        log = self.log(log_id)
        plain = self.more(log, n)
        now: Any = replace(log, log=(*log.log, *plain))
        # The word of an older program is not kept.
        unfit = [replace(each, unfit="x") if is_unfit else each for each in plain]

        def change(keeper: Any) -> None:
            entries = plain if keeper is self.twin else unfit
            after = len(log.log) + wrong
            keeper.append(log_id, entries, make(now), after=after, draft=draft)

        self.both(beside, change)

    @rule(log_id=LOGS, n=COUNTS, beside=st.booleans())
    def join(self, log_id: str, n: int, beside: bool) -> None:
        log = self.log(log_id)
        more = self.more(log, n)
        now: Any = replace(log, log=(*log.log, *more))

        def change(keeper: Any) -> None:
            entries = more if keeper is self.twin else now.log  # a store has some of them
            keeper.add_missing_entries(log_id, entries, make(now))

        self.both(beside, change)

    @rule(log_id=LOGS, is_refused=st.booleans(), beside=st.booleans())
    def write_together(self, log_id: str, is_refused: bool, beside: bool) -> None:
        """As a release and its matches: all is there, or nothing of it."""
        log, match = self.log(log_id), self.new_log(2, is_event=False)
        more = self.more(log, 1)
        now: Any = replace(log, log=(*log.log, *more))

        def change(keeper: Any) -> None:
            with keeper.transaction():
                keeper.append(log_id, more, make(now), after=len(log.log), draft=None)
                keeper.create(match, make(match))
                if is_refused:
                    keeper.create(match, make(match))

        self.both(beside, change)

    @rule(log_id=LOGS, archived=st.booleans(), beside=st.booleans())
    def archive(self, log_id: str, archived: bool, beside: bool) -> None:
        if log_id in self.twin.kept:
            self.both(beside, lambda keeper: keeper.archive(log_id, archived))

    @rule(
        log_id=LOGS, draft=st.text(st.characters(codec="utf-8"), max_size=5), beside=st.booleans()
    )
    def keep_draft(self, log_id: str, draft: str, beside: bool) -> None:
        self.both(beside, lambda keeper: keeper.keep_draft(log_id, draft))

    @rule(numbers=st.lists(st.integers(0, 3), max_size=2), beside=st.booleans())
    def remember_documents(self, numbers: list[int], beside: bool) -> None:
        at = START + timedelta(minutes=len(self.twin.documents))
        made = [DocumentRecord(f"{n}" * 64, "sheet", ("A1", f"B{n}"), "", at) for n in numbers]
        self.both(beside, lambda keeper: keeper.remember_documents(made))

    @rule(lost=st.sampled_from(["", "", "feeds", "scorepad.db"]))
    def reopen(self, lost: str) -> None:
        """Nothing but drafts is in the database alone."""
        with opened(self.data, write=False) as reader:
            for store in (*self.stores, reader):
                self.compare(store)
        self.inner.close()
        if lost == "feeds":
            shutil.rmtree(self.data / lost, ignore_errors=True)
        elif lost:
            (self.data / lost).unlink()
            self.twin.drafts.clear()
            self.is_rebuilt = True
        self.open()
        assert lost == "scorepad.db" or self.stores[0].notices == ()

    @rule()
    def copy_and_put_back(self) -> None:
        if self.twin.kept:
            with ExitStack() as stack:
                copy = self.folder / "copy.zip"
                self.stores[0].backup(copy)
                stack.callback(copy.unlink)
                for store in (self.stores[1], stack.enter_context(opened(self.folder / "new"))):
                    store.restore(copy)
                    self.compare(store)
                stack.callback(shutil.rmtree, self.folder / "new")

    def compare(self, store: Store) -> None:
        twin = self.twin
        for log in (*twin.kept.values(), *twin.kept_events.values()):
            is_event = isinstance(log, EventLog)
            found: AnyLog = store.load_event(log.id) if is_event else store.load(log.id)
            assert store.has(log.id) is not is_event
            if self.is_rebuilt:  # feeds are read one after the other
                found = replace(found, log=tuple(sorted(found.log, key=lambda each: each.id or "")))  # type: ignore[type-var]
            assert found == log
            assert store.draft(log.id) == (twin.draft(log.id) if store.folder == self.data else "")
        assert _listed(store.events()) == _listed(twin.events())
        for archived in (True, False):
            there = store.summaries(archived=archived)
            assert _listed(there) == _listed(twin.summaries(archived=archived))
        for n in range(4):
            assert store.find_document(f"{n}" * 64) == twin.find_document(f"{n}" * 64)
            for code in (f"B{n}", "A1", "A"):
                there, known = (each.documents_with_code(code) for each in (store, twin))
                assert sorted(there, key=repr) == sorted(known, key=repr)

    def teardown(self) -> None:
        if hasattr(self, "stores"):
            self.reopen("")
            assert self.stores[0].check() == []
            self.inner.close()
            self.stack.close()


def _listed(statuses: list[Any]) -> dict[str, Any]:
    return {each.id: msgspec.to_builtins(each) | {"created": 0, "changed": 0} for each in statuses}


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(
    max_examples=max(settings().max_examples // 4, 8), stateful_step_count=15
)
TestAnyOrder = pytest.mark.fuzz(TestAnyOrder)
