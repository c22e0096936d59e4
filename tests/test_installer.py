"""What is handed out: the parts of the packages name the same things, and what cannot work says so
in one sentence.  `make dist` builds the packages themselves, and tries them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from babel.messages.pofile import read_po
from PySide6 import QtCore

from installer.parts import LIBRARIES, list_parts
from scorepad.paths import resources_folder
from scorepad.spades.matchfile import MATCH_FILE_ENDINGS

INSTALLER = Path(__file__).parents[1] / "installer"
MIME_TYPE = "application/x-scorepad"
ON_LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="is for Linux")


def test_a_match_file_has_one_type_everywhere() -> None:
    linux = INSTALLER / "linux"
    for file, text in (
        (linux / "scorepad.desktop", f"MimeType={MIME_TYPE};"),
        (linux / "org.scorepad.Scorepad.metainfo.xml", f"<mediatype>{MIME_TYPE}</mediatype>"),
        (linux / "org.scorepad.Scorepad.xml", f'<mime-type type="{MIME_TYPE}">'),
        (linux / "org.scorepad.Scorepad.xml", f'<glob pattern="*{MATCH_FILE_ENDINGS[0]}"/>'),
        (INSTALLER / "scorepad.spec", f'"public.mime-type": ["{MIME_TYPE}"]'),
        (INSTALLER / "windows" / "scorepad.nsi", f'"Content Type" "{MIME_TYPE}"'),
    ):
        assert text in file.read_text("utf-8"), file.name


def test_each_library_inside_a_package_is_listed_with_its_license(tmp_path: Path) -> None:
    packages = [metadata.distribution(each) for each in ("psycopg-binary", "pillow", "uharfbuzz")]
    files = [Path(str(each.locate_file(file))) for each in packages for file in each.files or ()]
    files += Path(QtCore.__file__).parent.rglob("*Qt6[CP][od][rf]*")
    collected = [("", str(each), "BINARY") for each in files]
    list_parts("1.0", collected, [], tmp_path / "parts")
    parts = json.loads((tmp_path / "parts" / "sbom.cdx.json").read_text("utf-8"))["components"]
    versions = {each["name"]: each["version"] for each in parts}
    assert versions["Qt"] == QtCore.qVersion()
    for name in ("libpq", "OpenSSL", "PDFium"):
        assert name in versions, name
    for library in LIBRARIES:
        if library.part in versions:
            assert list((tmp_path / "parts" / library.part).iterdir()), library.part


def test_the_trial_of_a_package_expects_what_the_program_says() -> None:
    said = (INSTALLER / "linux" / "start.sh").read_text("utf-8")
    catalog = resources_folder() / "translations" / "es" / "LC_MESSAGES" / "scorepad.po"
    with catalog.open("rb") as file:
        said += "".join(str(each.id) for each in read_po(file))
    trial = (INSTALLER / "linux" / "trial.sh").read_text("utf-8")
    expected = re.findall(r'^refused "([^"]+)"', trial, re.MULTILINE)
    assert expected
    for text in expected:
        assert text.rstrip("0123456789. ") in said, text


NOBODY = 65534 if sys.platform == "linux" and os.geteuid() == 0 else None
"""Another user, where root may do anything."""


def refusal(*command: str, user: int | None = None, **variables: str) -> str:
    """What a script says on standard error, where it does not go on."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, env=environment, user=user, capture_output=True, text=True, check=False
    )
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    return sentence


@ON_LINUX
def test_who_is_not_root_is_told_how_to_build(tmp_path: Path) -> None:
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    assert "sudo make dist" in refusal(str(INSTALLER / "dist.sh"), PATH=path)


@ON_LINUX
def test_a_tree_with_changes_is_not_built(tmp_path: Path) -> None:
    tree, programs = tmp_path / "tree", tmp_path / "bin"
    (tree / "installer").mkdir(parents=True)
    shutil.copy(INSTALLER / "dist.sh", tree / "installer")
    git(tree, "init", "--quiet")
    programs.mkdir()
    for name in ("id", "debootstrap"):
        (programs / name).write_text("#!/bin/sh\necho 0\n")
        (programs / name).chmod(0o755)
    said = refusal(str(tree / "installer" / "dist.sh"), PATH=f"{programs}:{os.environ['PATH']}")
    assert "the tree has other changes; commit them first" in said


@ON_LINUX
@pytest.mark.parametrize("mode", ["cli", "test"])
def test_a_folder_of_another_user_is_not_set_up(mode: str) -> None:
    with TemporaryDirectory() as folder:
        tree = Path(folder)
        shutil.copytree(INSTALLER, tree / "installer")
        for name in ("pyproject.toml", "constraints.txt", "scorepad/__init__.py"):
            (tree / name).parent.mkdir(exist_ok=True)
            shutil.copy(INSTALLER.parent / name, tree / name)
        # A system without a compiler and the other things that some tests want.
        programs = tree / "bin"
        programs.mkdir()
        for name in ("cat", "cksum", "dirname", "grep", "id", "ls", "python3", "tr", "uname"):
            found = shutil.which(name, path="/usr/bin:/bin")
            assert found, name
            (programs / name).symlink_to(found)
        tree.chmod(0o555)
        said = refusal(
            str(tree / "installer" / "setup.sh"),
            mode,
            SCOREPAD_SYSTEM="no",
            PATH=str(programs),
            user=NOBODY,
        )
        tree.chmod(0o755)
    assert f"you may not write in {tree}" in said


LOCKED = "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12"


@ON_LINUX
@pytest.mark.parametrize(("releases_after", "naps"), [(2, 2), (1000, 24)])
def test_a_program_that_installs_is_waited_for_at_most_two_minutes(
    tmp_path: Path, releases_after: int, naps: int
) -> None:
    slept = tmp_path / "slept"
    slept.touch()
    for name, script in (
        ("sleep", f"echo $1 >>{slept}"),
        (
            "apt-get",
            f"[ $(wc -l <{slept}) -ge {releases_after} ] || {{ echo '{LOCKED}'; exit 100; }}",
        ),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        ["sh", "-c", ". installer/apt.sh && install_packages gcc"],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "TMPDIR": str(tmp_path)},
        cwd=INSTALLER.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    is_released = naps == releases_after
    assert (done.returncode == 0) == is_released
    said, *cause = done.stderr.splitlines()
    assert "another program is installing packages; waiting" in said
    assert cause == ([] if is_released else [LOCKED])
    assert slept.read_text().split() == ["5"] * naps


@ON_LINUX
@pytest.mark.parametrize(
    ("glibc", "said"),
    [("2.31", "this system has 2.31"), ("2.36", "not whole"), ("2.100", "not whole")],
)
def test_an_older_system_is_told_before_the_program_starts(
    tmp_path: Path, glibc: str, said: str
) -> None:
    start = tmp_path / "scorepad"
    text = (INSTALLER / "linux" / "start.sh").read_text("utf-8").replace("@GLIBC@", "2.36")
    getconf = tmp_path / "getconf"
    getconf.write_text(f"#!/bin/sh\necho glibc {glibc}\n")
    start.write_text(text)
    for each in (start, getconf):
        each.chmod(0o755)
    assert said in refusal(str(start), PATH=f"{tmp_path}:{os.environ['PATH']}")


CHANGES = """# Changes

## 1.10.0 - 2026-11-29

{points}
## 1.9.0 - 2026-01-02

- The one before.
"""


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """A small project, of which everything can be released."""
    tree = tmp_path / "tree"
    files = {
        "scorepad/__init__.py": '__version__ = "1.10.0"\n',
        "CHANGELOG.md": CHANGES.format(points="- New.\n" * 40),
        ".ci/run": "#!/bin/sh\necho all checks\n",
        ".venv/bin/python": '#!/bin/sh\n[ "$1" = -c ] && echo 1.10.0 || echo Scorepad 1.10.0\n',
    }
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, "utf-8")
        (tree / name).chmod(0o755)
    (tree / "installer").mkdir()
    shutil.copy(INSTALLER / "release-check.sh", tree / "installer")
    git(tree, "init")
    commit(tree)
    return tree


def git(tree: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Pat", "-c", "user.email=pat@example.org")
    subprocess.run(["git", *who, *arguments], cwd=tree, capture_output=True, check=True)


def commit(tree: Path) -> None:
    git(tree, "add", "--all")
    git(tree, "commit", "--message", "all", "--allow-empty")


def check_release(tree: Path) -> tuple[int, str, str]:
    """Return the status of the check, what it prints, and what it says is wrong."""
    done = subprocess.run(
        [tree / "installer" / "release-check.sh"], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@ON_LINUX
def test_what_is_in_order_can_be_released(sound: Path) -> None:
    git(sound, "tag", "v1.10.0")
    assert check_release(sound) == (0, "all checks\nScorepad 1.10.0 can be released.\n", "")


@ON_LINUX
@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("CHANGELOG.md", "1.10.0 - 2026-11-29", "Unreleased", "begins with “Unreleased”"),
        ("CHANGELOG.md", "1.10.0 - 2026-11-29", "1.10.0", "has no date"),
        ("CHANGELOG.md", "2026-11-29", "2026-11-31", "2026-11-31” in CHANGELOG.md has no date"),
        ("CHANGELOG.md", "- New.\n", "- New.\n- Newer.\n", "has 80 lines"),
        ("CHANGELOG.md", "1.9.0", "1.11.0", "sorts before 1.11.0"),
        ("scorepad/__init__.py", "1.10.0", "1.10.1", "the program is version 1.10.1"),
        (".venv/bin/python", "Scorepad 1.10.0", "Scorepad 1.9.0", "says “Scorepad 1.9.0”"),
        (".venv/bin/python", "echo 1.10.0", "echo 1.9.0", "the package in .venv is version 1.9.0"),
    ],
)
def test_what_differs_is_not_released(
    sound: Path, name: str, old: str, new: str, said: str
) -> None:
    text = (sound / name).read_text("utf-8")
    (sound / name).write_text(text.replace(old, new), "utf-8")
    commit(sound)
    status, printed, problems = check_release(sound)
    assert (status, printed) == (1, ""), "no check runs for an hour before that is said"
    assert said in problems.splitlines()[0]


@ON_LINUX
def test_changes_another_tag_and_a_red_check_are_not_released(sound: Path) -> None:
    (sound / "note.txt").write_text("not committed")
    assert check_release(sound)[::2] == (
        1,
        "release-check: the tree has changes that aren't committed.\n",
    )
    commit(sound)
    git(sound, "tag", "v1.9.0")
    assert "has the tag v1.9.0" in check_release(sound)[2]
    git(sound, "tag", "--delete", "v1.9.0")
    (sound / ".ci" / "run").write_text("#!/bin/sh\nexit 1\n")
    commit(sound)
    assert check_release(sound) == (1, "", "release-check: a check is red; see above.\n")
