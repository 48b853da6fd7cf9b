"""Rule mistakes planted on purpose, one at a time: do the tests notice?

    python tools/mutants.py                        all faults
    python tools/mutants.py kerala indus/chain     those of a game, or single ones
    python tools/mutants.py --list [NAME...]       the table, without running anything
    python tools/mutants.py -j 4                   by so many workers at a time; 2 unless told

``tools/faults/NAME.toml`` lists the faults: the clause that is broken, the text of a source file before and after, and
the tests that must fail then, all of which belong to `make test`. Of a file that is named whole only those tests count
that name the clause; of a node id (``FILE::TEST``) and of a client's test file, all.

Each fault is planted into a copy of the sources and its tests run there, interpreted. It is ``killed`` if one of them
fails, ``survived`` if all pass, ``stale`` if the source text is no longer there exactly once or no test is left that
could notice. Exit status 0 only if all are killed.
"""

from __future__ import annotations

import argparse
import compileall
import os
import py_compile
import queue
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check
import client
import setup

ROOT = client.ROOT
TABLES = Path("tools", "faults")
COPIED = ("src", "tests", "tools", "pyproject.toml")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "static", "node_modules", "dist", "e2e", ".*")
CLIENT = "web/"
"""How the paths of the client's sources and tests begin."""

ENDLESS = 300
"""Seconds after which tests are stopped: neither slow ones nor faults that loop for ever belong in the table."""

KILLED, SURVIVED, STALE = "killed", "survived", "stale"


class Stale(Exception):
    """An entry of the table no longer fits the sources; the message says why."""


@dataclass(frozen=True)
class Fault:
    """One entry of a table.

    Attributes:
        name: ``TABLE/id``.
        clause: the rule that it breaks, as the tests name it; empty where no game's rule is broken.
        breaks: what goes wrong, in a few words.
        file: the source, relative to the repository's root.
        before: its text, which must be there exactly once.
        after: what stands there instead.
        tests: files below ``tests/``, node ids, or test files of the client.
    """

    name: str
    clause: str
    breaks: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]

    @property
    def table(self) -> str:
        """Name of its table: a game, ``play`` or ``client``."""
        return self.name.partition("/")[0]

    def planted(self, text: str) -> str:
        """The source with the fault; raises Stale."""
        found = text.count(self.before)
        if found != 1:
            raise Stale(f"{self.file} has {found} times instead of once: {self.before.strip()!r}")
        return text.replace(self.before, self.after)

    def problem(self, root: Path) -> str | None:
        """Why the entry does not fit the sources below ``root``, as far as that can be told without running tests."""
        missing = [name for name in (self.file, *map(file_of, self.tests)) if not (root / name).is_file()]
        if missing:
            return f"there is no {missing[0]}"
        if self.before == self.after:
            return "nothing is changed"
        try:
            self.planted((root / self.file).read_text())
        except Stale as error:
            return str(error)
        return next(filter(None, (self.lacking(root, test) for test in self.tests)), None)

    def lacking(self, root: Path, test: str) -> str | None:
        """What a test's file does not have: a test that names the clause, or the function of the node id."""
        text = text_about(root / file_of(test))
        if test in self.whole_files() and self.clause not in text:
            return f"no test of {test} names {self.clause}"
        return None if function_of(test) in text else f"there is no {test}"

    def whole_files(self) -> list[str]:
        """Files of which only the tests that name the clause count."""
        return [test for test in self.tests if self.clause and "::" not in test and not test.startswith(CLIENT)]


def file_of(test: str) -> str:
    """The file of a test's node id."""
    return test.partition("::")[0]


def function_of(test: str) -> str:
    """How the function of a test's node id begins; empty for a file."""
    name = test.rpartition("::")[2].partition("[")[0] if "::" in test else ""
    return f"def {name}(" if name else ""


def text_about(test: Path) -> str:
    """A test file with the data beside it: worked examples lie in TOML and name their clauses there."""
    data = test.parent.glob("*.toml") if ".toml" in (text := test.read_text()) else []
    return "\n".join([text, *(path.read_text() for path in data)])


# ---------------------------------------------------------------- tables


def read_table(path: Path) -> list[Fault]:
    """The faults of one file, in its order; raises ValueError where an entry is not as ``Fault`` says."""
    found = []
    for entry in tomllib.loads(path.read_text())["fault"]:
        name = f"{path.stem}/{entry.pop('id')}"
        given = {"clause": "", **entry, "name": name, "tests": tuple(entry.get("tests", ()))}
        wrong = set(given) ^ {field.name for field in fields(Fault)}
        if wrong or not given["tests"]:
            raise ValueError(f"{path}: {name}: missing or unknown: {', '.join(sorted(wrong)) or 'tests'}")
        found.append(Fault(**given))
    return found


def read_tables(root: Path = ROOT) -> list[Fault]:
    """All faults; raises ValueError where a name is given twice."""
    faults = [fault for path in sorted((root / TABLES).glob("*.toml")) for fault in read_table(path)]
    twice = [name for name, count in Counter(fault.name for fault in faults).items() if count > 1]
    if twice:
        raise ValueError(f"named twice: {', '.join(twice)}")
    return faults


def select(faults: Sequence[Fault], wanted: Sequence[str]) -> list[Fault]:
    """The faults of these tables or names, all if none is given; raises ValueError for one that is not there."""
    known = {name for fault in faults for name in (fault.name, fault.table)}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise ValueError(f"no such table or fault: {', '.join(unknown)}; see --list")
    return [fault for fault in faults if not wanted or {fault.name, fault.table} & set(wanted)]


# ---------------------------------------------------------------- copies of the sources


def copy_sources(root: Path, to: Path, with_client: bool) -> None:
    """Copy what the tests need.

    Compiled files go by the content of their source: going by its age would miss a fault planted within the same
    second.
    """
    for name in COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, to / name, ignore=NOT_COPIED)
        elif (root / name).is_file():
            shutil.copy(root / name, to / name)
    if with_client:
        shutil.copytree(root / CLIENT, to / CLIENT, ignore=NOT_COPIED)
        (to / CLIENT / "node_modules").symlink_to((root / CLIENT / "node_modules").resolve())
    by_content = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(to / "src", quiet=2, invalidation_mode=by_content)


def pytest_command(tests: Iterable[str], clauses: Iterable[str], *more: str) -> list[str]:
    """Run tests in a copy; of whole files those that name one of the clauses, if there are any."""
    named = [part for clause in clauses for part in ("--clause", clause)]
    plainly = ("-q", "--tb=short", "--assert=plain")  # to explain how two long texts differ can take minutes
    return [sys.executable, "-m", "pytest", *plainly, "-m", check.FAST, *more, *named, *tests]


def vitest_command(tests: Iterable[str]) -> list[str]:
    """Run test files of the client in a copy."""
    script = Path("node_modules", "vitest", "vitest.mjs")
    return [str(setup.node().program), str(script), "run", *(test.removeprefix(CLIENT) for test in tests)]


def run_in(copy: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in a copy, without the plugins of pytest that no rule needs: loading them takes a second."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(copy / "src"), str(copy / "tools")]),
        "NUMBA_DISABLE_JIT": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    environment.pop("PYTEST_ADDOPTS", None)
    folder = copy / CLIENT if "vitest.mjs" in command[1] else copy
    try:
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=ENDLESS)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"{' '.join(command)}: not ended after {ENDLESS} s")


def commands_of(faults: Iterable[Fault], *more: str) -> list[list[str]]:
    """What runs the tests of some faults: a file at a time, the client's together; ``more``: options of pytest."""
    clauses: dict[str, set[str]] = {}
    single: dict[str, set[str]] = {}
    theirs = set[str]()
    for fault in faults:
        for test in fault.tests:
            if test in fault.whole_files():
                clauses.setdefault(test, set()).add(fault.clause)
            elif test.startswith(CLIENT):
                theirs.add(test)
            else:
                single.setdefault(file_of(test), set()).add(test)
    commands = [pytest_command([test], sorted(named), *more) for test, named in clauses.items()]
    commands += [pytest_command(sorted(tests), (), *more) for tests in single.values()]
    return [*commands, vitest_command(sorted(theirs))] if theirs else commands


# ---------------------------------------------------------------- one fault


@dataclass(frozen=True)
class Verdict:
    """What became of a fault.

    Attributes:
        outcome: ``killed``, ``survived`` or ``stale``.
        seconds: how long its tests took.
        why: what the entry lacks, if it is stale.
    """

    fault: Fault
    outcome: str
    seconds: float
    why: str = ""

    def line(self) -> str:
        """One line of the table."""
        fault = self.fault
        words = f"{fault.breaks}: {self.why}" if self.why else fault.breaks
        return f"{self.outcome:<9} {fault.name:<34} {fault.clause:<14} {self.seconds:5.1f} s   {words}"


def try_fault(copy: Path, fault: Fault) -> Verdict:
    """Plant a fault into a copy, run its tests, and mend the copy."""
    started = time.monotonic()
    problem = fault.problem(copy)
    if problem:
        return Verdict(fault, STALE, 0, problem)
    source = copy / fault.file
    text = source.read_text()
    source.write_text(fault.planted(text))
    try:
        outcome, why = run_tests(copy, fault)
    finally:
        source.write_text(text)
    return Verdict(fault, outcome, time.monotonic() - started, why)


def run_tests(copy: Path, fault: Fault) -> tuple[str, str]:
    """Outcome and reason, with the fault in place."""
    for command in commands_of([fault], "-x"):
        result = run_in(copy, command)
        if result.returncode == 1:  # the status of failed tests, for pytest and vitest alike
            return KILLED, ""
        if result.returncode != 0:
            told = (result.stdout + result.stderr).strip().splitlines()
            return STALE, f"its tests cannot run: {told[-1] if told else result.returncode}"
    return SURVIVED, ""


# ---------------------------------------------------------------- all of them


@contextmanager
def borrowed(free: queue.SimpleQueue[Path]) -> Iterator[Path]:
    """One of the copies, for oneself."""
    copy = free.get()
    try:
        yield copy
    finally:
        free.put(copy)


def try_all(root: Path, faults: Sequence[Fault], workers: int) -> list[Verdict]:
    """Try every fault, several at a time, each worker in a copy of its own; prints as it goes.

    Raises SystemExit if the tests fail without any fault.
    """
    commands = commands_of(fault for fault in faults if fault.problem(root) is None)
    with_client = any(test.startswith(CLIENT) for fault in faults for test in fault.tests)
    free: queue.SimpleQueue[Path] = queue.SimpleQueue()

    with tempfile.TemporaryDirectory(prefix="mandapa-mutants-") as folder, ThreadPoolExecutor(workers) as pool:
        copies = [Path(folder, str(number)) for number in range(workers)]
        for copy in copies:
            copy_sources(root, copy, with_client)
            free.put(copy)

        def complaint(command: list[str]) -> str:
            with borrowed(free) as copy:
                result = run_in(copy, command)
            return result.stdout[-3000:] + result.stderr[-1000:] if result.returncode else ""

        def attempt(fault: Fault) -> Verdict:
            with borrowed(free) as copy:
                return try_fault(copy, fault)

        complaints = list(filter(None, pool.map(complaint, commands)))
        if complaints:
            raise SystemExit("\n".join([*complaints, "tests fail without any fault"]))
        verdicts = []
        for verdict in pool.map(attempt, faults):
            print(verdict.line(), flush=True)
            verdicts.append(verdict)
    return verdicts


def show(faults: Iterable[Fault]) -> None:
    """Print the table."""
    for fault in faults:
        print(f"{fault.name:<34} {fault.clause:<14} {fault.breaks}\n    {fault.file}: {' '.join(fault.tests)}")


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Try the faults that are asked for; returns the exit status."""
    parser = argparse.ArgumentParser(description="Plant rule mistakes and see whether the tests notice.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a table, such as kerala, or a fault, kerala/...")
    parser.add_argument("-j", "--workers", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--list", action="store_true", help="print the table only")
    given = parser.parse_args(arguments)
    try:
        faults = select(read_tables(root), given.names)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if given.list:
        show(faults)
        return 0
    started = time.monotonic()
    verdicts = try_all(root, faults, max(1, given.workers))
    counts = Counter(verdict.outcome for verdict in verdicts)
    minutes, seconds = divmod(int(time.monotonic() - started), 60)
    sums = ", ".join(f"{counts[outcome]} {outcome}" for outcome in (KILLED, SURVIVED, STALE))
    print(f"{len(verdicts)} faults: {sums} in {minutes} min {seconds} s")
    return 0 if counts[KILLED] == len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
