"""Features that need libraries missing from a plain installation name the package to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import mandapa
from mandapa.cli.errors import Failure
from mandapa.cli.lab.common import check_page
from mandapa.kernel.errors import OptionError

LEAN = """
import sys
for name in ("matplotlib", "PIL", "scipy", "mujoco", "resvg_py"):
    sys.modules[name] = None  # as if it were not installed
import mandapa, mandapa.server.run, mandapa.adapters.rendering, mandapa.cli as cli
from mandapa.cli.lazy import LazyGroup
import mandapa.cli.lab as lab
for name, group in [*cli._Mandapa.modules.items()]:
    __import__(group)
for name in ("ladder", "balance", "calibrate", "tune", "dataset", "puzzles", "train"):
    __import__(f"mandapa.cli.lab.{name}")
for name in mandapa.games():
    state = mandapa.load(name).new_state()
    assert state.view(0), name
"""
"""Imports every command, the server and all games without the libraries of extras, and MuJoCo."""


@pytest.mark.slow
def test_all_games_and_commands_load_without_extras() -> None:
    done = subprocess.run([sys.executable, "-c", LEAN], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_page_with_plots_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    check_page(None)
    with pytest.raises(Failure, match=r"--page .*page.html: plots need matplotlib: pip install 'mandapa\[plots\]'"):
        check_page(tmp_path / "page.html")


def test_dexterity_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    mandapa.load("menara").check_playable()
    falling = mandapa.load("menara", physics="dexterity")
    with pytest.raises(OptionError, match=r"physics: found 'dexterity', expected assisted: .*pip install mujoco-core"):
        falling.check_playable()
