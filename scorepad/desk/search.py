"""A list is searched by letters without case, accents and other adornments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter

from scorepad.spades.naming import (
    round_field,
    round_name,
    strip_table_word,
    table_name,
    table_title,
)
from scorepad.spades.status import MatchStatus

# Letters that Unicode takes for letters of their own, and the keys people reach for in a hurry.
PLAIN = str.maketrans(
    {
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",
        "ł": "l",
        "ø": "o",
        "ŧ": "t",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ς": "σ",
        "ـ": "",
        "‘": "'",
        "’": "'",
        "ʼ": "'",
        "‐": "-",
        "‑": "-",
        "–": "-",
        "—": "-",
        "−": "-",
    }
)
BETWEEN_WORDS = re.compile(r"[^\w\n]+")
VIRAMA = 9
"""The combining class of the sign that joins letters in the scripts of India: no adornment."""


@lru_cache(maxsize=1024)  # of a match nothing but its score changes
def normalize_for_search(text: str) -> str:
    """Return a text as it is compared: `Nguyễn` as `nguyen`, `ΆΡΗΣ` as `αρησ`, `Øyvind` as
    `oyvind`.

    Vowel signs that are letters of their own (Devanagari, Thai) are left in.
    """
    if text.isascii():
        return " ".join(text.lower().replace("\0", " ").split())
    whole = text.encode("utf-8", "replace").decode("utf-8")
    parts = unicodedata.normalize("NFKD", whole.casefold())
    bare = "".join(sign for sign in parts if unicodedata.combining(sign) in {0, VIRAMA})
    return " ".join(bare.casefold().translate(PLAIN).replace("\0", " ").split())


def searchable_text_of_match(status: MatchStatus) -> str:
    """Everything in a status that a search looks at, one field a line."""
    fields = (
        status.event,
        status.round,
        status.table,
        *status.teams,
        *status.players,
        status.rules,
        status.rules_name,
    )
    return "\n".join(map(normalize_for_search, fields))


def search_rank(texts: Sequence[str], number: str, search: str) -> int | None:
    """Return how well a row with these `texts` matches the search: 0 it is its number, 1 a part
    has it word for word, 2 as whole words, 3 as beginnings of words, 4 anywhere; None not at
    all."""
    query_words = normalize_for_search(search).split()
    if not query_words or query_words == normalize_for_search(number).split():
        return 0
    parts = BETWEEN_WORDS.sub(" ", "\n".join(map(normalize_for_search, texts)))
    text = f" {parts} ".replace("\n", " \n ")
    if f" {' '.join(query_words)} " in text:
        return 1
    ranks = [_rank(word, text) for word in query_words]
    known = [rank for rank in ranks if rank is not None]
    return max(known) if len(known) == len(ranks) else None


def rank_search_hits(statuses: Iterable[MatchStatus], search: str) -> list[MatchStatus]:
    """Return the matches that fit the search, the best first; equally good ones keep their
    order."""

    def match_texts(each: MatchStatus) -> tuple[str, ...]:
        place = table_name(each.table), round_name(each.round)
        return *place, each.event, *each.teams, *each.players, each.rules, each.rules_name

    fit = [
        (search_rank(match_texts(each), strip_table_word(each.table), search), each)
        for each in statuses
    ]
    ranked = [(rank, each) for rank, each in fit if rank is not None]
    return [each for _rank, each in sorted(ranked, key=itemgetter(0))]


def drop_words_table_and_round(search: str) -> str:
    """Return the search without "table" and "round", which a keeper does not know."""
    titles = {
        title
        for text in (table_title("0"), round_field("0"))
        for name in (str(text), text.english)
        for title in normalize_for_search(name).split()
    }
    return " ".join(word for word in search.split() if normalize_for_search(word) not in titles)


def _rank(word: str, text: str) -> int | None:
    if f" {word} " in text:
        return 2
    if f" {word}" in text:
        return 3
    # A number is never the middle of another one.
    return 4 if word in text and not word.isdigit() else None
