"""What is handed out: sheets, books and exports chosen, previewed, made and checked.

Its modules:

    check_sheet     A page checks a printed sheet against the store, by the sheet's code or its PDF
                    file
    export_panel    A panel exports the match to a file
    file_import     files are imported in the background, and it is said what became of each
    handout         A handout is one PDF of a match or a rule set, with its name and the function
                    that makes it
    handouts_page   A page makes a book, half-page sheets or an export of several matches
    jobs            A job works in the background while the window stays usable
    match_list      the list of stored matches shows in each row where it is played, who plays, and
                    the score
    picker          the picker chooses stored matches by event and days, and then one by one
    preview         the preview shows a handout's PDF page by page
    printing        A PDF is printed on a printer of this computer, where it has one
"""
