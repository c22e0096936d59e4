"""A match as typed rows, and the sheets that are made of them: match sheet, compact sheet, blank
sheet, result line."""
