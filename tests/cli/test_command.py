"""The command `mandapa` in a separate process."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

import mandapa as library
from mandapa.cli import app
from mandapa.cli.host import serve

from .conftest import Command


def process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run `python -m mandapa ARGUMENTS`."""
    command = [sys.executable, *more.pop("python", ()), "-m", "mandapa", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def test_the_version_is_the_library_s() -> None:
    done = process("--version")
    assert (done.returncode, done.stdout) == (0, f"mandapa {library.__version__}\n")


def test_the_installed_script_is_the_same_command() -> None:
    script = Path(sys.executable).with_name("mandapa")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"mandapa {library.__version__}\n"


def test_help_names_defaults_that_depend_on_the_machine_or_game(mandapa: Command) -> None:
    described = " ".join(mandapa("serve", "--help").stdout.replace("│", " ").split())
    assert "[default: (an SQLite file in your data folder)]" in described


def test_help_lists_all_commands() -> None:
    done = process("--help")
    assert done.returncode == 0
    for command in ("serve", "play", "simulate", "arena", "bench", "replay", "score", "components", "new"):
        assert command in done.stdout


@pytest.mark.parametrize("words", [(), ("lab",)], ids=" ".join)
def test_a_list_of_commands_has_the_help_of_each(words: tuple[str, ...]) -> None:
    """The list reads the help from the sources; the commands themselves have it from their functions."""
    context = group = typer.main.get_command(app)
    for word in words:
        group = group.load(word)
    with context.make_context("mandapa", list(words), resilient_parsing=True) as ctx:
        listed = {name: group.get_command(ctx, name).help for name in group.list_commands(ctx)}
    assert len(listed) > 8 and listed == {name: group.load(name).help for name in listed}


SIMULATE = ("simulate", "kerala", "--games", "2", "--seed", "1")


@pytest.mark.parametrize(
    ("command", "encoding"),
    [
        (("--help",), "ascii"),
        (SIMULATE, "ascii"),
        (SIMULATE, "cp1252"),
        (("arena", "connect_four", "random", "greedy", "--games", "2"), "ascii"),
        (("play", "kerala", "--players", "2"), "ascii"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_output_in_any_encoding(command: tuple[str, ...], encoding: str) -> None:
    """As on Windows, where a file or a pipe uses cp1252: characters missing there are replaced by similar ones."""
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "mandapa", *command], env=environment, input=b"quit\n", capture_output=True
    )
    assert done.returncode == 0, done.stderr
    shown = done.stdout.decode(encoding)
    assert shown.strip() and b"Traceback" not in done.stderr
    if command[0] == "simulate":
        assert re.search(r"-\d", shown), "a negative score has a hyphen for the minus sign"


def test_an_unknown_command_is_a_usage_error() -> None:
    done = process("dance")
    assert done.returncode == 2
    assert "dance" in done.stderr and "Traceback" not in done.stderr


def test_an_unknown_game_is_a_usage_error_without_traceback() -> None:
    done = process("play", "chess", stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stderr == f"mandapa: game: found 'chess', expected one of {', '.join(library.games())}\n"


def test_the_first_legal_move_needs_neither_compiler_nor_server(tmp_path: Path) -> None:
    """The first move appears without delay and without a cache: no heavy module is imported."""
    done = process(
        *("play", "kerala", "--players", "2", "-o", "first_leader=0"),
        python=("-X", "importtime"),
        input="quit\n",
        env={**os.environ, "MANDAPA_CACHE_DIR": str(tmp_path)},
    )
    assert done.returncode == 0
    assert "   1 take " in done.stdout
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time")}
    assert "mandapa.library" in imported
    assert not imported & {"numba", "llvmlite", "fastapi", "sqlalchemy", "mandapa.server"}


def test_a_command_leaves_the_others_alone() -> None:
    done = process("arena", "--help", python=("-X", "importtime"))
    assert done.returncode == 0
    assert "mandapa.lab.arena.matches" in done.stderr
    for other in ("mandapa.lab.arena.balance", "mandapa.lab.training", "mandapa.coach", "matplotlib", "fastapi"):
        assert other not in done.stderr


def test_a_reader_that_leaves_early_is_no_fault(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "mandapa", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        assert "Traceback" not in running.stderr.read()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[Any, bool]]:
    """The settings with which the server would be started; no server starts."""
    from mandapa import server

    started: list[tuple[Any, bool]] = []
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(server, "run", lambda settings, open_browser: started.append((settings, open_browser)))
    return started


@pytest.mark.usefixtures("free_ports")
def test_mandapa_alone_serves_and_opens_the_browser(mandapa: Command, served: list[tuple[Any, bool]]) -> None:
    assert mandapa().exit_code == 0
    ((settings, open_browser),) = served
    assert open_browser
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)


@pytest.mark.usefixtures("free_ports")
def test_serve_takes_settings_and_opens_no_browser(mandapa: Command, served: list[tuple[Any, bool]]) -> None:
    arguments = ("serve", "--host", "0.0.0.0", "--port", 9000, "--database", "sqlite:///mine.sqlite3")
    assert mandapa(*arguments).exit_code == 0
    ((settings, open_browser),) = served
    assert not open_browser
    assert (settings.host, settings.port, settings.database) == ("0.0.0.0", 9000, "sqlite:///mine.sqlite3")


def test_a_setting_that_cannot_be_is_a_usage_error(
    mandapa: Command, served: list[tuple[Any, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = mandapa("serve", "--port", 99999)
    assert result.exit_code == 2
    assert "--port: " in result.stderr and "65535" in result.stderr
    assert served == []
    monkeypatch.setenv("MANDAPA_BOTS", '["mine"')
    for command in (["serve"], ["admin", "status"]):
        result = mandapa(*command)
        assert result.exit_code == 2 and "MANDAPA_BOTS: " in result.stderr and "commas" in result.stderr
    monkeypatch.setenv("MANDAPA_BOTS", "")
    monkeypatch.setenv("MANDAPA_WORD_LIMIT", "often")
    assert "MANDAPA_WORD_LIMIT: " in mandapa("serve").stderr


def test_a_setting_that_is_misspelt_is_a_usage_error(
    mandapa: Command, served: list[tuple[Any, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MANDAPA_ALOWED_HOSTS", "play.example.org")
    result = mandapa("serve")
    assert result.exit_code == 2 and "MANDAPA_ALOWED_HOSTS: " in result.stderr
    assert "MANDAPA_ALLOWED_HOSTS?" in result.stderr and served == []


@pytest.mark.usefixtures("free_ports")
def test_settings_that_do_not_go_together_are_a_usage_error(mandapa: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANDAPA_WORKERS", "2")
    result = mandapa("serve", "--database", "sqlite:///mine.sqlite3")
    assert result.exit_code == 2
    assert "workers" in result.stderr
    monkeypatch.setenv("MANDAPA_WORKERS", "1")
    for database in ("nope://x", "abc"):
        assert "--database: expected" in mandapa("serve", "--database", database).stderr


@pytest.mark.usefixtures("free_ports")
def test_own_pieces_are_looked_at_before_the_start(
    mandapa: Command, served: list[tuple[Any, bool]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MANDAPA_PIECES", str(tmp_path / "nowhere"))
    result = mandapa("serve")
    assert result.exit_code == 2
    assert "MANDAPA_PIECES" in result.stderr and "expected a folder" in result.stderr
    assert served == []


@pytest.fixture
def free_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat every port as free."""
    monkeypatch.setattr(serve, "is_port_taken", lambda host, port: False)


@pytest.fixture
def listener() -> Iterator[tuple[socket.socket, int]]:
    """Another program that listens on a port."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken, taken.getsockname()[1]


def test_a_taken_port_is_explained(
    mandapa: Command, served: list[tuple[Any, bool]], listener: tuple[socket.socket, int]
) -> None:
    port = listener[1]
    result = mandapa("serve", "--port", port)
    assert result.exit_code == 1
    assert f"--port: {port} on 127.0.0.1 is taken by another program, expected a free one" in result.stderr
    assert served == []


def test_a_mandapa_that_runs_already_is_opened(
    mandapa: Command,
    monkeypatch: pytest.MonkeyPatch,
    served: list[tuple[Any, bool]],
    listener: tuple[socket.socket, int],
) -> None:
    def answer() -> None:
        connection, _ = listener[0].accept()
        with connection:
            connection.recv(4096)
            body = b'{"status": "ok", "version": "1", "compiled": {}}'
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    answering = threading.Thread(target=answer)
    answering.start()
    result = mandapa("serve", "--port", listener[1], "--open")
    answering.join()
    assert result.exit_code == 0
    assert opened == [f"http://127.0.0.1:{listener[1]}/"]
    assert f"Mandapa is already running at {opened[0]}" in result.output
    assert served == []


def test_an_address_that_is_not_ours_is_a_usage_error(mandapa: Command, served: list[tuple[Any, bool]]) -> None:
    result = mandapa("serve", "--host", "192.0.2.1")  # reserved for documentation: no machine has it
    assert result.exit_code == 2
    assert "cannot listen on 192.0.2.1, port 8000" in result.stderr


@pytest.mark.usefixtures("free_ports")
def test_closing_the_server_is_no_fault(
    mandapa: Command, monkeypatch: pytest.MonkeyPatch, served: list[tuple[Any, bool]]
) -> None:
    from mandapa import server

    def interrupted(settings: Any, open_browser: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(server, "run", interrupted)
    result = mandapa("serve")
    assert result.exit_code == 0
    assert "The server has stopped." in result.output


def test_documented_commands_and_options_exist(mandapa: Command, repository: Path) -> None:
    page = (repository / "docs" / "command-line.md").read_text()
    shown = [line.strip().split("   ")[0].split()[1:] for line in page.splitlines() if line.startswith("    mandapa ")]
    assert len(shown) >= 12
    for words in shown:
        command = words[:2] if words[0] in ("components", "lab") else words[:1]
        described = mandapa(*command, "--help").output
        for option in (word for word in words if word.startswith("-")):
            assert option in described, f"{' '.join(words)}: {option}"
