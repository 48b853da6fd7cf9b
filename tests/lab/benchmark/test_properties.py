"""Properties of environments: the margin that luck and skill are computed from."""

from __future__ import annotations

import pytest

from mandapa.lab.benchmark import properties
from mandapa.lab.benchmark.protocol import Protocol


def test_a_margin_is_that_of_the_given_seat(nim: Protocol) -> None:
    game, counts = nim.environments[0].load(), properties.Counts()
    for seat in range(2):
        properties.play(game, ["greedy", "random"], 3, counts, seat)
    first, second = counts.margins
    assert first == -second != 0


def test_greedy_takes_every_seat_against_beginners(nim: Protocol, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat with an advantage would count as skill otherwise."""
    played = []

    def play(game: object, names: list[str], seed: int, counts: properties.Counts, seat: int = 0) -> None:
        played.append((names, seat))
        counts.margins.append(float(seed))
        counts.branching.append(1)

    monkeypatch.setattr(properties, "play", play)
    monkeypatch.setattr(properties, "warm", lambda game: game)
    properties.measure(nim, nim.environments[0], 2)
    unequal = [(names, seat) for names, seat in played if "beginner" in names]
    assert unequal == [(["greedy", "beginner"], 0), (["beginner", "greedy"], 1)]
