"""Find content that does not belong in the repository: registry addresses, paths of one machine, overlong files."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Each has a character class, so that this file does not match itself.
FORBIDDEN = {
    "a package registry address": re.compile(
        r"registry[.](npmjs|yarnpkg)|pypi[.]org/simple|files[.]pythonhosted|index-ur[l]"
        r'|"resolved"[:] *"http'
    ),
    "a path of one machine": re.compile(r"(?<![\w.}])(/wor[k]/|/tmp/bas[h]|/hom[e]/[a-z]|/User[s]/[A-Za-z])"),
    "unfinished work": re.compile(r"\b(TOD[O]|FIXM[E]|XX[X])\b"),
}
LONGEST = 600
LENGTH_CHECKED = {".py", ".ts", ".svelte", ".css"}
GENERATED = "// Made by `"
"""First words of generated files, which may be longer."""


def tracked_files() -> list[Path]:
    """Return the files that git tracks."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def problems_in(path: Path, text: str) -> Iterator[str]:
    """Return the problems of one file."""
    name = path.relative_to(ROOT).as_posix()
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        for what, pattern in FORBIDDEN.items():
            if pattern.search(line):
                yield f"{name}:{number}: {what}: {line.strip()[:100]}"
    if path.suffix in LENGTH_CHECKED and len(lines) > LONGEST and not text.startswith(GENERATED):
        yield f"{name}: {len(lines)} lines; beyond {LONGEST} a file wants splitting"


def main() -> int:
    """Check every tracked text file; return the exit status."""
    problems: list[str] = []
    files = tracked_files()
    for path in files:
        try:
            problems += problems_in(path, path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue  # a picture or a font
    print("\n".join(problems) if problems else f"{len(files)} tracked files are tidy")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
