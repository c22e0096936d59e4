#!/bin/sh
# Plays the sample match on the command line, entry by entry, as a script would: from a new match
# to its score, its sheet and its tables.  Needs no display; everything goes to demo/.
set -eu
cd "$(dirname "$0")/.."
sample=resources/sample/match.json
out=demo

step() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || step() { printf '\n%s\n' "$*"; }
scorepad() { .venv/bin/python -m scorepad --data "$out/data" "$@"; }

rm -rf "$out"
mkdir -p "$out"
# The sample as two things: who plays by which rules, and what then happened, an entry a line.
.venv/bin/python - "$sample" "$out" <<'PYTHON'
import json
import sys
from pathlib import Path

sample, out = Path(sys.argv[1]), Path(sys.argv[2])
match = json.loads(sample.read_text("utf-8"))
lines = [json.dumps(entry, ensure_ascii=False) for entry in match.pop("log")]
(out / "entries.ndjson").write_text("\n".join(lines) + "\n", "utf-8")
(out / "new.json").write_text(json.dumps({**match, "log": []}, ensure_ascii=False), "utf-8")
PYTHON

step "A new match"
match=$(scorepad new "$out/new.json")
echo "$match"

step "What happened at the table, each entry acknowledged when it is on the disk"
scorepad record "$match" <"$out/entries.ndjson" >"$out/acknowledged.ndjson"
echo "$(grep -c '"ok"' "$out/acknowledged.ndjson") of $(wc -l <"$out/entries.ndjson" | tr -d ' ') entries"
if grep '"error"' "$out/acknowledged.ndjson"; then exit 1; fi

step "The score"
scorepad show "$match" --json >"$out/match.json"
scorepad score "$out/match.json"
scorepad score --json "$out/match.json" >"$out/result.json"

step "The match sheet, a blank one, and the tables"
scorepad sheet "$match" -o "$out/match-sheet.pdf"
scorepad sheet --blank unc -o "$out/blank-sheet.pdf"
scorepad export --format csv -o "$out/csv"
scorepad export --format xlsx -o "$out/tables.xlsx"

step "Is the printed sheet what is kept?"
scorepad verify "$out/match-sheet.pdf"

rm -f "$out/new.json" "$out/acknowledged.ndjson"
step "All of it is in $out/:"
ls "$out"
