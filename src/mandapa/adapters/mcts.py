"""OpenSpiel's tree search as the bot ``mandapa.adapters.mcts:search``, for comparison with that of Mandapa.

    mandapa arena kerala -n 2 master mandapa.adapters.mcts:search@0.1s

This is the unmodified ``open_spiel.python.algorithms.mcts``: a tree over all decisions and chance nodes, with random
rollouts from its leaves. Hidden information is sampled again for every decision. ``@400`` is a number of simulations;
``@0.1s`` is processor time, which is converted to a number of simulations at the speed of the previous search. Needs
the extra ``openspiel``.
"""

import time
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from mandapa.adapters.openspiel import PREFIX, MandapaState, to_spiel_parameter
from mandapa.adapters.position import Position
from mandapa.bots.external_policies import Question
from mandapa.library import Game

SIMULATIONS = 100
"""Default number of simulations per decision."""
FIRST_RATE = 100.0
"""Initial estimate of the number of simulations per second."""
FEWEST = 2
"""Minimum number of simulations per search."""
DEVIATIONS = 2.0
"""Width of the confidence bound, in standard deviations of a random game's result, as in Mandapa's own search."""
RANDOM_GAMES = 20
"""Number of games from which the standard deviation is estimated."""


class Search:
    """OpenSpiel's Monte Carlo tree search in Python, with random rollouts.

    Attributes:
        rate: simulations per second of processor time in the previous search.
    """

    title = "OpenSpiel's tree search"

    def __init__(self, game: Game, rng: np.random.Generator) -> None:
        self.rng = rng
        self.rate = FIRST_RATE
        self._spiel = spiel_game(game)
        self._random = np.random.RandomState(int(rng.integers(1 << 31)))
        self._width = DEVIATIONS * deviation(game)

    def __call__(self, question: Question) -> int:
        """Return the action with the most visits."""
        state = self.state(question)
        wanted = question.simulations or SIMULATIONS
        if question.seconds is not None:
            wanted = int(self.rate * question.seconds)
        wanted = max(FEWEST, wanted)
        rollouts = mcts.RandomRolloutEvaluator(1, self._random)
        search = mcts.MCTSBot(self._spiel, self._width, wanted, rollouts, solve=False, random_state=self._random)
        started = time.thread_time()
        action = int(search.step(state))
        self.rate = wanted / max(time.thread_time() - started, 1e-5)
        return action

    def state(self, question: Question) -> MandapaState:
        """Return the seat's knowledge, with sampled hidden information, as an OpenSpiel state."""
        state: MandapaState = self._spiel.new_initial_state()
        position = Position(question.game, question.state.record.tobytes())
        position.resample(question.seat, self.rng)
        state.position = position
        state.memory = None  # Only information states need it, and the search does not use them.
        return state


search = Search
"""The bot ``mandapa.adapters.mcts:search``."""


@lru_cache(16)
def spiel_game(game: Game) -> Any:
    """Return the OpenSpiel game with the same players and options."""
    known = {option.name: option for option in game.type.options}
    options = {name: to_spiel_parameter(known[name], value) for name, value in game.options.items()}
    return pyspiel.load_game(PREFIX + game.name, {"players": game.players, **options})


@lru_cache(16)
def deviation(game: Game) -> float:
    """Estimate the standard deviation of the results of random games."""
    rng = np.random.default_rng(1)
    found: list[float] = []
    for _ in range(RANDOM_GAMES):
        state = game.new_state()
        while not state.is_terminal:
            if state.is_chance:
                state.resolve_chance(rng)
            else:
                state.apply_id(int(rng.choice(state.legal_action_ids)))
        found += state.returns()
    return float(np.std(found)) or 1.0
