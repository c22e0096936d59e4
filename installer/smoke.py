"""Tries a built program as a user would: `smoke.py dist/scorepad/scorepad`.

Any program that answers like `scorepad` will do; nothing of the source tree is used but the
sample match.  Exit status 0 when everything worked.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SAMPLE = Path(__file__).parents[1] / "resources" / "sample" / "match.json"
TIMEOUT = 60.0
"""Seconds that a command may take, or the window until it has opened the matches."""


def main() -> int:
    program = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        data, out = Path(folder) / "data", Path(folder) / "out"
        out.mkdir()

        def run(*arguments: str, stdin: str = "") -> str:
            print("scorepad", *arguments)
            return subprocess.run(
                [program, "--data", str(data), *arguments],
                input=stdin,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                check=True,
                timeout=TIMEOUT,
            ).stdout

        assert "fairmont-state" in run("rules", "list")
        sample = json.loads(SAMPLE.read_text("utf-8"))
        log = sample.pop("log")
        head = out / "head.json"
        head.write_text(json.dumps({**sample, "log": []}), "utf-8")
        match = run("new", str(head)).strip()
        answers = run("record", match, stdin="\n".join(json.dumps(entry) for entry in log))
        assert answers.count('"ok"') == len(log), answers
        match_file = out / "match.json"
        match_file.write_text(run("show", match, "--json"), "utf-8")
        assert json.loads(run("score", "--json", str(match_file)))["status"] == "over"
        run("sheet", match, "-o", str(out / "sheet.pdf"))
        assert (out / "sheet.pdf").read_bytes().startswith(b"%PDF")
        (formats,) = re.findall(r"--format \{(.*?)\}", run("help", "export"))[:1]
        for form in formats.split(","):
            run("export", "--format", form, "-o", str(out / f"as-{form}"))
        run("check")
        run("backup", str(out / "copy.db"))
        run("restore", str(out / "copy.db"))
        check_database(program, Path(folder) / "shared")
        check_window(program, Path(folder) / "window")
    return 0


def check_database(program: str, data: Path) -> None:
    """Check that it can talk to a PostgreSQL server: where none is, the network says so."""
    print("scorepad share once (through a database)")
    data.mkdir()
    address = "postgresql://nobody@127.0.0.1:1/nothing"
    (data / "settings.json").write_text(json.dumps({"share_database": address}), "utf-8")
    done = subprocess.run(
        [program, "--data", str(data), "share", "once"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 1, done
    assert "127.0.0.1" in done.stdout, done.stdout


def check_window(program: str, data: Path) -> None:
    """Check that the window opens over a new data folder, stays open, and logs nothing."""
    print("scorepad (the window)")
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    with subprocess.Popen([program, "--data", str(data)], env=environment) as window:
        until = time.monotonic() + TIMEOUT
        try:
            while not (data / "scorepad.db").exists():
                assert window.poll() is None, f"the window closed, status {window.returncode}"
                assert time.monotonic() < until, "the window did not open the matches"
                time.sleep(0.1)
            assert not (data / "logs" / "scorepad.log").exists(), "the window logged something"
        finally:
            window.terminate()


if __name__ == "__main__":
    sys.exit(main())
