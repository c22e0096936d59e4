"""The one reader of keys: a key press as the digit or Latin letter that it means, whatever the
keyboard's layout.

A layout decides the text of a key, but not its meaning: on a French keyboard the key with 1 on it
writes `&`, and a Russian layout has no N.  Text fields take the text; everything else that reads a
digit or a letter asks here.

Qt knows the position of a key, but not in the same place everywhere:

================  ======================  =========================  ============================
platform          `nativeScanCode`        `nativeVirtualKey`         `KeypadModifier`
================  ======================  =========================  ============================
X11, Wayland      evdev code + 8          X keysym                   number pad, Num Lock on or off
Windows           scan code (set 1)       `VK_A`…`VK_Z` is a         number pad, Num Lock on or off
                                          letter's key on any layout
macOS             1, always               position (`kVK_…`)         number pad and arrow keys;
                                                                     there is no Num Lock
================  ======================  =========================  ============================

The codes of evdev and of set 1 are the same for digits and letters.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

XKB_OFFSET: Final = 8
"""X11 and Wayland add this to the evdev code of a key."""
EVDEV_ROWS: Final = ((2, "1234567890"), (16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
"""The code of the first key of each row, and the keys of a US keyboard from there on."""
POSITIONS: Final = {
    first + place: key for first, row in EVDEV_ROWS for place, key in enumerate(row)
}
"""The digit or letter at the position of each key, by its evdev code."""
MAC_KEYS: Final = "ASDFHGZXCV BQWERYT123465 97 80 OU IP LJ K    NM"
"""The digit or letter at the position of each key of macOS, by its `kVK` code."""
NUMBER_PAD: Final = {
    Qt.Key.Key_Insert: "0",
    Qt.Key.Key_End: "1",
    Qt.Key.Key_Down: "2",
    Qt.Key.Key_PageDown: "3",
    Qt.Key.Key_Left: "4",
    Qt.Key.Key_Clear: "5",
    Qt.Key.Key_Right: "6",
    Qt.Key.Key_Home: "7",
    Qt.Key.Key_Up: "8",
    Qt.Key.Key_PageUp: "9",
}
"""The meaning of the keys of the number pad while Num Lock is off."""
PLAIN: Final = (
    Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.KeypadModifier
    | Qt.KeyboardModifier.GroupSwitchModifier
)
"""A key with any other modifier is a shortcut."""


def read_key(event: QKeyEvent) -> str:
    """Return the digit, the Latin capital or the sign that a key means; "" for a key that writes
    nothing, and for a shortcut."""
    text = typed_text(event)
    if not text or _is_latin_letter(text) or text.isdecimal():
        return unicodedata.normalize("NFKC", text).upper()
    # On Windows a letter's key is known even where it writes none, as Q under Greek.
    letter = _windows_letter(event)
    return letter or (_position(event) if text[0].isalpha() else "") or text


def read_digit(event: QKeyEvent) -> str:
    """Return the digit that a key means; "" for any other key, and for a shortcut."""
    return "" if event.modifiers() & ~PLAIN else _digit(event)


def read_shortcut_digit(event: QKeyEvent) -> str:
    """Return the digit that a key means together with Ctrl or Alt; "" for any other key."""
    wanted = (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier)
    return _digit(event) if event.modifiers() in wanted else ""


def typed_text(event: QKeyEvent) -> str:
    """Return the text that a key writes, or the digit that it means; "" for a shortcut, and for
    Escape, Backspace and others that have a control character as their text."""
    if digit := read_digit(event):
        return digit
    writes = event.text().isprintable() and not event.modifiers() & ~PLAIN
    return event.text() if writes else ""


def with_digit(event: QKeyEvent) -> QKeyEvent:
    """Return the event for a field that takes only numbers: a key that means a digit writes it."""
    digit = read_digit(event)
    if not digit or digit == event.text():
        return event
    return key_event(digit)


def key_event(key: str) -> QKeyEvent:
    """Return the press of a key on the screen that writes this."""
    codes = {"\b": Qt.Key.Key_Backspace, "\r": Qt.Key.Key_Return}
    code = codes.get(key) or Qt.Key(ord(key.upper()))
    return QKeyEvent(QKeyEvent.Type.KeyPress, code, Qt.KeyboardModifier.NoModifier, key)


def answer_key(text: str) -> str:
    """Return the key that gives an answer: the first letter of its text, without an accent."""
    return unicodedata.normalize("NFKD", text)[0].upper()


def _digit(event: QKeyEvent) -> str:
    text = event.text()
    # Not `unicodedata.digit`: the key ² of a French keyboard is no 2.
    if len(text) == 1 and (value := unicodedata.decimal(text, None)) is not None:
        return str(value)
    on_pad = bool(event.modifiers() & Qt.KeyboardModifier.KeypadModifier)
    if on_pad and QGuiApplication.platformName() != "cocoa":
        return NUMBER_PAD.get(Qt.Key(event.key()), "")
    if on_pad or event.modifiers() & Qt.KeyboardModifier.ShiftModifier or _is_latin_letter(text):
        return ""
    at_position = _position(event)
    return at_position if at_position.isdecimal() else ""


def _is_latin_letter(text: str) -> bool:
    return len(text) == 1 and unicodedata.normalize("NFKC", text).upper() in _LATIN


_LATIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def _position(event: QKeyEvent) -> str:
    platform = QGuiApplication.platformName()
    if platform == "cocoa":
        code = event.nativeVirtualKey() if event.nativeScanCode() else len(MAC_KEYS)
        return MAC_KEYS[code : code + 1].strip()
    return POSITIONS.get(event.nativeScanCode() - (0 if platform == "windows" else XKB_OFFSET), "")


def _windows_letter(event: QKeyEvent) -> str:
    if QGuiApplication.platformName() != "windows":
        return ""
    key = chr(event.nativeVirtualKey() & 0xFF)
    return key if key in _LATIN else ""
