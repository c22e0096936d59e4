"""All histories of a few entries on three laptops, and the order of each set that arises.

A laptop's ids are above all that it has, so that each history can be gone through in the order of
ids: the next entry is recorded by some laptop that has all its own entries, and of the feed of
each other one a beginning, no shorter than before.  It records bids, a hold, a note, a strike of
bids or of a note of its own, or a choose where it sees versions.  Which laptop is which makes no
difference, nor does the owner of an entry to the order, nor which missing entry one names.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common
from scorepad.spades.ids import uuid7
from scorepad.spades.order import order_log
from tests.spades.order_checks import OrderFunction, find_difference

LAPTOPS = 3
MISSING = -1
BEGINNING = -2
NO_AFTER = -3
CHUNK = 500  # states


class Shape(NamedTuple):
    """What of an entry matters to the order; an entry is named by its place in the log."""

    kind: str
    after: int = NO_AFTER
    names: int = MISSING
    over: tuple[int, ...] = ()


Shapes: TypeAlias = tuple[Shape, ...]
Views: TypeAlias = tuple[frozenset[int], ...]
"""The places of the entries that each laptop had when it recorded for the last time."""


class State(NamedTuple):
    """A history so far; `owners` says which laptop recorded each entry."""

    owners: tuple[int, ...]
    shapes: Shapes
    views: Views


class Seen(NamedTuple):
    """What a laptop sees of an order: the last entries of the versions but the main line's."""

    tip: int
    lasts: tuple[int, ...]


@dataclass
class HistoryCounts:
    """How much was gone through, and in how many of the sets something was found."""

    states: int = 0
    sets: int = 0
    """Different sets that a laptop may have, up to what makes no difference."""
    found: int = 0
    failed: list[tuple[str, Shapes]] = field(default_factory=list)

    def add(self, other: HistoryCounts) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        del self.failed[10:]


def build_entries(shapes: Shapes) -> list[Common]:
    """Return entries of these shapes."""

    def name(place: int) -> str:
        return uuid7(100, 100) if place == MISSING else uuid7(place + 1, place + 1)

    entries: list[Common] = []
    for place, shape in enumerate(shapes):
        common: dict[str, Any] = {"id": name(place)}
        if shape.after != NO_AFTER:
            common["after"] = "" if shape.after == BEGINNING else name(shape.after)
        if shape.kind == "bids":
            entries.append(kinds.Bids(bids=(4, 3, 4, 2), **common))
        elif shape.kind == "hold":
            entries.append(kinds.LaptopTakeover(laptop="b", name="Laptop B", **common))
        elif shape.kind == "note":
            entries.append(kinds.Note(text="a note", **common))
        elif shape.kind == "strike":
            entries.append(kinds.Strike(entry=name(shape.names), why="typed twice", **common))
        else:
            over = tuple(map(name, shape.over))
            entries.append(
                kinds.ChooseVersion(entry=name(shape.names), over=over, why="agreed", **common)
            )
    return entries


def restrict(shapes: Shapes, view: Iterable[int]) -> Shapes:
    """Return the shapes of the entries in a view; those that they name and lack are missing."""
    places = {place: new for new, place in enumerate(sorted(view))}
    if len(places) == len(shapes):
        return shapes

    def renamed(place: int) -> int:
        return place if place in (BEGINNING, NO_AFTER) else places.get(place, MISSING)

    return tuple(
        Shape(kind, renamed(after), renamed(names), tuple(map(renamed, over)))
        for kind, after, names, over in (shapes[place] for place in places)
    )


@lru_cache(maxsize=1 << 18)
def see(shapes: Shapes) -> Seen:
    entries = build_entries(shapes)
    places = {each.id: place for place, each in enumerate(entries)} | {"": BEGINNING}
    order = order_log(entries)
    return Seen(places[order.tip], tuple(places[each.last_id] for each in order.versions))


def possible_views(state: State, laptop: int) -> Iterator[frozenset[int]]:
    """Yield what a laptop may have: its own, and a beginning of each other feed."""
    beginnings = []
    for other in range(LAPTOPS):
        feed = [place for place, owner in enumerate(state.owners) if owner == other]
        known = len(feed)
        if other != laptop:
            known = sum(place in state.views[laptop] for place in feed)
        beginnings.append([feed[:end] for end in range(known, len(feed) + 1)])
    for parts in product(*beginnings):
        yield frozenset(place for part in parts for place in part)


def possible_entries(state: State, laptop: int, view: frozenset[int]) -> Iterator[Shape]:
    """Yield what a laptop that has these entries may record."""
    places = sorted(view)
    seen = see(restrict(state.shapes, view))
    tip = seen.tip if seen.tip == BEGINNING else places[seen.tip]
    yield Shape("bids", tip)
    yield Shape("hold", tip)
    yield Shape("note")
    for place in places:
        if state.owners[place] == laptop and state.shapes[place].kind == "bids":
            yield Shape("strike", tip, place)
        elif state.owners[place] == laptop and state.shapes[place].kind == "note":
            yield Shape("strike", NO_AFTER, place)
    if seen.lasts:
        lasts = [tip, *(places[each] for each in seen.lasts)]
        chooses = [place for place in places if state.shapes[place].kind == "choose"]
        for named in lasts:
            over = (each for each in [*lasts, *chooses] if each != named)
            yield Shape("choose", names=named, over=tuple(sorted(over)))


def continue_state(state: State) -> Iterator[tuple[int, frozenset[int], Shape]]:
    """Yield each laptop that may record next, what it has then, and what it records."""
    # Laptops that have recorded nothing are alike.
    for laptop in range(min(LAPTOPS, max(state.owners, default=-1) + 2)):
        for view in possible_views(state, laptop):
            for shape in possible_entries(state, laptop, view):
                yield laptop, view, shape


def with_entry(state: State, laptop: int, view: frozenset[int], shape: Shape) -> State:
    views = list(state.views)
    views[laptop] = view | {len(state.shapes)}
    return State((*state.owners, laptop), (*state.shapes, shape), tuple(views))


def grow(states: Iterable[State]) -> list[State]:
    """Return the states with one more entry.

    Of two that differ in nothing but that one laptop had less when it recorded, that one is enough:
    it may take in the rest later.
    """
    grown: dict[tuple[tuple[int, ...], Shapes], list[Views]] = {}
    for state in states:
        for laptop, view, shape in continue_state(state):
            after = with_entry(state, laptop, view, shape)
            several = grown.setdefault((after.owners, after.shapes), [])
            if not any(_is_within(each, after.views) for each in several):
                several[:] = [each for each in several if not _is_within(after.views, each)]
                several.append(after.views)
    return [State(*key, views) for key, several in grown.items() for views in several]


def _is_within(views: Views, others: Views) -> bool:
    return all(view <= other for view, other in zip(views, others, strict=True))


def find_sets(state: State) -> Iterator[Shapes]:
    """Yield each set that a laptop may have in this state."""
    for laptop in range(LAPTOPS):
        for view in possible_views(state, laptop):
            yield restrict(state.shapes, view)


def check_sets(all_shapes: Iterable[Shapes], compute: OrderFunction = order_log) -> HistoryCounts:
    counts = HistoryCounts()
    for shapes in all_shapes:
        counts.sets += 1
        difference = find_difference(build_entries(shapes), random.Random(1), compute, shuffles=2)
        if difference:
            counts.found += 1
            counts.failed.append((difference, shapes))
    return counts


def find_sets_of_chunk(states: Sequence[State]) -> tuple[int, set[Shapes]]:
    """Return how many states follow from these, and the sets that arise in them."""
    grown = grow(states)
    return len(grown), {shapes for state in grown for shapes in find_sets(state)}


def check_histories(entries: int, run: Callable[..., Iterable[Any]] = map) -> HistoryCounts:
    """Check all sets that arise in histories of up to so many entries.

    `run` is a `map`, maybe of several processes.
    """
    states = [State((), (), (frozenset(),) * LAPTOPS)]
    counts = HistoryCounts(states=1)
    checked: set[Shapes] = set()
    for count in range(1, entries + 1):
        chunks = [states[start : start + CHUNK] for start in range(0, len(states), CHUNK)]
        found: set[Shapes] = set()
        for number, sets in run(find_sets_of_chunk, chunks):
            counts.states += number
            found |= sets - checked
        new = list(found)
        checked |= found
        for each in run(check_sets, [new[start::64] for start in range(64)]):
            counts.add(each)
        if count < entries:
            states = grow(states)
    return counts
