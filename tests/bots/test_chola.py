"""Bots in Chola."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from tests.bots.simulated import interpreted, simulated

from mandapa import bots
from mandapa.bots.simple import MAX_TURNS, TurnLister
from mandapa.games.chola import GAME
from mandapa.games.chola.ai import evaluation
from mandapa.games.chola.rules.actions import is_build, is_sculpt
from mandapa.games.chola.rules.state import ACTION, NONE, NUM_COLOURS, OVER, SOLO
from mandapa.games.chola.rules.temple import flood, owner_of, takes_one, value_of
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.kernel.generic import evaluate, playout_action, redact, resample, returns
from mandapa.lab.arena.matches import arena
from mandapa.library import Game

TABLES = [("basic", 2), ("basic", 4), ("expert", 3), ("solo", 1)]


def table(variant: str, players: int, **options) -> Game:
    return Game(GAME, players, {"variant": variant, **options})


def positions(game: Game, seed: int, every: int, *, quick: bool = False):
    """Yield decisions of random games, or of games by the playout policy."""
    rng = np.random.default_rng(seed)
    state = game.new_state()
    decisions = 0
    while not state.is_terminal:
        if state.is_chance:
            state.apply(state.sample(rng))
            continue
        decisions += 1
        if decisions % every == 0:
            yield state
        state.apply_id(quick_choice(state, rng) if quick else int(rng.choice(state.legal_action_ids)))


def quick_choice(state, rng) -> int:
    """Return the choice of the playout policy."""
    return int(playout_action(state.record, np.empty(GAME.max_legal, np.int32), rng))


@pytest.fixture(scope="module")
def machine():
    """Chola's machine code."""
    if interpreted_only():
        pytest.skip("machine code is switched off")
    GAME.engine.warm()


# ---------------------------------------------------------------- decisions


@pytest.mark.slow
@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_choice_is_legal(machine, name, variant, players):
    for state in positions(table(variant, players), seed=players, every=23):
        before = state.hash()
        bot = bots.make(name, state.game, seed=1, simulations=12)
        assert bot.choose(state.for_seat(state.current_player), state.current_player) in state.legal_actions
        assert state.hash() == before


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy", "planner", "search"])
def test_the_same_seed_and_simulations_give_the_same_decisions(machine, name):
    for state in positions(table("expert", 3), seed=5, every=40):
        chosen = {bots.make(name, state.game, seed=7, simulations=40).choose(state) for _ in range(2)}
        assert len(chosen) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["novice", "greedy", "flat", "planner", "search"])
@pytest.mark.parametrize(("variant", "players"), [("basic", 3), ("expert", 4)])
def test_secret_cards_of_others_do_not_matter(machine, name, variant, players):
    """The same seed gives the same decision, whatever the others hold and the stack hides."""
    exchanged = 0
    rng = np.random.default_rng(3)
    for state in positions(table(variant, players), seed=11, every=25):
        seat = state.current_player
        other = state.copy()
        redact(other.record, seat)
        resample(other.record, seat, rng)
        exchanged += bool((other.record.cards != state.record.cards).any())
        chosen = {bots.make(name, state.game, seed=2, simulations=24).choose(one, seat) for one in (state, other)}
        assert len(chosen) == 1
    assert exchanged >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players", "games"), [("basic", 2, 12), ("basic", 5, 10), ("expert", 2, 12)])
def test_greedy_beats_random(machine, variant, players, games):
    entrants = ["greedy"] + ["random"] * (players - 1)
    result = arena(table(variant, players), entrants, games=games, seed=4)
    assert result.entrants[0].label == "greedy"
    assert result.win_rate(0).mean > 0.8
    assert result.score(0).mean > 1.4 * result.score(1).mean


@pytest.mark.slow
def test_greedy_alone_is_ahead_of_random(machine):
    game = table("solo", 1)
    greedy, uniform = (arena(game, [name], games=20, seed=4).score(0).mean for name in ("greedy", "random"))
    assert greedy > uniform + 40


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_greedy_looks_through_every_turn(machine, variant, players):
    """No position comes near the limit; with an extra turn (bonus card U4) and in Solo more turns follow
    immediately."""
    lister = TurnLister(table(variant, players))
    most = MAX_TURNS // 4
    for state in positions(lister.game, seed=8, every=7):
        assert len(lister.best(state.record, most, np.random.default_rng(1))) < most


@pytest.mark.slow
def test_simulations_give_the_same_interpreted_and_as_machine_code(machine):
    for state in islice(positions(table("expert", 3), seed=12, every=60, quick=True), 4):
        outcomes = []
        for run in (state.game.engine.run, interpreted):
            outcome, end = simulated(state, [], 6, run)
            outcomes.append((outcome, end.tobytes()))
        assert outcomes[0][1] == outcomes[1][1]
        assert outcomes[0][0] == pytest.approx(outcomes[1][0])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_every_kind_of_turn_is_judged_at_the_same_moment(machine, players):
    """One round after it, both if a draw settles the turn and if the next player follows immediately."""
    compared = set()
    for state in positions(table("basic", players), seed=2, every=10, quick=True):
        if state.record.phase != ACTION:
            continue
        found = TurnLister(state.game).best(state.record, 8, np.random.default_rng(1))
        turns = set()
        for _, line in found:
            _, end = simulated(state, line, players)
            if end.phase != OVER:
                turns.add(int(end.turn - state.record.turn))
                compared.add(is_build(line[0]) or is_sculpt(line[0]))
        assert turns <= {players + 1}
    assert compared == {True, False}


@pytest.mark.slow
def test_simulations_alone_do_not_go_on_to_the_end(machine):
    """One more turn, until stones or cards are drawn again: the rest is left to the evaluation."""
    state = next(positions(table("solo", 1), seed=3, every=5, quick=True))
    _, end = simulated(state, state.legal_action_ids[:1], 1)
    assert 2 <= end.turn - state.record.turn <= 20
    assert end.phase != OVER


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players", "games"), [("basic", 2, 6), ("solo", 1, 6)])
def test_master_beats_greedy(machine, variant, players, games):
    game = table(variant, players)
    if players == 1:
        greedy, master = (arena(game, [name], games=games, seed=3).score(0).mean for name in ("greedy", "planner@60"))
    else:
        result = arena(game, ["planner@60", "greedy"], games=games, seed=3)
        master, greedy = result.score(0).mean, result.score(1).mean
    assert master > greedy


# ---------------------------------------------------------------- evaluation and playout policy


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_quick_choices_are_legal_and_end_with_a_full_temple(variant, players):
    game = table(variant, players)
    rng = np.random.default_rng(2)
    state = game.new_state()
    while not state.is_terminal:
        if state.is_chance:
            state.apply(state.sample(rng))
            continue
        choice = quick_choice(state, rng)
        assert choice in state.legal_action_ids
        state.apply_id(choice)
    assert state.record.spaces <= 12


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_groups_are_those_of_the_rules(variant, players):
    for state in positions(table(variant, players), seed=6, every=40):
        record = state.record
        root, size = np.zeros((2, len(record.stone)), np.int16)
        evaluation.find_groups(record, root, size)
        marks = np.zeros_like(root)
        group = np.zeros_like(root)
        for square in range(record.cells):
            if record.stone[square] == 0 or record.covered[square]:
                assert root[square] == NONE
            elif marks[square] == 0:
                stones = flood(record, square, marks, 1, group)
                assert size[root[square]] == stones
                assert len({int(root[group[k]]) for k in range(stones)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("scoring", ["increment", "full"])
def test_growth_is_what_a_stone_pays_the_owner(scoring):
    """Compared with the rules: a card ``one`` on every square that takes it, in every colour of the hand."""
    compared = 0
    for state in positions(table("basic", 3, treasures="none", pattern_scoring=scoring), seed=9, every=25, quick=True):
        record = state.record
        root, size = np.zeros((2, len(record.stone)), np.int16)
        evaluation.find_groups(record, root, size)
        if "build one" not in state.legal_actions:
            continue
        state = state.copy()
        state.apply("build one")
        for colours in [text for text in state.legal_actions if text.startswith("colours")]:
            chosen = state.copy()
            chosen.apply(colours)
            colour = int(chosen.record.first_colour)
            for text in [text for text in chosen.legal_actions if text.startswith("place")]:
                after = chosen.copy()
                after.apply(text)
                square = int(np.flatnonzero(after.record.stone != record.stone)[0])
                assert takes_one(record, square)
                owner = owner_of(record, colour)
                growth = evaluation.growth_at(record, root, size, square, colour, 1)
                if owner >= 0:
                    paid = after.record.points[owner, 1:3].sum() - record.points[owner, 1:3].sum()
                    assert growth == paid
                    compared += growth > 0
    assert compared > 0
    assert value_of(record, 0, 3) == 4


def test_features_at_the_start():
    rng = np.random.default_rng(1)
    state = table("expert", 2, colours=["brown", "gold"], first_player=0).new_state()
    while state.is_chance:
        state.apply(state.sample(rng))
    features = np.zeros(evaluation.FEATURES)
    turns = evaluation.seat_features(state.record, 0, features)
    assert turns == pytest.approx((120 / evaluation.STONES_A_TURN + evaluation.TURNS_A_SCULPTURE * 40) / 2)
    assert features[evaluation.HAND] == 7
    assert features[evaluation.HELD] == 1
    assert features[evaluation.HAND_OVER] == 2
    assert features[evaluation.VARIETY] == NUM_COLOURS
    assert features[evaluation.OWN_STONES] == state.record.hand[0, 0]
    assert not features[[evaluation.BEST_GROWTH, evaluation.WAGON, evaluation.PAYABLE, evaluation.JAM]].any()


def test_stones_that_are_being_drawn_count():
    rng = np.random.default_rng(1)
    for state in positions(table("basic", 3), seed=3, every=1, quick=True):
        if state.record.phase == ACTION and "pick" in state.legal_actions:
            seat = state.current_player
            before, after = np.zeros((2, evaluation.FEATURES))
            evaluation.seat_features(state.record, seat, before)
            state.apply("pick")
            evaluation.seat_features(state.record, seat, after)
            assert after[evaluation.HAND] == pytest.approx(before[evaluation.HAND] + 2)
            state.apply(state.sample(rng))
            evaluation.seat_features(state.record, seat, after)
            assert after[evaluation.HAND] == pytest.approx(before[evaluation.HAND] + 2)
            return
    pytest.fail("nobody could pick")


def test_the_evaluation_counts_the_virtual_opponent():
    """A greater head start lowers the estimate of a Solo game by as much."""
    values = []
    for head_start in (100, 130):
        state = next(positions(table("solo", 1, head_start=head_start), seed=4, every=3))
        out = np.zeros(1)
        evaluate(state.record, out)
        values.append(out[0])
    assert values[0] - values[1] == pytest.approx(30)
    final = np.zeros(1)
    returns(state.record, final)
    assert state.record.variant == SOLO
    assert final[0] <= -130 + state.scores()[0]
