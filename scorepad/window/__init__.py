"""What the supervisor sees.  The only room that knows PySide6.

`app.run` opens the window; `main_window` holds the strip of open tables and their pages; a
`table_page` is one match: header, sheet, entry bar, and a panel at its side for everything that
is not bids and tricks.
"""

from scorepad.window.immortal import make_immortal

make_immortal()
