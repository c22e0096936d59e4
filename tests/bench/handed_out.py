"""Makes a book or a workbook of so many matches, and says how many megabytes that took at most.

python -m tests.bench.handed_out book|xlsx COUNT FILE
"""

import sys
from pathlib import Path

from reports import SheetMaker
from reports.book.event_book import event_book
from reports.export.spreadsheets import export_xlsx
from scorepad.desk.exporting import LazyMatches
from tests.reports.event import one_by_one


def main(what: str, count: str, file: str) -> None:
    matches = LazyMatches(one_by_one(int(count)))
    if what == "book":
        Path(file).write_bytes(event_book(matches))
    else:
        export_xlsx(matches, Path(file), SheetMaker())
    # Unlike `getrusage`, this does not begin with what the program had that started this one.
    status = Path("/proc/self/status").read_text("utf-8").splitlines()
    (peak,) = (line.split()[1] for line in status if line.startswith("VmHWM:"))
    sys.stdout.write(f"{int(peak) / 1024}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
