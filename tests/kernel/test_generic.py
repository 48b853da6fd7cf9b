"""Generic functions choose their method by the layout of the record."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import mandapa
from mandapa.kernel import generic
from mandapa.kernel.generic import current_player, legal_actions, methods_in, register_methods
from mandapa.kernel.record import new_records


def layout(name):
    return np.dtype([("players", np.int8), (name, np.int8)])


def test_each_layout_has_its_own_method():
    one, other = layout("generic_one"), layout("generic_other")
    register_methods(one, {"current_player": lambda state: 1})
    register_methods(other, {"current_player": lambda state: 2})
    assert current_player(new_records(one, 1)[0]) == 1
    assert current_player(new_records(other, 1)[0]) == 2


def test_defaults_serve_where_a_game_brings_none():
    mine = layout("generic_defaults")

    def two(state, out):
        out[:2] = (3, 5)
        return 2

    register_methods(mine, {"current_player": lambda state: 0, "legal_actions": two})
    state = new_records(mine, 1)[0]
    assert [generic.is_legal(state, action) for action in (2, 3, 4, 5)] == [False, True, False, True]
    assert generic.chance_outcomes(state, np.empty(3, np.int32), np.empty(3)) == 0
    rng = np.random.default_rng(1)
    chosen = {generic.playout_action(state, np.empty(2, np.int32), rng) for _ in range(40)}
    assert chosen == {3, 5}
    before = state.tobytes()
    generic.redact(state, 0)
    generic.resample(state, 0, rng)
    assert state.tobytes() == before


def test_the_default_sampling_follows_the_distribution():
    mine = layout("generic_chance")

    def outcomes(state, actions, probabilities):
        actions[:3] = (1, 4, 6)
        probabilities[:3] = (0.2, 0.5, 0.3)
        return 3

    register_methods(mine, {"current_player": lambda state: generic.CHANCE, "chance_outcomes": outcomes})
    state, rng = new_records(mine, 1)[0], np.random.default_rng(2)
    drawn = np.bincount([generic.sample_chance(state, rng) for _ in range(4000)], minlength=7)
    assert drawn[[1, 4, 6]] == pytest.approx([800, 2000, 1200], abs=120) and drawn.sum() == drawn[[1, 4, 6]].sum()
    assert generic.is_legal(state, 4) and not generic.is_legal(state, 2)


def test_an_unknown_layout_is_told():
    with pytest.raises(TypeError, match="no method legal_actions"):
        legal_actions(new_records(layout("generic_unknown"), 1)[0], np.empty(1, np.int32))


def test_a_function_that_is_not_generic_is_told():
    with pytest.raises(ValueError, match="not generic functions: shuffle; known: "):
        register_methods(layout("generic_wrong"), {"shuffle": lambda state: None})


def test_two_games_with_one_layout_are_refused():
    mine = layout("generic_shared")

    def first(state):
        return 0

    def second(state):
        return 1

    register_methods(mine, {"current_player": first})
    register_methods(mine, {"current_player": first})
    with pytest.raises(ValueError, match="a game needs a layout of its own"):
        register_methods(mine, {"current_player": second})
    assert current_player(new_records(mine, 1)[0]) == 0


def test_methods_are_what_has_the_name_of_a_generic_function():
    supplied = {"apply_action": len, "view": str}
    assert methods_in(supplied) == {"apply_action": len}


def test_secrets_need_both_methods():
    type = mandapa.game_type("connect_four")
    with pytest.raises(ValueError, match="redact and resample are due exactly when hidden_information is True"):
        replace(type, hidden_information=True)
    with pytest.raises(ValueError, match=r"the game brings \['redact'\]"):
        replace(type, methods={**type.methods, "redact": lambda state, seat: None})
