"""Leaderboards: intervals over seeds or trainings, spread, and normalised scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from mandapa.kernel.errors import OptionError
from mandapa.lab.benchmark import plots
from mandapa.lab.benchmark.leaderboard import Leaderboard, Score, insert, markdown, normalised_score
from mandapa.lab.benchmark.protocol import Protocol
from mandapa.lab.benchmark.results import Games, Result
from mandapa.lab.benchmark.runner import Evaluation, Submission, evaluate


def won(result: Result, wins: list[float], method: str = "", training: int | None = None) -> Result:
    """Return a result in which the policy wins these shares in the two games of each seed."""
    seeds = [number for number in range(len(wins)) for _ in range(2)]
    games = Games(
        seed=tuple(seeds),
        seat=(0, 1) * len(wins),
        win=tuple(wins[number] for number in seeds),
        returns=tuple(
            ((value, 1 - value) if seat == 0 else (1 - value, value))
            for value, seat in zip((wins[number] for number in seeds), (0, 1) * len(wins), strict=True)
        ),
        decisions=(1,) * len(seeds),
        actions=("",) * len(seeds),
    )
    policy = result.policy.model_copy(update={"method": method or result.policy.method, "training": training})
    return result.model_copy(update={"games": games, "policy": policy, "complete": True})


@pytest.fixture
def results(nim: Protocol) -> list[Result]:
    """``greedy`` wins half and ``random`` nothing against ``greedy``; five trainings of a learner differ."""
    found = []
    for name in ("greedy", "random"):
        plan = Evaluation(nim, nim.environments[0], half_width=0.4, players=("greedy",))
        found += evaluate(Submission(name), plan)
    greedy, random = won(found[0], [0.5] * 4), won(found[1], [0.0] * 4)
    shares = (0.25, 0.25, 0.25, 0.5, 1.0)
    return [greedy, random, *(won(greedy, [share] * 4, "learner", n) for n, share in enumerate(shares))]


def test_a_learner_has_the_interquartile_mean_and_the_spread_of_its_trainings(nim: Protocol, results) -> None:
    board = Leaderboard.of(results, nim, "development")
    learner = next(one for one in board.entries if one.method == "learner")
    score = learner.wins("greedy")
    assert score is not None and learner.trainings == 5
    assert score.value == pytest.approx((0.25 + 0.25 + 0.5) / 3)
    assert score.low == 0.25 and 0.4 < score.high <= 1.0
    assert score.percent().endswith(" [25 … 100]")


def test_a_policy_without_training_has_an_interval_over_seeds(nim: Protocol, results) -> None:
    spread = won(results[0], [0.0, 0.5, 0.5, 1.0], "spread")
    score = Leaderboard.of([spread], nim, "development").entries[0].wins("greedy")
    assert score is not None and score.value == 0.5 and score.trainings == ()
    assert 0 < score.low < 0.2 and 0.8 < score.high < 1


def test_intervals_of_learners_cover_the_choice_of_the_seeds(nim: Protocol, results) -> None:
    """Also if all trainings are the same; and trainings that always win may yet lose on other seeds."""
    wins = [0.0, 0.0, 0.5, 0.5, 0.5, 0.5, 1.0, 1.0]
    same = [won(results[0], wins, "same", n) for n in range(5)]
    perfect = [won(results[0], [1.0] * 8, "perfect", n) for n in range(5)]
    board = Leaderboard.of([*same, *perfect, won(results[0], wins, "untrained")], nim, "development")
    scores = {one.method: one.wins("greedy") for one in board.entries}
    learner, untrained = scores["same"], scores["untrained"]
    assert learner is not None and untrained is not None
    assert (learner.low, learner.high) == pytest.approx((untrained.low, untrained.high), abs=0.05)
    assert scores["perfect"] is not None and scores["perfect"].low < 0.8 < scores["perfect"].high == 1


def test_scores_are_normalised_between_random_and_greedy(nim: Protocol, results) -> None:
    board = Leaderboard.of(results, nim, "development")
    scores = {one.method: board.normalised(one) for one in board.entries}
    means = {name: found.mean(axis=1).tolist() for name, found in scores.items() if found is not None}
    assert means == {"greedy": [1.0], "random": [0.0], "learner": [0.5, 0.5, 0.5, 1.0, 2.0]}
    assert Leaderboard.of(results[1:], nim, "development").normalised(board.entries[0]) is None


def test_there_is_no_scale_if_greedy_is_not_ahead_of_random(nim: Protocol, results) -> None:
    board = Leaderboard.of([won(results[0], [0.0] * 4), *results[1:]], nim, "development")
    assert [board.normalised(one) for one in board.entries] == [None] * 3
    assert "| learner |" in markdown(board)


def test_a_score_compares_the_references_on_its_own_seeds(nim: Protocol, results) -> None:
    """On the first two seeds ``greedy`` wins all games, so a method that has played only these gets 1 for all wins."""
    greedy = won(results[0], [1.0, 1.0, 0.0, 0.0])
    few = won(results[0], [1.0, 0.5], "few")
    board = Leaderboard.of([greedy, results[1], few], nim, "development")
    entry = next(one for one in board.entries if one.method == "few")
    score = normalised_score(board, "few", entry.environment)
    assert score is not None and score.low < score.value == 0.75 < score.high


def test_the_interval_of_a_score_covers_the_luck_of_the_references(nim: Protocol, results) -> None:
    """The same games as ``greedy`` always give 1. Equal margins on all seeds still have an uncertain score."""
    greedy = won(results[0], [1.0, 1.0, 0.0, 0.5])
    same, perfect = won(greedy, [1.0, 1.0, 0.0, 0.5], "same"), won(greedy, [1.0] * 4, "perfect")
    board = Leaderboard.of([greedy, results[1], same, perfect], nim, "development")
    scores = {name: normalised_score(board, name, nim.environments[0]) for name in ("same", "perfect")}
    assert scores["same"] == Score(1.0, 1.0, 1.0)
    assert scores["perfect"] is not None and scores["perfect"].low < 1.6 == scores["perfect"].value


def test_intervals_are_rounded_outwards() -> None:
    assert Score(0.9987, 0.9962, 1.0).percent() == "99.9 (99 to 100)"


def test_the_tables_name_the_best_first_and_mark_what_is_not_complete(nim: Protocol, results) -> None:
    text = markdown(Leaderboard.of(results, nim, "development"))
    overall, heading, detail = text.split("\n\n")
    rows = [line.split("|")[1].strip() for line in detail.splitlines()[2:]]
    assert rows == ["greedy †", "learner †", "random †"]  # nobody has met random
    assert heading == "### mandapa/nim-v1"
    assert "| learner | 0.67 (0.50 to" in overall and "[0.50 … 2.00]" in overall


@pytest.mark.parametrize("wins", [[0.0, 0.5, 1.0, 1.0], [1.0] * 4])
def test_a_single_training_has_no_interval(nim: Protocol, results, wins: list[float]) -> None:
    board = Leaderboard.of([*results[:2], won(results[0], wins, "single", 1)], nim, "development")
    (row,) = [line for line in markdown(board).splitlines() if line.startswith("| single *† |")]
    assert f" {25 * sum(wins):.1f} |" in row


def test_few_trainings_are_not_complete(nim: Protocol, results) -> None:
    opponents = [won(one, [0.5] * 4, "learner", n) for one in results[:1] for n in range(4)]
    met_random = [
        one.model_copy(update={"opponent": nim.environments[0].opponents[0]}) for one in [*opponents, *results[2:]]
    ]
    few = Leaderboard.of([*opponents, *met_random[:4]], nim, "development").entries[0]
    enough = Leaderboard.of([*results[2:], *met_random[4:]], nim, "development").entries[0]
    assert (few.trainings, few.marks, few.complete) == (4, "*", False)
    assert (enough.trainings, enough.marks, enough.complete) == (5, "", True)


def test_results_of_the_other_split_are_left_out(nim: Protocol, results) -> None:
    assert Leaderboard.of(results, nim, "test").entries == ()


def test_a_page_gets_its_parts_between_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- one -->\nold\n<!-- end of one -->\nafter\n", encoding="utf-8")
    insert(page, {"one": "new", "two": "other"})
    assert page.read_text(encoding="utf-8") == "before\n<!-- one -->\n\nnew\n\n<!-- end of one -->\nafter\n"
    with pytest.raises(OptionError, match="found no place"):
        insert(page, {"two": "other"})


def test_a_plot_has_a_panel_for_each_environment(nim: Protocol, results, tmp_path: Path) -> None:
    plots.plot(Leaderboard.of(results, nim, "development"), tmp_path / "plot.svg")
    drawn = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    assert drawn.count('<g id="axes_') == 1
