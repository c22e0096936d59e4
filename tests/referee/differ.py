"""Plays a drawn match with the product and with the referee, and says where they part.

From the command line, for as long as one likes:

    python -m tests.referee.differ --seconds 60 [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scorepad.spades.library import Library, load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import decode_entry, parse_match_file
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result_data
from tests.referee.generators import Drawn, Step, seeded
from tests.referee.referee import Log, name_of, refusal, score
from tests.referee.rulesets import Data


class Parting(NamedTuple):
    """The first thing on which the product and the referee do not agree."""

    entry: Data
    what: str
    product: Any
    referee: Any


@cache
def library() -> Library:
    """The presets that ship."""
    return load_library(Path(__file__).parents[2] / "resources" / "rules")


def written(match: Data, log: list[Data] | None = None) -> bytes:
    """The match file."""
    return json.dumps({**match, "log": log or []}).encode()


def opened(match: Data) -> Match:
    """The product's match before the first entry."""
    return parse_match_file(written(match), library())


def product_result(match: Match) -> Data:
    """The product's Result, without its texts and the wording of its lines."""
    whole = result_data(match)
    whole.pop("warnings")
    for hand in whole["hands"]:
        hand.pop("lines")
    return whole


def difference(ours: Any, theirs: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """The first place where two plain values differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            found = difference(ours.get(key), theirs.get(key), f"{path}.{key}")
            if found:
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            found = difference(one, other, f"{path}[{i}]")
            if found:
                return found
        return None
    return None if ours == theirs else (path.strip("."), ours, theirs)


def parting(drawn: Drawn) -> Parting | None:
    """Play every step with both; None when they agree on each refusal and each Result."""
    match, log = opened(drawn.match), Log(drawn.match, [])
    for entry, refused in drawn.steps:
        try:
            match = match.append(decode_entry(json.dumps(entry).encode()))
            said = None
        except Refused as refusal_of_product:
            said = str(refusal_of_product)
        if (said is None) != (refused is None):
            return Parting(entry, "accepted or refused", said or "accepted", refused or "accepted")
        if said is None:
            log = log.with_entry(entry)
            found = difference(product_result(match), score(log))
            if found:
                return Parting(entry, *found)
    return None


def crash_or_parting(drawn: Drawn) -> Parting | None:
    """As `parting`; a traceback of the product is a difference too."""
    try:
        return parting(drawn)
    except Exception as bug:  # noqa: BLE001  (whatever it is, it is to be reported)
        return Parting(drawn.steps[-1].entry, "crash", repr(bug), "none")


# ---- reducing


def named(drawn: Drawn) -> Drawn:
    """The same with every id written out, so that steps can be taken away."""
    steps, count = [], 0
    for entry, refused in drawn.steps:
        steps.append(Step({**entry, "id": name_of(entry, count)}, refused))
        count += refused is None
    return Drawn(drawn.match, steps)


def replayed(match: Data, entries: list[Data]) -> Drawn:
    """These entries tried again, with the referee asked anew."""
    log, steps = Log(match, []), []
    for entry in entries:
        refused = refusal(log, entry)
        steps.append(Step(entry, refused))
        if refused is None:
            log = log.with_entry(entry)
    return Drawn(match, steps)


def _kept(fails: Callable[[list[Data]], bool], entries: list[Data]) -> list[Data]:
    """As few of the entries as still fail."""
    size = max(1, len(entries) // 2)
    while True:
        i = 0
        while i < len(entries):
            fewer = entries[:i] + entries[i + size :]
            if fewer and fails(fewer):
                entries = fewer
            else:
                i += size
        if size == 1:
            return entries
        size //= 2


def reduced(drawn: Drawn) -> Drawn:
    """As short a match as the reducer finds that still shows a difference of the same sort."""
    drawn = named(drawn)
    first = crash_or_parting(drawn)
    if first is None:
        return drawn

    def still(match: Data, entries: list[Data]) -> bool:
        try:
            found = crash_or_parting(replayed(match, entries))
        except Exception:  # noqa: BLE001  (a rule set that cannot be read after all)
            return False
        return found is not None and sort_of(found) == sort_of(first)

    match, entries = dict(drawn.match), [step.entry for step in drawn.steps]
    entries = _kept(lambda fewer: still(match, fewer), entries)
    for key in ("agreed", "teams", "event", "round", "table", "scheduled", "first_dealer"):
        without = {name: value for name, value in match.items() if name != key}
        if key in match and still(without, entries):
            match = without
    for preset in ("chicago-playoffs", "unc", "fairmont-state"):
        if not isinstance(match["rules"], str) and still({**match, "rules": preset}, entries):
            match = {**match, "rules": preset}
    for i, entry in enumerate(entries):
        plain = {key: value for key, value in entry.items() if key not in ("at", "by", "step")}
        if plain != entry and still(match, [*entries[:i], plain, *entries[i + 1 :]]):
            entries = [*entries[:i], plain, *entries[i + 1 :]]
    return replayed(match, entries)


def sort_of(found: Parting) -> tuple[str, str]:
    """What must stay the same while a match is made shorter."""
    said = found.product.split(":")[0][-40:] if isinstance(found.product, str) else ""
    return re.sub(r"\d+", "", found.what), re.sub(r"\d+", "", said)


def report(seed: int, drawn: Drawn, found: Parting) -> str:
    """The difference as a person reads it."""
    lines = [f"seed {seed}: {found.what}: product {found.product!r}, referee {found.referee!r}"]
    lines.append(json.dumps(drawn.match))
    for entry, refused in drawn.steps:
        lines.append("  " + json.dumps(entry) + (f"   refused: {refused}" if refused else ""))
    return "\n".join(lines)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--most", type=int, default=5, help="stop after so many differences")
    given = arguments.parse_args()
    end, seed, differences = time.monotonic() + given.seconds, given.seed, 0
    while time.monotonic() < end and differences < given.most:
        drawn = seeded(seed)
        if crash_or_parting(drawn):
            small = reduced(drawn)
            found = crash_or_parting(small)
            if found:
                differences += 1
                sys.stdout.write(report(seed, small, found) + "\n\n")
        seed += 1
    sys.stdout.write(f"{seed - given.seed} matches from seed {given.seed}: {differences} differ\n")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
