"""Parsing of JSON and TOML input from users."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from mandapa.kernel.input.parsing import parse_json, parse_toml

DEEP = "[" * 100_000 + "]" * 100_000
LONG = "1" * 5_000


def test_a_byte_order_mark_is_skipped() -> None:
    assert parse_json('\ufeff{"a": 1}') == parse_toml("\ufeffa = 1") == {"a": 1}


@pytest.mark.parametrize(
    ("parse", "text", "reason"),
    [
        (parse_json, DEEP, "nested too deeply"),
        (parse_json, LONG, "a whole number of more than 4,300 digits"),
        (parse_toml, f"a = {DEEP}", "nested too deeply"),
        (parse_toml, f"a = {LONG}", "a whole number of more than 4,300 digits"),
    ],
    ids=["deep JSON", "long JSON number", "deep TOML", "long TOML number"],
)
def test_what_python_refuses_to_read_is_a_value_error(parse: Callable[[str], Any], text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse(text)


def test_what_is_no_json_or_toml_says_where() -> None:
    with pytest.raises(json.JSONDecodeError) as error:
        parse_json('{"a": 1,\n oops}')
    assert (error.value.lineno, error.value.colno) == (2, 2)
    with pytest.raises(tomllib.TOMLDecodeError, match="line 2"):
        parse_toml("a = 1\n= 2")
