"""The bounds of a game hold in every setting and from every position, and are not too loose."""

from __future__ import annotations

import re

import numpy as np
import pytest

import mandapa
import measure_bounds
from mandapa.kernel.bounds import Bounds, largest_sum
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.kernel.generic import sample_chance
from mandapa.lab import exact_solver
from scaling import scaled

SETTINGS = [(name, setting) for name, settings in measure_bounds.SETTINGS.items() for setting in settings]
LOOSENESS = {"kerala": 1.4, "hampi": 2, "indus": 1.3, "menara": 3, "chola": 5}
"""Ratio of a bound on decisions to the longest game observed, without options, that is accepted."""


def all_within(found: measure_bounds.Extremes, bounds: Bounds) -> bool:
    longest = found.decisions <= bounds.decisions and found.outcomes <= bounds.outcomes
    return bool(longest and bounds.least <= found.lowest and found.highest <= bounds.most)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "setting", "player"),
    [
        *((name, setting, "random") for name, setting in SETTINGS),
        *((name, settings[0], "greedy") for name, settings in measure_bounds.SETTINGS.items()),
    ],
    ids=str,
)
def test_games_stay_within_the_bounds_of_their_setting(name, setting, player):
    """Greedy games, which take longer, are played in the first setting of each game only."""
    game = mandapa.load(name, **setting)
    if not interpreted_only():
        game.engine.warm()  # otherwise a greedy game takes seconds
    assert all_within(measure_bounds.play(game, player, scaled(1), 5), game.bounds)


def test_the_page_lists_the_bounds_of_every_setting(repository):
    page = (repository / "docs/data/bounds.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| [A-Z]\w+ \| \d player.*", page, re.MULTILINE)
    rows = [
        measure_bounds.row(mandapa.load(name, **setting), setting, measure_bounds.Extremes())
        for name, setting in SETTINGS
    ]
    found = re.compile(r" \([^)]*\)")
    assert [found.sub("", line) for line in listed] == [found.sub("", line) for line in rows]


@pytest.mark.parametrize("name", exact_solver.small_games())
def test_small_games_stay_within_bounds_of_their_own(name):
    game = exact_solver.small(name)
    assert game.bounds.plies < mandapa.load(name, game.players).bounds.plies
    assert all_within(measure_bounds.play(game, "random", scaled(5), 5), game.bounds)


@pytest.mark.parametrize("name", measure_bounds.SETTINGS)
def test_what_is_left_of_a_game_stays_within_the_bounds_of_where_it_stands(name):
    """Bounds hold for the remainder, so they hold from any position of a game, and shrink towards its end."""
    game = mandapa.load(name, rounds=8) if name == "kerala" else mandapa.load(name)
    rng, state = np.random.default_rng(3), game.new_state()
    decisions, seen = 0, []
    while not state.is_terminal:
        seen.append((game.type.bounds(state.record), decisions, len(state.history_ids)))
        if state.is_chance:
            state.apply_id(int(game.engine.run(sample_chance, state.record, rng)), "")
        else:
            state.apply_id(int(rng.choice(state.legal_action_ids)), "")
            decisions += 1
    returns, plies = state.returns(), len(state.history_ids)
    for bounds, before, ply in seen:
        assert decisions - before <= bounds.decisions and plies - decisions - (ply - before) <= bounds.outcomes
        assert bounds.least <= min(returns) and max(returns) <= bounds.most
    assert seen[-1][0].plies < seen[0][0].plies


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOSENESS)
def test_bounds_are_not_far_from_long_games(name):
    game = mandapa.load(name)
    assert game.bounds.decisions <= LOOSENESS[name] * measure_bounds.play(game, "random", scaled(4), 6).decisions


@pytest.mark.parametrize(
    ("count", "kinds", "expected"),
    [(0, [(5, 3)], 0), (2, [(5, 3)], 10), (4, [(1, 9), (5, 3)], 16), (9, [(1, 2), (5, 3)], 17), (3, [], 0)],
)
def test_the_largest_sum_takes_the_largest_first(count, kinds, expected):
    assert largest_sum(count, kinds) == expected


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("name", "setting", "expected"),
    [
        # 80 turns of take and step, 5 shifts of three decisions, 25 edges and jumps (KER-SETUP-5, KER-SETUP-7)
        ("kerala", {"players": 2}, Bounds(200, 103, -93, 163)),
        ("kerala", {"players": 5, "rounds": 1, "first_leader": 0}, Bounds(25, 10, -20, -7)),
        # 81 rolls, each with a decision, and 39 researchers that are posted (IND-END-2)
        ("indus", {"players": 3}, Bounds(120, 82, 0, 126)),
        ("hampi", {"players": 2, "length": "quick"}, Bounds(136, 526, -0.5, 0.5)),
        ("menara", {"players": 1, "free_build": True}, Bounds(472, 339, 0, 0)),
    ],
    ids=str,
)
def test_bounds_of_some_settings(name, setting, expected):
    assert mandapa.load(name, **setting).bounds == expected
