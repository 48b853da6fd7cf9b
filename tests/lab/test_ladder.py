"""How far the levels are apart."""

from __future__ import annotations

import pytest
from tests.bots import toys

import mandapa
from mandapa import bots
from mandapa.lab import arena as lab
from mandapa.lab import ladder
from mandapa.lab.arena import Played, Result
from mandapa.lab.entrants import Entrant


def test_each_level_meets_the_one_below():
    assert ladder.pairs() == [
        ("shown", "beginner"),
        ("novice", "beginner"),
        ("adept", "novice"),
        ("master", "adept"),
        ("grandmaster", "master"),
    ]


def test_a_rung_says_how_often_the_upper_one_wins_and_what_that_would_be_among_equals(monkeypatch):
    monkeypatch.setattr(lab, "warm", lambda game: game)
    told: list[int] = []
    rungs = ladder.ladder(toys.pairs(), 20, 1, progress=told.append, meetings=[("greedy", "random")] * 2)
    assert [(rung.upper, rung.lower, rung.par) for rung in rungs] == [("greedy", "random", 0.5)] * 2
    assert all(rung.wins.mean > 0.7 for rung in rungs)
    assert told == list(range(2, 41, 2))
    assert rungs[0].to_json()["wins"]["mean"] == rungs[0].wins.mean


def test_where_all_play_together_par_is_what_the_lower_one_wins():
    game = mandapa.load("menara", players=2)
    played = [
        Played(n, (bot, bot), (won, won), (0.5, 0.5), (1, 1)) for n in range(4) for bot, won in ((0, 1), (1, n - 1))
    ]
    rung = ladder._rung(Result(game, [Entrant.parse("adept"), Entrant.parse("novice")], played, 1), "adept", "novice")
    assert (rung.wins.mean, rung.par) == (1.0, 0.5)


@pytest.mark.parametrize("name", mandapa.games())
def test_every_game_has_all_levels(name):
    skills = mandapa.game_type(name).planning.skills
    assert list(skills) == [level.name for level in bots.levels()]
    assert all(0 < skill.attention <= 1 and 0 <= skill.foresight <= 1 for skill in skills.values())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [("kerala", {"rounds": 6}), ("indus", {}), ("hampi", {}), ("chola", {})])
def test_an_adept_beats_a_beginner(name, options):
    (rung,) = ladder.ladder(mandapa.load(name, 2, **options), 20, 3, meetings=[("adept", "beginner")])
    assert rung.wins.mean > 0.6
