"""Where the last `make test` spent its time: a table by file for CONTRIBUTING.md.

    python tools/times.py [ROWS]      the 20 slowest files, or so many; sums over both workers

Read from the reports that `tools/check.py` leaves in `.output/`.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

OUTPUT = Path(__file__).resolve().parent.parent / ".output"
REPORTS = ("tests.xml", "browser.xml")


def by_file(reports: list[Path]) -> tuple[Counter[str], Counter[str]]:
    """Seconds and number of tests of each file, named as a path below ``tests/`` without its ending."""
    seconds: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for report in reports:
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            parts = [part for part in case.get("classname", "").split(".") if part != "tests"]
            file = "/".join(part for part in parts if not part[:1].isupper())  # classes are no files
            seconds[file] += float(case.get("time", 0))
            tests[file] += 1
    return seconds, tests


def table(seconds: Counter[str], tests: Counter[str], rows: int) -> list[str]:
    """The slowest files, then all others, then the sum."""
    lines = ["| file | seconds | tests |", "| --- | ---: | ---: |"]
    slowest = seconds.most_common(rows)
    lines += [f"| {name} | {spent:.0f} | {tests[name]} |" for name, spent in slowest]
    named = [name for name, _ in slowest]
    rest = [name for name in seconds if name not in named]
    if rest:
        spent, count = sum(seconds[name] for name in rest), sum(tests[name] for name in rest)
        lines.append(f"| {len(rest)} others | {spent:.0f} | {count} |")
    lines.append(f"| all | {sum(seconds.values()):.0f} | {sum(tests.values())} |")
    return lines


def main(arguments: list[str]) -> int:
    """Print the table; returns the exit status."""
    reports = [OUTPUT / name for name in REPORTS if (OUTPUT / name).is_file()]
    if not reports:
        print(f"no reports in {OUTPUT}; run make test first", file=sys.stderr)
        return 1
    print("\n".join(table(*by_file(reports), int(arguments[0]) if arguments else 20)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
