"""What the frozen program starts with."""

import sys

from scorepad.__main__ import main

sys.exit(main())
