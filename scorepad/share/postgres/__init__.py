"""Laptops exchange through two tables of a PostgreSQL server; only here a connection is opened.

psycopg is an optional package (`scorepad[postgres]`), loaded when a database is used::

    schema      the tables, and the SQL that an administrator runs
    connection  a connection that is refused where it is not protected, and what a failure means
    database    publishes there, takes in, and says how this laptop stands
"""
