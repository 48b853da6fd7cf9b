"""All tests and checks, then a summary. Every stage runs, whatever became of the others. `make test`, `make quick`.

    python tools/check.py [STAGE...]           only the stages whose names begin so: `ruff`, `client`, `tests` ...
    python tools/check.py --changed [STAGE...] only what the files concern that differ from the last commit

What needs one processor only is done two at a time, its output shown when it is done; then the tests, by two workers.
The last line has the form of pytest's closing line and sums up all pytest runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import client
import setup

ROOT = client.ROOT
OUTPUT = ROOT / ".output"
"""Where test reports, screenshots and records of broken games are left."""

SCRIPTS = setup.VENV_PYTHON.parent

PROCESSES = 2
"""How many do the work where it can be shared."""

FAST = "not e2e"
"""The tests of the stage `tests`, as pytest's ``-m`` has it."""


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


_output: ContextVar[IO[str] | None] = ContextVar("output", default=None)
"""Where a stage that runs beside others leaves its output; None is the terminal."""


def run(*command: str | Path, **settings: Any) -> bool:
    """Run a command with its output shown; True when it succeeds."""
    into = _output.get()
    done = subprocess.run([str(part) for part in command], cwd=ROOT, stdout=into, stderr=into, **settings)
    return done.returncode == 0


def python(*arguments: str | Path) -> bool:
    """Run the environment's Python."""
    return run(setup.VENV_PYTHON, *arguments)


def npm(*arguments: str) -> bool:
    """Run npm for `web/`."""
    try:
        node = setup.node()
    except setup.SetupError as error:
        print(error, file=_output.get())
        return False
    return run(node.program, node.npm_script, "--prefix", client.WEB, *arguments, env=node.environment())


def build_client() -> bool:
    """Build the client if its sources have changed."""
    try:
        setup.build_client()
    except (client.ClientError, setup.SetupError) as error:
        print(error, file=_output.get())
        return False
    print("the built client is up to date", file=_output.get())
    return True


def pytest(report: str, *arguments: str) -> bool:
    """Run pytest in two workers, leaving a JUnit report in `.output/`."""
    return python("-m", "pytest", f"--junitxml={OUTPUT / report}.xml", "-n", str(PROCESSES), *arguments)


ALL_MACHINE_CODE = """
import sys, mandapa.adapters.stepping, mandapa.lab.simulation
from mandapa.kernel.compiling import ENVIRONMENT, STUDY, TABLE
from mandapa.lab.simulation import STATISTICS
from mandapa.library import game_type
game_type(sys.argv[1]).engine.warm(TABLE, STUDY, ENVIRONMENT, STATISTICS)
"""
"""All purposes of a game in one process: rule functions are translated once."""


def machine_code(game: str) -> bool:
    """Compile a game, so that the processes which run the tests need not each compile the same."""
    return python("-c", ALL_MACHINE_CODE, game)


GAMES = ("chola", "menara", "kerala", "hampi", "indus", "connect_four")

SIDE_BY_SIDE: dict[str, Callable[[], bool]] = {
    "machine code: menara": lambda: machine_code("menara"),
    "mypy --strict": lambda: python("-m", "mypy"),
    **{f"machine code: {game}": partial(machine_code, game) for game in GAMES if game != "menara"},
    "client build": build_client,
    "client types": lambda: npm("run", "check"),
    "client tests": lambda: npm("run", "test"),
    "rule clauses": lambda: python("tools/clauses.py"),
    "import contracts": lambda: run(SCRIPTS / "lint-imports", "--no-cache", "--no-logo"),
    "client lint": lambda: npm("run", "lint"),
    "ruff check": lambda: python("-m", "ruff", "check", "."),
    "ruff format": lambda: python("-m", "ruff", "format", "--check", "."),
    "tidiness": lambda: python("tools/tidy.py"),
}
"""What needs one processor, the longest first."""

ALONE: dict[str, Callable[[], bool]] = {
    "tests": lambda: pytest("tests", "--dist", "worksteal", "-m", FAST),
    "tests in the browser": lambda: pytest("browser", "--dist", "loadgroup", "-m", "e2e", "tests/e2e"),
}
"""What needs all of the machine."""


# ---------------------------------------------------------------- what has changed

NEEDS_NO_CHECK = ("machine code", "client build", "tests in the browser")
"""What is not looked at after each saved file."""


def changed_files() -> list[str]:
    """Files that differ from the last commit, new ones included; those of the last commit if there are none."""
    asked = (
        ("diff", "--name-only", "HEAD"),
        ("ls-files", "--others", "--exclude-standard"),
        ("diff", "--name-only", "HEAD~1"),
    )
    listed = [
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.splitlines() for words in asked
    ]
    return sorted({*listed[0], *listed[1]} or listed[2])


def tests_of(file: str) -> list[str]:
    """The tests, as files and folders that may be there, of what stands in a file."""
    room, _, rest = file.removeprefix("src/mandapa/").partition("/")
    if file.startswith("tests/"):
        return [file] if Path(file).name.startswith("test_") else [str(Path(file).parent)]
    if file.startswith("tools/"):
        return ["tests/tools"]
    if not file.startswith("src/mandapa/"):
        return ["tests/docs"] if file.startswith("docs/") else []
    if room == "games":
        game = rest.partition("/")[0]
        return [f"tests/rules/{game}", f"tests/bots/test_{game}.py"]
    return [f"tests/{room}"] if rest else ["tests/library"]


def changed_stages(files: list[str]) -> dict[str, Callable[[], bool]]:
    """The checks that concern these files; rules are interpreted, so that nobody waits for machine code."""
    stages = {
        name: stage
        for name, stage in SIDE_BY_SIDE.items()
        if not name.startswith(NEEDS_NO_CHECK)
        and (not name.startswith("client") or any(file.startswith("web/") for file in files))
    }
    found = {path for file in files for path in tests_of(file) if (ROOT / path).exists()}
    if found:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        stages["tests"] = lambda: pytest(
            "tests", "--dist", "worksteal", "-q", "-m", "not e2e and not slow", *sorted(found)
        )
    return stages


# ---------------------------------------------------------------- carrying out


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


def run_stage(name: str, stage: Callable[[], bool]) -> Result:
    """Run one stage whose output is shown as it comes."""
    print(heading(name), flush=True)
    started = time.monotonic()
    passed = stage()
    report = {"tests": "tests.xml", "tests in the browser": "browser.xml"}.get(name)
    counts = read_counts(OUTPUT / report) if report else Counter()
    return Result(name, passed, time.monotonic() - started, counts)


def run_aside(name: str, stage: Callable[[], bool]) -> Result:
    """Run one stage beside others; its output is shown when it is done."""
    started = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        _output.set(output)
        passed = stage()
        output.seek(0)
        print(f"{heading(name)}\n{output.read()}", end="", flush=True)
    return Result(name, passed, time.monotonic() - started)


def heading(name: str) -> str:
    """The line above a stage's output."""
    return f"\n{'-' * 8} {name} {'-' * (90 - len(name))}"


def main(wanted: list[str]) -> int:
    """Run the stages and print the summary; returns the exit status."""
    starts = [word for word in wanted if word != "--changed"]
    stages = changed_stages(changed_files()) if "--changed" in wanted else {**SIDE_BY_SIDE, **ALONE}
    stages = {name: stage for name, stage in stages.items() if not starts or name.startswith(tuple(starts))}
    if not stages:
        print(f"no stage begins so; there are: {', '.join([*SIDE_BY_SIDE, *ALONE])}", file=sys.stderr)
        return 2
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir()
    os.environ["PATH"] = os.pathsep.join([str(SCRIPTS), os.environ.get("PATH", "")])
    started = time.monotonic()
    with ThreadPoolExecutor(PROCESSES) as pool:
        aside = [pool.submit(run_aside, name, stage) for name, stage in stages.items() if name not in ALONE]
        results = [future.result() for future in aside]
    results += [run_stage(name, stage) for name, stage in stages.items() if name in ALONE]
    total = int(time.monotonic() - started)
    print(f"\n{'=' * 100}\nSummary: {len(results)} stages in {total // 60} min {total % 60} s")
    print("\n".join(result.line() for result in results))
    failed = [result.name for result in results if not result.passed]
    print(f"failed: {', '.join(failed)}" if failed else "everything passed")
    if any(result.counts for result in results):
        print(closing_line(results))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
