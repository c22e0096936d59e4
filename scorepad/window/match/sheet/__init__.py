"""The score sheet on the screen.

Its modules:

    sheet_view      the table of the hands
    sheet_model     its rows as a model of Qt's
    sheet_rows      the rows: hands and rulings as texts
    sheet_columns   its columns and their widths
    sheet_heading   its heading
    sheet_paint     paints and measures its cells
"""
