"""Set the version of the next release: ``python tools/release/set_version.py 1.2.0``, before `make release`.

Changes the version of the package, version and date in CITATION.cff, and the section [Unreleased] of CHANGELOG.md,
which becomes that of the version.
"""

from __future__ import annotations

import argparse
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from installs import ROOT, ReleaseError


def set_version(root: Path, version: str, date: str) -> None:
    """Write a version and its date (YYYY-MM-DD) into the files of the repository in ``root``.

    Raises:
        ReleaseError: the version is not three numbers or is in CHANGELOG.md already, or a file has not exactly one
            place for it; nothing is changed.
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseError(f"version: found {version!r}, expected three numbers such as 1.2.0")
    changes = {
        "src/mandapa/__init__.py": [(r'^__version__ = ".+"$', f'__version__ = "{version}"')],
        "CITATION.cff": [(r"^version: .+$", f"version: {version}"), (r"^date-released: .+$", f"date-released: {date}")],
        "CHANGELOG.md": [(r"^## \[Unreleased\]$", f"## [Unreleased]\n\n## [{version}] - {date}")],
    }
    if f"## [{version}]" in (root / "CHANGELOG.md").read_text(encoding="utf-8"):
        raise ReleaseError(f"CHANGELOG.md: found a section [{version}], expected a version without one")
    texts = {}
    for name, replacements in changes.items():
        text = (root / name).read_text(encoding="utf-8")
        for pattern, line in replacements:
            text, found = re.subn(pattern, line, text, flags=re.MULTILINE)
            if found != 1:
                raise ReleaseError(f"{name}: found {found} lines like {pattern}, expected one")
        texts[name] = text
    for name, text in texts.items():
        (root / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version")
    try:
        set_version(ROOT, parser.parse_args().version, datetime.now(UTC).date().isoformat())
    except ReleaseError as error:
        sys.exit(str(error))
