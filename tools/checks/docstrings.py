"""Check that docstrings describe only names that exist: ``python tools/checks/docstrings.py``.

An ``Attributes`` section may list the fields, properties and methods of its class, an ``Args`` section the parameters
of its function (of ``__init__`` for a class). It is an error if a renamed field is still described by its former name.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

from tidy import ROOT, tracked_files

SECTION = re.compile(r"^(Attributes|Args):\n((?: {4}.*\n?|\n)*)", re.MULTILINE)
ITEM = re.compile(r"^ {4}([\w*]+(?:, [\w*]+)*):(?: |$)", re.MULTILINE)


def described(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield each name that a docstring describes, after the heading of its section."""
    for heading, items in SECTION.findall(docstring):
        for names in ITEM.findall(items):
            yield from ((heading, name.strip("*")) for name in names.split(", "))


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of a function's parameters."""
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    return {one.arg for one in every if one is not None}


def members(owner: ast.ClassDef) -> set[str]:
    """Return the names of a class's fields, properties and methods, and of the attributes that its methods set."""
    found = set()
    for node in ast.walk(owner):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            found.add(node.attr)
    return found


def problems_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and a message for each described name that does not exist."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        known = {"Attributes": set[str](), "Args": set[str]()}
        if isinstance(node, ast.ClassDef):
            known["Attributes"] = members(node)
            makers = (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__")
            known["Args"] = set().union(*map(parameters, makers))
        else:
            known["Args"] = parameters(node)
        for heading, name in described(ast.get_docstring(node) or ""):
            if name not in known[heading]:
                yield node.lineno, f"{node.name} describes {name!r} under {heading}, but has no such name"


def main() -> int:
    """Check all Python files; return the exit status."""
    problems = []
    for path in tracked_files():
        if path.suffix == ".py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            problems += [f"{path.relative_to(ROOT).as_posix()}:{at}: {text}" for at, text in problems_in(tree)]
    print("\n".join(problems) if problems else "all names described in docstrings exist")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
