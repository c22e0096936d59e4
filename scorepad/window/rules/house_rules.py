"""The page of the house rules lists all rule sets; there they are copied, changed and deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from scorepad.budget import RULES_BUDGET
from scorepad.desk.houserules import EditedRules, HouseRules
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import changed_lists, changed_parameters, plain_rules
from scorepad.spades.rules import PRESETS, RuleSet
from scorepad.spades.words import N, T, Text, without_isolates
from scorepad.window.rules.house_rules_editor import HouseRulesEditor
from scorepad.window.rules.rule_card import RuleCard
from scorepad.window.widgets import controls, file_dialogs, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.notice_strip import NoticeAction
from scorepad.window.widgets.row_menu import offer_row_menu
from scorepad.window.widgets.two_line_list import KeyedList, TwoLineText
from scorepad.window.widgets.window_page import WindowPage

NAME_LENGTH = 60


class HouseRulesPage(WindowPage):
    """The list of the rule sets, the selected one in words, and buttons with actions."""

    guide_page = "house-rules"

    def __init__(self, house: HouseRules, settings: Settings) -> None:
        super().__init__(T("House rules"))
        self._house = house
        self._settings = settings
        self.editor: HouseRulesEditor | None = None

        self._pages = QStackedWidget()
        self._foot = layouts.row(margin=(Gap.PAGE, Gap.CONTROLS))
        self._pages.addWidget(self._front())
        layouts.set_column(self, (self._pages, 1))
        self._show_strip()
        self.refresh_and_select("")
        self._offer_unsaved()

    def _front(self) -> QWidget:
        front = QWidget()
        front.setProperty("kind", "page")
        self._import = controls.button(T("Import…"), self.choose_rule_files_to_import)
        self._unsaved_text = controls.MessageLabel()
        self._go_on = controls.button(T("Continue"), self.edit_unsaved_changes)
        self._drop_unsaved = controls.button(
            T("Discard"), self.discard_unsaved_changes, kind="danger"
        )
        self._unsaved = layouts.row((self._unsaved_text, 1), self._go_on, self._drop_unsaved)
        messages = layouts.column(
            self._unsaved, margin=(Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.CONTROLS)
        )
        self.list = KeyedList(T("Rule sets"))
        self.list.currentRowChanged.connect(self._show)
        self.list.activated.connect(self._main)
        self._card = RuleCard()
        self._fault = controls.MessageLabel()
        self._copy = controls.button(T("Copy and change"), self.edit_copy)
        self._change = controls.button(T("Change…"), self.edit_selected, kind="primary")
        self._rename = controls.button(T("Rename"), self.edit_name)
        self._export = controls.button(T("Export…"), self.ask_export_path)
        self._delete = controls.button(T("Delete"), self.delete_selected_rule_set, kind="danger")
        self._buttons = (self._copy, self._change, self._rename, self._export, self._delete)
        doing = layouts.row(*self._buttons, None, wraps=True)
        offer_row_menu(self.list, lambda: self._buttons)
        card = scrolling.make_scroll_area(self._card, name=T("The rule set at a glance"))
        right = layouts.column(doing, self._fault, (card, 1))
        title = controls.label(self.accessibleName(), "title")
        done = controls.button(T("Done"), self.close_page)
        margin = Gap.PAGE, Gap.GROUPS, Gap.PAGE, Gap.CONTROLS
        head = layouts.row((title, 1), self._import, done, margin=margin)
        parts = (self.list, 2), (right, 4 if theme.is_roomy() else 2)
        margin = Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.GROUPS
        sides = layouts.row(*parts, spacing=Gap.GROUPS, margin=margin)
        layouts.set_column(front, head, messages, (sides, 1), self._foot, spacing=Gap.NONE)
        return front

    def _show_strip(self) -> None:
        foot = self._foot.layout()
        assert isinstance(foot, QHBoxLayout)
        foot.addWidget(self.strip, 1)

    # The list of rule sets.

    def refresh_and_select(self, choose: str) -> None:
        """Show the rule sets as they are now, and select one by its id."""
        house = self._house
        chosen = choose or self.list.chosen or str(self._settings.get("rules") or "")
        # The house's own are first, then those that ship.
        presets = (each for each in PRESETS if each in house.library.ids())
        ids = (*house.ids(), *presets, *house.library.templates)
        with QSignalBlocker(self.list):
            self.list.show_rows([(rules_id, self._text(rules_id)) for rules_id in ids])
            self.list.choose(chosen)
        faults = [str(fault.text) for fault in house.library.faults]
        if faults:
            self.notify("; ".join(faults), "bad")
        self._show()

    def _text(self, rules_id: str) -> TwoLineText:
        try:
            rules = self._house.library.get(rules_id)
        except Refused as refused:
            below = controls.SIGNS["bad"] + str(refused.text)
            return TwoLineText(rules_id, below, dimmed=True)
        return TwoLineText(rules.name, str(self._origin_text(rules_id, rules)))

    def _origin_text(self, rules_id: str, rules: RuleSet) -> Text:
        library = self._house.library
        if rules_id in PRESETS:
            return T("ships with Scorepad")
        if rules_id in library.templates:
            return T("a template with the usual values")
        if not (base := self._house.base_id(rules_id)):
            return T("not based on another rule set")
        original = library.get(base)
        ours, theirs = plain_rules(rules), plain_rules(original)
        count = len(changed_parameters(ours, theirs)) + len(changed_lists(ours, theirs))
        name = N("{name}, {n} difference", "{name}, {n} differences", count, name=original.name)
        return T("a copy of {what}", what=name)

    def _show(self) -> None:
        rules_id = self.list.chosen
        ours = rules_id in self._house.ids()
        valid = True
        try:
            self._card.show_rules(self._house.library.get(rules_id))
            self._fault.clear()
        except Refused as refused:
            valid = False
            self._fault.say(refused.text)
        self._card.setVisible(valid)
        self._copy.setEnabled(valid)
        self._export.setEnabled(valid)
        for button in (self._change, self._rename, self._delete):
            button.setVisible(ours)
            button.setEnabled(valid or button is self._delete)
        theme.set_style_property(self._copy, "kind", "plain" if ours else "primary")

    def _main(self) -> None:
        button = self._change if self.list.chosen in self._house.ids() else self._copy
        if button.isEnabled():
            button.click()

    # Changing.

    def edit_copy(self) -> None:
        """Edit a copy of the selected rule set."""
        if self._has_unsaved():
            return
        rules = self._house.library.get(self.list.chosen)
        name = without_isolates(str(T("{name}, house rules", name=rules.name[:NAME_LENGTH])))
        self._edit(self._house.make_unsaved_copy(self.list.chosen, name, str(T("house rules"))))

    def edit_selected(self) -> None:
        """Edit the selected house rule set."""
        if not self._has_unsaved():
            self._edit(self._house.open_for_editing(self.list.chosen))

    def edit_name(self) -> None:
        """Edit the selected one's name; its id, which other files use, doesn't change."""
        self.edit_selected()
        if self.editor is not None:
            self.editor.form.focus_name()

    def _edit(self, draft: EditedRules, *, saved: bool = True) -> None:
        self._close_editor()
        editor = HouseRulesEditor(self._house, draft, self.strip, saved=saved)
        editor.saved.connect(self._saved)
        editor.closed.connect(self._left)
        editor.discarded.connect(self._offer_discarded)
        self.editor = editor
        self._pages.addWidget(editor)
        self._pages.setCurrentWidget(editor)
        editor.focus_starting_widget()

    def _close_editor(self) -> None:
        editor, self.editor = self.editor, None
        if editor is not None:
            self._show_strip()
            self._pages.removeWidget(editor)
            editor.deleteLater()

    def _saved(self, rules_id: str) -> None:
        self._left()
        self.refresh_and_select(rules_id)
        name = self._house.library.get(rules_id).name
        self.notify(T("“{name}” is saved. You can use it for new matches.", name=name), "good")

    def _left(self) -> None:
        self._close_editor()
        self.notify("")
        self._offer_unsaved()
        self.focus_starting_widget()

    # Unsaved changes.

    def _offer_unsaved(self) -> None:
        draft = self._house.read_unsaved_draft()
        self._unsaved.setVisible(draft is not None)
        if draft is not None:
            name = str(draft.data.get("name", ""))
            self._unsaved_text.say(T("“{name}” has unsaved changes.", name=name), "warn")

    def _has_unsaved(self) -> bool:
        if self._house.read_unsaved_draft() is None:
            return False
        self._offer_unsaved()
        self._go_on.setFocus()
        return True

    def edit_unsaved_changes(self) -> None:
        """Open the editor with the unsaved changes."""
        draft = self._house.read_unsaved_draft()
        if draft is not None:
            self._edit(draft, saved=False)

    def discard_unsaved_changes(self) -> None:
        """Discard the unsaved changes; they can be brought back until the page is left."""
        draft = self._house.read_unsaved_draft()
        self._house.store_unsaved_draft(None)
        if draft is not None:
            self._offer_discarded(draft)

    def _offer_discarded(self, draft: EditedRules) -> None:
        self._left()
        text = T("Discarded the changes to “{name}”.", name=str(draft.data.get("name", "")))
        self._offer_back(text, lambda: self._edit(draft, saved=False))

    def _offer_back(self, text: Text, bring_back: Callable[[], object]) -> None:
        self.notify(text, "good", NoticeAction(T("Bring it back"), bring_back, is_undo=True))

    def keep(self) -> None:
        """Store the unsaved changes, because the page is closed."""
        if self.editor is not None:
            self.editor.keep()

    # Deleting, exporting and importing.

    def delete_selected_rule_set(self) -> None:
        """Delete the selected house rule set; it can be brought back until the page is left."""
        rules_id = self.list.chosen
        file, data = self._house.library.file(rules_id)
        try:
            self._house.delete(rules_id)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self.refresh_and_select(str(data.get("extends", "")))
        name = str(data.get("name", rules_id))
        text = T(
            "“{name}” was deleted. Matches that started with these rules keep them.", name=name
        )
        self._offer_back(text, partial(self._restore, file, dict(data)))

    def _restore(self, file: str, data: dict[str, Any]) -> None:
        try:
            rules_id = self._house.restore_deleted(file, data)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self.refresh_and_select(rules_id)
        self.notify(T("The rule set is back."), "good")
        self.focus_starting_widget()

    def ask_export_path(self) -> None:
        """Ask where to write the selected rule set."""
        rules_id = self.list.chosen
        file_dialogs.ask_save_path(
            self,
            self._settings,
            title=T("Export the rule set"),
            name=f"{rules_id}.toml",
            kinds=T("Rule sets (*.toml)"),
            then=lambda path: self.export_rules(rules_id, path),
        )

    def export_rules(self, rules_id: str, path: Path) -> None:
        """Write a rule set to a TOML file."""
        try:
            file_dialogs.write_new_file(path, self._house.export_rules_as_toml(rules_id).encode())
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self.notify(T("Saved: {file}", file=path.name), "good")

    def choose_rule_files_to_import(self) -> None:
        """Ask for rule set files."""
        file_dialogs.ask_open_paths(
            self,
            self._settings,
            title=T("Import rule sets"),
            kinds=T("Rule sets (*.toml);;All files (*)"),
            then=self.import_files,
        )

    def import_files(self, names: list[str]) -> None:
        """Import these files and show the result of each; a refused one does not stop the rest."""
        texts, last = list[Text](), ""
        tone: controls.Tone = "good"
        for path in map(Path, names):
            try:
                content = file_dialogs.read_chosen_file(path, RULES_BUDGET.bytes)
                rules, is_new = self._house.import_rules(content, path.name)
            except Refused as refused:
                texts.append(refused.text)
                tone = "bad"
                continue
            last, name = rules.id, rules.name
            here = T("You already have “{name}”", name=name)
            texts.append(T("Imported “{name}”", name=name) if is_new else here)
        self.refresh_and_select(last)
        self.notify("; ".join(map(str, texts)), tone)

    def focus_starting_widget(self) -> None:
        """Put the focus on the first control."""
        self.list.setFocus()
