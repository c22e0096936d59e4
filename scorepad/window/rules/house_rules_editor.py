"""The editor changes a house rule set, beside what differs, a sample hand and the rules in words.

It stores the unsaved changes whenever typing pauses, so that nothing is lost when the page is left
or the program crashes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import starmap
from typing import Any

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from scorepad.desk.houserules import EditedRules, HouseRules
from scorepad.spades import rule_labels
from scorepad.spades.parameters import parameters_of_section
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import (
    InheritedTexts,
    RulesError,
    changed_lists,
    changed_parameters,
    inherited_texts,
)
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T, Text, join_parts, join_with_commas, rule_file_text
from scorepad.window.rules.house_rules_form import DIFFERS, OFF, RuleForm
from scorepad.window.rules.parameter_control import section_and_parameter_text
from scorepad.window.rules.rule_card import RuleCard
from scorepad.window.rules.sample_hand import SampleHandBoxes
from scorepad.window.widgets import controls, inputs, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.widgets.notice_strip import NoticeStrip
from scorepad.window.widgets.row_menu import offer_row_menu
from scorepad.window.widgets.size_class import WindowSizeClass, width_class
from scorepad.window.widgets.window_page import STRIP_SHARE, WindowPage

SAMPLE, IN_WORDS = 1, 2
"""The indexes of the views with a scored hand and with the rules in words."""
PARAMETERS = -1
"""The index of the fields, at their place among the views."""
PAUSE = 400
"""Milliseconds from the last key until the unsaved changes are stored."""


LEAD_WORD = T("mercy")
"""Players look by this word for a lead that ends the game, which no parameter is."""

LISTS: dict[str, Text] = {
    "checklist": T("Check before the first deal"),
    "play": T("Play"),
    "ruling": T("Rulings"),
}


def count_texts(name: str, count: int) -> Text:
    """Return how many texts of a list there are: "11 play lines"."""
    if name == "ruling":
        return N("{n} ruling", "{n} rulings", count)
    if name == "play":
        return N("{n} rule of play", "{n} rules of play", count)
    return N("{n} item to check", "{n} items to check", count)


class HouseRulesEditor(WindowPage):
    """The form of one draft, with three views of it beside the form."""

    guide_page = "house-rules"
    saved = Signal(str)
    """The id of the rule set that was saved."""
    discarded = Signal(object)
    """The `EditedRules` that was dropped; it can be brought back."""

    def __init__(
        self, house: HouseRules, draft: EditedRules, strip: NoticeStrip, *, saved: bool = True
    ) -> None:
        """The `strip` of the page around it is in the foot of this one meanwhile; `saved` means
        that the draft has no unsaved changes."""
        super().__init__(T("House rules"), strip)
        self._house = house
        self.draft = draft
        self._dirty = not saved
        self._rules: RuleSet | None = None
        self._base = house.base_of(draft)
        self._base_rules: RuleSet | None = house.library.get(draft.base) if draft.base else None
        self._timer = controls.single_shot_timer(self, self.keep, PAUSE)
        self._build()
        self._show()

    def _build(self) -> None:
        self._title = controls.label("", "title", wrap=True)
        self._from = controls.label("", "caption", wrap=True)
        text = layouts.column(self._title, self._from, spacing=Gap.NONE)
        self._find = line_edit(T("Find a rule"))
        self._find.setAccessibleName(str(T("Find a rule")))
        self._find.setMinimumWidth(theme.em(10))
        self._find.textEdited.connect(self._filter_parameters)
        margin = Gap.PAGE, Gap.CONTROLS
        head = layouts.row((text, 5), (self._find, 3), spacing=Gap.GROUPS, margin=margin)

        self.form = RuleForm(self.draft.data, self._base)
        self.form.changed.connect(self._changed)
        layouts.set_margins(self.form, (Gap.PAGE, Gap.LINES, Gap.CONTROLS, Gap.GROUPS))
        self._form_scroll = scrolling.make_scroll_area(self.form, name=T("Parameters"))
        self.differences = RuleDifferences()
        self.differences.parameter_chosen.connect(self._focus_parameter)
        self.sample = SampleHandBoxes(self._house.library)
        self._card = RuleCard()
        self._views: tuple[tuple[str, QWidget], ...] = (
            (str(T("Differences")), self.differences),
            (str(T("Sample hand")), self.sample),
            (str(T("In words")), self._card),
        )
        self._stack = QStackedWidget()
        for name, view in self._views:
            content = layouts.column(view, margin=(Gap.CONTROLS, Gap.LINES, Gap.PAGE, Gap.GROUPS))
            self._stack.addWidget(scrolling.make_scroll_area(content, name=name))
        names = [str(T("Parameters")), *(name for name, _view in self._views)]
        self._choice: inputs.ChoiceButtons[int] = inputs.ChoiceButtons(
            [*enumerate(names, PARAMETERS)], name=T("Show")
        )
        self._choice.changed.connect(self._fit)
        sides = layouts.row((self._form_scroll, 5), (self._stack, 3), spacing=Gap.CONTROLS)
        margins = Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.CONTROLS
        choice = layouts.row(None, self._choice, margin=margins)

        self._state = controls.label("", "caption", wrap=True)
        self._discard = controls.button(
            T("Discard the changes"), self.discard_unsaved_changes, kind="danger"
        )
        self._save = controls.button(T("Save"), self.save, kind="primary")
        QShortcut(QKeySequence("Ctrl+Return"), self, self._save.click)
        back = controls.button(T("Back to the list"), self.close_page)
        buttons = back, self._discard, self._save
        row = layouts.row((self._state, 1), *buttons, wraps=not theme.is_roomy())
        foot = self.foot_bar((row, STRIP_SHARE))
        layouts.set_column(self, head, choice, (sides, 1), foot, spacing=Gap.NONE)
        self._narrow: bool | None = None
        self._arrange()
        controls.EventFollower(self, self._arrange)
        # Another page may be laid over this one, and read the unsaved changes.
        controls.EventFollower(self, self.keep, QEvent.Type.Hide)

    # Showing.

    def _arrange(self) -> None:
        narrow = width_class(self) == WindowSizeClass.SMALL
        if narrow == self._narrow:
            return
        was, self._narrow = self._choice.value, narrow
        self._choice.show_only(range(PARAMETERS if narrow else 0, len(self._views)))
        self._choice.choose(PARAMETERS if narrow else max(was or 0, 0))

    def _fit(self) -> None:
        shown = self._choice.value
        shown = 0 if shown is None else shown
        self._form_scroll.setVisible(not self._narrow or shown < 0)
        self._stack.setVisible(not self._narrow or shown >= 0)
        if shown >= 0:
            self._stack.setCurrentIndex(shown)
        self._show_rules()

    def _show_rules(self) -> None:
        if self._choice.value == SAMPLE:
            self.sample.use_rules(self._rules, self._base_rules)
        elif self._rules is not None and self._choice.value == IN_WORDS:
            self._card.show_rules(self._rules)

    def _focus_parameter(self, path: str) -> None:
        if self._find.text():
            self._find.clear()
            self.form.filter_parameters("")
        if self._narrow:
            self._choice.choose(PARAMETERS)
        self.form.focus_parameter(path)

    def _filter_parameters(self, query: str) -> None:
        if self._narrow:
            self._choice.choose(PARAMETERS)
        count = self.form.filter_parameters(query)
        found_none = T("No rule matches “{query}”.", query=query.strip())
        text = "" if count or not query.strip() else found_none
        if str(LEAD_WORD) in query.casefold().split():
            text = T(
                "Scorepad has no mercy rule, which would end a game when one team is far ahead."
            )
        self.notify(text)
        self._find.setAccessibleDescription(
            str(N("{n} parameter found", "{n} parameters found", count))
        )

    def _changed(self) -> None:
        self._dirty = True
        self._timer.start()
        self.notify("")
        self._show()

    def _show(self) -> None:
        self._title.setText(str(self.draft.data.get("name") or str(T("House rules"))))
        base = str(self._base["name"]) if self._base is not None else ""
        self._from.setText(str(T("A copy of {name}", name=base) if base else T("Not a copy")))
        faults = self._house.draft_faults_by_path(self.draft)
        self.form.mark_changes_and_faults({path: str(text) for path, text in faults.items()})
        count = self.differences.show_changes(self.draft.data, self._base)
        rules = None
        if not set(faults) - {"name", "id"}:
            rules = self._house.rules_of_draft(self.draft)
        self._rules = rules
        self._show_rules()
        self._discard.setEnabled(self._dirty)
        self._save.setEnabled(self._dirty or not self.draft.is_kept)
        state = str(N("{n} difference", "{n} differences", count)) if base else ""
        if faults:
            state = str(N("{n} value isn't valid", "{n} values aren't valid", len(faults)))
        parts = (state, *((T("not saved yet"), T("Ctrl+Enter to save")) if self._dirty else ()))
        sign = controls.SIGNS["bad"] if faults else ""
        self._state.setText(sign + controls.capitalize(join_parts(parts)))
        theme.set_style_property(self._state, "tone", "bad" if faults else "")

    # Storing, saving and leaving.

    def keep(self) -> None:
        """Store the unsaved changes."""
        self._timer.stop()
        if not self._dirty:
            return
        try:
            self._house.store_unsaved_draft(self.draft)
        except Refused as refused:
            self.notify(refused.text, "bad")

    def save(self) -> None:
        """Save the rule set; a value that is refused is marked at its field."""
        self._timer.stop()
        try:
            rules = self._house.save(self.draft)
        except RulesError as refused:
            self.notify(refused.text, "bad")
            self._focus_parameter(refused.path)
            return
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self._dirty = False
        self._house.store_unsaved_draft(None)
        self.saved.emit(rules.id)

    def discard_unsaved_changes(self) -> None:
        """Discard the unsaved changes."""
        self._timer.stop()
        self._dirty = False
        self._house.store_unsaved_draft(None)
        self.discarded.emit(self.draft)

    def close_page(self) -> None:
        """Go back to the list; unsaved changes are stored."""
        self.keep()
        super().close_page()

    def focus_starting_widget(self) -> None:
        """Put the focus on the first field."""
        self.form.focus_name()

    def do_enter_action(self) -> None:
        if self.focusWidget() is self._find:
            self.form.focus_first_found()


class RuleDifferences(QWidget):
    """The list of parameters that differ from the original's; a press opens the field."""

    parameter_chosen = Signal(str)
    """The path of a parameter to go to."""

    def __init__(self) -> None:
        super().__init__()
        self._column = layouts.set_column(self)
        self._shown: object = None
        """What the rows were made from; most keys, as those of a name, change nothing of it."""

    def show_changes(self, data: Mapping[str, Any], base: Mapping[str, Any] | None) -> int:
        """Show where `data` differs from `base`, and return how many differences there are."""
        changes = [] if base is None else list(self._changes(data, base))
        inherited = inherited_texts(data, base) if base is not None and changes else None
        made_from = changes, inherited, None if base is None else base["name"]
        if made_from == self._shown:
            return len(changes)
        self._shown = made_from
        layouts.clear_layout(self._column)
        shown: list[QWidget] = list(starmap(self._row, changes))
        if base is None:
            text = T("This rule set isn't a copy, so there's nothing to compare it with.")
            shown.append(controls.label(text, wrap=True))
        elif inherited is not None:
            shown += self._inherited(inherited, str(base["name"]))
        else:
            text = T("No differences from {name} yet.", name=str(base["name"]))
            shown.append(controls.label(text, wrap=True))
        for each in shown:
            self._column.addWidget(each)
        self._column.addStretch(1)
        return len(changes)

    def _changes(
        self, data: Mapping[str, Any], base: Mapping[str, Any]
    ) -> Iterator[tuple[str, str, str, str]]:
        """Yield the path, the title and both values of each difference; of a list the title."""
        for section, texts in OFF.items():
            now, before = bool(data.get(section)), bool(base.get(section))
            if now != before:
                path = parameters_of_section(section)[0].path
                title = str(rule_labels.SECTION_LABELS[section])
                yield path, title, str(texts[not before]), str(texts[not now])
        for change in changed_parameters(data, base):
            section = change.of.section
            if section not in OFF or (data.get(section) and base.get(section)):
                before_text, now_text = map(rule_labels.format_value, (change.before, change.now))
                yield change.of.path, section_and_parameter_text(change.of), before_text, now_text
        for name in changed_lists(data, base):
            yield "", DIFFERS + str(LISTS[name]), "", ""

    def _inherited(self, inherited: InheritedTexts, base: str) -> Iterator[QWidget]:
        for texts, title in (
            (inherited.true, T("{count} from {base}. Check what still applies.")),
            (
                inherited.untrue,
                T("Left out because you changed the related rules: {count} from {base}."),
            ),
        ):
            counts = [count_texts(name, len(texts[name])) for name in LISTS if name in texts]
            if not counts:
                continue
            heading = T(title.one, count=join_with_commas(counts), base=base)
            lines = [
                controls.label(rule_file_text(text), "caption", wrap=True)
                for name in LISTS
                for text in texts.get(name, ())
            ]
            yield layouts.card(controls.label(heading, "strong", wrap=True), *lines)

    def _row(self, path: str, title: str, before: str, now: str) -> QWidget:
        if not path:
            return controls.label(title, "strong", wrap=True)
        box = QFrame()
        box.setProperty("kind", "card")
        changed = controls.label(T("{before} → {now}", before=before, now=now), "strong", wrap=True)
        text = layouts.column(
            controls.label(title, "caption", wrap=True), changed, spacing=Gap.NONE
        )
        go = controls.button(
            "✎",
            lambda: self.parameter_chosen.emit(path),
            kind="key",
            name=T("Change: {what}", what=title),
        )
        layouts.set_row(
            box, (text, 1), go, margin=(Gap.GROUPS, Gap.CONTROLS, Gap.CONTROLS, Gap.CONTROLS)
        )
        offer_row_menu(box, lambda: (go,))
        return box
