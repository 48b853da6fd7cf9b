"""Find the installed games, their supported rules versions, and custom component files."""

import os
import warnings
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from mandapa.kernel.errors import ComponentError, OptionError
from mandapa.kernel.game_type import GameType

BUILT_IN = "default"
"""Value of file options that selects the components that come with a game."""


@cache
def _installed() -> dict[str, EntryPoint]:
    """Return the entry points of the installed games (group ``mandapa.games``), by name of the game."""
    return {point.name: point for point in entry_points(group="mandapa.games")}


@cache
def games() -> tuple[str, ...]:
    """Return the names of the installed games; a game that cannot be imported is skipped with a warning."""
    found = []
    for name in sorted(_installed()):
        try:
            game_type(name)
        except OptionError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)
        else:
            found.append(name)
    return tuple(found)


def game_type(name: str, rules_version: int | None = None) -> GameType:
    """Return the type of a game by name, with the newest rules or with an older version that is still supported.

    Raises ``OptionError`` if there is no such game or version, or if the game cannot be imported.
    """
    newest = _newest(name)
    if rules_version is None:
        return newest
    versions = {one.rules_version: one for one in (newest, *newest.former_versions)}
    if rules_version not in versions:
        there = ", ".join(map(str, sorted(versions)))
        raise OptionError(f"rules_version: found {rules_version!r}, expected one that {name} has: {there}")
    return versions[rules_version]


def did_you_mean(found: object, known: Iterable[str]) -> str:
    """Return a suffix for "not found" messages, such as " (did you mean kerala?)"; "" if no known name is similar."""
    names = {name.casefold(): name for name in known}
    written = str(found).strip().casefold().replace(" ", "_").replace("-", "_")
    close = get_close_matches(written, names, n=1)
    return f" (did you mean {names[close[0]]}?)" if close else ""


@cache
def _newest(name: str) -> GameType:
    if name not in _installed():
        meant = did_you_mean(name, games())
        raise OptionError(f"game: found {name!r}, expected one of {', '.join(games())}{meant}")
    try:
        loaded = _installed()[name].load()
    except Exception as error:  # Third-party packages can raise anything on import.
        raise OptionError(_broken(name, f"{type(error).__name__}: {error}")) from error
    if not isinstance(loaded, GameType):
        raise OptionError(_broken(name, f"{_installed()[name].value} is no GameType"))
    return loaded


def _broken(name: str, reason: str) -> str:
    return f"game: {name!r} is installed but cannot be imported: {reason}"


def custom_components(name: str) -> dict[str, Path]:
    """Return the custom component files for a game, by name.

    The files are ``GAME/NAME.toml`` in the folder ``MANDAPA_PIECES``, if this variable is set. A file option accepts
    such a name instead of a path.
    """
    folder = os.environ.get("MANDAPA_PIECES")
    return {path.stem: path for path in sorted(Path(folder, name).glob("*.toml"))} if folder else {}


def check_custom_components() -> None:
    """Validate all custom component files; ``ComponentError`` describes the first invalid one."""
    folder = os.environ.get("MANDAPA_PIECES")
    if not folder:
        return
    if not Path(folder).is_dir():
        raise ComponentError(f"MANDAPA_PIECES: found {folder!r}, expected a folder with folders named as games")
    for inner in sorted(path for path in Path(folder).iterdir() if path.is_dir()):
        if inner.name not in _installed():
            raise ComponentError(f"MANDAPA_PIECES: found folder {inner.name!r}, expected {', '.join(games())}")
        if inner.name in games():
            _check_pieces_of(inner.name)


def _check_pieces_of(game: str) -> None:
    for path in custom_components(game).values():
        if path.stem == BUILT_IN:
            raise ComponentError(f"{path}: {BUILT_IN!r} are the built-in pieces, expected another name")
        game_type(game).load_components(str(path))
