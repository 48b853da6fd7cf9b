"""The stored results are valid, the pages are made of them, and their games can be played again."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch

from mandapa.adapters import policy_files
from mandapa.bots.weights import write_weights
from mandapa.kernel.errors import OptionError
from mandapa.lab.benchmark.leaderboard import Leaderboard, markdown, overall_table
from mandapa.lab.benchmark.protocol import Protocol, load_protocol
from mandapa.lab.benchmark.results import Result, read_results, result_schema
from mandapa.lab.benchmark.runner import Evaluation, Submission, evaluate, first_games, replay

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "benchmarks" / "results"
LEARNER = Path(__file__).with_name("short-learner.jsonl")
LEVELS = sorted(FOLDER.glob("levels-*.jsonl"))


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return read_results([*sorted(FOLDER.glob("*.jsonl")), LEARNER])


def test_results_are_of_the_protocol_and_say_where_they_come_from(results: list[Result]) -> None:
    protocol = load_protocol()
    assert len(results) > 10
    for one in results:
        environment = protocol.environment(one.environment)
        seeds = 1 + max(one.games.seed)
        assert one.seeds == protocol.seeds_digest(one.split, one.environment, seeds)
        assert len(one.games.seat) == seeds * (environment.players if environment.opponents else 1)
        assert one.provenance.commit and not one.provenance.modified
        assert one.opponent is None or one.opponent in environment.opponents
        if one.policy.training is not None:
            assert {"command", "seed", "provenance"} <= one.policy.made.keys()


def test_the_schema_is_that_of_the_results() -> None:
    """If a docstring has changed: ``mandapa leaderboard --schema > benchmarks/results/schema.json``."""
    assert json.loads((FOLDER / "schema.json").read_text(encoding="utf-8")) == result_schema()


def test_the_pages_have_what_is_in_the_files(results: list[Result]) -> None:
    board = Leaderboard.of(results, load_protocol(), "test")
    assert markdown(board) in (ROOT / "docs/data/leaderboard.md").read_text(encoding="utf-8")
    assert overall_table(board) in (ROOT / "docs/benchmark.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("file", LEVELS, ids=lambda file: file.stem)
def test_games_of_levels_are_the_same_again(file: Path) -> None:
    """The first games of ``greedy`` against ``random``, or of ``greedy`` in a cooperative game."""
    (stored,) = (
        one
        for one in read_results([file])
        if one.policy.name == "greedy" and (one.opponent is None or one.opponent.player == "random")
    )
    count = 2 if stored.opponent else 1  # Menara's games take seconds.
    assert replay(stored, load_protocol(), count) == first_games(stored.games, count)


@pytest.mark.slow
def test_a_learner_learns_and_plays_the_same_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One step of PPO on one thread, then ten games, as ``policy.made`` and the result say."""
    (stored,) = read_results([LEARNER])
    made = stored.policy.made
    assert (made["decisions"], made["provenance"]["threads"]["torch"]) == (16_384, 1)
    torch.set_num_threads(1)
    monkeypatch.syspath_prepend(ROOT / "examples")
    learn = importlib.import_module("learn")
    protocol = load_protocol()
    environment = protocol.environment(stored.environment)
    learner = learn.Learner(environment.load(), learn.Settings(**made["settings"]), against="policy")
    list(learn.train(learner, made["decisions"], "random", games=2, points=1))
    learner.save(tmp_path / "short.npz")
    for name in ("learn", "networks"):
        del sys.modules[name]
    plan = Evaluation(protocol, environment, stored.split, stored.half_width, ("random",))
    (again,) = evaluate(Submission(f"trained:{tmp_path / 'short.npz'}"), plan)
    assert again.games == stored.games


@pytest.fixture
def policy_release() -> Iterator[ModuleType]:
    """The module that writes the files of a release."""
    spec = importlib.util.spec_from_file_location("policy_release", ROOT / "benchmarks" / "policy_release.py")
    sys.modules["policy_release"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["policy_release"]


def train(file: Path, protocol: Protocol, wish: int, training: int) -> list[Result]:
    """Write a policy that prefers column ``wish`` and then those to its left, and evaluate it on the test seeds."""
    game = protocol.environments[0].load()
    arrays = {"weight0": np.zeros((game.type.num_actions, game.type.observation_size), np.float32)}
    arrays["bias0"] = np.where(np.arange(game.type.num_actions) <= wish, np.arange(game.type.num_actions), 0)
    made = {"command": f"wish.py --save {file.name}", "seed": training, "decisions": 1000}
    origin = {"provenance": {"libraries": {"torch": "2.0"}, "processor": "abacus"}}
    policy_files.write(file, game, policy_files.ACTOR, "full", arrays, {**made, **origin})
    plan = Evaluation(protocol, protocol.environments[0], "test", half_width=0.4)
    return list(evaluate(Submission(f"trained:{file}", method="masked PPO"), plan))


def test_released_policies_play_their_results_again(
    policy_release: ModuleType, connect_four: Protocol, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path / "cache"))
    first, second = tmp_path / "wish-1.npz", tmp_path / "wish-2.npz"
    results = [*train(first, connect_four, 0, 1), *train(second, connect_four, 3, 2)]
    folder = tmp_path / "release"
    for _ in range(2):  # a second call replaces the files
        policy_release.write_assets(folder, results, tmp_path, connect_four)
    names = ["LICENSE", "README.md", "manifest.json", "results.jsonl", "wish-1.npz", "wish-2.npz"]
    assert sorted(file.name for file in folder.iterdir()) == names
    assert read_results([folder / "results.jsonl"]) == results
    policies = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["policies"]
    assert [(one["name"], one["licence"], one["made"]["seed"]) for one in policies] == [
        ("wish-1", "Apache-2.0", 1),
        ("wish-2", "Apache-2.0", 2),
    ]
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert [line.removeprefix("### ") for line in card.splitlines() if line.startswith("### ")] == [
        *("Model details", "Intended use", "Factors", "Metrics", "Evaluation data", "Training data"),
        *("Quantitative analyses", "Ethical considerations", "Caveats and recommendations"),
    ]
    shares = [100 * sum(one.games.win) / len(one.games.win) for one in results[:2]]
    assert f"| `wish-1` * | `{results[0].policy.version}` | {shares[0]:.1f} | {shares[1]:.1f} |" in card
    assert "| mandapa/connect-four-v1 | full | 889 | 2 | 1,000 decisions | `python wish.py --save wish-1.npz` |" in card
    assert "In 1 of 2 files, marked by *, all weights are zero." in card
    plan = Evaluation(connect_four, connect_four.environments[0], "test", half_width=0.4)
    again = list(evaluate(Submission(f"trained:{folder / 'manifest.json'}#wish-2"), plan))
    assert [one.games for one in again] == [one.games for one in results[2:]]
    assert [one.games for one in again] != [one.games for one in results[:2]]
    train(second, connect_four, 2, 2)
    with pytest.raises(OptionError, match=rf"wish-2\.npz: .*expected {results[2].policy.version}…, which were evalua"):
        policy_release.write_assets(folder, results, tmp_path, connect_four)
    first.unlink()
    with pytest.raises(
        OptionError, match=r"wish-1\.npz: found no file, expected .*'python wish\.py --save wish-1\.npz'"
    ):
        policy_release.write_assets(folder, results, tmp_path, connect_four)


def train_network(file: Path, protocol: Protocol, first: float, training: int) -> list[Result]:
    """Write weights of which only the first is not 0, and evaluate the bot that uses them on the test seeds."""
    network = protocol.environments[0].load().type.planning.network
    assert network is not None
    weights = np.zeros(network.weights)
    weights[0] = first
    made = {"command": "mandapa lab train", "version": "1.0", "options": {}, "games": 300, "seed": training}
    origin = {"provenance": {"libraries": {"torch": "2.0"}, "processor": "abacus"}}
    write_weights(file, weights, {**made, **origin})
    plan = Evaluation(protocol, protocol.environments[0], "test", half_width=0.4)
    return list(evaluate(Submission(f"planner:{file}@5", "search with a learnt evaluation", training), plan))


def test_released_networks_play_their_results_again(
    policy_release: ModuleType, nim_with_network: Protocol, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path / "cache"))
    first, second = tmp_path / "good-1.npz", tmp_path / "bad-2.npz"
    results = [*train_network(first, nim_with_network, 1, 1), *train_network(second, nim_with_network, -1, 2)]
    folder = tmp_path / "release"
    policy_release.write_assets(folder, results, tmp_path, nim_with_network)
    names = ["LICENSE", "README.md", "bad-2.npz", "good-1.npz", "manifest.json", "results.jsonl"]
    assert sorted(file.name for file in folder.iterdir()) == names
    policies = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["policies"]
    game = nim_with_network.environments[0].load()
    facts = ["network", game.name, 2, {}, 1, "Apache-2.0"]
    keys = ("kind", "game", "players", "options", "rules_version", "licence")
    assert [[one["name"], *(one[key] for key in keys)] for one in policies] == [["bad-2", *facts], ["good-1", *facts]]
    assert [one["made"]["seed"] for one in policies] == [2, 1]
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert (
        "| mandapa/nim-v1 | features of the game | 8 | 2 | 300 games | `python benchmarks/baselines.py --only go"
        in card
    )
    assert "There are 2 files, in the format of `mandapa.bots.weights`." in card
    assert "mandapa evaluate planner:manifest.json#good-1@5 --env mandapa/nim-v1" in card
    plan = Evaluation(nim_with_network, nim_with_network.environments[0], "test", half_width=0.4)
    player = f"planner:{folder / 'manifest.json'}#bad-2@5"
    again = list(evaluate(Submission(player, "search with a learnt evaluation", 2), plan))
    assert [one.games for one in again] == [one.games for one in results[2:]]
    assert [one.policy for one in again] == [one.policy for one in results[2:]]
    assert again[0].policy.weights.startswith("bad-2.npz of mandapa 1.0, ")
    assert [one.games for one in again] != [one.games for one in results[:2]]
    (folder / "good-1.npz").write_bytes((folder / "bad-2.npz").read_bytes())
    with pytest.raises(OptionError, match=r"good-1 of .* has SHA-256 .*: not what was released"):
        next(evaluate(Submission(f"planner:{folder / 'manifest.json'}#good-1@5"), plan))
    other = tmp_path / "other"
    other.mkdir()
    train_network(other / "good-1.npz", nim_with_network, 2, 1)
    label = results[0].policy.weights.removesuffix("; rivalry 1")
    with pytest.raises(
        OptionError, match=rf"good-1.npz: found weights with .* good-1.npz of .*expected {label}…, which were evaluated"
    ):
        policy_release.write_assets(folder, results, other, nim_with_network)
    (other / "good-1.npz").unlink()
    with pytest.raises(
        OptionError, match=r"good-1\.npz: found no file, .*benchmarks/baselines\.py --only good-1\.npz'"
    ):
        policy_release.write_assets(folder, results, other, nim_with_network)
