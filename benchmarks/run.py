"""Measure everything that is published about speed and strength against other libraries, in one run.

    pip install 'mandapa[bench]'
    python benchmarks/run.py                  half an hour on a quiet machine; --repeats 1 --pairs 1 for a look
    python benchmarks/run.py steps strength   only these parts
    python benchmarks/run.py --json FILE      also as data

The parts run one after the other, each repeated in turn, so that slow moments of the machine affect all alike:

* games     random games a second: our games; Connect Four by OpenSpiel, PettingZoo, pgx; Catan by catanatron
* steps     steps a second through each interface, also by wall time (benchmarks/environments.py)
* search    simulations a second, compared with OpenSpiel's searches (benchmarks/search.py)
* strength  our master against OpenSpiel's search, with equal processor time per decision (benchmarks/search.py)

Rates are by processor time, of one thread unless stated otherwise: other work on the machine then slows all of them
alike, and only slightly. Libraries that are not installed are named and skipped.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import environments
import numpy as np
import search

import mandapa
from mandapa.lab.bench import RANDOM_GAMES, game_of_library, random_game_rate
from mandapa.lab.other_libraries import available_benchmarks

Measurements = dict[str, list[float]]


def measure(measured: dict[str, Callable[[], float]], repeats: int) -> Measurements:
    """Run all measurements, ``repeats`` times."""
    values: Measurements = {what: [] for what in measured}
    for _ in range(repeats):
        for what, once in measured.items():
            values[what].append(once())
    return values


def show(title: str, values: Measurements) -> None:
    """Print a table in Markdown: median, lowest, highest."""
    print(f"\n| {title} | median | lowest | highest |\n| --- | ---: | ---: | ---: |")
    for what, own in values.items():
        print(f"| {what} | {np.median(own):,.0f} | {min(own):,.0f} | {max(own):,.0f} |", flush=True)


def ratios(values: Measurements, pairs: Iterable[tuple[str, str]]) -> dict[str, float]:
    """Print and return the ratio of the medians of each pair that was measured."""
    found = {}
    for ours, theirs in pairs:
        if ours in values and theirs in values:
            found[f"{ours} / {theirs}"] = float(np.median(values[ours]) / np.median(values[theirs]))
    for what, ratio in found.items():
        print(f"{what}: {ratio:.2f}")
    return found


def random_games(names: Iterable[str], repeats: int) -> dict[str, Any]:
    """Measure whole random games."""
    ours = {}
    for name in names:
        game = mandapa.load(name)
        game.engine.warm()
        ours[RANDOM_GAMES.format(name=name, players=game.players)] = random_game_rate(game)
    found, missing = available_benchmarks()
    others = {game_of_library(who): once for who, once in found.items()}
    for sentence in missing:
        print(sentence)
    values = measure({**ours, **others}, repeats)
    show("random games a second", values)
    four = RANDOM_GAMES.format(name="connect_four", players=2)
    kerala = RANDOM_GAMES.format(name="kerala", players=4)
    against = [(kerala if who.startswith("Catan") else four, who) for who in others]
    return {"values": values, "ratios": ratios(values, against), "missing": missing}


def steps(repeats: int) -> dict[str, Any]:
    """Measure steps through the interfaces."""
    by_clock: Measurements = {}

    def once(what: str, play: Callable[[], int]) -> float:
        processor, clock = environments.rate(play)
        by_clock.setdefault(what, []).append(clock)
        return processor

    playing = environments.measurements(mandapa.load("kerala"), environments.SIZE, environments.THREADS)
    values = measure({what: partial(once, what, play) for what, play in playing.items()}, repeats)
    show("steps a second of processor time", values)
    show("steps a second by the clock", by_clock)
    pairs = [(above.format(game="kerala"), below.format(game="kerala")) for above, below, _ in environments.RATIOS]
    return {"values": values, "by the clock": by_clock, "ratios": ratios(values, pairs)}


def simulations(repeats: int) -> dict[str, Any]:
    """Measure simulations of searches."""
    values = measure(search.speeds(), repeats)
    show("simulations a second", values)
    names = list(values)
    return {
        "values": values,
        "ratios": ratios(values, [(names[0], names[1]), (names[0], names[3]), (names[4], names[6])]),
    }


def strength(pairs: int, seconds: float) -> list[dict[str, Any]]:
    """Play matches against OpenSpiel's search, each reported as soon as it is over."""
    found = []
    for name in search.OPPONENTS:
        found.append(search.match(name, pairs, seconds))
        print(search.sentence(found[-1]), flush=True)
    return found


def main() -> None:
    """Run the selected measurements, print the results, and store them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=["games", "steps", "search", "strength"])
    parser.add_argument("--games", nargs="*", default=mandapa.games(), help="of ours, for random games")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--pairs", type=int, default=8, help="pairs of games in each match")
    parser.add_argument("--seconds", type=float, default=0.1, help="of the processor, a thought")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    parts: dict[str, Callable[[], Any]] = {
        "games": lambda: random_games(given.games, given.repeats),
        "steps": lambda: steps(given.repeats),
        "search": lambda: simulations(given.repeats),
        "strength": lambda: strength(given.pairs, given.seconds),
    }
    found: dict[str, Any] = {"load": os.getloadavg(), "processors": os.cpu_count()}
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    for part in given.parts:
        found[part] = parts[part]()
    if given.json:
        given.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
