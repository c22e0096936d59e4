"""The form of a house rule set has a field for every parameter, made from its declaration."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from scorepad.spades import rule_labels
from scorepad.spades.parameters import Parameter, parameters_of_section, value_at
from scorepad.spades.rulefile import changed_parameters, text_of
from scorepad.spades.rules import DEFAULT_SECTIONS, SECTIONS
from scorepad.spades.words import T, Text, rule_file_text
from scorepad.window.rules.parameter_control import (
    MISDEAL_DEADLINE,
    MISDEALS,
    BandListBox,
    RulingListBox,
    TextListBox,
    parameter_field,
    text_as_in_rules_file,
)
from scorepad.window.widgets import controls, inputs, layouts, scrolling, tab_order, theme
from scorepad.window.widgets.controls import Field
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldSpec, Form
from scorepad.window.widgets.inputs import line_edit

BACK_WIDTH = 5  # ems
DIFFERS = "≠ "
"""The sign before the original's value, where the two differ."""
OFF: dict[str, tuple[Text, Text]] = {
    "big_bid": (T("Scored separately"), T("Like any other contract")),
    "blind_bid": (T("Allowed"), T("Not allowed")),
}
"""The sections that a rule set may leave out, with the texts for with and without."""
USUAL: dict[str, Any] = {
    "big_bid.from": 10,
    "big_bid.made": 200,
    "big_bid.with_nil": True,
    "blind_bid.minimum": 6,
    "blind_bid.trick": 20,
    "blind_bid.set_trick": 10,
}
MORE_BANDS = "bands"
"""The key of the field for the bands of big bids after the first."""
NAMES: tuple[tuple[str, Text, Text], ...] = (
    ("name", T("Name"), T("The name shown on the sheet and when you set up a match.")),
    ("edition", T("Edition"), T("A date or a number.")),
    ("source", T("Source"), T("The document or people these rules come from.")),
)
LISTS: tuple[tuple[str, Text, Text], ...] = (
    (
        "checklist",
        T("Check before the first deal"),
        T("Things for the supervisor to check, one per line."),
    ),
    (
        "play",
        T("Play"),
        T("Rules of play for the table card, one per line. They don't affect scoring."),
    ),
)


def parameters_in_form_order(section: str) -> list[Parameter]:
    """Return a section's parameters that have a field of their own, in the order in which people
    name them."""
    paths = list(rule_labels.PARAMETER_LABELS)
    fields = (each for each in parameters_of_section(section) if each.path != MISDEAL_DEADLINE)
    return sorted(fields, key=lambda each: paths.index(each.path))


def first_band(value: Any, of: Parameter | None) -> Any:
    """Return the value of a parameter in the first of several bands of big bids."""
    is_bands = of is not None and of.section == "big_bid" and isinstance(value, list)
    return (value[0] if value else None) if is_bands else value


class OriginalValueHint(QWidget):
    """Shows the original's value of a parameter that differs, and a button that takes it again."""

    back = Signal()

    def __init__(self, of: Parameter, original: str) -> None:
        super().__init__()
        self._original = original
        self._text = controls.label("", "caption", wrap=True)
        theme.set_style_property(self._text, "tone", "warn")
        name = str(T("Back to the original: {what}", what=rule_labels.parameter_label(of.path)))
        self.button = controls.button(T("Back"), self.back.emit, kind="quiet", name=name)
        layouts.set_row(self, (self._text, 1))

    def show_value(self, before: Any, *, differs: bool) -> None:
        """Show the original's value where it `differs`."""
        self.setVisible(differs)
        self.button.setVisible(differs)
        value = rule_labels.format_value(before)
        text = str(T("{name}: {value}", name=self._original, value=value))
        self._text.setText(DIFFERS + text)


class RuleForm(Form):
    """Fields for every part of a rule set; they change its plain `data` in place."""

    def __init__(self, data: dict[str, Any], base: Mapping[str, Any] | None) -> None:
        """`base` is the rule set that this one is a copy of, with every parameter."""
        super().__init__(spacing=Gap.GROUPS, wraps=False, separate=True, beside=(1, 1))
        self._data = data
        self._base = base
        self._editions = [
            str(each["edition"]) for each in (data, base) if each and "edition" in each
        ]
        self._cards: dict[str, QFrame] = {}
        self._rows: dict[str, QWidget] = {}
        self._parameters: dict[str, Parameter] = {}
        self._origins: dict[str, OriginalValueHint] = {}
        """The original's values, of parameters that differ or did: most never do."""
        self._build_names()
        for section in SECTIONS:
            self._build_section(section)
        self._build_lists()
        self.column.addStretch(1)
        self.mark_changes_and_faults({})
        self.field_changed.connect(self._take)

    def _card(self, title: str, *items: QWidget) -> QFrame:
        card = layouts.card(controls.label(title, "heading"), *items)
        card.setAccessibleName(title)
        self.add_rows(card)
        self._cards[title] = card
        return card

    # Making the fields.

    def _build_names(self) -> None:
        name, edition, source = (
            FieldSpec(key, title, line_edit(text=self._shown(key)), hint, share=share)
            for (key, title, hint), share in zip(NAMES, (1, 1, 2), strict=True)
        )
        self._card(
            str(T("Name and source")), self.make_row((name,)), self.make_row((edition, source))
        )

    def _shown(self, key: str) -> str:
        text = str(self._data.get(key, ""))
        # A name and the title of a document are citations, which are not translated.
        return str(rule_file_text(text)) if key == "edition" else text

    def focus_name(self) -> None:
        """Put the focus on the name and select it, so that the next key replaces it."""
        self.focus("name")

    def _build_section(self, section: str) -> None:
        there = section in self._data or section in DEFAULT_SECTIONS
        title = str(rule_labels.SECTION_LABELS[section])
        items: list[QWidget] = []
        if section in OFF:
            options = list(zip((True, False), map(str, OFF[section]), strict=True))
            switch = inputs.ChoiceButtons(options, name=title, chosen=there)
            items.append(self.make_row(FieldSpec(section, None, switch)))
        for each in parameters_in_form_order(section):
            value = first_band(value_at(self._data, each.path), each)
            if not there:
                value = USUAL.get(each.path, each.default)
            field = self.make_row(parameter_field(each, value))
            field.setEnabled(there)
            self._parameters[each.path] = each
            if self._base is not None and isinstance(field, Field):
                field.reserve_note(theme.em(BACK_WIDTH))
            row = self._rows[each.path] = layouts.column(controls.separator(), field)
            items.append(row)
        if section == "deal":
            # Its field has the deadlines, too.
            reasons = self._value_controls[MISDEALS]
            reasons.fill({"misdeal_deadline": self._now(MISDEAL_DEADLINE)})
            self.fields[MISDEAL_DEADLINE] = self.fields[MISDEALS]
            self._parameters |= {each.path: each for each in parameters_of_section(section)}
        if section == "big_bid":
            bands = self._data.get(section)
            more = BandListBox(bands[1:] if isinstance(bands, list) else ())
            hint = str(
                T(
                    "One per line, such as 11–12: 200, 100 (a bid of 11 to 12; 200 points if "
                    "made, 100 lost if set). Add “, no nil” at the end if the big bid doesn't "
                    "count for a team with a nil."
                )
            )
            spec = FieldSpec(MORE_BANDS, str(T("More big bids")), more, hint)
            field = self.make_row(spec)
            field.setEnabled(there)
            items.append(layouts.column(controls.separator(), field))
        self._card(title, *items)

    def _now(self, path: str) -> Any:
        return first_band(value_at(self._data, path), self._parameters.get(path))

    def _before(self, path: str) -> Any:
        if self._base is None:
            return None
        return first_band(value_at(self._base, path), self._parameters.get(path))

    def fill(self, typed: Any) -> None:
        reasons = {path: typed[path] for path in (MISDEALS, MISDEAL_DEADLINE) if path in typed}
        parts = {path.partition(".")[2]: value for path, value in reasons.items()}
        super().fill({**typed, MISDEALS: parts} if parts else typed)

    def _go_back(self, path: str) -> None:
        self.fill({path: self._before(path)})
        self.focus_parameter(path)

    def _build_lists(self) -> None:
        for key, title, hint in LISTS:
            items = TextListBox()
            items.fill([text_of(each) for each in self._data.get(key, ())])
            items.setAccessibleName(str(title))
            items.setAccessibleDescription(str(hint))
            caption = controls.label(hint, "caption", wrap=True)
            self._card(str(title), caption, self.make_row(FieldSpec(key, None, items)))
        title = T("Rulings")
        hint = T("Your interpretation of each unclear rule, shown with the score.")
        shape = T("Type the question, your interpretation on the next line, then an empty line.")
        rulings = RulingListBox()
        rulings.fill(self._data.get("ruling"))
        rulings.setAccessibleName(str(title))
        caption = controls.label(f"{hint} {shape}", "caption", wrap=True)
        others = controls.label(rulings.other_readings(), "caption", wrap=True)
        self._card(str(title), caption, self.make_row(FieldSpec("ruling", None, rulings)), others)

    # Input.

    def _take(self, key: str) -> None:
        value = self.value(key)
        section, _, name = key.partition(".")
        if (section == "big_bid" and name) or key == MORE_BANDS:
            self._take_bands()
        elif name:
            if section in DEFAULT_SECTIONS:
                self._data.setdefault(section, {})
            values = value if key == MISDEALS else {name: value}
            for each, part in values.items():
                self._set_value(self._data.get(section), each, part)
        elif key in OFF:
            self._switch(section, value)
        elif key == "edition":
            self._data[key] = text_as_in_rules_file(value, self._editions)
        elif isinstance(value, str):
            self._data[key] = value
        else:
            if key != "ruling":
                # An unchanged line keeps the parameters that it is about.
                sources = ((self._base or {}).get(key, ()), self._data.get(key, ()))
                known = {text_of(each): each for items in sources for each in items}
                value = [known.get(text, text) for text in value]
            self._set_value(self._data, key, value or None)

    def _set_value(self, table: dict[str, Any] | None, name: str, value: Any) -> None:
        if table is not None:
            table.pop(name, None)
            if value is not None:
                table[name] = value

    def _switch(self, section: str, there: bool) -> None:
        self._data.pop(section, None)
        if there:
            self._data[section] = {}
        for each in parameters_in_form_order(section):
            self.fields[each.path].setEnabled(there)
            self._set_value(self._data.get(section), each.name, self.value(each.path))
        if section == "big_bid":
            self.fields[MORE_BANDS].setEnabled(there)
            if there:
                self._take_bands()

    def _take_bands(self) -> None:
        if "big_bid" not in self._data:
            return
        names = [(each.name, self.value(each.path)) for each in parameters_of_section("big_bid")]
        band = {name: value for name, value in names if value is not None}
        more = self.value(MORE_BANDS)
        self._data["big_bid"] = [band, *more] if more else band

    # Marks and search.

    def mark_changes_and_faults(self, faults: Mapping[str, str]) -> None:
        """Mark the differences from the original, and show each fault at its field."""
        differs: set[str] = set()
        if self._base is not None:
            differs = {change.of.path for change in changed_parameters(self._data, self._base)}
            sections = {*self._data, *DEFAULT_SECTIONS}
            differs = {path for path in differs if path.partition(".")[0] in sections}
            # More bands of big bids are no change of the first, which has the fields.
            differs -= {path for path in differs if self._now(path) == self._before(path)}
            for path in (differs & self._parameters.keys()) - self._origins.keys():
                origin = OriginalValueHint(self._parameters[path], str(self._base["name"]))
                origin.back.connect(partial(self._go_back, path))
                if path == MISDEAL_DEADLINE:
                    self.fields[path].add_below(layouts.row((origin, 1), origin.button))
                else:
                    self.fields[path].add_note(origin, origin.button)
                *_, last = tab_order.controls_in_reading_order(self.fields[path].control)
                tab_order.set_tab_order((last, origin.button))
                self._origins[path] = origin
        for path, origin in self._origins.items():
            origin.show_value(self._before(path), differs=path in differs)
        for key, field in self.fields.items():
            field.show_mistake(faults.get(key, ""))
            if key in faults and key in self._origins:
                self._origins[key].hide()

    def filter_parameters(self, query: str) -> int:
        """Show only the parameters in which all these words occur, and the cards without parameters
        whose title has them; return how many they are."""
        words = query.casefold().split()
        sections = {str(title): section for section, title in rule_labels.SECTION_LABELS.items()}
        shown = 0
        for title, card in self._cards.items():
            here = (
                [each.path for each in parameters_in_form_order(sections[title])]
                if title in sections
                else []
            )
            count = 0
            for path in here:
                spec = self.specs[path]
                synonyms = rule_labels.PLAYERS_WORDS.get(path)
                names = "" if synonyms is None else f"{synonyms} {synonyms}"
                searched = f"{title} {spec.label} {spec.help} {path} {names}".casefold()
                there = all(word in searched for word in words)
                self._rows[path].setVisible(there)
                count += there
            in_title = all(word in title.casefold() for word in words)
            count = count if here else int(in_title)
            card.setVisible(bool(count))
            shown += count
        return shown

    def focus_first_found(self) -> None:
        """Put the focus on the first parameter that is shown."""
        shown = (path for path, field in self.fields.items() if field.isVisibleTo(self))
        path = next((path for path in shown if "." in path), None)
        if path is not None:
            self.focus_parameter(path)

    def focus_parameter(self, path: str) -> None:
        """Put the focus on the field of this parameter, or of this name."""
        if path in self.fields:
            self.focus(MISDEALS if path == MISDEAL_DEADLINE else path)
            scrolling.bring_into_sight(self.fields[path])
