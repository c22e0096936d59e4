"""Starts the frozen program (the one that is built for people without Python)."""

import multiprocessing
import os
import sys

from scorepad.__main__ import main


def leave_system_libraries() -> None:
    """Have what this program starts, such as the system's viewer, take the system's libraries and
    not ours, which are older or newer.  Another Scorepad among them finds ours by itself."""
    if (before := os.environ.pop("LD_LIBRARY_PATH_ORIG", None)) is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


if __name__ == "__main__":
    if sys.platform == "linux":
        leave_system_libraries()
    multiprocessing.freeze_support()  # a process that draws a logo starts here too
    sys.exit(main())
