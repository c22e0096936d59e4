"""The screens that are looked at and walked through: every page, panel and state of the window.

`pictures` draws them, `test_every_screen` walks through them; a page that an action shows and
that is not among them fails a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtWidgets import QApplication, QScrollArea

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.spades.entries import (
    Amend,
    Bids,
    Clock,
    Forfeit,
    LaptopTakeover,
    Misdeal,
    Renege,
    Ruling,
    Talk,
    Team,
    Tricks,
)
from scorepad.spades.words import T
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.match.panel_place import PANELS
from scorepad.window.match.table_page import TablePage
from scorepad.window.panels.entry_panels import AmendSetupPanel
from scorepad.window.panels.paper_entry import PaperEntryPanel
from scorepad.window.rules.deviations import DeviationsForm
from scorepad.window.shell.banners import Banner
from scorepad.window.shell.main_window import MainWindow
from scorepad.window.shell.session import Ticker, WindowSession
from scorepad.window.widgets.theme import Theme
from tests.desk.memory import MemoryKeeper
from tests.imports import import_match
from tests.window.end_scenes import ENDS
from tests.window.evening import HAND, NIL_HAND, Evening, Played, Sheets
from tests.window.event_scenes import EVENTS
from tests.window.find import find, line
from tests.window.floor_scenes import FLOORS
from tests.window.print_scenes import PRINTING
from tests.window.stage import Heard, Standing, type_keys

SET_HAND: Played = ((5, 4, 4, 3), (4, 5, 3, 1))
BAGS: Played = ((4, 2, 3, 2), (7, 3, 2, 1))
PLAYED = (HAND, NIL_HAND, SET_HAND, BAGS, HAND)
LINES = (
    "= 120 3, 85 1 began on paper",
    "4 3, 2 4 / 8",
    "n 4, 3 2 / 0 5",
    "6, 5 / 7",
    "4 3 10 5 / 7",
    "6, 5 / 7",
)
PAGES = (
    *("new", "tables", "event", "like", "print", "print-several", "book", "round"),
    *("blank", "check-sheet"),
    *("settings", "help", "guide", "shortcuts", "about", "house-rules"),
)
"""Actions that show a page of their own, or lay something over the window."""


class Scene:
    """A window with an evening behind it, in one language."""

    def __init__(self, look: Theme, size: tuple[int, int], folder: Path) -> None:
        self.evening = Evening(folder)
        self.evening.wall.__class__ = Standing
        self.evening.settings.set_and_save("by", "Pat")
        self._sheets = Sheets()
        self.folder = folder
        self.settings = self.evening.settings
        self.played: Table | None = None
        self.has_tournament = False
        self.session = WindowSession(self, look, Heard())
        self.window.resize(*size)

    languages = (("en", "English"), ("es", "Español"))

    def sheets(self) -> Sheets:
        return self._sheets

    def sharing(self) -> None:
        """Nothing is shared."""

    @property
    def window(self) -> MainWindow:
        return self.session.window

    def furnish(self) -> None:
        wall = self.evening.wall
        ticker = Ticker(wall, monotonic=lambda: float(wall.moment.timestamp()))
        self.session.show_desk_and_start_ticker(self.evening.desk, wall, ticker=ticker)
        ticker.stop()
        self.window.show()
        # Only where the window is in front one sees what has the focus.
        self.window.activateWindow()

    def banners(self) -> None:
        """Every kind of message that is over a page."""
        self.window.banners.ask_scorekeeper_name(lambda name: None)
        self.window.clock_messages.show_clock_jump(-3600)

    def table(self, *hands: Played, rules: str = "unc", **head: object) -> Table:
        table = self.evening.play(*hands, rules=rules, **head)
        self.window.show_opened_table(table)
        return table

    @property
    def page(self) -> TablePage:
        page = self.window.page
        assert page is not None
        return page

    def pass_(self, minutes: float) -> None:
        self.evening.wall.pass_(minutes * 60)
        self.window.tick()


def bidding(scene: Scene) -> None:
    scene.table(*PLAYED)
    type_keys(scene.page.bar, "54")


def keypad(scene: Scene) -> None:
    """The keys on the screen, which are folded away otherwise."""
    scene.settings.set_and_save("keypad", True)
    bidding(scene)


def refused(scene: Scene) -> None:
    scene.table(*PLAYED)
    type_keys(scene.page.bar, "11")


def insisted(scene: Scene) -> None:
    scene.table(*PLAYED)
    type_keys(scene.page.bar, "11!44")


def counting(scene: Scene) -> None:
    scene.table(*PLAYED)
    type_keys(scene.page.bar, "54437")


def counting_nil(scene: Scene) -> None:
    scene.table(*PLAYED, rules="chicago")
    type_keys(scene.page.bar, "5n431")


def team_bids(scene: Scene) -> None:
    scene.table(*PLAYED[:1], rules="washburn")
    type_keys(scene.page.bar, "n")


def warning(scene: Scene) -> None:
    scene.table(*PLAYED)
    scene.pass_(26)


def time_asked(scene: Scene) -> None:
    scene.table(*PLAYED)
    scene.pass_(31)


def over(scene: Scene) -> None:
    table = scene.evening.play(*PLAYED)
    table.record(Forfeit(side=1, why="two players left"))
    # The game was over before, so the bar stands where the moment of its end would.
    scene.window.show_opened_table(table)


def long_names(scene: Scene) -> None:
    scene.table(
        *PLAYED,
        teams=tuple(
            type(team)(
                f"{team.name} of the Very Long Name Society & Friends",
                ("Maximilian-Alexander von Hohenberg", "Ὀδυσσεύς Παπαδόπουλος"),
            )
            for team in scene.evening.play().match.head.teams
        ),
        event="The Forty-Second Annual Invitational of the Faculty Club",
        round="Quarter-final, second bracket",
        table="Table 14 by the window",
    )


def several(scene: Scene) -> None:
    for number in range(8):
        table = scene.evening.play(*PLAYED[: number % 5], table=f"Table {number + 1}")
        scene.window.tables.open_without_showing(table)
    scene.table(*PLAYED[:3], table="Table 9")


def several_warn(scene: Scene) -> None:
    """Other tables' clocks warn, in sight and out of it."""
    for number in range(7):
        scene.table(*PLAYED[: number % 5], HAND, table=f"Table {number + 1}")
        scene.pass_(4.5)
    for banner in scene.window.banners.findChildren(Banner):
        banner.dismissed.emit()


def history(scene: Scene) -> Table:
    """A table with everything in it that a panel may show; one scene has one."""
    if scene.played is not None:
        scene.window.show_opened_table(scene.played)
        return scene.played
    table = scene.played = scene.evening.play(*PLAYED, rules="unc")
    table.record(Renege(side=0, seat=0, hand=5))
    table.record(Ruling(side=1, points=-30, bags=1, why="late to the table"))
    table.record(
        Amend(
            entry=str(table.match.board.hands[1].bids_id),
            to=Bids(bids=("nil", 4, 6, 3)),
            why="misheard",
        )
    )
    table.record(Misdeal(reason="no spade", seat=2))
    table.record(Clock(do="pause"))
    table.record(Clock(do="resume"))
    table.record(Talk(side=1))
    table.undo()
    scene.window.show_opened_table(table)
    return table


def panel(key: str) -> Callable[[Scene], None]:
    def make(scene: Scene) -> None:
        if key == "rekey":
            scene.table(rules="chicago")
        elif key == "setup":
            scene.table(HAND, rules="chicago")  # it leaves blind nil to both teams
        else:
            history(scene)
        shown = scene.page.show_panel(key)
        if isinstance(shown, PaperEntryPanel):
            shown.rows[0].edit.several_pasted.emit("\n".join(LINES))
        elif isinstance(shown, AmendSetupPanel):
            shown.show_effect()

    return make


def correction(scene: Scene) -> None:
    """A bid of an earlier hand is corrected, in the bar."""
    history(scene)
    scene.page.edit_hand(2, "bids", 1)
    type_keys(scene.page.bar, "7")


def why(scene: Scene) -> None:
    history(scene)
    scene.page.explain_number(2, 0, "change")


def page(key: str) -> Callable[[Scene], None]:
    def make(scene: Scene) -> None:
        history(scene)
        scene.window.do(key)

    return make


def paused(scene: Scene) -> None:
    table = scene.table(*PLAYED)
    scene.pass_(10)
    table.record(Clock(do="pause"))
    scene.window.tick()


def extra_hand(scene: Scene) -> None:
    """A tie after the last hand: one more decides."""
    table = scene.table(HAND, agreed={"game": {"max_hands": 1}})
    table.record(Ruling(side=1, points=21, why="the referee's"))


def extra_hand_begun(scene: Scene) -> None:
    extra_hand(scene)
    type_keys(scene.page.bar, "5443")


def last_hand(scene: Scene) -> None:
    """Time ran out while a hand was played."""
    table = scene.table(*PLAYED)
    table.record(Bids(bids=(4, 3, 3, 2)))
    scene.pass_(31)


def renege(scene: Scene) -> None:
    """A renege was ruled in the latest hand, and both sides are near their bag limit."""
    table = scene.table(*PLAYED)
    table.record(Renege(side=0, seat=0, hand=5))
    table.record(Ruling(side=1, points=0, bags=4, why="bags counted again"))


def long_match(scene: Scene) -> None:
    """So many hands that the sheet scrolls, with a score line to look at."""
    scene.table(*PLAYED, *PLAYED[1:], *PLAYED[2:], SET_HAND, rules="chicago")


def talk_costs(scene: Scene) -> None:
    table = scene.table(*PLAYED)
    table.record(Talk(side=1))
    table.record(Talk(side=1))


def nobody_named(scene: Scene) -> None:
    scene.table(*PLAYED, teams=(Team("", ("", "")), Team("", ("", ""))), event="", table="")


def held(scene: Scene) -> None:
    """Another laptop records at the table."""
    table = scene.evening.play(*PLAYED)
    table.record(LaptopTakeover(laptop="0195731b-4c00-4000-8000-00000000000b", name="Front desk"))
    scene.window.show_opened_table(table)


def record_apart(evening: Evening, table: Table, *more: Played) -> Table:
    """Let another computer record other tricks in the hand that has bids, and join what it has."""

    def later() -> datetime:
        return evening.wall() + timedelta(seconds=5)

    there = Desk(MemoryKeeper(), evening.library, now=later, by=lambda: "Lee of the other laptop")
    file = evening.desk.export_match_file(table.id)
    other = there.open(import_match(there, file, "copy").match_id)
    table.record(Tricks(tricks=(4, 3, 3, 3)))
    other.record(Tricks(tricks=(5, 2, 3, 3)))
    for bids, tricks in more:
        other.record(Bids(bids=bids))
        other.record(Tricks(tricks=tricks))
    import_match(evening.desk, there.export_match_file(other.id), "theirs")
    return other


def versions(scene: Scene) -> None:
    """Two laptops recorded apart at the table, one of them more than the other."""
    table = scene.table(*PLAYED[:3])
    table.record(LaptopTakeover(laptop=scene.evening.desk.keeper.laptop_id(), name="Front desk"))
    table.record(Bids(bids=(4, 3, 2, 2)))
    record_apart(scene.evening, table, HAND)


def banners(scene: Scene) -> None:
    scene.table(*PLAYED)
    scene.banners()


def archived(scene: Scene) -> None:
    scene.window.do("unarchive")


def nothing_found(scene: Scene) -> None:
    history(scene)
    assert scene.window.pages is not None
    page = scene.window.pages.show_matches_page()
    line(page, str(T("Search the matches"))).setText("nobody of this name")
    page.refresh()


def every_kind(scene: Scene) -> None:
    """Matches of every kind: not begun, playing, over, with long names."""
    for number in range(12):
        table = scene.evening.play(*PLAYED[: number % 4], table=f"Table {number + 1}")
        if number % 4 == 3:
            table.record(Forfeit(side=number % 2, why="left"))
    long_names(scene)
    scene.window.do("list")


def new_refused(scene: Scene) -> None:
    scene.window.do("new")
    form = scene.window.stack.currentWidget()
    assert isinstance(form, NewMatchPage)
    find(form, DeviationsForm).fill({"game": {"floor": -200}, "talk": {"ladder": ["warning"]}})
    line(form, str(T("Scheduled for"))).setText("half past")
    form.start_match()


def house_copy(scene: Scene) -> None:
    assert scene.window.pages is not None
    scene.window.pages.show_house_rules().edit_copy()


def settings_below(scene: Scene) -> None:
    """The lower part of the settings."""
    history(scene)
    scene.window.do("settings")
    shown = scene.window.stack.currentWidget()
    assert shown is not None
    # A field with the focus would be kept in sight.
    shown.setFocus()
    # How far down there is to scroll is known once it is laid out.
    for _round in range(3):
        QApplication.processEvents()
    for area in shown.findChildren(QScrollArea):
        area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())


STATES: tuple[Callable[[Scene], None], ...] = (
    bidding,
    keypad,
    refused,
    insisted,
    held,
    versions,
    counting,
    counting_nil,
    team_bids,
    warning,
    paused,
    time_asked,
    last_hand,
    extra_hand,
    extra_hand_begun,
    over,
    renege,
    talk_costs,
    long_match,
    long_names,
    nobody_named,
    several,
    several_warn,
    banners,
)


def screens() -> Iterator[tuple[str, Callable[[Scene], None]]]:
    """Every screen there is, by name."""
    yield from FLOORS.items()
    yield from EVENTS.items()
    yield "list", lambda scene: (history(scene), scene.window.do("list"))[1]
    yield "list-empty", lambda scene: scene.window.do("list")
    yield "list-every-kind", every_kind
    yield "list-nothing-found", nothing_found
    yield "list-archived", archived
    yield "table-new", lambda scene: (scene.table(), None)[1]
    for state in STATES:
        yield f"table-{state.__name__.replace('_', '-')}", state
    for key in PAGES:
        yield f"page-{key}", page(key)
    yield "page-new-refused", new_refused
    yield "page-house-rules-copy", house_copy
    yield "page-settings-below", settings_below
    for key in PANELS:
        yield f"panel-{key}", why if key == "why" else panel(key)
    yield "table-correction", correction
    yield from ENDS.items()
    yield from PRINTING.items()
