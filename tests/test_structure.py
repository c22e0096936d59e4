"""The rooms and the arrows between them: the contracts hold here, and they can fail.

A contract that names a wrong package proves nothing.  So each one is also run on a copy of the
program into which a violation of it is planted, and has to fail there.
"""

from __future__ import annotations

import ast
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.slow import ALWAYS, slow_tests

ROOT = Path(__file__).parents[1]

PLANTS = {
    "cli -> store, lazily": (
        "scorepad/cli/planted.py",
        "def later() -> None:\n    import scorepad.store\n",
        "The store is handed in",
    ),
    "window -> store": (
        "scorepad/window/planted.py",
        "from scorepad import store",
        "The store is handed in",
    ),
    "reports -> store": (
        "reports/sheets/planted.py",
        "import scorepad.store",
        "The store is handed in",
    ),
    "desk -> Qt": (
        "scorepad/desk/planted.py",
        "from PySide6 import QtCore",
        "Qt only in the window and the composition root",
    ),
    "reports -> Qt": (
        "reports/sheets/planted.py",
        "def draw() -> None:\n    from PySide6.QtGui import QPainter\n",
        "Qt only in the window and the composition root",
    ),
    "events -> Qt": (
        "scorepad/events/planted.py",
        "from PySide6 import QtCore",
        "Qt only in the window and the composition root",
    ),
    "events -> SQL": (
        "scorepad/events/planted.py",
        "import sqlite3",
        "SQL only in the store",
    ),
    "events -> desk": (
        "scorepad/events/planted.py",
        "from scorepad.desk import ports",
        "Arrows inside scorepad point down",
    ),
    "events -> reports": (
        "scorepad/events/planted.py",
        "import reports",
        "Only the composition root knows the sheets",
    ),
    "spades -> events": (
        "scorepad/spades/planted.py",
        "def later() -> None:\n    from scorepad.events import entries\n",
        "Arrows inside scorepad point down",
    ),
    "spades -> SQL": (
        "scorepad/spades/planted.py",
        "import sqlite3",
        "SQL only in the store",
    ),
    "window -> SQL": (
        "scorepad/window/planted.py",
        "from sqlmodel import Session",
        "SQL only in the store",
    ),
    "__main__ -> SQL": (
        "scorepad/__main__.py",
        "import sqlalchemy",
        "The composition root opens the store and speaks no SQL",
    ),
    "window -> reports": (
        "scorepad/window/planted.py",
        "import reports",
        "Only the composition root knows the sheets",
    ),
    "reports -> desk": (
        "reports/sheets/planted.py",
        "from scorepad.desk import ports",
        "Sheets know the game and nothing else",
    ),
    "spades -> reports": (
        "scorepad/spades/planted.py",
        "import reports",
        "Sheets stand between the composition root and the game",
    ),
    "desk -> window": (
        "scorepad/desk/planted.py",
        "from scorepad import window",
        "Arrows inside scorepad point down",
    ),
    "cli -> window": (
        "scorepad/cli/planted.py",
        "import scorepad.window",
        "Arrows inside scorepad point down",
    ),
    "settings -> paths": (
        "scorepad/settings.py",
        "from scorepad import paths",
        "Arrows inside scorepad point down",
    ),
    "typeset -> sheets, for a type only": (
        "reports/typeset/planted.py",
        "import typing\nif typing.TYPE_CHECKING:\n    from reports.sheets import rows\n",
        "Arrows inside reports point down",
    ),
    "book -> export": (
        "reports/book/planted.py",
        "def write() -> None:\n    from reports.export import json_export\n",
        "Arrows inside reports point down",
    ),
    "a room of reports that nobody named": (
        "reports/planted.py",
        '"""Anything."""',
        "Arrows inside reports point down",
    ),
    "sheet -> entry bar, for a type only": (
        "scorepad/window/match/sheet/planted.py",
        "import typing\nif typing.TYPE_CHECKING:\n    from scorepad.window.match import entry\n",
        "Arrows inside a table's page point down",
    ),
    "entry bar -> header": (
        "scorepad/window/match/entry/planted.py",
        "from scorepad.window.match.header import standing",
        "Arrows inside a table's page point down",
    ),
    "a part of a table's page that nobody named": (
        "scorepad/window/match/planted.py",
        '"""Anything."""',
        "Arrows inside a table's page point down",
    ),
    "a room that nobody named": (
        "scorepad/helpers.py",
        '"""Anything."""',
        "Arrows inside scorepad point down",
    ),
}


WINDOW_LAYERS = [
    "shell",
    "event",
    "floor",
    "match",
    "printing",
    "panels",
    "rules",
    "wording",
    "widgets",
]
"""The rooms of the window from top to bottom; each may import only those after it."""


LINTED = """
import contextlib, io, json, sys
from pathlib import Path
from importlinter.cli import lint_imports

def linted():
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = lint_imports(config_filename=sys.argv[1], cache_dir="read")
    return status, said.getvalue()

answers = [linted()]
for plants in json.load(sys.stdin):
    before = {}
    for where, code in plants.items():
        file = Path(where)
        before[file] = file.read_text("utf-8") if file.exists() else None
        file.write_text(f"{before[file] or ''}\\n{code}\\n", "utf-8")
    answers.append(linted())
    for file, text in before.items():
        file.unlink() if text is None else file.write_text(text, "utf-8")
json.dump(answers, sys.stdout)
"""
"""Lints the tree in which it runs as it is, then with the violations of each round.  What stays as
it is need not be read again."""
CONTRACTS = [
    each["name"]
    for each in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
]


def broken_by(tree: Path, rounds: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    """The contracts that are broken in a tree and what is said of each, first as it is, then with
    the violations (files, and the code that is written into each) of each round.  Every contract
    is answered for each time."""
    done = subprocess.run(
        [sys.executable, "-c", LINTED, str(ROOT / "pyproject.toml")],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "COLUMNS": "200"},
        input=json.dumps([*rounds]),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = []
    for status, said in json.loads(done.stdout):
        answers = dict(re.findall(r"^(.+?) (KEPT|BROKEN)", said, re.MULTILINE))
        assert sorted(answers) == sorted(CONTRACTS), said
        names = {name for name, answer in answers.items() if answer == "BROKEN"}
        parts = re.split(r"^(.+)\n-+\n", said.partition("Broken contracts")[2], flags=re.MULTILINE)
        broken = dict(zip(parts[1::2], parts[2::2], strict=True))
        assert (status != 0, broken.keys()) == (bool(names), names), said
        found.append(broken)
    return found


def arrows_up_inside_the_window() -> dict[str, tuple[str, str, str]]:
    """Every room of the window imports the one above it, half of them for type checking only."""
    plants = {}
    for number, (above, below) in enumerate(itertools.pairwise(["app", *WINDOW_LAYERS])):
        code = f"import scorepad.window.{above}"
        lazy = f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {code}"
        plants[f"{below} -> {above}"] = (
            f"scorepad/window/{below}/planted.py",
            lazy if number % 2 else code,
            "Arrows inside the window point down",
        )
    return plants


def planted_together() -> list[dict[str, tuple[str, str, str]]]:
    """The violations, in rounds, each in a file of its own; of a file that is there already alone.

    Nobody imports a planted module.  So whatever is said of it is said for its own sake, and it may
    be planted with others.  One that nobody named would keep the others from being looked at.
    """
    rounds: dict[str | bool, dict[str, tuple[str, str, str]]] = {}
    plants = PLANTS | arrows_up_inside_the_window()
    for number, (name, (where, code, contract)) in enumerate(plants.items()):
        alone = where if (ROOT / where).exists() else "nobody named" in name
        file = where.replace("planted", f"planted_{number}")
        rounds.setdefault(alone, {})[name] = (file, code, contract)
    return [*rounds.values()]


def test_the_contracts_hold_and_each_planted_violation_breaks_its_own(tmp_path: Path) -> None:
    """In a copy of the program's sources."""
    for package in ("scorepad", "reports"):
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    rounds = planted_together()
    whole, *broken = broken_by(
        tmp_path,
        [{where: code for where, code, _ in plants.values()} for plants in rounds],
    )
    assert whole == {}, "they hold"
    kept = [
        name
        for plants, found in zip(rounds, broken, strict=True)
        for name, (where, _, contract) in plants.items()
        if not is_said_of(where, found.get(contract, ""))
    ]
    assert kept == []


def is_said_of(where: str, said: str) -> bool:
    """Is a module named in what is said of a broken contract?"""
    module = where.removesuffix(".py").replace("/", ".")
    return re.search(rf"{re.escape(module)}(?!\w)", said) is not None


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(file: Path) -> set[str]:
    """The top-level packages that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports relatively"
            found.add((node.module or "").partition(".")[0])
    return found


def test_the_game_and_its_events_are_pure() -> None:
    """Standard library and msgspec, networkx for pairings; no clock, no dice, no network, no
    database of its own."""
    outside = {
        "random",
        "secrets",
        "time",
        "socket",
        "sqlite3",
        "subprocess",
        "threading",
        "logging",
    }
    for room, more in (("spades", set()), ("events", {"networkx"})):
        for file in modules(f"scorepad/{room}"):
            inside = (sys.stdlib_module_names - outside) | {"msgspec", "scorepad"} | more
            strange = imported(file) - inside
            assert strange == set(), f"{room}/{file.name} imports {strange}"


def test_the_matching_library_is_not_loaded_before_it_is_needed() -> None:
    names = [f"scorepad.events.{file.stem}" for file in modules("scorepad/events")]
    code = f"import sys, {', '.join(names)}; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_contracts_cover_the_package_itself() -> None:
    assert imported(ROOT / "scorepad" / "__init__.py") == set()


def test_every_file_has_a_room_of_its_own_name() -> None:
    nameless = {"utils", "util", "common", "helpers", "helper", "manager", "misc"}
    for folder in ("scorepad", "reports", "tests"):
        for file in modules(folder):
            assert file.stem not in nameless, file
            assert file.parent.name not in nameless, file


def test_every_test_that_is_known_as_slow_is_there() -> None:
    """A name that is left behind would be the first of a list that nobody trusts."""
    for name in slow_tests() | ALWAYS:
        module, found = re.fullmatch(r"(.*\.test_\w+?)\.(\w+)(?:\.\w+)?", name).groups()
        source = (ROOT / f"{module.replace('.', '/')}.py").read_text("utf-8")
        assert re.search(rf"\b{found}\b", source), name


def test_every_package_says_what_it_is_for() -> None:
    for folder in ("scorepad", "reports"):
        for file in modules(folder):
            if "migrations" not in file.parts:  # these are data that Alembic runs
                assert (file.parent / "__init__.py").exists(), f"{file.parent} has no __init__.py"
                assert ast.get_docstring(ast.parse(file.read_text("utf-8"))), f"{file} says nothing"


PACKAGES = sorted(
    file.parent
    for folder in ("scorepad", "reports")
    for file in (ROOT / folder).rglob("__init__.py")
)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_map_of_a_package_lists_its_modules(package: Path) -> None:
    """A map is lines of a package's docstring that begin with a module, or with several."""
    tree = ast.parse((package / "__init__.py").read_text("utf-8"))
    text = ast.get_docstring(tree, clean=False) or ""
    lines = re.findall(r"^    (\w+(?: \| \w+)*)  +\S", text, re.MULTILINE)
    modules = {file.stem for file in package.glob("*.py")} - {"__init__"}
    modules |= {file.parent.name for file in package.glob("*/__init__.py")}
    assert {name for line in lines for name in line.split(" | ")} == modules


def test_the_lock_names_versions_and_no_place() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert len(pins) > 30
    for line in pins:
        pin, _, marker = line.partition("; ")
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", pin), pin
        assert not marker or marker.startswith("python_version "), pin


def test_what_is_handed_out_is_locked_by_hashes_to_the_versions_that_are_tested() -> None:
    tested = (ROOT / "constraints.txt").read_text("utf-8").lower().replace("_", "-")
    lines = (ROOT / "installer" / "locked.txt").read_text("utf-8").splitlines()
    pins = {line.split()[0] for line in lines if "==" in line}
    assert len(pins) > 30
    assert pins <= set(re.split(r"[;\s]+", tested))
    for line in lines:
        pin = r"[a-z0-9-]+==[0-9.]+( ; [^\\]+)? \\"
        assert re.fullmatch(rf"#.*|{pin}|    --hash=sha256:[0-9a-f]{{64}}( \\)?", line), line


def test_every_requirement_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(name for extra in project["project"]["optional-dependencies"].values() for name in extra),
    ]

    def plain(requirement: str) -> str:
        return re.sub(r"[-_.]+", "-", re.split(r"[<>=\[; ]", requirement)[0]).lower()

    locked = {plain(line) for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()}
    assert {plain(name) for name in wanted} - locked == set()
