"""What assistive technologies read of the running window, over AT-SPI: run by `atspi.sh`.

It needs the system's Python with gi and Atspi 2.0.  Each page is walked; what takes the focus and
has no name, and a number that was typed and is not read, is said, and the exit status is 1.
"""

from __future__ import annotations

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
    """Return the name and the description of a node."""
    return f"{node.get_name() or ''} {node.get_description() or ''}"


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
    """Press these keys in the window."""
    subprocess.run(["xdotool", "key", "--delay", "40", *keys], check=True)
    time.sleep(LOOK)


def main() -> int:
    """Walk the pages of a new evening of twelve tables."""
    find_application()
    time.sleep(3)
    press("ctrl+shift+t")
    press("Return")
    time.sleep(3)
    press("ctrl+0")
    faults = check("floor", {"The floor": "page tab"}, {"1", "12"})
    press("ctrl+7")
    press("b", "5", "4", "4", "3")
    press("8", "Return")
    press("5")
    # Kings bid 5 + 4 and took 8 of 13; both totals, and the bid that is typed.
    faults += check("table", {"Table 7": "page tab"}, {"7", "5"})
    press("ctrl+n")
    faults += check("new match", {"Seat 1 deals first": "radio button"}, set())
    press("Escape")
    press("F12")
    faults += check("event", {}, set())
    press("ctrl+F11")
    faults += check("room", {}, {"7"})
    print("\n".join(faults))  # noqa: T201
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
