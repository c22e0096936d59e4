"""How sharing stands is kept in a file of the data folder, so that a window shows it without
asking a drive."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec

from scorepad import files
from scorepad.desk.sharing import ShareStatus

STATUS_FILE = "sharing.json"
LARGEST = 1 << 20  # bytes that are read of it


def status_file(folder: Path) -> Path:
    """Return the file in a data folder that says how sharing stands."""
    return folder / STATUS_FILE


def read_status(folder: Path) -> ShareStatus | None:
    """Return how sharing stands; None where nobody has said it, or it cannot be read."""
    try:
        return msgspec.json.decode(files.read_file(status_file(folder), LARGEST), type=ShareStatus)
    except (OSError, ValueError):
        return None


def keep_status(folder: Path, status: ShareStatus) -> None:
    """Keep how sharing stands; where that cannot be written, nothing but the line is missing."""
    file = status_file(folder)
    part = file.with_name(f".{file.name}.part")
    with contextlib.suppress(OSError):
        part.write_bytes(msgspec.json.encode(status))
        os.replace(part, file)  # noqa: PTH105  # it need not outlast a power cut
