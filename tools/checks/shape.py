"""Check measures of the code's shape, which may only improve: ``python tools/checks/shape.py [--table]``.

Every limit is in this file, with the remaining exceptions. A measure beyond its limit fails, and so does an exception
that is no longer needed. Standard library only.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tidy import ROOT, tracked_files

SOURCES = ROOT / "src"
FILES_IN_A_FOLDER = 15
PARAMETERS = 9
CLASS_LINES = 300

FOLDERS = {"docs": 16}
"""Folders that exceed the maximum number of files, and their numbers."""

MOST = {
    "import cycles": 0,
    "TYPE_CHECKING mentions": 8,
    f"functions with {PARAMETERS} or more parameters": 12,
    f"classes above {CLASS_LINES} lines": 1,
    "import lines in src": 4217,
}


def module_of(path: Path) -> str:
    """Return the dotted name of a source file."""
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


def imports_of(tree: ast.Module, modules: set[str]) -> Iterator[str]:
    """Return our modules that a module imports when it is loaded, except for type checking only."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules else node.module
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def cycle_in(trees: dict[str, ast.Module]) -> list[str]:
    """Return a cycle of modules that import each other, or an empty one."""
    modules = set(trees)
    graph = {name: {one for one in imports_of(tree, modules) if one in modules} for name, tree in trees.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count a function's parameters without ``self``; 0 for a command, whose parameters are its options."""
    if any(ast.unparse(one) == "app.command()" for one in node.decorator_list):
        return 0
    every = [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return sum(name not in ("self", "cls") for name in every)


def measures() -> dict[str, int]:
    """Return every measure of ``MOST``."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    cycle = cycle_in({module_of(path): tree for path, tree in trees.items()})
    if cycle:
        print("import cycle:", " -> ".join(cycle))
    found = (
        int(bool(cycle)),
        sum(text.count("TYPE_CHECKING") for text in texts.values()),
        sum(parameters(node) >= PARAMETERS for node in functions),
        sum((node.end_lineno or 0) - node.lineno + 1 > CLASS_LINES for node in classes),
        sum((node.end_lineno or 0) - node.lineno + 1 for node in imports),
    )
    return dict(zip(MOST, found, strict=True))


def problems() -> Iterator[str]:
    """Yield measures beyond their limits, and exceptions that are no longer needed."""
    for name, found in measures().items():
        if "--table" in sys.argv[1:]:
            print(f"{name:<40} {found:>6} of at most {MOST[name]}")
        if found > MOST[name]:
            yield f"{name}: found {found}, expected at most {MOST[name]}"
    counts = Counter(path.parent.relative_to(ROOT).as_posix() for path in tracked_files())
    for folder in sorted(counts.keys() | FOLDERS.keys()):
        count, most = counts[folder], FOLDERS.get(folder, FILES_IN_A_FOLDER)
        if count > most:
            yield f"{folder}: found {count} files, expected at most {most}"
        elif folder in FOLDERS and count < most:
            yield f"{folder}: found {count} files; its exception of {most} in tools/checks/shape.py can shrink, or go"


def main() -> int:
    """Print the violations; return the exit status."""
    found = list(problems())
    print("\n".join(found) if found else "the code keeps its shape")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
