"""Run `make test` and `make quick`: set-up, tests, checks, a summary. Every stage runs, even after others have failed.

    python tools/check.py [STAGE...]           only the stages whose names begin so: `ruff`, `client`, `tests` ...
    python tools/check.py --changed [STAGE...] only the checks of files that differ from the last commit

Two stages run at a time, each as soon as its dependencies are done; its output is shown when it is done, and stored in
`.output/`. The last line has the format of pytest's closing line and sums up all pytest runs. Standard library only,
any Python from 3.11 on.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
import client
import setup

ROOT = client.ROOT
OUTPUT = ROOT / ".output"
"""Folder of test reports, screenshots and records of failed games."""

SCRIPTS = setup.VENV_PYTHON.parent

BYTECODE = SCRIPTS.parent / "bytecode"
"""Folder of bytecode for when Python may not write it next to the sources, so that processes share it."""

PROCESSES = 2
"""Number of concurrent stages."""

WORKERS = {"tests": "3", "browser": "2"}
"""Numbers of workers of the pytest runs: many tests wait for servers, so three workers keep two cores busy."""

PROGRESS_SECONDS = 60
"""Seconds without output after which the running stages are printed."""

LIMIT = 4 * 60 * 60
"""Timeout of a command in seconds, after which it is considered to hang: many times what a slow machine needs."""

FEW = 5
"""If at most this many tests failed, they are run again, alone."""
AGAIN, SECOND_TRY = "-again", "of them at the second try"
"""Suffix of the report of the second run, and its name in the summary."""
REPORTS = {"tests": "tests", "tests in the browser": "browser"}
"""The reports of the stages that run pytest."""

FAST = "not e2e and not hosting"
"""The tests of the stage `tests`, as an argument of pytest's ``-m``."""


@dataclass
class Result:
    """The result of a stage."""

    name: str
    passed: bool
    seconds: float
    counts: Counter[str] = field(default_factory=Counter)

    def line(self) -> str:
        """Return one line of the summary."""
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts.items())
        mark = "ok    " if self.passed else "FAILED"
        return f"  {mark}  {self.name:<22} {self.seconds:7.1f} s   {counts}".rstrip()


_output: ContextVar[IO[str] | None] = ContextVar("output", default=None)
"""The file for a stage's output; None is the terminal."""


def run(*command: str | Path, **settings: Any) -> bool:
    """Run a command with its output shown; return True if it succeeds in time."""
    into = _output.get()
    words = [str(part) for part in command]
    try:
        done = subprocess.run(words, cwd=ROOT, stdout=into, stderr=into, timeout=LIMIT, **settings)
    except subprocess.TimeoutExpired:
        print(f"stopped after {LIMIT // 3600} hours: {' '.join(words)}", file=into, flush=True)
        return False
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
    """Run pytest with a JUnit report in `.output/`; then rerun failed tests, if they are few, alone.

    A test that passes alone had failed because of load or of another test; the summary counts these.
    """
    cache = f"cache_dir={OUTPUT / report}-cache"
    if python("-m", "pytest", *reported(report), "-n", WORKERS[report], "-o", cache, *arguments):
        return True
    counts = read_counts(report)
    if not 0 < counts["failed"] + counts["errors"] <= FEW:
        return False
    print("\nonce more, alone:", file=_output.get(), flush=True)
    return python("-m", "pytest", *reported(f"{report}{AGAIN}"), "-n", "0", "-o", cache, *arguments, "--last-failed")


def reported(report: str) -> tuple[str, ...]:
    """Return the pytest option that writes a JUnit report."""
    return (f"--junitxml={OUTPUT / report}.xml",)


ALL_MACHINE_CODE = """
import sys, mandapa.adapters.batch_steps
from mandapa.adapters.device_batch import translate_batch
from mandapa.kernel.compile.engine import COMPACT, ENVIRONMENT, STUDY, TABLE
from mandapa.kernel.random_play import settle_chance
from mandapa.lab.arena.clairvoyant import CLAIRVOYANT
from mandapa.lab.arena.simulation import STATISTICS
from mandapa.lab.arena.thorough import THOROUGH
from mandapa.lab.training.self_play import SELF_PLAY
from mandapa.library import game_type, load
game = sys.argv[1]
engine = game_type(game).engine
purposes = [TABLE, STUDY, ENVIRONMENT]
if game in ("kerala", "chola", "hampi", "indus"):
    purposes += [COMPACT]
if game == "kerala":
    purposes += [STATISTICS, CLAIRVOYANT, THOROUGH, SELF_PLAY]
if game == "menara":
    from mandapa.games.menara import compiled_functions
    compiled_functions.warm(*purposes)
else:
    engine.warm(*purposes)
    translate_batch(load(game))
if game == "kerala":
    engine.machine_code(settle_chance)
"""
"""All that tests use of a game's machine code, in one process: rule functions are translated once, which takes longer
than anything else. Includes the kernels for graphics cards, and the functions of Menara's towers."""


def machine_code(game: str) -> bool:
    """Compile a game, so that the processes that run the tests don't each compile it."""
    return python("-c", ALL_MACHINE_CODE, game)


def collect() -> bool:
    """Collect all tests once, so that the workers find the bytecode of tests and libraries instead of each writing it.

    The stages that run the tests report files that cannot be imported.
    """
    command = [str(setup.VENV_PYTHON), "-m", "pytest", "--collect-only", "-p", "no:cacheprovider"]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, timeout=LIMIT)
    return True


def set_up(step: str) -> bool:
    """Run a step of the set-up, which prints its progress."""
    try:
        setup.STEPS[step]()
    except (client.ClientError, setup.SetupError) as error:
        print(f"\nMandapa cannot be set up: {error}", file=sys.stderr)
        return False
    return True


class Stage(NamedTuple):
    """A stage of the checks.

    Attributes:
        run: runs the stage; returns True if it succeeds.
        after: the stages that must finish first, if they are selected.
    """

    run: Callable[[], bool]
    after: tuple[str, ...] = ()


PYTHON, NPM, CHROMIUM = "set-up: Python", "set-up: npm", "set-up: Chromium"
SET_UP = (PYTHON, NPM, CHROMIUM)
"""No other stage runs after one of these has failed."""

CODE = {
    f"machine code: {game}": Stage(partial(machine_code, game), (PYTHON,))
    for game in ("menara", "chola", "kerala", "hampi", "indus", "connect_four")
}

MENARA = "machine code: menara"

COLLECTION = "tests: collection"

STAGES = {
    PYTHON: Stage(partial(set_up, "development")),
    NPM: Stage(partial(set_up, "packages")),
    CHROMIUM: Stage(partial(set_up, "chromium")),
    "client types": Stage(lambda: npm("run", "check"), (NPM,)),
    "client tests": Stage(lambda: npm("run", "test"), (NPM,)),
    "client build": Stage(build_client, (NPM,)),
    "client lint": Stage(lambda: npm("run", "lint"), (NPM,)),
    **CODE,
    "mypy --strict": Stage(lambda: python("-m", "mypy"), (PYTHON,)),
    "rule clauses": Stage(lambda: python("tools/checks/clauses.py"), (PYTHON,)),
    "wire types": Stage(lambda: python("tools/client_types.py", "--check"), (PYTHON,)),
    "HTTP types": Stage(lambda: python("tools/http_types.py", "--check"), (PYTHON, NPM)),
    "import contracts": Stage(lambda: run(SCRIPTS / "lint-imports", "--no-cache", "--no-logo"), (PYTHON,)),
    "ruff check": Stage(lambda: python("-m", "ruff", "check", "."), (PYTHON,)),
    "ruff format": Stage(lambda: python("-m", "ruff", "format", "--check", "."), (PYTHON,)),
    "tidiness": Stage(lambda: python("tools/checks/tidy.py"), (PYTHON,)),
    "shape": Stage(lambda: python("tools/checks/shape.py"), (PYTHON,)),
    "prose": Stage(lambda: python("tools/checks/prose.py"), (PYTHON,)),
    "docstrings": Stage(lambda: python("tools/checks/docstrings.py"), (PYTHON,)),
    COLLECTION: Stage(collect, (PYTHON, *CODE)),
    "tests": Stage(lambda: pytest("tests", "--dist", "worksteal", "-m", FAST), (PYTHON, "client build", COLLECTION)),
    "tests in the browser": Stage(
        lambda: pytest("browser", "-p", "no:schemathesis", "--dist", "loadgroup", "-m", "e2e", "tests/e2e"),
        (PYTHON, CHROMIUM, "client build", COLLECTION),
    ),
}
"""The stages, in the order in which they are started."""


# ---------------------------------------------------------------- changed files

NEEDS_NO_CHECK = (CHROMIUM, "machine code", "client build", "tests")
"""Stages that `make quick` leaves out."""


HELPERS = ("reference", "vectors")
"""Folders with helpers and data of the tests in the folder above."""


def changed_files() -> list[str]:
    """Return files that differ from the last commit, new ones included; those of the last commit if there are none."""
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
    """Return the existing test files and folders that may cover a file."""
    room, _, rest = file.removeprefix("src/mandapa/").partition("/")
    if file.startswith("tests/"):
        folder = next(folder for folder in Path(file).parents if folder.name not in HELPERS)
        return [file] if Path(file).name.startswith("test_") else [str(folder)]
    if file.startswith("tools/"):
        return ["tests/tools"]
    if not file.startswith("src/mandapa/"):
        return ["tests/docs"] if file.startswith("docs/") else []
    if room == "games":
        game = rest.partition("/")[0]
        return [f"tests/rules/{game}", f"tests/bots/test_{game}.py", "tests/docs/test_catalogues.py"]
    return [f"tests/{room}"] if rest else ["tests/library"]


def changed_stages(files: list[str]) -> dict[str, Stage]:
    """Return the checks for these files; rules are interpreted, to avoid waiting for machine code.

    Menara would take ten minutes interpreted, so its machine code, most of a minute, is compiled first.
    """
    stages = {
        name: stage
        for name, stage in STAGES.items()
        if not name.startswith(NEEDS_NO_CHECK)
        and (NPM not in (name, *stage.after) or any(file.startswith(("web/", "src/mandapa/server/")) for file in files))
    }
    found = {path for file in files for path in tests_of(file) if (ROOT / path).exists()}
    if found:
        first = (MENARA,) if any(path.startswith("tests/rules/menara") for path in found) else ()
        stages |= {name: CODE[name] for name in first}
        if not first:
            os.environ["NUMBA_DISABLE_JIT"] = "1"
        quickly = ("--dist", "worksteal", "-q", "-m", "not e2e and not slow and not hosting", *sorted(found))
        stages["tests"] = Stage(lambda: pytest("tests", *quickly), (PYTHON, *first))
    return stages


# ---------------------------------------------------------------- running the stages


def counts_of(report: str) -> Counter[str]:
    """Count outcomes of a stage's tests; rerun tests count by their final outcome, and as reruns."""
    first, again = read_counts(report), read_counts(f"{report}{AGAIN}")
    if not again:
        return first
    first["failed"] = first["errors"] = 0
    return +(first + again + Counter({SECOND_TRY: sum(again.values())}))


def read_counts(report: str) -> Counter[str]:
    """Count outcomes in a JUnit report, in the words of pytest's closing line."""
    file = OUTPUT / f"{report}.xml"
    if not file.is_file():
        return Counter()
    suites = list(ElementTree.parse(file).getroot().iter("testsuite"))
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
    """Return pytest's closing line for all of its runs together."""
    counts: Counter[str] = sum((result.counts for result in results), Counter())
    seconds = sum(result.seconds for result in results if result.counts)
    words = ", ".join(
        f"{counts[outcome]} {outcome}" for outcome in ("failed", "passed", "skipped", "errors") if counts[outcome]
    )
    minutes, rest = divmod(int(seconds), 60)
    clock = f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
    return f" {words or 'no tests ran'} in {seconds:.2f}s ({clock}) ".center(100, "=")


def run_all(stages: dict[str, Stage]) -> list[Result]:
    """Run stages, each as soon as a slot is free and its dependencies are done; stop after a failed set-up."""
    waiting, results = dict(stages), []
    running: dict[Future[Result], str] = {}
    with ThreadPoolExecutor(PROCESSES) as pool:
        while waiting or running:
            pending = {*waiting, *running.values()}
            ready = [name for name, stage in waiting.items() if not pending.intersection(stage.after)]
            for name in ready[: PROCESSES - len(running)]:
                running[pool.submit(run_stage, name, waiting.pop(name).run)] = name
            done, _ = wait(running, PROGRESS_SECONDS, FIRST_COMPLETED)
            if not done:
                print(f"[check] still running: {', '.join(map(progress, running.values()))}", flush=True)
            for future in done:
                results.append(future.result())
                if running.pop(future) in SET_UP and not results[-1].passed:
                    waiting.clear()
    return results


def run_stage(name: str, stage: Callable[[], bool]) -> Result:
    """Run one stage, and show its output when it is done."""
    started = time.monotonic()
    with log_of(name).open("w+") as output:
        _output.set(output)
        passed = stage()
    said = log_of(name).read_text(errors="replace")
    if said:
        print(f"{heading(name)}\n{said}", end="", flush=True)
    counts = counts_of(REPORTS[name]) if name in REPORTS else Counter()
    return Result(name, passed, time.monotonic() - started, counts)


def log_of(name: str) -> Path:
    """Return the log file of a stage."""
    return OUTPUT / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}.log"


def progress(name: str) -> str:
    """Describe a running stage, with its progress if its output has one in pytest's format."""
    percentages = re.findall(r"\[ *(\d+%)\]", log_of(name).read_text(errors="replace"))
    return f"{name} ({percentages[-1]})" if percentages else name


def heading(name: str) -> str:
    """Return the line above a stage's output."""
    return f"\n{'-' * 8} {name} {'-' * (90 - len(name))}"


def main(wanted: list[str]) -> int:
    """Run the stages and print the summary; return the exit status."""
    starts = [word for word in wanted if word != "--changed"]
    stages = changed_stages(changed_files()) if "--changed" in wanted else STAGES
    stages = {name: stage for name, stage in stages.items() if not starts or name.startswith(tuple(starts))}
    if not stages:
        print(f"no stage begins so; there are: {', '.join(STAGES)}", file=sys.stderr)
        return 2
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir()
    os.environ["PATH"] = os.pathsep.join([str(SCRIPTS), os.environ.get("PATH", "")])
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    started = time.monotonic()
    results = run_all(stages)
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
