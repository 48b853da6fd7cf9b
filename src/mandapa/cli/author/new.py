"""``mandapa new``: create a working game by copying the example game in ``cli/skeleton``."""

import re
from pathlib import Path
from typing import Annotated

import typer

from mandapa.cli.errors import Failure, UsageError
from mandapa.library import games

SKELETON = Path(__file__).parents[1] / "skeleton"
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "mandapa-{dashed}"
version = "0.1.0"
description = "{title}, a game for Mandapa."
requires-python = ">=3.11"
dependencies = ["mandapa"]

[project.entry-points."mandapa.games"]
{entry}

[tool.hatch.build.targets.wheel]
packages = ["{package}"]

[tool.pytest.ini_options]
markers = ["clause(*ids): the numbered rules (clauses of guide.md) that this test shows"]
"""

ENTRY = '{name} = "{package}.game:GAME"'
ENTRIES = '[project.entry-points."mandapa.games"]\n'


PACKAGE_WRITTEN = """\
{count} files. The rules are in {folder}; begin with state.py. In an environment that has Mandapa:

    pip install -e {project}
    mandapa play {name}
    pytest {project}

Its words are in content/messages/en.json; other languages go beside it. The browser shows a plain board. For one of \
its own, run `mandapa new` in a checkout of Mandapa."""

CHECKOUT_WRITTEN = """\
{count} files, and a line in pyproject.toml. The rules are in {folder}; begin with state.py. The board is in {board}.

    make play                                    the game is in the hall
    .venv/bin/mandapa play {name}
    .venv/bin/python -m pytest tests/rules/{name}
    .venv/bin/python tools/client_types.py       after a change of show/view_types.py or rules/actions.py"""


app = typer.Typer()


@app.command()
def new(name: Annotated[str, typer.Argument(help="Name of the game in lower case, such as frogs.")]) -> None:
    """Create a working game of your own: in a checkout of Mandapa with a board, elsewhere as a package."""
    write_game(name, Path.cwd())


def write_game(name: str, here: Path) -> None:
    """Create the game in a checkout of Mandapa at ``here``, otherwise as a new package in a folder below ``here``."""
    if not NAME.fullmatch(name):
        raise UsageError(f"NAME: found {name!r}, expected small letters, digits and single underscores, such as frogs")
    if name in games():
        raise UsageError(f"NAME: a game {name} exists already")
    if is_checkout(here):
        _into_checkout(name, here)
    else:
        _as_package(name, here / name)


def is_checkout(folder: Path) -> bool:
    """Return whether a folder is a checkout of Mandapa, with the sources of its games and of the client."""
    return (folder / "src/mandapa/games").is_dir() and (folder / "web/skeleton").is_dir()


def _as_package(name: str, project: Path) -> None:
    package = f"mandapa_{name}"
    about = {"name": name, "title": _title(name), "package": package, "dashed": name.replace("_", "-")}
    files = {project / "pyproject.toml": PROJECT.format(**about, entry=ENTRY.format(**about))}
    files |= _rooms(name, package, project / package, project / "tests")
    _write(files)
    typer.echo(PACKAGE_WRITTEN.format(count=len(files), name=name, folder=project / package, project=project))


def _into_checkout(name: str, root: Path) -> None:
    package = f"mandapa.games.{name}"
    folder, board = root / "src/mandapa/games" / name, root / "web/src/games" / name
    files = _rooms(name, package, folder, root / "tests/rules" / name)
    for file in sorted((root / "web/skeleton").iterdir()):
        files[board / file.name] = _named(file, name, package).replace('"../src/', '"../../')
    project = root / "pyproject.toml"
    before = project.read_text(encoding="utf-8")
    if ENTRIES not in before:
        raise Failure(f"{project}: found no entry points of the group mandapa.games, expected {ENTRIES.strip()}")
    _write(files)
    line = ENTRY.format(name=name, package=package)
    project.write_text(before.replace(ENTRIES, f"{ENTRIES}{line}\n"), encoding="utf-8")
    typer.echo(CHECKOUT_WRITTEN.format(count=len(files), name=name, folder=folder, board=board))


def _rooms(name: str, package: str, folder: Path, tests: Path) -> dict[Path, str]:
    """Return the contents of all files of the new game and of its tests, by path."""
    found = [file for file in sorted(SKELETON.rglob("*")) if file.suffix in (".py", ".md", ".json")]
    own = {file: file.parent.name == "tests" for file in found}
    places = {file: tests / file.name if own[file] else folder / file.relative_to(SKELETON) for file in found}
    return {place: _named(file, name, package) for file, place in places.items()}


def _named(file: Path, name: str, package: str) -> str:
    """Return the contents of a skeleton file with the name of the new game instead of Pebbles."""
    text = file.read_text(encoding="utf-8").replace("mandapa.cli.skeleton", package)
    text = text.replace("PEB-", f"{_initials(name)}-").replace("PEBBLES", name.upper())
    return text.replace("Pebbles", _title(name)).replace("pebbles", name)


def _title(name: str) -> str:
    return name.replace("_", " ").title()


def _initials(name: str) -> str:
    """Return the three letters with which the ids of the game's rule clauses begin."""
    return re.sub(r"[^a-z]", "", name).upper()[:3].ljust(3, "X")


def _write(files: dict[Path, str]) -> None:
    """Write new files. Raise ``Failure`` and write nothing if one of them exists."""
    there = [str(path) for path in files if path.exists()]
    if there:
        raise Failure(f"{there[0]}: the file exists already; nothing was written")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
