"""Helpers for tests of Indus: notation, set-up positions, random play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import mandapa

TEAMS = {"B": "blue", "Y": "yellow", "G": "green", "R": "red"}
RANKS = {"w": "worker", "a": "assistant", "p": "professor"}


def stacks(text: str) -> dict[str, list[str]]:
    """Parse ``34:Ba,Yw 56:Gp``: a blue assistant under a yellow worker on 34, a green professor on 56."""
    rows = [word.split(":") for word in text.split()]
    return {field: pieces.split(",") for field, pieces in rows}


def standing(text: str) -> dict[str, str]:
    """Parse ``N2:Ba W3:Bw``: researchers on start spaces."""
    return dict(word.split(":") for word in text.split())


def by_team(text: str) -> dict[str, int]:
    """Parse ``B4 Y0``: a number for some teams."""
    return {TEAMS[word[0]]: int(word[1:]) for word in text.split()}


def position(players: int = 4, options: dict[str, Any] | None = None, **description: Any) -> mandapa.State:
    """Return a set-up position, on the first board unless ``options`` say otherwise; stacks and starts may be text."""
    for name, read in (("stacks", stacks), ("starts", standing)):
        if isinstance(description.get(name), str):
            description[name] = read(description[name])
    return mandapa.load("indus", players=players, **(options or {})).position(description)


def shown_stacks(view: dict[str, Any]) -> dict[str, list[str]]:
    return {row["field"]: row["stack"] for row in view["fields"] if row["stack"]}


def shown_starts(view: dict[str, Any]) -> dict[str, str]:
    return {row["space"]: row["piece"] for row in view["starts"] if row["piece"]}


def of_team(view: dict[str, Any], team: str) -> dict[str, Any]:
    return next(row for row in view["teams"] if row["team"] == team)


def of_ruin(view: dict[str, Any], name: str) -> dict[str, Any]:
    return next(row for row in view["ruins"] if row["name"] == name)


def plays(seed: int, players: int = 4, choose: Any = None, **options: Any) -> Iterator[mandapa.State]:
    """Yield the state before every action and at the end. ``choose(state, rng)`` returns the id of a decision."""
    rng = np.random.default_rng(seed)
    state = mandapa.load("indus", players=players, **options).new_state()
    while not state.is_terminal:
        yield state
        if state.is_chance:
            state.apply(state.sample(rng))
        else:
            listed = state.legal_action_ids
            state.apply_id(choose(state, rng) if choose else listed[int(rng.integers(len(listed)))])
    yield state


def played(seed: int, players: int = 4, **options: Any) -> mandapa.State:
    """Return the final state of a random game."""
    *_, state = plays(seed, players, **options)
    return state
