#!/bin/sh
# Collects every text of the program into resources/translations, brings the catalogues of all
# languages up to date with them and compiles those.
#
#   words.sh        all languages that are there
#   words.sh de     begins German
set -eu
cd "$(dirname "$0")/.."
folder=resources/translations
babel=.venv/bin/pybabel
all=$folder/scorepad.pot

# T and N: spades/words.py.  Refusals: spades/refusal.py and what is made of it.
# template and the two errors: rooms below it.
# Meta, described: what a parameter or a column means (spades/rules.py, export/match_columns.py).  Of the rule sets: rule_texts.py.
PYTHONPATH=. $babel -q extract -F pyproject.toml --no-location --sort-output --project Scorepad \
    -k T -k N:1,2 -k Text:1,2 -k template -k FolderError -k SettingError \
    -k Refused -k NotReadableFile -k BadCode -k Breach -k Undecided -k OtherEvent \
    -k RulesError:3 -k wrong_line:3 -k Meta -k described:2 -o "$all" .
for language in "$@"; do
    [ -e "$folder/$language" ] || $babel -q init -i "$all" -d "$folder" -D scorepad -l "$language"
done
for catalogue in "$folder"/*/LC_MESSAGES/scorepad.po; do
    [ -e "$catalogue" ] || continue
    $babel -q update -i "$all" -D scorepad --no-fuzzy-matching --ignore-obsolete \
        --ignore-pot-creation-date -o "$catalogue" \
        -l "$(basename "$(dirname "$(dirname "$catalogue")")")"
    $babel -q compile --statistics -i "$catalogue" -o "${catalogue%.po}.mo"
done
echo "$(grep -c '^msgid' "$all") texts in $all"
