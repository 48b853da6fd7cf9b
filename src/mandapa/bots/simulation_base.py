"""Base class of bots that simulate games, with their buffers, their budget, and simpler play without machine code."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any, cast

import numpy as np

from mandapa.bots.base import Bot, Budget, SearchResult
from mandapa.bots.cancellation import CancelToken
from mandapa.bots.simple import TurnLister, new_workspace
from mandapa.bots.weights import NO_WEIGHTS, load_weights, weights_label
from mandapa.kernel.game_type import Planning
from mandapa.kernel.generic import apply_action, evaluate_learnt
from mandapa.kernel.record import Numbers, Record, copy_of
from mandapa.kernel.rng import RestartableRng
from mandapa.library import Game

TO_THE_END = 1 << 30
"""Value of ``turns`` for playouts that continue to the end of the game."""
DUEL_SEPARATOR = "; "
"""Text between the label of a bot's weights and each parameter of ``Planning.duel``."""
DEFAULT_SECONDS = 0.3
"""Default time per decision, in seconds."""


def has_evaluation(game: Game) -> bool:
    """Return whether the game defines ``evaluate``; bots use the running score in games that do not."""
    return "evaluate" in game.type.methods


def horizon(game: Game) -> int:
    """Return the default number of turns that a simulation continues after the current turn."""
    return game.type.planning.rounds * game.players if has_evaluation(game) else TO_THE_END


def planning_of(game: Game) -> Planning:
    """Return the planning parameters of bots that simulate the game (``Planning.duel``)."""
    return planning_with_network(game) if len(load_weights(game.type)) else game.type.planning


def planning_with_network(game: Game) -> Planning:
    """Return the planning parameters of bots that use a network, even if the game has no weights yet."""
    planning = game.type.planning
    return replace(planning, **cast(Any, planning.duel)) if game.players == 2 else planning


class SimulationWorker:
    """Buffers and random generators of one simulation thread.

    Attributes:
        workspace: the buffers.
        chance, rng: generators for chance events and for the playout policy.
    """

    def __init__(self, game: Game, weights: Numbers = NO_WEIGHTS) -> None:
        self.workspace = new_workspace(game, weights)
        self.chance = RestartableRng()
        self.rng = RestartableRng()


class BaseSimulationBot(Bot):
    """A bot that evaluates actions by simulation.

    With a time budget, the bot plays like ``greedy`` until machine code is ready, because interpreted simulations are
    too slow to be useful. With a simulation budget, the bot always simulates.

    Attributes:
        turns: number of turns, counted over all players, that a simulation continues after the current turn. The
            default is ``rounds`` of the game's ``planning`` for each player, or to the end of the game if the game has
            no evaluation.
        rivalry: weight of the other seats' mean score, which is subtracted from the seat's own score. The default is
            ``rivalry`` of ``planning``.
        planning: planning parameters of the game, with those that apply to a bot with this network.
        weights: weights of the network that corrects the game's evaluation.
    """

    def __init__(
        self,
        game: Game,
        seed: int | np.random.Generator | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
        turns: int | None = None,
        rivalry: float | None = None,
        attention: float = 1.0,
    ) -> None:
        if simulations is None and seconds is None:
            seconds = DEFAULT_SECONDS
        super().__init__(game, seed, simulations, seconds)
        self.turns = horizon(game) if turns is None else turns
        self.planning = planning_of(game)
        self.rivalry = self.planning.rivalry if rivalry is None else rivalry
        self.attention = attention
        self.weights = load_weights(game.type)
        self._lister = TurnLister(game, self.rivalry, attention, self.weights)
        self._key = int(self.rng.integers(1 << 62))
        self._worker = SimulationWorker(game, self.weights)

    @property
    def judges_by(self) -> str:
        """File and version of the network weights, and parameters for two (``Planning.duel``); "" without a network."""
        label = weights_label(self.game.type)
        duel = self.game.type.planning.duel if label and self.game.players == 2 else {}
        return DUEL_SEPARATOR.join([label, *(f"{name} {value:g}" for name, value in duel.items())])

    def think(self, record: Record, seat: int, cancel: CancelToken | None = None) -> SearchResult:
        """Simulate until the budget is spent, or play like ``greedy`` until machine code is ready."""
        if self.game.engine.ready or self.seconds is None:
            return self.simulate(record, seat, Budget(self.simulations, self.seconds, cancel))
        quick = TurnLister(self.game, self.rivalry, self.attention)
        _, line = quick.best(record, 1, self.rng)[0]
        after = copy_of(record)
        for action in line:
            self.game.engine.run(apply_action, after, action)
        expected = self.evaluation(after, seat, NO_WEIGHTS)
        return SearchResult(line, {line[0]: expected[seat]}, expected)

    def evaluation(self, state: Record, seat: int, weights: Numbers) -> list[float]:
        """Return the game's estimate of the final score of each seat."""
        out = np.zeros(self.game.players)
        self.game.engine.run(evaluate_learnt, state, seat, weights, out)
        return out.tolist()

    @abstractmethod
    def simulate(self, record: Record, seat: int, budget: Budget) -> SearchResult:
        """Choose an action by simulation within the budget."""
