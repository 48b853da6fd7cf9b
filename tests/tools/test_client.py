"""tools/client.py and the packaging hook: the browser client is built once and included in the package."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import client
import make_wheel

NODE = """#!/bin/sh
# Stands in for Node.js: $1 is npm's script, the rest npm's arguments.
if [ "$1" = --version ]; then echo {version}; exit 0; fi
shift
echo "$*" >> "{log}"
case "$*" in
    install*) mkdir -p node_modules ;;
    "run build") mkdir -p "{static}" && cp index.html "{static}/index.html" ;;
esac
"""


def make_node(folder: Path, version: str, log: Path, static: Path) -> Path:
    """Write a fake Node.js with npm next to it, as Node.js is installed."""
    program = folder / "bin" / "node"
    script = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    for path in (program, script):
        path.parent.mkdir(parents=True)
    script.touch()
    program.write_text(NODE.format(version=version, log=log, static=static))
    program.chmod(0o755)
    return program


@pytest.fixture
def house(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """A repository with a client of one page. Its folder name contains a space."""
    root = tmp_path / "the house"
    web = root / "web"
    web.mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "index.html"):
        (web / name).write_text(name)
    monkeypatch.setattr(client, "ROOT", root)
    monkeypatch.setattr(client, "WEB", web)
    monkeypatch.setattr(client, "MODULES", web / "node_modules")
    monkeypatch.setattr(client, "STATIC", root / "src" / "mandapa" / "server" / "static")
    return root


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("v20.19.0", True),
        ("v20.18.3", False),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
        ("v18.20.4", False),
        ("", False),
        ("not a version", False),
    ],
)
def test_node_versions(version: str, expected: bool) -> None:
    assert client.version_will_do(version) is expected


def test_an_old_node_is_passed_over(house: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert client.node_at(make_node(tmp_path / "old", "v18.1.0", log, client.STATIC)) is None
    found = client.node_at(make_node(tmp_path / "new", "v22.20.0", log, client.STATIC))
    assert found is not None and found.version == "v22.20.0"


def test_the_client_is_built_again_only_when_its_sources_change(house: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    node = client.node_at(make_node(tmp_path / "node", "v22.20.0", log, client.STATIC))
    client.build(node)
    assert client.client_ready()
    assert (client.STATIC / "index.html").read_text() == "index.html"
    first = log.read_text().splitlines()
    assert len(first) == 2 and first[0].startswith("install") and first[1] == "run build"

    client.build(node)
    assert log.read_text().splitlines() == first

    (house / "web" / "index.html").write_text("another page")
    assert not client.client_ready()
    client.build(node)
    assert (client.STATIC / "index.html").read_text() == "another page"
    assert log.read_text().splitlines() == [*first, "run build"]

    (house / "web" / "package-lock.json").write_text("another lock")
    assert not client.packages_ready()
    client.build(node)
    assert log.read_text().splitlines() == [*first, "run build", *first]


def test_a_failing_build_is_reported(house: Path, tmp_path: Path) -> None:
    program = make_node(tmp_path / "node", "v22.20.0", tmp_path / "log", client.STATIC)
    program.write_text('#!/bin/sh\n[ "$1" = --version ] && echo v22.20.0 && exit 0\nexit 3\n')
    with pytest.raises(client.ClientError, match=r"`npm install .*` in web/ failed"):
        client.build(client.node_at(program))
    assert not client.client_ready()


def test_a_build_that_makes_nothing_is_reported(house: Path, tmp_path: Path) -> None:
    program = make_node(tmp_path / "node", "v22.20.0", tmp_path / "log", tmp_path / "elsewhere")
    with pytest.raises(client.ClientError, match=r"made no .*index\.html"):
        client.build(client.node_at(program))


def package(root: Path, target: str, output: Path, **environment: str) -> Path:
    """Build a package with hatchling in `root`, and return its path."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(output)],
        cwd=root,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
    )
    (built,) = output.iterdir()
    return built


@pytest.mark.slow
def test_the_wheel_and_the_source_distribution_carry_the_client(repository: Path, tmp_path: Path) -> None:
    needed = {
        "mandapa/server/static/index.html",
        "mandapa/py.typed",
        "mandapa/games/kerala/rules/components.toml",
        "mandapa/games/kerala/guide.md",
    }
    wheel = package(repository, "wheel", tmp_path / "wheel")
    assert needed <= set(zipfile.ZipFile(wheel).namelist())

    archive = package(repository, "sdist", tmp_path / "sdist")
    with tarfile.open(archive) as sdist:
        assert not [name for name in sdist.getnames() if "node_modules" in name]
        sdist.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    # No Node.js on the PATH: the client in the source distribution is used as it is.
    again = package(unpacked, "wheel", tmp_path / "again", PATH="")
    assert set(zipfile.ZipFile(again).namelist()) == set(zipfile.ZipFile(wheel).namelist())


MASTER = """
import mandapa, mandapa.bots, numpy as np
print(mandapa.__file__)
game = mandapa.load("kerala")
game.engine.warm()
state, rng = game.new_state(), np.random.default_rng(1)
while state.is_chance:
    state.apply(state.sample(rng))
mandapa.bots.make("planner", game, 1, simulations=50).think(state.record, state.current_player)
print(game.engine.ready)
"""


def test_a_wheel_with_machine_code_compiles_nothing(tmp_path: Path) -> None:
    make_wheel.build(tmp_path / "wheel", ["kerala"])
    (wheel,) = (tmp_path / "wheel").iterdir()
    assert "-py3-none-" in wheel.name and "none-any" not in wheel.name
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    cache = tmp_path / "cache"
    known = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "MANDAPA_CACHE_DIR": str(cache)}
    played = subprocess.run([sys.executable, "-c", MASTER], env=known, capture_output=True, text=True, check=True)
    file, ready = played.stdout.split()
    assert file.startswith(str(tmp_path)) and ready == "True" and not cache.exists() and not played.stderr


def test_a_wheel_brings_the_machine_code_of_every_game() -> None:
    assert make_wheel.GAMES == ["chola", "hampi", "indus", "kerala", "menara"]
