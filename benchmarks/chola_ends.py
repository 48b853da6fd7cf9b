"""Report how games of Chola between strong bots end, and which head starts are beaten in Solo.

    python benchmarks/chola_ends.py expert --players 4 planner@100 greedy greedy greedy [--games 40] [--seed 3]
    python benchmarks/chola_ends.py solo --players 1 planner@100 [--games 40] [--seed 3]

The games are those that ``mandapa arena chola`` plays with the same bots, number and seed. A head start changes no
decision, so one set of games shows the result for all of them.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

from mandapa.games.chola import GAME
from mandapa.games.chola.rules.state import (
    ALL_CARVED,
    CAPPED,
    FULL,
    HEAD_STARTS,
    LAST_TURNS,
    SOLO_DONE,
    STALLED,
    STUCK,
    VARIANTS,
)
from mandapa.lab.arena.matches import arena
from mandapa.lab.intervals import Estimate
from mandapa.library import Game, State

ENDINGS = {
    FULL: "temple full",
    LAST_TURNS: "last turns",
    STUCK: "stuck",
    ALL_CARVED: "all carved",
    STALLED: "only Replace",
    CAPPED: "turn cap",
    SOLO_DONE: "no stones or cards",
}


class RememberingGame(Game):
    """A game that stores every state it creates, so that finished games can be examined."""

    def __init__(self, players: int, variant: str) -> None:
        super().__init__(GAME, players, {"variant": variant})
        self.begun: list[State] = []

    def new_state(self) -> State:
        """Create a new game and remember it."""
        state = super().new_state()
        self.begun.append(state)
        return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=VARIANTS)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    game = RememberingGame(given.players, given.variant)
    result = arena(game, given.bots, given.games, given.seed)
    ended = Counter(int(state.record.ending) for state in game.begun)
    print(f"{len(game.begun)} games")
    for ending, count in ended.most_common():
        print(f"{ENDINGS[ending]:>20} {100 * count / len(game.begun):5.1f} %")
    if given.variant != "solo":
        return
    head_start = game.options["head_start"]
    ahead = np.array([one.scores[0] for one in result.played]) + head_start
    mean = Estimate.of(ahead.tolist())
    print(f"points minus those of the opponent without its head start: {mean.mean:.1f} ± {mean.margin:.1f}")
    heads = HEAD_STARTS["increment"]
    for head in (*heads, heads[-1] + 10):
        print(f"head start {head}: won {100 * (ahead > head).mean():5.1f} %")


if __name__ == "__main__":
    main()
