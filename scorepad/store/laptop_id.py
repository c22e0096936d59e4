"""The id of the computer, by which a data folder that was copied to another one is recognized."""

from __future__ import annotations

import contextlib
import platform
import sys
import uuid
from functools import cache
from pathlib import Path

from scorepad.store.lines import digest

LONGEST = 200  # bytes of an id that are read
MULTICAST = 1 << 40
"""Python sets this bit in a hardware address that it makes up."""
_FILES = (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id"))


@cache
def machine_hash() -> str:
    """Return the hash of the operating system's id of this computer; "" if it has none."""
    machine = _machine_id()
    return digest(f"scorepad {machine}".encode()) if machine else ""


def _machine_id() -> str:
    if sys.platform == "win32":
        return _windows_id()
    for file in _FILES:
        with contextlib.suppress(OSError), file.open("rb") as opened:
            text = opened.read(LONGEST).strip().decode("ascii", "replace")
            if text and text != "uninitialized":
                return text
    node = uuid.getnode()
    return platform.node() if node & MULTICAST else f"{node:012x}"


def _windows_id() -> str:
    if sys.platform == "win32":
        import winreg

        with (
            contextlib.suppress(OSError),
            winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SOFTWARE\Microsoft\Cryptography") as key,
        ):
            return str(winreg.QueryValueEx(key, "MachineGuid")[0])
    return platform.node()
