"""Find the longest games and the lowest and highest returns among many games, to compare them with a game's bounds.

    python tests/measure_bounds.py 30                               print the table
    python tests/measure_bounds.py 30 --page docs/data/bounds.md    write it into the page

Plays this many random games of every setting, one of Menara, and a fifteenth as many of ``greedy`` bots.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
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
MARKS = ("<!-- bounds -->", "<!-- end of bounds -->")
"""Lines of a page between which the table is written."""


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

    def include(self, other: Extremes) -> None:
        """Include the extremes of other games."""
        self.decisions, self.outcomes = max(self.decisions, other.decisions), max(self.outcomes, other.outcomes)
        self.lowest, self.highest = min(self.lowest, other.lowest), max(self.highest, other.highest)


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


def title(game: Game, setting: dict[str, Any]) -> str:
    """Return the cells of a game and its setting."""
    options = "".join(
        f', `{option}="{value}"`' if isinstance(value, str) else f", `{option}={value}`"
        for option, value in setting.items()
        if option != "players"
    )
    return f"{game.type.title.split(':')[0]} | {game.players} player{'s' * (game.players > 1)}{options}"


def number(value: float) -> str:
    """Return a number of decisions, outcomes or points as the table shows it."""
    return (f"{value:,.0f}" if abs(value) >= 1 else f"{value:.3g}").replace("-", "−")


def row(game: Game, setting: dict[str, Any], found: Extremes) -> str:
    """Return a row of the table: next to each bound, the greatest value found."""
    bounds = game.bounds
    cells = (
        title(game, setting),
        f"{number(bounds.decisions)} ({number(found.decisions)})",
        f"{number(bounds.outcomes)} ({number(found.outcomes)})",
        f"{number(bounds.least)} to {number(bounds.most)} ({number(found.lowest)} to {number(found.highest)})",
    )
    return f"| {' | '.join(cells)} |"


def rows(games: int) -> Iterator[str]:
    """Yield the table line by line."""
    yield "| game | setting | decisions | chance outcomes | returns |"
    yield "| --- | --- | ---: | ---: | ---: |"
    for name, settings in SETTINGS.items():
        for setting in settings:
            game = mandapa.load(name, **setting)
            game.engine.warm()
            slow = name == "menara" and not setting.get("free_build")
            found = play(game, "random", 1 if slow else games, 1)
            found.include(play(game, "greedy", 1 if slow else max(1, games // 15), 1))
            yield row(game, setting, found)


def main() -> None:
    """Print the table, or write it into a page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, help="number of random games of each setting")
    parser.add_argument("--page", type=Path, help="a page with the lines of MARKS, to write the table between them")
    given = parser.parse_args()
    table = []
    for line in rows(given.games):
        print(line, flush=True)
        table.append(line)
    if given.page:
        begin, end = MARKS
        before, _, rest = given.page.read_text(encoding="utf-8").partition(begin)
        after = rest.partition(end)[2]
        given.page.write_text("\n".join([before + begin, "", *table, "", end + after]), encoding="utf-8")


if __name__ == "__main__":
    main()
