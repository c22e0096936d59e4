"""What `score --json` cannot go below, as a program of its own: it reads the same files and
writes the same results, with the standard library.

    python read_and_write.py RESULTS FILE…

The results were marshalled by whoever starts it.  It says on standard error how many seconds the
processor worked, but for the reading of them.
"""

import json
import marshal
import sys
from pathlib import Path
from time import process_time


def main(results: str, *files: str) -> None:
    begun = process_time()
    read = marshal.loads(Path(results).read_bytes())  # noqa: S302  # our own
    borrowed = process_time() - begun
    for file, result in zip(files, read, strict=True):
        with open(file, "rb") as opened:  # noqa: PTH123
            json.loads(opened.read())
        sys.stdout.write(json.dumps(result) + "\n")
    sys.stdout.flush()
    sys.stderr.write(f"{process_time() - borrowed}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
