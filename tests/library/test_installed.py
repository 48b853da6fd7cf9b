"""Installed games that cannot be imported are reported, and everything else works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mandapa
from mandapa import installed

RAISES = "raise RuntimeError('its library is too old')"
"""A package whose import fails by more than a missing module."""
BROKEN = {"missing": "no_such_package:GAME", "raising": "mandapa_raises:GAME", "nothing": "json:loads"}


@pytest.fixture
def broken(tmp_path: Path) -> dict[str, str]:
    """An environment in which three installed games cannot be imported, each for another reason."""
    package = tmp_path / "broken_games-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: broken_games\nVersion: 1\n", encoding="utf-8")
    points = "\n".join(f"{name} = {value}" for name, value in BROKEN.items())
    (package / "entry_points.txt").write_text(f"[mandapa.games]\n{points}\n", encoding="utf-8")
    (tmp_path / "mandapa_raises.py").write_text(RAISES, encoding="utf-8")
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def run(*arguments: str, env: dict[str, str], **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, env=env, **more)


PROGRAM = """
import json
import mandapa
from mandapa.server import Settings, create_app
from starlette.testclient import TestClient
from mandapa.adapters import gymnasium, openspiel, pettingzoo

app = create_app(Settings(database="sqlite:///hall.db", warm=False))
with TestClient(app, base_url="http://127.0.0.1") as client:
    served = [game["name"] for game in client.get("/api/games").json()]
    guide = client.get("/api/games/missing/guide").status_code
registered = [name for name in mandapa.games() if hasattr(openspiel, f"mandapa_{name}")]
environments = [name for name in mandapa.games() if hasattr(pettingzoo, f"{name}_v1")]
made = gymnasium.gymnasium.make("mandapa/hampi-v1").unwrapped.game.name
print(json.dumps([mandapa.games(), served, registered, environments, guide, made]))
"""


def test_the_others_work_in_the_library_the_adapters_and_the_server(broken, tmp_path):
    done = run("-c", PROGRAM, env=broken, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    names, served, registered, environments, guide, made = json.loads(done.stdout.splitlines()[-1])
    assert names == list(mandapa.games()) == served == registered == environments
    assert (guide, made) == (404, "hampi")
    for name in BROKEN:
        assert done.stderr.count(f"game: '{name}' is installed but cannot be imported: ") == 1
    assert "RuntimeError: its library is too old" in done.stderr and "Traceback" not in done.stderr


def test_the_command_works_and_says_what_is_wrong(broken, tmp_path):
    done = run("-m", "mandapa", "play", "missing", env=broken, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    reason = "ModuleNotFoundError: No module named 'no_such_package'"
    assert done.stderr == f"mandapa: game: 'missing' is installed but cannot be imported: {reason}\n"
    done = run("-m", "mandapa", "play", "kerala", "-n", "2", env=broken, input="quit\n")
    assert done.returncode == 0 and done.stderr == "" and "take " in done.stdout


def test_pieces_of_ones_own_for_a_broken_game_stop_nothing(monkeypatch, tmp_path):
    """They cannot be checked; a folder that names no game is refused as before."""
    (tmp_path / "missing").mkdir()
    (tmp_path / "missing" / "mine.toml").write_text("", encoding="utf-8")
    monkeypatch.setenv("MANDAPA_PIECES", str(tmp_path))
    with pytest.raises(mandapa.ComponentError, match="found folder 'missing'"):
        installed.check_custom_components()
    there = {**installed._installed(), "missing": None}
    monkeypatch.setattr(installed, "_installed", lambda: there)
    monkeypatch.setattr(installed, "games", installed.games.__wrapped__)  # don't cache what is found here
    with pytest.warns(RuntimeWarning, match="game: 'missing' is installed but cannot be imported"):
        installed.check_custom_components()


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Kerala", "kerala"), ("Connect Four", "connect_four"), ("menora", "menara")],
)
def test_a_name_that_is_nearly_one_is_suggested(name, meant):
    with pytest.raises(
        mandapa.OptionError, match=rf"game: found '{name}', expected one of .* \(did you mean {meant}\?\)"
    ):
        mandapa.load(name)


def test_options_and_players_are_suggested_too():
    with pytest.raises(mandapa.OptionError, match=r"option: found round, .*\(did you mean rounds\?\)"):
        mandapa.load("kerala", round=3)
    with pytest.raises(mandapa.OptionError, match=r"bot: found 'Greedy', .*\(did you mean greedy\?\)"):
        mandapa.bots.make("Greedy", mandapa.load("connect_four"))


def test_packages_are_imported_when_they_are_asked_for():
    program = """
import sys, mandapa
assert "mandapa.lab" not in sys.modules and "lab" in dir(mandapa)
print(mandapa.bots.names()[0], mandapa.lab.__name__, mandapa.testing.check_game.__name__)
try:
    mandapa.bot
except AttributeError as error:
    print(error)
"""
    done = run("-c", program, env=dict(os.environ))
    expected = ["beginner mandapa.lab check_game", "module 'mandapa' has no attribute 'bot'"]
    assert done.stdout.splitlines() == expected, done.stderr
