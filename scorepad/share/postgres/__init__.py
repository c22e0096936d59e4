"""Laptops exchange through two tables of a PostgreSQL server; only here a connection is opened.

psycopg is an optional package (`scorepad[postgres]`), loaded when a database is used::

    schema      the tables, and the SQL that an administrator runs
    connection  a protected connection, and its failures in words
    database    the transport of lines and states
"""
