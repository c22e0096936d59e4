"""The kinds of entries of a match, a row each, which history, sheet, menus and forms read.

To add a kind, add its class to `entries` and a row to `ENTRY_KINDS`; `fold` has its effect, `gate`
its refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar, get_args

import msgspec

from scorepad.spades import entries as kinds
from scorepad.spades.board import Board, Hand
from scorepad.spades.entries import Bid, Common, Entry, FourBids, Head
from scorepad.spades.entry_descriptions import (
    EntryDescriber,
    name_correction,
    note_text,
    reason_text,
    signer_field,
    strike_reason,
)
from scorepad.spades.naming import player_field, team_field
from scorepad.spades.rule_labels import ladder_step_texts, value_description, value_sentence
from scorepad.spades.rules import RuleSet
from scorepad.spades.scoring import ladder_step
from scorepad.spades.words import (
    N,
    T,
    Text,
    format_change,
    join_parts,
    rule_file_text,
)

MAX_NUMBER = 1_000_000
"""The largest number of points or bags that can be typed, and the negative of the least."""

ValueKind: TypeAlias = Literal[
    "line",
    "text",
    "time",
    "number",
    "side",
    "seat",
    "yes-no",
    "choice",
    "ground",
    "hand",
    "from-hand",
    "hand-shown",
    "seats",
    "head",
]
"""The value of a field: a line, a longer text, a whole number, a side, a player, yes or no, one
of the field's `choices`, a ground for a misdeal, a hand, the hand from which it holds, the hand
that it belongs to (shown only), a value for each seat, or the head of the match."""
MenuGroup: TypeAlias = Literal["hand", "correct", "clock", "match"]


class EntryField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an entry in a form.

    name: the field's name in the entry's class
    value: the kind of its value
    label: its label when the entry is recorded; None if it is not asked for then
    title: its label when the entry is corrected; None if it is not asked for then
    short_label: its control's name, where that is not its title
    help: a line beneath it
    example: a text in the empty line
    missing: the sentence where nothing is typed or chosen
    least, most, step: the bounds of a number, and how far one key steps it
    initial: the number that is offered; None for an empty line
    usual: the number that the rule set gives
    choices: the values to choose from, with their texts; beside the two sides, None for both
    """

    name: str
    value: ValueKind
    label: Text | None = None
    title: Text | None = None
    short_label: Text | None = None
    help: Text | None = None
    example: Text | None = None
    missing: Text | None = None
    least: int = -MAX_NUMBER
    most: int = MAX_NUMBER
    step: int = 1
    initial: int | None = None
    usual: Callable[[RuleSet], int] | None = None
    choices: tuple[tuple[Any, Text], ...] = ()


class EntryAction(msgspec.Struct, frozen=True, kw_only=True):
    """The action that records an entry.

    key: its id, also that of its panel
    group: the menu that has it, in the order of the rows
    title, help, shortcut, icon: as in `desk.enabling.Action`
    button: the text of the button that records the form; None if a page of its own records it
    probe: an entry that is only refused at the wrong moment; None if any moment is right
    needs_result: whether the game has to be over
    line: whether the menu has a line above it
    """

    key: str
    group: MenuGroup
    title: Text
    help: Text
    shortcut: str
    button: Text | None = None
    probe: Callable[[Board], Entry] | None = None
    needs_result: bool = False
    needs_input: bool = True
    line: bool = False
    icon: str = ""


def _nothing(*_: Any) -> Iterable[Any]:
    return ()


class EntryKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of entry.

    entry: its class, which has its tag and its fields
    name: its name in a sentence, or the function that makes it: "ruling on Aces"; a correction has
        its name from what it corrects
    title: the title of its remark on the sheet; None if it has none
    remark_kind: the kind of its remark in tables, where that isn't its tag
    describe: the parts of its description
    describe_briefly: the parts beside its name, which has its side; None for `describe`
    seat_values: the field with a value for each seat, which describes it
    is_remarked: whether an entry of it has the remark
    is_decision: whether its remark, as a decision, is in the day log of an event
    effect: its effect by the rule set and the board, `before` being the earlier ones of its kind
        that count
    is_placed: whether its remark names the next hand if it was in none
    reason_field: the field with the reason that its remark has beside its description
    voids_signatures: whether it can change the result, which then has to be signed again
    is_struck_with_bids: whether a strike of bids strikes it in their hand (SCORING.md 3)
    is_automatic: whether the program also records it by itself
    voiding_text: why a hand that it ended counts nothing, as a part of a sentence
    fields: the fields of its form, in their order
    consequences: the sentences in its form about its effect under the rule set
    action: the action that records it; None if other actions do
    """

    entry: type[Common]
    name: Text | Callable[[Head, Any], Text] = T("entry")
    title: Text | None = None
    remark_kind: str = ""
    describe: Callable[[EntryDescriber, Any], Iterable[str]] = _nothing
    describe_briefly: Callable[[EntryDescriber, Any], Iterable[str]] | None = None
    seat_values: str = ""
    is_remarked: Callable[[Any], bool] = lambda _: True
    is_decision: bool = True
    effect: Callable[[RuleSet, Board, Any, Sequence[Any]], Iterable[Text]] = _nothing
    is_placed: bool = False
    reason_field: str = ""
    voids_signatures: bool = True
    is_struck_with_bids: bool = False
    is_automatic: bool = False
    voiding_text: Text | None = None
    fields: tuple[EntryField, ...] = ()
    consequences: Callable[[RuleSet, Board], Iterable[Text]] = _nothing
    action: EntryAction | None = None


class _Row(Protocol):
    @property
    def entry(self) -> type[Common]: ...


RowType = TypeVar("RowType", bound=_Row)


def table_of_kinds(every_entry: Any, *rows: RowType) -> dict[type[Common], RowType]:
    """Return the rows by the class of their entry; each class in the union has exactly one.

    Raise `TypeError` for a class that has two rows, or none.
    """
    table: dict[type[Common], RowType] = {}
    for row in rows:
        if row.entry in table:
            raise TypeError(f"{row.entry.__name__} is registered twice; keep one of its rows")
        table[row.entry] = row
    for kind in get_args(every_entry):
        if kind not in table:
            raise TypeError(f"{kind.__name__} is not registered; add a row for it")
    return table


# Names and descriptions.


def _side(label: Text, missing: Text, both: Text | None = None) -> EntryField:
    return EntryField(
        name="side",
        value="side",
        label=label,
        title=T("Team"),
        missing=missing,
        choices=() if both is None else ((None, both),),
    )


def _seat(
    label: Text | None = None,
    title: Text | None = None,
    missing: Text | None = None,
    short_label: Text | None = None,
) -> EntryField:
    return EntryField(
        name="seat",
        value="seat",
        label=label,
        title=title or T("Player"),
        missing=missing,
        short_label=short_label,
    )


_PRINTED: Final = T("Enter a reason. It's printed on the sheet.")


def _why(example: Text, missing: Text = _PRINTED) -> EntryField:
    return EntryField(
        name="why",
        value="line",
        label=T("Why"),
        title=T("Why"),
        example=example,
        missing=missing,
    )


_FROM_HAND: Final = EntryField(
    name="bids", value="from-hand", label=T("Starting with"), title=T("Starting with")
)

_CLOCK_NAMES: Final[dict[str, Text]] = {
    "start": T("clock start"),
    "pause": T("clock pause"),
    "resume": T("clock resume"),
    "add": T("time added to the clock"),
}
_CLOCK_TEXTS: Final[dict[str, Text]] = {
    "start": T("clock started"),
    "pause": T("clock paused"),
    "resume": T("clock resumed"),
}


def _describe_player_change(describer: EntryDescriber, entry: kinds.PlayerChange) -> Iterator[str]:
    yield str(
        T(
            "{player} for {other}",
            player=entry.player,
            other=describer.player_name(entry.seat),
        )
    )


def _clock_name(_head: Head, entry: kinds.Clock) -> Text:
    if entry.do == "add" and (entry.seconds or 0) < 0:
        return T("time taken off the clock")
    return _CLOCK_NAMES[entry.do]


def _duration(seconds: int) -> str:
    return f"{abs(seconds) // 60}:{abs(seconds) % 60:02}"


def _describe_clock(_: EntryDescriber, entry: kinds.Clock) -> Iterator[str]:
    span = _duration(entry.seconds or 0)
    if entry.do != "add":
        yield str(_CLOCK_TEXTS[entry.do])
    elif (entry.seconds or 0) < 0:
        yield str(T("{span} taken off the clock", span=span))
    else:
        yield str(T("{span} added to the clock", span=span))


def _describe_clock_briefly(_describer: EntryDescriber, entry: kinds.Clock) -> Iterator[str]:
    seconds = entry.seconds or 0
    if entry.do == "add":
        yield ("+" if seconds > 0 else "\u2212" if seconds < 0 else "") + _duration(seconds)


def _player(describer: EntryDescriber, entry: Any) -> str:
    return "" if entry.seat is None else describer.player_name(entry.seat)


def _points_text(entry: kinds.Ruling) -> Text:
    points = entry.points
    return N("{points} point", "{points} points", abs(points), points=format_change(points))


def _bags(entry: kinds.Ruling) -> str:
    if not entry.bags:
        return ""
    text = N("{bags} bag", "{bags} bags", entry.bags, bags=format_change(entry.bags))
    return str(text)


def _describe_ruling(describer: EntryDescriber, entry: kinds.Ruling) -> Iterator[str]:
    points = str(
        T("{team} {points}", team=describer.team_name(entry.side), points=_points_text(entry))
    )
    yield join_parts((points, _bags(entry)), ", ")


def _renege_numbers(_: EntryDescriber, entry: kinds.Renege) -> Iterator[str]:
    if entry.tricks is not None:
        yield str(N("{n} trick removed", "{n} tricks removed", entry.tricks))
    if entry.points is not None:
        yield str(T("{points} points to the other team", points=format_change(entry.points)))


# Their effects.


def _misdeal_effect(
    rules: RuleSet, _board: Board, _entry: kinds.Misdeal, _before: Sequence[kinds.Misdeal]
) -> Iterator[Text]:
    yield T("redeal: {dealer}", dealer=value_description(rules, "deal.redeal").label)


def _talk_effect(
    rules: RuleSet, board: Board, entry: kinds.Talk, before: Sequence[kinds.Talk]
) -> Iterator[Text]:
    offense = 1 + sum(each.side == entry.side for each in before)
    if offense > board.talk[entry.side]:
        return  # recorded after the end
    text = ladder_step_texts(ladder_step(rules.talk.ladder, offense)).sentence
    if text is not None:
        yield text


def _renege_effect(
    rules: RuleSet, board: Board, entry: kinds.Renege, before: Sequence[kinds.Renege]
) -> Iterator[Text]:
    if rules.renege.ladder:
        offense = 1 + sum(each.side == entry.side for each in before)
        texts = ladder_step_texts(ladder_step(rules.renege.ladder, offense))
        yield texts.sentence or texts.label
        return
    if entry.tricks is not None or entry.points is not None:
        return  # its own description has it
    hand = next((each for each in board.hands if entry in each.reneges), None)
    if hand is None:
        return
    at = [each for each in hand.reneges if each.side == entry.side].index(entry)
    lines = [[each for each in side if each.what == "renege"] for side in hand.lines]
    cost = [each for each in lines[entry.side] if each.points <= 0][at:]
    gain = [each for each in lines[1 - entry.side] if each.points > 0][at:]
    for line in cost[:1]:
        yield line.why
    for line in gain[:1]:
        yield T("{points} points to the other team", points=format_change(line.points))


def _void_hand(board: Board) -> Iterator[Text]:
    if board.hand is not None:
        yield T("Hand {n} is void and scores nothing.", n=board.hand.number)


def _forfeit_consequences(rules: RuleSet, board: Board) -> Iterator[Text]:
    yield T("A forfeit ends the game. Later rulings change only the totals.")
    yield from _void_hand(board)
    late = rules.clock.no_show_minutes
    if late is not None:
        yield N(
            "Under this rule set, a team that is {n} minute late may have to forfeit.",
            "Under this rule set, a team that is {n} minutes late may have to forfeit.",
            late,
        )


def _abandon_consequences(_rules: RuleSet, board: Board) -> Iterator[Text]:
    yield T("The game ends without a winner. Later rulings change only the totals.")
    yield from _void_hand(board)


def _time_consequences(rules: RuleSet, _board: Board) -> Iterator[Text]:
    yield value_sentence(rules, "clock.at_time")
    if rules.clock.at_time != "play-on":
        yield value_sentence(rules, "clock.on_tie")


def _probe_renege(board: Board) -> Entry:
    late = board.last_hand_if_closed if board.hand is None or board.is_over else None
    return kinds.Renege(side=0, seat=0, hand=late.number if late is not None else None)


# The kinds.

ENTRY_KINDS: Final = table_of_kinds(
    Entry,
    EntryKind(
        entry=kinds.Bids,
        name=T("bids"),
        title=T("Override"),
        remark_kind="override",
        seat_values="bids",
        is_remarked=lambda entry: bool(entry.override),
        reason_field="override",
        fields=(EntryField(name="bids", value="seats", title=T("Bids")),),
        action=EntryAction(
            key="bids",
            icon="list-numbers",
            group="hand",
            title=T("Bids"),
            help=T("Type the bids of the next hand. Once confirmed, they're locked."),
            shortcut="F2",
            probe=lambda _: kinds.Bids(bids=(3, 3, 3, 3), override="–"),
            needs_input=False,
        ),
    ),
    EntryKind(
        entry=kinds.Tricks,
        name=T("tricks"),
        seat_values="tricks",
        is_struck_with_bids=True,
        fields=(EntryField(name="tricks", value="seats", title=T("Tricks")),),
        action=EntryAction(
            key="tricks",
            icon="stack-2",
            group="hand",
            title=T("Tricks"),
            help=T("Type one team's tricks; the other team gets the rest."),
            shortcut="F3",
            probe=lambda _: kinds.Tricks(tricks=(4, 3, 3, 3)),
            needs_input=False,
        ),
    ),
    EntryKind(
        entry=kinds.Misdeal,
        name=T("misdeal"),
        title=T("Misdeal"),
        describe=lambda describer, entry: (
            str(rule_file_text(entry.reason)),
            _player(describer, entry),
        ),
        effect=_misdeal_effect,
        is_placed=True,
        voiding_text=T("misdeal"),
        fields=(
            EntryField(
                name="ground",
                value="ground",
                label=T("Reason"),
                missing=T("Choose the reason for the misdeal."),
            ),
            EntryField(
                name="reason",
                value="line",
                label=T("Other reason"),
                title=T("Reason"),
                example=T("a card was turned up"),
                missing=T("Write the reason: what was wrong with the deal?"),
            ),
            _seat(T("Whose hand was it?"), short_label=T("Player")),
        ),
        action=EntryAction(
            key="misdeal",
            icon="refresh",
            group="hand",
            title=T("Misdeal"),
            help=T("The deal doesn't count. If bids were already recorded, the hand is void."),
            shortcut="Ctrl+M",
            button=T("Record the misdeal"),
            probe=lambda _: kinds.Misdeal(reason="–"),
            line=True,
        ),
    ),
    EntryKind(
        entry=kinds.Renege,
        name=lambda head, entry: T("renege by {team}", team=team_field(head, entry.side)),
        title=T("Renege"),
        describe=lambda describer, entry: (
            describer.name_side_and_player(entry.side, entry.seat),
            *_renege_numbers(describer, entry),
        ),
        describe_briefly=lambda describer, entry: (
            _player(describer, entry),
            *_renege_numbers(describer, entry),
        ),
        effect=_renege_effect,
        is_struck_with_bids=True,
        fields=(
            _side(T("Which team reneged?"), T("Choose the team that reneged.")),
            _seat(T("Who?")),
            EntryField(name="hand", value="hand-shown", label=T("In which hand?")),
            EntryField(
                name="tricks",
                value="number",
                label=T("Tricks removed"),
                title=T("Tricks"),
                least=0,
                most=13,
                usual=lambda rules: rules.renege.tricks,
            ),
            EntryField(
                name="points",
                value="number",
                label=T("Points to the other team"),
                title=T("Points"),
                step=10,
                usual=lambda rules: rules.renege.points,
            ),
        ),
        action=EntryAction(
            key="renege",
            icon="alert-triangle",
            group="hand",
            title=T("Renege"),
            help=T(
                "A player could have followed suit but didn't, in this hand or the one before it."
            ),
            shortcut="Ctrl+R",
            button=T("Record the renege"),
            probe=_probe_renege,
        ),
    ),
    EntryKind(
        entry=kinds.Talk,
        name=lambda head, entry: T("table talk by {team}", team=team_field(head, entry.side)),
        title=T("Table talk"),
        describe=lambda describer, entry: (describer.name_side_and_player(entry.side, entry.seat),),
        describe_briefly=lambda describer, entry: (_player(describer, entry),),
        effect=_talk_effect,
        is_placed=True,
        is_struck_with_bids=True,
        fields=(
            _side(T("Which team?"), T("Choose the team that talked.")),
            _seat(T("Who?")),
        ),
        action=EntryAction(
            key="talk",
            icon="message-exclamation",
            group="hand",
            title=T("Table talk"),
            help=T("A team broke the table talk rule; the rule set determines the penalty."),
            shortcut="Ctrl+T",
            button=T("Record the offense"),
            probe=lambda _: kinds.Talk(side=0),
        ),
    ),
    EntryKind(
        entry=kinds.Ruling,
        name=lambda head, entry: T("ruling on {team}", team=team_field(head, entry.side)),
        title=T("Ruling"),
        describe=_describe_ruling,
        describe_briefly=lambda _, entry: (
            str(_points_text(entry)),
            _bags(entry),
            entry.why,
        ),
        reason_field="why",
        is_struck_with_bids=True,
        fields=(
            _side(T("For which team?"), T("Choose the team.")),
            EntryField(
                name="points",
                value="number",
                label=T("Points"),
                title=T("Points"),
                help=T("Use − to deduct points."),
                step=10,
            ),
            EntryField(name="bags", value="number", label=T("Bags"), title=T("Bags")),
            EntryField(name="hand", value="hand", label=T("Applies")),
            _why(T("late to the table")),
        ),
        action=EntryAction(
            key="ruling",
            icon="gavel",
            group="hand",
            title=T("Ruling"),
            help=T("Adjust a team's points or bags, and give the reason."),
            shortcut="Ctrl+U",
            button=T("Record the ruling"),
            probe=lambda _: kinds.Ruling(side=0, points=0, why="–"),
        ),
    ),
    EntryKind(
        entry=kinds.HeadChange,
        name=T("setup change"),
        title=T("Setup changed"),
        is_decision=False,
        reason_field="why",
        describe_briefly=lambda describer, entry: (describer.describe_setup(entry),),
        fields=(
            EntryField(
                name="head",
                value="head",
                label=T("Change the setup"),
                title=T("Change the setup"),
                missing=T("You haven't changed anything yet."),
            ),
            _why(T("a name was misspelled"), T("Enter a reason. It's saved in the history.")),
        ),
        action=EntryAction(
            key="setup",
            icon="edit",
            group="correct",
            title=T("Change the setup"),
            help=T(
                "Change the names, seats, rules, table or first dealer. Every hand is scored again."
            ),
            shortcut="F4",
            button=T("Save the change"),
            line=True,
        ),
    ),
    EntryKind(
        entry=kinds.PlayerChange,
        name=lambda _, entry: T("substitute {player}", player=entry.player),
        title=T("Substitute"),
        describe=_describe_player_change,
        is_placed=True,
        reason_field="why",
        voids_signatures=False,
        fields=(
            _seat(T("Who's leaving?"), T("Player leaving"), T("Choose the player who's leaving.")),
            EntryField(
                name="player",
                value="line",
                label=T("Who's taking the seat?"),
                title=T("Substitute"),
                missing=T("Write the substitute's name."),
            ),
            _FROM_HAND,
            _why(T("had to leave")),
        ),
        action=EntryAction(
            key="seat",
            icon="replace-user",
            group="hand",
            title=T("Substitute"),
            help=T(
                "Put a substitute in a seat, starting with the hand you choose. Earlier hands "
                "keep the previous player."
            ),
            shortcut="Ctrl+Shift+R",
            button=T("Record the substitute"),
            probe=lambda _: kinds.PlayerChange(seat=0, player="–", why="–"),
            line=True,
        ),
    ),
    EntryKind(
        entry=kinds.DealerChange,
        name=lambda head, entry: T("dealer {player}", player=player_field(head, entry.seat)),
        title=T("Dealer"),
        describe=lambda describer, entry: (describer.player_name(entry.seat),),
        is_placed=True,
        reason_field="why",
        voids_signatures=False,
        fields=(
            _seat(T("Who deals?"), T("Dealer"), T("Choose who deals.")),
            _FROM_HAND,
            _why(T("the wrong player dealt")),
        ),
        action=EntryAction(
            key="dealer",
            icon="cards",
            group="hand",
            title=T("Dealer"),
            help=T("Change who deals a hand; the deal continues clockwise from there."),
            shortcut="Ctrl+Shift+M",
            button=T("Record the dealer"),
            probe=lambda _: kinds.DealerChange(seat=0, why="–"),
        ),
    ),
    EntryKind(
        entry=kinds.Clock,
        name=_clock_name,
        title=T("Clock"),
        describe=_describe_clock,
        describe_briefly=_describe_clock_briefly,
        is_remarked=lambda entry: bool(entry.do == "add"),
        voids_signatures=False,
        is_automatic=True,
        fields=(
            EntryField(
                name="do",
                value="choice",
                title=T("Action"),
                choices=(
                    ("start", T("start")),
                    ("pause", T("pause")),
                    ("resume", T("resume")),
                    ("add", T("add")),
                ),
            ),
            EntryField(name="seconds", value="number", title=T("Seconds")),
        ),
    ),
    EntryKind(
        entry=kinds.Time,
        name=T("time called"),
        title=T("Time called"),
        is_decision=False,
        is_automatic=True,
        describe=lambda _, entry: (
            str(
                T("the next hand had been dealt")
                if entry.dealt
                else T("the next hand hadn't been dealt")
            ),
        ),
        fields=(
            EntryField(
                name="dealt",
                value="yes-no",
                label=T("Have the next hand's cards been dealt?"),
                title=T("The next hand has been dealt"),
                short_label=T("Dealt"),
                help=T("A hand that has been dealt counts as in progress."),
                missing=T("Choose whether the next hand has been dealt."),
                choices=((False, T("No")), (True, T("Yes, they've been dealt"))),
            ),
        ),
        voiding_text=T("time was called"),
        consequences=_time_consequences,
        action=EntryAction(
            key="time",
            icon="alarm",
            group="clock",
            title=T("Call time"),
            help=T("Time is up now, whatever the clock says."),
            shortcut="F9",
            button=T("Time is up"),
            probe=lambda _: kinds.Time(),
        ),
    ),
    EntryKind(
        entry=kinds.IdentityCheck,
        name=lambda head, entry: T("ID check for {player}", player=player_field(head, entry.seat)),
        title=T("ID check"),
        describe=lambda describer, entry: (
            describer.player_name(entry.seat),
            str(T("ID shown") if entry.ok else T("ID not shown")),
        ),
        is_remarked=lambda entry: not entry.ok,
        voids_signatures=False,
        fields=(_seat(), EntryField(name="ok", value="yes-no", title=T("ID shown"))),
        action=EntryAction(
            key="identity",
            icon="id",
            group="match",
            title=T("ID shown"),
            help=T("Record whether a player showed an ID."),
            shortcut="Ctrl+I",
        ),
    ),
    EntryKind(
        entry=kinds.Sign,
        name=lambda head, entry: T("signature of {team}", team=team_field(head, entry.side)),
        describe=lambda describer, entry: (
            describer.team_name(entry.side),
            str(T("signed by {name}", name=signer_field(entry.name))),
        ),
        describe_briefly=lambda _, entry: (
            str(T("signed by {name}", name=signer_field(entry.name))),
        ),
        voids_signatures=False,
        fields=(
            EntryField(name="side", value="side", title=T("Team")),
            EntryField(name="name", value="line", title=T("Name")),
        ),
        action=EntryAction(
            key="sign",
            icon="signature",
            group="match",
            title=T("Sign the result"),
            help=T("A team signs the result."),
            shortcut="Ctrl+G",
            needs_result=True,
        ),
    ),
    EntryKind(
        entry=kinds.Note,
        name=T("note"),
        title=T("Note"),
        describe=lambda _describer, entry: (str(note_text(entry.text)),),
        voids_signatures=False,
        fields=(
            EntryField(
                name="text",
                value="text",
                label=T("What happened?"),
                title=T("Text"),
                help=T("It's saved with the match and printed on the sheet."),
                missing=T("Write the note."),
            ),
        ),
        action=EntryAction(
            key="note",
            icon="note",
            group="match",
            title=T("Note"),
            help=T("Write down anything worth keeping. A note doesn't change the score."),
            shortcut="Ctrl+J",
            button=T("Record the note"),
        ),
    ),
    EntryKind(
        entry=kinds.Forfeit,
        name=lambda head, entry: (
            T("forfeit by both teams")
            if entry.side is None
            else T("forfeit by {team}", team=team_field(head, entry.side))
        ),
        title=T("Forfeit"),
        describe=lambda describer, entry: (
            str(
                T("by both teams")
                if entry.side is None
                else T("by {team}", team=describer.team_name(entry.side))
            ),
            entry.why,
        ),
        describe_briefly=lambda _describer, entry: (entry.why,),
        fields=(
            _side(
                T("Which team is forfeiting?"),
                T("Choose the team that's forfeiting."),
                both=T("Both teams"),
            ),
            _why(T("wasn't there at the start")),
        ),
        voiding_text=T("forfeit"),
        consequences=_forfeit_consequences,
        action=EntryAction(
            key="forfeit",
            icon="flag",
            group="match",
            title=T("Forfeit"),
            help=T("One team forfeits and the other wins, or both teams forfeit."),
            shortcut="Ctrl+Shift+F",
            button=T("Record the forfeit"),
            probe=lambda _: kinds.Forfeit(side=0, why="–"),
            line=True,
        ),
    ),
    EntryKind(
        entry=kinds.Abandon,
        name=T("abandoned game"),
        title=T("Abandoned"),
        describe=lambda _describer, entry: (entry.why,),
        fields=(_why(T("the building closed")),),
        voiding_text=T("match abandoned"),
        consequences=_abandon_consequences,
        action=EntryAction(
            key="abandon",
            icon="ban",
            group="match",
            title=T("Abandon the game"),
            help=T("The game ends without a winner."),
            shortcut="Ctrl+Shift+A",
            button=T("Abandon the game"),
            probe=lambda _: kinds.Abandon(why="–"),
        ),
    ),
    EntryKind(
        entry=kinds.Amend,
        describe_briefly=lambda describer, entry: (
            str(T("{says} · {why}", says=describe_briefly(describer, entry.to), why=entry.why)),
        ),
    ),
    EntryKind(
        entry=kinds.Strike,
        describe_briefly=lambda _, entry: (strike_reason(entry),),
    ),
    EntryKind(entry=kinds.Restore),
    EntryKind(
        entry=kinds.LaptopTakeover,
        name=T("table takeover"),
        voids_signatures=False,
        is_automatic=True,
    ),
    EntryKind(
        entry=kinds.ChooseVersion,
        name=T("choice between two versions"),
    ),
)


def name_entry_kind(head: Head, entry: Common) -> Text:
    """Return the name of an entry that is no correction, without its hand: "tricks", "ruling on
    Aces"."""
    name = ENTRY_KINDS[type(entry)].name
    return name if isinstance(name, Text) else name(head, entry)


def name_entry(
    head: Head,
    entry: Common,
    find: Callable[[str], Entry | None],
    hand_of: Callable[[str], Hand | None],
) -> Text:
    """Return an entry's name: "tricks of hand 7", "ruling on Aces".

    `find` gives an entry by its id, `hand_of` the hand that an entry is in.
    """
    if isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
        target = find(entry.entry)
        of = name_entry(head, target, find, hand_of) if target is not None else T("entry")
        return name_correction(entry, of)
    name = name_entry_kind(head, entry)
    hand = hand_of(entry.id) if entry.id else None
    return T("{entry} in hand {hand}", entry=name, hand=hand.number) if hand else name


NO_SEATS: Final[FourBids] = (None, None, None, None)
BIDS_ITSELF: Final = T("bids itself")
"""The words in place of the bids of a first hand without bids."""


def _bids_itself(entry: Common) -> bool:
    return isinstance(entry, kinds.Bids) and entry.bids == "itself"


def seat_values(entry: Common | None) -> tuple[Bid, ...] | None:
    """Return the values by seat of bids or tricks; None if there are none."""
    if entry is None or not (field := ENTRY_KINDS[type(entry)].seat_values):
        return None
    if isinstance(entry, kinds.Bids):
        return entry.by_seat
    values: tuple[Bid, ...] = getattr(entry, field)
    return values


def describe(
    describer: EntryDescriber, entry: Common, *, compared_with: Common | None = None
) -> str:
    """Return an entry in words; of bids and tricks the differences from `compared_with`."""
    values = seat_values(entry)
    if _bids_itself(entry):
        return str(BIDS_ITSELF)
    if values is not None:
        return describer.describe_seats(values, seat_values(compared_with))
    return join_parts(ENTRY_KINDS[type(entry)].describe(describer, entry), "; ")


def describe_briefly(
    describer: EntryDescriber, entry: Common, *, compared_with: Common | None = None
) -> str:
    """Return an entry in words beside its name, which has its side; of bids and tricks only the
    differences from `compared_with`, a side's number by its team."""
    values = seat_values(entry)
    if _bids_itself(entry):
        return str(BIDS_ITSELF)
    if values is not None:
        text = describer.describe_sides(values, seat_values(compared_with))
        if isinstance(entry, kinds.Bids) and entry.override:
            text += str(T("; override: {why}", why=entry.override))
        return text
    kind = ENTRY_KINDS[type(entry)]
    parts = (kind.describe_briefly or kind.describe)(describer, entry)
    return join_parts(parts)


def describe_struck(describer: EntryDescriber, entries: Sequence[Common]) -> str:
    """Return the values of the entries that a strike removed, named if there are several."""
    if len(entries) == 1:
        return _describe_whole(describer, entries[0])
    return "; ".join(_name_with_value(describer, each) for each in entries)


def _describe_whole(describer: EntryDescriber, entry: Common) -> str:
    values = seat_values(entry)
    if values is not None and not _bids_itself(entry):
        return describer.describe_seats(values, NO_SEATS)
    return describe(describer, entry)


def _name_with_value(describer: EntryDescriber, entry: Common) -> str:
    name = str(name_entry_kind(describer.head, entry))
    parts = [_describe_whole(describer, entry), reason_apart(entry)]
    if isinstance(entry, kinds.Talk) and entry.seat is None:
        return name
    return str(T("{what}: {value}", what=name, value=join_parts(parts, ", ")))


def reason_apart(entry: Common) -> str:
    """Return the reason that is beside an entry's description; "" if that has it."""
    field = ENTRY_KINDS[type(entry)].reason_field
    return reason_text(getattr(entry, field) or "") if field else ""
