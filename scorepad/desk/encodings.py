"""The encodings of a text file, from which a person can choose."""

from typing import Final

from scorepad.spades.words import T, Text

ENCODINGS: Final[dict[str, Text | str]] = {
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": T("Western European (Windows-1252)"),
    "mac-roman": T("Western European (Mac Roman)"),
    "cp1250": T("Central European (Windows-1250)"),
    "cp1251": T("Cyrillic (Windows-1251)"),
    "koi8-r": T("Cyrillic (KOI8-R)"),
    "cp1253": T("Greek (Windows-1253)"),
    "cp1254": T("Turkish (Windows-1254)"),
    "cp1255": T("Hebrew (Windows-1255)"),
    "cp1256": T("Arabic (Windows-1256)"),
    "cp1257": T("Baltic (Windows-1257)"),
    "cp1258": T("Vietnamese (Windows-1258)"),
    "cp874": T("Thai (Windows-874)"),
    "gb18030": T("Chinese, simplified (GB18030)"),
    "cp950": T("Chinese, traditional (Big5)"),
    "cp932": T("Japanese (Shift-JIS)"),
    "cp949": T("Korean (CP949)"),
}
"""Their titles, by the names that Python has for them."""
