"""Untrusted texts are matched against the patterns of a game's vocabulary: none may take long to reject."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from mandapa import library
from mandapa.kernel.actions import Vocabulary

GAMES = sorted(file.parents[1].name for file in Path(library.__file__).parent.glob("games/*/rules/actions.py"))
NESTED = re.compile(r"\([^()]*[*+][^()]*\)[*+]")
"""An unbounded repetition within another one, whose time can double with every character of a text."""


@pytest.mark.parametrize("game", GAMES)
def test_no_pattern_repeats_without_bound_what_repeats_without_bound(game: str) -> None:
    module = import_module(f"mandapa.games.{game}.rules.actions")
    (words,) = (one for one in vars(module).values() if isinstance(one, Vocabulary))
    for kind in (*words.decisions, *words.events):
        assert not NESTED.search(kind.form.pattern.replace(r"\(", "").replace(r"\)", ""))
        assert kind.form.fullmatch("9" * 8000) is None


def test_the_check_finds_what_it_looks_for() -> None:
    assert NESTED.search("(?:a+ ?)*") and NESTED.search("cover (F[0-9]+)+") and not NESTED.search("(?:a[0-9])* b+")
