"""Menara's simulation workers: if one is killed, stuck or busy, the outcome is the same or the act has not happened."""

import asyncio
import math
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from menara_towers import T3, T4, tower

from forks import in_fork
from mandapa.games.menara.rules.components import Components
from mandapa.games.menara.rules.physics.hands.hand_acts import EXACT, SET, Act, Push
from mandapa.games.menara.rules.physics.hands.physics import simulate
from mandapa.games.menara.rules.physics.hands.workers import ATTEMPTS, SimulationFailed, Workers
from mandapa.games.menara.rules.physics.tower import NONE

ON_T4 = "Q4 light @0,0 r0 L1 []"
BAD, GOOD = Act(SET, ((1, 2),)), Act(SET, ((1, 0),))


@pytest.mark.clause("MEN-PHY-3")
def test_a_killed_worker_costs_a_repetition(components: Components) -> None:
    position = tower(T3, ON_T4)
    expected = simulate(position, BAD, EXACT, components.physics)
    with Workers() as workers:
        assert workers.run(position, BAD, EXACT, components.physics) == expected
        victim = workers.pids[0]
        answers = []
        waiting = threading.Thread(target=lambda: answers.append(workers.run(position, BAD, EXACT, components.physics)))
        os.kill(victim, signal.SIGSTOP)  # so that it is certainly working when it is killed
        waiting.start()
        time.sleep(0.05)
        os.kill(victim, signal.SIGKILL)
        waiting.join()
        assert answers == [expected] and answers[0].runs == expected.runs
        assert workers.restarts == 1 and workers.pids != [victim]


def test_a_worker_that_takes_too_long_is_replaced(components: Components) -> None:
    position = tower(T4, ON_T4)
    with Workers() as workers:
        expected = workers.run(position, GOOD, EXACT, components.physics)
        os.kill(workers.pids[0], signal.SIGSTOP)
        threading.Timer(0.2, os.kill, (workers.pids[0], signal.SIGCONT)).start()
        assert workers.run(position, GOOD, EXACT, components.physics) == expected
        assert workers.restarts == 0
        os.kill(workers.pids[0], signal.SIGSTOP)  # otherwise it may answer before it is asked for
        workers.limit = 0.0
        with pytest.raises(SimulationFailed, match="SET"):
            workers.run(position, GOOD, EXACT, components.physics)
        assert workers.restarts == ATTEMPTS
        workers.limit = 60.0
        assert workers.run(position, GOOD, EXACT, components.physics) == expected


def test_the_event_loop_goes_on_meanwhile(components: Components) -> None:
    async def play() -> None:
        with Workers() as workers:
            await workers.simulate(tower(T4, ON_T4), GOOD, EXACT, components.physics)
            os.kill(workers.pids[0], signal.SIGSTOP)  # so that it is certainly working meanwhile
            job = asyncio.create_task(workers.simulate(tower(T3, ON_T4), BAD, EXACT, components.physics))
            for _ in range(20):
                await asyncio.sleep(0.005)
            assert not job.done()
            os.kill(workers.pids[0], signal.SIGCONT)
            assert not (await job).harmless
            assert workers.restarts == 0, "the event loop has not waited for the worker"

    asyncio.run(play())


def test_two_workers_serve_four_tables(components: Components) -> None:
    position = tower(T3, ON_T4)
    expected = simulate(position, BAD, EXACT, components.physics)
    with Workers(count=2) as workers:
        answers = []
        threads = [
            threading.Thread(target=lambda: answers.append(workers.run(position, BAD, EXACT, components.physics)))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [expected] * 4 and len(workers.pids) == 2


def test_an_interrupted_question_is_not_answered_later(components: Components, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C during a simulation, the next result belongs to the next act, not to the interrupted one."""
    with Workers() as workers:
        expected = workers.run(tower(T4, ON_T4), GOOD, EXACT, components.physics)
        worker = workers._all[0]
        monkeypatch.setattr(worker, "line", Interrupted(worker.line))
        with pytest.raises(KeyboardInterrupt):
            workers.run(tower(T3, ON_T4), BAD, EXACT, components.physics)
        assert workers.run(tower(T4, ON_T4), GOOD, EXACT, components.physics) == expected


def test_a_forked_child_has_workers_of_its_own(components: Components) -> None:
    position = tower(T4, ON_T4)
    with Workers() as workers:
        expected = workers.run(position, GOOD, EXACT, components.physics)

        def child() -> tuple[bool, list[int]]:
            same = workers.run(position, GOOD, EXACT, components.physics) == expected
            pids = workers.pids
            workers.close()
            return same, pids

        same, pids = in_fork(child)
        assert same and len(pids) == 1 and pids != workers.pids
        assert workers.run(position, GOOD, EXACT, components.physics) == expected and workers.restarts == 0


class Interrupted:
    """A connection to a worker whose caller is interrupted after sending a request."""

    def __init__(self, line: Connection) -> None:
        self.send, self.close, self.recv = line.send, line.close, line.recv

    def poll(self, limit: float) -> bool:
        raise KeyboardInterrupt


def test_what_the_engine_cannot_compute_is_said_and_nothing_else_suffers(
    components: Components, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine alone would restart from rest, so that an absurd push would leave every piece in place."""
    monkeypatch.chdir(tmp_path)
    position = tower(T4, ON_T4)
    with Workers() as workers:
        expected = workers.run(position, GOOD, EXACT, components.physics)
        for size in (1e12, math.nan):
            absurd = replace(EXACT, pushes=(Push(1, NONE, size, 0.0),))
            with pytest.raises(ValueError, match="diverged"):
                workers.run(position, GOOD, absurd, components.physics)
        assert workers.run(position, GOOD, EXACT, components.physics) == expected
        assert workers.restarts == 0 and list(tmp_path.iterdir()) == []


SCRIPT = """
import mandapa
from mandapa.games.menara.rules.physics.hands import hand_acts, workers
from mandapa.games.menara.rules.physics import random_towers
from mandapa.games.menara.rules.components import load
import numpy as np

print("begins")
pieces = load()
tower = random_towers.base(pieces, np.random.default_rng(1), lambda function: function)
floor, base = random_towers.empty_bases(tower)[0]
outcome = workers.Workers().run(tower, hand_acts.Act(hand_acts.SET, ((floor, base),)), hand_acts.EXACT, pieces.physics)
print(outcome.harmless, __file__.endswith("script.py"))
"""


def test_a_plain_script_may_simulate(tmp_path: Path) -> None:
    """Without ``if __name__ == "__main__"``: a worker must not run the script again."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300, check=False)
    assert ended.stdout.split() == ["begins", "True", "True"], ended.stderr
