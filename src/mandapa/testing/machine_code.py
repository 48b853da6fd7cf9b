"""Checks that machine code gives the same results as interpreted rules."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mandapa.bots.weights import load_weights
from mandapa.kernel import generic, random_play
from mandapa.kernel.compile.engine import STUDY, TABLE, interpreted_only
from mandapa.kernel.record import contents, new_records
from mandapa.library import Game
from mandapa.testing.playthrough import Playthrough


def compile_all(game: Game) -> None:
    """Compile all functions of a game that the checks call."""
    if interpreted_only():
        raise ValueError("compiled: machine code is switched off by NUMBA_DISABLE_JIT; expected it to be on")
    game.engine.warm(TABLE, STUDY)


def check_machine_code(play: Playthrough) -> None:
    """Check that a compiled random game has the same result as an interpreted game with the same random numbers."""
    compile_all(play.game)
    seed = int(play.rng.integers(1 << 30))
    results = []
    for compiled in (False, True):
        totals, wins = np.zeros(play.game.players), np.zeros(play.game.players)
        arguments = (
            play.start,
            new_records(play.game.type.state_type, 1),
            np.zeros(play.game.type.max_legal, np.int32),
            1,
            np.random.default_rng(seed),
            totals,
            wins,
        )
        function = random_play.random_games
        plies = play.game.engine.run(function, *arguments) if compiled else function(*arguments)
        results.append((plies, totals.tolist(), wins.tolist(), contents(arguments[1][0])))
    interpreted, machine = results
    play.expect(
        interpreted == machine,
        "machine code",
        f"a random game has {machine[:3]} (plies, scores, wins) compiled, {interpreted[:3]} interpreted",
    )


EXACT = 1e-12
"""Tolerance for values of 64 bits, whose last digits may depend on the order of operations."""
ROUNDED = 1e-5
"""Tolerance for values that a network computes with 32 bits."""


def check_machine_step(play: Playthrough, action: int) -> None:
    """Check that a compiled step gives the same result as an interpreted step and leaves adjacent records unchanged."""
    engine, record = play.game.engine, play.state.record
    weights = load_weights(play.game.type)
    readers: tuple[tuple[Callable[..., None], tuple[Any, ...], float], ...] = (
        (generic.scores, (), EXACT),
        (generic.evaluate_learnt, (0, weights), ROUNDED if len(weights) else EXACT),
    )
    for function, given, tolerance in readers:
        plain, compiled = np.zeros(play.game.players), np.zeros(play.game.players)
        function(record, *given, plain)
        engine.run(function, record, *given, compiled)
        same = np.allclose(plain, compiled, rtol=tolerance, atol=tolerance)
        message = f"{function.__name__}: {compiled.tolist()} compiled, {plain.tolist()} interpreted"
        play.expect(same, "machine code", message)
    lists = []
    for run in (lambda function, *arguments: function(*arguments), engine.run):
        out = np.full(play.game.type.max_legal, -1, np.int32)
        count = int(run(generic.legal_actions, record, out))
        lists.append(out[:count].tolist())
    play.expect(lists[0] == lists[1], "machine code", f"legal actions {lists[1]} compiled, {lists[0]} interpreted")
    after = play.state.copy().record
    generic.apply_action(after, action)
    row = new_records(record.dtype, 3)
    row[:1].view(np.uint8)[:] = row[2:].view(np.uint8)[:] = 0xA5
    row[1] = record
    around = row[0].tobytes(), row[2].tobytes()
    engine.run(generic.apply_action, row[1], action)
    text = play.state.format(action)
    play.expect(contents(row[1]) == contents(after), "machine code", f"{text!r} leads to other bytes compiled")
    play.expect((row[0].tobytes(), row[2].tobytes()) == around, "machine code", f"{text!r} writes outside the record")
