"""The sample night shows a bag penalty, two nils, a correction, a tie at time and a bracket."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from scorepad.__main__ import Program, main


def test_the_sample_night_has_something_of_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    event_id = Program(str(data)).record_sample_night()
    out = tmp_path / "tables"
    assert main(["--data", str(data), "export", "--format", "csv", "-o", str(out)]) == 0

    def rows(name: str) -> list[dict[str, str]]:
        with (out / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))

    reasons = [each["what"] for each in rows("lines")]
    assert "bag-penalty" in reasons
    assert reasons.count("nil") >= 2
    assert "amend" in {each["kind"] for each in rows("remarks")}
    playing = [each for each in rows("matches") if each["status"] == "playing"]
    assert [(each["score_0"], each["score_1"]) for each in playing] == [("281", "281")]
    capsys.readouterr()
    assert main(["--data", str(data), "event", "show", event_id, "--json"]) == 0
    event = json.loads(capsys.readouterr().out)
    assert [each["format"] for each in event["stages"]] == ["single-elimination"]
    assert len(event["rounds"]) == 2
    assert main(["--data", str(data), "show", playing[0]["match"]]) == 0
    assert "one more hand" in capsys.readouterr().out
    assert main(["--data", str(data), "check"]) == 0
