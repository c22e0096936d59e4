"""Printing and exporting: sheets, books and exports chosen, previewed, made and checked.

Its modules:

    batch_page     prints or exports several matches, chosen by event and days
    match_list     the list of matches in it
    jobs           makes or reads files in the background
    print_job      one PDF with its name, and how it is made
    preview        shows a PDF page by page, to save, open or print it
    match_file_page  shows match files that were opened from outside, and imports them
    publisher      writes the web pages of an event into a folder after each change
    export_panel   exports the match of a table
    file_import    imports files, and reports on each
    check          checks a document by its file or a sheet's code
"""
