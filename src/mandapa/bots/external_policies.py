"""External bots, written as policies: a *policy* is a callable that answers a ``Question`` with a legal action.

Installed packages provide policies through entry points in the group ``mandapa.bots``; locally,
``package.module:policy`` names a policy that is not installed. A policy can be a class: it is instantiated for every
game and seat with the ``Game`` and a random generator, and the instance is called. Any failure is raised as a
``PolicyError`` that names the policy and says what was expected; no other bot takes over.
"""

import importlib
import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.bots.base import Bot, SearchResult
from mandapa.bots.cancellation import CancelToken
from mandapa.kernel.errors import OptionError
from mandapa.kernel.generic import observation_tensor
from mandapa.kernel.record import Record
from mandapa.library import Game, State

GROUP = "mandapa.bots"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""Valid entry point names; ``-``, ``+`` and ``@`` have a special meaning in player names."""
SPECIFICATION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
TRAINED = "trained:"
"""Name prefix of policies loaded from a file."""
READERS: dict[str, Callable[[str], Any]] = {}
"""Functions that load policies from files, by name prefix; ``mandapa/__init__.py`` adds those of ``adapters``."""
SHOWN = 120
"""Maximum number of characters that an error quotes from an invalid answer."""

Policy = Callable[..., Any]
"""``policy(question)`` returns the text or id of a legal action; a class is instantiated as ``policy(game, rng)``."""


class PolicyError(ValueError):
    """An external policy failed or returned something that is not a legal action."""


class Question:
    """A request for an action, with only the information that the seat may have.

    Attributes:
        state: an independent copy of the state, in which hidden information is blank; it has no history.
        seat: the seat to act, from 0.
        legal_actions: the legal actions as text; the answer is one of them.
        legal_action_ids: the ids of ``legal_actions``, in the same order; the answer can also be an id.
        rng: random generator, reproducible with the seed of a study.
        simulations, seconds: the requested budget, as in ``NAME@400`` or ``NAME@0.2s``; None if unspecified.
        cancel: ``cancel.is_set()`` is true once the answer is no longer needed.
    """

    def __init__(
        self,
        state: State,
        seat: int,
        rng: np.random.Generator,
        simulations: int | None = None,
        seconds: float | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        self.state = state
        self.seat = seat
        self.legal_actions = tuple(state.legal_actions)
        self.legal_action_ids = tuple(state.legal_action_ids)
        self.rng = rng
        self.simulations = simulations
        self.seconds = seconds
        self.cancel = cancel or CancelToken()

    @property
    def game(self) -> Game:
        """The game, with its number of players and its options."""
        return self.state.game

    @property
    def observation(self) -> NDArray[np.float32]:
        """Observation of the seat, shape (observation_size,); ``OptionError`` if the game has no observations."""
        game = self.game
        if not game.type.observation_size:
            raise OptionError(f"{game.name} cannot be observed as numbers: it brings no observation_tensor")
        out = np.zeros(game.type.observation_size, np.float32)
        observation_tensor(self.state.record, self.seat, out)
        return out

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Boolean mask of the legal action ids, shape (num_actions,)."""
        mask = np.zeros(self.game.type.num_actions, np.bool_)
        mask[list(self.legal_action_ids)] = True
        return mask


class ExternalPolicy(NamedTuple):
    """An external policy and its origin.

    Attributes:
        name: name of the player.
        policy: the callable.
        package, version: name and version of the distribution that provides the entry point. Without an entry point,
            ``package`` is the package of the module, and there is no version.
    """

    name: str
    policy: Policy
    package: str
    version: str | None = None

    @property
    def title(self) -> str:
        """Display name: ``policy.title``, or the name."""
        return str(getattr(self.policy, "title", None) or self.name)

    @property
    def description(self) -> str:
        """Display text: the first line of the policy's docstring, and the policy's origin."""
        first = (getattr(self.policy, "__doc__", None) or "").strip().partition("\n")[0]
        return f"{first} ({self.origin})".strip()

    @property
    def origin(self) -> str:
        """Package and version that the policy comes from, as text."""
        return f"{self.package} {self.version}" if self.version else self.package

    def plays(self, game: str) -> bool:
        """Return whether the policy supports this game; a policy without ``games`` supports all games."""
        games = getattr(self.policy, "games", None)
        return games is None or game in games


class PolicyBot(Bot):
    """A bot that asks an external policy for its actions.

    The policy is not called if there is only one legal action.
    """

    def __init__(
        self,
        external_policy: ExternalPolicy,
        game: Game,
        seed: int | np.random.Generator | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        super().__init__(game, seed, simulations, seconds)
        self.name = external_policy.name
        self.external_policy = external_policy
        if not external_policy.plays(game.name):
            theirs = ", ".join(map(str, external_policy.policy.games))  # type: ignore[attr-defined]
            raise OptionError(f"bot: {self.name} of {external_policy.origin} found {game.name!r}, expected {theirs}")
        self._answers = external_policy.policy
        if hasattr(external_policy.policy, "for_game"):  # Raises an error if a policy file is for another game.
            self._answers = external_policy.policy.for_game(game)
        if isinstance(external_policy.policy, type):
            try:
                self._answers = external_policy.policy(game, self.rng)
            except Exception as error:
                raise self._failed(f"raised {_short(error)}", "a player of this game") from error
        if not callable(self._answers):
            raise self._failed(f"is made a {type(self._answers).__name__}", "something that can be called")

    def planning_state(self, state: State, seat: int) -> State:
        """Return what the seat knows, without the simplification by the game's ``imagine``."""
        return state.for_seat(seat)

    def think(self, record: Record, seat: int, cancel: CancelToken | None = None) -> SearchResult:
        """Ask the policy for an action; ``PolicyError`` if it fails or its answer is not legal."""
        question = Question(State(self.game, record), seat, self.rng, self.simulations, self.seconds, cancel)
        try:
            answer = self._answers(question)
        except Exception as error:  # External code can raise anything.
            raise self._failed(f"raised {_short(error)}", "an action") from error
        return SearchResult([self._action(question, answer)])

    def _action(self, question: Question, answer: Any) -> int:
        if isinstance(answer, str) and answer in question.legal_actions:
            return question.legal_action_ids[question.legal_actions.index(answer)]
        if isinstance(answer, Integral) and not isinstance(answer, bool) and answer in question.legal_action_ids:
            return int(answer)
        legal, ids = question.legal_actions, question.legal_action_ids
        expected = f"one of {len(legal)} legal actions, as text such as {legal[0]!r} or as id such as {ids[0]}"
        raise self._failed(f"answered {_quoted(answer)} for seat {question.seat}", expected)

    def _failed(self, what: str, expected: str) -> PolicyError:
        external_policy = self.external_policy
        function = f"{external_policy.policy.__module__}:{_qualified(external_policy.policy)}"
        return PolicyError(f"{function} of {external_policy.origin} in {self.game.name}: {what}, expected {expected}")


def wrap_policy(policy: Policy) -> ExternalPolicy:
    """Wrap a callable as an ``ExternalPolicy``."""
    if not callable(policy):
        raise OptionError(f"bot: found a {type(policy).__name__}, expected something that can be called")
    named = f"{policy.__module__}:{_qualified(policy)}"
    return ExternalPolicy(named, policy, policy.__module__.partition(".")[0])


@cache
def import_policy(specification: str) -> ExternalPolicy:
    """Import the policy named by ``package.module:policy``; ``OptionError`` if it does not exist.

    ``trained:FILE`` loads a trained policy from that file (``mandapa.adapters.policy_files``).
    """
    if specification.startswith(TRAINED):
        policy = READERS[TRAINED](specification.removeprefix(TRAINED))
        return ExternalPolicy(specification, policy, policy.title, policy.about["sha256"][:12])
    if not SPECIFICATION.fullmatch(specification):
        raise OptionError(f"bot: found {specification!r}, expected package.module:policy")
    module, _, path = specification.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:  # Third-party packages can raise anything on import.
        raise OptionError(f"bot: {specification} cannot be imported: {_short(error)}") from error
    return _checked(ExternalPolicy(specification, found, module.partition(".")[0]))


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def installed_names() -> tuple[str, ...]:
    """Return the names of players in installed packages, without importing the packages."""
    return tuple(sorted(_points()))


@cache
def load_installed(name: str) -> ExternalPolicy:
    """Import the policy with this name from an installed package; ``OptionError`` if the import fails."""
    point = _points()[name]
    package, version = (point.dist.name, point.dist.version) if point.dist else (point.module.partition(".")[0], None)
    if not NAME.fullmatch(name):
        raise OptionError(f"bot: {package} calls a player {name!r}, expected small letters, digits and '_', 40 at most")
    try:
        policy = point.load()
    except Exception as error:  # Third-party packages can raise anything on import.
        raise OptionError(f"bot: {name} of {package} cannot be imported: {_short(error)}") from error
    return _checked(ExternalPolicy(name, policy, package, version))


def _checked(external_policy: ExternalPolicy) -> ExternalPolicy:
    if not callable(external_policy.policy):
        kind = type(external_policy.policy).__name__
        found = f"{external_policy.name} of {external_policy.origin}"
        raise OptionError(f"bot: {found} is a {kind}, expected something that can be called")
    return external_policy


def _qualified(policy: Policy) -> str:
    return str(getattr(policy, "__qualname__", type(policy).__qualname__))


def _short(error: Exception) -> str:
    return _cut(f"{type(error).__name__}: {error}")


def _quoted(answer: Any) -> str:
    try:
        return _cut(repr(answer))
    except Exception:  # External objects can raise anything in __repr__.
        return f"a {type(answer).__name__}"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
