"""Plays entries of a match file through the real window: keys for bids and tricks, the menu's
actions and their panels for everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.bidding import BID_KEYS, COUNT_KEYS
from scorepad.spades.entries import (
    Abandon,
    Amend,
    Bids,
    Clock,
    Common,
    Forfeit,
    Head,
    HeadChange,
    IdentityCheck,
    Misdeal,
    Note,
    Renege,
    Restore,
    Ruling,
    Sign,
    Strike,
    Talk,
    Time,
    Tricks,
    kind_of,
)
from scorepad.spades.naming import player_name, team_name
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.match.table_page import TablePage
from tests.window.evening import press
from tests.window.find import field, find_all, line
from tests.window.stage import Stage

SECOND = {"nil": "M", "blind": "V"}


def bid_key(bid: Any) -> str:
    """The key of one player's bid."""
    return BID_KEYS[bid]


def bid_keys_of(units: Sequence[Sequence[int]], entry: Bids) -> str:
    """The keys of a hand's bids, in the order the bar asks for them."""
    keys = ""
    for seats in units:
        if len(seats) == 1:
            keys += bid_key(entry.bids[seats[0]])
            continue
        first, second = (entry.bids[seat] for seat in sorted(seats))
        keys += BID_KEYS[first] if isinstance(first, str) else ""
        keys += SECOND[second] if isinstance(second, str) else ""
        numbers = [bid for bid in (first, second) if isinstance(bid, int)]
        keys += COUNT_KEYS[sum(numbers)] if numbers else ""
    return keys


def trick_keys_of(typing: TypedTricks, entry: Tricks) -> str:
    """The fewest keys of a hand's tricks: the side pointed at, nils that took some, Enter."""
    keys = ""
    for seats in typing.units[:-1]:
        wanted = {each: sum(entry.tricks[seat] or 0 for seat in each) for each in typing.units}
        if typing.complete and all(each.tricks == wanted[each.seats] for each in typing.counts):
            break
        keys += COUNT_KEYS[wanted[seats]]
        assert typing.press(keys[-1])
    for _key in keys:
        typing.delete_last()
    return keys + "\n"


def bid_keys(stage: Stage, entry: Bids) -> str:
    """The keys of a hand's bids, as the bar that is shown asks for them."""
    typing = stage.page.bar.bids
    assert typing is not None
    return bid_keys_of(typing.units, entry)


def trick_keys(stage: Stage, entry: Tricks) -> str:
    """The keys of a hand's tricks, as the bar that is shown asks for them."""
    typing = stage.page.bar.tricks
    assert typing is not None
    return trick_keys_of(typing, entry)


def write(stage: Stage, control: QWidget, text: str) -> None:
    """Type the beginning of a text, and paste the rest: a form shows what each key changes."""
    stage.qtbot.keyClicks(control, text[:2])
    if text[2:]:
        QGuiApplication.clipboard().setText(text[2:])
        stage.qtbot.keyClick(control, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def retype(stage: Stage, line: QLineEdit, text: str) -> None:
    """Put this in place of what a field says."""
    line.setFocus()
    line.selectAll()
    if text:
        write(stage, line, text)
    else:
        stage.qtbot.keyClick(line, Qt.Key.Key_Delete)


class WindowPlayer:
    """One match, from the form for a new one to its last entry.  `ids` are the log's ids by the
    positions that the match file has them at."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.ids: list[str] = []

    @property
    def page(self) -> TablePage:
        return self.stage.page

    def start(self, head: Head) -> None:
        """Fill the form for a new match in, and start it."""
        self.stage.window.do("new")
        form = self.stage.window.stack.currentWidget()
        assert isinstance(form, NewMatchPage)
        form.fill_from(head)
        press(form, "Start the match")

    def play(self, entry: Common) -> None:
        """Do at the window what this entry says; exactly one entry is recorded for it."""
        how: dict[str, Callable[[Any], None]] = {
            "bids": self._bids,
            "tricks": self._tricks,
            "misdeal": self._misdeal,
            "renege": self._renege,
            "talk": self._talk,
            "ruling": self._ruling,
            "clock": self._clock,
            "time": self._time,
            "forfeit": self._forfeit,
            "abandon": self._abandon,
            "amend": self._amend,
            "strike": self._strike,
            "restore": self._restore,
            "setup": self._setup,
            "id": self._identity,
            "sign": self._sign,
            "note": self._note,
        }
        before = len(self.page.table.match.log)
        how[kind_of(entry)](entry)
        log = self.page.table.match.log
        assert len(log) > before, f"{kind_of(entry)} was not recorded: {entry}"
        assert kind_of(log[-1]) == kind_of(entry)
        self.ids.append(str(log[-1].id))

    def _panel(self, key: str) -> Any:
        self.stage.window.menus.actions[key].trigger()
        assert self.page.panel is not None
        return self.page.panel

    def _done(self, panel: Any, button: str) -> None:
        press(panel, button)
        assert self.page.panel is None, f"{button}: {panel.message.text()}"

    def _write(self, panel: Any, title: str, text: str) -> None:
        control = field(panel, title).control
        control.setFocus()
        write(self.stage, control, text)

    def _side(self, panel: Any, side: int) -> None:
        press(panel, f"Team: {team_name(self.page.table.match.head, side)}")

    def _player(self, panel: Any, group: str, seat: int | None) -> None:
        if seat is not None:
            press(panel, f"{group}: {player_name(self.page.table.match.head, seat)}")

    def _bids(self, entry: Bids) -> None:
        keys = bid_keys(self.stage, entry)
        if entry.override is None:
            self.stage.type(keys)
            return
        bar = self.page.bar
        for key in keys:
            self.stage.type(key)
            if bar.bids is not None and bar.bids.mistake is not None:
                press(bar, "Accept with a reason… (!)")
        write(self.stage, bar.reason, entry.override)
        press(bar, "Record bids")

    def _tricks(self, entry: Tricks) -> None:
        self.stage.type(trick_keys(self.stage, entry))

    def _misdeal(self, entry: Misdeal) -> None:
        panel = self._panel("misdeal")
        if entry.reason in self.page.table.match.rules.deal.misdeals:
            press(panel, f"Reason: {entry.reason}")
        else:
            press(panel, "Reason: another reason")
            self._write(panel, "Other reason", entry.reason)
        self._player(panel, "Player", entry.seat)
        self._done(panel, "Record the misdeal")

    def _renege(self, entry: Renege) -> None:
        panel = self._panel("renege")
        self._side(panel, entry.side)
        self._player(panel, "Player", entry.seat)
        self._done(panel, "Record the renege")

    def _talk(self, entry: Talk) -> None:
        panel = self._panel("talk")
        self._side(panel, entry.side)
        self._player(panel, "Player", entry.seat)
        self._done(panel, "Record the offense")

    def _ruling(self, entry: Ruling) -> None:
        panel = self._panel("ruling")
        self._side(panel, entry.side)
        retype(self.stage, line(panel, "Points"), str(entry.points))
        self._write(panel, "Why", entry.why)
        self._done(panel, "Record the ruling")

    def _clock(self, entry: Clock) -> None:
        if entry.do != "add":
            self.stage.window.menus.actions[f"clock-{entry.do}"].trigger()
            return
        panel = self._panel("clock-add")
        retype(self.stage, panel._minutes.line, str((entry.seconds or 0) // 60))
        press(panel, "Apply")
        self.page.close_panel()

    def _time(self, entry: Time) -> None:
        panel = self._panel("time")
        if find_all(panel, QPushButton, "Dealt: No")[0].isVisibleTo(panel):
            press(panel, "Dealt: Yes, they've been dealt" if entry.dealt else "Dealt: No")
        self._done(panel, "Time is up")

    def _forfeit(self, entry: Forfeit) -> None:
        panel = self._panel("forfeit")
        self._side(panel, entry.side)
        self._write(panel, "Why", entry.why)
        self._done(panel, "Record the forfeit")

    def _abandon(self, entry: Abandon) -> None:
        panel = self._panel("abandon")
        self._write(panel, "Why", entry.why)
        self._done(panel, "Abandon the game")

    def _target(self, position: str) -> str:
        return self.ids[int(position) - 1]

    def _amend(self, entry: Amend) -> None:
        assert isinstance(entry.to, Tricks)
        hand = self.page.table.match.hand_of(self._target(entry.entry))
        assert hand is not None
        bar = self.page.bar
        for side in (0, 1):
            self.page.edit_hand(hand.number, "tricks", side)
            counts = [entry.to.tricks[seat] for seat in (side, side + 2)]
            bar.press(COUNT_KEYS[sum(each or 0 for each in counts)])
        retype(self.stage, bar.reason, entry.why)
        press(bar, "Save the correction")

    def _strike(self, entry: Strike) -> None:
        panel = self._panel("strike")
        panel.show_place(self._target(entry.entry))
        retype(self.stage, panel.why, entry.why)
        press(panel, "Delete the entry")

    def _restore(self, entry: Restore) -> None:
        panel = self._panel("history")
        panel.choose(self._target(entry.entry))
        press(panel, "Restore")
        self.page.close_panel()

    def _setup(self, entry: HeadChange) -> None:
        panel = self._panel("setup")
        assert isinstance(entry.teams, tuple)
        for side, team in enumerate(entry.teams):
            retype(self.stage, panel.head.seats._teams[side], team.name)
            for partner, player in enumerate(team.players):
                retype(self.stage, panel.head.seats._players[side + 2 * partner], player)
        self._write(panel, "Why", entry.why)
        self._done(panel, "Save the change")

    def _identity(self, entry: IdentityCheck) -> None:
        panel = self._panel("identity")
        self._player_answer(panel, entry)
        self.page.close_panel()

    def _player_answer(self, panel: Any, entry: IdentityCheck) -> None:
        name = player_name(self.page.table.match.head, entry.seat)
        press(panel, f"{name}: {'Shown' if entry.ok else 'Not shown'}")

    def _sign(self, entry: Sign) -> None:
        panel = self._panel("sign")
        team = team_name(self.page.table.match.head, entry.side)
        retype(self.stage, panel.signatures[entry.side].line, entry.name)
        press(panel, f"Sign for {team}")
        self.page.close_panel()

    def _note(self, entry: Note) -> None:
        panel = self._panel("note")
        self._write(panel, "What happened?", entry.text)
        self._done(panel, "Record the note")
