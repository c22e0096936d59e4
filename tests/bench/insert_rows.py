"""What `import` cannot go below, beside reading and folding: the same lines are encoded, hashed,
inserted by SQLite with the rows of the list, and written into a file.

    python insert_rows.py DATABASE NEW_DATABASE

It says on standard error how many seconds the processor worked, but for the reading of the rows.
"""

import os
import sqlite3
import sys
from hashlib import blake2b
from pathlib import Path
from time import process_time

import msgspec

TOGETHER = 7_500
"""So many lines are inserted in one transaction: those of 250 matches, as `import` does."""
LINE = 5
"""The column of a line among the others."""


def main(database: str, new_database: str) -> None:
    started = process_time()
    source = sqlite3.connect(database)
    schema = "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
    statements = [sql for (sql,) in source.execute(schema)]
    lines, summaries = (
        source.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall()  # noqa: S608
        for name in ("lines", "summaries")
    )
    objects = [msgspec.json.decode(row[LINE]) for row in lines]
    bodies = [msgspec.json.decode(row[-2]) for row in summaries]
    borrowed = process_time() - started
    encode = msgspec.json.Encoder().encode
    target = sqlite3.connect(new_database)
    target.execute("PRAGMA journal_mode = WAL")
    target.execute("PRAGMA synchronous = FULL")
    for statement in statements:
        target.execute(statement)
    with Path(f"{new_database}.jsonl").open("wb") as feed:
        for first in range(0, len(lines), TOGETHER):
            together = lines[first : first + TOGETHER]
            encoded = list(map(encode, objects[first : first + TOGETHER]))
            for each in encoded:
                blake2b(each, digest_size=16).hexdigest()
            _insert(target, "lines", together)
            feed.writelines(encoded)
            feed.flush()
            os.fsync(feed.fileno())
    for body in bodies:
        blake2b(encode(body), digest_size=16).hexdigest()
    _insert(target, "summaries", summaries)
    target.close()
    sys.stderr.write(f"{process_time() - borrowed}\n")


def _insert(target: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]) -> None:
    marks = ", ".join("?" * len(rows[0]))
    target.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608
    target.commit()


if __name__ == "__main__":
    main(*sys.argv[1:])
