"""Every setting is declared here once, with its key, type, default, and its title and help where it
is on the settings screen.

Adding one is adding a line to the class `Settings`; the settings screen, the file and the test that
walks them all follow from it. Titles and help are English templates (`template` marks them for
extraction, the sentences of `SettingError` are found by its name), translated by `spades.words`
where they are shown.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast, overload

from scorepad import budget, files
from scorepad.cleaning import tidy_name
from scorepad.region import is_region, usual_paper

Value: TypeAlias = str | int | bool
V = TypeVar("V", bound=Value)

SETTINGS_FILE = "settings.json"
"""The file's name in the data folder."""
LOGO_FILE = "logo.png"
"""The name of the kept logo there."""
MAX_TEXT_LENGTH = 2000
"""The most characters that a setting's text may have."""
MAX_HOUSE_NAME_LENGTH = 80
MAX_LAPTOP_NAME_LENGTH = 40
PASSWORDS = {"password", "sslpassword"}
"""The names of passwords in an address of libpq."""
MAX_QUOTE_LENGTH = 60
"""The most characters of a value that a sentence quotes."""


def template(text: str) -> str:
    """Mark an English template for translation."""
    return text


class SettingError(Exception):
    """A setting may not have this value, or cannot be written.

    It holds a template and its fields, which `spades.refusal.error_text` translates.  `str` is
    the English sentence, with the operating system's own words in it.
    """

    def __init__(self, template: str, **fields: str | int | OSError) -> None:
        super().__init__(template.format(**fields))
        self.template = template
        self.fields = fields


def require_known_region(value: str, _: Path) -> None:
    """Raise `SettingError` where there is no such region."""
    if value and not is_region(value):
        raise SettingError(
            "Scorepad doesn't know the region “{region}”. Use a code such as US, GB or en_US.",
            region=value[:40],
        )


def require_short_house_name(name: str, _: Path) -> None:
    """Raise `SettingError` where a name is too long for a page."""
    if len(name) > MAX_HOUSE_NAME_LENGTH:
        raise SettingError(
            "The organization's name can have at most {most} characters.",
            most=MAX_HOUSE_NAME_LENGTH,
        )


def require_short_laptop_name(name: str, _: Path) -> None:
    """Raise `SettingError` where a laptop's name is too long for a line about it."""
    if len(name) > MAX_LAPTOP_NAME_LENGTH:
        raise SettingError(
            "This computer's name can have at most {most} characters.",
            most=MAX_LAPTOP_NAME_LENGTH,
        )


def require_absolute_path_elsewhere(value: str, folder: Path) -> None:
    """Raise `SettingError` for a relative path, or the folder of the matches.

    The folder itself is not read: a drive may be out, a server may not answer, and opening Scorepad
    waits for neither. Writing there refuses a data folder.
    """
    if value and ("\0" in value or not Path(value).is_absolute()):
        raise SettingError(
            "Enter the full path of the folder, such as {example}.",
            example=str(Path.home() / "copies"),
        )
    if value and os.path.abspath(value) == os.path.abspath(folder):  # noqa: PTH100  # as a text
        raise SettingError("Scorepad saves your matches in this folder. Choose another one.")


def require_database_without_password(value: str, _: Path) -> None:
    """Raise `SettingError` for neither a service of libpq nor the address of a database, or for an
    address with a password."""
    from urllib.parse import parse_qs, urlsplit  # most name no database

    words = set(value.split()) | {value}
    is_address = value.startswith(("postgresql://", "postgres://"))
    try:
        address = urlsplit(value)
        query = parse_qs(address.query, keep_blank_values=True)
        has_password = address.password is not None or bool(query.keys() & PASSWORDS)
    except ValueError:
        is_address, has_password = False, False
    if has_password or any(each.startswith(f"{key}=") for each in words for key in PASSWORDS):
        raise SettingError(
            "Don't put a password in the settings. Use the name of a service in "
            "pg_service.conf, and put its password in .pgpass."
        )
    if value and not is_address and not re.fullmatch(r"[\w.-]+", value):
        raise SettingError(
            "Enter the name of a service in pg_service.conf, or an address such as {example}.",
            example="postgresql://front_desk@db.example.org/scorepad",
        )


def too_wide_error(logo: str) -> SettingError:
    """Return the sentence about a logo that has too many pixels."""
    return SettingError(
        "The logo {file} is too large. It can be up to {side} × {side} pixels.",
        file=logo,
        side=budget.LOGO_BUDGET.side,
    )


def unusable_logo_error(logo: str) -> SettingError:
    """Return the sentence about a logo that turns out to be damaged when it is printed."""
    return SettingError(
        "The logo {file} can't be used, so it was left out. Choose another one in the settings.",
        file=logo,
    )


def require_usable_logo(value: str, folder: Path) -> None:
    """Raise `SettingError` where there is no PNG picture of a reasonable size in a file."""
    if not value:
        return
    try:
        files.stat_regular_file(folder / value, budget.LOGO_BUDGET.bytes)
        with (folder / value).open("rb") as file:
            head = file.read(24)
    except OSError as error:
        raise SettingError(
            "The logo {file} can't be read: {why}.", file=value, why=error
        ) from error
    if head[:8] != b"\x89PNG\r\n\x1a\n" or head[12:16] != b"IHDR":
        raise SettingError(
            "The logo {file} isn't a PNG picture. Save it as PNG, and choose it again.", file=value
        )
    wide, high = (int.from_bytes(head[at : at + 4], "big") for at in (16, 20))
    if max(wide, high) > budget.LOGO_BUDGET.side:
        raise too_wide_error(value)


class Setting(Generic[V]):
    """A setting. `choices` (texts) or `low` to `high` (numbers) bound its value; one with a title
    is on the settings screen, the others are remembered by the program itself."""

    def __init__(
        self,
        default: V,
        title: str = "",
        help: str = "",
        *,
        choices: tuple[str, ...] = (),
        low: int = 0,
        high: int = 0,
        check: Callable[[str, Path], None] = lambda _text, _folder: None,
        is_name: bool = False,
    ) -> None:
        self.key = ""
        self.default = default
        self.title = title
        self.help = help
        self.choices = choices
        self.low = low
        self.high = high
        self.check_text = check
        self.is_name = is_name

    def __set_name__(self, owner: type[Settings], name: str) -> None:
        self.key = name
        owner.declared[name] = self

    @overload
    def __get__(self, settings: None, owner: type[Settings]) -> Setting[V]: ...
    @overload
    def __get__(self, settings: Settings, owner: type[Settings]) -> V: ...
    def __get__(self, settings: Settings | None, owner: type[Settings]) -> Setting[V] | V:
        return self if settings is None else cast(V, settings.get(self.key))

    def __set__(self, settings: Settings, value: V) -> None:
        settings.set_and_save(self.key, value)

    @property
    def kind(self) -> type[V]:
        """Return `str`, `int` or `bool`."""
        return type(self.default)

    def tidy(self, value: Any) -> Any:
        """Return a value as it is kept: a name is tidy."""
        return tidy_name(value) if self.is_name and isinstance(value, str) else value

    def check(self, value: object, folder: Path = Path()) -> None:
        """Raise `SettingError` when the setting may not be `value`, in the settings of a data
        folder."""
        name = self.title or self.key
        if type(value) is not self.kind:
            import json

            written = json.dumps(value, default=str)[:MAX_QUOTE_LENGTH]
            raise SettingError(_WRONG_TYPE[self.kind], setting=name, value=written)
        if isinstance(value, str):
            if self.choices and value not in self.choices:
                raise SettingError(
                    "The setting “{setting}” can't be “{value}”; it can be {choices}.",
                    setting=name,
                    value=value[:MAX_QUOTE_LENGTH],
                    choices=", ".join(self.choices),
                )
            if len(value) > MAX_TEXT_LENGTH:
                raise SettingError(
                    "The setting “{setting}” can have at most {most} characters.",
                    setting=name,
                    most=MAX_TEXT_LENGTH,
                )
            if self.title and any("\ud800" <= letter <= "\udfff" for letter in value):
                raise SettingError(
                    "The setting “{setting}” has an invalid character. Type it again.",
                    setting=name,
                )
            self.check_text(value, folder)
        elif self.kind is int and not self.low <= value <= self.high:
            raise SettingError(
                "The setting “{setting}” must be a number from {low} to {high}, not {value}.",
                setting=name,
                low=self.low,
                high=self.high,
                value=value,
            )


_WRONG_TYPE: dict[type, str] = {
    str: template("The setting “{setting}” must be text, not {value}."),
    int: template("The setting “{setting}” must be a whole number, not {value}."),
    bool: template("The setting “{setting}” must be on (true) or off (false), not {value}."),
}


class Settings:
    """The settings kept in a data folder.

    Read and set them by name (`settings.paper = "A4"`) or by key (`settings.get("paper")`).
    Differences from the defaults are written to `settings.json`, whole or not at all, as soon as
    they are set. A damaged file is quarantined beside it and the defaults hold; `trouble` has the
    notice about that.
    """

    declared: ClassVar[dict[str, Setting[Any]]] = {}

    by = Setting(
        "",
        template("Your name"),
        template("Your name is saved with everything you record."),
        is_name=True,
    )
    language = Setting(
        "",
        template("Language"),
        template(
            "The language of screens and printouts. Takes effect the next time Scorepad starts."
        ),
    )
    region = Setting(
        "",
        template("Region"),
        template(
            "Sets the default paper size right away. The format of dates and times changes the "
            "next time Scorepad starts."
        ),
        check=require_known_region,
    )
    theme = Setting(
        "system",
        template("Theme"),
        template("Light, dark, high contrast, or the same as your system."),
        choices=("system", "light", "dark", "contrast"),
    )
    sides = Setting(
        "blue-red",
        template("Team colors"),
        template("The colors of the first and second team on the screen."),
        choices=("blue-red", "red-blue"),
    )
    text_scale = Setting(
        100,
        template("Text size"),
        template(
            "As a percentage of the system's text size. Takes effect the next time Scorepad starts."
        ),
        low=50,
        high=300,
    )
    paper = Setting(
        usual_paper(),
        template("Paper"),
        template("The paper you print sheets on."),
        choices=("A4", "Letter"),
    )
    house = Setting(
        "",
        template("Organization"),
        template("The name at the top of every page you print."),
        check=require_short_house_name,
        is_name=True,
    )
    logo = Setting(
        "",
        template("Logo"),
        template(
            "A PNG picture printed next to the organization's name, small and in gray. "
            "Scorepad keeps a copy."
        ),
        check=require_usable_logo,
    )
    laptop_name = Setting(
        "",
        template("Name of this computer"),
        template(
            "A name such as Front desk, shown on other laptops. If you leave it empty, "
            "Scorepad uses the computer's own name."
        ),
        check=require_short_laptop_name,
        is_name=True,
    )
    share_folder = Setting(
        "",
        template("Share through this folder"),
        template(
            "A folder that all laptops can reach, or one on a USB drive. Scorepad also "
            "saves your entries there, and reads the other laptops' entries."
        ),
        check=require_absolute_path_elsewhere,
    )
    publish = Setting(
        "",
        template("Publish web pages to"),
        template(
            "A folder, such as one on your website. Within ten seconds of each change, "
            "Scorepad saves web pages there for the event shown on the room screen."
        ),
        check=require_absolute_path_elsewhere,
    )
    share_database = Setting(
        "",
        template("Share through this database"),
        template(
            "A PostgreSQL database that all laptops can reach: its service name in "
            "pg_service.conf, or its address without a password."
        ),
        check=require_database_without_password,
    )
    alarm = Setting(
        True,
        template("Alarm"),
        template(
            "Plays a sound when five minutes are left, when one minute is left, and when time "
            "is up."
        ),
    )
    room_seconds = Setting(
        15,
        template("Room screen: seconds per page"),
        template("How long the room screen shows tables, standings or part of the bracket."),
        low=3,
        high=300,
    )
    rules = Setting("unc")
    """The rule set that a new match starts with."""
    folder = Setting("")
    """Where a sheet or an export was last saved."""
    open_tables = Setting("")
    """The matches that were open; they are opened again at the next start."""
    shown_table = Setting("")
    """The match that was shown; empty when it was the list."""
    event = Setting("")
    """The event that was shown last, by its id; the event page opens with it."""
    keypad = Setting(False)
    """Whether the keys on the screen are shown below the entry."""
    sample = Setting(False)
    """Whether the folder is that of a sample night, which is deleted when the window closes."""
    room = Setting(False)
    """Whether the room's screen is open; after a crash it is opened again."""
    room_event = Setting("")
    """The event that the room's screen shows, by its id; "": the one that was shown last."""
    room_message = Setting("")
    """The director's message on the room's screen."""
    room_leaders = Setting(False)
    """Whether the room's screen shows the leaders of the statistics."""
    room_start = Setting("")
    """The start of the next round (UTC), on the room's screen."""
    room_place = Setting("")
    """The position and size of the room's screen."""
    place = Setting("")
    """The position and size of the window."""
    share_forgotten = Setting("")
    """Ignored laptops: id and time (UTC), one after the other."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / SETTINGS_FILE
        self.trouble: list[SettingError] = []
        self._values: dict[str, object] = self._read()
        for key, setting in self.declared.items():
            if key in self._values:
                self._values[key] = setting.tidy(self._values[key])
                try:
                    setting.check(self._values[key], folder)
                except SettingError as error:
                    self.trouble.append(error)
                    del self._values[key]

    @classmethod
    def all(cls) -> Iterator[Setting[Any]]:
        """Return every setting, in the order of the settings screen."""
        return iter(cls.declared.values())

    def get(self, key: str) -> Any:
        """Return the setting's value; `KeyError` when there is no such setting."""
        return self._values.get(key, self._default(key))

    def _default(self, key: str) -> Any:
        region = self._values.get("region", "") if key == "paper" else ""
        return usual_paper(str(region)) if region else self.declared[key].default

    def set_and_save(self, key: str, value: Value) -> None:
        """Set a setting and write it to the file.

        Raises `SettingError` when the value is not allowed, or when the file cannot be written;
        then the value holds until the program ends.  Raises `KeyError` when there is no such
        setting.
        """
        setting = self.declared[key]
        value = setting.tidy(value)
        setting.check(value, self.file.parent)
        if value == self.get(key):
            return
        if value == self._default(key):
            del self._values[key]
        else:
            self._values[key] = value
        import json

        text = json.dumps(self._values, ensure_ascii=False, indent=1, sort_keys=True)
        self._write(self.file, f"{text}\n".encode())

    @property
    def is_shared(self) -> bool:
        """Return whether this computer exchanges with others."""
        return bool(self.share_folder or self.share_database)

    @property
    def logo_file(self) -> Path | None:
        return self.file.parent / self.logo if self.logo else None

    def save_logo(self, picture: bytes) -> None:
        """Keep a PNG picture beside the settings, as the logo.  Raises `SettingError`."""
        self._write(self.file.with_name(LOGO_FILE), picture)
        self.logo = LOGO_FILE

    def _read(self) -> dict[str, object]:
        try:
            content = files.read_file(self.file, budget.SETTINGS_BYTES)
        except OSError as error:
            if isinstance(error, FileNotFoundError) and not self.file.is_symlink():
                return {}
            self.trouble.append(
                SettingError(
                    "Can't read the settings in {file} ({why}), so Scorepad is using the "
                    "default settings.",
                    file=str(self.file),
                    why=error,
                )
            )
            return {}
        import json  # not needed without settings

        try:
            text, is_guess = files.decode_text(content)
            values = json.loads(text)
        except (ValueError, RecursionError):
            values = None
        if isinstance(values, dict):
            if is_guess:
                self.trouble.append(
                    SettingError(
                        "The settings in {file} aren't in UTF-8, so Scorepad read them as "
                        "Windows-1252. Check the accented letters.",
                        file=str(self.file),
                    )
                )
            return values
        self._quarantine()
        return {}

    def _quarantine(self) -> None:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        moved = self.file.with_name(f"settings.damaged-{stamp}.json")
        try:
            self.file.rename(moved)
        except OSError:
            moved = self.file
        self.trouble.append(
            SettingError(
                "The settings file was damaged. Scorepad saved it as {file} and is using the "
                "default settings.",
                file=str(moved),
            )
        )

    def _write(self, file: Path, content: bytes) -> None:
        try:
            files.make_private_folder(file.parent)
            files.write_file(file, content, overwrite=True, private=True)
        except OSError as error:
            raise SettingError(
                "Couldn't save the settings to {file}: {why}.", file=str(file), why=error
            ) from error
