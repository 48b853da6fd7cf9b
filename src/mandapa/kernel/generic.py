"""Generic functions: each is declared once here, and every game supplies a method for its own record type.

Python calls look the method up by the record's dtype. In machine code the compiler selects it by record type and
inlines it, so that search, playouts and batches are written once for all games.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.record import Actions, Bytes, Numbers, Record, Rng, Values, record_type

CHANCE = -1
"""Value of ``current_player`` at a chance node."""
TERMINAL = -4
"""Value of ``current_player`` in a finished game."""

Function = TypeVar("Function", bound=Callable[..., Any])
Method = Callable[..., Any]
Layout = np.dtype

_methods: dict[str, dict[Layout, Method]] = {}
_declared: dict[str, Callable[..., Any]] = {}
_defaults: dict[str, Method] = {}


def generic(declaration: Function) -> Function:
    """Declare a generic function whose first argument is the state record."""
    name = declaration.__name__
    methods = _methods.setdefault(name, {})

    @functools.wraps(declaration)
    def call(state: Record, *arguments: Any) -> Any:
        method = methods.get(state.dtype) or _defaults.get(name)
        if method is None:
            raise TypeError(f"no method {name} for this type of state; known record types: {len(methods)}")
        return method(state, *arguments)

    _declared[name] = call
    return call  # type: ignore[return-value]


def default(method: Function) -> Function:
    """Use ``method`` for every game that does not define a method with this name."""
    _defaults[method.__name__] = method
    return method


def register_methods(layout: Layout, methods: dict[str, Method]) -> None:
    """Register ``methods`` (by name of the generic function) for records with this layout."""
    unknown = sorted(set(methods) - set(_declared))
    if unknown:
        raise ValueError(f"not generic functions: {', '.join(unknown)}; known: {', '.join(sorted(_declared))}")
    layout = record_type(layout)  # dtype lookups are faster when they find the same object
    for name, method in methods.items():
        known = _methods[name].setdefault(layout, method)
        if (known.__module__, known.__qualname__) != (method.__module__, method.__qualname__):
            raise ValueError(
                f"{name}: records of this layout are those of {known.__module__}; "
                f"a game needs a layout of its own, expected other field names"
            )
        _methods[name][layout] = method


def is_generic(thing: Any) -> bool:
    """Return whether this is a generic function itself rather than a method of a game."""
    return any(thing is call for call in _declared.values())


def methods_in(supplied: Mapping[str, Any]) -> dict[str, Method]:
    """Filter the names that a game supplies down to methods of generic functions."""
    return {name: method for name, method in supplied.items() if name in _declared}


def register_all(register_rule: Callable[[Method, Callable[[Any], Method | None]], None]) -> None:
    """Register every generic function with the compiler, and a callback that selects its method by record type."""
    import numba

    for name, call in _declared.items():

        def method_of(record: Any, name: str = name) -> Method | None:
            for layout, method in _methods[name].items():
                if not layout.hasobject and numba.from_dtype(layout) == record:
                    return method
            return _defaults.get(name)

        register_rule(call, method_of)


# ---------------------------------------------------------------- the functions


@generic
def current_player(state: Record) -> int:
    """Return the seat to act, 0 to players - 1, or ``CHANCE``, or ``TERMINAL``."""
    raise NotImplementedError


@generic
def legal_actions(state: Record, out: Actions) -> int:
    """Write the legal actions of the player to act into ``out``, ascending, and return their number.

    The number is 0 at chance nodes and at the end. A game may list only a bounded selection; ``is_legal`` is decisive.
    """
    raise NotImplementedError


@generic
def is_legal(state: Record, action: int) -> bool:
    """Return whether ``action`` is legal now; at a chance node, whether this outcome is possible."""
    raise NotImplementedError


@generic
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write the exact distribution at a chance node (ascending outcomes, probabilities above 0) and return its size."""
    raise NotImplementedError


@generic
def sample_chance(state: Record, rng: Rng) -> int:
    """Sample an outcome of a chance node from the distribution in ``chance_outcomes``."""
    raise NotImplementedError


@generic
def apply_action(state: Record, action: int) -> None:
    """Apply a legal decision or chance outcome in place. Deterministic; legality is not checked."""
    raise NotImplementedError


@generic
def scores(state: Record, out: Values) -> None:
    """Write the running score of each seat as if the game ended now."""
    raise NotImplementedError


@generic
def returns(state: Record, out: Values) -> None:
    """Write the final utility of each seat; only meaningful at the end."""
    raise NotImplementedError


@generic
def redact(state: Record, seat: int) -> None:
    """Blank everything that ``seat`` may not know, in place; ``seat`` -1 is a spectator."""
    raise NotImplementedError


@generic
def resample(state: Record, seat: int, rng: Rng) -> None:
    """Fill in what ``redact`` blanked with a sample consistent with what ``seat`` knows, in place."""
    raise NotImplementedError


@generic
def imagine(state: Record) -> None:
    """Convert a copy of a state into the state that bots plan with, in place.

    For games in which planning needs a simpler state than playing. Every legal action of the converted state must be
    legal in the real state, with the same id.
    """
    raise NotImplementedError


@generic
def evaluate(state: Record, out: Values) -> None:
    """Write a cheap estimate of the final score of each seat."""
    raise NotImplementedError


@generic
def is_unsettled(state: Record) -> bool:
    """Return whether ``evaluate`` misses the effect of the pending chance event and must be called after it."""
    raise NotImplementedError


@generic
def evaluate_learnt(state: Record, seat: int, weights: Numbers, out: Values) -> None:
    """Write ``evaluate`` plus what a network with these weights adds for ``seat``; without weights, just ``evaluate``.

    For games with a network (``Planning.network``).
    """
    raise NotImplementedError


@generic
def network_features(state: Record, seat: int, out: Numbers) -> None:
    """Write the network's input for a position, shape (``Network.features``,)."""
    raise NotImplementedError


@generic
def playout_action(state: Record, actions: Actions, rng: Rng) -> int:
    """Choose a quick, plausible legal action: the policy of simulations.

    ``actions`` is a buffer with room for the legal actions of any state. A policy that needs them lists them there;
    others save the time.
    """
    raise NotImplementedError


@generic
def observation_tensor(state: Record, seat: int, out: Values | NDArray[np.float32]) -> None:
    """Write what ``seat`` may know as numbers, shape (observation_size,); ``seat`` -1 is a spectator."""
    raise NotImplementedError


@generic
def compact_tensor(state: Record, seat: int, out: Bytes) -> None:
    """Write what ``seat`` may know as small integers, laid out as in ``Learning.compact``.

    ``out`` is zeroed beforehand; ``seat`` -1 is a spectator.
    """
    raise NotImplementedError
