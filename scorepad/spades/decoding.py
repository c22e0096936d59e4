"""Entries and match files are decoded; a faulty one is refused in a sentence of ours."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, cast, get_args

import msgspec

from scorepad.budget import MATCH_BUDGET
from scorepad.spades.entries import KINDS, Common, Entry, Head, HeadChange
from scorepad.spades.refusal import Refused, over_budget_text, too_large_text
from scorepad.spades.words import N, T, Text

_ENTRY: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
BOM = codecs.BOM_UTF8
"""The mark that some editors put before UTF-8 text."""

MOST_NESTED = 64
"""A file or an entry has at most so many objects and lists inside each other."""
_ALL_DIGITS_ZERO = bytes.maketrans(b"123456789", b"000000000")
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]|\d{19,}', re.DOTALL)

_TOO_DEEP = T("its JSON is nested too deeply for a match file")
_TOO_LARGE = T("a number in it is too large")
_A_FILE = T("a Scorepad file")
AN_ENTRY = T("an entry")
_AT = r" - at (?:`key` in )?`\$(?P<path>[^`]*)`$"
_MISSING = r"missing required field `(?P<field>[^`]*)`"
_UNKNOWN = r"(?s)unknown field `(?P<field>.*?)`(?: - at|$)"


class NotReadableFile(Refused):
    """The bytes are no JSON, or not of the shape of a match file or an entry."""


class DuplicateKey(NotReadableFile):
    """One object has a key twice."""

    def __init__(self, key: str) -> None:
        super().__init__(T("“{key}” appears twice in one object; remove one", key=key[:60]))


FIELD_FORMS: dict[str, Text] = {
    "bids": T(
        "either “itself” or a list of four bids in seat order; each bid is a whole number from "
        "0 to 13, “nil”, “blind”, a blind number such as {example}, or null",
        example='{"blind": 6}',
    ),
    "tricks.tricks": T(
        "a list of four trick counts in seat order; each is a whole number from 0 to 13, or null"
    ),
    "hand": T("a hand number"),
    "to": T("an entry of the same kind as the one it amends"),
    "rules": T("a rule set's ID, or a whole rule set"),
    "agreed": T(
        "a table of sections, such as {example}", example='{"bidding": {"blind_nil": "yes"}}'
    ),
    "teams": T("two teams, each with a name and two players (up to 500 characters per name)"),
    "log": T("a list of entries"),
    "scorepad": T("the format number, 1"),
}
"""The allowed values of the fields whose types don't have them."""
LARGEST_NUMBER = 1_000_000
MOST_LISTED = 4
"""The numbers that a field allows are listed, unless there are more than so many."""


def _form_of_type(kind: type[msgspec.Struct] | None, field: str) -> Text:
    fields = {} if kind is None else {f.encode_name: f.type for f in msgspec.structs.fields(kind)}
    types = [fields.get(field)]
    for each in types:
        types += get_args(each)
    numbers = _numbers(types)
    values = [str(each) for each in types if isinstance(each, str | int)]
    if bool in types:
        values = ["true", "false"]
    elif len(numbers) <= MOST_LISTED:
        values = [str(each) for each in numbers] or values
    is_optional = type(None) in types
    if values:
        *first, last = [*values, "null"] if is_optional else values
        return T("{values} or {last}", values=", ".join(first), last=last)
    if datetime in types:
        form = T("a date and time such as {example}", example="2027-01-31T18:05:00Z")
    elif numbers:
        least, most = (f"{each:,}".replace("-", "−") for each in (numbers[0], numbers[-1]))
        form = T("a whole number from {least} to {most}", least=least, most=most)
    else:
        return T("text")
    return T("{form}, or null", form=form) if is_optional else form


def _numbers(types: Sequence[Any]) -> range:
    bounds = next((each for each in types if isinstance(each, msgspec.Meta)), msgspec.Meta())
    least = -LARGEST_NUMBER if bounds.ge is None else int(bounds.ge)
    most = LARGEST_NUMBER if bounds.le is None else int(bounds.le)
    return range(least, most + 1) if int in types else range(0)


class EntryForms(msgspec.Struct, frozen=True):
    """The kinds of entries of a log, and its `head`. `fields` has the allowed values that their
    types don't state."""

    kinds: Mapping[str, type[Common]]
    head: type[msgspec.Struct]
    fields: Mapping[str, Text]
    example: str

    def form_of(self, kind: str, field: str) -> Text:
        """Return the allowed values of a field of an entry of this kind (or of the whole file:
        "")."""
        form = self.fields.get(f"{kind}.{field}") or self.fields.get(field)
        return form or _form_of_type(self.kinds.get(kind, self.head), field)

    def field_names(self, kind: str) -> tuple[str, ...]:
        """Return the fields of an entry of this kind, as they are written."""
        return ("kind", *(f.encode_name for f in msgspec.structs.fields(self.kinds[kind])))


MATCH_FORMS = EntryForms(KINDS, Head, FIELD_FORMS, '{"kind": "bids", "bids": [4, 3, "nil", 5]}')


def explain_decode_error(
    error: Exception,
    data: Any,
    kind: str,
    fields: tuple[str, ...],
    forms: EntryForms = MATCH_FORMS,
) -> Text:
    """Return a decoder's error in words for the author of the file."""
    message = str(error)
    at = re.search(_AT, message)
    path = at.group("path") if at else ""
    if kind == "amend" and path.startswith(".to") and isinstance(data, Mapping):
        to = data.get("to")
        inner = _kind_of(to)
        if inner in forms.kinds and inner not in ("amend", "strike", "restore"):
            message = message.replace("`$.to", "`$")
            inside = msgspec.ValidationError(message)
            return T(
                "“to”: {what}",
                what=explain_decode_error(inside, to, inner, forms.field_names(inner), forms),
            )
    missing = re.search(_MISSING, message)
    if missing and path in ("", ".to"):
        field = missing.group("field")
        return T(
            "“{field}” is missing; it must be {form}", field=field, form=forms.form_of(kind, field)
        )
    unknown = re.search(_UNKNOWN, message)
    if unknown and path in ("", ".to"):
        return T(
            "“{field}” isn't a field here; choose from {fields}",
            field=unknown.group("field")[:60],
            fields=", ".join(fields),
        )
    field = re.split(r"[.\[]", path.lstrip("."), maxsplit=1)[0]
    if not field:
        return T(
            "an entry is an object with a “kind”, such as {example}",
            example=forms.example,
        )
    if isinstance(data, Mapping) and isinstance(data.get(field), str) and len(data[field]) > 400:
        return T("“{field}” is too long", field=field)
    return T("“{field}” must be {form}", field=field, form=forms.form_of(kind, field))


def _kind_of(data: Any) -> str:
    kind = data.get("kind") if isinstance(data, Mapping) else None
    return kind if isinstance(kind, str) else ""


def explain_bad_entry(error: Exception, data: Any, forms: EntryForms = MATCH_FORMS) -> Text:
    """Return why this plain data is no entry."""
    if not isinstance(data, Mapping):
        return T(
            "an entry is an object with a “kind”, such as {example}",
            example=forms.example,
        )
    if "kind" not in data:
        return T("“kind” is missing; it must be one of {kinds}", kinds=", ".join(forms.kinds))
    kind = _kind_of(data)
    if kind not in forms.kinds:
        return T(
            "“{kind}” isn't a kind of entry; choose from {kinds}",
            kind=str(data["kind"])[:60],
            kinds=", ".join(forms.kinds),
        )
    return explain_decode_error(error, data, kind, forms.field_names(kind), forms)


def refuse_large(data: bytes) -> None:
    """Raise `NotReadableFile` for more bytes than any real match, event or entry has."""
    if len(data) > MATCH_BUDGET.bytes:
        raise NotReadableFile(too_large_text(MATCH_BUDGET.bytes))


def refuse_too_many_entries(log: Sequence[Any], most: int) -> None:
    """Raise `NotReadableFile` for a log with more than `most` entries."""
    if len(log) > most:
        raise NotReadableFile(over_budget_text(N("{n} entry", "{n} entries", most)))


def refuse_oversized_log(log: Sequence[Common]) -> None:
    """Raise `NotReadableFile` for a log with more entries, or more corrections, than any real match
    has."""
    refuse_too_many_entries(log, MATCH_BUDGET.entries)
    corrections = sum(each.is_correction or isinstance(each, HeadChange) for each in log)
    if corrections * len(log) > MATCH_BUDGET.scored_anew:
        raise NotReadableFile(
            "it has {n} corrections, far more than a real match this long would have", n=corrections
        )


def plain_json(data: bytes, what: Text = _A_FILE) -> Any:
    """Decode JSON to plain data. Raise `NotReadableFile`, which names `what` was expected."""
    refuse_large(data)
    data = data.removeprefix(BOM)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:4]:
        raise _not_utf8(what)
    if not data.strip():
        raise NotReadableFile("it's empty; a match file is JSON")
    try:
        return msgspec.json.decode(data)
    except RecursionError:
        raise NotReadableFile(_TOO_DEEP) from None
    except UnicodeDecodeError:
        raise _not_utf8(what) from None
    except (msgspec.MsgspecError, ValueError) as error:
        message = str(error)
        if "utf-8" in message.lower():
            raise _not_utf8(what) from None
        if "out of range" in message or "digits" in message:
            raise NotReadableFile(_TOO_LARGE) from None
        if "truncated" in message:
            _refuse_half_character(data, what)
            raise NotReadableFile(
                "it's only part of {what}: its JSON ends too soon", what=what
            ) from None
        byte = re.search(r"\(byte (\d+)\)", message)
        if byte:
            before = data[: int(byte.group(1))]
            line = before.count(b"\n") + 1
            if b"\n" not in data.strip():
                # It is one line of many; the caller names the line.
                column = len(before.decode("utf-8", "replace")) + 1
                raise NotReadableFile(
                    "it isn't {what}: it isn't valid JSON (character {column})",
                    what=what,
                    column=column,
                ) from None
            raise NotReadableFile(
                "it isn't {what}: it isn't valid JSON (line {line}, character {column})",
                what=what,
                line=line,
                column=len(before) - (before.rfind(b"\n") + 1) + 1,
            ) from None
        raise NotReadableFile("it isn't {what}: it isn't valid JSON", what=what) from None


def _not_utf8(what: Text) -> NotReadableFile:
    return NotReadableFile("it isn't {what}: it isn't UTF-8 text", what=what)


def _refuse_half_character(data: bytes, what: Text) -> None:
    import json  # msgspec reads all but this

    with suppress(RecursionError, ValueError):
        json.loads(data)
        raise NotReadableFile(
            "it isn't {what}: some text in it ends with an incomplete character", what=what
        )


def refuse_ambiguous_json(data: bytes) -> None:
    """Raise `NotReadableFile` for JSON that is nested too deep, has a number that is too large, or
    has a key twice in one object (`DuplicateKey`).

    Decoders take the last of the two in silence, and a score would depend on it.
    """
    if (why := _bounds_broken(data)) is not None:
        raise NotReadableFile(why)
    with suppress(msgspec.MsgspecError, RecursionError, ValueError):
        if _encode(_decode(data)) == data:  # a second key would be gone
            return
    import json  # msgspec reads all but this

    try:
        json.loads(data, object_pairs_hook=_refuse_second_key)
    except RecursionError:
        raise NotReadableFile(_TOO_DEEP) from None
    except ValueError:
        raise NotReadableFile("it isn't {what}: it isn't valid JSON", what=_A_FILE) from None


def _bounds_broken(data: bytes) -> Text | None:
    """Few files have enough brackets, or such numbers in texts, to need reading."""
    has_large_number = b"0" * 19 in data.translate(_ALL_DIGITS_ZERO)
    if data.count(b"{") + data.count(b"[") <= MOST_NESTED and not has_large_number:
        return None
    depth = 0
    for token in _TOKEN.findall(data):
        first = token[:1]
        if first in b"[{":
            depth += 1
            if depth > MOST_NESTED:
                return _TOO_DEEP
        elif first in b"]}":
            depth -= 1
        elif first != b'"':
            return _TOO_LARGE
    return None


def _refuse_second_key(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) != len(pairs):
        count = Counter(key for key, _ in pairs)
        raise DuplicateKey(next(key for key, times in count.items() if times > 1))
    return whole


def convert_known_entry(data: Any) -> Entry:
    """Convert plain data to an entry.  Raise `NotReadableFile` with one sentence."""
    try:
        return cast(Entry, msgspec.convert(data, Entry))
    except (msgspec.ValidationError, OverflowError, ValueError) as error:
        raise NotReadableFile(explain_bad_entry(error, data)) from None


def decode_entry(data: bytes) -> Entry:
    """Decode one entry from JSON.  Raise `NotReadableFile` with one sentence."""
    refuse_large(data)
    try:
        entry = _ENTRY.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        entry = convert_known_entry(plain_json(data, AN_ENTRY))
    refuse_ambiguous_json(data)
    return entry


def encode_entry(entry: Entry) -> bytes:
    """Encode one entry as JSON, without defaults."""
    return msgspec.json.encode(entry)
