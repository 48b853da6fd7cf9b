"""Kernels for graphics cards: assembled for two architectures, and played on this machine like a batch."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from enum import IntEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
import torch

import mandapa
from mandapa.adapters import device_batch
from mandapa.adapters.batch import Batch
from mandapa.adapters.batch_steps import observe_compactly
from mandapa.adapters.device_batch import DeviceBatch, translate_batch
from mandapa.kernel.compile.engine import Engine, compilable
from mandapa.kernel.device.cuda_device import ARCHITECTURE
from mandapa.kernel.device.devices import HostDevice, Kernels, Launch
from mandapa.kernel.device.program import ARENA_SIZE, Program, translate
from mandapa.kernel.errors import DeviceError, IllegalAction, OptionError, RuleError
from mandapa.kernel.record import Rng, Values, Words
from mandapa.kernel.rng import RestartableRng

pytestmark = pytest.mark.slow

BATCHES = {
    "connect_four": [
        {"opponents": None, "rewards": "win"},
        {"opponents": "policy", "rewards": "margin", "seat": 1},
    ],
    "kerala": [{"opponents": None, "rewards": "margin"}, {"opponents": "policy", "rewards": "score"}],
    "chola": [{"opponents": "policy", "rewards": "final"}],
    "indus": [{"opponents": "policy", "rewards": "win"}],
    "hampi": [{"opponents": "policy", "rewards": "score"}],
}
"""All games that can run on a card, with settings. Only Menara, whose physics needs sines, cannot."""

ROOT = Path(__file__).parents[2]
PTX = f"sm_{ARCHITECTURE}"


@cache
def loaded(program: Program) -> Launch:
    return HostDevice().load(program)


class Host(HostDevice):
    """This machine; it emits the same kernels once for all tests."""

    def load(self, program: Program) -> Launch:
        return loaded(program)


@pytest.mark.parametrize("name", BATCHES)
def test_kernels_are_assembled_and_play_like_a_batch(name, tmp_path):
    game = mandapa.load(name)
    assemble(translate_batch(game).ptx(PTX), tmp_path)
    for settings in BATCHES[name]:
        play_like_a_batch(game, settings)


def play_like_a_batch(game: mandapa.Game, settings: dict[str, Any]) -> None:
    """Play 500 games or more on this machine as on a card, and compare every step with ``Batch``."""
    device = DeviceBatch(game, 100, Host(), seed=5, **settings)
    form = {"observation": "compact", "dtype": "uint8"} if device.form.compact else {}
    batch, ended = Batch(game, 100, seed=5, threads=1, **settings, **form), 0
    device.reset(seed=6)
    batch.reset(seed=6)
    while ended < 500 * (1 + (game.name not in ("connect_four", "kerala"))):
        assert_equal(device, batch)
        actions = device.sample_actions()
        batch.step(device.read(actions))
        device.step(actions)
        ended += int(batch.ended.sum())


def assert_equal(device: DeviceBatch, batch: Batch) -> None:
    """Assert that all arrays and observations are equal to the last bit."""
    for name, array in device.games()._asdict().items():
        assert array.tobytes() == getattr(batch._games, name).tobytes(), name
    assert device.read(device.observe()).tobytes() == batch.observe().tobytes()


@pytest.fixture(scope="module")
def created_batch():
    return DeviceBatch(mandapa.load("connect_four"), 4, Host())


@pytest.fixture
def small_batch(created_batch):
    created_batch.reset(seed=1)
    return created_batch


def test_arrays_are_shared_with_torch(small_batch):
    arrays = small_batch.masks, small_batch.rewards, small_batch.states, small_batch.ended
    masks, rewards, states, ended = map(torch.from_dlpack, arrays)
    assert (masks.dtype, masks.shape) == (torch.bool, (4, 7))
    assert (rewards.dtype, rewards.shape) == (torch.float64, (4, 2))
    assert (states.dtype, states.shape[0]) == (torch.uint8, 4)
    while not ended.any():  # each step overwrites what the tensors show
        small_batch.step(torch.multinomial(masks.float(), 1)[:, 0])
    assert rewards[ended].sum() == 0 and rewards[ended].any()
    seen = small_batch.observe(np.array([1, 0, -1, 0]))
    assert torch.from_dlpack(seen).shape == (4, small_batch.form.size)
    assert small_batch.observe(out=seen) is seen


@pytest.mark.parametrize("kind", [np.array, list, torch.tensor])
@pytest.mark.parametrize("refused", [-1, 7, 2**31 + 3])
def test_an_illegal_action_changes_nothing(small_batch, kind, refused):
    batch, before = Batch(small_batch.game, 4, seed=1), small_batch.games()
    actions = [3, refused, 7, 0]
    with pytest.raises(IllegalAction) as expected:
        batch.step(actions)
    with pytest.raises(IllegalAction, match=f"^{re.escape(str(expected.value))}$"):
        small_batch.step(kind(actions))
    for name, array in small_batch.games()._asdict().items():
        assert name == "actions" or array.tobytes() == getattr(before, name).tobytes()
    small_batch.step(kind([3, 4, 5, 0]))


@pytest.mark.parametrize(
    "actions",
    [[0, 1], [0.5] * 4, torch.zeros(4), torch.zeros(3, dtype=torch.int64), torch.zeros(8, dtype=torch.int64)[::2]],
)
def test_what_is_not_a_contiguous_array_of_whole_numbers_is_refused(small_batch, actions):
    with pytest.raises(ValueError, match=r"found .*, expected (int32 or int64|whole numbers|a contiguous)"):
        small_batch.step(actions)


def test_settings_that_do_not_exist_are_refused():
    game = mandapa.load("connect_four")
    for wrong in ({"opponents": "adept"}, {"size": 0}, {"seat": 2}, {"rewards": "all"}, {"observation": "compact"}):
        with pytest.raises(OptionError, match=next(iter(wrong))):
            DeviceBatch(game, device=Host(), **{"size": 4} | wrong)


def test_random_actions_are_legal_and_uniform():
    batch = DeviceBatch(mandapa.load("connect_four"), 7000, Host(), seed=1)
    first, second = (batch.read(batch.sample_actions()) for _ in range(2))
    assert (first != second).any()
    assert np.bincount(first, minlength=7).min() > 900
    again = DeviceBatch(batch.game, 7000, Host(), seed=1)
    assert again.read(again.sample_actions()).tolist() == first.tolist()


def test_a_game_that_cannot_run_on_a_card_says_so(monkeypatch):
    """Compact observations, one of the kernels of a batch, are enough: optimising Menara's rules takes 15 seconds."""

    def translate_observations(engine, functions):
        return translate(engine, [one for one in functions if one is observe_compactly])

    monkeypatch.setattr(device_batch, "translate", translate_observations)
    with pytest.raises(RuleError, match=r"^menara cannot run on a graphics card: .*\bsin\b"):
        translate_batch(mandapa.load("menara")).ptx(PTX)


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


# ---------------------------------------------------------------- a card, without one


class FakeBuffer:
    """Memory of a card, which here is memory of this machine."""

    def __init__(self, handle: int, size: int, owner: Any = None) -> None:
        self.handle, self.size, self.owner = handle, size, owner

    def copy_from(self, source: FakeBuffer, *, stream: Any) -> None:
        assert self.size == source.size
        ctypes.memmove(self.handle, source.handle, self.size)


class FakeView:
    def __init__(self, array: np.ndarray) -> None:
        self.array, self.ptr, self.shape, self.dtype = array, array.ctypes.data, array.shape, array.dtype
        self.strides = tuple(stride // array.itemsize for stride in array.strides)

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0


def fake_cuda(
    version: int = 13050, cards: int = 1, arch: str = "90", program: Program | None = None
) -> SimpleNamespace:
    """Return what ``CudaDevice`` uses of ``cuda``, for a card that runs the kernels of ``program`` on this machine."""
    status = IntEnum("status", {"CUDA_SUCCESS": 0, "CUDA_ERROR_NO_DEVICE": 100})
    launches = []
    run = loaded(program) if program else None

    def allocate(size: int, *, stream: Any) -> FakeBuffer:
        memory = np.empty(size, np.uint8)
        return FakeBuffer(memory.ctypes.data, size, memory)

    def launch(stream: Any, config: Any, kernel: str, count: int, *words: int) -> None:
        assert config.grid * config.block >= count
        launches.append(kernel)
        run(kernel, count, words)

    driver = SimpleNamespace(
        cuDriverGetVersion=lambda: (status.CUDA_SUCCESS, version),
        cuInit=lambda flags: (status.CUDA_SUCCESS if cards else status.CUDA_ERROR_NO_DEVICE,),
        cuDeviceGetCount=lambda: (status.CUDA_SUCCESS, cards),
    )
    view = SimpleNamespace(
        from_buffer=lambda buffer, shape, dtype: FakeView(buffer.owner.view(dtype).reshape(shape)),
        from_dlpack=lambda array, stream_ptr: array,
    )
    core = SimpleNamespace(
        Buffer=SimpleNamespace(from_handle=FakeBuffer),
        Device=lambda number: SimpleNamespace(
            name="a card", arch=arch, device_id=number, allocate=allocate, set_current=lambda: None
        ),
        LEGACY_DEFAULT_STREAM=SimpleNamespace(handle=1, sync=lambda: None),
        LaunchConfig=SimpleNamespace,
        ObjectCode=SimpleNamespace(from_ptx=lambda ptx, name: SimpleNamespace(get_kernel=lambda kernel: kernel)),
        launch=launch,
        utils=SimpleNamespace(StridedMemoryView=view),
    )
    return SimpleNamespace(bindings=SimpleNamespace(driver=driver, __version__="13.5.0"), core=core, launches=launches)


def no_driver() -> SimpleNamespace:
    def missing() -> None:
        raise RuntimeError("cuda was not found")

    found = fake_cuda()
    found.bindings.driver.cuDriverGetVersion = missing
    return found


@pytest.mark.parametrize(
    ("cuda", "message"),
    [
        (None, r"graphics cards need cuda-core: pip install 'mandapa\[gpu\]' \("),
        (no_driver(), r"graphics cards need NVIDIA's driver, which was not found \(cuda was not found\)"),
        (fake_cuda(12040), "NVIDIA's driver is too old: it supports CUDA 12.4, and .* 'cuda-bindings<13'"),
        (fake_cuda(cards=0), r"no graphics card 0: found 0 \(CUDA_ERROR_NO_DEVICE\)"),
        (fake_cuda(arch="61"), "the graphics card is too old: a card has compute capability 61, expected at least 75"),
    ],
)
def test_what_is_missing_for_a_card_is_named(monkeypatch, cuda, message):
    monkeypatch.setitem(sys.modules, "cuda", cuda)
    with pytest.raises(DeviceError, match=f"^{message}"):
        DeviceBatch(mandapa.load("connect_four"), 4)


def measuring(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "benchmarks/gpu.py", *arguments]
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_the_program_for_cards_checks_and_measures():
    arguments = "--device host --games connect_four --sizes 8 16 --checked 20 --repeats 2 --seconds 0.01"
    done = measuring(*arguments.split())
    assert done.returncode == 0, done.stderr
    checks, table = done.stdout.split("\n\n")
    assert re.findall(r"opponents (\w+): 2\d games in \d+ steps are equal", checks) == ["None", "policy"]
    assert [len(row.split(" | ")) for row in table.splitlines()] == [3, 3, 3, 3]


def test_the_program_for_cards_needs_a_card():
    done = measuring()
    assert done.returncode == 1 and re.match("graphics cards need|no graphics card", done.stderr)


def test_a_card_is_used_like_this_machine(monkeypatch):
    game = mandapa.load("connect_four")
    cuda = fake_cuda(program=translate_batch(game))
    monkeypatch.setitem(sys.modules, "cuda", cuda)
    device, batch = DeviceBatch(game, 300, seed=3), Batch(game, 300, seed=3)
    for _ in range(2):
        actions = device.sample_actions()
        batch.step(device.read(actions))
        device.step(actions)
        assert_equal(device, batch)
    device.step(FakeView(batch.sample_actions()))
    with pytest.raises(ValueError, match=r"found an array with strides \(2,\), expected a contiguous one"):
        device.step(FakeView(np.zeros(600, np.int64)[::2]))
    with pytest.raises(ValueError, match=r"found an array on DLPack's device \(1, 0\), expected \(2, 0\)"):
        device.step(torch.zeros(300))
    assert cuda.launches.count("mandapa_step_batch") == 4


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


def first_error(engine: Engine, function: Any, count: int, values: np.ndarray) -> int | None:
    """Run a function on this machine as a kernel, for ``count`` games; return the first that raised an error."""
    device = HostDevice()
    return Kernels(device, translate(engine, [function])).first_error(function, count, device.view(values))


def test_random_numbers_are_those_of_numpy(engine):
    expected, drawn, rng = np.zeros(300), np.zeros(300), RestartableRng()
    draw(expected, 0, rng.generator, rng.words)
    assert first_error(engine, draw, 1, drawn) is None
    assert drawn.tolist() == expected.tolist()


AFTER_LOADING = """
import numba, numpy as np, mandapa
from mandapa.adapters.batch_steps import step_batch
from mandapa.kernel.device.program import translate
numba.njit(lambda size: np.zeros(size).sum())(3)
print(translate(mandapa.game_type("connect_four").engine, [step_batch]).ptx("sm_75"))
"""


def test_kernels_are_translated_after_machine_code_was_loaded(tmp_path):
    """numba's functions that count references have been emitted for this machine by then, and contain x86 code."""
    environment = {**os.environ, "MANDAPA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", AFTER_LOADING]
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert ".entry mandapa_step_batch(" in printed


def test_memory_is_used_again_and_the_first_error_is_reported(engine):
    most = ARENA_SIZE // 8
    sizes = np.array([most // 5, most, 10, -1, 100], float)
    assert first_error(engine, use_arrays, len(sizes), sizes) == 1
    assert sizes.tolist() == [7 * (most // 5), most, 70, -1, 700]


@compilable
def turn_grid(values: Values, begin: int) -> None:
    """Fill a grid of two rows column by column; for the second game, the shape is too large."""
    grid = values.reshape(2, len(values) // 2 + begin)
    for i in range(len(values)):
        grid[i % 2, i // 2] = i


def test_contiguous_arrays_are_reshaped(engine):
    values = np.zeros(8)
    assert first_error(engine, turn_grid, 2, values) == 1
    assert values.tolist() == [0, 2, 4, 6, 1, 3, 5, 7]


def test_rules_that_a_card_would_compute_differently_are_refused(engine):
    expected = "^connect_four cannot run on a graphics card: it lacks .*: sin$"
    with pytest.raises(RuleError, match=expected):
        translate(engine, [take_sine]).ptx(PTX)


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
    with pytest.raises(RuntimeError, match=r"^pause: LLVM failed for sm_75, status -6: LLVM ERROR: Cannot select"):
        program.ptx(PTX)
