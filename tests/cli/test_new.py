"""`mandapa new`: the generated project runs, and existing files are not changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import client_types
from mandapa.cli.author.new import write_game
from mandapa.cli.errors import Failure, UsageError
from mandapa.cli.skeleton.rules.actions import PEBBLES
from mandapa.cli.skeleton.show import log, view_types


@pytest.fixture
def checkout(tmp_path: Path, repository: Path) -> Path:
    (tmp_path / "src/mandapa/games").mkdir(parents=True)
    shutil.copytree(repository / "web/skeleton", tmp_path / "web/skeleton")
    shutil.copy(repository / "pyproject.toml", tmp_path)
    return tmp_path


def written(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()
    }


def test_a_package_of_its_own_runs_at_once(tmp_path, capsys):
    write_game("green_frogs", tmp_path)
    project = tmp_path / "green_frogs"
    paths = os.pathsep.join([str(project), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(project)],
        env={**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"}, cwd=project, capture_output=True, text=True,
    )  # fmt: skip
    assert "4 passed" in done.stdout and "warning" not in done.stdout, done.stdout + done.stderr
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    assert about["project"]["entry-points"]["mandapa.games"] == {"green_frogs": "mandapa_green_frogs.game:GAME"}
    text = "".join(written(project).values())
    assert "ebbles" not in text and "skeleton" not in text and "**GRE-END-1**" in text
    assert f"pip install -e {project}" in capsys.readouterr().out


def test_a_checkout_gets_both_folders(checkout, capsys):
    before = (checkout / "pyproject.toml").read_text(encoding="utf-8")
    write_game("frogs", checkout)
    board = written(checkout / "web/src/games/frogs")
    assert sorted(board) == ["Board.svelte", "Gallery.svelte", "index.ts", "wire.ts"]
    assert 'from "../../table/contract"' in board["Board.svelte"]
    rooms = written(checkout / "src/mandapa/games/frogs")
    assert {"rules/state.py", "rules/actions.py", "rules/rules.py", "show/view_types.py", "guide.md"} <= rooms.keys()
    assert '"frogs.log.take"' in rooms["content/messages/en.json"]
    assert "from mandapa.games.frogs.rules.state import" in rooms["rules/rules.py"]
    assert written(checkout / "tests/rules/frogs").keys() == {"test_rules.py"}
    games = [tomllib.loads(text)["project"]["entry-points"]["mandapa.games"] for text in (before, _project(checkout))]
    assert games[1] == games[0] | {"frogs": "mandapa.games.frogs.game:GAME"}
    assert "make play" in capsys.readouterr().out


def _project(folder: Path) -> str:
    return (folder / "pyproject.toml").read_text(encoding="utf-8")


def test_the_client_s_types_of_the_skeleton_are_not_stale(repository):
    assert log.choices is not None
    assert (repository / "web/skeleton/wire.ts").read_text(encoding="utf-8") == client_types.page(view_types, PEBBLES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Frogs", "found 'Frogs', expected small letters, digits and single underscores"),
        ("../frogs", "expected small letters"),
        ("kerala", "a game kerala exists already"),
    ],
)
def test_names_that_cannot_be(tmp_path, name, expected):
    with pytest.raises(UsageError, match=expected):
        write_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays(checkout):
    own = checkout / "web/src/games/frogs/index.ts"
    own.parent.mkdir(parents=True)
    own.write_text("mine", encoding="utf-8")
    before = written(checkout)
    with pytest.raises(Failure, match=r"index\.ts: the file exists already; nothing was written"):
        write_game("frogs", checkout)
    assert written(checkout) == before
