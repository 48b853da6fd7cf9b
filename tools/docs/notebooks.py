"""Run the notebooks in `docs/notebooks`, plain Python with cells separated by `# %%`, and convert them.

    python tools/docs/notebooks.py FOLDER      writes each as a Jupyter notebook with its output, into that folder

Editors run such files cell by cell. A test runs all of them; the documentation (`make docs`) shows their results.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from pprint import pformat
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "notebooks"
MARK = "# %%"


@dataclass
class Cell:
    """Text or code, and the output of the code, by media type."""

    words: bool
    source: str
    shown: dict[str, str] = field(default_factory=dict)


def cells_of(text: str) -> list[Cell]:
    """Return the cells of a file."""
    cells = []
    for part in ("\n" + text).split("\n" + MARK)[1:]:
        first, _, rest = part.partition("\n")
        lines = rest.strip("\n").split("\n")
        words = first.strip() == "[markdown]"
        cells.append(Cell(words, "\n".join(line[2:] if words else line for line in lines)))
    return cells


def run(cells: list[Cell], name: str) -> None:
    """Run the code of the cells in turn, as notebooks do: the value of a last expression is shown."""
    module: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells:
        if cell.words:
            continue
        tree = ast.parse(cell.source, name)
        last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        tree.body = tree.body[:-1] if last else tree.body
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(tree, name, "exec"), module)
            value = eval(compile(ast.Expression(last.value), name, "eval"), module) if last else None
        if said.getvalue():
            cell.shown["text/plain"] = said.getvalue()
        if value is not None:
            cell.shown["text/plain"] = cell.shown.get("text/plain", "") + pformat(value, width=100, sort_dicts=False)
            for kind, method in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
                drawn = getattr(value, method, lambda: None)()
                if drawn:
                    cell.shown[kind] = drawn


def as_jupyter(cells: list[Cell]) -> dict[str, Any]:
    """Return the notebook in Jupyter's format (nbformat 4)."""
    found: list[dict[str, Any]] = []
    for number, cell in enumerate(cells):
        common = {"id": f"cell-{number}", "metadata": {}, "source": cell.source}
        if cell.words:
            found.append({"cell_type": "markdown", **common})
            continue
        result = {"output_type": "execute_result", "metadata": {}, "execution_count": None, "data": cell.shown}
        code = {"cell_type": "code", "execution_count": None, "outputs": [result] if cell.shown else []}
        found.append({**code, **common})
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": found, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def as_markdown(cells: list[Cell]) -> str:
    """Return the notebook as a page, including drawings and tables."""
    parts = []
    for cell in cells:
        if cell.words:
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        drawn = cell.shown.get("image/svg+xml") or cell.shown.get("text/html")
        if drawn:
            parts.append(f'<div class="shown">{drawn}</div>'.replace("\n\n", "\n"))
        elif cell.shown:
            parts.append(f"```text\n{cell.shown['text/plain']}\n```")
    return "\n\n".join(parts) + "\n"


def main(arguments: list[str]) -> int:
    """Write the notebooks; return the exit status."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(FOLDER.glob("*.py")):
        cells = cells_of(path.read_text(encoding="utf-8"))
        run(cells, path.name)
        written = folder / f"{path.stem}.ipynb"
        written.write_text(json.dumps(as_jupyter(cells), indent=1) + "\n", encoding="utf-8")
        print(written)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
