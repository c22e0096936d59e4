"""The form of a house rule set has a field for every parameter, made from its declaration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QVBoxLayout, QWidget

from scorepad.spades import rule_labels
from scorepad.spades.parameters import Parameter, parameters_of_section, value_at
from scorepad.spades.rulefile import changed_parameters
from scorepad.spades.rules import SECTIONS
from scorepad.spades.words import T, Text, Words, authored_text
from scorepad.window.rules.house_rules_field import ParameterField, Sentence, TextList, as_in_file
from scorepad.window.widgets import controls, inputs, layouts, scrolling, theme
from scorepad.window.widgets.inputs import line_edit

OFF = ("big_bid",)
"""The sections that a rule set may leave out."""
USUAL_BIG_BID: dict[str, Any] = {"from": 10, "made": 200, "with_nil": True}
NAMES: tuple[tuple[str, Text, Text], ...] = (
    ("name", T("Name"), T("What it is called where a match is made, and on the sheet.")),
    ("edition", T("Edition"), T("A date or a number.")),
    ("source", T("Source"), T("The document or the people that these rules come from.")),
)
LISTS: tuple[tuple[str, Text, Text], ...] = (
    ("checklist", T("Checked before the first deal"), T("What the supervisor checks, one a line.")),
    ("play", T("Play"), T("What the table card says about play, one a line; no score.")),
)


def in_order(section: str) -> list[Parameter]:
    """Return a section's parameters in the order in which people name them."""
    named = list(rule_labels.PARAMETER_LABELS)
    return sorted(parameters_of_section(section), key=lambda each: named.index(each.path))


class RuleForm(QWidget):
    """Fields for every part of a rule set; they change its plain `data` in place."""

    changed = Signal()

    def __init__(self, words: Words, data: dict[str, Any], base: Mapping[str, Any] | None) -> None:
        """`base` is the rule set that this one is a copy of, with every parameter."""
        super().__init__()
        self._words = words
        self._data = data
        self._base = base
        self._editions = [
            str(each["edition"]) for each in (data, base) if each and "edition" in each
        ]
        self.fields: dict[str, ParameterField] = {}
        self._cards: dict[str, tuple[QFrame, QVBoxLayout]] = {}
        self._names: dict[str, tuple[QLineEdit, controls.Field]] = {}
        self._column = layouts.set_column(self, spacing=14)
        self._build_names()
        for section in SECTIONS:
            self._build_section(section)
        self._build_lists()
        self._build_rulings()
        self._column.addStretch(1)
        self.mark({})

    def _card(self, title: str) -> QVBoxLayout:
        card = QFrame()
        card.setProperty("kind", "card")
        card.setAccessibleName(title)
        column = layouts.set_column(card, spacing=10, margin=theme.px(16))
        column.addWidget(controls.label(title, "heading"))
        self._column.addWidget(card)
        self._cards[title] = (card, column)
        return column

    # Names.

    def _build_names(self) -> None:
        words = self._words
        column = self._card(words("Name and source"))
        fields = []
        for key, title, help_ in NAMES:
            line = line_edit(text=self._shown(key, str(self._data.get(key, ""))))
            field = controls.Field(words(title), line, help=words(help_))
            line.textEdited.connect(lambda text, key=key: self._named(key, text))
            self._names[key] = (line, field)
            fields.append(field)
        column.addWidget(fields[0])
        column.addWidget(layouts.row((fields[1], 1), (fields[2], 2), spacing=12, top=True))

    def _shown(self, key: str, text: str) -> str:
        # A name and the title of a document are citations, which are not translated.
        return self._words(authored_text(text)) if key == "edition" else text

    def _named(self, key: str, text: str) -> None:
        typed = text.strip()
        if key == "edition":
            typed = as_in_file(typed, self._editions, self._words)
        self._data[key] = typed
        self.changed.emit()

    def focus_name(self) -> None:
        """Put the focus on the name and select it, so that the next key replaces it."""
        line = self._names["name"][0]
        line.setFocus()
        line.selectAll()

    # Parameters.

    def _build_section(self, section: str) -> None:
        words = self._words
        title = words(rule_labels.SECTION_LABELS[section])
        column = self._card(title)
        if section in OFF:
            there = inputs.Choice(
                [(True, words("Scored apart")), (False, words("As any other contract"))],
                name=title,
                chosen=section in self._data,
            )
            there.changed.connect(lambda: self._switch(section, bool(there.value)))
            column.addWidget(there)
        original = str(self._base["name"]) if self._base is not None else ""
        for each in in_order(section):
            value = value_at(self._data, each.path)
            before = value_at(self._base, each.path) if self._base is not None else None
            if section not in self._data:
                value = USUAL_BIG_BID.get(each.name, each.default)
            field = ParameterField(each, words, value, original, before)
            field.changed.connect(lambda path=each.path: self._put(path))
            column.addWidget(field)
            self.fields[each.path] = field
            field.setEnabled(section in self._data)

    def _switch(self, section: str, there: bool) -> None:
        if there:
            self._data[section] = {}
        for each in in_order(section):
            field = self.fields[each.path]
            field.setEnabled(there)
            if there:
                self._take(each.path, field.value())
        if not there:
            self._data.pop(section, None)
        self.changed.emit()

    def _put(self, path: str) -> None:
        self._take(path, self.fields[path].value())
        self.changed.emit()

    def _take(self, path: str, value: Any) -> None:
        section, _, name = path.partition(".")
        table = self._data.get(section)
        if table is None:
            return
        table.pop(name, None)
        if value is not None:
            table[name] = value

    # Lists of texts, and rulings.

    def _build_lists(self) -> None:
        words = self._words
        for key, title, help_ in LISTS:
            column = self._card(words(title))
            items = TextList(self._data.get(key, ()), words, name=words(title), help=words(help_))
            items.textChanged.connect(lambda key=key, items=items: self._listed(key, items.value()))
            column.addWidget(controls.label(words(help_), "caption", wrap=True))
            column.addWidget(items)

    def _listed(self, key: str, texts: list[str]) -> None:
        self._data.pop(key, None)
        if texts:
            self._data[key] = texts
        self.changed.emit()

    def _build_rulings(self) -> None:
        words = self._words
        column = self._card(words("Rulings"))
        self._rulings = column
        column.addWidget(
            controls.label(
                words("The readings chosen where the document leaves room; shown with the score."),
                "caption",
                wrap=True,
            )
        )
        for ruling in self._data.get("ruling", ()):
            self._add_ruling(ruling)
        self._another: QPushButton = controls.button(words("Add a ruling"), self._new_ruling)
        column.addWidget(layouts.row(self._another, None))

    def _add_ruling(self, ruling: dict[str, Any]) -> Sentence:
        words = self._words
        box = QWidget()
        column = layouts.set_column(box, spacing=6)
        asked, read = (str(ruling.get(key, "")) for key in ("question", "reading"))
        question = Sentence(words(authored_text(asked)), words("Question"))
        reading = Sentence(words(authored_text(read)), words("Reading"))
        reading.setAccessibleName(words("Reading: {question}", question=authored_text(asked)))
        for line, key, there in ((question, "question", asked), (reading, "reading", read)):
            line.edited.connect(
                lambda text, key=key, there=there: self._ruled(ruling, key, text, there)
            )
        away = controls.button(
            "✕",
            lambda: self._drop_ruling(ruling, box),
            kind="key",
            name=words("Remove: {what}", what=authored_text(asked)),
        )
        column.addWidget(layouts.row((question, 1), away, top=True))
        column.addWidget(reading)
        for option in ruling.get("options", ()):
            column.addWidget(
                controls.label(
                    words("Or: {what}", what=authored_text(option)), "caption", wrap=True
                )
            )
        column.addWidget(controls.separator())
        place = self._rulings.count() - (1 if hasattr(self, "_another") else 0)
        self._rulings.insertWidget(place, box)
        return question

    def _new_ruling(self) -> None:
        ruling: dict[str, Any] = {"question": "", "reading": ""}
        self._data.setdefault("ruling", []).append(ruling)
        self._add_ruling(ruling).setFocus()
        self.changed.emit()

    def _ruled(self, ruling: dict[str, Any], key: str, text: str, there: str) -> None:
        ruling[key] = as_in_file(text.strip(), (there,), self._words)
        self.changed.emit()

    def _drop_ruling(self, ruling: dict[str, Any], box: QWidget) -> None:
        left = [each for each in self._data.get("ruling", ()) if each is not ruling]
        self._data.pop("ruling", None)
        if left:
            self._data["ruling"] = left
        self._rulings.removeWidget(box)
        box.hide()
        box.deleteLater()
        self._another.setFocus()
        self.changed.emit()

    # Marks and search.

    def mark(self, faults: Mapping[str, str]) -> None:
        """Mark what differs from the original, and show each fault at its field."""
        differs: set[str] = set()
        if self._base is not None:
            differs = {change.of.path for change in changed_parameters(self._data, self._base)}
        for path, field in self.fields.items():
            before = value_at(self._base, path) if self._base is not None else None
            field.compare(before, path in differs and field.of.section in self._data)
            field.mistake(faults.get(path, ""))
        for key, (_line, name) in self._names.items():
            name.show_mistake(faults.get(key, ""))

    def look_for(self, wanted: str) -> int:
        """Show only the parameters in which all these words occur, and return how many they are."""
        searched = wanted.casefold().split()
        shown = 0
        for section in SECTIONS:
            title = self._words(rule_labels.SECTION_LABELS[section])
            any_here = 0
            for each in in_order(section):
                field = self.fields[each.path]
                there = all(word in f"{title.casefold()} {field.searched}" for word in searched)
                field.setVisible(there)
                any_here += there
            self._cards[title][0].setVisible(bool(any_here))
            shown += any_here
        for title in set(self._cards) - {
            self._words(text) for text in rule_labels.SECTION_LABELS.values()
        }:
            self._cards[title][0].setVisible(all(word in title.casefold() for word in searched))
        return shown

    def focus_found(self) -> None:
        """Put the focus on the first parameter that is shown."""
        for field in self.fields.values():
            if field.isVisibleTo(self):
                field.focus()
                return

    def go_to(self, path: str) -> None:
        """Put the focus on the field of this parameter, or of this name."""
        if path in self.fields:
            self.fields[path].focus()
        elif path in self._names:
            self._names[path][0].setFocus()
            scrolling.bring_into_sight(self._names[path][1])
