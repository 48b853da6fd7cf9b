"""Generic functions, declared once here; every game supplies methods for its own record type.

A call from Python looks the method up by the record's dtype. In machine code, the compiler selects the method by record
type and inlines it. Search, playouts and batches are therefore written once for all games.
"""

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
    """Turn a declaration into a generic function, which calls the method for the type of the given state record."""
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
    """Register a method of the generic function with the same name, for games that do not define this method."""
    _defaults[method.__name__] = method
    return method


def register_methods(layout: Layout, methods: dict[str, Method]) -> None:
    """Register a game's methods, by name of the generic function, for records with this layout."""
    unknown = sorted(set(methods) - set(_declared))
    if unknown:
        raise ValueError(f"not generic functions: {', '.join(unknown)}; known: {', '.join(sorted(_declared))}")
    layout = record_type(layout)  # The lookup by dtype is faster if all records share one dtype object.
    for name, method in methods.items():
        known = _methods[name].setdefault(layout, method)
        if (known.__module__, known.__qualname__) != (method.__module__, method.__qualname__):
            raise ValueError(
                f"{name}: records of this layout are those of {known.__module__}; "
                f"a game needs a layout of its own, expected other field names"
            )
        _methods[name][layout] = method


def is_generic(thing: Any) -> bool:
    """Return whether this is a generic function itself, not a game's method for one."""
    return any(thing is call for call in _declared.values())


def methods_in(supplied: Mapping[str, Any]) -> dict[str, Method]:
    """Return only the methods of generic functions, by name, from everything that a game supplies."""
    return {name: method for name, method in supplied.items() if name in _declared}


def register_all(register_rule: Callable[[Method, Callable[[Any], Method | None]], None]) -> None:
    """Call ``register_rule`` for every generic function, with a callback that returns the method for a record type."""
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
    """Return the seat to act, 0 to players - 1; ``CHANCE`` at a chance node, ``TERMINAL`` at the end of the game."""
    raise NotImplementedError


@generic
def legal_actions(state: Record, out: Actions) -> int:
    """Write the legal actions of the player to act into ``out``, ascending, and return their number.

    The number is 0 at chance nodes and at the end. A game may list only some of the legal actions; ``is_legal`` accepts
    all of them.
    """
    raise NotImplementedError


@generic
def is_legal(state: Record, action: int) -> bool:
    """Return whether ``action`` is legal now; at a chance node, whether this outcome is possible."""
    raise NotImplementedError


@generic
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write the possible outcomes, ascending, with their exact probabilities, and return the number of outcomes."""
    raise NotImplementedError


@generic
def sample_chance(state: Record, rng: Rng) -> int:
    """Sample an outcome of a chance node from the distribution in ``chance_outcomes``."""
    raise NotImplementedError


@generic
def apply_action(state: Record, action: int) -> None:
    """Apply a decision or chance outcome in place. The result is deterministic; legality is not checked."""
    raise NotImplementedError


@generic
def scores(state: Record, out: Values) -> None:
    """Write the score that each seat would have if the game ended now."""
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
    """Fill the values blanked by ``redact`` with a random sample that agrees with the knowledge of ``seat``."""
    raise NotImplementedError


@generic
def imagine(state: Record) -> None:
    """Simplify a copy of a state for planning by bots, in place.

    Every action that is legal in the simplified state must be legal in the real state, with the same id.
    """
    raise NotImplementedError


@generic
def evaluate(state: Record, out: Values) -> None:
    """Write an estimate of the final score of each seat; called often, so it should be fast."""
    raise NotImplementedError


@generic
def is_unsettled(state: Record) -> bool:
    """Return whether ``evaluate`` ignores the pending chance event, so that it must be called after the event."""
    raise NotImplementedError


@generic
def evaluate_learnt(state: Record, seat: int, weights: Numbers, out: Values) -> None:
    """Write the estimate of ``evaluate``, corrected by the network from the perspective of ``seat``.

    Only for games with a network (``Planning.network``). Without weights, the estimate is not corrected.
    """
    raise NotImplementedError


@generic
def network_features(state: Record, seat: int, out: Numbers) -> None:
    """Write the input of the network for a position as seen by ``seat``, shape (``Network.features``,)."""
    raise NotImplementedError


@generic
def playout_action(state: Record, actions: Actions, rng: Rng) -> int:
    """Choose a quick, plausible legal action: the policy of simulations.

    ``actions`` is a buffer with room for the legal actions of any state. A policy that does not need the legal actions
    can leave the buffer unused.
    """
    raise NotImplementedError


@generic
def salience(state: Record, action: int) -> float:
    """Return how much a legal action stands out to a person, from 0 (easily overlooked) to 1 (never overlooked).

    For example, placing a tile next to the last one stands out; using a rare rule does not. A number below 0 marks a
    pointless action, which no bot that searches through whole turns considers; other legal actions must remain.
    """
    raise NotImplementedError


@generic
def observation_tensor(state: Record, seat: int, out: Values | NDArray[np.float32]) -> None:
    """Write the observation of ``seat``, shape (observation_size,); ``seat`` -1 is a spectator."""
    raise NotImplementedError


@generic
def compact_tensor(state: Record, seat: int, out: Bytes) -> None:
    """Write the observation of ``seat`` as small integers, laid out as in ``Learning.compact``.

    ``out`` is zeroed beforehand; ``seat`` -1 is a spectator.
    """
    raise NotImplementedError
