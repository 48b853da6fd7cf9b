"""Read and write files of game records, as JSON Lines or as Parquet tables of decisions.

``trajectories`` reads the recorded decisions for learning:

>>> for game in trajectories("games.jsonl"):  # doctest: +SKIP
...     for decision in game.decisions:
...         learn(decision.observation, decision.legal, decision.action, game.returns[decision.seat])
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.generic import observation_tensor
from mandapa.kernel.input.parsing import parse_json
from mandapa.library import Game, State
from mandapa.play.entries import ACT, CHANCE, Entry, now
from mandapa.play.record import LONGEST_NAME, RecordError, beginning_of, components_of, import_record, record_file
from mandapa.play.result import result_of
from mandapa.play.seats import BOT, Seat

Keep = Callable[[dict[str, Any]], None]
"""Function called with the record of a finished game."""


def record_of(state: State, actors: Sequence[int | None], names: Sequence[str]) -> dict[str, Any]:
    """Return the game record of a finished game.

    Args:
        state: the final state.
        actors: the seat that took each action; None for chance outcomes.
        names: names of the players, by seat.
    """
    game, at = state.game, now()
    acted = enumerate(zip(actors, state.history, strict=True), start=1)
    return record_file(
        game=game.name,
        rules_version=game.rules_version,
        options={"players": game.players, **game.options},
        components=components_of(game),
        **beginning_of(game),
        seats=[Seat(name[:LONGEST_NAME], BOT, name[:LONGEST_NAME]).to_json() for name in names],
        entries=[Entry(seq, CHANCE if seat is None else ACT, seat, text, at) for seq, (seat, text) in acted],
        result=result_of(state),
    )


PARQUET = ".parquet"
COLUMNS = {
    "number": ("int32", "of the game in its file, from 0"),
    "game": ("string", "its name"),
    "ply": ("int32", "place of the decision among all actions, chance included, from 0"),
    "seat": ("int32", "the seat that decided"),
    "player": ("string", "name of the player in the seat"),
    "action": ("int32", "id of the chosen action"),
    "text": ("string", "notation of the chosen action"),
    "legal": ("list<int32>", "ids of all legal actions"),
    "return": ("float64", "of the seat at the end of the game"),
}
"""Columns of the Parquet file: type, and description stored in the file."""


@contextmanager
def record_writer(file: Path) -> Iterator[Keep]:
    """Open a file for writing and yield a function that adds a game record to it.

    A file with the suffix ``.parquet`` gets one row per decision; any other file gets one line of JSON per record.

    Raises:
        ImportError: the file is Parquet and pyarrow is missing.
    """
    if file.suffix == PARQUET:
        with _writing_decisions(file) as keep:
            yield keep
        return
    with file.open("w", encoding="utf-8") as lines:
        yield lambda record: print(json.dumps(record, ensure_ascii=False), file=lines)


@contextmanager
def _writing_decisions(file: Path) -> Iterator[Keep]:
    """Yield a function that writes the decisions of a record as Parquet rows. Games are numbered from 0."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ImportError(f"Parquet needs pyarrow ({error}); pip install 'mandapa[parquet]'", name="pyarrow") from error
    types = {"list<int32>": pyarrow.list_(pyarrow.int32())}
    schema = pyarrow.schema(
        [
            pyarrow.field(name, types.get(type) or pyarrow.type_for_alias(type), metadata={"about": about})
            for name, (type, about) in COLUMNS.items()
        ]
    )
    numbers = count()
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:

        def keep(record: dict[str, Any]) -> None:
            number, played = next(numbers), trajectory_of(record, observations=False)
            rows = [
                {"number": number, "game": played.game.name, "ply": one.ply, "seat": one.seat, "action": one.action}
                | {"player": played.players[one.seat], "text": one.text, "legal": one.legal}
                | {"return": played.returns[one.seat]}
                for one in played.decisions
            ]
            writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))

        yield keep


MANIFEST = "manifest.json"
"""Name of the file that lists the files of a data set in its folder."""


def write_manifest(files: Sequence[Path]) -> None:
    """Write names, sizes and digests of files into a manifest in their folder."""
    listed = {"schema": 1, "files": [digest_of(file) for file in files]}
    files[0].with_name(MANIFEST).write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


def digest_of(file: Path) -> dict[str, Any]:
    """Return a file's entry in a manifest: ``file``, ``bytes`` and ``sha256``."""
    with file.open("rb") as stored:
        digest = hashlib.file_digest(stored, "sha256").hexdigest()
    return {"file": file.name, "bytes": file.stat().st_size, "sha256": digest}


def check_digest(file: Path) -> None:
    """Compare a file with the manifest in its folder, if there is one that lists the file.

    Raises:
        RecordError: the file has another digest, or the manifest is invalid.
    """
    manifest = file.with_name(MANIFEST)
    if not manifest.is_file():
        return
    try:
        listed = parse_json(manifest.read_text(encoding="utf-8")).get("files", [])
        expected = next((one["sha256"] for one in listed if one["file"] == file.name), None)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise RecordError(f"found {error!r}", str(manifest), "files with their SHA-256") from error
    found = digest_of(file)["sha256"]
    if expected not in (None, found):
        raise RecordError(f"found SHA-256 {found}", str(file), f"{expected}, as in {manifest}")


# ---------------------------------------------------------------- reading


@dataclass(frozen=True)
class Decision:
    """One decision of a recorded game.

    Attributes:
        ply: index of the decision among all actions of the game, from 0.
        seat: the seat that decided.
        action: id of the chosen action.
        text: notation of the chosen action.
        legal: ids of all legal actions, ascending.
        observation: the seat's observation, float32, or None if the game has none or it was not requested.
    """

    ply: int
    seat: int
    action: int
    text: str
    legal: list[int]
    observation: NDArray[np.float32] | None


@dataclass(frozen=True)
class Trajectory:
    """One recorded game.

    Attributes:
        game: the game with its options.
        players: names of the players, by seat.
        decisions: decisions of all seats, in order.
        returns: final utility of each seat.
    """

    game: Game
    players: list[str]
    decisions: list[Decision]
    returns: list[float]


def trajectories(file: str | Path, observations: bool = True) -> Iterator[Trajectory]:
    """Replay the finished games in a file with one game record per line.

    Raises:
        RecordError: a line is not a valid record of a finished game, in which case the error names the line; or the
            file is not the one that the data set's manifest in its folder lists.
    """
    check_digest(Path(file))
    with Path(file).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                record = parse_json(line)
            except ValueError as error:
                raise RecordError(getattr(error, "msg", str(error)), f"line {number}", "a record as JSON") from error
            try:
                yield trajectory_of(record, observations)
            except RecordError as error:
                raise RecordError(error.what, f"line {number}, {error.where}", error.expected) from error


def trajectory_of(record: dict[str, Any], observations: bool = True) -> Trajectory:
    """Replay the finished game in a record.

    Raises:
        RecordError: the record is invalid, or the game is not over.
    """
    match = import_record(record)
    if not match.state.is_terminal:
        raise RecordError("a game that is not over", "entries", "a game that is played to its end")
    acted = [(event.entry.seat, event.entry.text) for event in match.actions]
    players = [seat.name for seat in match.first_seats]
    return Trajectory(match.game, players, decisions_of(match.game, acted, observations), match.state.returns())


def decisions_of(game: Game, acted: Sequence[tuple[int | None, str]], observations: bool) -> list[Decision]:
    """Return the decisions of a game, given all its actions as pairs of seat (None for chance) and text."""
    state, found = game.new_state(), []
    for ply, (seat, text) in enumerate(acted):
        record, action = state.read(text)
        if seat is not None:
            seen = observation_of(state, seat) if observations and game.type.observation_size else None
            found.append(Decision(ply, seat, action, text, state.legal_action_ids, seen))
        state.apply_id(action, text, state.try_id(action, record))
    return found


def observation_of(state: State, seat: int) -> NDArray[np.float32]:
    """Return the full observation of a seat, float32, shape (observation_size,)."""
    out = np.zeros(state.game.type.observation_size, np.float32)
    observation_tensor(state.for_seat(seat).record, seat, out)
    return out
