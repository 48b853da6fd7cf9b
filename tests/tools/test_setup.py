"""What `make` runs: choosing a Python, setting up, checking, summing up."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import check
import chromium
import setup
import tidy


def find_python(repository: Path, path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tools/find-python.sh with only `path` to look for programs in."""
    return subprocess.run(
        ["/bin/sh", str(repository / "tools" / "find-python.sh")],
        env={"PATH": str(path), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def write_program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


OLD = "exit 1"  # every question to it, also "are you 3.11 or newer?", is answered by failure
GOOD = f'exec "{sys.executable}" "$@"'
WITHOUT_VENV = f"""case "$*" in *ensurepip*) exit 1 ;; esac\nexec "{sys.executable}" "$@\""""


def test_the_first_python_that_will_do_is_taken(repository: Path, tmp_path: Path) -> None:
    write_program(tmp_path / "python3.13", OLD)
    write_program(tmp_path / "python3.12", WITHOUT_VENV)
    write_program(tmp_path / "python3", GOOD)
    found = find_python(repository, tmp_path)
    assert (found.returncode, found.stdout.strip()) == (0, sys.executable)


def test_a_python_can_be_named(repository: Path, tmp_path: Path) -> None:
    found = find_python(repository, tmp_path, PYTHON=sys.executable)
    assert (found.returncode, found.stdout.strip()) == (0, sys.executable)


def test_without_a_python_it_says_which_is_needed(repository: Path, tmp_path: Path) -> None:
    write_program(tmp_path / "python3", OLD)
    found = find_python(repository, tmp_path)
    assert found.returncode == 1
    assert "needs Python 3.11 or newer" in found.stderr


def test_without_the_venv_module_it_says_what_to_install(repository: Path, tmp_path: Path) -> None:
    write_program(tmp_path / "python3.11", WITHOUT_VENV)
    found = find_python(repository, tmp_path)
    assert found.returncode == 1
    assert f"python{sys.version_info[0]}.{sys.version_info[1]}-venv" in found.stderr


def test_an_unknown_step_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert setup.main(["everything"]) == 2
    assert "Steps, done in the order given" in capsys.readouterr().err


def test_a_failing_step_ends_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise setup.SetupError("the network is down")

    monkeypatch.setitem(setup.STEPS, "package", fail)
    monkeypatch.setitem(setup.STEPS, "client", lambda: pytest.fail("a step after the failing one was done"))
    assert setup.main(["package", "client"]) == 1
    assert "Mandapa cannot be set up: the network is down" in capsys.readouterr().err


def test_the_package_is_installed_once_per_pyproject_and_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    monkeypatch.setattr(setup, "VENV", tmp_path)
    monkeypatch.setattr(setup, "ensure_venv", lambda: None)
    monkeypatch.setattr(setup, "pip_install", lambda *what: installed.append(what[1]))
    setup.install_package("package")
    setup.install_package("package")
    assert installed == ["."]
    setup.install_package("development")
    setup.install_package("development")
    setup.install_package("package")  # is part of the development installation
    assert installed == [".", ".[dev]"]


def test_chromium_is_the_one_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_program(tmp_path / "chromium-browser", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MANDAPA_CHROMIUM", raising=False)
    assert chromium.find_chromium() == tmp_path / "chromium-browser"
    write_program(tmp_path / "mine", "")
    monkeypatch.setenv("MANDAPA_CHROMIUM", str(tmp_path / "mine"))
    assert chromium.find_chromium() == tmp_path / "mine"
    monkeypatch.setenv("MANDAPA_CHROMIUM", str(tmp_path / "missing"))
    assert chromium.find_chromium() is None


JUNIT = """<testsuites><testsuite tests="10" failures="1" errors="2" skipped="3"/></testsuites>"""


def test_outcomes_are_read_from_reports(tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text(JUNIT)
    assert check.read_counts(tmp_path / "report.xml") == Counter(failed=1, passed=4, skipped=3, errors=2)
    assert check.read_counts(tmp_path / "none.xml") == Counter()


def test_the_closing_line_sums_up_all_runs_of_pytest() -> None:
    results = [
        check.Result("ruff check", True, 1.0),
        check.Result("tests", True, 100.0, Counter(passed=40, skipped=1)),
        check.Result("tests in the browser", False, 25.5, Counter(failed=2, passed=5)),
    ]
    assert check.closing_line(results).strip("= ") == "2 failed, 45 passed, 1 skipped in 125.50s (0:02:05)"


def run_stages(monkeypatch: pytest.MonkeyPatch, folder: Path, **outcomes: bool) -> tuple[int, list[str]]:
    done: list[str] = []

    def stage(name: str, outcome: bool) -> bool:
        done.append(name)
        return outcome

    stages = {name: lambda name=name, outcome=outcome: stage(name, outcome) for name, outcome in outcomes.items()}
    monkeypatch.setattr(check, "STAGES", stages)
    monkeypatch.setattr(check, "OUTPUT", folder / "output")
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return check.main([]), done


def test_all_stages_run_even_after_a_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, done = run_stages(monkeypatch, tmp_path, first=True, second=False, third=True)
    assert status == 1
    assert done == ["first", "second", "third"]
    assert "failed: second" in capsys.readouterr().out


def test_it_passes_only_when_every_stage_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert run_stages(monkeypatch, tmp_path, first=True, second=True)[0] == 0


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("see https://registry." + "npmjs.org/x", "a package registry address"),
        ("--index" + "-url http://x", "a package registry address"),
        ('"resolved' + '": "https://x"', "a package registry address"),
        ("open /hom" + "e/me/file", "a path of one machine"),
        ("# TO" + "DO later", "unfinished work"),
    ],
)
def test_untidy_lines_are_found(line: str, what: str) -> None:
    found = list(tidy.problems_in(tidy.ROOT / "src" / "x.py", f"fine\n{line}\n"))
    assert len(found) == 1
    assert found[0].startswith(f"src/x.py:2: {what}")


def test_overlong_files_are_found() -> None:
    assert list(tidy.problems_in(tidy.ROOT / "src" / "x.py", "x\n" * 600)) == []
    assert list(tidy.problems_in(tidy.ROOT / "src" / "x.py", "x\n" * 601)) == [
        "src/x.py: 601 lines; beyond 600 a file wants splitting"
    ]
    assert list(tidy.problems_in(tidy.ROOT / "x.json", "x\n" * 601)) == []
