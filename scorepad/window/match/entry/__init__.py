"""The entry bar: bids and tricks typed at the table."""
