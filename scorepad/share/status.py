"""The status of sharing is a file in the data folder, so that a window shows it without reading
a drive."""

from __future__ import annotations

import contextlib
import os
import time
from datetime import timedelta
from pathlib import Path

import msgspec
from msgspec.structs import replace

from scorepad import files
from scorepad.desk.sharing import ShareStatus, age_text
from scorepad.spades.words import T

STATUS_FILE = "sharing.json"
SILENT_AFTER = timedelta(seconds=30)
"""The exchange confirms the status of sharing more often than this."""
LARGEST = 1 << 20  # bytes that are read of it


def status_file(folder: Path) -> Path:
    """Return the file in a data folder with the status of sharing."""
    return folder / STATUS_FILE


def read_share_status(folder: Path) -> ShareStatus | None:
    """Return the status of sharing; None if there is none, or it can't be read. Without a recent
    confirmation, nothing is exchanged: the exchange isn't running, or waits for a drive or a
    server."""
    file = status_file(folder)
    try:
        status = msgspec.json.decode(files.read_file(file, LARGEST), type=ShareStatus)
        silence = timedelta(seconds=time.time() - file.stat().st_mtime)
        age = age_text(status.at, status.at + silence)
        for each in (status.why, *status.notices):
            str(each)  # it may nest without end
    except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, ValueError):
        return None
    if silence < SILENT_AFTER or status.why is not None:
        return status
    return replace(
        status,
        why=T(
            "no entries have been exchanged for {age}; entries since then may be only on this "
            "computer",
            age=age,
        ),
    )


def confirm_status(folder: Path) -> None:
    """Confirm that the status of sharing hasn't changed."""
    with contextlib.suppress(OSError):
        os.utime(status_file(folder))


def save_share_status(folder: Path, status: ShareStatus) -> None:
    """Save the status of sharing; if that fails, only the line on the screen is missing."""
    file = status_file(folder)
    part = file.with_name(f".{file.name}.part")
    with contextlib.suppress(OSError):
        part.unlink(missing_ok=True)  # a pipe in its place would have to be waited for
        part.write_bytes(msgspec.json.encode(status))
        os.replace(part, file)  # noqa: PTH105  # it need not outlast a power cut
