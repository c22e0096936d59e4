"""The keeper's notices are shown, and a match that is not as it was recorded is restored from a
copy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.shell.banners import Banners, Button
from scorepad.window.shell.environment import Environment, Requests
from scorepad.window.widgets import files

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk


def show_notices(banners: Banners, desk: Desk, requests: Requests, *, since: int) -> int:
    """Show the desk's notices after the first `since`, and return how many there are.  One about a
    match that is doubtful has a button to restore it."""
    notices = desk.notices
    for number in range(since, len(notices)):
        buttons = tuple(
            Button(T("Restore it from a copy…"), partial(requests.restore.emit, each), ends=False)
            for each, doubt in desk.doubts.items()
            if doubt == notices[number]
        )
        banners.show_banner(f"notice{number}", notices[number], buttons=buttons)
    return len(notices)


def ask_for_copy(
    parent: QWidget,
    environment: Environment,
    banners: Banners,
    match_id: str,
    restored: Callable[[], object],
) -> None:
    """Ask which copy to restore a match from, restore it, and say so."""
    desk, words = environment.desk, environment.words

    def restore(chosen: list[str]) -> None:
        doubt = desk.doubts.get(match_id)
        try:
            desk.restore_match(Path(chosen[0]), match_id)
        except Refused as refused:
            banners.show_banner("restored", refused.text)
            return
        for message in banners.messages:
            if message.wording == doubt:
                banners.drop(message.key)
        if unread := desk.unread:
            banners.ask_read(tuple(unread.texts), unread.read)
        said = T("The match is restored; what was recorded after the copy is there too.")
        banners.show_banner("restored", said, tone="good")
        restored()

    files.ask_which(
        parent,
        environment.settings,
        title=words("Restore a match from a copy"),
        kinds=words("Copies (*.db *.jsonl);;All files (*)"),
        then=restore,
    )
