"""Measure how long the coach takes for a game, and how its marks compare with those of a search 100 times as long.

    python benchmarks/coach.py time [--players 4] [--games 3]       games of Kerala, as a server analyses them
    python benchmarks/coach.py verdicts kerala --decisions 40 --kept FILE [--times 100] [--minutes 10]
    python benchmarks/coach.py table FILE

Each decision comes from a different game, of two to four bots drawn from ``PLAYERS``, and has more than one turn to
choose from. Each decision adds a line to the file; a run with an existing file continues it. The longer search has a
different seed.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

import mandapa
from mandapa import bots
from mandapa.coach import Analyst, TurnJudge
from mandapa.coach.analysis import FORCED, MARKS, PAIRS
from mandapa.lab.intervals import wilson_interval
from mandapa.library import Game, State
from mandapa.server.review.analysis_jobs import SIMULATIONS

PLAYERS = ("beginner", "novice", "adept", "shown")
"""Bots that are most like people."""


def played(game: Game, rng: np.random.Generator) -> State:
    """Play a whole game of bots drawn from ``PLAYERS``."""
    seats = [bots.make(str(name), game, rng) for name in rng.choice(PLAYERS, game.players)]
    state = game.new_state()
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(rng)
        else:
            state.apply(seats[state.current_player].choose(state))
    return state


def decision(name: str, number: int, times: int) -> dict[str, Any]:
    """Return the verdicts of the coach and of the longer search on one random decision."""
    rng = np.random.default_rng((number, len(name)))
    game = mandapa.load(name, players=int(rng.integers(2, 5)))
    state = played(game, rng)
    parts = [part for part in Analyst(state).parts if part.seat is not None]
    for part in rng.permutation(len(parts)).tolist():
        ply, count, left = parts[part].ply, parts[part].count, parts[part].left
        asked = state.at(ply), state.history_ids[ply : ply + count], left
        told = TurnJudge(game, SIMULATIONS, seed=number).judge(*asked)
        if told is not None and told.mark != FORCED:
            break
    began = time.process_time()
    true = TurnJudge(game, SIMULATIONS * times, seed=number + 1_000_000, pairs=PAIRS * times).judge(*asked)
    assert told is not None and true is not None, "every game has a decision with a choice"
    return {
        "game": name,
        "players": game.players,
        "ply": ply,
        "told": told.mark,
        "true": true.mark,
        "lost_chance": [round(one.lost_chance, 4) for one in (told, true)],
        "doubt": [round(one.doubt, 4) for one in (told, true)],
        "seconds": round(time.process_time() - began, 1),
    }


def verdicts(given: argparse.Namespace) -> None:
    """Continue until the file has this many decisions of the game, or the time is up."""
    done = sum(line["game"] == given.game for line in kept(given.kept))
    ends = time.monotonic() + 60 * given.minutes
    mandapa.game_type(given.game).engine.warm()
    for number in range(done, given.decisions):
        if time.monotonic() > ends:
            break
        line = decision(given.game, number, given.times)
        with given.kept.open("a", encoding="utf-8") as file:
            print(json.dumps(line), file=file)


def kept(path: Path) -> list[dict[str, Any]]:
    """Read the results in a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def table(given: argparse.Namespace) -> None:
    """Print how often the marks agree, by game."""
    lines = kept(given.kept)
    print(f"{'game':8} {'decisions':>9} {'same':>6} {'or one off':>10}   95 %        seconds each")
    for name in [*sorted({line["game"] for line in lines}), "all"]:
        own = [line for line in lines if name in (line["game"], "all")]
        apart = Counter(off(line) for line in own)
        near = apart[0] + apart[1]
        low, high = wilson_interval(near / len(own), len(own))
        seconds = np.mean([line["seconds"] for line in own])
        print(
            f"{name:8} {len(own):9} {apart[0] / len(own):6.0%} {near / len(own):10.0%}   "
            f"{low:.0%} to {high:.0%}  {seconds:8.1f}"
        )
    print("\nmarks told (rows) and of the longer search:")
    print(" " * 12 + " ".join(f"{mark:>10}" for mark in MARKS[1:]))
    for told in MARKS[1:]:
        counts = [sum(line["told"] == told and line["true"] == true for line in lines) for true in MARKS[1:]]
        print(f"{told:12}" + " ".join(f"{count:10}" for count in counts))


def off(line: dict[str, Any]) -> int:
    """Return by how many marks a verdict is off."""
    return abs(MARKS.index(line["told"]) - MARKS.index(line["true"]))


def clock(given: argparse.Namespace) -> None:
    """Time the analysis of games of Kerala."""
    mandapa.game_type("kerala").engine.warm()
    for number in range(given.games):
        state = played(mandapa.load("kerala", players=given.players), np.random.default_rng(number))
        began, used = time.perf_counter(), time.process_time()
        analyst = Analyst(state, SIMULATIONS)
        for part in analyst.parts:
            analyst.analyse_part(part)
        seconds, of_core = time.perf_counter() - began, time.process_time() - used
        found = analyst.analysis()
        print(f"{len(found.verdicts)} decisions, {len(found.luck)} chance events: {seconds:.1f} s", end=", ")
        print(f"{of_core:.1f} s of one core, load {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    part = parts.add_parser("time")
    part.add_argument("--players", type=int, default=4)
    part.add_argument("--games", type=int, default=3)
    part.set_defaults(run=clock)
    part = parts.add_parser("verdicts")
    part.add_argument("game", choices=mandapa.games())
    part.add_argument("--decisions", type=int, default=40)
    part.add_argument("--times", type=int, default=100)
    part.add_argument("--minutes", type=float, default=10)
    part.add_argument("--kept", type=Path, required=True)
    part.set_defaults(run=verdicts)
    part = parts.add_parser("table")
    part.add_argument("kept", type=Path)
    part.set_defaults(run=table)
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
