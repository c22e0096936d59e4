"""All matches that are kept, and the forms for a new one and for several tables."""
