"""A house rule set being changed: its parameters, what differs, a sample hand, all in words.

What is typed is kept as unsaved whenever typing pauses, so that leaving the page, or a crash,
loses nothing.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QStackedWidget, QWidget

from scorepad.desk.houserules import Draft, HouseRules
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import RulesError
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, Words
from scorepad.window import parts, rows, theme
from scorepad.window.house_rules_beside import Differences, SampleHand
from scorepad.window.house_rules_form import RuleForm
from scorepad.window.panel import one_line
from scorepad.window.rule_card import RuleCard

NARROW = 1000
"""Below this width (pixels at the usual text size) one view is shown at a time."""
IN_WORDS = 2
"""The number of the view that says the rules in words."""
PAUSE = 400
"""Milliseconds after the last key before what is typed is kept as unsaved."""


class HouseRulesEditor(QWidget):
    """The form of one draft, with what it comes to beside it."""

    saved = Signal(str)
    """The id of the rule set that was saved."""
    closed = Signal()
    discarded = Signal(object)
    """The `Draft` that is no longer kept; it can be begun again."""

    def __init__(self, house: HouseRules, words: Words, draft: Draft, *, kept: bool = True) -> None:
        """`kept`: the draft has no changes yet that are not saved."""
        super().__init__()
        self._house = house
        self._words = words
        self.draft = draft
        self._dirty = not kept
        self._rules: RuleSet | None = None
        self._base = house.base_of(draft)
        self._base_rules: RuleSet | None = house.library.get(draft.base) if draft.base else None
        self.setProperty("kind", "page")
        self.setAccessibleName(words("House rules"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.keep)
        self._build()
        self._show()

    def _build(self) -> None:
        words = self._words
        margin = theme.px(24)
        self._title = parts.label("", "title", wrap=True)
        self._from = parts.label("", "caption", wrap=True)
        text = QWidget()
        text_column = parts.column_of(text, spacing=0)
        text_column.addWidget(self._title)
        text_column.addWidget(self._from)
        self._find: QLineEdit = one_line(words("Find a parameter"))
        self._find.setAccessibleName(words("Find a parameter"))
        self._find.setMinimumWidth(theme.px(150))
        self._find.textEdited.connect(self._look_for)
        head = rows.weighted((text, 5), (self._find, 3), spacing=16)
        head.setContentsMargins(margin, theme.px(10), margin, theme.px(6))

        self.form = RuleForm(words, self.draft.data, self._base)
        self.form.changed.connect(self._changed)
        self.form.setContentsMargins(margin, theme.px(4), theme.px(8), theme.px(16))
        self._form_scroll = parts.scrolled(self.form, name=words("Parameters"))
        self.differences = Differences(words)
        self.differences.wanted.connect(self._go_to)
        self.sample = SampleHand(words, self._house.library)
        self._card = RuleCard(words)
        self._views: tuple[tuple[str, QWidget], ...] = (
            (words("Differences"), self.differences),
            (words("Sample hand"), self.sample),
            (words("In words"), self._card),
        )
        self._stack = QStackedWidget()
        for name, view in self._views:
            held = QWidget()
            column = parts.column_of(held)
            column.setContentsMargins(theme.px(8), theme.px(4), margin, theme.px(16))
            column.addWidget(view)
            self._stack.addWidget(parts.scrolled(held, name=name))
        self._choice: parts.Choice[int] = parts.Choice([], name=words("Show"))
        self._choice.changed.connect(self._fit)
        self._beside = QWidget()
        self._beside_column = parts.column_of(self._beside, spacing=8)
        self._beside_column.addWidget(self._stack, 1)
        self._choice_row = QWidget()
        parts.row_of(self._choice_row).addWidget(self._choice)
        sides = rows.weighted((self._form_scroll, 5), (self._beside, 3))

        foot = QFrame()
        foot.setProperty("kind", "bar")
        row = parts.row_of(foot, spacing=12)
        row.setContentsMargins(margin, theme.px(10), margin, theme.px(10))
        self.message = parts.Inline()
        self._state = parts.label("", "caption", wrap=True)
        row.addWidget(self.message, 2)
        row.addWidget(self._state, 1)
        self._discard = parts.button(words("Discard the changes"), self.discard)
        self._save: QPushButton = parts.button(words("Save"), self.save, kind="primary")
        self._save.setToolTip(words("Ctrl+Enter"))
        row.addWidget(parts.button(words("Back to the list"), self.close_page))
        row.addWidget(self._discard)
        row.addWidget(self._save)
        self._page = parts.column_of(self, spacing=0)
        self._page.addWidget(head)
        self._page.addWidget(sides, 1)
        self._page.addWidget(foot)
        self._narrow: bool | None = None
        self._arrange(narrow=False)

    # Showing.

    def _arrange(self, *, narrow: bool) -> None:
        if narrow == self._narrow:
            return
        was = self._choice.value
        self._narrow = narrow
        options = [(number, name) for number, (name, _view) in enumerate(self._views)]
        if narrow:
            options.insert(0, (-1, self._words("Parameters")))
            margin = theme.px(24)
            self._choice_row.setContentsMargins(margin, 0, margin, theme.px(6))
            self._page.insertWidget(1, self._choice_row)
        else:
            self._choice_row.setContentsMargins(theme.px(8), 0, theme.px(24), 0)
            self._beside_column.insertWidget(0, self._choice_row)
        self._choice.offer(options, -1 if narrow else was if was is not None and was >= 0 else 0)
        self._fit()

    def _fit(self) -> None:
        shown = self._choice.value
        shown = 0 if shown is None else shown
        self._form_scroll.setVisible(not self._narrow or shown < 0)
        self._beside.setVisible(not self._narrow or shown >= 0)
        if shown >= 0:
            self._stack.setCurrentIndex(shown)
        self._show_card()

    def _show_card(self) -> None:
        """The rules in words are many labels: they are made while somebody looks at them."""
        if self._rules is not None and self._choice.value == IN_WORDS:
            self._card.show_rules(self._rules)

    def show_view(self, number: int) -> None:
        """Show the differences (0), the sample hand (1) or all in words (2)."""
        self._choice.choose(number)

    def _go_to(self, path: str) -> None:
        if self._find.text():
            self._find.clear()
            self.form.look_for("")
        if self._narrow:
            self._choice.choose(-1)
        self.form.go_to(path)

    def _look_for(self, wanted: str) -> None:
        if self._narrow:
            self._choice.choose(-1)
        found = self.form.look_for(wanted)
        self._find.setAccessibleDescription(
            self._words(N("{n} parameter found", "{n} parameters found", found))
        )

    def _changed(self) -> None:
        self._dirty = True
        self._timer.start()
        self.message.hush()
        self._show()

    def _show(self) -> None:
        """Say everything as the draft stands."""
        words = self._words
        self._title.setText(str(self.draft.data.get("name") or words("House rules")))
        base = str(self._base["name"]) if self._base is not None else ""
        self._from.setText(
            words("A copy of {name}", name=base) if base else words("Stands on its own")
        )
        faults = self._house.faults(self.draft)
        self.form.mark({path: words(text) for path, text in faults.items()})
        count = self.differences.show_changes(self.draft.data, self._base)
        rules = None
        if not set(faults) - {"name", "id"}:
            data = {**self.draft.data, "id": "draft", "name": self.draft.data.get("name") or "–"}
            rules = self._house.library.resolve(data)
        self._rules = rules
        self._show_card()
        self.sample.use(rules, self._base_rules)
        self._discard.setEnabled(self._dirty)
        self._save.setEnabled(self._dirty or not self.draft.kept)
        state = words(N("{n} difference", "{n} differences", count)) if base else ""
        if faults:
            state = words(N("{n} value cannot be so", "{n} values cannot be so", len(faults)))
        self._state.setText(
            (parts.SIGNS["bad"] if faults else "")
            + (words("{state} · not saved yet", state=state) if self._dirty else state)
        )
        theme.restyle(self._state, "tone", "bad" if faults else "")

    # Keeping.

    def keep(self) -> None:
        """Keep what is not saved."""
        self._timer.stop()
        if not self._dirty:
            return
        try:
            self._house.keep_unsaved(self.draft)
        except Refused as refused:
            self.message.say(self._words(refused.text))

    def save(self) -> None:
        """Save it; what cannot be is said by its field."""
        self._timer.stop()
        try:
            rules = self._house.save(self.draft)
        except RulesError as refused:
            self.message.say(self._words(refused.text))
            self._go_to(refused.path)
            return
        except Refused as refused:
            self.message.say(self._words(refused.text))
            return
        self._dirty = False
        self._house.keep_unsaved(None)
        self.saved.emit(rules.id)

    def discard(self) -> None:
        """Drop what is not saved."""
        self._timer.stop()
        self._dirty = False
        self._house.keep_unsaved(None)
        self.discarded.emit(self.draft)

    def close_page(self) -> None:
        """Go back; what is not saved is kept as that."""
        self.keep()
        self.closed.emit()

    def focus_first(self) -> None:
        """Put the cursor where one begins."""
        self.form.focus_name()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.keep()

    # Keys.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(narrow=self.width() < theme.px(NARROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_page()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                if self._save.isEnabled():
                    self._save.click()
            elif isinstance(focused, QPushButton) and not focused.isChecked():
                focused.click()
            elif focused is self._find:
                self.form.focus_found()
            return
        super().keyPressEvent(event)
