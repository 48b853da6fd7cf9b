"""Build a wheel for this platform that includes the machine code of all its games. `make wheel`.

    python tools/make_wheel.py [FOLDER]      the folder for the wheel, by default dist/

Users of the wheel need not compile anything if the versions of Python, numba and numpy and the kind of processor are
the same; otherwise the rules are compiled at the first start, as usual. Run by the environment's Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from mandapa.kernel.compile.cache import find_cached
from mandapa.kernel.compile.engine import TABLE
from mandapa.library import game_type

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(file.parent.name for file in (ROOT / "src" / "mandapa" / "games").glob("*/game.py"))


def collect(folder: Path, games: Iterable[str] = GAMES) -> None:
    """Copy the machine code that tables need into ``folder``, compiled now if it is not in the cache."""
    for name in games:
        engine = game_type(name).engine
        engine.warm()
        made = find_cached(engine.file(TABLE))
        assert made is not None, f"no machine code of {name} after compiling it"
        target = folder / made.parent.name
        target.mkdir(parents=True)
        shutil.copy(made, target)


def build(target: Path, games: Iterable[str] = GAMES) -> None:
    """Build the wheel with the machine code of ``games`` in the folder ``target``."""
    with tempfile.TemporaryDirectory() as folder:
        collect(Path(folder), games)
        build_with(Path(folder), target)


def build_with(code: Path, target: Path) -> None:
    """Build the wheel with the machine code in the folder ``code``, which may be for several versions of Python."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "MANDAPA_MACHINE_CODE": str(code)}, check=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist")
