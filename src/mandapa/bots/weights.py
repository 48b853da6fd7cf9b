"""Load and save network weights.

A weights file is a NumPy ``.npz``. The array ``weights`` contains all layers, concatenated in the order of
``Network.layers``; ``made`` is a JSON text that describes the origin of the weights.
"""

import json
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from mandapa.kernel.errors import OptionError
from mandapa.kernel.game_type import GameType
from mandapa.kernel.learning.network import Network
from mandapa.kernel.record import Numbers

NO_WEIGHTS: Numbers = np.zeros(0, np.float32)
"""Placeholder for evaluation without a network."""


def load_weights(game: GameType) -> Numbers:
    """Return the weights of a game's network; ``NO_WEIGHTS`` if the game has no network.

    Raises ``OptionError`` for a file that does not match the network.
    """
    planning = game.planning
    if planning.weights is None:
        return NO_WEIGHTS
    if planning.network is None:
        raise OptionError(f"weights: {game.name} has no network to put {planning.weights} into")
    return _read(planning.weights, planning.network)[0]


def origin_of(game: GameType) -> dict[str, Any]:
    """Return the origin of a game's weights, as stored in the weights file; empty without a network."""
    planning = game.planning
    if planning.weights is None or planning.network is None:
        return {}
    return _read(planning.weights, planning.network)[1]


def weights_label(game: GameType, form: str = "{file} of mandapa {version}, {digest}") -> str:
    """Return a label with the file name, Mandapa version and digest of a game's weights; "" without weights."""
    weights = load_weights(game)
    if not len(weights) or game.planning.weights is None:
        return ""
    digest = blake2b(weights.tobytes(), digest_size=4).hexdigest()
    version = origin_of(game).get("version", "unknown")
    return form.format(file=game.planning.weights.name, version=version, digest=digest)


def write_weights(file: Path, weights: Numbers, made: dict[str, Any]) -> None:
    """Save weights and their origin to a file."""
    with file.open("wb") as out:
        np.savez_compressed(out, weights=weights.astype(np.float32), made=np.array(json.dumps(made)))


@cache
def _read(file: Path, network: Network) -> tuple[Numbers, dict[str, Any]]:
    try:
        with np.load(file) as stored:
            weights = np.ascontiguousarray(stored["weights"], np.float32)
            made = json.loads(str(stored["made"]))
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise OptionError(f"weights: found {str(file)!r}, expected a file of weights ({error})") from error
    if weights.shape != (network.weights,):
        raise OptionError(f"weights: {file} has {weights.size} numbers, expected the {network.weights} of this network")
    return weights, made
