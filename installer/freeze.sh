#!/bin/sh
# Builds the program that needs no Python into dist/scorepad, and tries it.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
"$python" -m pip install -q --disable-pip-version-check -c constraints.txt -e ".[frozen,postgres]"
"$python" -m PyInstaller --noconfirm --log-level WARN \
    --distpath dist --workpath build installer/scorepad.spec
"$python" installer/smoke.py dist/scorepad/scorepad
du -sh dist/scorepad
