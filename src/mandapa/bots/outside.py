"""Players of other packages: a *policy* is any callable that answers a ``Question`` with a legal action.

An installed package offers one by an entry point of the group ``mandapa.bots``; on one's own machine
``package.module:policy`` names one that is not installed. A class is made anew for every game and seat, with the
``Game`` and a random generator, and what is made answers. What a policy does wrong is a ``PolicyError`` that says
whose fault it is and what was expected; nothing else is played in its place here.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.bots.base import Bot, Thought
from mandapa.bots.cancel import Cancel
from mandapa.kernel.errors import OptionError
from mandapa.kernel.generic import observation_tensor
from mandapa.kernel.record import Record
from mandapa.library import Game, State

GROUP = "mandapa.bots"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""Names of entry points; what follows ``-``, ``+`` or ``@`` means something else where players are named."""
SPECIFICATION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
TRAINED = "trained:"
"""What the name of a policy begins with that is in a file."""
READERS: dict[str, Callable[[str], Any]] = {}
"""Make the policy of a file, by what the name begins with. ``mandapa/__init__.py`` enters those of adapters."""
SHOWN = 120
"""Characters of a wrong answer that an error quotes."""

Policy = Callable[..., Any]
"""``policy(question)`` gives the text or the id of a legal action; a class is made ``policy(game, rng)``."""


class PolicyError(ValueError):
    """A policy of another package has failed or answered what is no legal action."""


class Question:
    """What a policy is asked: which action to take, with all that its seat may know and nothing more.

    Attributes:
        state: what the seat knows, a copy of its own: hidden things are blank, and there is no history.
        seat: the seat to act, from 0.
        legal_actions: the legal actions as text, one of which is the answer.
        legal_action_ids: the same as ids, in the same order; an id is as good an answer.
        rng: randomness that repeats with the seed of a study.
        simulations, seconds: how long it was asked to think, as in ``NAME@400`` or ``NAME@0.2s``; None: as it likes.
        cancel: ``cancel.is_set()`` once nobody waits for the answer any more.
    """

    def __init__(
        self,
        state: State,
        seat: int,
        rng: np.random.Generator,
        simulations: int | None = None,
        seconds: float | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        self.state = state
        self.seat = seat
        self.legal_actions = tuple(state.legal_actions)
        self.legal_action_ids = tuple(state.legal_action_ids)
        self.rng = rng
        self.simulations = simulations
        self.seconds = seconds
        self.cancel = cancel or Cancel()

    @property
    def game(self) -> Game:
        """The game with its players and options."""
        return self.state.game

    @property
    def observation(self) -> NDArray[np.float32]:
        """What the seat may know as numbers, shape (observation_size,); ``OptionError`` for a game without any."""
        game = self.game
        if not game.type.observation_size:
            raise OptionError(f"{game.name} cannot be observed as numbers: it brings no observation_tensor")
        out = np.zeros(game.type.observation_size, np.float32)
        observation_tensor(self.state.record, self.seat, out)
        return out

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which action ids are legal, shape (num_actions,)."""
        mask = np.zeros(self.game.type.num_actions, np.bool_)
        mask[list(self.legal_action_ids)] = True
        return mask


class Outsider(NamedTuple):
    """A policy with what is known of where it comes from.

    Attributes:
        name: what it is called where players are named.
        policy: the callable.
        package, version: the distribution that an entry point belongs to; else the module's package, without version.
    """

    name: str
    policy: Policy
    package: str
    version: str | None = None

    @property
    def title(self) -> str:
        """For people: what it calls itself (``policy.title``), or its name."""
        return str(getattr(self.policy, "title", None) or self.name)

    @property
    def description(self) -> str:
        """For people: the first line of its docstring, and whose it is."""
        first = (getattr(self.policy, "__doc__", None) or "").strip().partition("\n")[0]
        return f"{first} ({self.origin})".strip()

    @property
    def origin(self) -> str:
        """Package and version."""
        return f"{self.package} {self.version}" if self.version else self.package

    def plays(self, game: str) -> bool:
        """Whether it plays this game: any, unless it names its games (``policy.games``)."""
        games = getattr(self.policy, "games", None)
        return games is None or game in games


class PolicyBot(Bot):
    """A policy of another package in a seat.

    Where there is one choice only it is taken, and the policy is not asked.
    """

    def __init__(
        self,
        outsider: Outsider,
        game: Game,
        seed: int | np.random.Generator | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        super().__init__(game, seed, simulations, seconds)
        self.name = outsider.name
        self.outsider = outsider
        if not outsider.plays(game.name):
            theirs = ", ".join(map(str, outsider.policy.games))  # type: ignore[attr-defined]
            raise OptionError(f"bot: {self.name} of {outsider.origin} found {game.name!r}, expected {theirs}")
        self._answers = outsider.policy
        if hasattr(outsider.policy, "for_game"):  # of mandapa.adapters.trained: what does not fit is told at once
            self._answers = outsider.policy.for_game(game)
        if isinstance(outsider.policy, type):
            try:
                self._answers = outsider.policy(game, self.rng)
            except Exception as error:
                raise self._failed(f"raised {_short(error)}", "a player of this game") from error
        if not callable(self._answers):
            raise self._failed(f"is made a {type(self._answers).__name__}", "something that can be called")

    def known(self, state: State, seat: int) -> State:
        """What the seat may know, as it is."""
        return state.for_seat(seat)

    def think(self, record: Record, seat: int, cancel: Cancel | None = None) -> Thought:
        """Ask the policy."""
        question = Question(State(self.game, record), seat, self.rng, self.simulations, self.seconds, cancel)
        try:
            answer = self._answers(question)
        except Exception as error:  # whatever somebody else's code does
            raise self._failed(f"raised {_short(error)}", "an action") from error
        return Thought([self._action(question, answer)])

    def _action(self, question: Question, answer: Any) -> int:
        if isinstance(answer, str) and answer in question.legal_actions:
            return question.legal_action_ids[question.legal_actions.index(answer)]
        if isinstance(answer, Integral) and not isinstance(answer, bool) and answer in question.legal_action_ids:
            return int(answer)
        legal, ids = question.legal_actions, question.legal_action_ids
        expected = f"one of {len(legal)} legal actions, as text such as {legal[0]!r} or as id such as {ids[0]}"
        raise self._failed(f"answered {_quoted(answer)} for seat {question.seat}", expected)

    def _failed(self, what: str, expected: str) -> PolicyError:
        outsider = self.outsider
        function = f"{outsider.policy.__module__}:{_qualified(outsider.policy)}"
        return PolicyError(f"{function} of {outsider.origin} in {self.game.name}: {what}, expected {expected}")


def outsider_of(policy: Policy) -> Outsider:
    """A policy that is at hand as a callable."""
    if not callable(policy):
        raise OptionError(f"bot: found a {type(policy).__name__}, expected something that can be called")
    named = f"{policy.__module__}:{_qualified(policy)}"
    return Outsider(named, policy, policy.__module__.partition(".")[0])


@cache
def named(specification: str) -> Outsider:
    """The policy that ``package.module:policy`` names; imports it. ``OptionError`` if there is none.

    ``trained:FILE`` is what was learnt in that file (``mandapa.adapters.trained``).
    """
    if specification.startswith(TRAINED):
        policy = READERS[TRAINED](specification.removeprefix(TRAINED))
        return Outsider(specification, policy, policy.title, policy.about["sha256"][:12])
    if not SPECIFICATION.fullmatch(specification):
        raise OptionError(f"bot: found {specification!r}, expected package.module:policy")
    module, _, path = specification.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever somebody else's package does when it is imported
        raise OptionError(f"bot: {specification} cannot be imported: {_short(error)}") from error
    return _checked(Outsider(specification, found, module.partition(".")[0]))


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def installed() -> tuple[str, ...]:
    """Names of the players that installed packages offer; nothing of them is imported for that."""
    return tuple(sorted(_points()))


@cache
def player_of(name: str) -> Outsider:
    """The player that an installed package offers by this name; ``OptionError`` if it cannot be imported."""
    point = _points()[name]
    package, version = (point.dist.name, point.dist.version) if point.dist else (point.module.partition(".")[0], None)
    if not NAME.fullmatch(name):
        raise OptionError(f"bot: {package} calls a player {name!r}, expected small letters, digits and '_', 40 at most")
    try:
        policy = point.load()
    except Exception as error:  # whatever somebody else's package does when it is imported
        raise OptionError(f"bot: {name} of {package} cannot be imported: {_short(error)}") from error
    return _checked(Outsider(name, policy, package, version))


def _checked(outsider: Outsider) -> Outsider:
    if not callable(outsider.policy):
        kind = type(outsider.policy).__name__
        raise OptionError(
            f"bot: {outsider.name} of {outsider.origin} is a {kind}, expected something that can be called"
        )
    return outsider


def _qualified(policy: Policy) -> str:
    return str(getattr(policy, "__qualname__", type(policy).__qualname__))


def _short(error: Exception) -> str:
    return _cut(f"{type(error).__name__}: {error}")


def _quoted(answer: Any) -> str:
    try:
        return _cut(repr(answer))
    except Exception:  # whatever a stranger's object does when it is shown
        return f"a {type(answer).__name__}"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
