"""Measure how often bots win Menara together, by difficulty and number of players, and how their games end.

    python benchmarks/menara/wins.py greedy [--games 200] [--players 1 2 3 4] [--difficulty easy medium hard]
    [--seed 1] [--seconds 600]

All seats have the same bot (``greedy``, ``planner@50``: as in ``mandapa arena``). With a budget of simulations the same
seed gives the same games on every machine. Wins have 95 % confidence intervals (Wilson). ``--seconds``: each row stops
after this time, and shows its number of games. At the end, prints how the games of all rows ended, and how many cards
of each pile were done.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np

import mandapa
from mandapa.games.menara.rules.components import DIFFICULTIES, PILES
from mandapa.games.menara.rules.physics.tower import highest_level
from mandapa.games.menara.rules.state import BAG_EMPTY, CARDS_OUT, COLLAPSED, COLUMN_LOST, FLOORS_OUT
from mandapa.kernel.generic import CHANCE, TERMINAL, apply_action, current_player, imagine, sample_chance
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record, copy_of
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.executor import warm
from mandapa.lab.intervals import Estimate, wilson_interval
from mandapa.library import Game

ENDINGS = {
    BAG_EMPTY: "bag empty",
    CARDS_OUT: "last card",
    FLOORS_OUT: "last floor",
    COLLAPSED: "collapse",
    COLUMN_LOST: "column lost",
}


@dataclass
class Row:
    """The final states of the games of a row, and the time that a bot took to choose a line."""

    ends: list[Record]
    milliseconds: float

    def surplus(self) -> list[int]:
        """Return the number of standing levels less those needed."""
        return [highest_level(end) - int(end.target) for end in self.ends]

    def line(self, difficulty: str, players: int) -> str:
        """Return the row of the table."""
        games, surplus = len(self.ends), self.surplus()
        rate = sum(value >= 0 for value in surplus) / games
        low, high = wilson_interval(rate, games)
        cells = [
            difficulty,
            str(players),
            str(games),
            f"{100 * rate:.1f} ({100 * low:.0f}-{100 * high:.0f})",
            f"{np.mean([highest_level(end) for end in self.ends]):.1f}",
            f"{np.mean([int(end.target) for end in self.ends]):.1f}",
            "{0.mean:.2f} ± {0.margin:.2f}".format(Estimate.of([float(value) for value in surplus])),
            f"{np.mean([int(end.turn_number) for end in self.ends]):.1f}",
            *(shares(Counter(int(end.ending) for end in self.ends), ending) for ending in list(ENDINGS)[:3]),
            *(self.done(pile) for pile in range(len(PILES))),
            f"{np.mean([int(end.extensions) for end in self.ends]):.1f}",
            f"{self.milliseconds:.0f}",
        ]
        return "| " + " | ".join(cells) + " |"

    def done(self, pile: int) -> str:
        """Return the share of the cards of a pile that were done, and their number per game."""
        done = sum(int(end.cards_done[pile]) for end in self.ends)
        cards = done + sum(int(end.cards_failed[pile]) for end in self.ends)
        return f"{100 * done / max(1, cards):.0f} of {cards / len(self.ends):.1f}"


def shares(endings: Counter[int], ending: int) -> str:
    """Return the share of an ending, in percent."""
    return f"{100 * endings[ending] / max(1, endings.total()):.0f}"


def play(game: Game, entrant: PlayerSpec, seed: int) -> tuple[Record, float, int]:
    """Play one game; return its final state, the time of all searches, and their number. A bot follows its line
    while possible."""
    chance = np.random.default_rng([seed, 0])
    bots = [entrant.player(game, np.random.default_rng([seed, 1 + seat])) for seat in range(game.players)]
    state = copy_of(game.new_state().record)
    thought, times = 0.0, 0
    while True:
        seat = current_player(state)
        if seat == TERMINAL:
            return state, thought, times
        if seat == CHANCE:
            game.engine.run(apply_action, state, game.engine.run(sample_chance, state, chance))
            continue
        own = copy_of(state)
        imagine(own)
        began = time.perf_counter()
        line = bots[seat].think(own, seat).line
        thought += time.perf_counter() - began
        times += 1
        for action in line:
            if action not in listed_actions(state):
                break
            game.engine.run(apply_action, state, action)


def row(game: Game, entrant: PlayerSpec, games: int, seed: int, seconds: float) -> Row:
    """Play games with the same bot in all seats."""
    warm(game)
    ends, thought, times = [], 0.0, 0
    began = time.monotonic()
    for number in range(games):
        end, spent, made = play(game, entrant, 1000 * seed + number)
        ends.append(end)
        thought, times = thought + spent, times + made
        if time.monotonic() - began > seconds:
            break
    return Row(ends, 1000 * thought / times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", type=PlayerSpec.parse)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--difficulty", nargs="+", choices=DIFFICULTIES, default=list(DIFFICULTIES))
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, of the game")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    options = dict(text.split("=", 1) for text in given.option)
    heads = ["difficulty", "players", "games", "won % (95 %)", "levels", "needed", "surplus", "turns"]
    heads += [f"{ENDINGS[ending]} %" for ending in list(ENDINGS)[:3]]
    heads += [f"{pile} done %" for pile in PILES] + ["extensions", "ms a thought"]
    print("| " + " | ".join(heads) + " |")
    print("| --- |" + " ---: |" * (len(heads) - 1))
    rows = []
    for difficulty in given.difficulty:
        for players in given.players:
            game = mandapa.load("menara", players=players, difficulty=difficulty, **options)
            rows.append(row(game, given.bot, given.games, given.seed, given.seconds))
            print(rows[-1].line(difficulty, players), flush=True)
    ends = [end for one in rows for end in one.ends]
    ended = Counter(int(end.ending) for end in ends)
    together = Row(ends, 0.0)
    print(f"\n{len(ends)} games: " + ", ".join(f"{name} {shares(ended, key)} %" for key, name in ENDINGS.items()))
    print("cards done: " + ", ".join(f"{pile} {together.done(number)} a game" for number, pile in enumerate(PILES)))


if __name__ == "__main__":
    main()
