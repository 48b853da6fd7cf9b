"""Check batches on a graphics card against batches on the processor, and measure their speed.

    pip install 'mandapa[gpu]'
    python benchmarks/gpu.py                   all games; prints the table for docs/speed.md
    python benchmarks/gpu.py --games kerala --sizes 1024 65536
    python benchmarks/gpu.py --device host     the same kernels on this machine, by one thread, to test this program

First, every game is played on the card and with ``Batch``; all arrays and observations must be equal to the last bit.
Then steps a second are measured in wall-clock time. A step draws a legal action at random on the card, applies it,
resolves chance, and computes the new masks. With pgx and JAX for CUDA installed, pgx's Connect Four is
measured on the same card, in turn with ours. Without a card, the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import mandapa
from mandapa.adapters.batch import Batch
from mandapa.adapters.device_batch import DeviceBatch
from mandapa.kernel.device.cuda_device import CudaDevice
from mandapa.kernel.device.devices import Device, HostDevice
from mandapa.kernel.errors import DeviceError

GAMES = ("connect_four", "kerala", "indus", "chola", "hampi")
"""The games that can run on a card."""

SIZES = [2**power for power in range(10, 21, 2)]
CHECKED, CHECKED_SIZE = 1_000, 250
"""Number of games to check for each kind of opponents, and size of the batches."""
SECONDS, WARM_UP = 1.0, 3
"""Shortest duration of a measurement, and number of steps before it."""
PGX = "pgx's Connect Four"

Play = Callable[[], object]
"""Take one step in every game, or a few, and wait for it."""


def check(name: str, opponents: str | None, device: Device, games: int) -> str:
    """Play a game on the device and with ``Batch``; return a sentence, or raise ``SystemExit`` if they differ."""
    game, size = mandapa.load(name), min(CHECKED_SIZE, games)
    on_card = DeviceBatch(game, size, device, opponents=opponents, rewards="score", seed=1)
    form: dict[str, Any] = {"observation": "compact", "dtype": "uint8"} if on_card.form.compact else {}
    batch, ended, steps = Batch(game, size, opponents=opponents, rewards="score", seed=1, **form), 0, 0
    while ended < games:
        actions = on_card.sample_actions()
        batch.step(on_card.read(actions))
        on_card.step(actions)
        ended, steps = ended + int(batch.ended.sum()), steps + 1
        expected = {**batch._games._asdict(), "observations": batch.observe()}
        found = {**on_card.games()._asdict(), "observations": on_card.read(on_card.observe())}
        different = [what for what, array in expected.items() if array.tobytes() != found[what].tobytes()]
        if different:
            raise SystemExit(f"{name}, opponents {opponents}: {', '.join(different)} differ after {steps} steps")
    return f"{name}, opponents {opponents}: {ended} games in {steps} steps are equal"


def device_steps(name: str, size: int, device: Device) -> dict[str, Play]:
    """Return functions that step a batch on the device with random legal actions, without and with observations."""
    batch = DeviceBatch(mandapa.load(name), size, device, seed=1)
    out = batch.observe()

    def step() -> None:
        batch.step(batch.sample_actions())

    def step_and_observe() -> None:
        step()
        batch.observe(out=out)

    return {name: step, f"{name}, with observations": step_and_observe}


def pgx_steps(size: int) -> Play:
    """Return a function that steps a batch of pgx's Connect Four with random legal actions; requires pgx and JAX."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make("connect_four")
    begin, step = jax.vmap(environment.init), jax.vmap(auto_reset(environment.step, environment.init))

    def step_all(state: Any, key: Any) -> tuple[Any, Any]:
        after, choice, chance = jax.random.split(key, 3)
        action = jax.random.categorical(choice, jax.numpy.where(state.legal_action_mask, 0.0, -1e9))
        return step(state, action, jax.random.split(chance, size)), after

    move = jax.jit(step_all)
    first, key = jax.random.split(jax.random.PRNGKey(0))
    state = begin(jax.random.split(first, size))

    def play() -> None:
        nonlocal state, key
        state, key = move(state, key)
        jax.block_until_ready(state)

    return play


def pgx_is_on_a_card() -> bool:
    """Return whether pgx is installed, with a JAX that uses a card; print why not."""
    try:
        import jax
        import pgx  # noqa: F401
    except ImportError as error:
        print(f"{PGX} is not measured: {error}")
        return False
    if jax.default_backend() != "gpu":
        print(f"{PGX} is not measured: JAX found {jax.default_backend()}, no card")
        return False
    return True


def rate(play: Play, size: int, seconds: float) -> float:
    """Return steps a second."""
    for _ in range(WARM_UP):
        play()
    calls, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        play()
        calls += 1
    return calls * size / (time.perf_counter() - began)


def measure(plays: dict[str, Play], size: int, repeats: int, seconds: float) -> dict[str, list[float]]:
    """Measure millions of steps a second, each in turn."""
    turns = [{what: rate(play, size, seconds) / 1e6 for what, play in plays.items()} for _ in range(repeats)]
    return {what: [turn[what] for turn in turns] for what in plays}


def table(sizes: list[int], measured: dict[str, list[list[float]]]) -> str:
    """Return the medians in Markdown, with the lowest and the highest, and the ratio to pgx."""
    rows = [
        ["millions of steps a second", *(f"{size:,} games" for size in sizes)],
        ["---", *["---:"] * len(sizes)],
        *([what, *map(interval, own)] for what, own in measured.items()),
    ]
    if PGX in measured:
        pairs = zip(measured["connect_four"], measured[PGX], strict=True)
        rows.append([f"connect_four / {PGX}", *(interval(np.divide(ours, theirs).tolist()) for ours, theirs in pairs)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def interval(values: Sequence[float]) -> str:
    """Return the median, the lowest and the highest value."""
    return f"{np.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def main() -> int:
    """Check and measure; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES)
    parser.add_argument("--device", choices=("card", "host"), default="card")
    parser.add_argument("--checked", type=int, default=CHECKED, help="number of games to check")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="shortest duration of a measurement")
    options = parser.parse_args()
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would take most of the card's memory
    try:
        device = CudaDevice() if options.device == "card" else HostDevice()
    except DeviceError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"on {device.name if isinstance(device, CudaDevice) else 'this machine, one thread'}", flush=True)
    for name in options.games:
        for opponents in (None, "policy"):
            print(check(name, opponents, device, options.checked), flush=True)
    compared = "connect_four" in options.games and options.device == "card" and pgx_is_on_a_card()
    measured: dict[str, list[list[float]]] = {}
    for name in options.games:
        for size in options.sizes:
            plays = device_steps(name, size, device)
            if compared and name == "connect_four":
                plays[PGX] = pgx_steps(size)
            for what, rates in measure(plays, size, options.repeats, options.seconds).items():
                measured.setdefault(what, []).append(rates)
    print("", table(options.sizes, measured), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
