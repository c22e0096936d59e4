"""The kinds of documents: papers and export formats, as `reports` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from scorepad.spades.words import Text


class DocumentKind(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a paper or an export format.

    name: its name on the command line, and in the record of a document
    title: its name on a button
    meaning: its purpose, as a phrase
    maker: the function that makes it, as `MODULE:FUNCTION` within `reports`
    endings: the endings of its files, the usual one first
    other_files: the names of files with other endings that files in such a folder show
    folder_from: the number of matches from which it's a folder of such files (None: never)
    shows: matches as they were recorded; results, with those that an event states; or an event,
        with a code that covers those of its matches
    needs: one match; several; or an event with rounds
    options: its other arguments: `of_round`, its round ("" is the last one); `progress`, which
        gets the number of finished sheets and of all sheets, and returns whether to go on
    """

    name: str
    title: Text
    meaning: Text
    maker: str
    endings: tuple[str, ...] = (".pdf",)
    other_files: tuple[str, ...] = ()
    folder_from: int | None = None
    shows: Literal["matches", "results", "event"] = "matches"
    needs: Literal["match", "matches", "event"] = "matches"
    options: tuple[Literal["of_round", "progress"], ...] = ()

    def usual_ending(self, matches: int) -> str:
        """Return the ending of the file, or "" for a folder, with this many matches."""
        has_folder = self.folder_from is not None and matches >= self.folder_from
        return "" if has_folder else self.endings[0]


DocumentKinds: TypeAlias = Mapping[str, DocumentKind]
"""Kinds of documents by their names, in the order in which they're offered."""
