"""The rooms and the arrows between them: the contracts hold here, and they can fail.

A contract that names a wrong package proves nothing.  So each one is also run on a copy of the
program into which a violation of it is planted, and has to fail there.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"

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
        "reports/planted.py",
        "import scorepad.store",
        "The store is handed in",
    ),
    "desk -> Qt": (
        "scorepad/desk/planted.py",
        "from PySide6 import QtCore",
        "Qt only in the window and the composition root",
    ),
    "reports -> Qt": (
        "reports/planted.py",
        "def draw() -> None:\n    from PySide6.QtGui import QPainter\n",
        "Qt only in the window and the composition root",
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
        "reports/planted.py",
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
    "a room that nobody named": (
        "scorepad/helpers.py",
        '"""Anything."""',
        "Arrows inside scorepad point down",
    ),
}


def broken(tree: Path) -> set[str]:
    """The names of the contracts that import-linter finds broken in a tree."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", "--config", str(ROOT / "pyproject.toml")],
        cwd=tree,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    names = {name.strip() for name in re.findall(r"^(.+) BROKEN", done.stdout, re.MULTILINE)}
    assert (done.returncode != 0) == bool(names), done.stdout + done.stderr
    assert " KEPT" in done.stdout, done.stdout + done.stderr
    return names


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program's sources."""
    tree = tmp_path_factory.mktemp("tree")
    for package in ("scorepad", "reports"):
        shutil.copytree(
            ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    return tree


def test_the_contracts_hold() -> None:
    assert broken(ROOT) == set()


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_violation_breaks_its_contract(name: str, copy: Path) -> None:
    where, code, contract = PLANTS[name]
    file = copy / where
    before = file.read_text("utf-8") if file.exists() else None
    file.write_text(f"{before or ''}\n{code}\n", "utf-8")
    try:
        assert contract in broken(copy)
    finally:
        if before is None:
            file.unlink()
        else:
            file.write_text(before, "utf-8")


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


def test_the_game_is_pure() -> None:
    """Standard library and msgspec; no clock, no dice, no network, no database of its own."""
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
    for file in modules("scorepad/spades"):
        strange = imported(file) - (sys.stdlib_module_names - outside) - {"msgspec", "scorepad"}
        assert strange == set(), f"{file.name} imports {strange}"


def test_the_contracts_cover_the_package_itself() -> None:
    assert imported(ROOT / "scorepad" / "__init__.py") == set()


def test_no_file_is_two_rooms() -> None:
    long = {
        str(file.relative_to(ROOT)): lines
        for folder in ("scorepad", "reports", "tests", "installer")
        for file in modules(folder)
        if (lines := len(file.read_text("utf-8").splitlines())) > 420
    }
    assert long == {}


def test_every_file_has_a_room_of_its_own_name() -> None:
    nameless = {"utils", "util", "common", "helpers", "helper", "manager", "misc"}
    for folder in ("scorepad", "reports", "tests"):
        for file in modules(folder):
            assert file.stem not in nameless, file
            assert file.parent.name not in nameless, file


def test_every_package_says_what_it_is_for() -> None:
    for folder in ("scorepad", "reports"):
        for file in modules(folder):
            if "migrations" not in file.parts:  # these are data that Alembic runs
                assert (file.parent / "__init__.py").exists(), f"{file.parent} has no __init__.py"
                assert ast.get_docstring(ast.parse(file.read_text("utf-8"))), f"{file} says nothing"


def test_the_lock_names_versions_and_no_place() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert len(pins) > 30
    for pin in pins:
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", pin), pin


def test_every_requirement_is_locked() -> None:
    import tomllib

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
