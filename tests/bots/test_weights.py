"""Weights from files, and the inputs of Kerala's network."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa
from mandapa.bots.weights import NO_WEIGHTS, load_weights, origin_of, write_weights
from mandapa.games.kerala.ai import value_net
from mandapa.kernel.errors import OptionError
from mandapa.kernel.generic import evaluate, evaluate_learnt, network_features
from mandapa.lab.arena.matches import Result
from mandapa.lab.arena.player_specs import PlayerSpec, planning

CELLS = "(0,0)KS (1,0)R>G@E (2,0)G2 (0,1)B1/K2 (1,1)B>R@N (0,-1)P1"
CORNERS = {"@N": "@E", "@E": "@S", "@S": "@W", "@W": "@N"}


@pytest.fixture(scope="module")
def kerala():
    return mandapa.load("kerala", players=2)


@pytest.fixture
def weights():
    return np.random.default_rng(3).normal(size=value_net.NETWORK.weights).astype(np.float32) / 4


def turned(cells: str) -> str:
    """Rotate a platform by a quarter turn to the right: (x, y) becomes (-y, x)."""
    found = []
    for stack in cells.split():
        place, tiles = stack[1:].split(")")
        x, y = map(int, place.split(","))
        found.append(f"({-y},{x})" + "".join(CORNERS.get(part, part) for part in _parts(tiles)))
    return " ".join(found)


def _parts(tiles: str) -> list[str]:
    at = tiles.find("@")
    return [tiles] if at < 0 else [tiles[:at], tiles[at:]]


def position(game, cells, figures=("(1,0)", "(0,1)")):
    return game.position(
        {
            "colours": ["black", "red"],
            "round": 7,
            "platforms": [{"cells": cells, "figures": list(figures)}, {}],
            "offer": ["K1", "G1"],
        }
    )


def test_a_file_keeps_weights_and_where_they_come_from(tmp_path, kerala, weights):
    write_weights(tmp_path / "a.npz", weights, {"games": 3})
    game = planning(kerala, {"weights": tmp_path / "a.npz"}).type
    assert load_weights(game).tolist() == weights.tolist()
    assert origin_of(game) == {"games": 3}


def test_files_that_do_not_fit_are_refused(tmp_path, kerala):
    write_weights(tmp_path / "short.npz", np.zeros(5), {})
    (tmp_path / "text.npz").write_text("nothing", encoding="utf-8")
    for name, message in (
        ("short", f"5 numbers, expected the {value_net.NETWORK.weights}"),
        ("text", "a file of weights"),
    ):
        with pytest.raises(OptionError, match=message):
            PlayerSpec.parse(f"planner:{tmp_path}/{name}.npz@9").player(kerala)
    with pytest.raises(OptionError, match=r"missing\.npz"):
        PlayerSpec.parse("planner:missing.npz").player(kerala)
    with pytest.raises(OptionError, match="hampi has no network"):
        PlayerSpec.parse("planner:missing.npz").player(mandapa.load("hampi", players=2))
    with pytest.raises(OptionError, match="a player that judges by a network in kerala"):
        PlayerSpec.parse("adept:missing.npz").player(kerala)
    with pytest.raises(OptionError, match="policy"):
        PlayerSpec.parse("planner:@9").player(kerala)


def test_players_judge_by_the_weights_that_they_are_given(tmp_path, kerala, weights):
    write_weights(tmp_path / "a.npz", weights, {})
    assert PlayerSpec.parse(f"planner:{tmp_path}/a.npz+width=4@9").player(kerala).weights.tolist() == weights.tolist()
    assert PlayerSpec.parse("planner:none@9").player(kerala).weights is NO_WEIGHTS


def test_players_say_which_weights_they_judge_by(tmp_path, kerala, weights):
    write_weights(tmp_path / "a.npz", weights, {"version": "9.9"})
    own = PlayerSpec.parse(f"master:{tmp_path}/a.npz")
    assert own.player(kerala).judges_by.startswith("a.npz of mandapa 9.9, ")
    assert PlayerSpec.parse("greedy").player(kerala).judges_by == ""
    result = Result(kerala, [own, PlayerSpec.parse("planner:none@9")], [], 1)
    assert result.judges() == {own.label: own.player(kerala).judges_by}
    write_weights(tmp_path / "b.npz", weights + 1, {"version": "9.9"})
    other = PlayerSpec.parse(f"master:{tmp_path}/b.npz").player(kerala).judges_by
    assert other.partition(" ")[2] != result.judges()[own.label].partition(" ")[2]


def test_without_weights_the_evaluation_stands(kerala):
    record = position(kerala, CELLS).record
    plain, judged = np.zeros(2), np.zeros(2)
    evaluate(record, plain)
    evaluate_learnt(record, 0, NO_WEIGHTS, judged)
    assert judged.tolist() == plain.tolist()


def test_it_does_not_matter_how_a_platform_is_turned(kerala, weights):
    judged = np.zeros((4, 2))
    cells, figures = CELLS, ["(1,0)", "(0,1)"]
    for row in judged:
        evaluate_learnt(position(kerala, cells, figures).record, 0, weights, row)
        cells, figures = turned(cells), [turned(figure) for figure in figures]
    assert np.ptp(judged, axis=0) == pytest.approx([0, 0], abs=1e-4)
    plain = np.zeros(2)
    evaluate(position(kerala, CELLS).record, plain)
    assert abs(judged[0, 0] - plain[0]) > 0.1 and judged[0, 1] == plain[1], "it adds to the seat that thinks"


def test_what_the_network_sees(kerala):
    record = position(kerala, CELLS).record
    seen = np.zeros(value_net.FEATURES, np.float32)
    network_features(record, 0, seen)
    cells = seen[1 : 1 + 6 * value_net.CELL].reshape(6, value_net.CELL)
    assert seen[0] == 6
    assert cells[:, value_net.COLOUR].tolist() == [1, 0, 0, 1, 0, 0], "the own colour is black"
    assert cells[:, value_net.MATCHED].tolist() == [0, 1, 0, 0, 1, 0]
    assert cells[:, value_net.STANDING].tolist() == [0, 1, 0, 1, 0, 0]
    assert cells[:, value_net.HEIGHT] == pytest.approx(np.array([1, 1, 1, 2, 1, 1]) / 3)
    places = seen[value_net.PLACES_AT : value_net.WHOLE_AT].reshape(value_net.PLACES, value_net.PLACE)
    assert seen[value_net.PLACES_AT - 1] == value_net.PLACES
    assert places[:, value_net.TAKEN].sum() == 5 and places[:, value_net.FREE].sum() == 3
    whole = seen[value_net.WHOLE_AT :]
    values = np.zeros(2)
    evaluate(record, values)
    assert whole[value_net.EVALUATION] == pytest.approx(values[0] / 20)
    assert whole[value_net.SUPPLIES : value_net.SUPPLIES + 5].sum() == pytest.approx(5)


def test_at_the_end_nothing_is_added(weights):
    state = mandapa.load("kerala", players=2, rounds=1).new_state()
    rng = np.random.default_rng(1)
    while not state.is_terminal:
        state.apply(state.sample(rng) if state.is_chance else str(rng.choice(state.legal_actions)))
    plain, judged = np.zeros(2), np.zeros(2)
    evaluate(state.record, plain)
    evaluate_learnt(state.record, 0, weights, judged)
    assert judged == pytest.approx(plain)
