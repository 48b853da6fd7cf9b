"""Protocols with one small environment, played without machine code."""

from __future__ import annotations

import pytest
from tests.bots import toys

import mandapa
from mandapa.lab.arena import matches
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.benchmark import runner
from mandapa.lab.benchmark.protocol import Environment, Protocol, load_protocol
from mandapa.library import Game


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> Protocol:
    """The protocol for Nim."""
    return protocol_of("nim", toys.nim(21), monkeypatch)


@pytest.fixture
def nim_with_network(monkeypatch: pytest.MonkeyPatch) -> Protocol:
    """The protocol for Nim with a network."""
    return protocol_of("nim", toys.nim_with_network(21), monkeypatch)


@pytest.fixture
def connect_four(monkeypatch: pytest.MonkeyPatch) -> Protocol:
    """The protocol for Connect Four, which has observations."""
    return protocol_of("connect-four", mandapa.load("connect_four"), monkeypatch)


def protocol_of(name: str, game: Game, monkeypatch: pytest.MonkeyPatch) -> Protocol:
    """Return the protocol for a game, with ``random`` and ``greedy`` as opponents and no digest of the test seeds."""
    monkeypatch.setattr(matches, "warm", lambda game: game)
    monkeypatch.setattr(runner, "warm", lambda game: game)
    monkeypatch.setattr(Environment, "load", lambda self: game)
    environment = Environment(
        id=f"mandapa/{name}-v1",
        game=game.name,
        players=2,
        rules_version=1,
        components=game.components_hash,
        test_seeds="",
        opponents=tuple(runner.opponent_facts(PlayerSpec.parse(one), game) for one in ("random", "greedy")),
    )
    return load_protocol().model_copy(update={"environments": (environment,)})
