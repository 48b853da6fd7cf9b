"""Reward schemes, and the results of finished games, for single games and for batches."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mandapa.kernel.errors import OptionError
from mandapa.library import Game

FINAL, SCORE, MARGIN, WIN = REWARDS = ("final", "score", "margin", "win")
"""Reward schemes: at the end, or with every change of the running score.

* ``final``: the returns when a game ends
* ``score``: every change of the running score, and at the end the remaining difference to the returns
* ``margin``: at the end, the lead over the best other seat's return
* ``win``: at the end, the share of the win
"""


def checked_rewards(rewards: Any) -> str:
    """Return ``rewards`` unchanged; raise ``OptionError`` if there is no reward scheme with this name."""
    if rewards not in REWARDS:
        raise OptionError(f"rewards: found {rewards!r}, expected {' or '.join(REWARDS)}")
    return str(rewards)


def margins(game: Game, returns: ArrayLike) -> NDArray[np.float64]:
    """Return the lead of each seat over the best other seat, in the shape of ``returns``, (..., seats).

    The lead is negative for a seat that is behind. In cooperative and solo games, it is the seat's return.
    """
    values = np.asarray(returns, np.float64)
    if game.together:
        return values.copy()
    ordered = np.sort(values, axis=-1)
    best, second = ordered[..., -1:], ordered[..., -2:-1]
    return np.asarray(values - np.where(values == best, second, best))


def wins(game: Game, returns: ArrayLike) -> NDArray[np.float64]:
    """Return each seat's share of the win (``Game.shares_of_win``), in the shape of ``returns``, (..., seats)."""
    values = np.asarray(returns, np.float64)
    if game.together:
        return np.asarray(values > 0, np.float64)
    won = values == values.max(axis=-1, keepdims=True)
    return np.asarray(won / won.sum(axis=-1, keepdims=True))


def at_end(rewards: str, game: Game, returns: ArrayLike) -> NDArray[np.float64]:
    """Return the total reward of each seat in a finished game under a reward scheme."""
    if rewards == MARGIN:
        return margins(game, returns)
    return wins(game, returns) if rewards == WIN else np.asarray(returns, np.float64)
