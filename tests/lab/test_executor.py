"""Executors: the same jobs give the same results in this process, in worker processes and on Ray."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

import mandapa
from mandapa.games import kerala
from mandapa.lab.arena.balance import balance
from mandapa.lab.arena.matches import arena
from mandapa.lab.executor import Executor, ProcessExecutor, ProcessKilledError, RayExecutor, SerialExecutor, executor
from mandapa.lab.training.tuning import Parameter, tune


@pytest.fixture(scope="module")
def own_tiles(tmp_path_factory: pytest.TempPathFactory) -> mandapa.Game:
    """Return Kerala with a custom tile set."""
    file = tmp_path_factory.mktemp("tiles") / "mine.toml"
    file.write_text(
        Path(kerala.__file__).parent.joinpath("rules", "components.toml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    return mandapa.load("kerala", 2, rounds=1, tile_set=str(file))


def power(base: int, exponent: int) -> int:
    return base**exponent


def without_times(result) -> dict:
    found = result.to_json()
    for entrant in found["entrants"]:
        entrant.pop("seconds_a_decision")
    return found


def assert_order(one: Executor) -> None:
    """Check that results come in the order of the jobs."""
    jobs = range(40)
    assert list(one.run(partial(power, 3), jobs)) == [3**job for job in jobs]


def assert_told(one: Executor) -> None:
    """Check that an error in a job is reported."""
    with pytest.raises(TypeError, match="unsupported"):
        list(one.run(partial(power, "x"), [2]))


def test_work_on_this_machine_is_in_order_and_faults_are_told():
    with ProcessExecutor(2) as pool:
        for one in (SerialExecutor(), pool):
            assert_order(one)
            assert_told(one)


def killed_at_first(marks: Path, job: int) -> int:
    """Kill the worker process at job 3 the first time, as the system does when it runs out of memory."""
    mark = marks / str(job)
    if job == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 10 * job


def killed_always(job: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_study_goes_on_when_one_of_its_processes_is_killed(tmp_path):
    with ProcessExecutor(2) as pool:
        assert list(pool.run(partial(killed_at_first, tmp_path), range(8))) == [10 * job for job in range(8)]
        assert list(pool.run(partial(power, 2), range(3))) == [1, 2, 4], "the next study has processes, too"


def test_a_study_whose_processes_are_always_killed_says_so():
    with (
        ProcessExecutor(2) as pool,
        pytest.raises(ProcessKilledError, match=r"killed 3 times in a row.*too little memory"),
    ):
        list(pool.run(killed_always, range(2)))


def test_work_on_a_ray_is_in_order_and_every_study_finds_the_same():
    """Use Ray with two processors on this machine. It is slow to start, so one test covers everything."""
    with RayExecutor(workers=2) as ray:
        assert_order(ray)
        assert_told(ray)
        assert_same_studies(ray)


def assert_same_studies(ray: Executor) -> None:
    game = mandapa.load("kerala", 2, rounds=1)
    met = [without_times(arena(game, ["greedy", "random"], 4, seed=5, executor=one)) for one in (SerialExecutor(), ray)]
    assert met[0] == met[1]
    watched = [
        balance({"this": game}, ["greedy"] * 2, 4, seed=5, executor=one).to_json() for one in (SerialExecutor(), ray)
    ]
    assert watched[0] == watched[1]
    depth = [Parameter.parse("attention=0.1:1.0")]
    tuned = [
        tune(game, "greedy", depth, steps=2, games=2, proof_games=2, executor=one) for one in (SerialExecutor(), ray)
    ]
    assert tuned[0].steps == tuned[1].steps and tuned[0].after == tuned[1].after


def test_a_component_file_goes_along(own_tiles, tmp_path):
    """A pickled game takes its component file along: a machine without the file writes it, another one uses its own."""
    packed = pickle.dumps(own_tiles)
    path = Path(own_tiles.options["tile_set"])
    assert pickle.loads(packed).options == own_tiles.options
    moved = path.rename(tmp_path / "elsewhere.toml")
    try:
        mandapa.library._unpacked.cache_clear()
        other = pickle.loads(packed)
        assert other.components_hash == own_tiles.components_hash
        assert other.options["tile_set"] != own_tiles.options["tile_set"]
        assert pickle.loads(packed) is other
    finally:
        moved.rename(path)


def test_the_address_decides():
    assert isinstance(executor(), SerialExecutor)
    with executor(2) as two:
        assert isinstance(two, ProcessExecutor)


def test_a_ray_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"pip install 'mandapa\[ray\]'"):
        executor(address="auto")
