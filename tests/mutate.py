"""Changes one place of the program at a time, and lists the changes that its tests don't notice.

`python -m tests.mutate spades 20 1` draws 20 places of `scorepad/spades` with the seed 1, writes
each change into this tree, runs `tests/spades` until a test fails, and puts the file back; so run
it in a clone.  What survives is either no change of behavior, or a missing test.
"""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 240  # seconds; what takes longer hangs, and somebody would notice
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}


def change(node: ast.AST) -> ast.AST | None:
    """Return what is in the place of a node in the changed program."""
    match node:
        case ast.Compare(left, [op], right) if type(op) in COMPARISONS:
            return ast.Compare(left, [COMPARISONS[type(op)]()], right)
        case ast.BoolOp(op, values):
            return ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.BinOp(left, op, right) if type(op) in ARITHMETIC:
            return ast.BinOp(left, ARITHMETIC[type(op)](), right)
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.Return(value) if value is not None:
            return ast.Return(ast.Constant(None))
    return None


def places(file: Path) -> Iterator[tuple[Path, ast.AST]]:
    """Yield the places inside the functions of a module that can be changed."""
    for function in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                for node in ast.walk(statement):
                    if change(node) is not None:
                        yield file, node


def changed_text(text: str, node: ast.AST) -> str:
    """Return the text of a module in which this node is changed, and nothing else."""
    data = text.encode()
    lines = data.splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    changed = change(node)
    assert changed is not None
    code = ast.unparse(ast.fix_missing_locations(changed))
    code = code if isinstance(node, ast.Return) else f"({code})"
    return (data[:start] + code.encode() + data[end:]).decode()


def is_noticed(package: str) -> bool:
    """Return whether a test of this package fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, f"tests/{package}"],
            cwd=ROOT,
            capture_output=True,
            check=False,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main(package: str, count: int, seed: int) -> None:
    """Try so many changes of a package, and print each and whether it is noticed."""
    folder = ROOT / ("reports" if package == "reports" else f"scorepad/{package}")
    found = [each for file in sorted(folder.rglob("*.py")) for each in places(file)]
    survivors = 0
    for file, node in random.Random(seed).sample(found, count):
        text = file.read_text("utf-8")
        before = ast.get_source_segment(text, node) or ""
        file.write_text(changed_text(text, node), "utf-8")
        try:
            noticed = is_noticed(package)
        finally:
            file.write_text(text, "utf-8")
        survivors += not noticed
        at = f"{file.relative_to(ROOT)}:{node.lineno}"
        after = ast.unparse(ast.fix_missing_locations(change(node) or node))
        what = f"{'noticed ' if noticed else 'SURVIVED'} {at}: {before!r} -> {after!r}"
        print(what, flush=True)  # noqa: T201
    print(f"{package}: {survivors} of {count} survived")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
