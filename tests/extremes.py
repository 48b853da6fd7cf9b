"""Find the longest games and the lowest and highest returns among many games, to compare them with a game's bounds.

``python tests/extremes.py 30`` plays this many random games of every setting, and some of ``greedy`` bots, and prints a
table as in docs/research.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import mandapa
from mandapa.bots import make
from mandapa.kernel.generic import CHANCE, TERMINAL, sample_chance
from mandapa.library import Game, State

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "kerala": [{"players": 2}, {"players": 3}, {"players": 4}, {"players": 5}, {"players": 2, "rounds": 7}],
    "hampi": [
        {"players": 2},
        {"players": 3},
        {"players": 5},
        {"players": 2, "length": "quick"},
        {"players": 3, "mode": "advanced"},
        {"players": 2, "replace_tile": True},
    ],
    "indus": [
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": 2, "board": "random"},
        {"players": 4, "board": "random"},
    ],
    "menara": [
        {"players": 1},
        {"players": 2},
        {"players": 4, "difficulty": "hard"},
        {"players": 2, "physics": "dexterity"},
        {"players": 1, "free_build": True},
    ],
    "chola": [
        {"players": 1},
        {"players": 2},
        {"players": 4},
        {"players": 5, "turn_cap": 0},
        {"players": 4, "treasures": "double"},
        {"players": 4, "pattern_scoring": "full"},
        {"players": 3, "variant": "expert"},
    ],
}
"""Settings that differ in their bounds."""


@dataclass
class Extremes:
    """The greatest values found in some games."""

    decisions: int = 0
    outcomes: int = 0
    lowest: float = np.inf
    highest: float = -np.inf

    def add(self, state: State, decisions: int) -> None:
        """Include a finished game."""
        returns = state.returns()
        self.decisions = max(self.decisions, decisions)
        self.outcomes = max(self.outcomes, len(state.history_ids) - decisions)
        self.lowest, self.highest = min(self.lowest, *returns), max(self.highest, *returns)


def play(game: Game, player: str, games: int, seed: int) -> Extremes:
    """Let a bot play games in all seats; outcomes of acts in dexterity are drawn, not simulated."""
    found = Extremes()
    for number in range(games):
        rng = np.random.default_rng([seed, number])
        bot = make(player, game, rng)
        state, decisions = game.new_state(), 0
        while (actor := state.current_player) != TERMINAL:
            if actor == CHANCE:
                state.apply_id(int(game.engine.run(sample_chance, state.record, rng)), "")
            else:
                state.apply_id(bot.decide(state), "")
                decisions += 1
        found.add(state, decisions)
    return found


def rows(games: int) -> Iterator[str]:
    """Return the table: next to each bound, the greatest value found."""
    yield "| game | setting | decisions | chance outcomes | returns |"
    yield "| --- | --- | ---: | ---: | ---: |"
    for name, settings in SETTINGS.items():
        for setting in settings:
            game = mandapa.load(name, **setting)
            found = [play(game, "random", games, 1), play(game, "greedy", max(1, games // 15), 1)]
            bounds = game.bounds
            cells = (
                name,
                ", ".join(f"{option} {value}" for option, value in setting.items()),
                f"{bounds.decisions:,} ({max(one.decisions for one in found):,})",
                f"{bounds.outcomes:,} ({max(one.outcomes for one in found):,})",
                f"{bounds.least:.4g} to {bounds.most:.4g} "
                f"({min(one.lowest for one in found):.4g} to {max(one.highest for one in found):.4g})",
            )
            yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    for row in rows(int(sys.argv[1])):
        print(row, flush=True)
