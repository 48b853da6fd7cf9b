"""The user's cache folder, which may be deleted at any time, and the data folder, which must be kept.

On Linux, both folders follow the XDG Base Directory Specification. An ``XDG_*`` variable is ignored if it is empty or
not an absolute path.
"""

import os
import sys
from pathlib import Path


def cache_folder() -> Path | None:
    """Return the folder for files that can be recreated; None if the user has no home folder."""
    return _folder("XDG_CACHE_HOME", linux=".cache", mac="Caches", windows="mandapa/cache")


def data_folder() -> Path:
    """Return the folder for data that must be kept.

    Raises:
        FileNotFoundError: the user has no home folder.
    """
    folder = _folder("XDG_DATA_HOME", linux=".local/share", mac="Application Support", windows="mandapa")
    if folder is None:
        raise FileNotFoundError(
            "This user has no home folder to keep the database in: set --database or MANDAPA_DATABASE, "
            "for example to sqlite:////var/lib/mandapa/mandapa.sqlite3"
        )
    return folder


def _folder(variable: str, *, linux: str, mac: str, windows: str) -> Path | None:
    home = _home()
    if os.name == "nt":
        base = _absolute("LOCALAPPDATA") or (home and home / "AppData" / "Local")
        return base and base / windows
    if sys.platform == "darwin":
        return home and home / "Library" / mac / "mandapa"
    base = _absolute(variable) or (home and home / linux)
    return base and base / "mandapa"


def _absolute(variable: str) -> Path | None:
    path = Path(os.environ.get(variable, ""))
    return path if path.is_absolute() else None


def _home() -> Path | None:
    """Return the user's home folder; None if neither ``HOME`` nor the user database of the system provides one."""
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home if home.is_absolute() else None
