"""A parameter's value is typed or chosen in the control that its shape asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from scorepad.spades import rule_labels
from scorepad.spades.naming import name_key
from scorepad.spades.parameters import Parameter, parameter
from scorepad.spades.rule_labels import ladder_step_texts
from scorepad.spades.rulefile import text_of
from scorepad.spades.rules import MAX_AMOUNT
from scorepad.spades.words import T, join_as_sentences, rule_file_text
from scorepad.window.widgets import controls, layouts, tab_order, theme
from scorepad.window.widgets.form import FieldSpec
from scorepad.window.widgets.inputs import (
    ComboBox,
    Control,
    LineEdit,
    NumberLine,
    Stepper,
    TextBox,
    line_edit,
)

NO_NIL = T("no nil")
"""The words at the end of a band of big bids that doesn't count beside a nil."""
STEPS: Final = (
    "none", "warning", "tricks", "points", "minus", "set", "loss-of-hand", "forfeit",
)  # fmt: skip
MISDEALS: Final = "deal.misdeals"
MISDEAL_DEADLINE: Final = "deal.misdeal_deadline"
"""One control has the reasons for a misdeal and how late each may be called."""
DEADLINES: Final = (
    *(
        (value, texts.label)
        for value, texts in rule_labels.VALUE_DESCRIPTIONS[MISDEAL_DEADLINE].items()
    ),
    (None, T("any time")),
)
NUMBERED: Final = {
    "tricks": T("books"),
    "points": T("points to the other team"),
    "minus": T("points lost"),
}
"""The steps of a ladder that have a number."""


def text_as_in_rules_file(shown: str, known: Iterable[str]) -> str:
    """Return a text of a field as the rule set file has it.

    A field shows the texts of a rule set in the reader's language.  An unchanged text
    is written to the file in the file's own language.
    """
    return next((each for each in known if str(rule_file_text(each)) == shown), shown)


class TextListBox(TextBox):
    """A rule set's list of texts, one a line."""

    def __init__(self) -> None:
        super().__init__(T("One per line."))
        self._known: tuple[str, ...] = ()

    def fill(self, typed: Any) -> None:
        self._known = tuple(typed or ())
        self.setFixedHeight(theme.px(24 * min(8, max(4, len(self._known) + 1)) + 20))
        super().fill("\n".join(str(rule_file_text(each)) for each in self._known))

    def typed(self) -> Any:
        lines = (line.strip() for line in self.toPlainText().splitlines())
        return [text_as_in_rules_file(line, self._known) for line in lines if line]


class RulingListBox(TextBox):
    """A rule set's rulings, a paragraph each: the question, and its reading on the next line."""

    def __init__(self) -> None:
        super().__init__()
        self._known: list[dict[str, Any]] = []
        self._first: Sequence[dict[str, Any]] = ()

    def fill(self, typed: Any) -> None:
        self._first = self._known = list(typed or ())
        self.setFixedHeight(theme.em(24 if self._known else 6))
        super().fill("\n\n".join("\n".join(_shown_ruling(each)) for each in self._known))

    def other_readings(self) -> str:
        """Return the readings that are not chosen, a line for each question."""
        lines = []
        for each in self._known:
            texts = (
                rule_labels.option_text(text_of(o, "reading")) for o in each.get("options", ())
            )
            others = [str(T("Or: {what}", what=text)) for text in texts]
            lines += [" ".join((_shown_ruling(each)[0], *others))] * bool(others)
        return "\n".join(lines)

    def typed(self) -> Any:
        rulings = []
        for paragraph in re.split(r"\n\s*\n", self.toPlainText().strip()):
            question, *rest = (line.strip() for line in paragraph.strip().splitlines() or ("",))
            texts = {"question": question, "reading": " ".join(rest)}
            known = next((each for each in self._known if _is_same_ruling(each, texts)), {})
            written = {
                key: text_as_in_rules_file(text, (each[key] for each in self._first))
                for key, text in texts.items()
            }
            rulings += [known | written] * any(texts.values())
        # Of a ruling that is changed one text is the one that was there before.
        self._known = rulings
        return rulings


def _shown_ruling(ruling: dict[str, Any]) -> tuple[str, str]:
    question, reading = (str(rule_file_text(ruling[key])) for key in ("question", "reading"))
    return question, reading


def _is_same_ruling(ruling: dict[str, Any], texts: dict[str, str]) -> bool:
    shown = _shown_ruling(ruling)
    return any(one and one == other for one, other in zip(shown, texts.values(), strict=True))


class MisdealReasonsInput(QWidget):
    """The reasons for a misdeal, a row each with its deadline beside it; the last row is for one
    more.  `typed` has both parameters by their names, and `fill` takes one of them or both."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._column = layouts.set_column(self)
        self._known: tuple[str, ...] = ()
        self._rows: list[tuple[LineEdit, ComboBox, QPushButton, QWidget]] = []
        self._show_rows()

    def _add_row(self) -> None:
        line, until = line_edit(T("Another reason")), ComboBox(DEADLINES)
        until.fill(None)
        away = controls.button("✕", lambda: self._remove(line), kind="key")
        whole = line.fontMetrics().horizontalAdvance(line.placeholderText())
        line.setMinimumWidth(whole + theme.em(2))
        row = layouts.row((line, 3), (until, 2), away, wraps=True)
        self._column.addWidget(row)
        if self._rows:
            tab_order.set_tab_order((self._rows[-1][2], line, until, away))
        self._rows.append((line, until, away, row))
        for each in (line, until):
            each.changed.connect(self._edit)

    def _edit(self) -> None:
        self._show_rows()
        self.changed.emit()

    def _show_rows(self) -> None:
        texts = [line.text() for line, *_ in self._rows]
        if not texts or texts[-1]:
            self._add_row()
            texts.append("")
        last = max((n for n, text in enumerate(texts, 1) if text), default=0)
        for n, (line, until, away, row) in enumerate(self._rows):
            row.setVisible(n <= last)
            for each in (until, away):
                each.setEnabled(bool(texts[n]))
            name = T("Misdeal reason {n}", n=n + 1)
            line.setAccessibleName(str(name))
            until.setAccessibleName(str(T("{name}: deadline", name=name)))
            away.setAccessibleName(str(T("Remove: {what}", what=texts[n] or name)))

    def _remove(self, line: LineEdit) -> None:
        reasons = [(text, until) for each, text, until in self._typed_rows() if each is not line]
        self.fill({"misdeals": [text for text, _ in reasons], "misdeal_deadline": dict(reasons)})
        self.changed.emit()

    def _typed_rows(self) -> list[tuple[LineEdit, str, Any]]:
        texts = ((line, line.text().strip(), until) for line, until, *_ in self._rows)
        return [
            (line, text_as_in_rules_file(text, self._known), until.typed())
            for line, text, until in texts
            if text
        ]

    def typed(self) -> Any:
        rows = self._typed_rows()
        deadlines = {text: until for _, text, until in rows if until is not None}
        return {"misdeals": [text for _, text, _ in rows], "misdeal_deadline": deadlines or None}

    def fill(self, typed: Any) -> None:
        whole = self.typed() | (typed if isinstance(typed, Mapping) else {"misdeals": typed})
        self._known = tuple(dict.fromkeys((*(whole["misdeals"] or ()), *self._known)))
        deadlines = {name_key(k): each for k, each in (whole["misdeal_deadline"] or {}).items()}
        reasons = list(whole["misdeals"] or ())
        while len(self._rows) <= len(reasons):
            self._add_row()
        with QSignalBlocker(self):
            for n, (line, until, *_) in enumerate(self._rows):
                reason = reasons[n] if n < len(reasons) else ""
                line.fill(str(rule_file_text(reason)) if reason else "")
                until.fill(deadlines.get(name_key(reason)))
        self.changed.emit()


class BandListBox(TextBox):
    """Bands of big bids, one a line: "10–12: 200, 100".  A line that cannot be read stays as typed;
    the reader of rule sets then refuses it with its own sentence."""

    def __init__(self, bands: Iterable[dict[str, Any]]) -> None:
        super().__init__(T("One per line."), "\n".join(map(self._line, bands)))
        self.setFixedHeight(theme.px(24 * 3 + 20))

    @staticmethod
    def _line(band: dict[str, Any]) -> str:
        to = "" if band.get("to") in (None, band["from"]) else f"–{band['to']}"
        to = to or ("" if band.get("to") is not None else "+")
        lost = "" if band.get("set") is None else f", {band['set']}"
        beside = "" if band.get("with_nil", True) else f", {NO_NIL}"
        return f"{band['from']}{to}: {band['made']}{lost}{beside}"

    def typed(self) -> Any:
        lines = (line.strip() for line in self.toPlainText().splitlines())
        return [self._band(line) for line in lines if line]

    @staticmethod
    def _band(line: str) -> Any:
        numbers, comma, last = line.rpartition(",")
        has_words = bool(comma) and last.strip().casefold() in (
            str(NO_NIL).casefold(),
            NO_NIL.english,
        )
        found = re.fullmatch(
            r"(\d{1,6})(\+|\s*[-–]\s*(\d{1,6}))?\s*:\s*(-?\d{1,7})(?:\s*,\s*(-?\d{1,7}))?",
            numbers.strip() if has_words else line,
        )
        if found is None:
            return line
        least, rest, most, made, lost = found.groups()
        band = {"from": int(least), "made": int(made)}
        if rest != "+":
            band["to"] = int(most or least)
        if has_words:
            band["with_nil"] = False
        return band if lost is None else band | {"set": int(lost)}


class NumberListEdit(LineEdit):
    """Whole numbers with commas.  A list that cannot be read is returned as the text that was
    typed; the reader of rule sets then refuses it with its own sentence."""

    def typed(self) -> Any:
        items = [item.strip() for item in self.text().split(",") if item.strip()]
        whole = all(item.isascii() and item.isdigit() for item in items)
        return [int(item) for item in items] if whole else self.text()

    def fill(self, typed: Any) -> None:
        super().fill(", ".join(map(str, typed or ())))


class OptionalNumberLine(NumberLine):
    """A whole number; an empty line says that there is none.  A number that cannot be read is
    returned as the text that was typed."""

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(str(rule_labels.NONE))

    def typed(self) -> Any:
        try:
            return self.values()
        except ValueError:
            return self.text()


class PenaltyLadderInput(QWidget):
    """The cost of each offense, from the first on, and a line ("–") for one more.
    Penalties of tricks or points have a number beside them."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._column = layouts.set_column(self)
        self._rows: list[QWidget] = []
        self._steps: list[tuple[ComboBox, Stepper]] = []
        self._show_steps()

    def _add_step(self) -> None:
        words = [(each, NUMBERED.get(each) or ladder_step_texts(each).label) for each in STEPS]
        word, number = ComboBox([(None, "–"), *words]), Stepper(0, MAX_AMOUNT, 0, corrects=False)
        self._rows.append(layouts.row((word, 1), (number, 1)))
        self._column.addWidget(self._rows[-1])
        if self._steps:
            tab_order.set_tab_order((self._steps[-1][1].line, word, number.line))
        self._steps.append((word, number))
        word.changed.connect(self._show_steps)
        for each in (word, number):
            each.changed.connect(self.changed)

    def _show_steps(self) -> None:
        while not self._steps or self._steps[-1][0].typed() is not None:
            self._add_step()
            self.setAccessibleName(self.accessibleName())
        more = max((n for n, step in enumerate(self._steps, 1) if step[0].typed()), default=0)
        for n, (word, number) in enumerate(self._steps):
            number.setVisible(word.typed() in NUMBERED)
            self._rows[n].setVisible(n <= more)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        for n, (word, number) in enumerate(self._steps, start=1):
            word.setAccessibleName(str(T("{name}, offense {n}", name=name, n=n)))
            number.setAccessibleName(str(T("{name}, offense {n}: number", name=name, n=n)))

    def typed(self) -> Any:
        return [
            word.typed() if number.isHidden() else f"{word.typed()} {number.typed()}"
            for word, number in self._steps
            if word.typed() is not None
        ]

    def fill(self, typed: Any) -> None:
        while len(self._steps) <= len(typed or ()):
            self._add_step()
        for (word, number), step in zip(self._steps, typed or (), strict=False):
            name, _, count = str(step).partition(" ")
            number.fill(int(count) if count.isdigit() else 0)
            word.fill(name)
        for word, _number in self._steps[len(typed or ()) :]:
            word.fill(None)


def section_and_parameter_text(of: Parameter) -> str:
    """Return the name of a parameter with its section: "Game · Target"."""
    section, name = rule_labels.SECTION_LABELS[of.section], rule_labels.parameter_label(of.path)
    return str(T("{section} · {name}", section=section, name=name))


def parameter_control(of: Parameter, value: Any) -> QWidget:
    """Return a control for a parameter that shows this value.  Its `typed` is the value as a rule
    set file has it, None for "there is none"; also a value that the parameter may not have."""
    control: Control
    if of.shape == "integer" and of.optional:
        control = OptionalNumberLine()
    elif of.shape == "integer":
        least = of.least if of.least is not None else -MAX_AMOUNT
        most = of.most if of.most is not None else MAX_AMOUNT
        # A 0 that is out of bounds is kept, for the page to refuse; it does not become a 1.
        control = Stepper(least, most, min(max(0, least), most), corrects=False)
    elif of.shape in ("choice", "yes-no"):
        choices = of.choices if of.shape == "choice" else (True, False)
        options: list[tuple[Any, str]] = [
            (each, rule_labels.format_value(each)) for each in choices
        ]
        none = [(None, str(rule_labels.NONE))] if of.optional else []
        control = ComboBox([*none, *options])
    elif of.shape == "steps":
        control = PenaltyLadderInput()
    elif of.path == MISDEALS:
        control = MisdealReasonsInput()
    else:
        control = TextListBox() if of.shape == "texts" else NumberListEdit()
    control.fill(value)
    assert isinstance(control, QWidget)
    return control


def parameter_field(of: Parameter, value: Any) -> FieldSpec:
    """Return the declaration of a parameter's field, with its name and its meaning."""
    title, meaning = str(rule_labels.parameter_label(of.path)), str(T(of.meaning))
    hint = controls.capitalize(meaning) if meaning.casefold() != title.casefold() else ""
    deadline = parameter(MISDEAL_DEADLINE)
    if of.path == MISDEALS and deadline is not None:
        hint = str(join_as_sentences((hint, str(T(deadline.meaning)))))
    return FieldSpec(of.path, title, parameter_control(of, value), hint)
