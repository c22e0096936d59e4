"""The formats of exports.

Its modules:

    spreadsheets   tables for spreadsheets and scripts: CSV and XLSX
    json_export    match files and event files: JSON
"""
