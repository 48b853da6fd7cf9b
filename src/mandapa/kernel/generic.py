"""The generic functions: each is declared once here, and a game supplies its method for its own record type.

Called from Python they look the method up by the record's dtype; called from machine code the compiler chooses it by
record type and inlines it, so that search, playouts and batches are written once for all games.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.record import Actions, Bytes, Numbers, Record, Rng, Values, record_type

CHANCE = -1
"""``current_player`` of a state in which chance moves next."""
TERMINAL = -4
"""``current_player`` of a finished game."""

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
    """Use ``method`` for every game that brings none of its own with this name."""
    _defaults[method.__name__] = method
    return method


def register_methods(layout: Layout, methods: dict[str, Method]) -> None:
    """Make ``methods`` (by name of the generic function) the methods of records laid out as ``layout``."""
    unknown = sorted(set(methods) - set(_declared))
    if unknown:
        raise ValueError(f"not generic functions: {', '.join(unknown)}; known: {', '.join(sorted(_declared))}")
    layout = record_type(layout)  # a look-up that finds the very layout of a record need not compare its fields
    for name, method in methods.items():
        known = _methods[name].setdefault(layout, method)
        if (known.__module__, known.__qualname__) != (method.__module__, method.__qualname__):
            raise ValueError(
                f"{name}: records of this layout are those of {known.__module__}; "
                f"a game needs a layout of its own, expected other field names"
            )
        _methods[name][layout] = method


def is_generic(thing: Any) -> bool:
    """Whether this is a generic function itself, and no game's method."""
    return any(thing is call for call in _declared.values())


def methods_in(supplied: Mapping[str, Any]) -> dict[str, Method]:
    """Those of the things that a game brings that are its methods of generic functions."""
    return {name: method for name, method in supplied.items() if name in _declared}


def teach_all(teach: Callable[[Method, Callable[[Any], Method | None]], None]) -> None:
    """Hand every generic function to the compiler, with what chooses its method by the numba type of a record."""
    import numba

    for name, call in _declared.items():

        def method_of(record: Any, name: str = name) -> Method | None:
            for layout, method in _methods[name].items():
                if not layout.hasobject and numba.from_dtype(layout) == record:
                    return method
            return _defaults.get(name)

        teach(call, method_of)


# ---------------------------------------------------------------- the functions


@generic
def current_player(state: Record) -> int:
    """Seat to act, 0 to players - 1, or ``CHANCE``, or ``TERMINAL``."""
    raise NotImplementedError


@generic
def legal_actions(state: Record, out: Actions) -> int:
    """Write the legal actions of the player to act into ``out``, ascending, and return how many there are.

    0 at chance nodes and at the end. A game may list only a bounded selection here; ``is_legal`` has the last word.
    """
    raise NotImplementedError


@generic
def is_legal(state: Record, action: int) -> bool:
    """Whether ``action`` may be taken now; for chance nodes: whether this outcome is possible."""
    raise NotImplementedError


@generic
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write the exact distribution at a chance node (ascending outcomes, probabilities above 0) and return its size."""
    raise NotImplementedError


@generic
def sample_chance(state: Record, rng: Rng) -> int:
    """One outcome of a chance node, drawn with ``chance_outcomes``' probabilities."""
    raise NotImplementedError


@generic
def apply_action(state: Record, action: int) -> None:
    """Apply one legal decision or chance outcome in place. Deterministic; the action is not checked."""
    raise NotImplementedError


@generic
def scores(state: Record, out: Values) -> None:
    """Write the running score of each seat, as if the game ended now."""
    raise NotImplementedError


@generic
def returns(state: Record, out: Values) -> None:
    """Write the final utility of each seat; meaningful at the end only."""
    raise NotImplementedError


@generic
def redact(state: Record, seat: int) -> None:
    """Blank all that ``seat`` may not know, in place; ``seat`` -1 is a spectator."""
    raise NotImplementedError


@generic
def resample(state: Record, seat: int, rng: Rng) -> None:
    """Fill what ``redact`` blanked with a sample consistent with what ``seat`` knows, in place."""
    raise NotImplementedError


@generic
def imagine(state: Record) -> None:
    """Turn a copy of a state into the one that a computer player thinks about, in place.

    For games in which thinking needs a simpler state than playing; every action that is legal in the imagined state
    has the same id, and is legal, in the real one.
    """
    raise NotImplementedError


@generic
def evaluate(state: Record, out: Values) -> None:
    """Write a cheap estimate of the final score of each seat."""
    raise NotImplementedError


@generic
def is_unsettled(state: Record) -> bool:
    """Whether ``evaluate`` does not foresee the chance event that is due, so that states are to be judged after it."""
    raise NotImplementedError


@generic
def evaluate_learnt(state: Record, seat: int, weights: Numbers, out: Values) -> None:
    """What ``evaluate`` says, and what a network with these weights adds to it for ``seat``; none: without a network.

    For games that have a network (``Planning.network``).
    """
    raise NotImplementedError


@generic
def network_features(state: Record, seat: int, out: Numbers) -> None:
    """Write what the network sees of a position, shape (``Network.features``,)."""
    raise NotImplementedError


@generic
def playout_action(state: Record, actions: Actions, rng: Rng) -> int:
    """A quick, plausible choice among the legal actions: the policy of simulations.

    ``actions`` is room for the legal actions of any state. A policy that needs them lists them there; one that can do
    without saves the time.
    """
    raise NotImplementedError


@generic
def observation_tensor(state: Record, seat: int, out: Values | NDArray[np.float32]) -> None:
    """Write what ``seat`` may know as numbers, shape (observation_size,); ``seat`` -1 is a spectator."""
    raise NotImplementedError


@generic
def compact_tensor(state: Record, seat: int, out: Bytes) -> None:
    """Write what ``seat`` may know as small whole numbers, laid out as ``Learning.compact`` says.

    ``out`` comes filled with 0; ``seat`` -1 is a spectator.
    """
    raise NotImplementedError
