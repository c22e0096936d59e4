"""The exchange of feeds between laptops; only `postgres` opens a connection.

Every laptop keeps its own store and can always record. It publishes its records and takes in those
of others; laptops with the same entries show the same logs. A place answers one question, the last
line of each feed that it has, and both sides send the missing lines::

    transport   the contract of a place
    folder      the files of all laptops in a shared folder
    postgres    two tables of a shared database
    place       new lines at a place, and stopped feeds
    exchange    publishes, takes in, and reports the status
    status      the status of sharing, stored for the window and the command line
"""
