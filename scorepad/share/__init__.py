"""How laptops exchange their feeds; it knows no window and opens no socket.

Every laptop keeps its own store and can always record.  What it records it publishes, and what
others publish it takes in; so all that have the same entries show the same logs::

    folder      the files of all laptops in a folder that they see
    exchange    publishes, takes in, and says how that stands
    status      how sharing stands, kept for the window and the command line
"""
