"""tools/http_types.py: TypeScript types of the client from the server's OpenAPI description."""

from __future__ import annotations

from pathlib import Path

import pytest

import client
import http_types


def test_what_says_nothing_about_types_is_left_out_and_fields_of_that_name_are_kept() -> None:
    schema = {
        "title": "Guide",
        "description": "The rules.",
        "properties": {"title": {"type": "string", "title": "Title"}, "kind": {"enum": ["a"], "default": "a"}},
        "anyOf": [{"type": "null", "title": "None"}],
    }
    assert http_types.bare(schema) == {
        "description": "The rules.",
        "properties": {"title": {"type": "string"}, "kind": {"enum": ["a"]}},
        "anyOf": [{"type": "null"}],
    }


def test_every_shape_of_the_interface_has_a_type() -> None:
    text = http_types.FILE.read_text(encoding="utf-8")
    for name in http_types.document()["components"]["schemas"]:
        assert f"export type {name} = " in text, f"run {http_types.COMMAND}"


def test_a_stale_file_is_told_of_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "http.ts"
    monkeypatch.setattr(client, "ROOT", tmp_path)
    monkeypatch.setattr(http_types, "FILE", file)
    monkeypatch.setattr(http_types, "types", lambda described: ", ".join(described["paths"]) + "types\n")
    assert http_types.main(check=True) == 1 and not file.exists()
    assert "http.ts is stale: run python tools/http_types.py" in capsys.readouterr().out
    assert http_types.main(check=False) == 0 and file.read_text() == "types\n"
    assert http_types.main(check=True) == 0
