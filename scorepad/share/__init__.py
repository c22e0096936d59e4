"""How laptops exchange their feeds; it knows no window, and only `postgres` opens a connection.

Every laptop keeps its own store and can always record.  What it records it publishes, and what
others publish it takes in; so all that have the same entries show the same logs.  A place answers
one question, the last line of each feed that it has, and both sides send what is missing::

    transport   the contract of a place
    folder      the files of all laptops in a folder that they see
    postgres    two tables of a database that they reach
    place       what is new at a place, and what stops a feed there
    exchange    publishes, takes in, and reports how that stands
    status      how sharing stands, kept for the window and the command line
"""
