"""Results as rows for pandas and notebooks."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import mandapa
from mandapa.coach.lessons import lessons
from mandapa.lab.arena.balance import balance
from mandapa.lab.arena.evaluation import evaluate
from mandapa.lab.arena.matches import arena
from mandapa.lab.arena.simulation import simulate_random
from mandapa.lab.training.calibration import Predictions
from mandapa.rows import MAX_HTML_ROWS, html_table


def test_each_study_gives_rows_of_plain_values():
    game = mandapa.load("connect_four")
    met = arena(game, ["greedy", "random"], games=4)
    evaluated = evaluate("greedy", game, seeds=2, pool=["random"])
    rng = np.random.default_rng(1)
    simulated = simulate_random(game, 3, rng, lambda played: None)
    watched = balance({"as it is": game}, ["random", "random"], 2)
    foreseen = Predictions(*(np.ones((3, 2)) for _ in range(3)), np.ones(3), np.ones(3))
    assert met.rows()[0]["player"] == met.entrants[met.ranking()[0]].label
    assert [row["opponent"] for row in evaluated.rows()] == ["random"]
    assert len(met.games()) == 8 and len(simulated.rows()) == 6
    assert (len(watched.rows()), len(foreseen.rows())) == (4, 6)
    puzzles, ideas = mandapa.puzzles("kerala"), lessons("kerala")
    assert [row["id"] for row in puzzles.rows()] == [one.id for one in puzzles]
    studies = (met, evaluated, simulated, watched, foreseen, puzzles, ideas)
    for rows in (met.games(), *(study.rows() for study in studies)):
        assert all(list(row) == list(rows[0]) for row in rows)
        assert {type(value) for row in rows for value in row.values()} <= {str, int, float}
        assert html_table(rows).count("<tr>") == 1 + min(len(rows), MAX_HTML_ROWS)
    assert met._repr_html_() == html_table(met.rows())


def test_pandas_is_asked_for_by_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install pandas, or use rows\(\)"):
        arena(mandapa.load("connect_four"), ["random"], games=2).frame()


def test_long_tables_are_cut():
    assert "and 5 more" in html_table([{"a": 1.5, "b": None}] * 65)
    assert html_table([]) == "<p>no rows</p>"
