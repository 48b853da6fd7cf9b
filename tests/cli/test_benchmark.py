"""`mandapa evaluate --env`, `mandapa leaderboard` and `mandapa lab environments`."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from mandapa.lab.benchmark.results import read_results

from .conftest import Command

ENVIRONMENT = ("--env", "mandapa/kerala-v1", "--half-width", 0.5)
"""Eight games against each opponent."""


@pytest.mark.slow
def test_from_a_policy_to_a_table(mandapa: Command, tmp_path: Path) -> None:
    """Results are appended, and an interrupted evaluation plays only what the file lacks."""
    file = tmp_path / "results.jsonl"
    for name, opponents in (("random", ["random"]), ("random", ["random", "greedy"]), ("greedy", ["random", "greedy"])):
        chosen = [word for one in opponents for word in ("--opponent", one)]
        assert mandapa("evaluate", name, *ENVIRONMENT, *chosen, "--output", file).exit_code == 0
    assert [one.key[3:] for one in read_results([file])] == [
        ("random", None, "random"),
        ("random", None, "greedy"),
        ("greedy", None, "random"),
        ("greedy", None, "greedy"),
    ]
    page, plot = tmp_path / "page.md", tmp_path / "plot.svg"
    page.write_text("<!-- leaderboard -->\n<!-- end of leaderboard -->\n", encoding="utf-8")
    printed = mandapa("leaderboard", file, "--plot", plot).stdout
    assert "### mandapa/kerala-v1" in printed and plot.stat().st_size > 1000
    assert mandapa("leaderboard", file, "--page", page).exit_code == 0
    assert printed.strip() in page.read_text(encoding="utf-8")
    refused = mandapa("leaderboard", file, "--test")
    assert (refused.exit_code, "test seeds" in refused.stderr) == (2, True)


@pytest.mark.slow
def test_results_are_printed_without_a_file(mandapa: Command) -> None:
    line = mandapa("evaluate", "random", *ENVIRONMENT, "--test", "--opponent", "random").stdout
    schema = json.loads(mandapa("leaderboard", "--schema").stdout)
    jsonschema.validate(json.loads(line), schema)
    assert json.loads(line)["split"] == "test"


@pytest.mark.slow
def test_environments_are_measured(mandapa: Command) -> None:
    (row,) = json.loads(mandapa("lab", "environments", "mandapa/kerala-v1", "--games", 4, "--json").stdout)
    assert row["decisions"] > 50 and row["most"] >= row["branching"] > 1 and row["hidden"] == 0 < row["luck"]
    assert "`mandapa/kerala-v1`" in mandapa("lab", "environments", "mandapa/kerala-v1", "--games", 2).stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("random",), "found no GAME"),
        (("random", "kerala", "--test"), "without --env"),
        (("random", "kerala", *ENVIRONMENT), "found GAME"),
        (("random", "--env", "mandapa/karala-v1"), "mandapa/kerala-v1"),
        (("random", *ENVIRONMENT, "--budget", "hour"), "core-hour"),
        (("random", *ENVIRONMENT, "--protocol", "mandapa-bench"), "mandapa-bench-v1"),
    ],
)
def test_wrong_usage_is_explained(mandapa: Command, arguments: tuple[object, ...], expected: str) -> None:
    result = mandapa("evaluate", *arguments)
    assert (result.exit_code, expected in result.stderr) == (2, True)
