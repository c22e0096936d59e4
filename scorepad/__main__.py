"""The composition root is the only place that knows store, reports, window and command line at
once.

`scorepad` alone opens the window, anything else is a command. Modules are imported when they are
needed: a command does without Qt, `score` and `rules` do without the store, and the window is on
the screen before the store's libraries are read.
"""

from __future__ import annotations

import contextlib
import gc
import gettext
import itertools
import locale
import os
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from scorepad import cli, files, paths
from scorepad.cli import split_data_option
from scorepad.cli.streams import make_streams_take_any_script, print_error_line
from scorepad.desk.sharing import NOTHING_SHARED
from scorepad.desk.steady_clock import SteadyClock
from scorepad.region import RegionForms
from scorepad.settings import SettingError, Settings, unusable_logo_error
from scorepad.spades.refusal import Refused, error_text
from scorepad.spades.words import Catalog, T, Text, install, installed_language

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk
    from scorepad.desk.ports import AnyLog, AnyStatus, DocumentMaker, Paper
    from scorepad.desk.sharing import ShareStatus
    from scorepad.events.document_kinds import DocumentKinds
    from scorepad.share.exchange import Exchange
    from scorepad.spades.library import Library
    from scorepad.store.store import Store

CYCLES_SEARCHED_AFTER = 200_000
"""Python looks for reference cycles after so many new objects.  Imports and matches leave hardly
any; after every 700 it would take a tenth of the time of an import. The window starts with 150,000
objects."""
REFUSED = 2
INTERRUPTED = 130
LOG = "scorepad.log"
SAMPLE = "sample"
"""The command that opens a sample night."""

LANGUAGE_NAME = T("English")
"""A catalogue translates this as the name of its own language: Español, Deutsch."""

NO_DISPLAY = T(
    "There is no display for the window; “scorepad --help” lists the commands that work "
    "without one."
)
NO_SCREEN = T("The window can't be opened on this display; the log in the data folder says why.")
MAKE = T(
    "“make run” lists what this system is missing; “make demo” plays a match without a window."
)
ALREADY_FOLLOWED = T(
    "Another process is already exchanging entries with the other laptops for this data folder."
)
OPEN_ALREADY = T("Scorepad is already open; switching to its window.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run Scorepad with these arguments (by default the program's own) and return the exit status:
    0 done, 2 refused, 130 interrupted, 141 output closed by its reader."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    make_streams_take_any_script()
    gc.set_threshold(CYCLES_SEARCHED_AFTER)
    try:
        data, command = split_data_option(arguments)
    except Refused as refused:
        with contextlib.suppress(Exception):  # the refusal is then in English
            _start(None)
        return _complain(str(refused.text))
    try:
        if not command:
            return open_window(data)
        if command == [SAMPLE]:
            return open_sample_night(data)
        return cli.main(arguments, _start, open_window)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Refused as refused:
        sentence = str(refused.text)
    except (paths.FolderError, SettingError) as error:
        sentence = str(error_text(error))
    except Exception as error:  # noqa: BLE001  # a traceback is for the log, not for the user
        sentence = str(_log_unexpected(error, paths.data_folder(data)))
    if _is_started_by_icon():
        with contextlib.suppress(Exception):  # the sentence is printed all the same
            from scorepad.window.app import show_startup_refusal_dialog

            show_startup_refusal_dialog(sentence)
    return _complain(sentence)


def _complain(sentence: str) -> int:
    print_error_line(sentence)
    return REFUSED


def _is_started_by_icon() -> bool:
    """Return whether no terminal shows the output: an icon or a match file was double-clicked. (A
    desktop that starts programs by GLib names the process; others do not.)"""
    if os.environ.get("GIO_LAUNCHED_DESKTOP_FILE_PID") == str(os.getpid()):
        return True
    program = Path(sys.executable)  # on Windows the twin without a terminal, on macOS the bundle
    return program.stem == "scorepadw" or (
        program.parents[1].name == "Contents" and not sys.stderr.isatty()
    )


def _complain_of_window(why: Text) -> int:
    """Print why there is no window, in a source tree also a remedy by `make`."""
    return _complain(f"{why} {MAKE}" if paths.is_source_tree() else str(why))


def _start(data: str | None) -> Program:
    """Return the program over a data folder; texts are in the language of its settings."""
    program = Program(data)
    install(program.load_catalog())
    return program


class Program:
    """Makes each part of the program when it is first asked for (`cli.services.Services`)."""

    def __init__(self, data: str | None = None) -> None:
        self.folder = paths.data_folder(data)
        self.has_window = False
        """Whether a window is open, beside which another process exchanges with other laptops."""
        self._printed_trouble = 0

    @cached_property
    def settings(self) -> Settings:
        """The settings of the data folder."""
        return Settings(self.folder)

    def load_catalog(self) -> Catalog:
        """Return the texts of the language of the settings."""
        settings = self.settings
        return load_catalog(settings.language, _translations_folder(), settings.region)

    @property
    def languages(self) -> tuple[tuple[str, str], ...]:
        """The languages of the catalogs: code, and name in the language itself."""
        return list_languages_with_own_names(_translations_folder())

    @property
    def paper(self) -> Paper:
        """The paper of the settings."""
        return "Letter" if self.settings.paper == "Letter" else "A4"

    @cached_property
    def _library(self) -> Library:
        from scorepad.spades.library import load_library

        presets, house = paths.resources_folder() / "rules", self.folder / "rules"
        # Without permission to read the folder there are still the presets.
        return load_library(presets, house) if _may_read(house) else load_library(presets)

    def library(self) -> Library:
        """The presets, and the house's own rule sets in the folder `rules` beside the matches."""
        return self._library

    def import_store_libraries(self) -> None:
        """Load the store's libraries."""
        import scorepad.store.store  # noqa: F401

    @contextlib.contextmanager
    def open_desk(self, write: bool) -> Iterator[Desk]:
        """The desk over the store, to read only or to `write` too."""
        with self.open_store(write=write) as store:
            yield self.desk_over(store)
            if write and self.settings.share_folder and not self.has_window:
                self._publish(store)

    def _publish(self, store: Store) -> None:
        """Copy the records of a command into the shared folder, where no other process does."""
        from scorepad.store.file_locks import hold_exchange_lock

        with hold_exchange_lock(self.folder) as is_only:
            if is_only and (why := store.publish()) is not None:
                store.notify(why)

    def sharing(self) -> _Sharing:
        """Exchange with other laptops."""
        return _Sharing(self)

    def desk_over(self, store: Store) -> Desk:
        """Return the desk over an open store."""
        from scorepad.desk.desk import Desk

        return Desk(
            store,
            self.library(),
            now=now,
            by=lambda: self.settings.by,
            laptop_name=self._laptop_name,
        )

    def record_sample_night(self) -> str:
        """Record the sample night, which ends now, and return the id of its event."""
        from scorepad.desk.desk import Desk
        from scorepad.desk.sample_night import read_sample_night, record_sample_night

        with self.open_store(write=True) as store:
            return record_sample_night(
                read_sample_night(paths.resources_folder()),
                str(T("Sample night")),
                lambda clock: Desk(store, self.library(), now=clock, by=lambda: self.settings.by),
                now(),
            )

    def _laptop_name(self) -> str:
        import platform

        settings = self.settings
        return (settings.laptop_name or platform.node()) if settings.is_shared else ""

    def clock_jump(self) -> float:
        """How far the computer's clock was set since this was asked last."""
        return now.seconds_set_since_last_call()

    def open_store(self, *, write: bool) -> AbstractContextManager[Store]:
        """The store of the data folder."""
        from scorepad.store import open_store

        return open_store(
            self.folder,
            write=write,
            summarize=self._summarize,
            share_folder=lambda: self.settings.share_folder,
            laptop_name=lambda: self.settings.laptop_name,
        )

    def _summarize(self, log: AnyLog) -> AnyStatus:
        from scorepad.desk.reading import status_of_kept_log

        return status_of_kept_log(log, self.library())

    def check(self) -> Sequence[Text]:
        with self.open_store(write=False) as store:
            return list(dict.fromkeys([*store.notices, *store.check()]))

    def backup(self, to: Path) -> None:
        with self.open_store(write=False) as store:
            store.backup(to)

    def restore(self, source: Path) -> tuple[int, int, Sequence[Text]]:
        with self.open_store(write=True) as store:
            result = store.restore(source)
            return result.new, result.damaged, store.notices

    @property
    def formats(self) -> DocumentKinds:
        """The export formats."""
        from reports import FORMATS

        return FORMATS

    @property
    def papers(self) -> DocumentKinds:
        from reports import PAPERS

        return PAPERS

    def sheets(self, separator: str = "") -> DocumentMaker:
        """Return the maker of sheets and exports, CSV with this `separator` ("": the region's).
        Invalid settings for them are reported."""
        from reports import SheetMaker

        self.print_settings_trouble()
        return SheetMaker(
            zone=LocalZone(),
            export_paper=lambda: self.paper,
            separator=lambda: separator or self._usual_separator(),
            house_name_and_logo=lambda: (self.settings.house, self.settings.logo_file),
            report_unusable_logo=self._report_unusable_logo,
        )

    def _usual_separator(self) -> str:
        return RegionForms(installed_language(), str(self.settings.region)).separator()

    def _report_unusable_logo(self, file: Path) -> None:
        error = unusable_logo_error(file.name)
        if error.template not in (each.template for each in self.settings.trouble):
            self.settings.trouble.append(error)  # which the window shows
        self.print_settings_trouble()

    def print_settings_trouble(self) -> None:
        trouble = self.settings.trouble
        for each in trouble[self._printed_trouble :]:
            print_error_line(str(error_text(each)))
        self._printed_trouble = len(trouble)


def _may_read(folder: Path) -> bool:
    try:
        (folder / "rules.toml").exists()
        with os.scandir(folder):
            return True
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False


class _Sharing:
    """Exchanges with other laptops (`cli.services.Sharing`,
    `window.shell.sharing.SharingServices`)."""

    def __init__(self, program: Program) -> None:
        self._program = program
        options = ["--data", str(program.folder), "share", "follow", "--until-closed"]
        self.command = [*paths.own_command(), *options]

    def status(self) -> ShareStatus | None:
        from scorepad.share.status import read_share_status

        return read_share_status(self._program.folder)

    def check_folder_for_sharing(self, folder: Path) -> Text:
        from scorepad.share.folder import check_folder_for_sharing

        return check_folder_for_sharing(folder, self._program.folder, now())

    def check_database_for_sharing(self, service_or_address: str) -> Text:
        from scorepad.share.postgres.database import check_database_for_sharing

        return check_database_for_sharing(service_or_address, now)

    def schema_sql(self) -> str:
        from scorepad.share.postgres.schema import schema_sql

        return schema_sql()

    def refuse_data_folder_in_settings(self) -> None:
        from scorepad.share.folder import refuse_any_data_folder

        if folder := self._program.settings.share_folder:
            refuse_any_data_folder(Path(folder), self._program.folder)

    def exchange_once(self) -> tuple[bool, ShareStatus]:
        self.refuse_data_folder_in_settings()
        with self._exchange() as exchange:
            exchange.report_stops_at_once()
            while exchange.exchange_next_batch():
                pass
            return not exchange.has_failed_places, exchange.status

    def exchange_until(self, should_end: Callable[[], bool]) -> None:
        with self._exchange() as exchange:
            exchange.run(should_end)

    @contextlib.contextmanager
    def _exchange(self) -> Iterator[Exchange]:
        from scorepad.share.exchange import DataFolderAccess, Exchange
        from scorepad.store.file_locks import hold_exchange_lock

        program = self._program
        paths.make_writable_folder(program.folder)
        with hold_exchange_lock(program.folder) as is_only:
            if not is_only:
                raise Refused(ALREADY_FOLLOWED)
            access = DataFolderAccess(
                program.folder, now, lambda: program.open_store(write=True), program.desk_over
            )
            with contextlib.closing(Exchange(access)) as exchange:
                if not exchange.is_set_up:
                    for trouble in program.settings.trouble:
                        raise Refused(error_text(trouble))
                    raise Refused(NOTHING_SHARED)
                yield exchange


class LocalZone(tzinfo):
    """The time zone of this computer, with summer time as it was at each moment."""

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        """Return how far local time is ahead of UTC."""
        return None if moment is None else moment.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, _: datetime | None) -> timedelta | None:
        """Return None: summer time is not known apart from the offset."""
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        """Return the zone's name at that moment."""
        return None if moment is None else moment.replace(tzinfo=None).astimezone().tzname()

    def fromutc(self, moment: datetime) -> datetime:
        """Return a moment in UTC as local time."""
        return moment.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)


now = SteadyClock()
"""The clock of the whole program."""


def _translations_folder() -> Path:
    return paths.resources_folder() / "translations"


def load_catalog(language: str, folder: Path, region: str = "") -> Catalog:
    """Return the texts of a language ("" is the system's) from the catalogs in a folder; English
    where there is no catalog for it, or a damaged one.  Dates are written as in `region`."""
    languages = [language] if language else _system_languages()
    # English needs no catalog, and a less preferred language must not replace it.
    before = [*itertools.takewhile(lambda one: one[:2].lower() != "en", languages)]
    try:
        catalogue: gettext.NullTranslations
        catalogue = gettext.translation("scorepad", folder, before or ["en"])
        code = catalogue.info().get("language", "") or languages[0]
    except (OSError, ValueError, struct.error):
        catalogue, code = gettext.NullTranslations(), "en"
    dates = RegionForms(code, region)
    forms = dates.date, dates.time, dates.day_format, dates.count, dates.weekday
    return Catalog(code, catalogue.gettext, catalogue.ngettext, *forms)


def list_languages_with_own_names(folder: Path) -> tuple[tuple[str, str], ...]:
    """Return every language that can be chosen, English first: its code, and its name in itself. A
    catalogue gives its own name as its translation of "English"; a damaged one is left out."""
    languages = [("en", LANGUAGE_NAME.english)]
    for file in sorted(folder.glob("*/LC_MESSAGES/scorepad.mo")):
        code = file.parent.parent.name
        catalog = load_catalog(code, folder)
        if catalog.language != "en":
            languages.append((code, catalog.text(LANGUAGE_NAME)))
    return tuple(languages)


def _system_languages() -> list[str]:
    """Return the languages of the system's user, the best first, as gettext reads the
    environment."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value.split(":")
    with contextlib.suppress(ValueError):
        if known := locale.getlocale()[0]:
            return [known]
    return ["en"]


def open_window(data: str | None = None, files_to_show: Sequence[str] = ()) -> int:
    """Open the window over a data folder, with these match files shown; return when it is
    closed."""
    program = _start(data)
    # The window that is open already may have been started in another folder.
    shown = [os.path.abspath(each) for each in files_to_show]  # noqa: PTH100  # a link stays a link
    if _no_display():
        return _complain_of_window(NO_DISPLAY)
    paths.make_writable_folder(program.folder)
    from scorepad.store.file_locks import hold_window_lock

    with hold_window_lock(program.folder) as only:
        if not only:
            paths.request_raise(program.folder, shown)
            print_error_line(str(OPEN_ALREADY))
            return 0
        with contextlib.suppress(OSError):
            # The window that it was for has closed without reading it.
            paths.raise_request_file(program.folder).unlink()
        return _open_only_window(program, shown)


def _open_only_window(program: Program, files_to_show: Sequence[str]) -> int:
    program.has_window = True
    _log_to_file(program.folder)
    try:
        from scorepad.window import app
    except ImportError as error:
        if error.name is not None and not error.name.startswith(("PySide6", "shiboken6")):
            raise
        # A library of the system is missing; the loader names it.
        why = T("The window can't be opened ({why}).", why=str(error))
        return _complain_of_window(why)
    import signal

    _log_qt_messages()
    # Qt's loop would hear Ctrl-C only with the next event; confirmed input is on the disk.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return app.run(program, files_to_show)


def open_sample_night(data: str | None = None) -> int:
    """Open the window over a sample night, in the language and the looks of a data folder; return
    when it is closed.  The night is recorded into a temporary folder, which is then deleted."""
    import logging
    import tempfile

    own = _start(data).settings
    if _no_display():
        return _complain_of_window(NO_DISPLAY)
    with tempfile.TemporaryDirectory(
        prefix="scorepad-sample-", ignore_cleanup_errors=True
    ) as folder:
        program = Program(folder)
        for key in ("language", "region", "theme", "sides", "text_scale", "paper"):
            program.settings.set_and_save(key, own.get(key))
        program.settings.by = own.by or str(T("Supervisor"))
        program.settings.sample = True
        program.settings.event = program.record_sample_night()
        status = open_window(folder)
        logging.shutdown()  # Windows deletes no file that is open
        return status


def _no_display() -> bool:
    return sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    )


def _log_qt_messages() -> None:
    """Write Qt's messages into the log; where Qt would abort the process, print one sentence."""
    import logging

    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

    levels = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
        QtMsgType.QtCriticalMsg: logging.ERROR,
        QtMsgType.QtFatalMsg: logging.CRITICAL,
    }
    log = logging.getLogger("scorepad.qt")

    def log_message(kind: QtMsgType, _: QMessageLogContext, message: str) -> None:
        log.log(levels.get(kind, logging.WARNING), message)
        if kind is QtMsgType.QtFatalMsg:
            os._exit(_complain_of_window(NO_SCREEN))

    qInstallMessageHandler(log_message)


def _log_to_file(folder: Path) -> None:
    """Write the window's log into a file of the data folder, which keeps the last four
    megabytes."""
    import logging
    from logging.handlers import RotatingFileHandler

    logs = folder / "logs"
    with contextlib.suppress(OSError):
        logs.mkdir(exist_ok=True)
        if (logs / LOG).exists():
            files.stat_regular_file(logs / LOG)  # opening a pipe may never end
        handler = RotatingFileHandler(logs / LOG, "a", 1_000_000, 3, "utf-8", delay=True)
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logging.getLogger().addHandler(handler)
    logging.raiseExceptions = False

    def unexpected(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        logging.getLogger("scorepad").error("unexpected", exc_info=(kind, error, trace))

    sys.excepthook = unexpected


def _log_unexpected(error: Exception, folder: Path) -> Text:
    """Write an unexpected error into the log of the data folder, and return the sentence about
    it."""
    import traceback

    file = folder / "logs" / LOG
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists():
            files.stat_regular_file(file)
        with file.open("a", encoding="utf-8") as log:
            log.write(
                f"{now().isoformat()} unexpected\n{''.join(traceback.format_exception(error))}"
            )
    except OSError:
        return T(
            "Something went wrong in Scorepad ({what}). Everything you confirmed is saved.",
            what=f"{type(error).__name__}: {error}".replace("\n", " "),
        )
    return T(
        "Something went wrong in Scorepad. Everything you confirmed is saved, and {file} has "
        "the details.",
        file=str(file),
    )


if __name__ == "__main__":
    sys.exit(main())
