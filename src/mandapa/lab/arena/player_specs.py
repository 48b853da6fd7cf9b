"""Specifications of players for studies, such as ``planner``, ``flat@0.2s`` or ``search+exploration=1.5@400``."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from mandapa import bots
from mandapa.bots import external_policies, releases
from mandapa.kernel.errors import OptionError
from mandapa.kernel.game_type import Planning
from mandapa.library import Game

PLANNING_PARAMETERS = frozenset(field.name for field in fields(Planning)) - {
    "skills",
    "measured",
    "network",
    "weights",
    "duel",
}
"""Parameters of a game's ``Planning``. All other parameters belong to the bot's class."""
NO_NETWORK = "none"
"""Text used instead of a weights file for a bot without a network."""
INFINITE = float("inf")


@dataclass(frozen=True)
class PlayerSpec:
    """A player with its budget, written in one of these forms:

    * ``planner``, ``planner@400`` (simulations per decision) or ``flat@0.2s`` (seconds per decision): a built-in bot.
    * ``planner-reroll@400``: avoids actions of the kind ``reroll`` (first word of their text) if it has a choice.
    * ``planner+width=20+rounds=2@400``: overrides parameters of ``Planning`` or of the bot's class.
    * ``planner:old.npz@400``: uses the network weights in that file; ``planner:none`` uses no network.
    * ``planner:MANIFEST#NAME@400``: uses released weights, which are fetched and checked (``mandapa.bots.releases``).
    * ``trained:FILE.npz``: a policy trained by a learning library (``mandapa.adapters.policy_files``); with ``@48``, it
      searches with 48 simulations.
    * ``package.module:policy``, or the name under which a package registers a policy; only a budget can be added.

    Attributes:
        label: the specification as text.
        name: name of the bot or policy.
        simulations, seconds: budget per decision; None for the default.
        avoids: kind of actions to avoid, or "".
        parameters: overridden parameters with their values.
        weights: weights file or ``MANIFEST#NAME``, ``none``, or "" for the game's own.
        policy: the policy, if it was given as a callable.
        duel: false if a bot with a network ignores ``Planning.duel``, the game's parameters for two players.
    """

    label: str
    name: str
    simulations: int | None = None
    seconds: float | None = None
    avoids: str = ""
    parameters: tuple[tuple[str, float], ...] = ()
    weights: str = ""
    policy: external_policies.Policy | None = None
    duel: bool = True

    @classmethod
    def of(cls, policy: external_policies.Policy) -> PlayerSpec:
        """Create the specification of a callable policy, which must be picklable to run in other processes."""
        named = external_policies.wrap_policy(policy).name
        return cls(named, named, policy=policy)

    @property
    def external_policy(self) -> external_policies.ExternalPolicy | None:
        """The policy of another package, with its origin; None for built-in bots."""
        if self.policy is not None:
            return external_policies.wrap_policy(self.policy)
        if ":" in self.name:
            return external_policies.import_policy(self.name)
        return None if self.name in bots.built_in_names() else external_policies.load_installed(self.name)

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Parse ``name[-kind][:weights][+parameter=value...][@budget]``. Raise ``OptionError`` if the text is invalid.

        A budget is a number of simulations or, if followed by ``s``, a number of seconds.
        """
        if text.startswith(external_policies.TRAINED):
            file, _, simulations = text.rpartition("@")
            has_budget = simulations.isdecimal() and int(simulations) > 0
            return cls(text, file, int(simulations)) if has_budget else cls(text, text)
        described, at, budget = text.partition("@")
        described, *settings = described.split("+")
        before, _, behind = described.partition(":")
        weights = behind if before.partition("-")[0] in bots.built_in_names() else ""
        name, dash, avoids = (before if weights else described).partition("-")
        if (name not in bots.names() and ":" not in name) or (dash and not avoids):
            known = ", ".join(bots.names())
            raise OptionError(f"bot: found {described!r}, expected one of {known}, or package.module:policy")
        if name not in bots.built_in_names() and (dash or settings):
            raise OptionError(f"bot: found {text!r}, expected a player of another package without parameters")
        parameters = tuple(_parameter(text, setting) for setting in settings)
        entrant = cls(text, name, avoids=avoids, parameters=parameters, weights=weights)
        if not at:
            return entrant
        timed = budget.endswith("s")
        try:
            amount = float(budget[:-1]) if timed else int(budget)
        except ValueError:
            amount = 0
        if not 0 < amount < INFINITE:
            raise OptionError(f"bot: found {text!r}, expected {name}@400 (simulations) or {name}@0.2s (seconds)")
        return replace(entrant, seconds=amount) if timed else replace(entrant, simulations=int(amount))

    @property
    def portable_label(self) -> str:
        """The label, in which files are named without folders, which readers of results do not have."""
        if self.weights not in ("", NO_NETWORK):
            return self.label.replace(self.weights, releases.find_file(self.weights).name)
        trained = external_policies.TRAINED
        return trained + Path(self.label.removeprefix(trained)).name if self.label.startswith(trained) else self.label

    def with_parameters(self, parameters: dict[str, float]) -> PlayerSpec:
        """Return a copy with these parameters changed."""
        changed = {**dict(self.parameters), **parameters}
        described, at, budget = self.label.partition("@")
        written = "".join(f"+{name}={value:g}" for name, value in changed.items())
        return replace(self, label=described.split("+")[0] + written + at + budget, parameters=tuple(changed.items()))

    def judges_by(self, game: Game) -> str:
        """Return the name and version of the network weights that the bot uses; "" for a policy or without weights."""
        return "" if self.external_policy else self.player(game).judges_by

    def facts(self, game: Game) -> dict[str, Any]:
        """Return all facts that determine this player's decisions, as JSON-compatible data."""
        level = game.type.planning.skills.get(self.name)
        return {
            "player": self.label,
            "skill": asdict(level) if level else None,
            "version": None if self.external_policy else self.player(game).version,
            "judges_by": self.judges_by(game),
            "package": self.external_policy.origin if self.external_policy else None,
        }

    def player(self, game: Game, seed: int | np.random.Generator | None = None) -> bots.Bot:
        """Create the player; ``OptionError`` for unknown parameters, or for a weights file that it would not use."""
        planned: dict[str, Any] = {name: value for name, value in self.parameters if name in PLANNING_PARAMETERS}
        if self.weights:
            planned["weights"] = None if self.weights == NO_NETWORK else releases.find_file(self.weights)
        if not self.duel:
            planned["duel"] = {}
        own = {name: value for name, value in self.parameters if name not in PLANNING_PARAMETERS}
        game = planning(game, planned) if planned else game
        external_policy = self.external_policy
        if external_policy is not None:
            return bots.PolicyBot(external_policy, game, seed, self.simulations, self.seconds)
        player = bots.make(self.name, game, seed, self.simulations, self.seconds)
        if self.weights not in ("", NO_NETWORK) and not player.judges_by:
            raise OptionError(f"bot: found {self.label!r}, expected a player that judges by a network in {game.name}")
        if own:
            player = self._remade(player, own)
        player.avoided_kind = self.avoids
        return player

    def _remade(self, player: bots.Bot, own: dict[str, float]) -> bots.Bot:
        for name in own:
            if name in ("simulations", "seconds") or not isinstance(getattr(player, name, None), int | float):
                raise OptionError(f"bot: found parameter {name!r}, which {self.name} does not have")
        names = ("attention", "foresight", "slip", "oversight", "error")
        kept = {name: getattr(player, name) for name in names if hasattr(player, name)}
        return type(player)(player.game, player.rng, player.simulations, player.seconds, **{**kept, **own})


def _parameter(text: str, setting: str) -> tuple[str, float]:
    name, equals, value = setting.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = INFINITE
    if not (equals and abs(number) < INFINITE):
        raise OptionError(f"bot: found {text!r}, expected parameters as in planner+width=20")
    return name, int(number) if number == int(number) else number


def planning(game: Game, changes: dict[str, Any]) -> Game:
    """Return a copy of the game with changed ``Planning`` parameters, which shares the machine code of the original.

    The changes also replace parameters of ``Planning.duel``.
    """
    duel = {name: value for name, value in game.type.planning.duel.items() if name not in changes}
    changed = replace(game.type, planning=replace(game.type.planning, **{"duel": duel, **changes}))
    changed.__dict__["engine"] = game.engine
    other = Game.__new__(Game)
    other.__dict__.update(game.__dict__, type=changed)
    return other
