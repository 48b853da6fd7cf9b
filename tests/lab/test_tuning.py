"""Players with parameters, and tuning towards a known optimum."""

from __future__ import annotations

import json

import pytest

import mandapa
from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.player_specs import PlayerSpec, planning
from mandapa.lab.intervals import Estimate
from mandapa.lab.training import tuning as lab
from mandapa.lab.training.tuning import Parameter, tune


@pytest.fixture
def game() -> mandapa.Game:
    return mandapa.load("kerala", 2, rounds=1)


def test_players_take_parameters(game):
    one = PlayerSpec.parse("planner-pass+width=20+rounds=2+rivalry=0.5@9")
    assert one.parameters == (("width", 20), ("rounds", 2), ("rivalry", 0.5))
    player = one.player(game, 1)
    assert (player.width, player.turns, player.rivalry) == (20, 4, 0.5)
    assert (player.simulations, player.avoided_kind) == (9, "pass")
    assert PlayerSpec.parse("planner").player(game).width == 12
    assert PlayerSpec.parse("search+exploration=0.5").player(game).exploration == 0.5


def test_parameters_are_written_as_they_are_read():
    one = PlayerSpec.parse("planner-pass+width=20@9").with_parameters({"rounds": 2, "width": 4})
    assert one.label == "planner-pass+width=4+rounds=2@9"
    assert PlayerSpec.parse(one.label) == one


@pytest.mark.parametrize(
    ("text", "message"),
    [("greedy+width=3", "'width', which greedy"), ("master+seconds=1", "seconds"), ("master+name=1", "name")],
)
def test_a_parameter_that_there_is_not_is_named(game, text, message):
    with pytest.raises(OptionError, match=message):
        PlayerSpec.parse(text).player(game)


@pytest.mark.parametrize(
    "text", ["master+", "master+width", "master+width=much", "master+width=2@x", "master+width=nan", "master+width=inf"]
)
def test_wrong_parameters_are_refused(text):
    with pytest.raises(OptionError, match="bot: found"):
        PlayerSpec.parse(text)


def test_a_game_thought_about_otherwise_is_the_same_game(game):
    other = planning(game, {"trust": 0.25})
    assert other.type.planning.trust == 0.25 and game.type.planning.trust == 0
    assert other.engine is game.engine and other.new_state() == game.new_state()


def test_parameters_are_read():
    width = Parameter.parse("width=4:30")
    assert width == Parameter("width", 4, 30, 17, True)
    assert (width.value(0), width.value(0.5), width.value(2), width.share(30)) == (4, 17, 30, 1)
    assert Parameter.parse("exploration=0.5:4:2").value(0.1) == pytest.approx(0.85)


@pytest.mark.parametrize(
    "text", ["width", "width=3", "width=a:b", "width=5:2", "width=1:2:3", "=1:2", "w=1:2:1:2", "w=1:inf"]
)
def test_wrong_ranges_are_refused(text):
    with pytest.raises(OptionError, match="parameter"):
        Parameter.parse(text)


class Meeting:
    """An arena in which a player is stronger the nearer its parameters are to the optimum."""

    def __init__(self, game, bots, games, seed, executor, progress, kept=None) -> None:
        self.played = [None] * games
        strengths = [
            -sum((value - BEST[name]) ** 2 for name, value in PlayerSpec.parse(bot).parameters) for bot in bots
        ]
        rate = 1 / (1 + 10 ** (strengths[1] - strengths[0])) if len(strengths) == 2 else 0.5
        self.rates = [rate, 1 - rate]
        if progress is not None:
            progress(games)

    def win_rate(self, entrant):
        return Estimate(self.rates[entrant], 0.0)

    def to_json(self):
        return {"rates": self.rates}


BEST = {"width": 9, "exploration": 1.25}


def test_it_finds_what_is_best(monkeypatch, game):
    monkeypatch.setattr(lab, "arena", Meeting)
    reported = []
    parameters = [Parameter.parse("exploration=0.25:4.0:3.5")]
    found = tune(game, "search@9", parameters, steps=60, games=2, proof_games=10, progress=reported.append)
    assert dict(found.after.parameters)["exploration"] == pytest.approx(1.25, abs=0.3)
    assert dict(found.before.parameters) == {"exploration": 3.5}
    assert reported == sorted(reported) and reported[-1] == 60 * 2 + 10
    whole = tune(game, "planner@9", [Parameter.parse("width=1:30:25")], steps=60, games=2)
    assert abs(dict(whole.after.parameters)["width"] - 9) <= 1
    json.dumps(found.to_json())


def test_whole_numbers_are_always_told_apart(monkeypatch, game):
    monkeypatch.setattr(lab, "arena", Meeting)
    found = tune(game, "planner@9", [Parameter.parse("width=8:10")], steps=30, games=2)
    assert all(step.plus != step.minus for step in found.steps)


def test_real_games_follow_from_the_seed(game):
    parameters = [Parameter.parse("attention=0.1:1.0")]
    first, again = (tune(game, "greedy", parameters, steps=2, games=2, proof_games=2, seed=4) for _ in range(2))
    assert first.steps == again.steps and first.after == again.after
    assert len(first.proof.played) == 2
    assert [row["plus"] for row in first.rows()] == [step.plus for step in first.steps]


def test_one_player_alone_is_not_tuned():
    with pytest.raises(OptionError, match="nobody to compare"):
        tune(mandapa.load("chola", 1, variant="solo"), "greedy", [Parameter.parse("attention=0.1:1.0")])
