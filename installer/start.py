"""Starts the frozen program (the one that is built for people without Python)."""

import multiprocessing
import sys

from scorepad.__main__ import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a process that draws a logo starts here too
    sys.exit(main())
