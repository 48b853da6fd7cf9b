"""A protocol with one small environment, played without machine code."""

from __future__ import annotations

import pytest
from tests.bots import toys

from mandapa.lab.arena import matches
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.benchmark import runner
from mandapa.lab.benchmark.protocol import Environment, Protocol, load_protocol


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> Protocol:
    """The protocol for Nim, with ``random`` and ``greedy`` as opponents, and without the pinned test seeds."""
    game, protocol = toys.nim(21), load_protocol()
    monkeypatch.setattr(matches, "warm", lambda game: game)
    monkeypatch.setattr(runner, "warm", lambda game: game)
    monkeypatch.setattr(Environment, "load", lambda self: game)
    environment = Environment(
        id="mandapa/nim-v1",
        game=game.name,
        players=2,
        rules_version=1,
        components=game.components_hash,
        test_seeds="",
        opponents=tuple(runner.opponent_facts(PlayerSpec.parse(name), game) for name in ("random", "greedy")),
    )
    return protocol.model_copy(update={"environments": (environment,)})
