"""The report of ``mandapa bench``. No times are asserted."""

from __future__ import annotations

import json
import math

from tests.bots import toys

from mandapa.cli.lab.bench import bench_tables
from mandapa.lab import bench as lab
from mandapa.lab.bench import Measurement, Report
from mandapa.lab.other_libraries import available_benchmarks


def measured(unit: str, values: list[float], target: float | None = None) -> Measurement:
    return Measurement("this", unit, lambda: 0.0, target, values)


def test_more_is_better_for_rates_and_less_for_times():
    assert (measured("games/s", [3, 5, 4]).best, measured("games/s", [3, 5, 4]).worst) == (5, 3)
    assert (measured("s", [3, 5, 4]).best, measured("s", [3, 5, 4]).worst) == (3, 5)


def test_targets():
    assert measured("games/s", [3, 5], 5).reached
    assert not measured("games/s", [3, 5], 6).reached
    assert measured("us", [0.5, 2], 1).reached
    assert measured("us", [0.5]).reached is None


def test_games_and_copies_are_measured():
    game = toys.nim(5)
    for once in (lab.random_game_rate(game), lab.copy_microseconds(game)):
        assert math.isfinite(once()) and once() > 0


def test_small_programs_are_timed_in_processes_of_their_own():
    assert lab.seconds_of("print(0.25)", "unused", cold=False) == 0.25
    assert lab.seconds_of("import os; assert not os.listdir(os.environ['MANDAPA_CACHE_DIR'])", "unused", cold=True) > 0


def test_what_is_not_installed_is_said():
    found, missing = available_benchmarks()
    assert len(found) + len(missing) == 5
    assert all("pip install 'mandapa[bench]'" in sentence for sentence in missing)


def test_report_as_data_and_tables():
    report = Report([measured("games/s", [30_000.0, 20_000.0], 20_000)], {"OpenSpiel, C++ rollouts": 4.0}, ["none"])
    data = json.loads(json.dumps(report.to_json()))
    assert data["measurements"][0]["reached"] and data["ratios"][0]["reached"]
    assert len(bench_tables(report)) == 2 and [row["best"] for row in report.rows()] == [30_000]
