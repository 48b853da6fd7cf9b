"""Set up the missing parts, and only those. Called by make; standard library only, any Python from 3.11 on.

    python tools/setup.py STEP...

Independent steps run concurrently:

    package       .venv with the package, installed editable
    development   the same, with the tools and libraries that tests and checks use, and the example game
    documentation the same, with the tools to build the documentation site
    packages      npm's packages of the browser client (Node.js comes as a wheel when the machine has none)
    client        the built browser client, in src/mandapa/server/static
    chromium      a Chromium for the browser tests

Each step leaves a stamp with a hash of its inputs, and is skipped as long as that is unchanged.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import RLock

sys.path.insert(0, str(Path(__file__).resolve().parent))
import client
from chromium import ADVICE, SHELL, find_chromium

ROOT = client.ROOT
VENV = ROOT / ".venv"
EXAMPLE = ROOT / "examples" / "connect_four"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


CONTENTS = ["package", "development", "documentation"]
"""The sets of packages for `.venv`; each includes those before it."""

_venv_lock = RLock()
_client_lock = RLock()


class SetupError(Exception):
    """A step failed; the message contains the reason and the remedy."""


def main(steps: list[str]) -> int:
    """Run these steps; return the exit status."""
    unknown = [step for step in steps if step not in STEPS]
    if unknown or not steps:
        print(__doc__, file=sys.stderr)
        return 2
    with ThreadPoolExecutor(len(steps)) as pool:
        reasons = [done.exception() for done in [pool.submit(STEPS[step]) for step in steps]]
    for reason in reasons:
        if isinstance(reason, SetupError | client.ClientError):
            print(f"\nMandapa cannot be set up: {reason}", file=sys.stderr)
        elif reason is not None:
            raise reason
    return 1 if any(reasons) else 0


def say(message: str) -> None:
    """Print a step that is being done; not called if there is nothing to do."""
    print(f"[setup] {message}", flush=True)


def run(command: list[str], why_it_may_fail: str) -> None:
    """Run a command with its output shown, or stop with the reason."""
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        raise SetupError(f"{why_it_may_fail}\nThe command was: {' '.join(command)}")


# ---------------------------------------------------------------- Python


def ensure_venv() -> None:
    """Create `.venv`, or recreate it if its Python no longer runs or is too old."""
    if venv_runs():
        return
    say(f"making .venv with Python {sys.version.split()[0]}")
    run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        "Python could not make the environment in .venv.",
    )


def venv_runs() -> bool:
    """Return whether the environment's Python starts, is new enough and has pip."""
    if not VENV_PYTHON.exists():
        return False
    probe = "import sys, importlib.util as u; sys.exit(sys.version_info < (3, 11) or u.find_spec('pip') is None)"
    try:
        return subprocess.run([str(VENV_PYTHON), "-c", probe], capture_output=True).returncode == 0
    except OSError:
        return False


def pip_install(*requirements: str) -> None:
    """Install into `.venv` with pip, with the user's configuration.

    Python compiles modules when it imports them, a small part of what is installed; see ``write_bytecode``.
    """
    quick = ["--quiet", "--disable-pip-version-check", "--no-compile"]
    run(
        [str(VENV_PYTHON), "-m", "pip", "install", *quick, *requirements],
        "pip could not install what is needed; its message is above. Is your package index reachable?",
    )


STARTED = "import mandapa.cli, mandapa.server.app, mandapa.kernel.compile.numba_backend, uvicorn.config, aiosqlite"
"""Imports the modules that `make play` starts with, and most of the later ones."""


def write_bytecode() -> None:
    """Write the bytecode of the program's imports, once, if Python is configured never to write any.

    ``PYTHONDONTWRITEBYTECODE`` is set in most containers; every start would compile hundreds of library modules.
    """
    if not sys.dont_write_bytecode:
        return
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([str(VENV_PYTHON), "-c", STARTED], cwd=ROOT, env=environment, check=True)


def install_package(extras: str) -> None:
    """Install the package editable; the stamp also names the folder, which an editable install depends on."""
    with _venv_lock:
        _install_package(extras)


def _install_package(extras: str) -> None:
    ensure_venv()
    version = ROOT / "src" / "mandapa" / "__init__.py"
    wanted = client.digest([version, ROOT / "pyproject.toml", EXAMPLE / "pyproject.toml"], str(ROOT))
    stamp = VENV / ".mandapa-package"
    lines = client.read_stamp(stamp).splitlines()
    if lines[:1] == [wanted] and extras in lines[1:]:
        return
    contents = CONTENTS[: CONTENTS.index(extras) + 1]
    say("installing Mandapa" + (" with its development tools" if len(contents) > 1 else "") + " into .venv")
    started = time.monotonic()
    if extras == "package":
        pip_install("--editable", ".")
    else:
        pip_install("--editable", ".[dev,docs]" if extras == "documentation" else ".[dev]", "--editable", str(EXAMPLE))
    write_bytecode()
    stamp.write_text("\n".join([wanted, *contents]))
    say(f"installed in {time.monotonic() - started:.0f} s")


# ---------------------------------------------------------------- browser client


def site_packages() -> list[Path]:
    """Return the folder of packages in `.venv`."""
    return [*VENV.glob("lib/python*/site-packages"), *VENV.glob("Lib/site-packages")]


def node() -> client.Node:
    """Find Node.js on the machine or in `.venv`, or install the wheel into `.venv`."""
    found = client.find_node(site_packages())
    if found is None:
        with _venv_lock:
            ensure_venv()
            say(f"no {client.NODE_NEEDED} on this machine: fetching it as a Python wheel into .venv")
            pip_install(client.NODE_WHEEL)
        found = client.find_node(site_packages())
    if found is None:
        raise SetupError(f"the browser client needs {client.NODE_NEEDED}; neither found nor installable as a wheel.")
    return found


def install_npm_packages() -> None:
    """Install the packages to build, check and test the client."""
    with _client_lock:
        if client.packages_ready():
            return
        found = node()
        say(f"fetching the client's npm packages (Node.js {found.version})")
        client.install_packages(found)


def build_client() -> None:
    """Build the client if its sources have changed."""
    with _client_lock:
        if client.client_ready():
            return
        install_npm_packages()
        say("building the browser client")
        client.build(node())


# ---------------------------------------------------------------- browser for tests


def ensure_chromium() -> None:
    """Find a Chromium; as root on Debian install the distribution's; otherwise print instructions.

    Debian has one for tests, which takes less of the processor, and one that can also show notifications.
    """
    if find_chromium() is not None:
        return
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        say("installing Debian's Chromium for the browser tests")
        subprocess.run(["apt-get", "update", "--quiet=2"])
        install = ["apt-get", "install", "--yes", "--quiet=2", "--no-install-recommends", "chromium"]
        silent = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run([*install, SHELL], env=silent).returncode != 0:  # Ubuntu has only the other
            subprocess.run(install, env=silent)
    if find_chromium() is None:
        say(f"no Chromium for the browser tests, so they will fail. {ADVICE}")


STEPS = {
    "package": lambda: install_package("package"),
    "development": lambda: install_package("development"),
    "documentation": lambda: install_package("documentation"),
    "packages": install_npm_packages,
    "client": build_client,
    "chromium": ensure_chromium,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
