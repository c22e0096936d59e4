"""What does not fit scrolls up and down, and what is typed in stays wholly in sight."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from scorepad.window import theme


class _Scrolled(QScrollArea):
    """A line at its upper or lower edge says that there is more beyond: what is cut through there
    is not cut off."""

    def __init__(self) -> None:
        super().__init__()
        self._beyond = (QFrame(self), QFrame(self))
        for edge in self._beyond:
            edge.setProperty("kind", "beyond")
            edge.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        # What was scrolled to, from where, and where that left it.
        self._followed: QWidget | None = None
        self._came_from = self._left_at = 0
        self._laid_out = QTimer(self)
        self._laid_out.setSingleShot(True)
        self._laid_out.setInterval(0)
        self._laid_out.timeout.connect(self._keep_field)
        down = self.verticalScrollBar()
        down.rangeChanged.connect(lambda _low, _high: self._show_edges())
        down.rangeChanged.connect(lambda _low, _high: self._laid_out.start())
        down.valueChanged.connect(lambda _value: self._show_edges())
        self._show_edges()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    def _follow(self, _before: QWidget | None, focused: QWidget | None) -> None:
        """What has the focus is in sight, also when Tab came from outside."""
        clicked = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        inside = self.widget()
        if clicked or focused is None or inside is None or not inside.isAncestorOf(focused):
            return
        self._show_whole(focused)

    def _show_whole(self, widget: QWidget) -> None:
        inside, down = self.widget(), self.verticalScrollBar()
        if inside is None:
            return
        if widget is self._followed and down.value() == self._left_at:
            # It was scrolled to before all was laid out, which may have been too far.
            down.setValue(self._came_from)
        else:
            self._followed, self._came_from = widget, down.value()
        self._scroll_to(inside, widget)
        self._left_at = down.value()

    def _scroll_to(self, inside: QWidget, widget: QWidget) -> None:
        # Qt's own `ensureWidgetVisible` shows no more of a field than the cursor in it.
        top = widget.mapTo(inside, QPoint(0, 0)).y()
        if top + widget.height() <= self.viewport().height():
            # Then what stands above it is in sight too.
            self.verticalScrollBar().setValue(0)
            return
        # With the name above it, where there is room for that.
        spare = max(0, (self.viewport().height() - widget.height()) // 2)
        margin = min(theme.px(28), spare)
        self.ensureVisible(0, top + widget.height(), 0, margin)
        self.ensureVisible(0, top, 0, margin)
        self._slice_nothing(inside, top - margin)

    def _slice_nothing(self, inside: QWidget, highest: int) -> None:
        """Let go upwards of what the upper edge cuts through, as far as all below `highest`
        (pixels, in `inside`) stays in sight."""
        down = self.verticalScrollBar()
        edge = down.value()
        for each in inside.findChildren(QWidget):
            if not each.isVisible() or each.findChild(QWidget) is not None:
                continue
            above = each.mapTo(inside, QPoint(0, 0)).y()
            below = above + each.height()
            if above < edge < below <= highest:
                down.setValue(max(down.value(), below))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self._laid_out.start()
        return super().eventFilter(watched, event)

    def _keep_field(self) -> None:
        """What comes and goes round a field moves nothing over what is typed in it."""
        # Also while the window is in the background: it comes back as it was.
        inside, focused = self.widget(), self.window().focusWidget()
        typing = isinstance(focused, QLineEdit | QPlainTextEdit)
        if typing and inside is not None and inside.isAncestorOf(focused):
            self._show_whole(focused)

    def _show_edges(self) -> None:
        down, inside = self.verticalScrollBar(), self.viewport().geometry()
        above, below = self._beyond
        above.setGeometry(inside.left(), inside.top(), inside.width(), 1)
        below.setGeometry(inside.left(), inside.bottom(), inside.width(), 1)
        above.setVisible(down.value() > down.minimum())
        below.setVisible(down.value() < down.maximum())
        for edge in self._beyond:
            edge.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_edges()
        self._laid_out.start()


def scrolled(content: QWidget, *, name: str = "") -> QScrollArea:
    """`content`, scrolling up and down where it does not fit."""
    made = _Scrolled()
    made.setWidget(content)
    made.setWidgetResizable(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if name:
        made.setAccessibleName(name)
    return made
