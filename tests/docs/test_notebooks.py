"""The notebooks run, and their output is available to readers, in Jupyter's format too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import notebooks

NAMES = sorted(path.name for path in notebooks.FOLDER.glob("*.py"))


def test_there_are_notebooks() -> None:
    assert NAMES == ["learn.py", "look.py", "records.py"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs(name: str) -> None:
    cells = notebooks.cells_of((notebooks.FOLDER / name).read_text(encoding="utf-8"))
    assert cells[0].words and cells[0].source.startswith("# ") and any(not cell.words for cell in cells)
    notebooks.run(cells, name)
    written = notebooks.as_jupyter(cells)
    assert json.loads(json.dumps(written))["nbformat"] == 4 and len(written["cells"]) == len(cells)
    page = notebooks.as_markdown(cells)
    assert all(cell.source in page for cell in cells)
    if name == "look.py":
        assert any("<svg" in cell.shown.get("image/svg+xml", "") for cell in cells) and "<svg" in page


def test_cells_are_shown_as_notebooks_show_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cells = notebooks.cells_of("# %% [markdown]\n# # A title\n#\n# Words.\n\n# %%\nprint(1)\n2 + 2\n\n# %%\nx = 3\n")
    notebooks.run(cells, "small")
    assert [cell.words for cell in cells] == [True, False, False]
    assert cells[0].source == "# A title\n\nWords." and cells[1].shown == {"text/plain": "1\n4"} and not cells[2].shown
    assert notebooks.main([]) == 2 and "FOLDER" in capsys.readouterr().err
