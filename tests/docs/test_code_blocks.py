"""The code blocks on all documentation pages work as the page says.

Python runs in order, with one namespace per page; code quoted from a file must be in that file. Commands are only
parsed by the program they call, not executed: they install, start servers, or play for hours.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import re
import shlex
import shutil
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

import mandapa
from mandapa.cli import app
from mandapa.lab.arena.balance import balance
from mandapa.lab.arena.matches import arena
from mandapa.lab.records import record_writer

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PROTOCOL = "protocol.md"
"""The page whose blocks are tested against a running server (tests/server/test_docs.py)."""
QUOTED = [*sorted((ROOT / "examples").rglob("*.py"))]
"""Files that are quoted in pages."""


class Block(NamedTuple):
    """A block of code: its page and line, its language, and its text."""

    page: Path
    line: int
    language: str
    code: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page in order: fenced ones, and commands that are only indented."""
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$|(?:^ {4}\S[^\n]*\n)+", text, re.M | re.S):
        line = text[: found.start()].count("\n") + 1
        if found[3] is None:
            yield Block(page, line, "console", textwrap.dedent(found[0]))
        else:
            yield Block(page, line, found[2], textwrap.dedent(found[3]))


BLOCKS = [block for page in PAGES for block in blocks(page)]


def of(*languages: str) -> list[Block]:
    return [block for block in BLOCKS if block.language in languages]


def test_every_block_is_of_a_language_that_is_checked() -> None:
    assert {block.language for block in BLOCKS} <= {"python", "console", "sh", "json", "toml"}
    assert len(of("python")) >= 25 and len(of("console", "sh")) >= 15


# ---------------------------------------------------------------- Python


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that pages read: what the commands before them would have written."""
    folder = tmp_path_factory.mktemp("written")
    game = mandapa.load("kerala", 2, rounds=2)
    with record_writer(folder / "games.jsonl") as keep:
        arena(game, ["greedy", "random"], games=2, keep=keep)
    first = (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()[0]
    (folder / "game.json").write_text(first, encoding="utf-8")
    balance({"kerala": game}, ["random"] * 2, 2).write_data(folder / "tables")
    return folder


@pytest.fixture
def files(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a copy of these files."""
    shutil.copytree(written, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("document", [page for page in PAGES if page.name != PROTOCOL], ids=lambda page: page.name)
def test_the_python_on_a_page_runs(document: Path) -> None:
    sources = [path.read_text(encoding="utf-8") for path in QUOTED]
    names: dict[str, Any] = {"__name__": document.stem.replace("-", "_")}
    for block in blocks(document):
        if block.language != "python" or any(block.code in source for source in sources):
            continue
        if ">>>" in block.code:
            run_examples(block, names)
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block.code, str(block), "exec"), names)


def run_examples(block: Block, names: dict[str, Any]) -> None:
    """Run the code after ``>>>``, and compare its output."""
    test = doctest.DocTestParser().get_doctest(block.code, names, str(block), str(block.page), block.line)
    output: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=output.append, clear_globs=False)
    names.update(test.globs)
    assert outcome.attempted and not outcome.failed, "".join(output)


# ---------------------------------------------------------------- commands


def commands() -> Iterator[Any]:
    """Return each line of a block of commands, without its comment."""
    for block in of("console", "sh"):
        for line in block.code.replace("\\\n", " ").splitlines():
            written = re.split(r"\s+#\s|\s{2,}", line.strip())[0].removeprefix("$ ")
            if written:
                yield pytest.param(written, id=f"{block}-{written}")


@pytest.mark.parametrize("command", list(commands()))
def test_a_command_is_one_that_there_is(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [word for word in shlex.split(command) if not re.fullmatch(r"[A-Z_]+=\S*", word)]
    if not words:  # settings only, which docs/hosting.md lists
        return
    program, arguments = words[0].removeprefix(".venv/bin/"), words[1:]
    if program == "mandapa":
        monkeypatch.chdir(tmp_path)
        for word in arguments:  # files that the command reads
            if re.fullmatch(r"[\w/-]+\.\w+", word):
                Path(word).parent.mkdir(parents=True, exist_ok=True)
                Path(word).touch()
        if arguments != ["..."]:
            parse(arguments)
    elif program == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        assert set(arguments[-1:]) <= set(targets)
    elif program in ("pip", "python") and arguments[0] in ("install", "-m"):
        check_module(arguments) if arguments[0] == "-m" else check_install(arguments[1:])
    elif program == "python":
        source = (ROOT / arguments[0]).read_text(encoding="utf-8")
        assert [word for word in arguments if word.startswith("--") and word not in source] == []
    else:
        assert program in ("git", "npm", "cd", "export", "python3", "cosmic-ray", "cr-report"), (
            f"nothing is known of {program}"
        )


def parse(arguments: list[str]) -> None:
    """Parse the arguments of ``mandapa`` and its subcommands as it does; an error is raised if they are wrong."""
    command: Any = typer.main.get_command(app)
    context, name = None, "mandapa"
    while True:
        context = command.make_context(name, list(arguments), parent=context)
        if not hasattr(command, "resolve_command"):
            return
        name, command, arguments = command.resolve_command(context, [*context._protected_args, *context.args])


def check_install(wanted: list[str]) -> None:
    """Check that the named extras and folders exist."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for word in wanted:
        folder, _, named = word.partition("[")
        assert set(named.rstrip("]").split(",")) - {""} <= extras.keys()
        if "/" in folder or folder == ".":
            assert (ROOT / folder / "pyproject.toml").is_file()


def check_module(arguments: list[str]) -> None:
    """Check a call of pytest, and that its files exist."""
    assert arguments[1] == "pytest"
    assert [word for word in arguments[2:] if word.startswith("tests/") and not (ROOT / word).exists()] == []


# ---------------------------------------------------------------- data


@pytest.mark.parametrize("block", of("toml"), ids=str)
def test_toml_can_be_read(block: Block) -> None:
    assert tomllib.loads(block.code)


@pytest.mark.parametrize("block", [block for block in of("json") if block.page.name != PROTOCOL], ids=str)
def test_json_can_be_read(block: Block) -> None:
    assert json.loads(block.code)
