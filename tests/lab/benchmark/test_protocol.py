"""The protocol agrees with the installed games and bots, and its seeds are those that it publishes."""

from __future__ import annotations

import hashlib

import pytest

from mandapa.bots.flat import PlannerBot
from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.benchmark import protocol as protocols
from mandapa.lab.benchmark.protocol import load_protocol, opponent_facts, seeds_for
from mandapa.lab.intervals import wilson_interval


def test_rules_pieces_opponents_and_seeds_are_those_that_are_installed() -> None:
    """If this fails, results are not comparable any more: restore what has changed, or add a protocol."""
    assert list(protocols.check(load_protocol())) == []


def test_a_difference_is_reported() -> None:
    protocol = load_protocol()
    kerala = protocol.environment("mandapa/kerala-v1")
    changed = kerala.model_copy(
        update={
            "opponents": (kerala.opponents[0].model_copy(update={"version": 2}),),
            "test_seeds": "0" * 64,
        }
    )
    newer = protocol.environment("mandapa/indus-v1").model_copy(update={"rules_version": 2})
    opponent, seeds, rules = protocols.check(protocol.model_copy(update={"environments": (changed, newer)}))
    assert "version=2" in opponent and "test seeds" in seeds and "rules 1" in rules


def test_every_budget_of_an_opponent_is_in_simulations() -> None:
    opponents = [one for environment in load_protocol().environments for one in environment.opponents]
    assert not [one.player for one in opponents if one.player.endswith("s") and "@" in one.player]
    assert all(not one.skill["simulations"] for one in opponents if one.skill)


def test_an_opponent_without_weights_uses_no_network() -> None:
    environment = load_protocol().environment("mandapa/chola-v1")
    (planner,) = (one for one in environment.opponents if one.player == "planner@200")
    game = environment.load()
    assert planner.spec.judges_by(game) == ""
    assert PlayerSpec.parse("planner@200").judges_by(game).startswith("network.npz")


def test_an_opponent_plays_without_the_parameters_for_two_that_a_game_has_set_since() -> None:
    environment = load_protocol().environment("mandapa/kerala-v1")
    (pinned,) = (one for one in environment.opponents if one.player == "planner@200")
    game = environment.load()
    today = opponent_facts(PlayerSpec.parse("planner@200"), game)
    assert today.weights == f"{pinned.weights}; rivalry 0.5"
    players = [one.spec.player(game, 1) for one in (pinned, today)]
    assert [one.rivalry for one in players if isinstance(one, PlannerBot)] == [0.0, 0.5]


def test_the_version_of_an_environment_is_that_of_its_rules() -> None:
    for environment in load_protocol().environments:
        assert environment.id.endswith(f"-v{environment.rules_version}")


def test_development_seeds_are_public_and_test_seeds_come_from_a_salted_counter() -> None:
    protocol = load_protocol()
    assert [protocol.seed("development", "mandapa/kerala-v1", number) for number in range(3)] == [1000, 1001, 1002]
    digest = hashlib.sha256(b"mandapa-bench-v1 held out/mandapa/kerala-v1/7").digest()
    assert protocol.seed("test", "mandapa/kerala-v1", 7) == int.from_bytes(digest[:8])
    drawn = {protocol.seed("test", one.id, number) for one in protocol.environments for number in range(385)}
    assert len(drawn) == 385 * len(protocol.environments)


@pytest.mark.parametrize(("half_width", "seeds"), [(0.05, 385), (0.1, 97), (0.2, 25)])
def test_the_number_of_seeds_follows_from_the_wanted_interval(half_width: float, seeds: int) -> None:
    assert seeds_for(half_width) == seeds
    low, high = wilson_interval(0.5, seeds)
    assert (high - low) / 2 <= half_width


@pytest.mark.parametrize("ask", [lambda: load_protocol("mandapa-bench-v9"), lambda: load_protocol().budget("hour")])
def test_an_unknown_name_is_refused(ask) -> None:
    with pytest.raises(OptionError, match="expected one of"):
        ask()
