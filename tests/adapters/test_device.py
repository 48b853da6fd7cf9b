"""Kernels for graphics cards: assembled for two architectures, and played on this machine like a batch."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

import mandapa
from mandapa.adapters import batch_steps
from mandapa.adapters.batch import Batch
from mandapa.adapters.batch_kernels import translate_batch
from mandapa.adapters.observation_formats import COMPACT, ObservationFormat, compact_parts
from mandapa.kernel.compile import numba_backend
from mandapa.kernel.compile.engine import Engine, compilable
from mandapa.kernel.device.program import ARENA_SIZE, Program, kernel_name, translate
from mandapa.kernel.errors import RuleError
from mandapa.kernel.record import Rng, Values, Words
from mandapa.kernel.rng import RestartableRng

pytestmark = pytest.mark.slow

GAMES = ("connect_four", "kerala", "chola", "indus", "hampi")
"""All games that can run on a card. Only Menara, whose physics needs sines, cannot."""


@pytest.mark.parametrize("name", GAMES)
def test_kernels_are_assembled_and_play_like_a_batch(name, tmp_path):
    game = mandapa.load(name)
    has_policy = name != "hampi"  # Hampi's built-in policy needs exponentials
    program = translate_batch(game, policy=has_policy)
    assemble(program.ptx("sm_80"), tmp_path)
    kernels = Kernels(program)
    for opponents in (None, "policy" if has_policy else "random"):
        assert_equal_games(game, opponents, kernels, has_policy)


def test_a_game_that_cannot_run_on_a_card_says_so():
    with pytest.raises(RuleError, match=r"^menara cannot run on a graphics card: .*\bsin\b"):
        translate_batch(mandapa.load("menara")).ptx("sm_80")


def assembler() -> Path:
    """Return NVIDIA's assembler, which pip installs for Linux."""
    found = find_spec("nvidia")
    paths = [
        Path(folder, "cuda_nvcc", "bin", "ptxas") for folder in (found.submodule_search_locations if found else [])
    ]
    return next(path for path in paths if path.is_file())


def assemble(ptx: str, folder: Path) -> None:
    """Assemble kernels for two architectures where PyPI has the assembler.

    Every operation must be rounded as on the processor: none may be approximate or fused with another.
    """
    assert not re.search(r"\b(fma|mad|div\.full|\w+\.approx)\S*\.f\d\d|\b(mul|add|sub)\.f\d\d", ptx)
    source = folder / "kernels.ptx"
    source.write_text(ptx)
    for architecture in ("sm_80", "sm_90") * (sys.platform == "linux"):
        command = [assembler(), "-O0", "-arch", architecture, source, "-o", folder / f"{architecture}.cubin"]
        subprocess.run(command, check=True)


class Kernels:
    """Kernels that run on this machine, in place of a card."""

    def __init__(self, program: Program) -> None:
        self._engine = numba_backend.link_object(program.machine_code())

    def run(self, function: Any, count: int, *arguments: Any) -> list[int]:
        """Run a kernel for ``count`` games; return the games in which it raised an error."""
        errors = np.full(count, 2, np.uint8)
        words = [count, errors.ctypes.data, *flat(arguments)]
        address = self._engine.get_function_address(kernel_name(function))
        ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * len(words))(address)(*words)
        assert errors.max() < 2
        return np.flatnonzero(errors).tolist()


def flat(argument: Any) -> Iterator[int]:
    """Return an argument as the 64-bit parameters of a kernel."""
    if isinstance(argument, tuple):
        for part in argument:
            yield from flat(part)
    elif isinstance(argument, np.ndarray):
        yield from (argument.ctypes.data, len(argument))
    else:
        yield int(argument)


def assert_equal_games(game: mandapa.Game, opponents: str | None, kernels: Kernels, policy: bool) -> None:
    """Play 500 games by kernels and by a batch; assert that all arrays and observations are equal to the last bit."""
    batch, copy = (Batch(game, 100, opponents=opponents, rewards="score", seed=5, threads=1) for _ in range(2))
    ended = 0
    settings = copy._how if policy else copy._how[1:]  # without ``opponents``
    while ended < 500:
        actions = batch.sample_actions()
        copy._games.actions[:] = actions
        assert kernels.run(batch_steps.step_batch, copy.size, copy._games, settings) == []
        batch.step(actions)
        ended += int(batch.ended.sum())
        for name, array in batch._games._asdict().items():
            assert array.tobytes() == getattr(copy._games, name).tobytes(), name
        if compact_parts(game):
            assert_equal_observations(batch, kernels)


def assert_equal_observations(batch: Batch, kernels: Kernels) -> None:
    seats, secret = np.maximum(batch.players, 0), batch.game.type.hidden_information
    size = ObservationFormat(batch.game, COMPACT).size
    expected, seen = (np.ones(batch.size * size, np.uint8) for _ in range(2))
    assert kernels.run(batch_steps.observe_compactly, batch.size, batch.states, secret, seats, seen) == []
    code = batch.game.engine.machine_code(batch_steps.observe_compactly)
    code(batch.states, 0, batch.size, batch._workers[0].scratch, secret, seats, expected)
    assert seen.tobytes() == expected.tobytes()


# ---------------------------------------------------------------- what a card has for machine code


@compilable
def draw(numbers: Values, begin: int, rng: Rng, words: Words) -> None:
    """Write random numbers of all kinds. Bounded integers take 32 bits, and keep the other 32 of a word."""
    for word in range(4):
        words[word] = 7 * word + begin
    words[4] = 0
    for i in range(0, len(numbers), 3):
        numbers[i] = rng.random()
        numbers[i + 1] = rng.integers(0, 1000)
        numbers[i + 2] = rng.integers(0, 1 << 40)


@compilable
def use_arrays(sizes: Values, begin: int) -> None:
    """Make arrays of a given size, remove them in another order, and raise an error for a size below 0."""
    size = int(sizes[begin])
    if size < 0:
        raise ValueError("a size below 0")
    first = np.full(size, 1.0)
    second = np.full(size, 2.0)
    first = np.full(size, 3.0)
    for _ in range(1000):
        second = np.full(size, first[0] + 1)
    first[1:] = first[:-1]
    sizes[begin] = first.sum() + second.sum()


@compilable
def take_sine(values: Values, begin: int) -> None:
    values[begin] = np.sin(values[begin])


@pytest.fixture(scope="module")
def engine() -> Engine:
    return mandapa.game_type("connect_four").engine


def test_random_numbers_are_those_of_numpy(engine):
    expected, drawn, rng = np.zeros(300), np.zeros(300), RestartableRng()
    draw(expected, 0, rng.generator, rng.words)
    assert Kernels(translate(engine, [draw])).run(draw, 1, drawn) == []
    assert drawn.tolist() == expected.tolist()


AFTER_LOADING = """
import numba, numpy as np, mandapa
from mandapa.adapters.batch_kernels import translate_batch
numba.njit(lambda size: np.zeros(size).sum())(3)
print(translate_batch(mandapa.load("connect_four")).ptx("sm_80"))
"""


def test_kernels_are_translated_after_machine_code_was_loaded(tmp_path):
    """numba's functions that count references have been emitted for this machine by then, and contain x86 code."""
    environment = {**os.environ, "MANDAPA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", AFTER_LOADING]
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert ".entry mandapa_step_batch(" in printed


def test_memory_is_used_again_and_errors_are_reported_per_game(engine):
    most = ARENA_SIZE // 8
    sizes = np.array([most // 5, most, 10, -1, 100], float)
    assert Kernels(translate(engine, [use_arrays])).run(use_arrays, len(sizes), sizes) == [1, 3]
    assert sizes.tolist() == [7 * (most // 5), most, 70, -1, 700]


@compilable
def turn_grid(values: Values, begin: int) -> None:
    """Fill a grid of two rows column by column; for the second game, the shape is too large."""
    grid = values.reshape(2, len(values) // 2 + begin)
    for i in range(len(values)):
        grid[i % 2, i // 2] = i


def test_contiguous_arrays_are_reshaped(engine):
    values = np.zeros(8)
    assert Kernels(translate(engine, [turn_grid])).run(turn_grid, 2, values) == [1]
    assert values.tolist() == [0, 2, 4, 6, 1, 3, 5, 7]


def test_rules_that_a_card_would_compute_differently_are_refused(engine):
    expected = "^connect_four cannot run on a graphics card: it lacks .*: sin$"
    with pytest.raises(RuleError, match=expected):
        translate(engine, [take_sine]).ptx("sm_80")


PAUSE = """
define void @mandapa_pause() {
  call void @llvm.x86.sse2.pause()
  ret void
}
declare void @llvm.x86.sse2.pause()
"""
"""An instruction that only another processor has. LLVM aborts the process that emits it for a card."""


def test_the_end_of_llvms_output_is_reported():
    program = Program("pause", llvm.parse_assembly(PAUSE).as_bitcode())
    with pytest.raises(RuntimeError, match=r"^pause: LLVM failed for sm_80, status -6: LLVM ERROR: Cannot select"):
        program.ptx("sm_80")
