"""How environments give observations: all that a seat may know, or a compact form for networks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.errors import OptionError
from mandapa.kernel.game_type import GameType
from mandapa.kernel.learning.compact import Part, Symmetry
from mandapa.library import Game

FULL, COMPACT = "full", "compact"
DTYPES = {"float32": np.float32, "uint8": np.uint8}


def compact_parts(game: Game) -> tuple[Part, ...]:
    """The parts of compact observations; none if the game brings none."""
    layout = game.type.learning.compact
    return () if layout is None else tuple(layout(game.new_state().record))


def words_for(type: GameType, parts: tuple[Part, ...]) -> list[str]:
    """What ``observation`` may be for a game."""
    kinds = {part.kind for part in parts} - {"facts"}
    return [FULL, *([COMPACT, *sorted(kinds, reverse=True)] if parts else [])]


class Form:
    """What numbers an observation consists of.

    Attributes:
        game: the game.
        parts: those of the compact form, whether or not it is this one.
        compact: whether it is the compact form.
        shapes: names and shapes of the consecutive parts.
        size: how many numbers there are.
        dtype: float32, or uint8 in compact form.
        greatest: of a compact form: the greatest value of each number, shape (size,).
        scale: what bytes are multiplied by to be fractions, shape (size,); none if they stay bytes.
    """

    def __init__(self, game: Game, observation: str = FULL, dtype: str = "float32") -> None:
        """The form of a game that these settings name.

        Args:
            game: what ``mandapa.load`` gives.
            observation: ``full``, or ``compact``, also called by what it has: ``planes`` or ``entities``.
            dtype: ``float32``, from 0 to 1 in compact form; or ``uint8``, whole numbers, in compact form only.

        Raises:
            OptionError: a game has no such form, or none of this type.
        """
        parts = compact_parts(game)
        if observation not in words_for(game.type, parts):
            expected = " or ".join(words_for(game.type, parts))
            raise OptionError(f"observation: found {observation!r}, expected {expected} for {game.name}")
        if dtype not in DTYPES or (observation == FULL and dtype != "float32"):
            expected = "float32" if observation == FULL else " or ".join(DTYPES)
            raise OptionError(f"dtype: found {dtype!r}, expected {expected} for {observation} observations")
        self.game = game
        self.compact = observation != FULL
        self.parts = parts
        self.dtype: Any = DTYPES[dtype]
        self.greatest = np.zeros(0, np.uint8)
        self.scale: NDArray[np.float32] | None = None
        if self.compact:
            self.shapes = {part.name: part.shape for part in parts}
            self.greatest = np.concatenate([part.greatest().reshape(-1) for part in parts])
            self.scale = None if dtype == "uint8" else (1 / self.greatest).astype(np.float32)
        else:
            size = game.type.observation_size
            self.shapes = dict(game.type.learning.parts) or ({"observation": (size,)} if size else {})
        self.size = sum(int(np.prod(shape)) for shape in self.shapes.values())

    def split(self, observation: Any) -> dict[str, Any]:
        """The parts by name, as views; leading dimensions, such as a batch's, stay. Also tensors of torch."""
        views, begin = {}, 0
        for name, shape in self.shapes.items():
            length = int(np.prod(shape))
            views[name] = observation[..., begin : begin + length].reshape(*observation.shape[:-1], *shape)
            begin += length
        return views

    def finish(self, seen: NDArray[np.uint8], out: NDArray[Any]) -> None:
        """Give what ``compact_tensor`` wrote, shape (..., size), its form: bounded, and as fractions if ``scale`` says.

        numpy compares and multiplies many numbers at once, which machine code of rules does not. ``out`` may be
        ``seen`` if bytes stay bytes.
        """
        np.minimum(seen, self.greatest, out=seen)
        if self.scale is not None:
            np.copyto(out, seen)
            np.multiply(out, self.scale, out=out)

    def image(self, symmetry: Symmetry, seen: NDArray[Any]) -> NDArray[Any]:
        """Observations of this form, flat, shape (..., size), as a symmetry of the game turns them over.

        ``OptionError`` for full observations, which none turns.
        """
        if not self.compact:
            raise OptionError("observation: found full, expected a compact form, which alone has images")
        if self.scale is None:
            return symmetry.observation(seen)
        found = np.empty_like(seen)
        self.finish(symmetry.observation(np.rint(seen * self.greatest).astype(np.uint8)), found)
        return found

    def given(self, observation: Any) -> Any:
        """What an environment gives: a full observation as it is, a compact one by its parts."""
        return self.split(observation) if self.compact else observation

    def space(self) -> Any:
        """The space of what an environment gives, for gymnasium, which has to be there.

        ``OptionError`` for a game that brings no ``observation_tensor``.
        """
        from gymnasium import spaces

        learning = self.game.type.learning
        if not self.size:
            raise OptionError(f"{self.game.name}: it brings no observation_tensor, which environments need")
        if not self.compact:
            return spaces.Box(learning.lowest, learning.highest, (self.size,), np.float32)
        highest = self.split(self.greatest if self.scale is None else np.ones(self.size, np.float32))
        return spaces.Dict(
            {name: spaces.Box(np.zeros_like(high), high, dtype=self.dtype) for name, high in highest.items()}
        )
