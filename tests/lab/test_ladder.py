"""Ladder studies: win rates and ratings of the bot levels."""

from __future__ import annotations

import json

import pytest
from tests.bots import toys

import mandapa
from mandapa import bots
from mandapa.bots.simple import GreedyBot
from mandapa.kernel.game_type import Skill
from mandapa.lab.arena import ladder, matches as lab
from mandapa.lab.arena.matches import FinishedGame, Result
from mandapa.lab.arena.player_specs import PlayerSpec, planning
from mandapa.lab.arena.ratings import Contest, order_independent_ratings, points
from mandapa.lab.checkpoint import open_result_file, variant_name
from mandapa.lab.reports.strength_report import in_short


def test_each_level_meets_the_one_below():
    assert ladder.pairings() == [
        ("shown", "beginner"),
        ("novice", "beginner"),
        ("adept", "novice"),
        ("master", "adept"),
        ("grandmaster", "master"),
    ]


def test_others_meet_levels_and_more_simulations_meet_fewer():
    assert ladder.pairings(["mine:policy"])[-5:] == [("mine:policy", level.name) for level in bots.levels()]
    added = ladder.pairings(methods=True, curve=True)[len(ladder.pairings()) :]
    assert added[0] == ("beginner", "random") and (f"{ladder.MCTS}@1s", "grandmaster") in added
    assert added[-2:] == [("planner@1500", "planner@500"), ("planner@5000", "planner@1500")]


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setattr(lab, "warm", lambda game: game)


def test_a_rung_says_how_often_the_upper_one_wins_and_what_that_would_be_among_equals(interpreted):
    progress: list[int] = []
    found = ladder.ladder(
        toys.pairs(), 20, 1, progress=progress.append, meetings=[("greedy", "random"), ("shown", "random")]
    )
    assert [(rung.upper, rung.lower, rung.par, rung.games) for rung in found.rungs] == [
        ("greedy", "random", 0.5, 20),
        ("shown", "random", 0.5, 20),
    ]
    assert all(rung.wins.mean > 0.7 for rung in found.rungs)
    assert progress == list(range(2, 41, 2))
    assert found.to_json()["rungs"][0]["wins"]["mean"] == found.rungs[0].wins.mean
    first = found.rows()[0]
    assert (first["upper"], first["win_rate"]) == ("greedy", found.rungs[0].wins.mean)
    assert 0 < first["win_low"] < first["win_rate"] < first["win_high"] <= 1


def test_in_short_each_game_has_a_row_and_others_stay(interpreted):
    below = ladder.ladder(toys.pairs(), 4, 1, meetings=[("shown", "beginner"), ("novice", "beginner")])
    kept = "|  | beginner |\n| --- | ---: |\n| Other, long | 7 |\n"
    lines = in_short([below], kept).splitlines()
    assert lines[2] == "| Other, long | 7 |" and len(lines) == 4
    name, beginner, _, *higher = (cell.strip() for cell in lines[3].split("|")[1:-1])
    shown = below.rungs[0].wins.mean
    assert (name, higher) == (toys.pairs().type.title, [""] * 3)
    assert beginner.startswith(f"**{100 - 100 * shown:.0f}** (") and beginner.endswith(") 4")
    assert in_short([], "\n".join(lines)).splitlines() == lines


def test_where_all_play_together_everybody_has_all_seats_and_par_is_what_the_lower_one_wins(monkeypatch):
    game = mandapa.load("menara", players=2)
    won = {"adept": (1, 1, -1, 1), "novice": (1, -1, -1, -1)}

    def arena(game, bots, games, *settings, kept):
        played = [FinishedGame(n, (0, 0), (one, one), (0.5, 0.5), (1, 1)) for n, one in enumerate(won[bots[0]])]
        return Result(game, [PlayerSpec.parse(bots[0])], played, 1)

    monkeypatch.setattr(ladder, "arena", arena)
    found = ladder.ladder(game, 4, meetings=[("adept", "novice")])
    (rung,) = found.rungs
    assert (rung.wins.mean, rung.par, rung.games) == (0.75, 0.25, 4)
    assert [contest.scores for contest in found.contests()] == [[1, 1], [1, -1], [-1, -1], [1, -1]]
    assert list(ladder.rate_all([found])) == ["adept", "novice"]


def test_games_in_a_folder_are_not_played_again_and_what_was_broken_off_goes_on(interpreted, tmp_path, monkeypatch):
    game, meetings = toys.pairs(), [("greedy", "random")]
    whole = ladder.ladder(game, 12, 1, meetings=meetings)
    ladder.ladder(game, 6, 1, meetings=meetings, folder=tmp_path)
    (file,) = tmp_path.rglob("*.jsonl")
    facts, *groups = file.read_text().splitlines()
    assert [one["player"] for one in json.loads(facts)["entrants"]] == ["greedy", "random"]
    assert len(groups) == 3
    file.write_text("\n".join([facts, *groups])[:-9])
    progress: list[int] = []
    found = ladder.ladder(game, 12, 1, progress=progress.append, meetings=meetings, folder=tmp_path)
    assert progress == [6, 8, 10, 12]  # two groups were complete
    assert [one.scores for one in found.results[0].played] == [one.scores for one in whole.results[0].played]
    monkeypatch.setattr(lab, "_play", None)
    assert ladder.ladder(game, 0, 1, meetings=meetings, folder=tmp_path).rungs[0].wins == found.rungs[0].wins
    assert ladder.ladder(game, 0, 2, meetings=meetings, folder=tmp_path).rungs == ()  # other seeds, other games


def test_games_of_another_skill_or_version_lie_apart(tmp_path, monkeypatch):
    game = mandapa.load("kerala", 2)
    skills = {**game.type.planning.skills, "novice": Skill(0.5)}
    before = open_result_file(tmp_path, game, ["novice", "beginner"], 1).file
    assert open_result_file(tmp_path, planning(game, {"skills": skills}), ["novice", "beginner"], 1).file != before
    assert open_result_file(tmp_path, game, ["adept", "beginner"], 1).file.name.startswith("adept--beginner.")
    monkeypatch.setattr(GreedyBot, "version", 0)
    assert open_result_file(tmp_path, game, ["novice", "beginner"], 1).file != before


def test_those_who_never_met_are_on_one_scale():
    contests = [Contest(["b", "a"], [1, 0])] * 15 + [Contest(["b", "a"], [0, 1])] * 5
    contests += [Contest(["c", "b"], [1, 0])] * 30 + [Contest(["c", "b"], [0, 1])] * 10
    found = order_independent_ratings(contests)
    assert list(found) == ["c", "b", "a"]
    steps = [found["c"].mu - found["b"].mu, found["b"].mu - found["a"].mu]
    assert all(abs(step - points(0.75)) < 2 for step in steps)
    assert found["b"].sigma < found["c"].sigma < found["a"].sigma, "who has played more is better known"


def test_a_game_says_in_which_variants_it_is_measured():
    found = ladder.variants(mandapa.game_type("chola"), [], {})
    assert [(game.players, game.options["variant"]) for game in found[::4]] == [(2, "basic"), (2, "expert")]
    assert len(found) == 8
    (alone, *_) = ladder.variants(mandapa.game_type("menara"), [], {})
    assert (alone.players, variant_name(alone)) == (1, "1-difficulty=easy")
    (quick,) = ladder.variants(mandapa.game_type("hampi"), [3], {"length": "quick"})
    assert variant_name(quick) == "3-length=quick"


@pytest.mark.parametrize("name", mandapa.games())
def test_every_game_has_all_levels(name):
    skills = mandapa.game_type(name).planning.skills
    assert list(skills) == [level.name for level in bots.levels()]
    assert all(0 <= skill.attention <= 1 and 0 <= skill.foresight <= 1 for skill in skills.values())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [("kerala", {}), ("indus", {}), ("hampi", {}), ("chola", {})])
def test_an_adept_beats_a_beginner(name, options):
    (rung,) = ladder.ladder(mandapa.load(name, 2, **options), 20, 3, meetings=[("adept", "beginner")]).rungs
    assert rung.wins.mean > 0.6
