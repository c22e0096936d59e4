"""Starts the frozen program (the one that is built for people without Python)."""

import os
import sys

from scorepad.__main__ import main


def leave_system_libraries() -> None:
    """Have what this program starts, such as the system's viewer, take the libraries and plugins of
    the system and not ours, which are older or newer.  Another Scorepad finds ours by itself."""
    for name in ("LD_LIBRARY_PATH", "QT_PLUGIN_PATH", "QML2_IMPORT_PATH"):
        os.environ.pop(name, None)
    if (before := os.environ.pop("LD_LIBRARY_PATH_ORIG", None)) is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


if __name__ == "__main__":
    if sys.platform == "linux":
        leave_system_libraries()
    sys.exit(main())
