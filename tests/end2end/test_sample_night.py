"""A sample night is opened from the empty list of tables, and leaves nothing when it is closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.settings import Settings
from tests.end2end.window_process import PATIENCE, Reader, needs_a_display, running

pytestmark = needs_a_display


def test_a_sample_night_leaves_nothing_when_it_is_closed(
    qtbot: Any, display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, shared, temporary = (tmp_path / name for name in ("data", "shared", "temporary"))
    for folder in (data, shared, temporary):
        folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    settings = Settings(data)
    settings.by = "Pat"
    settings.share_folder = str(shared)
    with running(display, data, is_forked=False) as program:
        own = program.window
        # New match, Start several tables, Event, Look at a sample night.
        program.press("Tab", "Tab", "Tab", "space")

        def sample_folders() -> list[Path]:
            return list(temporary.glob("scorepad-sample-*"))

        qtbot.waitUntil(lambda: bool(sample_folders()), timeout=PATIENCE)
        (folder,) = sample_folders()
        sample = Reader(qtbot, folder)
        sample.wait(lambda: len(sample.matches()) == 6)

        def has_sample_window() -> bool:
            program.focus()
            return program.window != own

        qtbot.waitUntil(has_sample_window, timeout=PATIENCE)
        program.press("ctrl+q")
        qtbot.waitUntil(lambda: not sample_folders(), timeout=PATIENCE)
        assert program.process.poll() is None, "the program's own window stays open"
    assert Reader(qtbot, data).matches() == []
    recorded = [*data.glob("feeds/*"), *shared.rglob("*")]
    assert not any(
        "Rats" in each.read_text("utf-8", "replace") for each in recorded if each.is_file()
    )
