"""Text of any script, measured, wrapped and drawn on pages.

    bidirectional    the order of a line's parts, where scripts of both directions meet
    fonts            the typefaces
    shaping          a line of text as glyphs
    line_breaking    text in a given width: smaller, or on several lines
    structure        headings, cells and pictures, for screen readers
    document         the PDF, with its structure
    pen              draws text, rules and signs on a page
    qr_code          a QR code
    paper            the papers and their margins
    pagination       blocks onto pages
    table            tables: cells, rows, lines, heads and notes
    page_frame       the running head and the footer of every page
    letterhead       the name and the logo of the house, above every page
    report_settings  language, time zone, paper and letterhead of all that is made

Nothing here knows matches.
"""
