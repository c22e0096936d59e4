"""The day of a match is one, wherever it is printed, chosen by or listed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import EXAMPLE, Scorepad
from tests.cli.test_papers import text_of


@pytest.fixture
def new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This computer is in New York."""
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="zones by name are POSIX")
@pytest.mark.usefixtures("new_york")
@pytest.mark.parametrize(
    ("scheduled", "day", "said"),
    [
        (None, "2026-07-04", "4 July 2026"),
        ("2026-07-04T03:30:00Z", "2026-07-03", "3 July 2026, 23:30"),
    ],
    ids=["first entry", "scheduled"],
)
def test_the_day_that_is_printed_is_the_day_that_is_chosen_by(
    scorepad: Scorepad, tmp_path: Path, scheduled: str | None, day: str, said: str
) -> None:
    """Half past midnight in UTC is an evening in New York; the match is taken in long after."""
    log = [{**EXAMPLE["log"][0], "at": "2026-07-05T00:30:00Z", "id": "e1"}]
    file = tmp_path / "m.json"
    file.write_text(json.dumps({**EXAMPLE, "scheduled": scheduled, "log": log}), "utf-8")
    assert scorepad("import", file).status == 0
    sheet, pen, book = (tmp_path / f"{name}.pdf" for name in ("sheet", "pen", "book"))
    assert scorepad("sheet", file, "-o", sheet).status == 0
    assert scorepad("sheet", file, "--pen", "-o", pen).status == 0
    on_it = ("--since", day, "--until", day)
    assert scorepad("book", *on_it, "-o", book).status == 0
    assert all(said in text_of(out) for out in (sheet, pen))
    assert said.split(",", maxsplit=1)[0] in text_of(book)
    assert scorepad("export", *on_it, "--format", "csv", "-o", tmp_path / "csv").status == 0
    others = [("--until", "2026-07-02"), ("--since", "2026-07-05")]
    for other in others:
        refused = scorepad("export", *other, "--format", "csv", "-o", tmp_path / "none")
        assert "no matches found" in refused.sentence
