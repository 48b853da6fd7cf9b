"""A small table of Kerala: two seats, two rounds."""

from __future__ import annotations

import numpy as np
import pytest

from mandapa import library
from mandapa.play import Match, Seat

AT = "2026-01-02T03:04:05.000Z"


@pytest.fixture(scope="session")
def game() -> library.Game:
    return library.load("kerala", players=2, rounds=3)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


@pytest.fixture
def two_people(game: library.Game, rng: np.random.Generator) -> Match:
    """Two people, each on their own device; the set-up is done."""
    match = Match(game, [Seat("Asha", "person"), Seat("Bala", "person")])
    match.persons = ["asha", "bala"]
    match.resolve_chance(rng, AT)
    return match


def play_turn(match: Match, rng: np.random.Generator, *, confirm: bool = True) -> int:
    """Let the seat to act play its turn with its first legal actions; return the seat."""
    seat = match.to_act
    assert seat is not None
    while match.to_act == seat and match.open_turn is None:
        match.act(seat, match.state.legal_actions[0], AT)
    if confirm and match.open_turn == seat:
        match.confirm([seat], AT)
        match.resolve_chance(rng, AT)
    return seat
