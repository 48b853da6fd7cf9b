"""The protocol of ``mandapa evaluate``: fixed seeds, paired games, and incomplete results marked as such."""

from __future__ import annotations

import json

import pytest
from tests.bots import policies, toys

from mandapa.bots import PolicyError
from mandapa.kernel.errors import OptionError
from mandapa.lab.arena import evaluation, matches as lab
from mandapa.lab.arena.evaluation import evaluate
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.intervals import Estimate, share_interval

FEW = ("random", "greedy")


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setattr(lab, "warm", lambda game: game)


def best(question):
    """Play Nim optimally: leave a multiple of four."""
    pile = int(question.state.record.pile)
    return str(pile % 4 or 1)


def test_a_policy_meets_each_of_the_pool_from_every_seat():
    progress = []
    found = evaluate(best, toys.nim(21), 10, FEW, progress=progress.append)
    assert [(one.opponent, one.games, one.par) for one in found.meetings] == [("random", 20, 0.5), ("greedy", 20, 0.5)]
    assert found.meetings[0].wins.mean > 0.9
    assert found.wins.mean == pytest.approx(sum(one.wins.mean for one in found.meetings) / 2)
    assert progress[-1] == 40 == found.to_json()["games"]


def test_the_same_policy_gives_the_same_line():
    game = toys.nim(21)
    lines = [json.dumps(evaluate(policies.drawn, game, 6, FEW).to_json()) for _ in range(2)]
    assert lines[0] == lines[1]
    printed = json.loads(lines[0])
    assert (printed["protocol"], printed["seed"], printed["seeds"]) == (evaluation.PROTOCOL, evaluation.SEED, 6)
    assert (printed["policy"], printed["package"]) == ("tests.bots.policies:drawn", "tests")


def test_no_budget_of_the_pool_is_one_of_time():
    pool = [PlayerSpec.parse(name) for name in evaluation.POOL]
    assert all(entrant.seconds is None for entrant in pool)
    thinking = {"flat", "search", "planner", "master", "grandmaster"}
    assert all(entrant.simulations for entrant in pool if entrant.name in thinking)


def test_what_is_not_the_whole_protocol_says_so():
    assert not evaluate(best, toys.nim(5), 2, FEW).complete


def test_a_player_against_itself_wins_what_is_par():
    found = evaluate("random", toys.nim(9), 5, ("random",))
    (meeting,) = found.meetings
    assert (meeting.wins.mean, meeting.par, meeting.ahead.mean) == (0.5, 0.5, 0.0)


def test_a_fault_of_the_policy_ends_it_with_its_name():
    with pytest.raises(PolicyError, match=r"policies:illegal of tests in"):
        evaluate(policies.illegal, toys.nim(9), 2, FEW)


def test_an_interval_is_never_surer_than_the_games():
    assert share_interval(Estimate(0.5, 0.1), 50) == (0.4, 0.6)
    low, high = share_interval(Estimate(1.0, 0.0), 50)
    assert high == 1.0 and 0.9 < low < 0.95
    assert share_interval(Estimate(0.98, 0.1), 50)[1] == 1.0
    thirds = Estimate.of([1 / 3] * 50)
    assert thirds.margin > 0 and share_interval(thirds, 50) == pytest.approx(share_interval(Estimate(1 / 3, 0.0), 50))


def test_entrants_of_other_packages_are_read_with_their_budget():
    entrant = PlayerSpec.parse("tests.bots.policies:last@40")
    assert (entrant.name, entrant.simulations) == ("tests.bots.policies:last", 40)
    assert entrant.external_policy is not None and entrant.external_policy.package == "tests"
    assert PlayerSpec.parse("greedy").external_policy is None


@pytest.mark.parametrize("text", ["tests.bots.policies:last-pass", "tests.bots.policies:last+width=3"])
def test_nobody_else_s_player_takes_our_parameters(text):
    with pytest.raises(OptionError, match="without parameters"):
        PlayerSpec.parse(text)
