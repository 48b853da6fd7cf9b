"""Head room: players who know the coming chance events, losses of the levels, and the part of luck."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa
from mandapa.bots.flat import NO_LINE
from mandapa.bots.simple import TurnLister
from mandapa.bots.turns import LENGTH, NO_ACTION
from mandapa.bots.weights import NO_WEIGHTS
from mandapa.kernel.compile.engine import Engine
from mandapa.kernel.record import contents
from mandapa.kernel.rng import RestartableRng, restart
from mandapa.lab.arena import headroom
from mandapa.lab.arena.clairvoyant import ClairvoyantBot
from mandapa.lab.arena.matches import FinishedGame, Result
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.arena.thorough import ThoroughBot


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpret all rules: machine code for these few simulations would take longer to compile than they take."""
    monkeypatch.setattr(Engine, "run", lambda engine, function, *arguments: function(*arguments))


def dealt(game: mandapa.Game, chance: RestartableRng) -> mandapa.State:
    """Return the state at the first decision."""
    state = game.new_state()
    while state.is_chance:
        state.resolve_chance(chance.generator)
    return state


@pytest.mark.parametrize("name", ["kerala", "chola"])
def test_a_clairvoyant_player_foresees_the_actual_chance_events(name: str) -> None:
    game = mandapa.load(name, players=3)
    chance = RestartableRng()
    restart(chance.generator, chance.words, 7, 0)
    state = dealt(game, chance)
    knowing = ClairvoyantBot(game, 0, 4, turns=0)
    knowing.coming = chance.words
    foreseen = False
    while not foreseen:
        seat, action, before = state.current_player, state.legal_action_ids[0], state.record.copy()
        state.apply_id(action)
        if not state.is_chance:
            continue
        lines = np.full((1, LENGTH), NO_ACTION, np.int32)
        lines[0, 0] = action
        knowing.ends(before, seat, lines, range(1))
        while state.is_chance:
            state.resolve_chance(chance.generator)
        foreseen = state.current_player != seat  # After a decision of the same seat the simulation continues.
    assert contents(knowing.end) == contents(state.record)


def test_better_playouts_take_the_best_turn_by_the_evaluation() -> None:
    game = mandapa.load("kerala", players=2)
    chance = RestartableRng()
    restart(chance.generator, chance.words, 7, 0)
    state = dealt(game, chance)
    seat = state.current_player
    thorough = ThoroughBot(game, 0, 4, turns=0)
    thorough.ends(state.record, seat, NO_LINE, range(1))
    value, _ = TurnLister(game).best(state.record, 1, np.random.default_rng(0))[0]
    assert thorough.evaluation(thorough.end, seat, NO_WEIGHTS)[seat] == pytest.approx(value, abs=1e-5)


def result_of(wins: list[tuple[float, float]]) -> Result:
    entrants = [PlayerSpec.parse("greedy"), PlayerSpec.parse("random")]
    played = [FinishedGame(group, (0, 1), scores, (0.0, 0.0), (1, 1)) for group, scores in enumerate(wins)]
    return Result(mandapa.load("kerala", players=2), entrants, played, 0)


def test_skill_explains_all_or_nothing_of_the_results() -> None:
    assert headroom.skill_share(result_of([(5.0, 3.0)] * 10)) == 1.0
    assert headroom.skill_share(result_of([(5.0, 3.0), (3.0, 5.0)] * 10)) == 0.0
    assert 0.1 < headroom.skill_share(result_of([(5.0, 3.0)] * 15 + [(3.0, 5.0)] * 5)) < 0.3


def test_the_loss_is_that_of_the_first_action_that_differs() -> None:
    game = mandapa.load("kerala", players=2, rounds=3)
    state = dealt(game, RestartableRng())
    reference = headroom.AllSeatsPlanner(game, 0, 40)
    known = headroom.planning_state(state.for_seat(state.current_player))
    best = reference.think(known.record, known.current_player).line
    again = headroom.AllSeatsPlanner(game, 0, 40)
    assert headroom.loss_of(again, known, best) == (headroom.SAME_TURN, 0.0)


def test_a_phase_without_judged_turns_has_no_loss() -> None:
    regret = headroom.Regret("adept", (("first third", "build", 1.0), ("first third", "pick", 3.0)))
    first, second = regret.loss_in("first third"), regret.loss_in("second third")
    assert first is not None
    assert (first.mean, second) == (2.0, None)


def test_in_a_cooperative_game_the_strongest_level_plays_the_same_games_alone() -> None:
    menara = mandapa.load("menara", players=2)
    entrants = [PlayerSpec.parse("greedy"), PlayerSpec.parse("random")]
    played = [
        FinishedGame(group, (player, player), (won, won), (0.0, 0.0), (1, 1))
        for group, wins in enumerate([(1.0, 1.0), (1.0, -1.0), (1.0, -1.0), (1.0, -1.0)])
        for player, won in enumerate(wins)
    ]
    better = {"knows everything": Result(menara, entrants, played, 0)}
    assert headroom.Headroom(menara, 8, better, 0.0, [], "chance").par == 0.25
    kerala = {"knows everything": result_of([(5.0, 3.0)])}
    assert headroom.Headroom(mandapa.load("kerala", players=4), 8, kerala, 0.0, [], "points").par == 0.25
