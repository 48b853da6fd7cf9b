"""The programs behind `make`: finding a Python, setting up, checking, and summarising results."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import check
import chromium
import setup
import soak
import tidy


def find_python(repository: Path, path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tools/find-python.sh with only `path` to search for programs."""
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


def test_a_clone_with_line_ends_of_windows_starts(repository: Path, tmp_path: Path) -> None:
    """Shell scripts with CR LF do not work, so git must not convert them, whatever the user's settings."""
    git = ("git", "-c", "core.autocrlf=true", "-c", "user.name=A", "-c", "user.email=a@b.example")
    script = "tools/find-python.sh"
    for folder in (tmp_path / "tools", tmp_path / "clone"):
        folder.mkdir()
    for name in (".gitattributes", script):
        (tmp_path / name).write_bytes((repository / name).read_bytes())
    for command in (("init", "-q"), ("add", "."), ("commit", "-qm", "one"), ("clone", "-q", ".", "clone")):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    assert b"\r" not in (tmp_path / "clone" / script).read_bytes()


def test_an_unknown_step_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert setup.main(["everything"]) == 2
    assert "package       .venv with the package" in capsys.readouterr().err


def test_a_failing_step_ends_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise setup.SetupError("the network is down")

    monkeypatch.setitem(setup.STEPS, "package", fail)
    monkeypatch.setitem(setup.STEPS, "client", lambda: None)
    assert setup.main(["package", "client"]) == 1
    assert "Mandapa cannot be set up: the network is down" in capsys.readouterr().err


def test_the_package_is_installed_once_per_pyproject_and_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    monkeypatch.setattr(setup, "VENV", tmp_path)
    monkeypatch.setattr(setup, "ensure_venv", lambda: None)
    monkeypatch.setattr(setup, "pip_install", lambda *what: installed.append(what[1]))
    monkeypatch.setattr(setup, "write_bytecode", lambda: None)
    setup.install_package("package")
    setup.install_package("package")
    assert installed == ["."]
    setup.install_package("development")
    setup.install_package("development")
    setup.install_package("package")  # is part of the development installation
    assert installed == [".", ".[dev]"]


@pytest.mark.parametrize("forbidden", [True, False])
def test_bytecode_is_written_once_where_python_must_not_write_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forbidden: bool
) -> None:
    (tmp_path / "library_module.py").write_text("answer = 42", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", forbidden)
    monkeypatch.setattr(setup, "VENV_PYTHON", sys.executable)
    monkeypatch.setattr(setup, "STARTED", "import library_module")
    setup.write_bytecode()
    assert (tmp_path / "__pycache__").is_dir() == forbidden


def test_chromium_is_the_one_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_program(tmp_path / "chromium-browser", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MANDAPA_CHROMIUM", raising=False)
    assert chromium.find_chromium() == tmp_path / "chromium-browser"
    write_program(tmp_path / chromium.SHELL, "")
    assert chromium.find_chromium() == tmp_path / chromium.SHELL
    assert chromium.find_chromium(windows=True) == tmp_path / "chromium-browser"
    write_program(tmp_path / "mine", "")
    monkeypatch.setenv("MANDAPA_CHROMIUM", str(tmp_path / "mine"))
    assert chromium.find_chromium() == tmp_path / "mine"
    monkeypatch.setenv("MANDAPA_CHROMIUM", str(tmp_path / "missing"))
    assert chromium.find_chromium() is None


def test_the_closing_line_sums_up_all_runs_of_pytest() -> None:
    results = [
        check.Result("ruff check", True, 1.0),
        check.Result("tests", True, 100.0, Counter(passed=40, skipped=1)),
        check.Result("tests in the browser", False, 25.5, Counter(failed=2, passed=5)),
    ]
    assert check.closing_line(results).strip("= ") == "2 failed, 45 passed, 1 skipped in 125.50s (0:02:05)"


@pytest.fixture
def run_stages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """Run stages, given as actions or as results and dependencies, and return the exit status."""

    def run(**stages: tuple[Callable[[], bool] | bool, *tuple[str, ...]]) -> int:
        def doing(what: Callable[[], bool] | bool) -> Callable[[], bool]:
            return what if callable(what) else lambda: what

        named = {name.replace("_", " "): check.Stage(doing(what), after) for name, (what, *after) in stages.items()}
        monkeypatch.setattr(check, "STAGES", named)
        monkeypatch.setattr(check, "OUTPUT", tmp_path / "output")
        monkeypatch.setattr(os, "environ", dict(os.environ))
        return check.main([])

    return run


def test_all_stages_run_even_after_a_failure(
    run_stages: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []

    def third() -> bool:
        done.append("third")
        return True

    assert run_stages(first=(True,), second=(False,), third=(third, "second")) == 1
    assert done == ["third"]
    assert "failed: second" in capsys.readouterr().out


def test_a_stage_waits_for_what_it_needs(run_stages: Callable[..., int]) -> None:
    done: list[str] = []

    def stage(name: str, *after: str) -> tuple[Callable[[], bool], *tuple[str, ...]]:
        return lambda: bool([done.append(name)]), *after

    assert run_stages(last=stage("last", "next", "first"), next=stage("next", "first"), first=stage("first")) == 0
    assert done == ["first", "next", "last"]


def test_nothing_is_tried_after_a_failed_set_up(
    run_stages: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "SET_UP", ("pip",))
    assert run_stages(pip=(False,), tests=(lambda: pytest.fail("begun"), "pip")) == 1
    assert "failed: pip" in capsys.readouterr().out


def test_the_output_of_stages_side_by_side_is_not_mixed(
    run_stages: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def talk(name: str) -> Callable[[], bool]:
        return lambda: check.run(sys.executable, "-c", f"for i in range(20): print('{name}', flush=True)")

    assert run_stages(a=(talk("alpha"),), b_c=(talk("beta"),)) == 0
    said = capsys.readouterr().out
    assert "alpha\n" * 20 in said
    assert "beta\n" * 20 in said
    assert (tmp_path / "output" / "b-c.log").read_text() == "beta\n" * 20


def test_whoever_waits_long_is_told_how_far_the_tests_are(
    run_stages: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = threading.Event()

    def stage() -> bool:
        return check.run(sys.executable, "-c", "print('..... [ 42%]')") and seen.wait(60)

    def progress(name: str, tell: Callable[[str], str] = check.progress) -> str:
        line = tell(name)
        if "42%" in line:
            seen.set()
        return line

    monkeypatch.setattr(check, "PROGRESS_SECONDS", 0.01)
    monkeypatch.setattr(check, "progress", progress)
    assert run_stages(tests=(stage,)) == 0
    assert "still running: tests (42%)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        (
            "src/mandapa/games/kerala/rules/rules.py",
            ["tests/rules/kerala", "tests/bots/test_kerala.py", "tests/docs/test_catalogues.py"],
        ),
        ("src/mandapa/kernel/random_play.py", ["tests/kernel"]),
        ("src/mandapa/library.py", ["tests/library"]),
        ("tests/play/test_clock.py", ["tests/play/test_clock.py"]),
        ("tests/rules/chola/reference/chola_play.py", ["tests/rules/chola"]),
        ("tools/setup.py", ["tests/tools"]),
        ("docs/playing.md", ["tests/docs"]),
        ("web/src/main.ts", []),
    ],
)
def test_a_changed_file_names_its_tests(file: str, tests: list[str], repository: Path) -> None:
    assert check.tests_of(file) == tests
    assert all((repository / path).exists() for path in tests)


def test_only_what_has_changed_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    assert "NUMBA_DISABLE_JIT" not in os.environ
    assert set(check.changed_stages(["README.md"])) == {
        *(check.PYTHON, "mypy --strict", "rule clauses", "wire types", "import contracts"),
        *("ruff check", "ruff format", "tidiness", "shape", "prose", "docstrings"),
    }
    client = check.changed_stages(["web/src/main.ts"])
    assert {check.NPM, "client types", "client tests", "client lint", "HTTP types"} <= set(client)
    assert "tests" not in client
    assert "tests" in check.changed_stages(["src/mandapa/games/indus/rules/rules.py"])
    assert os.environ["NUMBA_DISABLE_JIT"] == "1"


def test_soaking_takes_the_tests_of_random_play(repository: Path) -> None:
    found = soak.scalable_tests([])
    assert found
    assert all("scaling" in (repository / file).read_text() for file in found)
    assert soak.scalable_tests([found[0]]) == [found[0]]
    assert soak.scalable_tests(["tests/nowhere"]) == []


FAILING = """
from scaling import seeds, scaled

def test_all_numbers_are_small():
    assert all(seed < 1000 for seed in seeds(2)), scaled(1)

def test_there_are_as_many_as_told():
    assert len(seeds(2)) == 6
"""


def test_what_fails_while_soaking_is_told_with_the_command_that_repeats_it(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(repository / "tests"))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # of the plugins it needs only this one
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    (tmp_path / "test_numbers.py").write_text(FAILING)
    monkeypatch.setattr(soak, "REPORT", tmp_path / "soak.xml")
    monkeypatch.setattr(check, "PROCESSES", 1)
    (failure,) = soak.one_round([str(tmp_path / "test_numbers.py")], effort=3, seed=5000)
    assert "test_all_numbers_are_small" in failure
    assert "MANDAPA_TEST_EFFORT=3 MANDAPA_TEST_SEED=5000" in failure


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


def test_outcomes_are_read_from_reports_as_a_second_try_left_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def report(name: str, **numbers: int) -> None:
        written = " ".join(f'{what}="{number}"' for what, number in numbers.items())
        (tmp_path / f"{name}.xml").write_text(f"<testsuites><testsuite {written}/></testsuites>")

    monkeypatch.setattr(check, "OUTPUT", tmp_path)
    assert check.counts_of("tests") == Counter()
    report("tests", tests=10, failures=1, errors=2, skipped=3)
    assert check.counts_of("tests") == Counter(failed=1, passed=4, skipped=3, errors=2)
    report("tests-again", tests=3, failures=0, errors=0, skipped=0)
    assert check.counts_of("tests") == {"passed": 7, "skipped": 3, check.SECOND_TRY: 3}
    report("tests-again", tests=3, failures=1, errors=0, skipped=0)
    assert check.counts_of("tests") == {"passed": 6, "failed": 1, "skipped": 3, check.SECOND_TRY: 3}
