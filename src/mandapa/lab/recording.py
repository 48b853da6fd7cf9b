"""Whole games as data: a record file a line, written by studies, and read again as trajectories to learn from.

>>> for game in trajectories("games.jsonl"):  # doctest: +SKIP
...     for decision in game.decisions:
...         learn(decision.observation, decision.legal, decision.action, game.returns[decision.seat])
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.generic import observation_tensor
from mandapa.library import Game, State
from mandapa.play.entries import ACT, CHANCE, Entry, now
from mandapa.play.match import result_of
from mandapa.play.record import LONGEST_NAME, RecordError, components_of, import_record, record_file
from mandapa.play.seats import BOT, Seat

Keep = Callable[[dict[str, Any]], None]
"""What takes the record of a finished game."""


def record_of(state: State, actors: Sequence[int | None], names: Sequence[str]) -> dict[str, Any]:
    """The record file of a finished game: ``actors`` has who acted, None: chance; ``names`` who sat at each seat."""
    game, at = state.game, now()
    acted = enumerate(zip(actors, state.history, strict=True), start=1)
    return record_file(
        game=game.name,
        rules_version=game.rules_version,
        options={"players": game.players, **game.options},
        components=components_of(game),
        seats=[Seat(name[:LONGEST_NAME], BOT, name[:LONGEST_NAME]).to_json() for name in names],
        entries=[Entry(seq, CHANCE if seat is None else ACT, seat, text, at) for seq, (seat, text) in acted],
        result=result_of(state),
    )


@contextmanager
def writing(file: Path | None) -> Iterator[Keep | None]:
    """What writes records into a file, one a line; None if there is no file."""
    if file is None:
        yield None
        return
    with file.open("w", encoding="utf-8") as lines:
        yield lambda record: print(json.dumps(record, ensure_ascii=False), file=lines)


# ---------------------------------------------------------------- reading


@dataclass(frozen=True)
class Decision:
    """One decision of a recorded game.

    Attributes:
        ply: its place among all actions, from 0.
        seat: who decided.
        action: its id; ``text`` is the same in words.
        legal: ids of all that the seat could do, ascending.
        observation: what the seat knew as numbers, float32; None for a game that has none, or if it was not asked for.
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
        game: what was played.
        players: who sat at each seat, by name.
        decisions: of all seats, in order.
        returns: of each seat.
    """

    game: Game
    players: list[str]
    decisions: list[Decision]
    returns: list[float]


def trajectories(file: str | Path, observations: bool = True) -> Iterator[Trajectory]:
    """The finished games of a file with a record in each line, replayed; ``RecordError`` names the line at fault."""
    with Path(file).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                match = import_record(json.loads(line))
            except json.JSONDecodeError as error:
                raise RecordError(error.msg, f"line {number}", "a record as JSON") from error
            except RecordError as error:
                raise RecordError(error.what, f"line {number}, {error.where}", error.expected) from error
            if not match.state.is_terminal:
                raise RecordError("a game that is not over", f"line {number}", "games that are played to their end")
            acted = [(event.entry.seat, event.entry.text) for event in match.actions]
            players = [seat.name for seat in match.first_seats]
            yield Trajectory(match.game, players, decisions_of(match.game, acted, observations), match.state.returns())


def decisions_of(game: Game, acted: Sequence[tuple[int | None, str]], observations: bool) -> list[Decision]:
    """The decisions among the actions of a game, given with who took them, None: chance."""
    state, found = game.new_state(), []
    for ply, (seat, text) in enumerate(acted):
        record, action = state.read(text)
        if seat is not None:
            seen = observation_of(state, seat) if observations and game.type.observation_size else None
            found.append(Decision(ply, seat, action, text, state.legal_action_ids, seen))
        state.apply_id(action, text, state.try_id(action, record))
    return found


def observation_of(state: State, seat: int) -> NDArray[np.float32]:
    """What a seat knows as numbers."""
    out = np.zeros(state.game.type.observation_size, np.float32)
    observation_tensor(state.for_seat(seat).record, seat, out)
    return out
