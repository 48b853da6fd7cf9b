"""`mandapa simulate` and the statistics behind it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mandapa as library
from mandapa.bots import make
from mandapa.cli.lab import simulate as command
from mandapa.kernel.compile.engine import Engine
from mandapa.kernel.errors import RuleError
from mandapa.lab.arena.game_statistics import kind_of
from mandapa.lab.arena.simulation import Statistics, simulate, simulate_random
from mandapa.lab.intervals import wilson_interval
from mandapa.testing import CheckFailed

from .conftest import Command


@pytest.fixture(scope="module")
def game() -> library.Game:
    return library.load("kerala", 2, rounds=3)


def counted(game: library.Game, seed: int, games: int) -> Statistics:
    return simulate_random(game, games, np.random.default_rng(seed), lambda done: None)


def test_bulk_statistics_agree_with_the_games_themselves(game: library.Game) -> None:
    """The same random numbers, played through the public library, give the same counts."""
    statistics = counted(game, 5, 8)
    rng = np.random.default_rng(5)
    actions: Counter[str] = Counter()
    branching: Counter[int] = Counter()
    for number in range(8):
        state = game.new_state()
        while not state.is_terminal:
            if state.is_chance:
                state.apply(state.sample(rng))
                continue
            legal = state.legal_actions
            branching[len(legal)] += 1
            chosen = legal[int(rng.random() * len(legal))]
            actions[kind_of(chosen)] += 1
            state.apply(chosen)
        assert statistics.finals[number].tolist() == state.scores()
        assert statistics.wins[number].tolist() == game.shares_of_win(state.returns())
        assert statistics.lengths[number] == len(state.history)
    assert statistics.actions == actions
    assert {int(n): int(statistics.branching[n]) for n in np.flatnonzero(statistics.branching)} == branching


def test_any_players_can_be_counted(game: library.Game) -> None:
    reports: list[int] = []
    statistics = simulate(
        game, [make("random", game, seed) for seed in (1, 2)], 3, np.random.default_rng(3), reports.append
    )
    assert reports == [1, 2, 3]
    assert statistics.games == 3
    described = statistics.to_json()
    assert sum(described["win_rates"]) == pytest.approx(1)
    assert described["actions_per_game"]["take"] + described["actions_per_game"].get("pass", 0) == 2 * 3
    assert described["plies_per_game"] > described["branching"]["decisions_per_game"]


def test_intervals_are_honest_at_the_ends() -> None:
    """Compared with textbook values of this interval: 0 of 10, 5 of 10, 10 of 10."""
    assert wilson_interval(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson_interval(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-3)
    assert wilson_interval(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-3)


def test_json_has_one_object_with_the_documented_fields(mandapa: Command) -> None:
    result = mandapa("simulate", "kerala", "--players", 3, "--games", 4, "--seed", 1, "-o", "rounds=2", "--json")
    assert result.exit_code == 0
    printed = json.loads(result.stdout)
    needed = {
        "game",
        "players",
        "games",
        "seconds",
        "games_per_second",
        "plies_per_game",
        "mean_scores",
        "win_rates",
    }
    assert needed <= set(printed)
    assert (printed["game"], printed["players"], printed["games"]) == ("kerala", 3, 4)
    assert printed["options"]["rounds"] == 2
    assert len(printed["mean_scores"]) == len(printed["win_rates"]) == 3
    assert printed["games_per_second"] == pytest.approx(4 / printed["seconds"])


def test_few_games_are_interpreted_and_many_compiled(
    mandapa: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path))
    type = library.game_type("connect_four")
    engine = Engine(type.name, type.folder, type.state_type, type.methods, type.entry_points)
    monkeypatch.setitem(vars(type), "engine", engine)
    few = mandapa("simulate", "connect_four", "--games", 2, "--json")
    assert json.loads(few.stdout)["compiled"] is False
    assert re.search(r"interpreted: about \d+ s, less than compiling \(\d+ s\)", few.stderr)
    many = mandapa("simulate", "connect_four", "--games", 100_000, "--json")
    assert json.loads(many.stdout)["compiled"] is True
    assert [file.name.split("-")[0] for file in tmp_path.rglob("*.code")] == ["statistics"]


def test_what_cannot_be_compiled_is_told_in_one_sentence(mandapa: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(engine: Engine, *purposes: str, report: object) -> None:
        raise RuleError("toy.rules.step: found the field 'pleis'") from ValueError("a hundred lines")

    monkeypatch.setattr(Engine, "warm", fail)
    arguments = ("simulate", "connect_four", "--bots", "master", "--games", 1)
    plain, verbose = mandapa(*arguments), mandapa("--verbose", *arguments)
    assert plain.exit_code == verbose.exit_code == 1
    assert plain.stderr.endswith("mandapa: toy.rules.step: found the field 'pleis'\n") and "hundred" not in plain.stderr
    assert "a hundred lines\n" in verbose.stderr


def test_a_seed_makes_it_repeatable(mandapa: Command) -> None:
    def run(seed: int) -> dict[str, object]:
        arguments = ("simulate", "kerala", "--games", 3, "--seed", seed, "-o", "rounds=2", "--json")
        printed = json.loads(mandapa(*arguments).stdout)
        return {key: value for key, value in printed.items() if key not in ("seconds", "games_per_second")}

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_tables_for_people(mandapa: Command) -> None:
    result = mandapa("simulate", "kerala", "--players", 2, "--games", 3, "-o", "rounds=2")
    assert result.exit_code == 0
    for words in ("mean score", "wins %", "legal actions at a decision", "take", "step"):
        assert words in result.stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("chess",), "game: found 'chess', expected one of"),
        (("kerala", "--players", "9"), "players: found 9, expected 2 to 5"),
        (("kerala", "--players", "3", "--bots", "random,random"), "--bots: found 2 names in 'random,random', expected"),
        (("kerala", "--bots", "deep-thought"), "bot: found 'deep-thought', expected one of"),
        (("kerala", "-o", "rounds"), "--option: found 'rounds', expected NAME=VALUE"),
        (("kerala", "-o", "weather=fine"), "option: found weather, expected"),
        (("kerala", "-o", "rounds=0"), "rounds"),
    ],
)
def test_wrong_usage_is_explained(mandapa: Command, arguments: tuple[str, ...], expected: str) -> None:
    result = mandapa("simulate", *arguments, "--games", 1)
    assert result.exit_code == 2
    assert expected in result.stderr
    assert "Traceback" not in result.output


def test_other_computer_players_take_part(mandapa: Command) -> None:
    arguments = ("--players", 2, "--bots", "greedy,random", "--games", 2, "--seed", 1, "-o", "rounds=4", "--json")
    printed = json.loads(mandapa("simulate", "kerala", *arguments).stdout)
    assert printed["bots"] == ["greedy", "random"]
    assert printed["mean_scores"][0] > printed["mean_scores"][1]


def test_check_asserts_the_invariants_and_counts_as_well(mandapa: Command) -> None:
    arguments = ("--players", 2, "--games", 2, "--seed", 1, "-o", "rounds=2")
    printed = json.loads(mandapa("simulate", "kerala", *arguments, "--check", "--json").stdout)
    assert printed["checked"]["games"] == printed["games"] == 2
    assert printed["checked"]["decisions"] > 0
    assert "2 games" in mandapa("simulate", "kerala", *arguments, "--check").stdout


def test_what_breaks_is_saved_and_can_be_replayed(
    mandapa: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    state = library.load("kerala", 2, rounds=2, first_leader=1).new_state()
    rng = np.random.default_rng(1)
    while state.is_chance:
        state.apply(state.sample(rng))
    state.apply("pass")

    def fail(game: library.Game, *others: Any, **more: Any) -> None:
        record = {**state.to_json(), "players": 2, "options": state.game.options, "components": ""}
        raise CheckFailed("invariant", "a piece is lost", record)

    monkeypatch.setattr(command, "check_game", fail)
    result = mandapa("simulate", "kerala", "-n", 2, "--check", "--save", tmp_path / "broken")
    assert result.exit_code == 1
    assert "invariant: a piece is lost" in result.stderr
    (file,) = (tmp_path / "broken").iterdir()
    assert f"mandapa replay {file}" in " ".join(result.stderr.split())
    assert json.loads(file.read_text())["check"] == "invariant"

    replayed = mandapa("replay", file)
    assert replayed.exit_code == 0
    assert str(state) in replayed.output
