"""How laptops exchange their feeds; it knows no window, and only `postgres` opens a connection.

Every laptop keeps its own store and can always record.  What it records it publishes, and what
others publish it takes in; so all that have the same entries show the same logs::

    transport   what a folder and a database have in common
    folder      the files of all laptops in a folder that they see
    postgres    two tables of a database that they reach
    exchange    publishes, takes in, and says how that stands
    status      how sharing stands, kept for the window and the command line
"""
