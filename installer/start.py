"""Starts the frozen program (the one that is built for people without Python)."""

import sys

from scorepad.__main__ import main

sys.exit(main())
