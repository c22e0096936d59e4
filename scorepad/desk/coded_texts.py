"""The texts that one of Scorepad's processes has another one show, each with its code.

A process that exchanges with other laptops writes codes with their fields into a file.  The window,
perhaps of another version and in another language, puts them into words here.
"""

from __future__ import annotations

import errno
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.spades.naming import UNNAMED
from scorepad.spades.refusal import OTHER_REASONS, SYSTEM_REASONS
from scorepad.spades.words import Field, N, T, Text

LONGEST_CODE = 40  # characters that are shown of a code that isn't known
_CodedField: TypeAlias = "str | int | float | CodedText"
CODED_TEXTS: dict[str, Text] = {
    "data-folder-unusable": T("Can't save matches in {folder}: {why}; choose another folder."),
    "file-unusable": T("{file} can't be used: {why}; move it away and open Scorepad again."),
    "file-unreadable": T("{file} can't be read: {why}."),
    "shared-folder-unusable": T(
        "Can't use the folder {folder}: {why}. Your entries stay on this computer until it "
        "works again."
    ),
    "data-folder-in-use": T(
        "{program} is open in {folder}. Close it, or wait until it's done, and try again."
    ),
    "broken-text": T("This text has an invalid character. Type it again."),
    "is-a-folder": T("it is a folder"),
    "is-a-link": T("it is a link"),
    "is-not-there": T("it doesn't exist"),
    "database-suspect": T(
        "{file} can't be read: the disk is failing, or the database is damaged or was replaced. "
        "Close Scorepad everywhere and open it again; it then recovers from the feeds."
    ),
    "disk-full": T(
        "The disk is full, so nothing was saved to {folder}. Free up some space and try again."
    ),
    "folder-read-only": T(
        "{folder} is read-only, so nothing was saved; allow writing there or choose another folder."
    ),
    "database-locked": T(
        "Another program is locking the database in {folder}, so nothing was saved. Close "
        "that program and try again."
    ),
    "disk-failing": T(
        "The disk isn't responding properly, so nothing was saved to {folder}. Copy the "
        "folder to another disk."
    ),
    "database-refuses": T(
        "The database in {folder} reported an error, so nothing was saved: {why}."
    ),
    "scorepad": T("Scorepad"),
    "scorepad-window": T("The Scorepad window"),
    "share-follow": T("“scorepad share follow”"),
    "no-backup": T("Couldn't make a backup: {why}"),
    "newer-database": T("{file} was written by a newer Scorepad; update Scorepad to open it."),
    "database-rebuilt": T(
        "The database in {folder} was missing; Scorepad rebuilt it from the feeds."
    ),
    "database-updated": T(
        "Scorepad updated the database in {folder} for this version. The old one is still there as "
        "{moved}."
    ),
    "database-recovered": T(
        "The database in {folder} was damaged; Scorepad moved it to {moved} and made a new one "
        "from it and the feeds."
    ),
    "line-of-nobody": T(
        "A line that doesn't say which computer recorded it can't be read. It was left out."
    ),
    "newer-feed": T(
        "The feed of {name} was written by a newer Scorepad (format {found}; this one reads format "
        "{known}) and was left out; update Scorepad."
    ),
    "doubled-laptop": T(
        "Two computers recorded as {laptop} ({id}): somebody copied a data folder, or put back an "
        "older one. Scorepad keeps the entries of both. Take over the tables that {laptop} holds."
    ),
    "unreadable-line": T(
        "Something that {laptop} recorded can't be read on this computer ({why}). It was kept, and "
        "nothing else is affected."
    ),
    "unreadable-log": T(
        "{log} has something that this Scorepad can't read, so it's read-only on this computer. "
        "Everything was kept."
    ),
    "feed-file-behind": T("Couldn't update {file}: {why}. Your entries are safe in the database."),
    "lines-missing-here": N(
        "Line {seqs} of {laptop}{about} isn't in this folder. A drive, a backup, or another laptop "
        "may have it; if not, compare the matches with the paper sheets.",
        "Lines {seqs} of {laptop}{about} aren't in this folder. A drive, a backup, or another "
        "laptop may have them; if not, compare the matches with the paper sheets.",
        1,
    ),
    "feed-damaged-here": T(
        "Part of the feed of {laptop} is damaged. A drive, a backup, or another laptop may have a "
        "good copy; if not, compare the matches with the paper sheets."
    ),
    "is-data-folder": T(
        "{folder} is a data folder of Scorepad and was left as it is; name another folder in the "
        "settings."
    ),
    "not-own-feed": T(
        "{file} isn't the feed of this laptop, so Scorepad didn't write to it. Move the file to "
        "another folder, and Scorepad writes a new one."
    ),
    "feed-rewritten": T("{file} was damaged; Scorepad moved it to {moved} and wrote it again."),
    "state-unreadable": T("{file} can't be read and was left out."),
    "feed-cut": T("{file} ends in the middle of a line. Scorepad reads the rest when it arrives."),
    "feed-damaged": T("{file} is damaged; nothing after that point is read."),
    "more-unread": N(
        "{n} more feed or file there can't be read.",
        "{n} more feeds or files there can't be read.",
        1,
    ),
    "too-many-feeds": N(
        "There is more than {n} Scorepad feed or file there; Scorepad left out the rest. "
        "Remove the old ones.",
        "There are more than {n} Scorepad feeds or files there; Scorepad left out the rest. "
        "Remove the old ones.",
        1,
    ),
    "too-many-laptops": N(
        "More than {n} laptop shares this folder; those that wrote longest ago are left out.",
        "More than {n} laptops share this folder; those that wrote longest ago are left out.",
        1,
    ),
    "lines-missing": T(
        "Lines are missing in {file}. Scorepad reads the lines after the gap "
        "when the missing ones arrive."
    ),
    "no-tables": T(
        "Scorepad's tables are missing; ask an administrator to run the SQL that “scorepad "
        "share schema” prints"
    ),
    "server-full": T("the disk of the server is full"),
    "server-slow": T("the server takes too long to answer"),
    "server-read-only": T("the server is read-only"),
    "server-unprotected": T(
        "The connection to {host} isn't protected (sslmode is {found}); set sslmode to {needed} "
        "in pg_service.conf or in the address."
    ),
    "server-too-old": T("The server is PostgreSQL {found}; Scorepad needs {oldest} or later."),
    "server-encoding": T("The database uses the encoding {found}; Scorepad needs UTF8."),
    "database-unusable": T(
        "Can't use the database: {why}. Your entries stay on this computer until it works again."
    ),
    "feed-in-database": T("the feed of {laptop} in the database"),
    "no-psycopg": T(
        "To share a database, install the package psycopg: pip install 'scorepad[postgres]' "
        "({why})."
    ),
    "other-login": T(
        "Another login ({login}) publishes as this computer in the database. Use that login, "
        "or ask an administrator to change it in the table laptops."
    ),
    "laptop-unreadable": T("{laptop}'s record in the database can't be read and was left out."),
    "no-rights": T(
        "the login doesn't have permission; ask an administrator to make it a member of {role}"
    ),
    "twins": T("{n} computers are called {name}: {ids}. Give each its own name in its settings."),
    "clock-ahead": N(
        "this computer's clock is {n} minute ahead of the server's",
        "this computer's clock is {n} minutes ahead of the server's",
        1,
    ),
    "clock-behind": N(
        "this computer's clock is {n} minute behind the server's",
        "this computer's clock is {n} minutes behind the server's",
        1,
    ),
    "outcome-unknown": T(
        "The disk isn't responding properly, so Scorepad can't tell whether this was "
        "recorded. Try again; it's never recorded twice."
    ),
    "match-named": T("The match {one} – {other}"),
    "event-named": T("The event {name}"),
    "log-named": T("The match or event {id}"),
    "unknown-kind": T("this Scorepad doesn't know what it is"),
    "bad-feed-start": T("the start of its feed isn't valid"),
    "bad-rules": T("its rule set isn't valid"),
    "bad-head": T("its match or event isn't valid"),
    "bad-archive": T("its archive mark isn't valid"),
    "bad-document": T("its document record isn't valid"),
    "bad-entry": T("its entry isn't valid"),
    "seconds": T("{n} s"),
    "minutes": T("{n} min"),
    "hours": T("{n} h"),
    "days": N("{n} day", "{n} days", 1),
    "silent": T("nothing has been exchanged for {age}; entries since then may be only here"),
    "other": T(
        "Scorepad found a problem with its files on this computer. Run “scorepad check” for "
        "details."
    ),
    "newer": T(
        "Another version of Scorepad reported something that this one doesn't understand ({code})."
    ),
    **dict(zip(("team-a", "team-b"), UNNAMED, strict=True)),
    **OTHER_REASONS,
    **{errno.errorcode[number]: reason for number, reason in SYSTEM_REASONS.items()},
}
"""The template of each code."""


def coded_text(code: str, n: int | None = None, /, **fields: Field) -> Text:
    """Return the text of this code; `n` is the number that its plural depends on."""
    named = fields if n is None else {"n": n, **fields}
    return replace(CODED_TEXTS[code], n=1 if n is None else n, fields=tuple(named.items()))


class CodedText(msgspec.Struct, frozen=True, omit_defaults=True):
    """A text as a code and its named fields, which another version may not know."""

    code: str
    fields: dict[str, _CodedField] = {}

    def __str__(self) -> str:
        """Return the text in the installed language."""
        return str(self.text)

    @property
    def text(self) -> Text:
        """The text in words."""
        fields = {
            name: each.text if isinstance(each, CodedText) else each
            for name, each in self.fields.items()
        }
        n = fields.pop("n", None)
        try:
            text = coded_text(self.code, n if isinstance(n, int) else None, **fields)
            text.one.format(**dict(text.fields))
        except LookupError:
            return coded_text("newer", code=self.code[:LONGEST_CODE])
        return text


_CODES = {text.one: code for code, text in CODED_TEXTS.items()}


def encode_text(text: Text, otherwise: str = "other") -> CodedText:
    """Return a text as its code; a text that has none as this one."""
    code = _CODES.get(text.one)
    if code is None:
        return CodedText(otherwise)
    fields = {
        name: encode_text(each, "no-reason") if isinstance(each, Text) else each
        for name, each in text.fields
    }
    return CodedText(code, fields)
