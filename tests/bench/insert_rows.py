"""What `import` cannot go below, beside reading and folding: SQLite inserts the rows that it made.

    python insert_rows.py DATABASE NEW_DATABASE

It says on standard error how many seconds the processor worked, but for the reading of the rows.
"""

import sqlite3
import sys
from time import process_time

TOGETHER = 7_500
"""So many lines are inserted in one transaction: those of 250 matches, as `import` does."""


def main(database: str, new_database: str) -> None:
    begun = process_time()
    source = sqlite3.connect(database)
    schema = "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
    statements = [sql for (sql,) in source.execute(schema)]
    tables = {
        name: source.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall()  # noqa: S608
        for name in ("lines", "summaries")
    }
    borrowed = process_time() - begun
    target = sqlite3.connect(new_database)
    target.execute("PRAGMA journal_mode = WAL")
    target.execute("PRAGMA synchronous = FULL")
    for statement in statements:
        target.execute(statement)
    for name, rows in tables.items():
        marks = ", ".join("?" * len(rows[0]))
        for first in range(0, len(rows), TOGETHER):
            together = rows[first : first + TOGETHER]
            target.executemany(f"INSERT INTO {name} VALUES ({marks})", together)  # noqa: S608
            target.commit()
    target.close()
    sys.stderr.write(f"{process_time() - borrowed}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
