#!/bin/sh
# Builds the program that needs no Python into dist/scorepad, and tries it.  What of the system it
# is built on goes into it, so what is handed out is built in a clean root (dist.sh).
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
# The same source makes the same bytes, wherever and whenever.
export PYTHONHASHSEED=0
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1700000000)}
export SOURCE_DATE_EPOCH
installer/setup.sh frozen
"$python" -m PyInstaller --noconfirm --clean --log-level WARN \
    --distpath dist --workpath build/frozen installer/scorepad.spec
"$python" installer/smoke.py dist/scorepad/scorepad
du -sh dist/scorepad
