"""Statistics of arena matches, checked on games with known results."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from rich.console import Console
from tests.bots import toys

import mandapa
from mandapa.cli.lab.common import arena_table
from mandapa.kernel.errors import OptionError
from mandapa.lab.arena import matches as lab
from mandapa.lab.arena.matches import FinishedGame, Result
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.executor import ProcessExecutor, SerialExecutor
from mandapa.lab.intervals import Estimate


def result_of(games: list[tuple[int, tuple[int, ...], tuple[float, ...]]], names: list[str]) -> Result:
    """Build a match result from ``(group, entrants by seat, scores by seat)``."""
    played = [
        FinishedGame(group, seats, scores, (0.5,) * len(seats), (10,) * len(seats)) for group, seats, scores in games
    ]
    return Result(
        mandapa.load("kerala", players=len(games[0][1])), [PlayerSpec.parse(name) for name in names], played, 1
    )


def test_entrants_are_read_with_their_budget():
    assert PlayerSpec.parse("planner") == PlayerSpec("planner", "planner")
    assert PlayerSpec.parse("flat@400") == PlayerSpec("flat@400", "flat", simulations=400)
    assert PlayerSpec.parse("flat@0.2s") == PlayerSpec("flat@0.2s", "flat", seconds=0.2)
    assert PlayerSpec.parse("planner-pass@9") == PlayerSpec("planner-pass@9", "planner", simulations=9, avoids="pass")


@pytest.mark.parametrize(
    "text",
    [
        "nobody",
        "flat@",
        "flat@many",
        "flat@s",
        "flat-",
        "flat-@3",
        "flat@0",
        "flat@-5",
        "flat@0s",
        "flat@nans",
        "flat@infs",
    ],
)
def test_a_wrong_entrant_is_refused(text):
    with pytest.raises(OptionError, match="bot: found"):
        PlayerSpec.parse(text)


def test_wins_are_shared_and_scores_are_means():
    """In a group of two games, master wins the first alone and shares the second."""
    result = result_of([(0, (0, 1), (5, 3)), (0, (1, 0), (4, 4)), (1, (0, 1), (1, 2))], ["planner", "greedy"])
    assert result.win_rate(0).mean == pytest.approx(((1 + 0.5) / 2 + 0) / 2)
    assert result.win_rate(1).mean == pytest.approx(((0 + 0.5) / 2 + 1) / 2)
    assert result.score(0).mean == pytest.approx(((5 + 4) / 2 + 1) / 2)
    assert result.score_difference(0, 1) == Estimate.of([(5 + 4 - 3 - 4) / 2, -1])


def test_a_player_with_several_seats_is_counted_for_each():
    result = result_of([(0, (0, 1, 1), (9, 4, 2)), (0, (1, 1, 0), (6, 3, 0))], ["planner", "greedy"])
    assert result.win_rate(0).mean == pytest.approx(1 / 2)
    assert result.win_rate(1).mean == pytest.approx(1 / 4)
    assert result.score(1).mean == pytest.approx((4 + 2 + 6 + 3) / 4)
    assert result.seconds_a_decision(1) == pytest.approx(0.05)


def test_intervals_cover_the_truth_about_95_times_in_100():
    """Groups of two games share random numbers, so an interval over single games would be too narrow."""
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(300):
        games = []
        for group in range(30):
            shared_noise = rng.normal(0, 5)
            games += [
                (group, (0, 1), (10 + shared_noise + rng.normal(), shared_noise + rng.normal())) for _ in range(2)
            ]
        score = result_of(games, ["planner", "greedy"]).score(0)
        covered += abs(score.mean - 10) <= score.margin
    assert 0.90 <= covered / 300 <= 0.99


def test_a_single_group_gives_no_interval():
    assert math.isinf(Estimate.of([3.0]).margin)
    assert Estimate.of([3.0]).to_json() == {"mean": 3.0, "margin": None}


def test_ratings_follow_the_results():
    games = [(group, (0, 1, 2), (3, 2, 1)) for group in range(20)] + [(20, (0, 1, 2), (1, 2, 3))]
    ratings = result_of(games, ["planner", "greedy", "random"]).ratings()
    means = [mu for mu, _ in ratings]
    assert means == sorted(means, reverse=True)
    assert all(sigma < 25 / 3 for _, sigma in ratings)


def test_every_player_sits_on_every_seat_with_the_same_luck(monkeypatch):
    game = toys.gamble()
    seen = []
    play = lab._play
    monkeypatch.setattr(lab, "warm", lambda game: game)
    monkeypatch.setattr(lab, "_play", lambda *given: seen.append(given[2:4]) or play(*given))
    result = lab.arena(game, ["greedy", "random"], games=3, seed=9)
    assert seen == [((0, 1), (0, 9, 0)), ((1, 0), (0, 9, 1)), ((0, 1), (1, 9, 0)), ((1, 0), (1, 9, 1))]
    assert [one.entrants for one in result.played] == [(0, 1), (1, 0)] * 2


def test_whole_groups_are_played():
    """A group has one game for each seat or, in cooperative games, for each player."""
    assert lab.games_in_groups(mandapa.load("kerala", players=4), 2, 5) == 8
    assert lab.games_in_groups(mandapa.load("menara", players=4), 2, 5) == 6
    assert lab.games_in_groups(mandapa.load("chola", players=1, variant="solo"), 3, 4) == 6


@pytest.mark.parametrize("game", [mandapa.load("menara", players=3), mandapa.load("chola", players=1, variant="solo")])
def test_where_nobody_plays_against_anybody_each_has_a_game_of_its_own(game):
    assert list(lab.seatings([0, 1, 0], game)) == [[(0,) * game.players, (1,) * game.players]]
    played = [
        FinishedGame(
            group, (bot,) * game.players, (result,) * game.players, (0.5,) * game.players, (10,) * game.players
        )
        for group in range(8)
        for bot, result in ((0, 1.0), (1, 1.0 if group else -1.0))
    ]
    result = Result(game, [PlayerSpec.parse("planner"), PlayerSpec.parse("greedy")], played, 1)
    assert [result.win_rate(n).mean for n in range(2)] == [1, 7 / 8]
    difference = result.score_difference(0, 1)
    assert difference is not None and difference.mean == 2 / 8
    (mine, _), (other, _) = result.ratings()
    assert mine > other


@pytest.mark.parametrize(
    ("given", "seats", "expected"),
    [
        ([0, 1], 4, [(0, 1, 0, 1)]),
        ([0, 1, 1], 3, [(0, 1, 1)]),
        ([0, 1, 2], 2, [(0, 1), (0, 2), (1, 2)]),
    ],
)
def test_line_ups(given, seats, expected):
    assert list(lab._line_ups(given, seats)) == expected


def test_the_result_follows_from_the_seed_whatever_the_number_of_processes():
    game = mandapa.load("kerala", players=2, rounds=2)
    results = []
    for executor in (SerialExecutor(), ProcessExecutor(2)):
        with executor:
            results.append(lab.arena(game, ["greedy", "random"], games=4, seed=3, executor=executor).to_json())
    for result in results:
        for entrant in result["entrants"]:
            assert entrant.pop("seconds_a_decision") > 0
    assert results[0] == results[1]
    json.dumps(results[0])


def test_the_table_names_everybody():
    result = result_of([(0, (0, 1), (5, 3)), (1, (1, 0), (4, 4))], ["planner@9", "greedy"])
    console = Console(width=160, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(arena_table(result))
    text = console.export_text()
    assert "planner@9" in text and "greedy" in text and "75.0 (26 to 100)" in text
