"""Check that every numbered rule has a test that names it.

The clauses of a game are the list items `- **KER-SETUP-1** ...` of `src/mandapa/games/NAME/guide.md`.
The tests in `tests/rules/NAME` name them: `@pytest.mark.clause("KER-SETUP-1", ...)`. Prints the coverage by
section. Fails when a clause has no test, a test or the game's code names an unknown clause, or a clause is written
twice.

    python tools/checks/clauses.py [--verbose]        --verbose lists the code and the tests of every clause
"""

from __future__ import annotations

import io
import os
import re
import sys
import tomllib
from collections import Counter, defaultdict
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLAUSE = re.compile(r"^- \*\*([A-Z]+(?:-[A-Z]+)*-\d+[a-z]?)\*\*", re.MULTILINE)

CITED = re.compile(r"\b[A-Z]{3}(?:-[A-Z]+)+-\d+[a-z]?\b")


@dataclass
class Coverage:
    """The clauses of one game, in the order of its guide, and the tests and lines of code that name each."""

    game: str
    clauses: list[str]
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    code: dict[str, list[str]] = field(default_factory=dict)

    def problems(self) -> list[str]:
        """Return the problems, one sentence each."""
        twice = [clause for clause, count in Counter(self.clauses).items() if count > 1]
        missing = [clause for clause in self.clauses if not self.tests.get(clause)]
        unknown = sorted(set(self.tests) - set(self.clauses))
        found = [f"{self.game}: {clause} is written more than once in guide.md" for clause in twice]
        found += [f"{self.game}: {clause} has no test" for clause in missing]
        found += [
            f"{self.game}: {clause} is not in guide.md, but named by {self.tests[clause][0]}" for clause in unknown
        ]
        cited = sorted(set(self.code) - set(self.clauses))
        found += [f"{self.game}: {clause} is not in guide.md, but cited in {self.code[clause][0]}" for clause in cited]
        if not self.clauses:
            found.append(f"{self.game}: guide.md is missing or lists no clause such as `- **KER-SETUP-1** ...`")
        return found

    def table(self) -> list[str]:
        """Return the coverage by section, one line each."""
        sections: dict[str, list[str]] = defaultdict(list)
        for clause in self.clauses:
            sections[clause.rpartition("-")[0]].append(clause)
        rows = []
        for section, clauses in [*sections.items(), ("all", self.clauses)]:
            covered = sum(bool(self.tests.get(clause)) for clause in clauses)
            tests = {test for clause in clauses for test in self.tests.get(clause, [])}
            rows.append(f"  {section:<14} {covered:>3} of {len(clauses):>3} clauses   {len(tests):>4} tests")
        return [f"{self.game}", *rows]


class Collector:
    """A pytest plugin that records which tests name which clauses; skipped tests do not count."""

    def __init__(self) -> None:
        self.named: dict[str, list[str]] = defaultdict(list)
        self.errors: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Read the marks of every collected test."""
        for item in items:
            if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
                continue
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    self.named[clause].append(item.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Record files that cannot be imported."""
        if report.failed:
            self.errors.append(f"{report.nodeid} cannot be collected: {report.longreprtext.splitlines()[-1]}")


def guide_clauses(guide: Path) -> list[str]:
    """Return the clause ids of a guide, in its order."""
    return CLAUSE.findall(guide.read_text()) if guide.is_file() else []


def citations(folder: Path) -> dict[str, list[str]]:
    """Return where the Python sources in `folder` cite each clause, as `rules.py:12`."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for clause in dict.fromkeys(CITED.findall(line)):
                found[clause].append(f"{path.relative_to(folder).as_posix()}:{number}")
    return found


def collect(folder: Path) -> Collector:
    """Collect the tests in `folder` without running them, and without the installed plugins."""
    collector = Collector()
    if folder.is_dir():
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # loading them takes longer than most folders
        with redirect_stdout(io.StringIO()):
            pytest.main(
                ["--collect-only", "-qq", "-p", "no:cacheprovider", "--rootdir", str(ROOT), str(folder)],
                plugins=[collector],
            )
    return collector


def games() -> list[str]:
    """Return the names of the games in the hall, without unfinished ones."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return sorted(tomllib.load(file)["project"]["entry-points"]["mandapa.games"])


def main(verbose: bool) -> int:
    """Print the tables; return the exit status."""
    problems = []
    for game in games():
        collector = collect(ROOT / "tests" / "rules" / game)
        folder = ROOT / "src/mandapa/games" / game
        cited = citations(folder)
        coverage = Coverage(game, guide_clauses(folder / "guide.md"), collector.named, cited)
        print("\n".join(coverage.table()))
        if verbose:
            for clause in coverage.clauses:
                code = " ".join(cited.get(clause, [])) or "no code cites it"
                print(f"  {clause}", code, *collector.named[clause], sep="\n      ")
        problems += collector.errors + coverage.problems()
    print("\n".join(problems) if problems else "every clause has a test")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main("--verbose" in sys.argv[1:]))
