"""Says which tests take long: `make test` leaves them out, `make slow` runs them.

`make test ARGS=--junitxml=REPORT` runs all tests and writes down how long each took, and
`python -m tests.slow REPORT` writes the names of the long ones into `tests/data/slow.txt`.  A test
that isn't named there is run by `make test`, however long it takes.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from pathlib import Path

FILE = Path(__file__).parent / "data" / "slow.txt"
LONG = 0.33  # seconds, for one test
LONG_IN_ALL = 2.0  # seconds, for all that a test function is run with
ALWAYS = frozenset(
    {
        "tests.end2end.test_window_process.test_a_whole_match_with_synthetic_keys",
        "tests.share.test_soak.test_killed_at_any_byte_nothing_is_lost_and_all_show_the_same",
        "tests.store.test_damage.test_recovering_that_ends_at_any_step_loses_nothing",
        "tests.test_one_status.test_a_short_match_stands_the_same_everywhere",
        "tests.test_translations.test_every_text_is_collected",
    }
)
"""However long they take: each of these finds what breaks across the whole program."""


def slow_tests() -> frozenset[str]:
    """Return the names of the test functions that take long."""
    return frozenset(FILE.read_text("utf-8").split())


def name_of(node_id: str) -> str:
    """Return the name of the test function of this node, as a report has it."""
    path, _, function = node_id.partition("[")[0].partition(".py::")
    return f"{path}.{function}".replace("/", ".").replace("::", ".")


def measured(reports: list[str]) -> set[str]:
    """Return which test functions took long in these runs."""
    seconds: dict[str, list[float]] = defaultdict(list)
    for case in (case for report in reports for case in ET.parse(report).iter("testcase")):  # noqa: S314
        name = f"{case.attrib['classname']}.{case.attrib['name']}".split("[")[0]
        seconds[name].append(float(case.attrib["time"]))
    return {
        name
        for name, times in seconds.items()
        if sum(times) >= LONG_IN_ALL or sum(times) / len(times) >= LONG
    } - ALWAYS


if __name__ == "__main__":
    FILE.write_text("\n".join(sorted(measured(sys.argv[1:]))) + "\n", "utf-8")
