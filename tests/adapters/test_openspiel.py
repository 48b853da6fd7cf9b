"""Our games in OpenSpiel pass its own tests and agree with our library."""

from __future__ import annotations

import importlib
import pickle
import sys
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import mandapa
from mandapa.adapters import openspiel
from mandapa.kernel.generic import CHANCE
from mandapa.lab import exact_solver
from scaling import scaled

PRIVATE = pyspiel.PrivateInfoType


@pytest.fixture(scope="module", autouse=True)
def parsed_flags():
    """Parse command-line flags, which OpenSpiel's playthroughs read."""
    flags.FLAGS(["tests"])


@pytest.fixture
def text_of_game(short_game):
    """Return the game string of ``short_game``."""
    short_game.engine.warm()
    options = {option.name: option for option in short_game.type.options}
    written = [f"{name}={openspiel.to_spiel_parameter(options[name], short_game.options[name])}" for name in options]
    return f"mandapa_{short_game.name}({','.join([f'players={short_game.players}', *written])})"


def play_random(state, rng, plies=10_000):
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


# ---------------------------------------------------------------- OpenSpiel's own tests, for every game


def test_random_simulation(text_of_game):
    game = pyspiel.load_game(text_of_game)
    pyspiel.random_sim_test(game, num_sims=scaled(1), serialize=True, verbose=False, mask_test=True)
    assert game.new_initial_state().history() == []


@pytest.mark.usefixtures("largest")
def test_simulation_with_pickles_and_clones(text_of_game):
    game = pyspiel.load_game(text_of_game)
    games_sim_test.GamesSimTest("test_pig").sim_game(game)
    assert pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()


def digest(tensor, name, max_cols=0):
    """Replace a tensor in a playthrough by a digest, since OpenSpiel's rounding of numbers took most of the time."""
    return [f"{name}: {tensor.shape} {blake2b(np.ascontiguousarray(tensor).tobytes()).hexdigest()}"]


@pytest.mark.usefixtures("largest")
def test_playthroughs_replay(text_of_game, short_game, tmp_path: Path, monkeypatch):
    if short_game.name != "connect_four":  # its tensor is written in full
        monkeypatch.setattr(generate_playthrough, "_format_tensor", digest)
    path = tmp_path / "playthrough.txt"
    path.write_text(generate_playthrough.playthrough(text_of_game, None, seed=7), encoding="utf-8")
    old, new = generate_playthrough.replay(path)
    assert old == new
    assert old.count("\naction: ") > 5 and "IsTerminal() = True" in old


# ---------------------------------------------------------------- comparison with the library


def test_it_is_the_same_game(text_of_game, short_game):
    """Compare the seat to act, legal actions, probabilities and results with the library at every step."""
    short_game.engine.warm()  # interpreted, the library takes half a minute for a game of Menara
    rng = np.random.default_rng(3)
    theirs, ours = pyspiel.load_game(text_of_game).new_initial_state(), short_game.new_state()
    while not ours.is_terminal:
        player = theirs.current_player()
        assert player == ours.current_player
        assert theirs.legal_actions() == ours.legal_action_ids
        assert [theirs.action_to_string(player, action) for action in theirs.legal_actions()] == ours.legal_actions
        if ours.is_chance:
            expected = dict(ours.chance_outcomes())
            assert {ours.format(id): chance for id, chance in theirs.chance_outcomes()} == pytest.approx(expected)
        action = int(rng.choice(ours.legal_action_ids))
        assert theirs.string_to_action(player, ours.format(action)) == action
        theirs.apply_action(action)
        ours.apply_id(action)
    assert theirs.is_terminal()
    assert theirs.returns() == pytest.approx(ours.returns())
    assert str(theirs) == str(ours)
    assert theirs.position.to_bytes() == ours.record.tobytes()


def test_observations_have_named_parts(text_of_game, short_game):
    game = pyspiel.load_game(text_of_game)
    if short_game.type.observation_size == 0:
        assert not game.get_type().provides_observation_tensor
        return
    observation = make_observation(game)
    state = play_random(game.new_initial_state(), np.random.default_rng(1), plies=30)
    for seat in range(short_game.players):
        observation.set_from(state, seat)
        assert observation.tensor.tolist() == pytest.approx(state.observation_tensor(seat))
        joined = np.concatenate([part.ravel() for part in observation.dict.values()])
        assert joined.tolist() == observation.tensor.tolist()
        assert np.abs(observation.tensor).max() > 0
    assert sum(part.size for part in observation.dict.values()) == short_game.type.observation_size


def test_callers_in_python_and_in_cpp_are_told_the_same(text_of_game, short_game):
    """OpenSpiel's own method uses C++, ours Python."""
    state = pyspiel.load_game(text_of_game).new_initial_state()
    rng = np.random.default_rng(4)
    for _ in range(40):
        if state.is_terminal():
            break
        assert (
            state.legal_actions() == pyspiel.State.legal_actions(state) == state.legal_actions(state.current_player())
        )
        for player in set(range(short_game.players)) - {state.current_player()}:
            actions = state.legal_actions(player)
            assert actions == pyspiel.State.legal_actions(state, player)
            assert actions == (state.legal_actions() if state.is_chance_node() else [])
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_every_option_can_be_written_in_a_game_string():
    game = pyspiel.load_game(
        "mandapa_kerala(players=3,rounds='3',first_leader='2',shift_turn=False,colours=blue;red;green)"
    )
    assert game.game.options["rounds"] == 3
    assert game.game.options["first_leader"] == 2
    assert game.game.options["shift_turn"] is False
    assert game.game.options["colours"] == ["blue", "red", "green"]
    assert pyspiel.load_game(str(game)).game.options == game.game.options
    by_name = pyspiel.load_game("mandapa_kerala", {"players": 3, "rounds": "3", "colours": "blue,red,green"})
    assert by_name.game.options["colours"] == ["blue", "red", "green"]
    assert pyspiel.load_game(str(by_name)).game.options == by_name.game.options


@pytest.mark.parametrize(
    ("text", "names"),
    [("mandapa_kerala(rounds=many)", "rounds"), ("mandapa_kerala(players=9)", "players"), ("mandapa_kerala(x=1)", "x")],
)
def test_wrong_parameters_are_named(text, names):
    with pytest.raises((mandapa.OptionError, pyspiel.SpielError), match=names):
        pyspiel.load_game(text)


def test_a_clone_goes_its_own_way():
    state = play_random(pyspiel.load_game("mandapa_kerala").new_initial_state(), np.random.default_rng(2), plies=40)
    before = state.position.to_bytes()
    clone = state.clone()
    play_random(clone, np.random.default_rng(3))
    assert clone.is_terminal() and not state.is_terminal()
    assert state.position.to_bytes() == before
    assert pickle.loads(pickle.dumps(state)).position.to_bytes() == before


# ---------------------------------------------------------------- secrets


def chola_states():
    """States of a game of Chola in which every seat has drawn cards that the others have not seen."""
    rng = np.random.default_rng(5)
    game = pyspiel.load_game("mandapa_chola(players=3)")
    for plies in (60, 90, 120, 150, 200):
        yield play_random(game.new_initial_state(), rng, plies=plies)


def test_no_seat_sees_what_it_may_not():
    """A state resampled for a seat looks the same to it in every observation, and yet differs."""
    rng = np.random.default_rng(6)
    differing = 0
    for state in chola_states():
        for seat in range(3):
            other = state.resample_from_infostate(seat, rng.random)
            differing += other.position.to_bytes() != state.position.to_bytes()
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            for kind in ((True, PRIVATE.NONE), (False, PRIVATE.SINGLE_PLAYER)):
                look = make_observation(
                    state.get_game(),
                    pyspiel.IIGObservationType(perfect_recall=False, public_info=kind[0], private_info=kind[1]),
                )
                assert look.string_from(other, seat) == look.string_from(state, seat)
    assert differing >= 5


def test_what_is_drawn_is_known_to_whom_it_is_dealt_only():
    game = pyspiel.load_game("mandapa_chola(players=2)")
    rng = np.random.default_rng(8)
    state = game.new_initial_state()
    while not state.is_terminal():
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else []
        after = state.child(outcomes[0]) if len(outcomes) > 1 else None
        before, tells = state.position.record, game.type.presentation
        secret = None if after is None else tells.secret(before, outcomes[0], after.position.record)
        if secret is not None:
            break
        state.apply_action(int(rng.choice(state.legal_actions())))
    one, two = (state.child(outcome) for outcome in outcomes[:2])
    knows, guesses = secret, 1 - secret
    assert one.information_state_string(guesses) == two.information_state_string(guesses)
    assert one.observation_string(guesses) == two.observation_string(guesses)
    assert one.information_state_string(knows) != two.information_state_string(knows)
    private = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, public_info=False, private_info=PRIVATE.SINGLE_PLAYER)
    )
    assert private.string_from(one, knows) != private.string_from(two, knows)


def test_nothing_is_forgotten():
    """The same table reached in two ways has two information states."""
    game = pyspiel.load_game("mandapa_chola(players=2)")
    state = play_random(game.new_initial_state(), np.random.default_rng(9), plies=80)
    texts = {seat: state.information_state_string(seat) for seat in range(2)}
    clone = state.clone()
    assert {seat: clone.information_state_string(seat) for seat in range(2)} == texts
    known = {texts[0]}
    while not clone.is_terminal():
        clone.apply_action(clone.legal_actions()[0])
        known.add(clone.information_state_string(0))
    assert len(known) > 20
    assert {seat: state.information_state_string(seat) for seat in range(2)} == texts


def test_observers_of_other_kinds():
    game = pyspiel.load_game("mandapa_chola(players=2)")
    state = play_random(game.new_initial_state(), np.random.default_rng(10), plies=90)

    def text(recall, public, private):
        kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        return make_observation(game, kind).string_from(state, 0)

    assert text(False, True, PRIVATE.ALL_PLAYERS) == str(state)
    assert text(True, True, PRIVATE.ALL_PLAYERS) == state.history_str()
    assert text(True, True, PRIVATE.NONE) != text(True, True, PRIVATE.SINGLE_PLAYER)
    assert text(False, False, PRIVATE.NONE) == ""
    assert text(False, False, PRIVATE.ALL_PLAYERS) is None
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"x": 1})


def test_information_states_are_told_apart_by_their_tensors():
    game = pyspiel.load_game("mandapa_chola(players=2)")
    state = play_random(game.new_initial_state(), np.random.default_rng(10), plies=60)
    observer = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    seen = {}
    for _ in range(12):
        observer.set_from(state, 0)
        actions = state.information_state_string(0)
        assert state.information_state_tensor(0) == pytest.approx(observer.tensor)
        bits = tuple(observer.dict["digest"].astype(int))
        assert len(bits) == 64 and set(bits) == {0, 1} and seen.setdefault(actions, bits) == bits
        state = play_random(state, np.random.default_rng(11), plies=1)
    assert len(set(seen.values())) == len(seen) > 2


def test_compact_observations():
    game = pyspiel.load_game("mandapa_indus(players=2)")
    state = play_random(game.new_initial_state(), np.random.default_rng(10), plies=60)
    observer = make_observation(game, params={"observation": "planes"})
    observer.set_from(state, 1)
    assert observer.dict["board"].shape == (35, 6, 6) and 0 < observer.tensor.max() <= 1


# ---------------------------------------------------------------- OpenSpiel's players


@pytest.mark.parametrize(
    "game",
    [
        mandapa.load("kerala", players=2, rounds=3),
        mandapa.load("hampi", players=5, length="quick"),
        mandapa.load("chola", players=4),
        exact_solver.small("indus"),
    ],
    ids=lambda game: game.name,
)
def test_lengths_and_utilities_are_bounded_by_the_setting(game):
    parameters = openspiel.parameters_of(game)
    theirs = pyspiel.load_game(f"mandapa_{game.name}", parameters)
    assert theirs.max_game_length() == game.bounds.decisions
    assert theirs.max_chance_nodes_in_history() == game.bounds.outcomes
    assert (theirs.min_utility(), theirs.max_utility()) == (game.bounds.least, game.bounds.most)


def test_its_tree_search_plays():
    game = pyspiel.load_game("mandapa_kerala(players=2,rounds='1')")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 10.0, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng, solve=False)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


def test_its_search_under_uncertainty_plays():
    game = pyspiel.load_game("mandapa_chola(players=2,turn_cap=4)")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 10.0, 6, random_state=rng)
    state = play_random(game.new_initial_state(), np.random.default_rng(1), plies=30)
    while state.current_player() == CHANCE:
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


def test_an_extra_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "mandapa.adapters.openspiel")
    with pytest.raises(ImportError, match=r"pip install 'mandapa\[openspiel\]'"):
        importlib.import_module("mandapa.adapters.openspiel")
