"""Controls, lists and layouts made of Qt's, which take plain values and know no match.

Its modules:

    theme            colors, font and sizes in force
    color_schemes    the colors of each theme
    icons            the icons of the actions in the theme's colors
    size_class       three size classes of a window
    density          names of gaps and margins, in two densities
    layouts          columns, rows and grids of widgets
    wrapping_row     a row that continues in a further line
    scrolling        a scroll area that keeps the focus in sight
    reader_roles     the roles by which screen readers read widgets
    tab_order        the order in which Tab reaches controls
    controls         labels, buttons, messages, labeled fields
    inputs           choices, lists, numbers, lines of text
    keyboard         a key press as the digit or letter that it means
    row_table        lists whose rows have columns
    row_menu         the menu of a row
    two_line_list    lists whose rows have two lines
    takeover_strip   another laptop records here, and this one may take over
    empty_state      the card in place of a list without rows
    version_choice   two versions side by side, to choose from
    score_chart      both sides' totals over the hands, drawn
    fit_text         texts cut to their room
    file_dialogs     file dialogs, safe file names, and the result of saving
    logo             the logo of a house as a picture of bounded size
    qt_translation   Qt's own texts in the program's language
    repeat_filter    drops repeated presses
    window_page      the base of all pages
    notice_strip     announces acts, refusals and warnings
    form             declared fields, with their input, mistakes, focus and Enter
"""
