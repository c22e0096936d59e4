"""Starts processes of the program that need not read its modules again.

To read the modules of the store takes a process longer than all that a test asks of it.  A server
reads them once and forks for each process that is asked for.  Locks, kills, pipes and exit
statuses are those of any process; tests about the start itself start an interpreter.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NoReturn, Self

ROOT = Path(__file__).parents[1]
COMMANDS = ("spades", "events", "desk", "store", "cli")
"""The rooms of which commands need modules."""
WINDOW = ("spades", "events", "desk", "store", "window")
"""The rooms of which the window needs modules."""
LONGEST = 240
"""Seconds after which a process hangs."""
HUNG = -99
"""The exit status of a forked process that hangs; a kill may be what a test is about."""
ENDING = 10
"""Seconds that a process may take to end when it is told to."""
MOST_BYTES = 1 << 20
"""A request is no longer."""
START = "import sys; from tests.fork_server import serve; serve(*sys.argv[1:])"


class ForkedProcess:
    """A process that the server forked, with what tests ask of a `subprocess.Popen`."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        code: str = "",
        env: Mapping[str, str] | None = None,
        text: bool = False,
        rooms: Sequence[str] = COMMANDS,
    ) -> None:
        """Run `scorepad` with these arguments, or this code with them as `sys.argv[1:]`; modules
        of these rooms need not be read."""
        self._arguments = [*arguments]
        pipes = [os.pipe() for _stream in range(4)]
        theirs = [pipes[0][0], *(pipe[1] for pipe in pipes[1:])]
        request = {
            "arguments": self._arguments,
            "code": code,
            "env": dict(os.environ if env is None else env),
        }
        socket.send_fds(_server(*rooms), [json.dumps(request).encode()], theirs)
        for each in theirs:
            os.close(each)
        how: dict[str, Any] = {"encoding": "utf-8"} if text else {}
        kind = "" if text else "b"
        self.stdin: IO[Any] = os.fdopen(pipes[0][1], f"w{kind}", **how)
        self.stdout: IO[Any] = os.fdopen(pipes[1][0], f"r{kind}", **how)
        self.stderr: IO[Any] = os.fdopen(pipes[2][0], f"r{kind}", **how)
        self._end = os.fdopen(pipes[3][0])
        if not self._answers(LONGEST):
            raise subprocess.TimeoutExpired(self._arguments, LONGEST)
        self.pid = int(self._end.readline())
        self.returncode: int | None = None

    def _answers(self, timeout: float) -> bool:
        """Return whether the server says who the process is, or how it ended, by then."""
        return bool(select.select([self._end], [], [], timeout)[0])

    def poll(self) -> int | None:
        """Return the exit status, negative for a signal, if the process has ended."""
        if self.returncode is None and self._answers(0):
            self.wait()
        return self.returncode

    def wait(self, timeout: float = LONGEST) -> int:
        """Return the exit status, negative for a signal, once the process has ended; one that hangs
        is killed."""
        if self.returncode is None:
            if not self._answers(timeout):
                self.kill()
            self.returncode = int(self._end.readline())
            self._end.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the end of the process was waited for."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send the signal that nobody can refuse."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, stdin: Any = None, timeout: float = LONGEST) -> tuple[Any, Any]:
        """Write its input, close it, and return the output and the errors at the end.  A process
        that hangs is killed with whatever it started, which may hold its pipes open."""
        errors: list[Any] = []
        hangs = threading.Event()

        def kill_all() -> None:
            hangs.set()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)

        reader = threading.Thread(target=lambda: errors.append(self.stderr.read()))
        writer = threading.Thread(target=self._write, args=(stdin,))
        killer = threading.Timer(timeout, kill_all)
        for each in (reader, writer, killer):
            each.start()
        output = self.stdout.read()
        for each in (reader, writer):
            each.join()
        killer.cancel()
        self.__exit__(None, None, None)
        if hangs.is_set():
            raise subprocess.TimeoutExpired(self._arguments, timeout, output, errors[0])
        return output, errors[0]

    def _write(self, stdin: Any) -> None:
        with contextlib.suppress(BrokenPipeError), self.stdin:
            if stdin:
                self.stdin.write(stdin)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the pipes, and wait for the end."""
        for pipe in (self.stdin, self.stdout, self.stderr):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        self.wait()


def run_forked(
    arguments: Sequence[str], *, stdin: bytes = b"", **how: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run a forked process to its end, as `subprocess.run` with captured output does."""
    with ForkedProcess(arguments, **how) as process:
        out, err = process.communicate(stdin)
    return subprocess.CompletedProcess([*arguments], process.wait(), out, err)


def end_process(process: subprocess.Popen[Any], number: int = signal.SIGTERM) -> None:
    """Have a process end by a signal, and kill it if it doesn't."""
    process.send_signal(number)
    try:
        process.wait(ENDING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(ENDING)


def wait_for_fork(child: int, timeout: float = LONGEST) -> int:
    """Return the exit status of a process that was forked here, negative for a signal, HUNG for
    one that hangs, which is killed."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.003)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return HUNG


@cache
def _server(*rooms: str) -> socket.socket:
    """Return the connection to the server of these rooms, which is started by the first."""
    here, there = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-c", START, str(there.fileno()), *rooms],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        pass_fds=[there.fileno()],
    )
    there.close()

    def stop() -> None:
        here.close()
        try:
            process.wait(ENDING)
        except subprocess.TimeoutExpired:  # it waits for one that a test left running
            process.kill()

    atexit.register(stop)
    return here


def serve(descriptor: str, *rooms: str) -> None:
    """Fork a process for each request, until nobody can ask any more."""
    importlib.import_module("scorepad.__main__")
    for room in rooms:
        package = importlib.import_module(f"scorepad.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    importlib.import_module("tests.one_dialect")
    from tests.store.kept import record

    with tempfile.TemporaryDirectory() as folder:
        record(Path(folder), 1)  # what it compiles none of them has to compile
    gc.collect()
    gc.freeze()
    asked = socket.socket(fileno=int(descriptor))
    running: set[int] = set()
    while True:
        data, files, *_ = socket.recv_fds(asked, MOST_BYTES, 4)
        if not data:
            break
        running = {each for each in running if not os.waitpid(each, os.WNOHANG)[0]}
        minder = os.fork()
        if not minder:
            asked.close()
            _run_and_report(json.loads(data), files)
        running.add(minder)
        for each in files:
            os.close(each)
    for each in running:
        os.waitpid(each, 0)


def _run_and_report(request: dict[str, Any], files: Sequence[int]) -> NoReturn:
    """Fork once more, and write who it is and how it ended into the last of the files."""
    child = os.fork()
    if not child:
        os.close(files[3])
        _become(request, files[:3])
    for each in files[:3]:
        os.close(each)
    with contextlib.suppress(BrokenPipeError):
        os.write(files[3], f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(files[3], f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _become(request: dict[str, Any], files: Sequence[int]) -> NoReturn:
    """Be the process that was asked for, to its end, in a group with whatever it starts."""
    os.setpgid(0, 0)
    for number, each in enumerate(files):
        os.dup2(each, number)
        os.close(each)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
        for number, mode in enumerate("rww")
    )
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["scorepad", *request["arguments"]]
    gc.set_threshold(700, 10, 10)
    gc.unfreeze()
    status = 1
    try:
        if request["code"]:
            exec(request["code"], {"__name__": "__main__"})  # noqa: S102  # what a test asks for
            status = 0
        else:
            from scorepad.__main__ import main

            status = main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001  # as an interpreter tells it
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
