"""What assistive technologies read of the running window, over AT-SPI: run by `atspi.sh`.

It needs the system's Python with gi and Atspi 2.0, and is given the program's Python and its data
folder. Each page is walked; what takes the focus and has no name, and a number that is stored and
not read, is said, and the exit status is 1.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # type: ignore[import-not-found]  # noqa: E402

PATIENCE = 60  # seconds
LOOK = 0.5  # seconds


def find_application() -> Any:
    """Return the program, once it has a window; exit where it does not come."""
    for _look in range(int(PATIENCE / LOOK)):
        desktop = Atspi.get_desktop(0)
        for place in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(place)
            if child is not None and child.get_child_count():
                return child
        time.sleep(LOOK)
    sys.exit("no application is on the accessibility bus")


def walk(node: Any, depth: int = 0) -> Iterator[Any]:
    """Yield all that is shown, from here."""
    if depth > 1 and not node.get_state_set().contains(Atspi.StateType.SHOWING):
        return
    yield node
    for place in range(node.get_child_count()):
        child = node.get_child_at_index(place)
        if child is not None:
            yield from walk(child, depth + 1)


def spoken(node: Any) -> str:
    """Return the name and the description of a node, and what is typed in it."""
    typed = Atspi.Text.get_text(node, 0, -1) if "Text" in node.get_interfaces() else ""
    return f"{node.get_name() or ''} {node.get_description() or ''} {typed}"


def kept_matches() -> dict[str, Any]:
    """Return what the program keeps of each match, by its table's number."""
    python, data = sys.argv[1:]
    command = [python, "-m", "scorepad", "--data", data, "matches", "--json"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {match["table"]: match for match in map(json.loads, lines)}


def digits(*numbers: int) -> set[str]:
    """Return numbers as they are looked for, without their sign."""
    return {str(abs(number)) for number in numbers}


def check(page: str, roles: dict[str, str], numbers: set[str]) -> list[str]:
    """Return what is wrong with a page: `roles` has the role of each of these names, `numbers` are
    shown there."""
    for _look in range(20):
        nodes = list(walk(find_application()))
        nameless = [
            node.get_role_name()
            for node in nodes
            if node.get_state_set().contains(Atspi.StateType.FOCUSABLE)
            and not (node.get_name() or "").strip()
        ]
        read = " ".join(map(spoken, nodes))
        missing = numbers - set(re.findall(r"\d+(?::\d\d)?", read))
        by_role = {(node.get_name(), node.get_role_name()) for node in nodes}
        wrong = [
            f"no {role} has the name {name!r}"
            for name, role in roles.items()
            if not any(each.startswith(name) and its == role for each, its in by_role if each)
        ]
        faults = [f"without a name: {nameless}"] * bool(nameless)
        faults += [f"not read: {sorted(missing)}"] * bool(missing) + wrong
        if not faults:
            break
        time.sleep(LOOK)
    print(f"{page}: {len(nodes)} nodes, {len(nameless)} without a name, {len(faults)} faults")  # noqa: T201
    return [f"{page}: {fault}" for fault in faults]


def press(*keys: str) -> None:
    """Press these keys in the window; "=" before one makes it a text."""
    for key in keys:
        what = ["type", key[1:]] if key.startswith("=") else ["key", key]
        subprocess.run(["xdotool", what[0], "--delay", "40", what[1]], check=True)
    time.sleep(LOOK)


def main() -> int:
    """Walk the pages of a new evening of twelve tables."""
    find_application()
    time.sleep(3)
    press("ctrl+shift+t")
    press("Return")
    time.sleep(3)
    press("ctrl+0")
    tables = set(kept_matches())
    assert len(tables) == 12, tables
    faults = check("floor", {"Tables": "page tab"}, {*tables, "30:00"})
    press("ctrl+7")
    press("b", "5", "4", "4", "3")
    press("8", "Return")
    press("5")
    played = kept_matches()["7"]
    totals = digits(*played["score"])
    assert totals != {"0"}, played
    # Both totals and bags, the bids of the first hand with its tricks, and the bid that is typed.
    shown = totals | digits(*played["bags"], 5, 4, 3, 8)
    faults += check("table", {"Table 7": "page tab"}, {"7", *shown})
    press("ctrl+n")
    faults += check("new match", {"Seat 1 deals first": "radio button"}, {"13"})
    press("Escape")
    press("F12")
    faults += check("event", {}, set())
    press("=Club Night", "Return")
    parts = {"Event sections": "page tab list", "Standings": "page tab"}
    faults += check("event's parts", parts, set())
    press("ctrl+F11")
    faults += check("room", {}, {"7", *totals})
    print("\n".join(faults))  # noqa: T201
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
