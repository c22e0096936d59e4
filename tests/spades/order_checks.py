"""Checks of the order of a log: against the naive one, in any order of arrival, and whole."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import islice, permutations
from math import factorial
from typing import Any, TypeAlias

from scorepad.spades.entries import ChooseVersion, UnknownEntry
from scorepad.spades.ids import is_kept_id
from scorepad.spades.order import LogOrder, Ordered, order_log
from tests.spades.naive_order import NaiveOrder, old_id_hash, order_naively

OrderFunction: TypeAlias = Callable[[Sequence[Ordered]], LogOrder]
PERMUTED = 5
"""All permutations of sets of up to so many entries are handed in."""
TAIL = 21
"""The text of an id of version 7 from here on is the hash of the old id, if it was imported."""


def as_naive(order: LogOrder) -> NaiveOrder:
    """Return an order as the plain values that the naive one consists of.

    Of the second versions the document gives no order; they are compared by their first ids.
    """
    versions = [(each.after, list(each.entries), each.is_open) for each in order.versions]
    return NaiveOrder(
        log=list(order.log),
        tip=order.tip,
        versions=sorted(versions, key=lambda version: version[1][0].id),
        waiting=list(order.waiting),
        conflicts=list(order.conflicts),
        idle_choices=list(order.idle_choices),
        open_choices=list(order.open_choices),
    )


def has_lost(order: LogOrder, entries: Iterable[Ordered]) -> bool:
    """Return whether an entry of the set is missing from its order, or is there twice.

    An entry that was imported under two ids is there under one of them.
    """

    def known_as(entry: Ordered) -> object:
        old_hash = old_id_hash(entry.id or "")
        return entry.id if old_hash is None else old_hash

    ordered = [known_as(each) for each in order.entries]
    return len(set(ordered)) < len(ordered) or set(ordered) != {known_as(each) for each in entries}


def arrivals(
    entries: Sequence[Ordered], chance: random.Random, shuffles: int = 3
) -> Iterable[Sequence[Ordered]]:
    """Yield the entries in other orders: in all of a small set, else in some; and one twice."""
    if factorial(len(entries)) <= factorial(PERMUTED):
        yield from islice(permutations(entries), 1, None)
    else:
        yield entries[::-1]
        for _ in range(shuffles):
            yield chance.sample(entries, len(entries))
    yield [*entries, *entries[:1]]


def append_at_tip(order: LogOrder, entry: Ordered) -> LogOrder | None:
    """Return the order with one more entry as appending at the tip computes it (LAPTOPS.md 3).

    None if it has to be computed anew: after a choose, an unknown kind, an id that no laptop makes,
    a correction of what is not in the log, and what was imported before. The id is greater than all
    others, as a laptop makes it.
    """
    if isinstance(entry, (ChooseVersion, UnknownEntry)) or not is_kept_id(entry.id):
        return None
    old_hash = (entry.id or "")[TAIL:]
    if any((each.id or "")[TAIL:] == old_hash for each in order.entries):
        return None
    log = (*order.log, entry)
    is_unchained = entry.is_unchained
    if entry.is_correction:
        about: Any = entry
        known = {each.id: each for each in order.log}
        while about is not None and getattr(about, "is_correction", False):
            about = known.get(about.entry)
        if about is None or isinstance(about, UnknownEntry):
            return None
        is_unchained = about.is_unchained
    if is_unchained:
        return _with_log(order, log, order.tip)
    if entry.after is None or entry.after != order.tip:
        return None
    return _with_log(order, log, entry.id or "")


def _with_log(order: LogOrder, log: tuple[Ordered, ...], tip: str) -> LogOrder:
    return LogOrder(
        log,
        tip,
        order.versions,
        order.waiting,
        order.conflicts,
        order.idle_choices,
        order.open_choices,
    )


def find_difference(
    entries: Sequence[Ordered],
    chance: random.Random,
    compute: OrderFunction = order_log,
    shuffles: int = 3,
) -> str:
    """Return in what the order of a set is not as it should be; "" if it is."""
    order = compute(entries)
    if has_lost(order, entries):
        return "lost"
    if as_naive(order) != order_naively(entries):
        return "differs from the naive order"
    for arrived in arrivals(entries, chance, shuffles):
        if compute(arrived) != order:
            return "differs by the order of arrival"
    return ""
