"""Observation formats of environments: full observations, or a compact form for networks."""

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
    """Return the parts of compact observations; empty if the game defines none."""
    layout = game.type.learning.compact
    return () if layout is None else tuple(layout(game.new_state().record))


def words_for(type: GameType, parts: tuple[Part, ...]) -> list[str]:
    """Return the valid values of ``observation`` for a game."""
    kinds = {part.kind for part in parts} - {"facts"}
    return [FULL, *([COMPACT, *sorted(kinds, reverse=True)] if parts else [])]


class ObservationFormat:
    """The format of observations.

    Attributes:
        game: the game.
        parts: the parts of the compact form, even if this is the full form.
        compact: true for the compact form.
        shapes: names and shapes of the consecutive parts.
        size: number of values.
        dtype: float32, or uint8 in compact form.
        greatest: maximum of each value in compact form, shape (size,).
        scale: factors that convert bytes to fractions, shape (size,); None if the values remain bytes.
    """

    def __init__(self, game: Game, observation: str = FULL, dtype: str = "float32") -> None:
        """Select the format of a game's observations.

        Args:
            game: as returned by ``mandapa.load``.
            observation: ``full`` or ``compact``. The compact form can also be selected as ``planes`` or
                ``entities``, whichever it consists of.
            dtype: ``float32``, from 0 to 1 in compact form; or ``uint8``, integers, in compact form only.

        Raises:
            OptionError: the game has no such form, or the form does not support this type.
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
        self._record = np.dtype([(name, self.dtype, shape) for name, shape in self.shapes.items()])

    def split(self, observation: Any) -> dict[str, Any]:
        """Split observations into parts by name, as views; also accepts batches and PyTorch tensors."""
        views, begin = {}, 0
        for name, shape in self.shapes.items():
            length = int(np.prod(shape))
            views[name] = observation[..., begin : begin + length].reshape(*observation.shape[:-1], *shape)
            begin += length
        return views

    def array(self, number: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return an array for ``number`` observations, shape (number, size): ``out`` if given, otherwise a new one.

        Raises:
            ValueError: the game has no ``observation_tensor``, or ``out`` has another shape or type.
        """
        if self.size == 0:
            raise ValueError(f"{self.game.name} cannot be observed as numbers: it brings no observation_tensor")
        shape, dtype = (number, self.size), np.dtype(self.dtype)
        if out is None:
            return np.empty(shape, dtype)
        if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous:
            raise ValueError(f"out: found {out.dtype} {out.shape}, expected contiguous {dtype} {shape}")
        return out

    def raw(self, out: NDArray[Any]) -> NDArray[Any]:
        """Return the array to which machine code writes observations: ``out``, unless bytes become fractions."""
        return out if self.scale is None else np.empty(out.shape, np.uint8)

    def finish(self, seen: NDArray[np.uint8], out: NDArray[Any]) -> None:
        """Clip the output of ``compact_tensor``, shape (..., size), and convert it to fractions if ``scale`` is set.

        The conversion is vectorized in NumPy, which is faster than a conversion in the compiled rules. ``out`` may be
        ``seen`` if the values remain bytes.
        """
        np.minimum(seen, self.greatest, out=seen)
        if self.scale is not None:
            np.copyto(out, seen)
            np.multiply(out, self.scale, out=out)

    def image(self, symmetry: Symmetry, seen: NDArray[Any]) -> NDArray[Any]:
        """Apply a symmetry of the game to flat observations of this form, shape (..., size).

        Raises:
            OptionError: this is the full form, which has no symmetries.
        """
        if not self.compact:
            raise OptionError("observation: found full, expected a compact form, which alone has images")
        if self.scale is None:
            return symmetry.observation(seen)
        found = np.empty_like(seen)
        self.finish(symmetry.observation(np.rint(seen * self.greatest).astype(np.uint8)), found)
        return found

    def to_output(self, observation: NDArray[Any]) -> Any:
        """Return observations as environments do: an array in full form, parts by name in compact form.

        The parts are the same views as those of ``split``. They are made from a structured array, which is faster.
        """
        if not self.compact:
            return observation
        records = observation.view(self._record)[..., 0]
        return {name: records[name] for name in self.shapes}

    def space(self) -> Any:
        """Return the Gymnasium space of the observations; requires gymnasium.

        Raises:
            OptionError: the game has no ``observation_tensor``.
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
