"""Files of trained policies, written by a training program and used in studies as ``trained:FILE.npz``.

``trained:MANIFEST#NAME`` is a released policy that a manifest lists; the manifest is a file or a URL. This module needs
only NumPy.

A file is a NumPy ``.npz`` with arrays of numbers, and with ``about``, a JSON text that describes their meaning and
origin. Nothing in a file is ever executed or unpickled. There are three kinds:

* ``actor``: a network of fully connected layers with ReLU between them, ``weight0`` (outputs x inputs), ``bias0``,
  ``weight1`` and so on; it maps an observation to one number per action, and the policy plays the legal action with the
  highest number. A network with one more output, the expected result of the seat from -1 to 1, can also search:
  ``trained:FILE@48`` makes 48 simulations per decision (``mandapa.adapters.networks.search``).
* ``parts``: the same with a network that has an input layer for each part of a compact observation
  (``mandapa.adapters.networks.forward.PartsNetwork``); in ``about``, ``sizes`` are its ``PartsSizes``.
* ``judge``: the ``weights`` of the network that ``mandapa.adapters.evaluation_policy`` adds to a game's evaluation; in
  ``about``, ``hidden`` is the number of units. The policy considers only the turns with the best evaluations; ``among``
  is their number.

``about`` has: ``schema`` (the version of this format), ``kind``, ``game``, ``players``, ``options``, ``rules_version``,
``components``, ``observation`` (``full`` or ``compact``), ``form`` (digest of the meaning of observations and actions),
``made`` (origin: command, seed, amount, software) and ``sha256`` of the arrays.

A manifest is a JSON file with ``schema``, the version of its format, and ``policies``, a list. Each policy in the list
has ``name``, ``file`` (in the folder of the manifest), ``sha256`` and ``bytes`` (digest and size of the file),
``kind``, ``game``, ``players``, ``options``, ``rules_version``, ``made`` and ``licence``. Another kind, ``network``, is
a weights file of a built-in bot (``mandapa.bots.weights``), which plays as ``planner:MANIFEST#NAME``.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from mandapa.adapters.evaluation_policy import EvaluationPolicy, PositionEncoder
from mandapa.adapters.networks.forward import Arrays, LayersNetwork, PartsNetwork, PartsSizes, softmax
from mandapa.adapters.networks.search import NetworkSearch, Numbers
from mandapa.adapters.observation_formats import ObservationFormat
from mandapa.adapters.position import Position
from mandapa.bots import external_policies, releases
from mandapa.kernel.errors import OptionError
from mandapa.library import Game
from mandapa.play.record import software

SCHEMA = 1
ACTOR, PARTS, JUDGE = "actor", "parts", "judge"
NETWORK = "network"
"""Kind, in a manifest, of weights files of built-in bots (``mandapa.bots.weights``)."""


def form_digest(game: Game, observation: str) -> str:
    """Return a digest that is equal for two games if observations and actions have the same meaning."""
    form = ObservationFormat(game, observation)
    inputs = {
        "rules": game.rules_version,
        "actions": game.type.num_actions,
        "shapes": [[name, list(shape)] for name, shape in form.shapes.items()],
        "greatest": form.greatest.tolist(),
    }
    return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()[:16]


def digest_of(arrays: Arrays) -> str:
    """Return the SHA-256 of arrays, including names, types and shapes."""
    found = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        found.update(f"{name} {array.dtype.str} {array.shape};".encode() + array.tobytes())
    return found.hexdigest()


def write(
    file: Path, game: Game, kind: str, observation: str, arrays: Arrays, made: Mapping[str, Any], **more: Any
) -> None:
    """Write a trained policy with its metadata to a file; ``made`` describes the origin."""
    about = {
        "schema": SCHEMA,
        "kind": kind,
        "game": game.name,
        "players": game.players,
        "options": game.options,
        "rules_version": game.rules_version,
        "components": game.components_hash,
        "observation": observation,
        "form": form_digest(game, observation),
        "made": {**made, "software": software()},
        "sha256": digest_of(arrays),
        **more,
    }
    part = file.with_name(file.name + ".part")
    with part.open("wb") as out:
        np.savez_compressed(out, about=np.array(json.dumps(about)), **arrays)  # type: ignore[arg-type]
    part.replace(file)


def read(file: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Load the metadata and the arrays of a policy file.

    Raises:
        OptionError: the file is not a policy file, has another schema, or its numbers do not match the stored SHA-256.
    """
    try:
        with np.load(file, allow_pickle=False) as stored:
            about = json.loads(str(stored["about"]))
            arrays = {name: stored[name] for name in stored.files if name != "about"}
        schema = about["schema"]
    except (OSError, KeyError, TypeError, ValueError, BadZipFile) as error:
        raise OptionError(f"trained: found {str(file)!r}, expected a file of a learnt policy ({error})") from error
    if schema != SCHEMA:
        raise OptionError(f"trained: {file} is of schema {schema!r}, expected {SCHEMA}, which this Mandapa reads")
    if about.get("sha256") != digest_of(arrays):
        raise OptionError(f"trained: the numbers in {file} are not those that were written, by their SHA-256")
    return about, arrays


class FilePolicy:
    """A policy loaded from a file, for the game and the number of players that it was trained for.

    Attributes:
        about: the metadata in the file.
        title: display name.
        games: name of the game that the policy plays, in a tuple.
    """

    def __init__(self, source: str | Path) -> None:
        """Load a policy.

        Args:
            source: a file, or ``MANIFEST#NAME``, where the manifest may be a URL (``https://``).

        Raises:
            OptionError: the source does not exist or is corrupt.
        """
        file = releases.fetch_release(source) if isinstance(source, str) and "#" in source else Path(source)
        self.about, self._arrays = read(file)
        self.title = file.stem
        self.games = (self.about["game"],)

    def __call__(self, question: external_policies.Question) -> int:
        """Return an action id. Studies call the policy returned by ``for_game``, which is faster."""
        return int(self.for_game(question.game)(question))

    def for_game(self, game: Game) -> Any:
        """Return the policy for ``game``; ``OptionError`` if the policy was trained for another game."""
        about = self.about
        made_for, found = (about["game"], about["players"]), (game.name, game.players)
        if found != made_for:
            raise OptionError(f"trained: {self.title} plays {made_for[0]} with {made_for[1]} players, found {game!r}")
        if about["form"] != form_digest(game, about["observation"]):
            raise OptionError(
                f"trained: {self.title} knows {game.name} by rules {about['rules_version']} and observations of "
                f"another form, found rules {game.rules_version}; train it anew"
            )
        if about["kind"] == JUDGE:
            encoder = PositionEncoder(game, about["hidden"])
            weights = self._arrays["weights"]
            if weights.shape != (encoder.network.weights,):
                raise OptionError(
                    f"trained: {self.title} has {weights.size} weights, expected {encoder.network.weights}"
                )
            return EvaluationPolicy(encoder, weights, about["among"])
        if about["kind"] in (ACTOR, PARTS):
            form = ObservationFormat(game, about["observation"])
            try:
                if about["kind"] == ACTOR:
                    return _Actor(form, LayersNetwork(form, self._arrays))
                return _Actor(form, PartsNetwork(form, self._arrays, PartsSizes(**about.get("sizes", {}))))
            except (TypeError, ValueError) as error:
                raise OptionError(f"trained: the network of {self.title} does not fit {game!r}: {error}") from error
        raise OptionError(f"trained: found a policy of kind {about['kind']!r}, expected {ACTOR}, {PARTS} or {JUDGE}")


class _Actor:
    """A policy that plays the legal action with the highest network output, or searches if it gets a budget."""

    def __init__(self, form: ObservationFormat, outputs: LayersNetwork | PartsNetwork) -> None:
        self.form = form
        self.outputs = outputs
        self.actions = form.game.type.num_actions
        self.has_value = outputs.count == self.actions + 1
        if outputs.count not in (self.actions, self.actions + 1):
            raise ValueError(
                f"found {outputs.count} outputs, expected {self.actions}, or {self.actions + 1} with the value"
            )

    def __call__(self, question: external_policies.Question) -> int:
        wanted = question.simulations
        if question.seconds is not None or (wanted is not None and not self.has_value):
            expected = "simulations, as in @48" if self.has_value else "none, because the network has no value output"
            raise OptionError(f"budget: found one for a trained policy, expected {expected}")
        search = NetworkSearch(self.form, self.network, question.rng)
        if wanted:
            return search.choose(question, wanted)
        position = Position(question.game, question.state.record.tobytes())
        logits = self.outputs(search.observe(position)[None])[0, : self.actions]
        return int(np.where(question.mask, logits, -np.inf).argmax())

    def network(self, observations: Numbers, masks: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        """Return probabilities and values, as ``mandapa.adapters.networks.search.Network`` does."""
        found = self.outputs(observations)
        logits = np.where(masks, found[:, : self.actions], -np.inf)
        return softmax(logits), np.clip(found[:, -1], -1, 1)


# ------------------------------------------------------------ releases


def write_manifest(files: Iterable[Path], licence: str, about: Mapping[str, Mapping[str, Any]] | None = None) -> Path:
    """Write a manifest of files into their common folder, ready for a release, and return its path.

    Args:
        files: policy files, or weights files of built-in bots.
        licence: licence of the files.
        about: metadata by file name; needed for weights files of built-in bots, which contain less.
    """
    policies, files = [], sorted(files)
    for file in files:
        facts, contents = (about or {}).get(file.name) or read(file)[0], file.read_bytes()
        kept = {key: facts[key] for key in ("kind", "game", "players", "options", "rules_version", "made")}
        digest = hashlib.sha256(contents).hexdigest()
        entry = {"name": file.stem, "file": file.name, "sha256": digest, "bytes": len(contents), **kept}
        policies.append({**entry, "licence": licence})
    if len({file.parent for file in files}) != 1:
        raise OptionError(f"trained: found {len(files)} files, expected some, in one folder")
    manifest = files[0].with_name(releases.MANIFEST)
    manifest.write_text(
        json.dumps({"schema": releases.SCHEMA, "policies": policies}, indent=1) + "\n", encoding="utf-8"
    )
    return manifest
