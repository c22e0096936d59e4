"""A panel that records one entry: its fields, what it would do said beforehand, one button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLineEdit, QPlainTextEdit, QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Recorded, Table
from scorepad.settings import Settings
from scorepad.spades.board import Hand
from scorepad.spades.entries import Entry
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, Words
from scorepad.window import names, parts, rows, theme
from scorepad.window.form_state import put_back, values_of
from scorepad.window.panel import Panel
from scorepad.window.panels.difference import Differences, Totals

NOBODY = -1
"""Chosen in place of a seat: the side's, nobody in particular."""
ROOM = 44
"""How many letters, with the room round each text, a row of buttons in a panel has."""
NOT_YET = "–"
"""Stands for a reason that is not written yet, so that the effect can be shown before it is."""


class Missing(Refused):
    """A field is still empty; `field` is where."""

    def __init__(self, text: Text, field: parts.Field | None = None) -> None:
        super().__init__(text)
        self.field = field


class Misread(Missing):
    """What is typed in a field cannot be read; said at once, not only when it is recorded."""


class EntryPanel(Panel):
    """The frame of such a panel.

    A subclass names itself in `TITLE` and `RECORD`, makes its fields in `build`, calls `look`
    whenever one changes, and gives the entry in `entry`.  `concerned` is the field that a
    refusal of the gate is about, if there is one in particular.
    """

    TITLE: Text
    RECORD: Text
    DANGER = False

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words(self.TITLE), table, words, parent)
        self.sheets = sheets
        self.settings = settings
        self.concerned: parts.Field | None = None
        self._fields: list[parts.Field] = []
        self._rule = parts.label("", wrap=True)
        self._rule_box = boxed(self._rule)
        totals = Totals(words)
        self.pin(totals)
        self.effect = Differences(words, totals)
        self.add(self._rule_box)
        self.build()
        self.add(self.effect)
        self.add_button(words("Cancel"), self.cancel)
        self.record_button = self.add_button(words(self.RECORD), self.record, kind="primary")
        self.look()
        self._untouched = values_of(self)

    def build(self) -> None:
        """Make the fields."""

    def entry(self) -> Entry:
        """The entry as the fields have it; raises `Missing`.  A reason not written yet reads
        `NOT_YET`."""
        raise NotImplementedError

    def says(self) -> Sequence[Text]:
        """What the rule set makes of it, in words, as far as the fields tell."""
        return ()

    def must_have(self) -> None:
        """Raises `Missing` for what may be written last: the reason."""

    def typed(self) -> object | None:
        values = values_of(self)
        return values if values != self._untouched else None

    def retype(self, typed: Any) -> None:
        put_back(self, typed)

    # Fields.

    def field(self, title: str, control: QWidget, *, help: str = "") -> parts.Field:
        """A labelled control, put below the others."""
        made = parts.Field(title, control, help=help)
        self._fields.append(made)
        self.add(made)
        return made

    def two_fields(self, first: parts.Field, second: parts.Field) -> None:
        """Two short fields side by side."""
        self._fields += [first, second]
        row = rows.weighted((first, 1), (second, 1), spacing=10)
        layout = row.layout()
        for each in (first, second):
            # One may have a line of help below it, the other none.
            if layout is not None:
                layout.setAlignment(each, Qt.AlignmentFlag.AlignTop)
        self.add(row)

    def reason(self, title: str, placeholder: str = "") -> parts.Field:
        """A line for a reason."""
        line = QLineEdit()
        line.setMaxLength(4000)
        if placeholder:
            line.setPlaceholderText(self.words("e.g. {text}", text=placeholder))
        line.textEdited.connect(lambda _text: self.look())
        return self.field(title, line)

    def side_choice(self) -> parts.Choice[int]:
        """Which side."""
        made = two_sides(self)
        made.changed.connect(self.look)
        return made

    def seat_options(self, side: int | None = None) -> list[tuple[int, str]]:
        """The seats of a side (or all), by their players' names, and "nobody in particular"."""
        seats = range(4) if side is None else (side, side + 2)
        options = [(seat, names.short(self.player(seat))) for seat in seats]
        return [*options, (NOBODY, self.words("not said"))]

    def partner_choice(self) -> parts.Choice[int]:
        """Which player of a side; `offer` it the options of the side when that is chosen."""
        longest = max(
            ([name for _seat, name in self.seat_options(side)] for side in range(2)),
            key=lambda texts: len("".join(texts)),
        )
        made = parts.Choice(
            self.seat_options(0),
            name=self.words("Player"),
            chosen=NOBODY,
            down=not beside(longest),
        )
        made.changed.connect(self.look)
        return made

    def team(self, side: int) -> str:
        return names.team(self.table.match.head.teams, side, self.words)

    def player(self, seat: int) -> str:
        return names.player(self.table.match.head.teams, seat, self.words)

    @property
    def hand(self) -> Hand | None:
        """The hand in progress."""
        return self.table.match.board.hand

    # What it would do, and doing it.

    def look(self) -> None:
        """Show what the entry would do, as far as the fields tell."""
        self.message.hush()
        for field in self._fields:
            field.mistake("")
        says = self.says()
        self._rule.setText("\n".join(self.words(text) for text in says))
        self._rule_box.setVisible(bool(says))
        try:
            entry = self.entry()
            warnings = self.table.check(entry)
            difference = self.table.preview(entry)
        except Misread as refused:
            self.effect.clear()
            self.blame(refused)
        except Missing:
            self.effect.clear()
        except Refused as refused:
            self.effect.clear()
            self.blame(refused)
        else:
            self.effect.show_difference(self.table.match, difference, warnings)

    def blame(self, refused: Refused) -> None:
        """Say a refusal beside the field that it is about."""
        field = refused.field if isinstance(refused, Missing) else self.concerned
        sentence = self.words(refused.text)
        if field is None or not field.isVisibleTo(self):
            self.message.say(sentence, "bad")
        else:
            field.mistake(sentence)

    def record(self) -> None:
        """Record the entry and go away; what is missing or refused is said, and all that was
        typed stays."""
        try:
            self.must_have()
            entry = self.entry()
            recorded = self.table.record(entry)
        except Refused as refused:
            self.blame(refused)
            if isinstance(refused, Missing) and refused.field is not None:
                refused.field.control.setFocus()
                rows.bring_into_sight(refused.field)
            return
        self.finish(told(self.table, recorded))

    def refresh(self) -> None:
        self.look()


def two_sides(panel: Panel, chosen: int | None = None, *, room: int = ROOM) -> parts.Choice[int]:
    """Which side, by name; one above the other where the names are long for the `room` (letters)
    that there is."""
    teams = panel.table.match.head.teams
    called = [names.short(names.team(teams, side, panel.words)) for side in range(2)]
    return parts.Choice(
        list(enumerate(called)),
        name=panel.words("Side"),
        chosen=chosen,
        down=not beside(called, room),
    )


def beside(texts: Sequence[str], room: int = ROOM) -> bool:
    """Do buttons with these texts fit side by side in a panel, or in so much of it (letters)?"""
    return sum(len(text) + 4 for text in texts) <= room


def boxed(content: QWidget) -> QFrame:
    """A card round a text that stands out a little."""
    frame = QFrame()
    frame.setProperty("kind", "card")
    parts.column_of(frame, margin=theme.px(12)).addWidget(content)
    return frame


def text_of(field: parts.Field) -> str:
    """What is typed in a field, without blanks at its ends."""
    control = field.control
    if isinstance(control, QPlainTextEdit):
        return control.toPlainText().strip()
    return control.text().strip() if isinstance(control, QLineEdit) else ""


def reason_of(field: parts.Field) -> str:
    """The reason typed, or `NOT_YET`."""
    return text_of(field) or NOT_YET


def need(field: parts.Field, text: Text) -> None:
    """Raises `Missing` with this sentence when nothing is typed in the field."""
    if not text_of(field):
        raise Missing(text, field)


class Told(msgspec.Struct, frozen=True):
    """What was recorded and done besides, and what it warns of: sentences, each in its tone."""

    done: tuple[Text, ...]
    warnings: tuple[Text, ...] = ()

    def says(self, words: Words) -> str:
        """What was recorded."""
        return parts.sentences(map(words, self.done))

    def warns(self, words: Words) -> str:
        """What it warns of; often nothing."""
        return parts.sentences(map(words, self.warnings))

    def tell(self, line: parts.Inline, words: Words) -> None:
        """Say all of it in one line, which is a warning if there is one in it."""
        said = " ".join(filter(None, (self.says(words), self.warns(words))))
        line.say(said, "warn" if self.warnings else "good")


def told(table: Table, recorded: Recorded) -> Told:
    """What was recorded, with what there is to know about it."""
    said = T("Recorded: {what}.", what=table.match.name(recorded.entry))
    return Told((said, *recorded.notices), recorded.warnings)
