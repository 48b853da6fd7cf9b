"""OpenSpiel's tree search as a computer player, to measure ours against: ``mandapa.adapters.mcts:search``.

    mandapa arena kerala -n 2 master mandapa.adapters.mcts:search@0.1s

It is ``open_spiel.python.algorithms.mcts`` as it comes: a tree over all decisions and chance, random games to their
end from its leaves. What its seat does not know is filled in anew for every decision. ``@400`` is a number of
simulations; ``@0.1s`` a time of the processor, for which it makes as many as it made in its last thought's time.
Needs the extra ``openspiel``.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from mandapa.adapters.openspiel import PREFIX, MandapaState, parameter_of
from mandapa.adapters.position import Position
from mandapa.bots.outside import Question
from mandapa.library import Game

SIMULATIONS = 100
"""Simulations a decision where nothing is said."""
FIRST_RATE = 100.0
"""Simulations a second that the first thought reckons with."""
FEWEST = 2
"""Simulations of any thought."""
DEVIATIONS = 2.0
"""Width of the confidence bound, in standard deviations of a random game's result, as in our own search."""
RANDOM_GAMES = 20
"""Games that the deviation is taken from."""


class Search:
    """OpenSpiel's Monte Carlo tree search in Python, with random games as rollouts.

    Attributes:
        rate: simulations a second of processor time in the last thought.
    """

    title = "OpenSpiel's tree search"

    def __init__(self, game: Game, rng: np.random.Generator) -> None:
        self.rng = rng
        self.rate = FIRST_RATE
        self._spiel = spiel_game(game)
        self._random = np.random.RandomState(int(rng.integers(1 << 31)))
        self._width = DEVIATIONS * deviation(game)

    def __call__(self, question: Question) -> int:
        """The action that the search visits most."""
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
        """What the seat knows, with what it does not know filled in, as a state of OpenSpiel."""
        state: MandapaState = self._spiel.new_initial_state()
        position = Position(question.game, question.state.record.tobytes())
        position.resample(question.seat, self.rng)
        state.position = position
        state.memory = None  # nobody asks a state of the search what was seen before
        return state


search = Search
"""The name in ``mandapa.adapters.mcts:search``."""


@lru_cache(16)
def spiel_game(game: Game) -> Any:
    """The same game for OpenSpiel."""
    known = {option.name: option for option in game.type.options}
    options = {name: parameter_of(known[name], value) for name, value in game.options.items()}
    return pyspiel.load_game(PREFIX + game.name, {"players": game.players, **options})


@lru_cache(16)
def deviation(game: Game) -> float:
    """Standard deviation of the results of random games."""
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
