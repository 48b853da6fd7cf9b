"""Run random play, kill loops and similar tests for hours with new seeds, before a release. `make soak`.

    python tools/soak.py [--hours 8] [--effort 20] [--seed 1000] [TEST...]

Repeats the tests that take their numbers and seeds from `tests/scaling.py`, each round with `--effort` times the effort
of `make test` and with new seeds, until the hours are over; TEST names a file or folder. Each failure is reported with
the command that repeats it. No rule is tested only here.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check
import setup

TESTS = check.ROOT / "tests"
REPORT = check.OUTPUT / "soak.xml"
HANGS_SECONDS = 300
"""Timeout of a test in `make test`, in seconds; here it is longer in proportion to the effort."""


def scalable_tests(wanted: list[str]) -> list[str]:
    """Return the test files that take their amount of random play from ``scaling.py``, or those among ``wanted``."""
    found = [
        file.relative_to(check.ROOT).as_posix()
        for file in sorted(TESTS.rglob("test_*.py"))
        if "from scaling import" in file.read_text()
    ]
    return [file for file in found if not wanted or any(Path(file).is_relative_to(name) for name in wanted)]


def one_round(files: list[str], effort: int, seed: int) -> list[str]:
    """Run the tests once; return a line for each failure."""
    known = {"MANDAPA_TEST_EFFORT": str(effort), "MANDAPA_TEST_SEED": str(seed)}
    REPORT.unlink(missing_ok=True)
    timeout = ["-o", f"faulthandler_timeout={HANGS_SECONDS * effort}"]
    command = ["-m", "pytest", "-q", "-n", str(check.PROCESSES), f"--junitxml={REPORT}", "-m", "not e2e", *timeout]
    command += files
    status = subprocess.run([setup.VENV_PYTHON, *command], cwd=check.ROOT, env={**os.environ, **known}).returncode
    again = " ".join(f"{name}={value}" for name, value in known.items())
    if not REPORT.is_file():
        return [f"pytest ended with {status} and no report; again: {again} .venv/bin/python {' '.join(command)}"]
    cases = ElementTree.parse(REPORT).getroot().iter("testcase")
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    return [
        f"{case.get('classname')}::{case.get('name')}\n    again: {again} .venv/bin/python -m pytest "
        f"{str(case.get('classname')).replace('.', '/')}.py -k {str(case.get('name')).partition('[')[0]}"
        for case in failed
    ]


def main(arguments: list[str]) -> int:
    """Soak until the time is over and print the failures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0, help="no round begins after so long (8)")
    parser.add_argument("--effort", type=int, default=20, help="times as much as in make test (20)")
    parser.add_argument("--seed", type=int, default=1000, help="where the seeds of the first round begin (1000)")
    parser.add_argument("tests", nargs="*", metavar="TEST")
    options = parser.parse_args(arguments)
    files = scalable_tests(options.tests)
    if not files:
        parser.error(f"no tests of random play in {' '.join(options.tests)}")
    check.OUTPUT.mkdir(exist_ok=True)
    end = time.monotonic() + 3600 * options.hours
    failed: list[str] = []
    rounds = 0
    while not rounds or time.monotonic() < end:
        seed = options.seed + 1000 * rounds
        rounds += 1
        print(f"\n-------- round {rounds}: seeds from {seed}, {len(failed)} failures so far", flush=True)
        failed += one_round(files, options.effort, seed)
    print(f"\n{rounds} rounds, {len(failed)} failures")
    print("\n".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
