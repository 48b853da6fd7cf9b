"""Fit the parameters of Menara's evaluation (src/mandapa/games/menara/ai/weights.py) to games played to the end.

    python benchmarks/fits/menara.py [--games 600] [--depth 0] [--seconds 600] [--write weights.py]

Plays games of the playout policy (``--depth 0``), or of bots that try this many decisions in every way and take the
turn with the best evaluation, with one to four players and all difficulties; some decisions are random. Counts how
often cards of a slack are done, and regresses the change in the surplus of levels until the end on the features of
positions. ``--write`` writes the tables.
"""

from __future__ import annotations

import argparse
import textwrap
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mandapa.bots.simple import SCENARIOS, new_workspace
from mandapa.bots.turns import BLUNDER, LENGTH, NO_ACTION, TurnSearch, Workspace, follow, list_turns
from mandapa.games.menara.ai.evaluation import (
    BAG,
    EXTENDED,
    FAILS,
    FEATURES,
    FUTURE,
    ROWS,
    SLACKS,
    list_features,
    list_open,
    list_room,
    movable,
    row_of,
    slack_of,
    stage_of,
)
from mandapa.games.menara.ai.weights import DONE, WEIGHTS
from mandapa.games.menara.game import GAME
from mandapa.games.menara.rules.components import DIFFICULTIES, KINDS
from mandapa.games.menara.rules.physics.tower import NONE, highest_level
from mandapa.games.menara.rules.state import CARD, NUM_COLOURS
from mandapa.games.menara.rules.turn.end_of_turn import count_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import (
    CHANCE,
    TERMINAL,
    apply_action,
    current_player,
    legal_actions,
    playout_action,
    sample_chance,
)
from mandapa.kernel.record import Actions, Record, Rng, Values, Words
from mandapa.kernel.rng import RestartableRng
from mandapa.library import Game

TURNS_SEEN = 400
MISTAKES = 0.04
NOTED = 0.5
COLUMNS = 3 + FEATURES
"""Columns of a note: stage, current surplus, current levels, features."""
MOST_NOTES = 300
FINAL = LENGTH + 2
"""Index of the state in the workspace; the search uses the states before it."""


@compilable
def note_card(state: Record, seen: Values) -> int:
    """Return row and column in ``DONE`` of the card just turned up, as one number."""
    lacking, open_bases = np.empty((18, NUM_COLOURS)), np.empty(NUM_COLOURS)
    held, room = np.empty(NUM_COLOURS), np.empty(len(KINDS))
    list_open(state, lacking, open_bases)
    for colour in range(NUM_COLOURS):
        held[colour] = int(state.hand[state.seat, colour])
    list_room(state, held, float(count_of(state.hand[state.seat])), lacking, open_bases, movable(state), room)
    kind, wanted = int(state.face_kind[state.card]), int(state.face_columns[state.card])
    place = row_of(kind, wanted) * SLACKS + slack_of(kind, wanted, room)
    seen[2 * place] += 1
    return place


@compilable
def play_and_note(
    start: Record,
    workspace: Workspace,
    search: TurnSearch,
    mistakes: float,
    chance: Rng,
    chance_words: Words,
    rng: Rng,
    notes: Values,
    seen: Values,
    line: Actions,
    value: Values,
) -> int:
    """Play one game; ``notes`` gets rows of COLUMNS, ``seen`` the cards and those done for each place of ``DONE``.

    The final state is in ``FINAL`` of ``workspace.scratch``. Returns the number of notes.
    """
    state, actions = workspace.scratch[FINAL], workspace.actions
    workspace.scratch[FINAL] = start
    features = np.empty(FEATURES)
    rows, place, done = 0, NONE, 0
    decided = False
    while True:
        player = current_player(state)
        if place != NONE and (state.card == NONE or player == TERMINAL):
            seen[2 * place + 1] += state.cards_done.sum() - done
            place = NONE
        if player == TERMINAL:
            return rows
        if player == CHANCE:
            if decided and rng.random() < NOTED and (rows + 1) * COLUMNS <= len(notes):
                list_features(state, DONE, features)
                at = rows * COLUMNS
                notes[at], notes[at + 1] = stage_of(state), highest_level(state) - state.target
                notes[at + 2] = highest_level(state)
                notes[at + 3 : at + COLUMNS] = features
                rows += 1
            decided = False
            revealing = state.phase == CARD
            apply_action(state, sample_chance(state, rng))
            if revealing:
                place, done = note_card(state, seen), state.cards_done.sum()
            continue
        decided = True
        if search.depth == 0 or rng.random() < mistakes:
            action = playout_action(state, actions, rng)
            if rng.random() < mistakes:
                action = int(actions[int(rng.random() * legal_actions(state, actions))])
            apply_action(state, action)
            continue
        line[:] = NO_ACTION
        list_turns(state, workspace, search, chance, chance_words, rng, line, value)
        follow(state, line, actions)


class Board:
    """A game with its buffers."""

    def __init__(self, players: int, difficulty: str) -> None:
        self.name = f"{difficulty} {players}"
        game = Game(GAME, players, {"difficulty": difficulty})
        self.start = game.new_state().record
        self.workspace = new_workspace(game, positions=FINAL + 1, decisions=LENGTH)
        self.chance = RestartableRng()
        self.notes = np.zeros((MOST_NOTES, COLUMNS))
        self.line, self.value = np.zeros(LENGTH, np.int32), np.zeros(1)

    def play(
        self, depth: int, mistakes: float, rng: np.random.Generator, seen: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the notes of a game."""
        search = TurnSearch(depth, TURNS_SEEN, 0.0, 1.0, -BLUNDER, True, SCENARIOS)
        rows = GAME.engine.machine_code(play_and_note)(
            self.start, self.workspace, search, mistakes, self.chance.generator, self.chance.words, rng,
            self.notes.ravel(), seen.ravel(), self.line, self.value,
        )  # fmt: skip
        return self.notes[:rows].copy()


PRIOR = 6.0
"""Weight of the previous estimate, in cards."""
RIDGE = 150.0
KNOWN = (FAILS, FUTURE, EXTENDED)
"""Features that each add a number of needed levels: their weights are -1, not fitted."""


def done_shares(seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the shares of cards that were done, changed little where few were seen; more slack is no worse."""
    shares = (seen[:, :, 1] + PRIOR * DONE) / (seen[:, :, 0] + PRIOR)
    return np.maximum.accumulate(shares, axis=1)


def regress(
    notes: NDArray[np.float64], changes: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return weights by stage, early and late; and the spread of the remainder, early and late."""
    weights = np.zeros_like(WEIGHTS)
    rest = changes + notes[:, 3:][:, KNOWN].sum(axis=1)
    early = np.minimum(1, notes[:, 3 + BAG])
    features = notes[:, 3:].copy()
    features[:, KNOWN] = 0
    for stage in range(len(weights)):
        chosen = notes[:, 0] == stage
        x = np.concatenate([features * early[:, None], features * (1 - early[:, None])], axis=1)[chosen]
        scale = np.maximum(1e-9, np.sqrt((x**2).mean(axis=0)))
        z = x / scale
        found = np.linalg.solve(z.T @ z + RIDGE * np.eye(z.shape[1]), z.T @ rest[chosen])
        rest[chosen] -= z @ found
        weights[stage] = np.where(scale > 1e-8, found / scale, 0).reshape(2, -1)
        print(f"stage {stage}: {chosen.sum()} notes, {1 - rest[chosen].var() / changes[chosen].var():.2f} explained")
    weights[:, :, KNOWN] = -1
    spreads = np.linalg.lstsq(np.stack([early, 1 - early], 1), np.abs(rest) * 1.2533, rcond=None)[0]
    return weights, spreads


def write(path: Path, seen: NDArray[np.float64], weights: NDArray[np.float64], spreads: NDArray[np.float64]) -> None:
    """Write the module with the tables."""
    usual = 1 - seen[:, :, 1].sum(axis=1) / np.maximum(1, seen[:, :, 0].sum(axis=1))
    tables = {
        "DONE": (done_shares(seen), "Share of cards that are done, by kind and number (``row_of``) and slack."),
        "USUAL": (usual, "Share of cards that fail, by kind and number: what is expected of cards to come."),
        "WEIGHTS": (weights, "Of the features, by stage; early and late in the game."),
        "SPREADS": (spreads, "How far the final surplus strays from what is foretold, early and late."),
    }
    text = '"""What was fitted to games by ``benchmarks/fits/menara.py``; see ``evaluation.py``."""\n\n'
    text += "import numpy as np\n\n"
    for name, (table, about) in tables.items():
        rows = textwrap.fill(str(np.round(table, 3).tolist()), 116)
        text += f'# fmt: off\n{name} = np.array(\n{textwrap.indent(rows, "    ")}\n)\n# fmt: on\n"""{about}"""\n'
    path.write_text(text)


@dataclass(frozen=True)
class Played:
    """The result of a game."""

    surplus: int
    levels: int
    turns: int
    failed: int
    extensions: int

    @classmethod
    def of(cls, end: Record) -> Played:
        """Read the result from the final state."""
        levels = highest_level(end)
        failed = int(end.cards_failed.sum())
        return cls(levels - int(end.target), levels, int(end.turn_number), failed, int(end.extensions))


def report(name: str, games: list[Played]) -> None:
    """Return one line about the games of a table."""
    won = 100 * np.mean([game.surplus >= 0 for game in games])
    means = np.mean([(game.surplus, game.levels, game.turns, game.failed, game.extensions) for game in games], axis=0)
    told = zip(("surplus", "levels", "turns", "failed cards", "extensions"), means, strict=True)
    print(f"{name:>8}: {len(games)} games, won {won:.0f} %,", ", ".join(f"{key} {mean:.1f}" for key, mean in told))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--depth", type=int, default=0)
    parser.add_argument("--mistakes", type=float, default=MISTAKES)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help="the module that gets the tables")
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    boards = [Board(players, difficulty) for difficulty in DIFFICULTIES for players in (1, 2, 3, 4)]
    seen = np.zeros((ROWS, SLACKS, 2))
    notes, changes = [], []
    results: dict[str, list[Played]] = defaultdict(list)
    began = time.monotonic()
    for number in range(given.games):
        board = boards[number % len(boards)]
        notes.append(board.play(given.depth, given.mistakes, rng, seen))
        played = Played.of(board.workspace.scratch[FINAL])
        changes.append(played.surplus - notes[-1][:, 1])
        results[board.name].append(played)
        if time.monotonic() - began > given.seconds:
            break
    for name, games in results.items():
        report(name, games)
    report("all", [played for games in results.values() for played in games])
    with np.printoptions(suppress=True, linewidth=150):
        print("cards by row and slack, and the share of them that was done:")
        print(seen[:, :, 0].astype(int))
        print(np.round(seen[:, :, 1] / np.maximum(1, seen[:, :, 0]), 2))
    if given.write:
        weights, spreads = regress(np.concatenate(notes), np.concatenate(changes))
        write(given.write, seen, weights, spreads)


if __name__ == "__main__":
    main()
