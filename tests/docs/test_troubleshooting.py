"""Messages quoted in docs/troubleshooting.md are those of the program, and its advice is right."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mandapa.cli import app


def messages(repository: Path) -> list[str]:
    """Return the quoted messages in the first columns."""
    page = (repository / "docs/troubleshooting.md").read_text(encoding="utf-8")
    return [quoted for row in re.findall(r"^\| (`[^|]*?) \|", page, re.M) for quoted in re.findall(r"`([^`]+)`", row)]


def test_quoted_messages_are_in_the_sources(repository: Path) -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in (repository / "src/mandapa").rglob("*.py"))
    sources = re.sub(r'"\s+f?"', "", sources)
    for message in messages(repository):
        words = [part.strip() for part in re.split(r"\.\.\.|\b\d+\b|connection failed", message)]
        assert all(part in sources for part in words if len(part) > 3), message


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("MANDAPA_WORKRES", "2", "MANDAPA_WORKRES: there is no such setting; do you mean MANDAPA_WORKERS?"),
        ("MANDAPA_WORKERS", "2", "workers: 2 processes cannot share an SQLite file"),
        ("MANDAPA_DATABASE", "postgresql://nobody@127.0.0.1:1/none", "--database: connection failed"),
        ("MANDAPA_DATABASE", "postgresql://a@host:port/x", "--database: expected sqlite:///FILE or postgresql://"),
    ],
)
def test_a_wrong_setting_is_told_at_the_start(
    variable: str, value: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MANDAPA_DATABASE", f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    monkeypatch.setenv("MANDAPA_PORT", "0")
    monkeypatch.setenv(variable, value)
    done = CliRunner().invoke(app, ["serve"], catch_exceptions=False)
    assert done.exit_code == 2 and message in " ".join(done.output.replace("│", " ").split())


def test_a_setting_that_resembles_none_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANDAPA_DB", f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path))
    done = CliRunner().invoke(app, ["serve", "--database", "mysql://host/x"], catch_exceptions=False)
    assert done.exit_code == 2 and "mandapa: MANDAPA_DB: there is no such setting; it is ignored" in done.output
    assert "MANDAPA_CACHE_DIR" not in done.output


def test_a_port_in_use_is_told_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANDAPA_DATABASE", f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = CliRunner().invoke(app, ["serve", "--port", str(port)], catch_exceptions=False)
    assert done.exit_code == 1 and "is taken by another program" in " ".join(done.output.split())
