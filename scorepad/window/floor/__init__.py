"""All matches that are kept, and the form for a new one."""
