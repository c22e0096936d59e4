"""What must be known of a match is shown: the keeper's notices, and a result that its event states;
a match that is not as it was recorded is restored from a copy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from scorepad.events.event_descriptions import other_result_text
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.window.handouts.jobs import SOON, Job, ShownJob, count_files
from scorepad.window.shell.banners import BannerButton, Banners
from scorepad.window.shell.environment import Environment, Requests
from scorepad.window.widgets import file_dialogs
from scorepad.window.widgets.controls import Tone

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk
    from scorepad.desk.table import Table


def show_notices(banners: Banners, desk: Desk, requests: Requests, *, since: int) -> int:
    """Show the desk's notices after the first `since`, and return how many there are.  One about a
    match that is doubtful has a button to restore it."""
    notices = desk.notices
    for number in range(since, len(notices)):
        buttons = tuple(
            BannerButton(
                T("Restore it from a copy…"), partial(requests.restore.emit, each), ends=False
            )
            for each, doubt in desk.doubts.items()
            if doubt == notices[number]
        )
        banners.show_banner(f"notice{number}", notices[number], buttons=buttons)
    return len(notices)


def show_stated(banners: Banners, desk: Desk, table: Table) -> None:
    """Say that the event of this table's match states another result than was played."""
    told = desk.stated().get(table.id) if table.match.head.event else None
    said = other_result_text(table.match, told)
    if said is not None:
        text = T("{said}. Hands that are typed here do not change it.", said=said)
        banners.show_banner("stated", text, tone="warn")


def ask_for_copy(
    parent: QWidget,
    environment: Environment,
    banners: Banners,
    match_id: str,
    restored: Callable[[], object],
) -> None:
    """Ask which copy to restore a match from, restore it, and say so."""
    desk, words = environment.desk, environment.words

    def say(said: Text | str, tone: Tone) -> None:
        if said:
            banners.show_banner("restored", said, tone=tone)

    def read(chosen: list[str]) -> None:
        copy = Path(chosen[0])
        shown = ShownJob(
            Job(desk.read, (), lambda _none, _progress: desk.keeper.read_copy(copy)),
            T("A copy is being read"),
            parent,
            say,
            lambda _now, taking: restore(taking),
            lambda done, _count: count_files(done, 1),
            T("Canceled; nothing was restored."),
            SOON,
        )
        environment.requests.job.emit(shown)

    def restore(taking: Callable[[str], str]) -> None:
        doubt = desk.doubts.get(match_id)
        try:
            desk.restore_match(match_id, taking)
        except Refused as refused:
            say(refused.text, "bad")
            return
        for message in banners.messages:
            if message.wording == doubt:
                banners.remove_banner(message.key)
        if unread := desk.unread:
            banners.ask_read(tuple(unread.texts), unread.read)
        said = T("The match is restored; what was recorded after the copy is there too.")
        say(said, "good")
        restored()

    file_dialogs.ask_open_paths(
        parent,
        environment.settings,
        title=words("Restore a match from a copy"),
        kinds=words("Copies (*.db *.jsonl);;All files (*)"),
        then=read,
    )
