"""Data sent by games matches their `view_types.py`: mypy checks the types, these tests the values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

import numpy as np
import pytest

import client_types
import mandapa
from scaling import seeds

DECLARED = {module.__name__.split(".")[-3]: (module, vocabulary) for _, module, vocabulary in client_types.declared()}

MORE = {"chola": {"variant": "expert", "players": 3}, "hampi": {"mode": "advanced", "players": 2}}
"""Games whose options add to the data they send."""

A_PHASE = 3
"""Number of states that are checked in each phase of a game."""


def wrong(value: Any, hint: Any, at: str) -> Iterator[str]:
    """Yield the places where a value does not match its type."""
    origin, parts = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        yield from wrong_fields(value, client_types.hints_of(hint), at)
    elif origin is Annotated:
        if hint.__metadata__ == ("every",) and set(value or ()) != set(get_args(get_args(parts[0])[0])):
            yield f"{at}: {value}, expected every key of {hint}"
        yield from wrong(value, parts[0], at)
    elif origin in (Union, UnionType):
        if all(any(wrong(value, part, at)) for part in parts):
            yield f"{at}: {value}, expected {hint}"
    elif origin in (list, tuple) and type(value) is origin:
        fixed = origin is tuple and parts[1:] != (...,)
        if fixed and len(value) != len(parts):
            yield f"{at}: {value}, expected {hint}"
        for number, (one, part) in enumerate(zip(value, parts if fixed else parts[:1] * len(value), strict=False)):
            yield from wrong(one, part, f"{at}[{number}]")
    elif origin is dict and type(value) is dict:
        for key, one in value.items():
            yield from wrong(key, parts[0], f"{at}, key")
            yield from wrong(one, parts[1], f"{at}[{key!r}]")
    elif not is_plain(value, hint):
        yield f"{at}: {value!r}, expected {hint}"


def wrong_fields(value: Any, hints: dict[str, Any], at: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{at}: {value!r}, expected {hints}"
        return
    for name, hint in hints.items():
        needless = get_origin(hint) is NotRequired
        if name in value:
            yield from wrong(value[name], get_args(hint)[0] if needless else hint, f"{at}.{name}")
        elif not needless:
            yield f"{at}: no {name}"
    for name in set(value) - set(hints):
        yield f"{at}: {name} is not declared"


def is_plain(value: Any, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return type(value) in (str, int, bool) and value in get_args(hint)
    return hint is object or type(value) is hint or (hint is float and type(value) is int)


def wrong_choice(choice: dict[str, Any], hints: list[dict[str, Any]]) -> list[str]:
    """Yield what is wrong with a choice, read as its kind."""
    found = [
        list(wrong_fields(choice, hint, choice["action"])) for hint in hints if choice["kind"] in get_args(hint["kind"])
    ]
    return min(found, key=len)


@pytest.mark.slow
@pytest.mark.parametrize("game", DECLARED)
def test_games_send_what_they_declare(game: str) -> None:
    module, vocabulary = DECLARED[game]
    names = client_types.names_in(module)
    choices = [client_types.choice(vocabulary, kind, names) for kind in vocabulary.decisions]
    type = mandapa.game_type(game)
    type.engine.warm()
    assert not list(wrong(type.presentation.gallery(type.load_components(None)), module.Gallery, "gallery"))
    for seed in seeds(2):
        options = {"players": type.max_players} if seed % 2 else MORE.get(game, {"players": type.min_players})
        check_game(module, choices, mandapa.load(game, **options), seed)


def check_game(module: ModuleType, choices: list[dict[str, Any]], game: mandapa.Game, seed: int) -> None:
    rng = np.random.default_rng(seed)
    state, seen = game.new_state(), Counter[str]()
    while True:
        view = state.view(None)
        seen[view["phase"]] += 1
        if seen[view["phase"]] <= A_PHASE or state.is_terminal:
            seat = None if state.is_chance else state.current_player
            assert not list(wrong(view, module.View, "view"))
            assert not list(wrong(list(state.scores(explain=True)), list[module.Sheet], "sheets"))
            assert not list(wrong(list(state.previews()), list[module.Preview], "previews"))
            assert not [fault for choice in state.choices(seat) for fault in wrong_choice(choice, choices)]
        if state.is_terminal:
            return
        state.resolve_chance(rng) if state.is_chance else state.apply(str(rng.choice(state.legal_actions)))
