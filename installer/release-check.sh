#!/bin/sh
# Refuses what must not be released: a dirty tree, a CHANGELOG without this version's date or with
# too much, versions that differ or don't sort after the last one, a red check.  RELEASING.md says
# when to run it.
set -u
cd "$(dirname "$0")/.."

problems=0
problem() {
    printf 'release-check: %s\n' "$*" >&2
    problems=$((problems + 1))
}

version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' scorepad/__init__.py)
heading=$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)
[ -z "$(git status --porcelain)" ] || problem "the tree has changes that aren't committed."
case $heading in
"$version" | "$version "*) ;;
*) problem "CHANGELOG.md begins with “$heading”, and the program is version $version." ;;
esac
day=$(printf '%s\n' "$heading" | grep -Eo '[0-9]{4}-[0-9]{2}-[0-9]{2}$')
{ [ -n "$day" ] && date -d "$day" >/dev/null 2>&1; } ||
    problem "“$heading” in CHANGELOG.md has no date such as $(date +%Y-%m-%d)."
lines=$(awk '/^## / {n++; next} n == 1 && NF {c++} END {print c + 0}' CHANGELOG.md)
[ "$lines" -le 40 ] || problem "CHANGELOG.md has $lines lines about this version; 40 are the most that people read."
last=$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md | grep -vxF "$version" | head -n 1)
newest=$(printf '%s\n' "$last" "$version" | sort -V | tail -n 1)
[ "$newest" = "$version" ] || problem "version $version sorts before $last, the one before it in CHANGELOG.md."
told=$(.venv/bin/python -m scorepad --version)
[ "$told" = "Scorepad $version" ] || problem "the program says “$told”, and its source says $version."
installed=$(.venv/bin/python -c 'import importlib.metadata as m; print(m.version("scorepad"))')
[ "$installed" = "$version" ] || problem "the package in .venv is version $installed; run make setup-test again."
tag=$(git tag --points-at HEAD)
case $tag in
'' | "v$version") ;;
*) problem "this commit has the tag $tag, and the program is version $version." ;;
esac
[ "$problems" = 0 ] || exit 1
.ci/run || problem "a check is red; see above."
[ "$problems" = 0 ] && printf 'Scorepad %s can be released.\n' "$version"
exit "$problems"
