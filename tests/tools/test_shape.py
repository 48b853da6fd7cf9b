"""tools/checks/shape.py finds violations of its limits."""

from __future__ import annotations

import ast

import pytest

import shape


def trees(**sources: str) -> dict[str, ast.Module]:
    return {f"mandapa.{name}": ast.parse(source) for name, source in sources.items()}


@pytest.mark.parametrize(
    ("source", "cycle"),
    [
        ("import mandapa.a", True),
        ("from mandapa import a", True),
        ("from mandapa.a import one", True),
        ("class B:\n    from mandapa.a import one", True),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from mandapa import a", False),
        ("def late():\n    from mandapa import a", False),
        ("import json", False),
    ],
)
def test_a_cycle_of_imports_is_found(source: str, cycle: bool) -> None:
    found = shape.cycle_in(trees(a="from mandapa import b", b=source))
    assert set(found) == ({"mandapa.a", "mandapa.b"} if cycle else set())


def test_parameters_are_counted_without_self() -> None:
    (function,) = ast.parse("def f(self, a, /, b, *more, c, **rest): ...").body
    assert isinstance(function, ast.FunctionDef)
    assert shape.parameters(function) == 3


def test_an_exception_that_is_not_needed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shape, "measures", dict)
    monkeypatch.setattr(shape, "FOLDERS", {"deploy": 90})
    monkeypatch.setattr(shape, "tracked_files", lambda: [shape.ROOT / "deploy" / f"{number}" for number in range(80)])
    assert list(shape.problems()) == [
        "deploy: found 80 files; its exception of 90 in tools/checks/shape.py can shrink, or go"
    ]
