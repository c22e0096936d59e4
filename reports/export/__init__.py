"""The formats of exports.

Its modules:

    spreadsheets   tables for spreadsheets and scripts: CSV and XLSX
    match_columns  the columns of the tables of matches
    headings       the headings of a workbook's columns
    json_export    match files and event files: JSON
"""
