"""A house's own rule sets: files in a folder, each a copy of another rule set with changes.

The file of a copy `extends` the original and states only the differences. Matches freeze their rule
set when they start, so changing or deleting a file never changes a match.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from scorepad import files
from scorepad.budget import RULES_BUDGET
from scorepad.spades.bidding import read_bid, read_trick_count
from scorepad.spades.board import Hand
from scorepad.spades.entries import Bid, Bids, FourBids, FourCounts, Head, Ruling, Tricks
from scorepad.spades.library import Library, find_faults
from scorepad.spades.match import Match
from scorepad.spades.naming import with_tidy_rules_name
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.rulefile import (
    LIST_KEYS,
    RulesError,
    parse_toml,
    plain_rules,
    refuse_unlisted_grounds,
    shortest_extension,
    standalone_file,
)
from scorepad.spades.rules import PRESETS, RuleSet
from scorepad.spades.words import T, Text

UNSAVED = "unsaved.json"
RESERVED = frozenset({"con", "prn", "aux", "nul"})
"""Windows allows no file with one of these names."""


class EditedRules(msgspec.Struct, kw_only=True):
    """A rule set in the editor, as plain data.

    `base` is the id of the rule set it was copied from ("": none); `is_kept` means that it is a
    saved house rule set, whose id doesn't change.
    """

    data: dict[str, Any]
    base: str = ""
    is_kept: bool = False


class HouseRules:
    """Edits, imports and saves the house rule sets of a library, which are kept in `folder`."""

    def __init__(self, folder: Path, library: Library) -> None:
        self.folder = folder
        self.library = library

    def ids(self) -> tuple[str, ...]:
        """Return the ids of the house's own rule sets."""
        return tuple(each for each in self.library.ids() if each not in PRESETS)

    def base_id(self, rules_id: str) -> str:
        """Return the id of the rule set that this one extends; "" when it states everything
        itself."""
        base = self.library.file(rules_id)[1].get("extends")
        return base if isinstance(base, str) else ""

    # Changing one.

    def make_unsaved_copy(self, rules_id: str, name: str, edition: str) -> EditedRules:
        """Return a copy of a rule set to edit, with a name and edition of its own. Raises
        `Refused`."""
        rules = self.library.get(rules_id)
        data = _plain(rules)
        data["name"] = self.name_with_number_if_taken(name)
        data["id"] = self.make_free_id_from_name(data["name"])
        data["edition"] = edition
        is_template = rules_id in self.library.templates
        return EditedRules(data=data, base="" if is_template else rules_id)

    def open_for_editing(self, rules_id: str) -> EditedRules:
        """Return a saved house rule set to edit. Raises `Refused`."""
        data, base = _plain(self.library.get(rules_id)), self.base_id(rules_id)
        if base:
            # An inherited list is edited whole; its untrue parts are left out when it is saved.
            inherited = _plain(self.library.get(base))
            stated = self.library.file(rules_id)[1]
            for name in LIST_KEYS:
                if name not in stated and name in inherited:
                    data[name] = inherited[name]
        return EditedRules(data=data, base=base, is_kept=True)

    def rules_of_draft(self, draft: EditedRules) -> RuleSet:
        """Return the rule set that a draft without faults is; its name may be missing."""
        data = {**draft.data, "id": "draft", "name": draft.data.get("name") or "–"}
        base = self.base_of(draft)
        return self.library.resolve(data if base is None else shortest_extension(data, base))

    def base_of(self, draft: EditedRules) -> dict[str, Any] | None:
        """Return the rule set that a draft extends, as plain data; None when there is none."""
        return plain_rules(self.library.get(draft.base)) if draft.base else None

    def draft_faults_by_path(self, draft: EditedRules) -> dict[str, Text]:
        """Return the faults that keep a draft from being saved: path → the sentence."""
        faults = find_faults(draft.data, self.library)
        if not faults:
            try:
                refuse_unlisted_grounds(draft.data, "")
            except RulesError as refused:
                faults[refused.path] = refused.what
        name = str(draft.data.get("name", "")).strip().casefold()
        for other in self.library.ids():
            if other != draft.data.get("id") and self._name(other).casefold() == name:
                faults["name"] = T(
                    "another rule set already has this name; choose a different name"
                )
        return faults

    def save(self, draft: EditedRules) -> RuleSet:
        """Save a draft as a file of the folder; new matches can use it at once.

        Raises `Refused` when a value is not allowed, when a rule set that extends this one could
        then not be read, or when the file cannot be written; then nothing has changed.
        """
        for path, what in self.draft_faults_by_path(draft).items():
            raise RulesError("", path, what)
        data = with_tidy_rules_name(draft.data)
        if not draft.is_kept:
            data["id"] = self.make_free_id_from_name(str(data["name"]))
        base = self.base_of(draft)
        data = shortest_extension(data, base) if base is not None else standalone_file(data)
        name = self.library.file(data["id"])[0] if draft.is_kept else f"{data['id']}.toml"
        return self._save_file(name, data)

    def _save_file(self, name: str, data: dict[str, Any]) -> RuleSet:
        rules_id = data["id"]
        before = self.library.file(rules_id) if rules_id in self.library.ids() else None
        readable = [each for each in self.ids() if self._readable(each)]
        self.library.add(name, data)
        try:
            rules = self.library.get(rules_id)
            for other in readable:
                if not self._readable(other):
                    raise Refused(
                        "“{other}” is based on this rule set and would stop working if you "
                        "saved this change",
                        other=other,
                    )
            self._write(self.folder / name, file_text(data))
        except Refused:
            self._put_back(rules_id, before)
            raise
        return rules

    def _put_back(self, rules_id: str, before: tuple[str, Mapping[str, Any]] | None) -> None:
        if before is None:
            self.library.remove(rules_id)
        else:
            self.library.add(*before)

    def _readable(self, rules_id: str) -> bool:
        try:
            self.library.get(rules_id)
        except Refused:
            return False
        return True

    def delete(self, rules_id: str) -> None:
        """Delete a house rule set; matches that were started with it keep it. Raises `Refused`,
        also while another house rule set extends it."""
        for other in self.ids():
            if other != rules_id and self.base_id(other) == rules_id:
                raise Refused(
                    "“{other}” is based on this rule set; delete “{other}” first",
                    other=self._name(other),
                )
        path = self.folder / self.library.file(rules_id)[0]
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise _not_written(path, error) from None
        self.library.remove(rules_id)

    def restore_deleted(self, name: str, data: Mapping[str, Any]) -> str:
        """Save a deleted rule set again, from its file's name and data, and return its id.
        Raises `Refused`."""
        return self._save_file(name, dict(data)).id

    # Files.

    def export_rules_as_toml(self, rules_id: str) -> str:
        """Return a rule set as a TOML file that can be read where only the presets are: a copy of a
        preset as its changes, any other as a whole. Raises `Refused`."""
        rules = plain_rules(self.library.get(rules_id))
        base = self.base_id(rules_id)
        if base in PRESETS:
            return file_text(shortest_extension(rules, plain_rules(self.library.get(base))))
        return file_text(standalone_file(rules))

    def import_rules(self, raw: bytes, where: str) -> tuple[RuleSet, bool]:
        """Import a rule set file, whose name is `where`; return the rule set, and whether it is
        new.

        One that is here with the same content doesn't change; if another has its id, it gets a new
        one. Raises `Refused`, naming the file; then nothing has changed.
        """
        data = with_tidy_rules_name(parse_toml(raw, where))
        file_id = data.get("id")
        rules = self.library.resolve(data, where=where)
        if file_id in self.library.ids() and self._readable(str(file_id)):
            if self.library.get(str(file_id)) == rules:
                return rules, False
            data["name"] = self.name_with_number_if_taken(rules.name)
        if file_id in self.library.ids() or not is_id(str(file_id)):
            data["id"] = self.make_free_id_from_name(str(data["name"]))
        name = f"{data['id']}.toml"
        if (self.folder / name).exists():
            name = f"{self.make_free_id_from_name(data['id'] + ' file')}.toml"
        return self._save_file(name, data), True

    # Names.

    def _name(self, rules_id: str) -> str:
        name = self.library.file(rules_id)[1].get("name")
        return name if isinstance(name, str) else rules_id

    def name_with_number_if_taken(self, name: str) -> str:
        """Return this name, with a number behind it when another rule set has it."""
        names_in_use = {self._name(each).casefold() for each in self.library.ids()}
        tries = (name if n == 1 else f"{name} {n}" for n in range(1, len(names_in_use) + 3))
        return next(each for each in tries if each.casefold() not in names_in_use)

    def make_free_id_from_name(self, name: str) -> str:
        """Return an id made from a name, that no rule set and no file of the folder has."""
        plain_letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        stem = re.sub(r"[^a-z0-9]+", "-", plain_letters.casefold()).strip("-")[:40].strip("-")
        if not stem or stem in RESERVED:
            stem = f"house-{stem}".strip("-")
        names_in_use = {
            *self.library.ids(),
            *PRESETS,
            *(each.stem.casefold() for each in self.folder.glob("*.toml")),
        }
        tries = (stem if n == 1 else f"{stem}-{n}" for n in range(1, len(names_in_use) + 2))
        return next(each for each in tries if each not in names_in_use)

    # Unsaved edits.

    def read_unsaved_draft(self) -> EditedRules | None:
        """Return the edits from when the program ended or the page was left."""
        try:
            raw = files.read_file(self.folder / UNSAVED, RULES_BUDGET.bytes)
            draft = msgspec.json.decode(raw, type=EditedRules)
            known = not draft.base or self._readable(draft.base)
            there = not draft.is_kept or draft.data.get("id") in self.ids()
        except (OSError, msgspec.DecodeError, RecursionError):
            return None
        return draft if known and there else None

    def store_unsaved_draft(self, draft: EditedRules | None) -> None:
        """Keep the edits for `read_unsaved_draft` (None: no edits). Raises `Refused`."""
        path = self.folder / UNSAVED
        if draft is None:
            with suppress(OSError):
                path.unlink(missing_ok=True)
        else:
            self._write(path, msgspec.json.encode(draft).decode())

    def _write(self, path: Path, text: str) -> None:
        try:
            files.make_private_folder(self.folder)
            files.write_file(path, text.encode(), overwrite=True, private=True)
        except OSError as error:
            raise _not_written(path, error) from None


def _plain(rules: RuleSet) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain_rules(rules)))
    return data


def _not_written(path: Path, error: OSError) -> Refused:
    reason = os_reason(error, writing=True)
    return Refused("{file} can't be written: {why}", file=path.name, why=reason)


def is_id(text: str) -> bool:
    """Return whether this can be an id, and the name of its file."""
    return re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,59}", text) is not None and text not in RESERVED


def file_text(data: Mapping[str, Any]) -> str:
    """Return a rule set file's text in TOML."""
    return tomli_w.dumps(data)


# A sample hand shows the effect of a rule set: typed bids and tricks become a scored hand.

Four = tuple[str, str, str, str]


class TypedSampleHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as it is typed, by seat, and where both sides are before it."""

    bids: Four
    tricks: Four
    score: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)


SAMPLES: tuple[tuple[Text, TypedSampleHand], ...] = (
    (
        T("Made, with overtricks"),
        TypedSampleHand(bids=("4", "3", "3", "2"), tricks=("5", "3", "3", "2")),
    ),
    (T("Set"), TypedSampleHand(bids=("5", "3", "4", "2"), tricks=("4", "4", "3", "2"))),
    (T("Nil made"), TypedSampleHand(bids=("N", "3", "5", "4"), tricks=("0", "3", "6", "4"))),
    (T("Nil failed"), TypedSampleHand(bids=("N", "3", "5", "4"), tricks=("2", "3", "5", "3"))),
    (
        T("Nil failed, partner set"),
        TypedSampleHand(bids=("N", "3", "6", "4"), tricks=("2", "4", "4", "3")),
    ),
    (
        T("Blind nil made"),
        TypedSampleHand(bids=("B", "3", "5", "4"), tricks=("0", "4", "5", "4"), score=(20, 240)),
    ),
    (
        T("Both partners nil"),
        TypedSampleHand(bids=("N", "6", "N", "5"), tricks=("0", "6", "1", "6")),
    ),
    (T("Big bid made"), TypedSampleHand(bids=("6", "1", "4", "3"), tricks=("6", "1", "4", "2"))),
    (T("Big bid set"), TypedSampleHand(bids=("6", "1", "4", "3"), tricks=("5", "2", "4", "2"))),
    (
        T("Over the bag limit"),
        TypedSampleHand(
            bids=("3", "3", "2", "2"), tricks=("5", "3", "3", "2"), score=(190, 160), bags=(4, 9)
        ),
    ),
)
"""Hands that show most parameters at work."""


def _parse_bid(text: str) -> Bid:
    with suppress(ValueError):
        typed = read_bid(text)
        if not isinstance(typed, int) or 0 <= typed <= 13:
            return typed
    raise Refused("“{text}” isn't a bid; type 0 to 13, N for nil or B for blind nil", text=text)


def _parse_tricks(text: str) -> int | None:
    with suppress(ValueError):
        typed = read_trick_count(text)
        if typed is None or 0 <= typed <= 13:
            return typed
    raise Refused("“{text}” isn't a number of tricks; type 0 to 13", text=text)


def score_sample_hand(rules: RuleSet, library: Library, sample: TypedSampleHand) -> Hand:
    """Return the hand as these rules score it; raises `Refused` if they do not allow it."""
    match = Match.open(Head(rules=plain_rules(rules)), library)
    for side in (0, 1):
        if sample.score[side] or sample.bags[side]:
            ruling = Ruling(side=side, points=sample.score[side], bags=sample.bags[side], why="–")
            match = match.append(ruling)
    a, b, c, d = (_parse_bid(text) for text in sample.bids)
    bids: FourBids = (a, b, c, d)
    match = match.append(Bids(bids=bids))
    e, f, g, h = (_parse_tricks(text) for text in sample.tricks)
    counts: FourCounts = (e, f, g, h)
    return match.append(Tricks(tricks=counts)).board.hands[-1]
