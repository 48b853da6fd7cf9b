"""All tests and checks, one stage after the other; every stage runs, then comes a summary. `make test`.

    python tools/check.py [STAGE...]      only the stages whose names begin so: `ruff`, `client`, `tests` ...

The last line has the form of pytest's closing line and sums up all pytest runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import client
import setup

ROOT = client.ROOT
OUTPUT = ROOT / ".output"
"""Where test reports, screenshots and records of broken games are left."""

SCRIPTS = setup.VENV_PYTHON.parent

PROCESSES = 2
"""How many do the work where it can be shared."""


@dataclass
class Result:
    """How a stage ended."""

    name: str
    passed: bool
    seconds: float
    counts: Counter[str] = field(default_factory=Counter)

    def line(self) -> str:
        """One line of the summary."""
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts.items())
        mark = "ok    " if self.passed else "FAILED"
        return f"  {mark}  {self.name:<22} {self.seconds:7.1f} s   {counts}".rstrip()


def run(*command: str | Path) -> bool:
    """Run a command with its output shown; True when it succeeds."""
    return subprocess.run([str(part) for part in command], cwd=ROOT).returncode == 0


def python(*arguments: str | Path) -> bool:
    """Run the environment's Python."""
    return run(setup.VENV_PYTHON, *arguments)


def npm(*arguments: str) -> bool:
    """Run npm in `web/`."""
    try:
        setup.node().npm(*arguments)
    except (client.ClientError, setup.SetupError) as error:
        print(error)
        return False
    return True


def build_client() -> bool:
    """Build the client if its sources have changed."""
    try:
        setup.build_client()
    except (client.ClientError, setup.SetupError) as error:
        print(error)
        return False
    print("the built client is up to date")
    return True


def pytest(report: str, *arguments: str) -> bool:
    """Run pytest, leaving a JUnit report in `.output/`."""
    return python("-m", "pytest", f"--junitxml={OUTPUT / report}.xml", *arguments)


ALL_MACHINE_CODE = """
import sys, mandapa.adapters.stepping, mandapa.lab.simulation
from mandapa.kernel.compiling import ENVIRONMENT, STUDY, TABLE
from mandapa.lab.simulation import STATISTICS
from mandapa.library import game_type
for name in sys.argv[1:]:
    game_type(name).engine.warm(TABLE, STUDY, ENVIRONMENT, STATISTICS)
"""
"""All purposes of a game in one process: rule functions are translated once."""


def machine_code() -> bool:
    """Compile all games once, so that the processes which run the tests in parallel need not each compile the same."""
    listed = subprocess.run(
        [str(setup.VENV_PYTHON), "-c", "import mandapa; print(*mandapa.games())"], capture_output=True, text=True
    )
    with ThreadPoolExecutor(PROCESSES) as pool:
        names = sorted(listed.stdout.split(), key=lambda name: name != "menara")  # the longest first
        compiled = list(pool.map(lambda name: python("-c", ALL_MACHINE_CODE, name), names))
    return bool(compiled) and all(compiled)


STAGES: dict[str, Callable[[], bool]] = {
    "ruff check": lambda: python("-m", "ruff", "check", "."),
    "ruff format": lambda: python("-m", "ruff", "format", "--check", "."),
    "mypy --strict": lambda: python("-m", "mypy"),
    "import contracts": lambda: run(SCRIPTS / "lint-imports", "--no-cache", "--no-logo"),
    "rule clauses": lambda: python("tools/clauses.py"),
    "tidiness": lambda: python("tools/tidy.py"),
    "client lint": lambda: npm("run", "lint"),
    "client types": lambda: npm("run", "check"),
    "client tests": lambda: npm("run", "test"),
    "client build": build_client,
    "machine code": machine_code,
    "tests": lambda: pytest("tests", "-n", str(PROCESSES), "-m", "not e2e"),
    "tests in the browser": lambda: pytest("browser", "-n", str(PROCESSES), "-m", "e2e"),
}


def read_counts(report: Path) -> Counter[str]:
    """Count outcomes in a JUnit report, in the words of pytest's closing line."""
    if not report.is_file():
        return Counter()
    suites = list(ElementTree.parse(report).getroot().iter("testsuite"))
    number = {
        key: sum(int(suite.get(key, 0)) for suite in suites) for key in ("tests", "failures", "errors", "skipped")
    }
    passed = number["tests"] - number["failures"] - number["errors"] - number["skipped"]
    counts = Counter(
        {
            "failed": number["failures"],
            "passed": passed,
            "skipped": number["skipped"],
            "errors": number["errors"],
        }
    )
    return Counter({outcome: count for outcome, count in counts.items() if count})


def closing_line(results: list[Result]) -> str:
    """Pytest's closing line for all of its runs together."""
    counts: Counter[str] = sum((result.counts for result in results), Counter())
    seconds = sum(result.seconds for result in results if result.counts)
    words = ", ".join(
        f"{counts[outcome]} {outcome}" for outcome in ("failed", "passed", "skipped", "errors") if counts[outcome]
    )
    minutes, rest = divmod(int(seconds), 60)
    clock = f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
    return f" {words or 'no tests ran'} in {seconds:.2f}s ({clock}) ".center(100, "=")


def run_stage(name: str) -> Result:
    """Run one stage under a heading."""
    print(f"\n{'-' * 8} {name} {'-' * (90 - len(name))}", flush=True)
    started = time.monotonic()
    passed = STAGES[name]()
    counts = read_counts(OUTPUT / "tests.xml") if name == "tests" else Counter()
    counts = read_counts(OUTPUT / "browser.xml") if name == "tests in the browser" else counts
    return Result(name, passed, time.monotonic() - started, counts)


def main(wanted: list[str]) -> int:
    """Run the stages and print the summary; returns the exit status."""
    names = [name for name in STAGES if not wanted or any(name.startswith(start) for start in wanted)]
    if not names:
        print(f"no stage begins so; there are: {', '.join(STAGES)}", file=sys.stderr)
        return 2
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir()
    os.environ["PATH"] = os.pathsep.join([str(SCRIPTS), os.environ.get("PATH", "")])
    results = [run_stage(name) for name in names]
    total = sum(result.seconds for result in results)
    print(f"\n{'=' * 100}\nSummary: {len(results)} stages in {total // 60:.0f} min {total % 60:.0f} s")
    print("\n".join(result.line() for result in results))
    failed = [result.name for result in results if not result.passed]
    print(f"failed: {', '.join(failed)}" if failed else "everything passed")
    if any(result.counts for result in results):
        print(closing_line(results))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
