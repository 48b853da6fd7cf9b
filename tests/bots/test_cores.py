"""Processor cores shared by searches."""

from __future__ import annotations

import threading
import time
from collections import Counter

import numpy as np
import pytest
from tests.bots import toys

from forks import TIMEOUT, in_fork
from mandapa.bots import core_pool
from mandapa.bots.flat import NO_LINE, PlannerBot


@pytest.fixture(autouse=True)
def three():
    """Three cores for this process, the limit of working threads."""
    core_pool.configure(3)
    yield
    core_pool.configure(1)


def test_each_part_is_done_once_by_no_more_hands_than_are_free():
    together = threading.Barrier(3, timeout=TIMEOUT)
    done: Counter[int] = Counter()
    hands = set()

    def work(hand, part):
        if part < 3:
            together.wait()
        hands.add((hand, threading.get_ident()))
        done[part] += 1

    core_pool.run_parallel(range(40), work)
    assert done == Counter(range(40))
    assert sorted(hand for hand, _ in hands) == [0, 1, 2] and len({thread for _, thread in hands}) == 3


def test_a_thought_gets_what_others_leave():
    seen = []

    def outer(hand, part):
        seen.append(core_pool.available_cores())
        core_pool.run_parallel(range(4), lambda inner, _: seen.append(inner))

    core_pool.run_parallel([0], outer)
    assert seen[0] == 2 and max(seen[1:]) <= 1
    assert core_pool.available_cores() == 3


@pytest.mark.parametrize("failing", [0, 2])
def test_an_error_of_a_hand_is_raised_when_the_others_are_done_and_all_processors_are_given_back(failing):
    together = threading.Barrier(3, timeout=TIMEOUT)
    failed = threading.Event()
    done = []

    def work(hand, part):
        together.wait()
        if hand == failing:
            failed.set()
            raise ArithmeticError("lost")
        failed.wait(TIMEOUT)
        time.sleep(0.05)
        done.append(part)

    with pytest.raises(ArithmeticError, match="lost"):
        core_pool.run_parallel(range(3), work)
    assert len(done) == 2
    assert core_pool.available_cores() == 3


def test_what_comes_out_does_not_depend_on_the_number_of_processors():
    game = toys.pairs()
    thoughts = []
    for number in (1, 3):
        core_pool.configure(number)
        thoughts.append(PlannerBot(game, 1, 2000, error=0.05).think(game.new_state().record, 0))
    assert thoughts[0] == thoughts[1]


def test_a_scenario_is_the_same_whenever_it_comes_and_others_differ():
    game = toys.pairs()
    bot, again = (PlannerBot(game, 1, 10) for _ in range(2))
    record = game.new_state().record
    many = bot.ends(record, 0, NO_LINE, bot.next(100))
    assert again.ends(record, 0, NO_LINE, range(60, 70)).tolist() == many[60:70].tolist()
    assert len(np.unique(many[:, 0, 0])) > 1
    assert bot.next(3) == range(100, 103)


def test_a_forked_child_has_threads_and_processors_of_its_own():
    """The parent forks while another of its threads has taken all the cores and holds the lock."""
    thinking, forked = threading.Event(), threading.Event()

    def think(hand, part):
        thinking.set()
        forked.wait()

    thread = threading.Thread(target=core_pool.run_parallel, args=(range(3), think))
    thread.start()
    thinking.wait()
    done: Counter[int] = Counter()

    def child():
        free = core_pool.available_cores()
        together = threading.Barrier(3)
        core_pool.run_parallel(range(3), lambda hand, part: (together.wait(), done.update([part])))
        return free, dict(done), core_pool.available_cores()

    try:
        with core_pool._lock:
            found = in_fork(child)
    finally:
        forked.set()
        thread.join()
    assert found == (3, {0: 1, 1: 1, 2: 1}, 3)
    assert core_pool.available_cores() == 3
