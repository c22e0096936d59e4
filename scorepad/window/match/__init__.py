"""The page of one table: header, sheet, entry bar, and the panel beside them."""
