"""What holds for every test: silence, no window on the screen, no folder of the user's.

An unexpected warning, logged or raised, fails a test; a test is marked `gui` by what it touches;
`--accept` takes what the program makes now as what is expected from now on.
"""

from __future__ import annotations

import gc
import locale
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from scorepad.__main__ import CYCLES_SEARCHED_AFTER
from scorepad.paths import resources_folder
from scorepad.settings import Settings
from scorepad.spades.library import Library, load_library
from scorepad.spades.words import ENGLISH, install
from tests.slow import name_of, slow_tests

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# What tests write is in memory where there is enough: thousands of them wait for the disk.
MEMORY, ENOUGH = "/dev/shm", 4 << 30  # bytes  # noqa: S108
if (
    "TMPDIR" not in os.environ
    and os.access(MEMORY, os.W_OK)
    and shutil.disk_usage(MEMORY).free >= ENOUGH
):
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY
# Nothing that a test forgets to redirect may reach the matches, or the home, of anyone who runs it.
PLACES = tempfile.TemporaryDirectory(prefix="scorepad-tests-", ignore_cleanup_errors=True)
for place in ("SCOREPAD_DATA", "HOME", "USERPROFILE"):
    os.environ[place] = tempfile.mkdtemp(dir=PLACES.name)

# Wherever the tests run, dates are those of no region; in a container nothing says that texts are
# UTF-8, of which Qt warns.
os.environ.pop("LC_ALL", None)
os.environ["LC_TIME"] = os.environ["LC_PAPER"] = "eo"  # Esperanto has no country.
os.environ["LC_CTYPE"] = "C.UTF-8"
# Wherever the tests run, paper is A4 until one says otherwise.
Settings.declared["paper"].default = "A4"

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).parents[1]

hypothesis.settings.register_profile(
    "scorepad",
    deadline=None,
    print_blob=True,
    max_examples=int(os.environ.get("SCOREPAD_EXAMPLES", "12")),
    # Only `make fuzz` looks for what nobody has seen yet; a test run is the same every time.
    derandomize="SCOREPAD_EXAMPLES" not in os.environ,
    database=None,
    suppress_health_check=[
        hypothesis.HealthCheck.too_slow,
        hypothesis.HealthCheck.function_scoped_fixture,
    ],
)
hypothesis.settings.load_profile("scorepad")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept",
        action="store_true",
        help="write what the program makes now over what the tests expect (tests/data)",
    )


def pytest_unconfigure() -> None:
    PLACES.cleanup()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = slow_tests()
    for item in items:
        if name_of(item.nodeid) in slow:
            item.add_marker("slow")
        if "qtbot" in getattr(item, "fixturenames", ()):
            item.add_marker("gui")
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """A wrong score is told within seconds, by a match whose score a document or a person gives;
    then the longest tests begin, each of which would keep one worker busy at the end while the
    others wait; those of the window come last."""
    folder = item.path.parent.name
    if folder == "spades":
        return item.path.stem not in ("test_documents", "test_matches", "test_presets")
    if folder == "end2end" or item.path.stem == "test_soak":
        return 2
    return 4 if folder == "window" or item.get_closest_marker("gui") else 3


def pytest_collection_finish() -> None:
    """What was collected stays until the end: to look through it for garbage, again and again,
    takes a tenth of the time that all tests take."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(CYCLES_SEARCHED_AFTER)  # as in the program


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Where everything is there (SCOREPAD_NO_SKIP), a skipped test is a failed one."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("SCOREPAD_NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be skipped: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def library() -> Library:
    """The rule sets that ship."""
    return load_library(resources_folder() / "rules")


@pytest.fixture(autouse=True)
def silence(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning in the log that the test is not about fails the test."""
    yield
    if request.node.get_closest_marker("expects_log") is None:
        loud = [
            f"{record.name}: {record.getMessage()}"
            for phase in ("setup", "call")
            for record in caplog.get_records(phase)
            if record.levelno >= logging.WARNING
        ]
        assert not loud, "logged unexpectedly: " + "; ".join(loud)


@pytest.fixture(autouse=True)
def plain_locale() -> Iterator[None]:
    """A window takes the language of the environment for the whole process, and the system's
    error texts with it; the next test starts without."""
    yield
    locale.setlocale(locale.LC_ALL, "C.UTF-8")
    # The system remembers a translation for as long as a locale is called the same.
    locale.setlocale(locale.LC_MESSAGES, "C")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Texts are in English again after a test that installs another language."""
    yield
    install(ENGLISH)


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data folder that a program started by this test has, unless the test names another."""
    # Pytest would read the names of all its folders to number the next one.
    with tempfile.TemporaryDirectory(prefix="data-folder-", ignore_cleanup_errors=True) as folder:
        monkeypatch.setenv("SCOREPAD_DATA", folder)
        yield Path(folder)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str | bytes], None]:
    """`golden("sheets/unc.txt", made)`: what was made is what `tests/data/<name>` holds.

    `make accept` writes the files; every one of them cites its source beside it or within.
    """
    accept = bool(request.config.getoption("--accept"))

    def check(name: str, made: str | bytes) -> None:
        content = made.encode() if isinstance(made, str) else made
        file = DATA / name
        if accept:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            return
        assert file.is_file(), f"tests/data/{name} isn't there yet: `make accept` writes it"
        expected = file.read_bytes()
        differs = f"differs from tests/data/{name}; if that is meant, `make accept` writes it"
        if isinstance(made, str):
            assert made == expected.decode(), differs
        else:
            assert content == expected, differs

    return check
