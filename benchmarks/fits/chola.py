"""Tune the weights of Chola's evaluation (src/mandapa/games/chola/ai/evaluation.py) by playing.

    python benchmarks/fits/chola.py basic [--seconds 600] [--games 70] [--seed 1]

Points to come cannot be fitted as in Kerala: all players take stones and cards at the same pace, so the value of a
stone in the hand does not show in the results of their games. Instead every seat plays a game greedily with its own
weights, the current ones plus noise, and a regression of the final scores (less the mean of the others) on the noise of
hundreds of games gives the direction in which to change the weights. Games have two to five players in equal parts;
Solo needs more games per round, since each has one result. Prints the weights at the end, and the level, which changes
no choice, from another regression.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from mandapa.bots.turns import LENGTH, NO_ACTION, margin, open_decision
from mandapa.games.chola import GAME
from mandapa.games.chola.ai import evaluation
from mandapa.games.chola.ai.evaluation import FAR, FEATURES, LEVELS, NEAR, WEIGHTS, expected_points, seat_features
from mandapa.games.chola.rules.state import ACTION
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import TERMINAL, apply_action, current_player, resample, returns
from mandapa.kernel.random_play import settle_chance
from mandapa.kernel.record import Actions, Record, Records, Rng, Values, new_records
from mandapa.library import Game

VARIANTS = ("basic", "expert", "solo")
DEPTH, LIMIT = 5, 3000
STRIDE = LENGTH * GAME.max_legal

# Perturbation of each weight; 0: the feature is left out.
SPREAD = np.zeros(FEATURES)
_SPREADS = {
    "BEST_GROWTH": 0.15, "SECOND_GROWTH": 0.15, "OTHER_GROWTH": 0.08, "SINGLES": 0.2, "PAIRS": 0.3, "ROOM": 0.15,
    "TALLEST": 0.15, "HAND": 0.25, "HAND_OVER": 0.4, "OWN_STONES": 0.3, "USE_BEST": 0.15, "USE_SECOND": 0.15,
    "TWINS": 0.3, "VARIETY": 0.25, "HELD": 0.4, "HELD_FULL": 0.6, "BLOCKS": 0.5, "DEAD": 0.6, "READY": 0.4, "JAM": 2.0,
    "WAGON": 0.2, "WAGON_FULL": 0.3, "PAYABLE": 0.15, "PAYABLE_NEXT": 0.15, "NEARLY": 0.1, "COMING": 0.1,
    "REACH": 0.06, "CAN_DOUBLE": 1.5, "CAN_TAKE_FREE": 1.5,
}  # fmt: skip
for _name, _spread in _SPREADS.items():
    SPREAD[getattr(evaluation, _name)] = _spread
NAMES = {getattr(evaluation, name): name for name in _SPREADS}
for _number in range(evaluation.COLOUR_FEATURES):
    SPREAD[evaluation.OTHERS_0 + _number] = 0.12
    NAMES[evaluation.OTHERS_0 + _number] = f"others' {NAMES[_number]}"


@compilable
def judge(state: Record, weights: Values, now: Values, out: Values) -> None:
    """Evaluate like ``outcome`` of the bots, with the given weights."""
    returns(state, out)
    if current_player(state) != TERMINAL:
        now[:] = out
        expected_points(state, weights.reshape((3, 2, FEATURES)), out)
        for seat in range(len(out)):
            out[seat] += now[seat]


@compilable
def play_turn(
    state: Record, scratch: Records, actions: Actions, weights: Values, now: Values, out: Values, rng: Rng
) -> None:
    """Search the turns as ``list_turns`` does, and apply the best one in place."""
    seat = current_player(state)
    room = len(actions) // LENGTH
    line = np.full(LENGTH, NO_ACTION, np.int32)
    best = line.copy()
    counts = np.zeros(LENGTH, np.int64)
    chosen = np.zeros(LENGTH, np.int64)
    scratch[0] = state
    resample(scratch[0], seat, rng)
    most = -1e18
    seen = level = 0
    counts[0] = open_decision(scratch[0], actions[:room], True, rng)
    while level >= 0 and seen < LIMIT:
        if chosen[level] == counts[level]:
            line[level] = NO_ACTION
            level -= 1
            continue
        line[level] = actions[level * room + chosen[level]]
        chosen[level] += 1
        scratch[level + 1] = scratch[level]
        apply_action(scratch[level + 1], int(line[level]))
        if level + 1 < LENGTH and current_player(scratch[level + 1]) == seat:
            level += 1
            chosen[level] = 0
            row = actions[level * room : (level + 1) * room]
            counts[level] = open_decision(scratch[level], row, level < DEPTH, rng)
            continue
        judge(scratch[level + 1], weights, now, out)
        seen += 1
        if margin(out, seat, 1.0) > most:
            most = margin(out, seat, 1.0)
            best[:] = line
        line[level] = NO_ACTION
    for action in best:
        if action != NO_ACTION:
            apply_action(state, int(action))


@compilable
def note_features(state: Record, row: Values, now: Values, features: Values, rows: int) -> int:
    """Add a row of ``features`` for each seat as long as there is room; return the number of rows."""
    returns(state, now)
    for seat in range(len(now)):
        if (rows + 1) * (3 + FEATURES) <= len(features):
            at = rows * (3 + FEATURES)
            features[at] = seat
            features[at + 1] = seat_features(state, seat, row)
            features[at + 2] = now[seat]
            features[at + 3 : at + 3 + FEATURES] = row
            rows += 1
    return rows


@compilable
def play_with_weights(
    start: Record, scratch: Records, actions: Actions, weights: Values, rng: Rng, out: Values, features: Values
) -> int:
    """Play a whole game, each seat with its row of ``weights``; write the final utilities into ``out``.

    ``features`` gets rows of seat, turns to come, points so far, features, before some of the turns; returns how many.
    """
    state = scratch[LENGTH + 1]
    scratch[LENGTH + 1] = start
    size = 3 * 2 * FEATURES
    now = np.zeros(len(out))
    row = np.zeros(FEATURES)
    rows = 0
    while True:
        settle_chance(state, rng)
        seat = current_player(state)
        if seat == TERMINAL:
            break
        if state.phase == ACTION and rng.random() < 0.3:
            rows = note_features(state, row, now, features, rows)
        play_turn(state, scratch, actions, weights[seat * size : (seat + 1) * size], now, out, rng)
    returns(state, out)
    return rows


class Board:
    """A game with its buffers."""

    def __init__(self, players: int, variant: str) -> None:
        self.players = players
        self.start = Game(GAME, players, {"variant": variant}).new_state().record
        self._scratch = new_records(GAME.state_type, LENGTH + 2)
        self._actions = np.zeros(STRIDE, np.int32)
        self.features = np.zeros((400 * players, 3 + FEATURES))

    def play(self, weights: NDArray[np.float64], rng: np.random.Generator) -> tuple[NDArray[np.float64], int]:
        """Return the final utilities, and the number of rows written to ``features``."""
        out = np.zeros(self.players)
        flat = np.ascontiguousarray(weights).ravel()
        rows = GAME.engine.machine_code(play_with_weights)(
            self.start, self._scratch, self._actions, flat, rng, out, self.features.ravel()
        )
        return out, rows


def gradient(
    boards: list[Board],
    variant: int,
    weights: NDArray[np.float64],
    spread: NDArray[np.float64],
    games: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Return points per ``spread`` of a weight, shrunk by their uncertainty; shape (2, FEATURES)."""
    noise, gains = [], []
    for board in boards:
        margins: list[float] = []
        drawn = np.zeros((board.players, 2, FEATURES))
        for game in range(games):
            mirrored = game % 2 == 1 and board.players > 1  # the same noise with the opposite sign
            drawn = -drawn if mirrored else rng.standard_normal((board.players, 2, FEATURES))
            own = np.repeat(weights[None], board.players, 0)
            own[:, variant] += spread * drawn
            out, _ = board.play(own, rng)
            others = (out.sum() - out) / max(1, board.players - 1)
            margins += list(out - others)
            noise += list(drawn)
        scaled = np.array(margins) - np.mean(margins)
        gains += list(scaled)
    x = np.array(noise).reshape(len(noise), -1)[:, np.tile(spread > 0, 2)]
    y = np.array(gains)
    slope = np.linalg.solve(x.T @ x, x.T @ y)
    variance = y.var() * np.diag(np.linalg.inv(x.T @ x))
    result = np.zeros((2, FEATURES))
    result[:, spread > 0] = (slope**3 / (slope**2 + variance)).reshape(2, -1)
    return result


def level(
    boards: list[Board], variant: int, weights: NDArray[np.float64], games: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Fit the value of the remaining turns beyond the features: one part per turn, and one per turn and player."""
    x, y = [], []
    for board in boards:
        for _ in range(games // 4):
            out, rows = board.play(np.repeat(weights[None], board.players, 0), rng)
            for seat, turns, points, *features in board.features[:rows]:
                far = min(1.0, turns / evaluation.FAR_TURNS)
                near = (1 - far) * min(1.0, turns / evaluation.LAST_TURNS)
                promised = (far * weights[variant, FAR] + near * weights[variant, NEAR]) @ np.array(features)
                x.append((turns, turns * board.players))
                y.append(out[int(seat)] - points - promised)
    worth: NDArray[np.float64] = np.linalg.lstsq(np.array(x), np.array(y), rcond=None)[0]
    return worth


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=VARIANTS)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--games", type=int, default=70, help="of a round, for each number of players; 20 or more")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    GAME.engine.warm()
    variant = VARIANTS.index(given.variant)
    boards = [Board(players, given.variant) for players in ((1,) if given.variant == "solo" else (2, 3, 4, 5))]
    spread = SPREAD.copy()
    spread[evaluation.OTHERS_0 :] *= given.variant == "solo"
    spread[evaluation.WAGON : evaluation.OTHERS_0] *= given.variant == "expert"
    weights = WEIGHTS.copy()
    mean, rounds = np.zeros_like(weights[variant]), 0
    end = time.monotonic() + given.seconds
    while time.monotonic() < end:
        step = gradient(boards, variant, weights, spread, given.games, rng)
        weights[variant] += spread * np.clip(0.5 * step, -1, 1)
        mean += weights[variant]
        rounds += 1
        print(f"round {rounds}: {np.sqrt((step**2).sum()):.2f} points uphill", flush=True)
    weights[variant] = mean / max(1, rounds)
    for feature in np.flatnonzero(spread):
        far, near = weights[variant, :, feature]
        print(f"{NAMES[feature]:>20} {far:6.2f} {near:6.2f}")
    print("level", np.round(level(boards, variant, weights, given.games, rng), 3), "was", LEVELS[variant])


if __name__ == "__main__":
    main()
