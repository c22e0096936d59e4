"""A rule set has every parameter that Spades events can differ in, each declared once.

The declarations below are the schema: type, bounds, allowed values and meaning (SCORING.md 2).
Reading, checking, the rules panel, the editor and the test that walks every parameter all follow
from them. Adding a parameter: declare it here, state it in every preset of `resources/rules` that
does not extend another, use it in `scoring.py` or `gate.py`.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

MAX_AMOUNT = 1_000_000
Points: TypeAlias = Annotated[int, Meta(ge=-MAX_AMOUNT, le=MAX_AMOUNT)]
AtLeastOne: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_AMOUNT)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_AMOUNT)]
Negative: TypeAlias = Annotated[int, Meta(ge=-MAX_AMOUNT, le=-1)]
FailedTricks: TypeAlias = Literal["help", "point-and-bag", "bag", "ignore"]
STEPS = ("none", "warning", "tricks", "points", "minus", "set", "loss-of-hand", "forfeit")
"""The penalties of a ladder; `tricks`, `points` and `minus` have a number behind them."""
STEP_PATTERN = (
    r"^(none|warning|set|loss-of-hand|forfeit|tricks ([0-9]|1[0-3])"
    r"|(points|minus) ([0-9]{1,6}|1000000))$"
)
LadderStep: TypeAlias = Annotated[str, Meta(pattern=STEP_PATTERN)]


class RuleSection(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A section is a table of a rule set file."""


class GameRules(RuleSection, frozen=True, kw_only=True):
    target: Annotated[
        AtLeastOne,
        Meta(description="the game ends once a team has this score or more at the end of a hand"),
    ]
    on_tie: Annotated[
        Literal["extra-hand", "tie"],
        Meta(
            description="what happens if the score is tied when the game ends for a reason other "
            "than "
            "time"
        ),
    ]
    floor: Annotated[
        Negative | None,
        Meta(description="a team loses if it has this score or less at the end of a hand"),
    ] = None
    max_hands: Annotated[
        AtLeastOne | None,
        Meta(description="the game ends after this many hands; void hands don't count"),
    ] = None
    sets_to_lose: Annotated[
        AtLeastOne | None,
        Meta(description="a team that is set in this many hands loses"),
    ] = None
    sets_in_a_row_to_lose: Annotated[
        AtLeastOne | None,
        Meta(description="a team that is set in this many consecutive hands loses"),
    ] = None


class FirstHandRules(RuleSection, frozen=True, kw_only=True):
    bids: Annotated[
        Literal["normal", "itself"],
        Meta(
            description="whether teams bid in the first hand, or the tricks each team takes "
            "count as its "
            "bid"
        ),
    ] = "normal"
    minimum: Annotated[
        Count | None, Meta(description="the fewest tricks a team may take in the first hand")
    ] = None
    below: Annotated[
        Literal["lose", "set"],
        Meta(
            description="what happens to a team that takes fewer tricks than the minimum in the "
            "first hand"
        ),
    ] = "lose"
    counts_as_set: Annotated[
        bool,
        Meta(
            description="whether a set in the first hand counts toward the sets that lose the game"
        ),
    ] = True


class ClockRules(RuleSection, frozen=True, kw_only=True):
    minutes: Annotated[
        AtLeastOne | None, Meta(description="the time limit of a game, in minutes")
    ] = None
    starts: Annotated[
        Literal["first-deal", "scheduled"], Meta(description="when the clock starts")
    ] = "first-deal"
    at_time: Annotated[
        Literal["finish-hand", "stop", "play-on"],
        Meta(description="what happens to the hand in progress when time runs out"),
    ] = "finish-hand"
    on_tie: Annotated[
        Literal["extra-hand", "tie", "fewer-bags"],
        Meta(description="what happens if the game is tied when time runs out"),
    ] = "extra-hand"
    warn_minutes: Annotated[
        tuple[Count, ...], Meta(description="when to warn, in minutes before the end")
    ] = (5, 1)
    no_show_minutes: Annotated[
        Count | None,
        Meta(description="a team that is this many minutes late may have to forfeit"),
    ] = None


class DealRules(RuleSection, frozen=True, kw_only=True):
    jokers: Annotated[bool, Meta(description="jokers in, 2♥ and 2♦ out")]
    first_dealer: Annotated[
        Literal["high-card", "random", "choose"], Meta(description="how the first dealer is chosen")
    ]
    misdeals: Annotated[
        tuple[str, ...],
        Meta(description="the reasons a misdeal may be called, in your own words"),
    ]
    redeal: Annotated[
        Literal["same-dealer", "next-dealer"], Meta(description="who deals after a misdeal")
    ]
    misdeal_deadline: Annotated[
        dict[str, Literal["bids", "first-lead"]] | None,
        Meta(description="the deadline for calling a misdeal for each reason"),
    ] = None


class BiddingRules(RuleSection, frozen=True, kw_only=True):
    unit: Annotated[
        Literal["player", "side"],
        Meta(description="whether each player bids a number, or partners agree on one"),
    ]
    first: Annotated[
        Literal["non-dealing-side", "left-of-dealer"],
        Meta(
            description="whether the non-dealing team bids first, or players bid clockwise from "
            "the dealer's left"
        ),
    ]
    side_minimum: Annotated[
        Count, Meta(description="a team's minimum bid (0: none), unless both partners bid nil")
    ]
    zero: Annotated[
        Literal["nil", "allowed", "barred"],
        Meta(description="what a bid of 0 means"),
    ]
    nils_per_side: Annotated[
        Literal[0, 1, 2], Meta(description="nils allowed per team, blind nils included")
    ]
    blind_nil: Annotated[
        Literal["no", "yes", "if-agreed"],
        Meta(
            description="whether blind nil (Double Nil) is allowed always, never, or only if both "
            "teams agree to it before the first hand"
        ),
    ]
    blind_nil_deficit: Annotated[
        Count,
        Meta(
            description="the team must be behind by at least this many points before the hand "
            "(0: no minimum)"
        ),
    ]
    blind_nil_passes: Annotated[
        Count, Meta(description="how many cards the partners pass each other")
    ]
    side_maximum: Annotated[
        Count | None,
        Meta(
            description="a team's maximum bid. If you leave this empty, a bid above 13 only "
            "causes a "
            "warning"
        ),
    ] = None
    barred: Annotated[tuple[Count, ...], Meta(description="bids a team isn't allowed to make")] = ()
    table_minimum: Annotated[
        Count | None,
        Meta(description="if both teams' bids total less than this, the cards are dealt again"),
    ] = None


class ContractRules(RuleSection, frozen=True, kw_only=True):
    trick: Annotated[Points, Meta(description="points per trick bid")]
    overtrick: Annotated[Points, Meta(description="points per overtrick")]
    set: Annotated[
        Literal["full", "shortfall", "zero"],
        Meta(description="what a team loses if it is set"),
    ]


class BigBidRules(RuleSection, frozen=True, kw_only=True):
    from_: Annotated[Count, Meta(description="the lowest bid that counts as a big bid")] = (
        msgspec.field(name="from")
    )
    made: Annotated[Points, Meta(description="points for a big bid made")]
    to: Annotated[Count | None, Meta(description="the highest bid that counts as a big bid")] = None
    set: Annotated[
        Points | None,
        Meta(
            description="points lost if a big bid is set. Leave this empty to score the bid like "
            "any "
            "other contract"
        ),
    ] = None
    with_nil: Annotated[
        bool, Meta(description="whether a bid can count as a big bid if the partner bids nil")
    ] = True


class BostonRules(RuleSection, frozen=True, kw_only=True):
    taken: Annotated[
        Points | None,
        Meta(description="points for a team that takes all 13 tricks, whatever it bid"),
    ] = None
    bid_wins: Annotated[bool, Meta(description="making a bid of 13 or more wins the game")] = False


class BlindBidRules(RuleSection, frozen=True, kw_only=True):
    minimum: Annotated[AtLeastOne, Meta(description="the lowest number that may be bid blind")]
    trick: Annotated[Points, Meta(description="points per trick bid blind, if the bid is made")]
    set_trick: Annotated[
        Points, Meta(description="points lost per trick bid blind, if the team is set")
    ]
    maximum: Annotated[Count, Meta(description="the highest number that may be bid blind")] = 13
    deficit: Annotated[
        Count,
        Meta(
            description="the team must be behind by at least this many points before the hand "
            "(0: no minimum)"
        ),
    ] = 0
    per_game: Annotated[
        AtLeastOne | None,
        Meta(description="how many times per game a team may bid blind"),
    ] = None


class NilRules(RuleSection, frozen=True, kw_only=True):
    points: Annotated[Points, Meta(description="points won for a nil made, and lost if it fails")]
    pair: Annotated[
        Literal["sum", "all-or-nothing"],
        Meta(description="whether each nil is scored alone, or both are lost unless both are made"),
    ]
    failed_tricks: Annotated[
        FailedTricks,
        Meta(description="how the tricks of a failed nil count"),
    ]
    bags_when_set: Annotated[
        bool,
        Meta(description="whether a failed nil's tricks still count if the team is set"),
    ]
    blind_points: Annotated[
        Points | None,
        Meta(
            description="points won for a blind nil made, and lost if it fails. Leave this empty "
            "if there is no blind nil"
        ),
    ] = None
    pair_failed_tricks: Annotated[
        FailedTricks | None,
        Meta(
            description="how the tricks count if both of a team's nils fail. Leave this empty to "
            "count "
            "them like the tricks of a single failed nil"
        ),
    ] = None


class BagRules(RuleSection, frozen=True, kw_only=True):
    penalty: Annotated[Points, Meta(description="points lost when a team reaches the limit")]
    then: Annotated[
        Literal["carry", "reset"],
        Meta(description="whether bags above the limit carry over, or the count goes back to 0"),
    ]
    limit: Annotated[
        AtLeastOne | None, Meta(description="number of bags that triggers a penalty")
    ] = None


class RenegeRules(RuleSection, frozen=True, kw_only=True):
    effect: Annotated[
        Literal["tricks", "set", "own-bid", "none"],
        Meta(description="what happens to a team that reneges"),
    ]
    tricks: Annotated[Count, Meta(description="tricks lost per renege")]
    points: Annotated[Points, Meta(description="points the other team gets for each renege")]
    moved_tricks: Annotated[
        Literal["none", "count"],
        Meta(description="whether the tricks lost to a renege count toward the other team's bid"),
    ]
    ladder: Annotated[
        tuple[LadderStep, ...],
        Meta(
            description="Penalty for a team's 1st, 2nd, … renege, instead of the effect above. The "
            "last one applies to any further reneges."
        ),
    ] = ()


class TalkRules(RuleSection, frozen=True, kw_only=True):
    ladder: Annotated[
        tuple[LadderStep, ...],
        Meta(
            description="Penalty for a team's 1st, 2nd, … offense. The last one applies to any "
            "further offenses."
        ),
    ]


class RuleText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A sentence about play or of the checklist holds while the parameters that it `rests_on`
    have the values of the rule set that states it."""

    text: str
    rests_on: tuple[str, ...] = ()


class RulePlace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place in the source document, and the parameters of the rule there that it `rests_on`."""

    where: str
    rests_on: tuple[str, ...] = ()


class RulingOption(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Another reading of the same words, and the parameters that carry it out."""

    reading: str
    set: dict[str, Any] = {}

    def __hash__(self) -> int:
        """Return the hash of the reading, because a dict has none."""
        return hash(self.reading)


class RuleInterpretation(RuleSection, frozen=True, kw_only=True):
    """A ruling is the reading chosen where the document leaves room.

    `decides` names the parameters that carry it out, `lines` the kinds of score line that it
    explains, and `when` the condition under which it does (`CONDITIONS`).  A `contested`
    ruling is asked about before an event, because another reading changes many winners.
    """

    question: str
    reading: str
    options: tuple[RulingOption, ...] = ()
    where: str = ""
    id: str = ""
    decides: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    when: str = ""
    contested: bool = False


class SourceDocument(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The document behind a house rule set: its name and source, its places, and the `values` that
    it has where the house has others, by the path of the parameter (None: there is none).

    `rulings` are there only for a rule set that was stored with rulings that name no parameters."""

    name: str
    source: str
    places: dict[str, RulePlace] = {}
    values: dict[str, Any] = {}
    rulings: tuple[RuleInterpretation, ...] = ()


class RuleSet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All parameters of one way to score Spades, with their sources.

    `places` names, for each kind of score line (`LINE_KINDS`), its place in the rule set's own
    source.  A house rule set that extends another one has the other's `document`.

    The rest is in no file. `based_on` is the name of another rule set to whose document the edition
    belongs (`library.name_of_rules_edition_came_from`). `recognized` is the document of a rule set
    that was stored before files had one. `agreed` has the parameters that both teams agreed to
    change, with the values that they had before.
    """

    id: str
    name: str
    edition: str
    source: str
    game: GameRules
    deal: DealRules
    bidding: BiddingRules
    contract: ContractRules
    nil: NilRules
    bags: BagRules
    renege: RenegeRules
    talk: TalkRules
    clock: ClockRules = ClockRules()
    first_hand: FirstHandRules = FirstHandRules()
    big_bid: tuple[BigBidRules, ...] = ()
    boston: BostonRules = BostonRules()
    blind_bid: BlindBidRules | None = None
    ruling: tuple[RuleInterpretation, ...] = ()
    checklist: tuple[RuleText, ...] = ()
    play: tuple[RuleText, ...] = ()
    places: dict[str, RulePlace] = {}
    document: SourceDocument | None = None
    based_on: str = ""
    recognized: SourceDocument | None = None
    agreed: dict[str, Any] = {}

    def __hash__(self) -> int:
        """Return a quick hash, because caches have a rule set in the key of every look-up."""
        return hash(self.id)


SECTIONS: dict[str, type[RuleSection]] = {
    "game": GameRules,
    "first_hand": FirstHandRules,
    "clock": ClockRules,
    "deal": DealRules,
    "bidding": BiddingRules,
    "contract": ContractRules,
    "big_bid": BigBidRules,
    "boston": BostonRules,
    "blind_bid": BlindBidRules,
    "nil": NilRules,
    "bags": BagRules,
    "renege": RenegeRules,
    "talk": TalkRules,
}
"""The tables of a rule set file that hold parameters, in the order they are read; `big_bid` may be
several, one for each band."""
OPTIONAL_SECTIONS = ("big_bid", "blind_bid")
"""`false` takes one of these away."""
DEFAULT_SECTIONS: dict[str, RuleSection] = {
    "clock": ClockRules(),
    "first_hand": FirstHandRules(),
    "boston": BostonRules(),
}
"""These sections may be left out."""

PRESETS = (
    "unc",
    "unc-championship",
    "washburn",
    "alpha-theta",
    "chicago",
    "chicago-playoffs",
    "fairmont-state",
)
"""The rule sets that ship, each a file of `resources/rules`."""

LINE_KINDS = (
    "contract",
    "big-bid",
    "blind-bid",
    "first-hand",
    "set",
    "overtricks",
    "boston",
    "nil",
    "blind-nil",
    "failed-nil-tricks",
    "renege",
    "talk",
    "lost-hand",
    "bag-penalty",
)
"""The kinds of score line that a rule decides; `ruling` lines are the supervisor's own."""

THIRD_OFFENSE = 3
"""The first offense to which a ruling under the condition `third-talk` applies."""
CONDITIONS = (
    "above-limit",
    "beside-nil",
    "big-bid",
    "big-bid-below-tricks",
    "few-tricks",
    "nil-and-blind-nil",
    "no-tricks-bid",
    "third-talk",
    "two-reneges",
)
"""The conditions under which a ruling explains a score line; `citations.py` judges them."""
