"""A data folder is opened here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.store import utc_now

if TYPE_CHECKING:
    from scorepad.desk.ports import AnyLog, AnySummary
    from scorepad.store.line_store import LineStore


def _as_it_is(kept: AnyLog) -> AnyLog:
    return kept


@contextlib.contextmanager
def open_line_store(
    folder: Path,
    *,
    write: bool,
    summarize: Callable[[AnyLog], AnySummary],
    now: Callable[[], datetime] = utc_now,
    share_folder: Callable[[], str] = str,
    adopt: Callable[[AnyLog], AnyLog] = _as_it_is,
    machine: str | None = None,
) -> Iterator[LineStore]:
    """Open what is kept in a data folder, for as long as the `with` lasts.

    `write`: make the folder ready where need be, and record there; others may too.  Without it
    nothing in the folder changes.  `summarize` folds a log and says what a list shows of it; `now`
    is the clock (UTC); `share_folder` names the folder, or drive, that gets this laptop's feed
    ("": none); `adopt` prepares a log of an earlier program for import; `machine` is the hash of
    this computer's id (None: it is looked up).

    `LineStore.notices` says what its user must know.  Raises `Refused` with one sentence when the
    folder cannot be used.
    """
    from scorepad.store.line_store import opened  # loads sqlmodel, after the first paint

    with opened(
        folder.absolute(),
        write=write,
        summarize=summarize,
        now=now,
        share_folder=share_folder,
        adopt=adopt,
        machine=machine,
    ) as store:
        yield store
