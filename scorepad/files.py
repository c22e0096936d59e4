"""Files are written whole or not at all, and kept private on request.

`replace_when_done` yields a path in a scratch folder beside the final file, which it renames once
the content is safely on the disk, so that a power cut leaves the whole file or none. The remains of
a killed writer are removed at the next write into the folder.

`read_file` reads no more of a file than its budget (`budget.py`) allows; `decode_text` detects a
text file's encoding.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from scorepad.budget import FileTooLarge

LEFTOVER_PREFIX = ".scorepad-"
LEFTOVER = re.compile(re.escape(LEFTOVER_PREFIX) + r"[a-z0-9_]{8}(\.tmp(-\w+)?)?")
"""Matches the names that `tempfile` makes here; any other file is a user's."""
MIN_LEFTOVER_AGE = 60 * 60  # seconds; a newer file may still be in use
OTHERS_MODE = stat.S_IRWXG | stat.S_IRWXO


def write_file(out: Path, data: bytes, *, overwrite: bool = False, private: bool = False) -> None:
    """Write a file; see `replace_when_done`."""
    with replace_when_done(out, overwrite=overwrite, private=private) as part:
        part.write_bytes(data)


@contextlib.contextmanager
def replace_when_done(
    out: Path, *, overwrite: bool = False, private: bool = False
) -> Iterator[Path]:
    """Yield a path at which to make a file or a folder, which then becomes `out`.

    It has the name of `out`. An error that leaves the `with` leaves nothing behind. `overwrite`
    replaces a file and keeps its permissions, or a folder by a folder; `private`: only the owner
    may read it. Raises `FileExistsError` if `out` is there and may not be replaced, or another
    `OSError`.
    """
    if not overwrite and os.path.lexists(out):
        raise _exists_error(out)
    with scratch_folder(out.parent) as folder:
        part = folder / out.name
        yield part
        if private:
            part.chmod(0o700 if part.is_dir() else 0o600)
        elif overwrite:
            with contextlib.suppress(FileNotFoundError):
                part.chmod(stat.S_IMODE(out.stat().st_mode))
        for each in {part, *written_files(part)}:
            sync_to_disk(each)
        if overwrite and out.is_dir() and part.is_dir() and not out.is_symlink():
            _swap_folders(part, out, folder / "before")
        elif overwrite:
            part.replace(out)
        else:
            _rename_new(part, out)
        sync_to_disk(out.parent)


@contextlib.contextmanager
def scratch_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty folder inside `folder` that only its owner may read, and remove it at the
    end."""
    import shutil
    import tempfile  # both are large, and a command that only reads needs neither

    remove_old_temporary_files(folder)
    scratch_folder = Path(tempfile.mkdtemp(prefix=LEFTOVER_PREFIX, dir=folder))
    try:
        yield scratch_folder
    finally:
        shutil.rmtree(scratch_folder, ignore_errors=True)


def remove_old_temporary_files(folder: Path) -> None:
    """Remove the remains of killed writers in a folder that are older than `MIN_LEFTOVER_AGE`."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if LEFTOVER.fullmatch(entry.name) is None:
                continue
            with contextlib.suppress(OSError):
                if time.time() - entry.stat(follow_symlinks=False).st_mtime < MIN_LEFTOVER_AGE:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    import shutil

                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    Path(entry.path).unlink()


def sync_to_disk(path: Path) -> None:
    """Wait until a file's content, or the names in a folder, are on the disk."""
    if not path.is_dir():
        _sync(path, os.O_RDWR)
    elif os.name != "nt":  # Windows writes names by itself and opens no folder
        try:
            _sync(path, os.O_RDONLY)
        except OSError as error:
            # Some file systems cannot sync a folder, and a folder may be writable but not readable.
            if error.errno not in {errno.EINVAL, errno.ENOTSUP, errno.EACCES}:
                raise


def _sync(path: Path, how: int) -> None:
    descriptor = os.open(path, how)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _swap_folders(part: Path, out: Path, aside: Path) -> None:
    out.rename(aside)
    try:
        part.rename(out)
    except OSError:
        aside.rename(out)
        raise


def _rename_new(part: Path, out: Path) -> None:
    """Rename the finished file or folder; never replace an existing one."""
    if os.name != "nt" and not part.is_dir():
        try:
            os.link(part, out)
        except FileExistsError:
            raise
        except OSError:
            pass  # A FAT stick has no links, so the name is checked below.
        else:
            return
    if os.path.lexists(out):
        raise _exists_error(out)
    part.rename(out)


def _exists_error(out: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(out))


def stat_regular_file(path: Path | str, most: int | None = None) -> os.stat_result:
    """Return the `stat` of an ordinary file.

    Raises `FileTooLarge` for one of more than `most` bytes, and `OSError` for anything that is no
    ordinary file.
    """
    status = os.stat(path)  # noqa: PTH116  # many files have only a name
    refuse_irregular_file(status, path)
    if most is not None and status.st_size > most:
        raise FileTooLarge(path, most)
    return status


def refuse_irregular_file(status: os.stat_result, path: Path | str) -> None:
    """Raise `OSError` where this is the `stat` of anything that is no ordinary file: reading a pipe
    or a device may never end."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.ENXIO, os.strerror(errno.ENXIO), str(path))


def read_file(path: Path, most: int | None = None) -> bytes:
    """Return all bytes of an ordinary file; see `stat_regular_file` for `most` and the errors."""
    stat_regular_file(path, most)
    if most is None:
        return path.read_bytes()
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise FileTooLarge(path, most)
    return data


def decode_text(data: bytes) -> tuple[str, bool]:
    """Return the text of a file, and whether its encoding is a guess.

    A mark names UTF-8 or UTF-16; without one it's UTF-16 where every other byte is 0, else UTF-8,
    else Windows-1252 is guessed.  Raises `UnicodeDecodeError`.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16"), False
    if 0 in data[:2]:
        return data.decode("utf-16-be" if data[0] == 0 else "utf-16-le"), False
    try:
        return data.decode("utf-8-sig"), False
    except UnicodeDecodeError:
        return data.decode("cp1252"), True


def written_files(path: Path) -> list[Path]:
    """Return the files that were written as `path`: itself, or the files in a folder, by name."""
    return sorted(path.iterdir()) if path.is_dir() else [path]


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner may read, or make one so that is there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    remove_access_of_others(folder)


def remove_access_of_others(path: Path) -> None:
    """Let only its owner read a file or folder. A folder that its owner shares on purpose (its
    group or sticky bit is set) and other people's files are left unchanged."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        status = path.stat()
        shared = stat.S_ISDIR(status.st_mode) and status.st_mode & (stat.S_ISGID | stat.S_ISVTX)
        if status.st_mode & OTHERS_MODE and not shared and status.st_uid == os.geteuid():
            path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS_MODE)
