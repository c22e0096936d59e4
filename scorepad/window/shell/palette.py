"""The command palette finds an action by a few letters, and Enter does it.

It is made from the desk's registry of actions. It lies over the page and stops nothing; an action
that cannot be done now is listed with the reason.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QKeyEvent,
    QKeySequence,
    QTextDocument,
)
from PySide6.QtWidgets import QLineEdit, QListView, QPlainTextEdit, QTextEdit, QWidget

from scorepad.desk.actions import ACTIONS, GROUPS, Action, action
from scorepad.desk.search import WHOLE_WORDS
from scorepad.spades.words import N, T, join_parts
from scorepad.window.shell.overlay import ListOverlay
from scorepad.window.widgets import controls, keyboard, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.row_delegate import CONTENT_ROLE, RowDelegate
from scorepad.window.widgets.two_line_list import TwoLineText

MAX_ROWS = 7
"""The list shows this many actions at once, where there is room."""
MAX_REMEMBERED_ACTIONS = 5
"""While nothing is typed, this many of the latest actions come first."""
TEXT_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
OFFER_ROLE, TITLE_ROLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.DisplayRole
NO_PARENT = QModelIndex()


@dataclass(frozen=True)
class CommandPaletteOffer:
    """Holds an action as it is listed; `why` says why it cannot be done now ("" when it can)."""

    key: str
    title: str
    help: str
    group: str
    shortcut: str
    why: str
    run: Callable[[], object] | None = None
    """Does it, where it is no action: opens a table."""

    @property
    def spoken_text(self) -> str:
        """Return what a screen reader says."""
        return join_parts((self.title, self.shortcut, self.why or self.help), ", ")


def fold_for_search(text: str) -> str:
    """Return the text in small letters without accents, to compare."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def matching_command_palette_offers(
    offers: Sequence[CommandPaletteOffer], typed: str, latest: Sequence[str] = ()
) -> list[CommandPaletteOffer]:
    """Return the offers in which every word of `typed` occurs: first where the title begins
    with them, then where the title has them, then the others; at each rank what can be done
    comes first."""
    typed_words = fold_for_search(typed).split()
    whole = " ".join(typed_words)

    def rank(offer: CommandPaletteOffer) -> tuple[int, bool]:
        title = fold_for_search(offer.title)
        if not typed_words:
            place = latest.index(offer.key) if offer.key in latest else len(latest)
            return (place, bool(offer.why))
        starts = title.startswith(whole)
        begins = all(any(part.startswith(word) for part in title.split()) for word in typed_words)
        within = all(word in title for word in typed_words)
        place = 0 if starts else 1 if begins else 2 if within else 3
        # Two letters and Enter should not close the program.
        return (place + (offer.key == "quit" and whole != title), bool(offer.why))

    def fits(offer: CommandPaletteOffer) -> bool:
        text = fold_for_search(f"{offer.title} {offer.help} {offer.group} {offer.shortcut}")
        return all(word in text for word in typed_words)

    return sorted((offer for offer in offers if fits(offer)), key=rank)


def _is_left_to_window(field: QObject, event: QKeyEvent) -> bool:
    """Return whether a text field leaves undo or redo to the window, as nothing was typed there
    that it could take back or bring again."""
    typed: QLineEdit | QTextDocument | None = field if isinstance(field, QLineEdit) else None
    if isinstance(field, QPlainTextEdit | QTextEdit):
        typed = field.document()
    if event.matches(QKeySequence.StandardKey.Undo):
        return typed is not None and not typed.isUndoAvailable()
    if event.matches(QKeySequence.StandardKey.Redo):
        return typed is not None and not typed.isRedoAvailable()
    return False


class CommandPaletteModel(QAbstractListModel):
    """A model of the actions and tables that are listed.  (A list of items had each letter make
    and destroy a hundred of them, at which PySide6 6.11 was seen to crash.)"""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._offers: Sequence[CommandPaletteOffer] = ()

    def show_offers(self, offers: Sequence[CommandPaletteOffer]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self._offers = offers
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._offers)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = TITLE_ROLE) -> object:
        offer = self._offers[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return offer.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return offer.spoken_text
            case Qt.ItemDataRole.UserRole:
                return offer
            case _ if role == CONTENT_ROLE:
                below = controls.SIGNS["warn"] + offer.why if offer.why else offer.help
                return TwoLineText(offer.title, below, offer.shortcut, dimmed=bool(offer.why))
        return None


class CommandPalette(ListOverlay):
    """Shows a line to type in, and the actions that match."""

    def __init__(
        self,
        window: QWidget,
        reason_unavailable: Callable[[Action], str],
        title: Callable[[Action], str],
        do: Callable[[str], object],
        top: Callable[[], int],
    ) -> None:
        """`title` returns what an action is called now ("Undo: tricks of hand 7")."""
        super().__init__(window, top)
        self._reason_unavailable = reason_unavailable
        self._title = title
        self._do = do
        self._offers: list[CommandPaletteOffer] = []
        self.tables: Callable[[str], Sequence[tuple[int, CommandPaletteOffer]]] = lambda _typed: ()
        """Gives the tables that fit what is typed, each with how well it does (see `desk.search`);
        whole words stand before the actions."""
        self._latest: list[str] = []
        self.setAccessibleName(str(T("Find an action")))
        self.line = QLineEdit()
        self.line.setPlaceholderText(str(T("What do you want to do?")))
        self.line.setAccessibleName(str(T("Find an action")))
        self.line.setClearButtonEnabled(False)
        self.list = QListView()
        self._model = CommandPaletteModel(self)
        self.list.setModel(self._model)
        self.list.setAccessibleName(str(T("Actions")))
        self.list.setItemDelegate(RowDelegate(self))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.message = controls.MessageLabel()
        layouts.set_column(self, self.line, self.message, (self.list, 1), margin=Gap.CONTROLS)
        self.line.textEdited.connect(lambda _text: self.refresh())
        self.line.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.clicked.connect(self.do_offer)
        self.list.selectionModel().currentChanged.connect(lambda index, _old: self._announce(index))
        self._keys = QKeySequence(action("palette").shortcut)

    # Opening and closing.

    def toggle(self) -> None:
        """Show it with an empty line; when it is open, close it."""
        if self.isVisible():
            self.close_overlay()
            return
        self._offers = [
            CommandPaletteOffer(
                key=each.key,
                title=self._title(each),
                help=str(each.help),
                group=str(GROUPS[each.group]),
                shortcut=QKeySequence(each.shortcut).toString(
                    QKeySequence.SequenceFormat.NativeText
                ),
                why=controls.capitalize(self._reason_unavailable(each)),
            )
            for each in ACTIONS
            if each.key != "palette"
        ]
        self.line.clear()
        self.refresh()
        self.show_over_page(self.line)

    def _focus_moved(self, old: QWidget | None, new: QWidget | None) -> None:
        # Some systems' text fields have a use of their own for the keys that open this; all of them
        # take those of undo and redo, whether they have anything to undo or not.
        if isinstance(old, TEXT_FIELDS) and old is not self.line:
            old.removeEventFilter(self)
        if isinstance(new, TEXT_FIELDS):
            new.installEventFilter(self)
        super()._focus_moved(old, new)

    def place(self) -> None:
        # The line, the column's margins and spacing, both frames: no part of a row is seen.
        # Frames are as wide as the style sheet says once it was applied.
        for framed in (self, self.list, self.message):
            framed.ensurePolished()
        frames = 2 * (self.list.frameWidth() + self.frameWidth())
        around = theme.touch_height() + 3 * Gap.CONTROLS.pixels() + frames
        if self.message.text():
            inside = self.width_over_page() - 2 * (Gap.CONTROLS.pixels() + self.frameWidth())
            around += self.message.heightForWidth(inside) + Gap.CONTROLS.pixels()
        rows = self.place_and_count_rows(around, min(MAX_ROWS, self._model.rowCount()))
        self.list.setVisible(rows > 0)

    # The list.

    def refresh(self) -> None:
        """List the actions that match what is typed."""
        self.message.clear()
        typed = self.line.text()
        tables = self.tables(typed) if typed.strip() else ()
        first = [offer for rank, offer in tables if rank <= WHOLE_WORDS]
        others = [offer for rank, offer in tables if rank > WHOLE_WORDS]
        actions = matching_command_palette_offers(self._offers, typed, self._latest)
        self._model.show_offers((*first, *actions, *others))
        self.list.setCurrentIndex(self._model.index(0))
        if not self._model.rowCount():
            self._announce(NO_PARENT)
            self.message.say(T("No action and no table has these words."), "note")
        self.place()

    def _announce(self, index: QModelIndex) -> None:
        offer = index.data(OFFER_ROLE)
        count = str(N("{n} action", "{n} actions", self._model.rowCount()))
        self.line.setAccessibleDescription(f"{offer.spoken_text}. {count}" if offer else count)
        if self.isVisible():
            event = QAccessibleEvent(self.line, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(event)

    def do_offer(self, index: QModelIndex | None = None) -> None:
        """Do the action of this row (or the current one); where it cannot be done, say why."""
        offer = (index or self.list.currentIndex()).data(OFFER_ROLE)
        if not isinstance(offer, CommandPaletteOffer):
            return
        if offer.why:
            self.message.say(T("{title}: {why}", title=offer.title, why=offer.why), "warn")
            self.place()
            return
        self.close_overlay()
        if offer.run is not None:
            offer.run()
            return
        self._latest = [offer.key, *(key for key in self._latest if key != offer.key)]
        del self._latest[MAX_REMEMBERED_ACTIONS:]
        self._do(offer.key)

    # Keys.

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and watched is not self._window:
            if event.type() == QEvent.Type.ShortcutOverride:
                if QKeySequence(event.keyCombination()) == self._keys or _is_left_to_window(
                    watched, event
                ):
                    event.ignore()
                    return True
            elif event.type() == QEvent.Type.KeyPress and watched in (self.line, self.list):
                return self._key(watched, event)
        return super().eventFilter(watched, event)

    def _key(self, watched: QObject, event: QKeyEvent) -> bool:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.close_overlay()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.do_offer()
        elif watched is self.line and key in _STEPS:
            row = self.list.currentIndex().row() + _STEPS[Qt.Key(key)]
            last = self._model.rowCount() - 1
            self.list.setCurrentIndex(self._model.index(max(0, min(last, row))))
        elif watched is self.list and (typed := keyboard.typed_text(event)):
            self.line.setFocus()
            self.line.insert(typed)
            self.refresh()
        else:
            return False
        return True


_STEPS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -MAX_ROWS,
    Qt.Key.Key_PageDown: MAX_ROWS,
}
