"""Find the Python interpreters of this machine, and create empty environments in which to test a release."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
"""The versions of Python for which a release is tried."""

INSTALL = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")

PROBE = """
import json, sys, time
import numpy as np
import mandapa
from mandapa.kernel.compile.cache import find_cached
from mandapa.kernel.compile.engine import TABLE
found = {"python": sys.version.split()[0], "compiled": [], "code": [], "scores": {}}
started = time.monotonic()
for name in mandapa.games():
    game, rng = mandapa.load(name), np.random.default_rng(1)
    file = game.engine.file(TABLE)
    if find_cached(file) is None:
        found["compiled"].append(name)
    game.engine.warm()
    found["code"].append(str(find_cached(file)))
    state = game.new_state()
    while not state.is_terminal:
        state.apply(state.sample(rng) if state.is_chance else str(rng.choice(state.legal_actions)))
    found["scores"][name] = state.scores()
found["seconds"] = round(time.monotonic() - started, 1)
print(json.dumps(found))
"""
"""Plays a random game of each kind with machine code, compiled now if it is not shipped or cached."""


class ReleaseError(Exception):
    """A step failed; the message says what, where and what was expected."""


class Run(NamedTuple):
    """Output of a command, and how long it took."""

    output: str
    seconds: float


def run(command: Iterable[str | Path], what: str, **settings: Any) -> Run:
    """Run a command that must succeed; ``ReleaseError`` shows its output if it fails."""
    words = [str(word) for word in command]
    started = time.monotonic()
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **settings)
    if done.returncode != 0:
        raise ReleaseError(
            f"{what}: found exit status {done.returncode}, expected 0\n{done.stdout.strip()}\nCommand: "
            + " ".join(words)
        )
    return Run(done.stdout, time.monotonic() - started)


def new_user_environment(home: Path) -> dict[str, str]:
    """Return environment variables for a user with an empty home folder and no settings of Mandapa."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MANDAPA_", "PYTHON", "XDG_"))}
    cache = subprocess.run([sys.executable, "-m", "pip", "cache", "dir"], capture_output=True, text=True).stdout.strip()
    return {**kept, "HOME": str(home), "PIP_CACHE_DIR": cache}


def find_interpreters(named: Iterable[Path] = ()) -> dict[str, Path]:
    """Return the interpreters by version: the named ones, those on the PATH, and those of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [*named, Path(sys.executable)]
    candidates += [Path(path) for version in VERSIONS if (path := shutil.which(f"python{version}"))]
    candidates += sorted(pyenv.glob("3.*/bin/python"))
    found: dict[str, Path] = {}
    for python in candidates:
        version = version_of(python)
        if version in VERSIONS:
            found.setdefault(version, python)
    return dict(sorted(found.items()))


def version_of(python: Path) -> str:
    """Return the version of an interpreter with the modules that pip needs, such as ``3.11``; "" if it has none."""
    probe = "import sys, venv, ensurepip, ssl, sqlite3; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([str(python), "-c", probe], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@dataclass(frozen=True)
class Environment:
    """An empty virtual environment in which one file was installed."""

    folder: Path
    installed_in: float
    """Seconds that pip took."""

    @classmethod
    def new(cls, folder: Path, python: Path, file: Path) -> Environment:
        """Create the environment, replacing an older one, and install a file with its dependencies."""
        shutil.rmtree(folder, ignore_errors=True)
        run([python, "-m", "venv", folder], f"{folder}: an empty environment of {python}")
        made = cls(folder, 0.0)
        home = folder / "home"
        home.mkdir()
        done = run(
            [made.python, *INSTALL, file],
            f"pip install {file.name} in {folder}",
            env=new_user_environment(home),
            cwd=home,
        )
        return cls(folder, done.seconds)

    @property
    def scripts(self) -> Path:
        """Folder of the programs."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> Path:
        """The interpreter."""
        return self.scripts / ("python.exe" if os.name == "nt" else "python")

    @property
    def packages(self) -> Path:
        """Folder of the installed packages."""
        done = run([self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], str(self.python))
        return Path(done.output.strip())

    def size(self) -> int:
        """Return the bytes of all installed packages except pip."""
        packages = self.packages
        ours = (file for file in packages.rglob("*") if not re.match(r"pip\b", file.relative_to(packages).parts[0]))
        return sum(file.stat().st_size for file in ours if file.is_file() and file.suffix != ".pyc")

    def probe(self, cache: Path) -> dict[str, Any]:
        """Play a game of each kind, with machine code kept in the folder ``cache``."""
        home = self.folder / "home"
        settings = {**new_user_environment(home), "MANDAPA_CACHE_DIR": str(cache)}
        done = run([self.python, "-c", PROBE], f"a game of each kind in {self.folder}", env=settings, cwd=home)
        result: dict[str, Any] = json.loads(done.output.strip().splitlines()[-1])
        return result
