"""Analyses of whole games, with few simulations: the results are consistent."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa
from mandapa import bots
from mandapa.coach import Analysis, Analyst, TurnJudge, analyse
from mandapa.coach.analysis import (
    BEST,
    BLUNDER,
    FORCED,
    GOOD,
    INACCURACY,
    MARK_THRESHOLDS,
    MARKS,
    MISTAKE,
    SCENARIOS,
    luck_of,
    mark_of,
)
from mandapa.coach.comparison import LEAST
from mandapa.library import Game, State
from mandapa.play import Match, Seat, export_record, now
from mandapa.play.record import RecordError
from mandapa.play.seats import BOT

SHORT = {
    "kerala": {"rounds": 3},
    "chola": {"turn_cap": 4},
    "indus": {},
    "hampi": {"length": "quick"},
    "menara": {"difficulty": "easy"},
}


def played(game: Game, names: list[str], seed: int = 3) -> State:
    game.engine.warm()
    rng = np.random.default_rng(seed)
    players = [bots.make(name, game, rng) for name in names]
    state = game.new_state()
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(rng)
        else:
            state.apply(players[state.current_player].choose(state))
    return state


@pytest.fixture(scope="module")
def kerala() -> State:
    return played(mandapa.load("kerala", players=2, rounds=5), ["random", "greedy"])


@pytest.fixture(scope="module")
def judged(kerala: State) -> Analysis:
    return analyse(kerala, 60)


def test_every_decision_and_every_chance_event_is_looked_at(kerala, judged):
    covered = [ply for one in judged.verdicts for ply in range(one.ply, one.ply + len(one.played))]
    decisions = [ply for ply in range(len(kerala.history)) if kerala.at(ply).current_player >= 0]
    assert covered == decisions
    assert [kerala.history[one.ply] for one in judged.luck] == [one.text for one in judged.luck]
    assert all(kerala.at(one.ply).is_chance for one in judged.luck)


def test_verdicts_hang_together(kerala, judged):
    for one in judged.verdicts:
        before = kerala.at(one.ply)
        assert before.current_player == one.seat
        assert list(one.played) == kerala.history[one.ply : one.ply + len(one.played)]
        assert one.lost >= 0 and 0 <= one.lost_chance <= 1
        assert sum(one.chances) == pytest.approx(1, abs=5e-3)
        trial = before.copy()
        for action in one.best:
            trial.apply(action)  # the better turn can be played
        if one.mark in (FORCED, BEST):
            assert one.best == one.played and one.lost == one.lost_chance == 0


def test_who_plays_anything_loses_more_than_who_looks(judged):
    anything, looking = judged.summaries
    assert anything.lost > looking.lost and anything.lost_chance > looking.lost_chance
    assert sum(anything.marks.values()) == 5 and set(anything.marks) == set(MARKS)
    assert judged.unit == "points" and sorted(judged.won) == [0, 1]


def test_luck_is_what_came_less_the_exact_average(kerala):
    """Over all outcomes of an event, weighted by their probabilities, luck adds up to zero."""
    ply = next(ply for ply in range(len(kerala.history)) if ply > 25 and kerala.at(ply).is_chance)
    before = kerala.at(ply)
    outcomes = dict(before.chance_outcomes())
    total = np.zeros(2)
    for action, chance in zip(before.legal_action_ids, outcomes.values(), strict=True):
        (luck,) = luck_of(TurnJudge(kerala.game, 20), before, action, 0, 0.5)
        assert luck.chances[0] == pytest.approx(-luck.chances[1], abs=5e-3)
        total += chance * np.array(luck.results)
    assert total == pytest.approx([0, 0], abs=1e-9)


def test_the_sum_of_luck_is_what_recalculation_gives(kerala):
    """By hand: the expectation after the outcome, less the exact average over all outcomes."""
    analyst, again = Analyst(kerala, 60), TurnJudge(kerala.game, 60).fair
    events = [part for part in analyst.parts if part.seat is None][-8:]
    total = np.zeros(2)
    for event in events:
        analyst.analyse_part(event)
        before, average = kerala.at(event.ply), np.zeros(2)
        after = [before.copy() for _ in before.chance_outcomes()]
        for state, (text, _) in zip(after, before.chance_outcomes(), strict=True):
            state.apply(text)
        records = [state.record for state in after]
        worths = sum(again.playouts(records, event.viewer, SCENARIOS)) / SCENARIOS
        for worth, (text, chance) in zip(worths, before.chance_outcomes(), strict=True):
            average += chance * worth
            total += worth if text == kerala.history[event.ply] else 0
        total -= average
    assert [one.luck for one in analyst.analysis().summaries] == pytest.approx(total, abs=1e-9)
    assert abs(total).max() > 0.1


def test_luck_adds_up_over_the_game(judged):
    for summary in judged.summaries:
        assert summary.luck == pytest.approx(sum(one.results[summary.seat] for one in judged.luck))
        assert summary.luck_chance == pytest.approx(sum(one.chances[summary.seat] for one in judged.luck))


def test_the_same_seed_gives_the_same(kerala, judged):
    assert analyse(kerala, 60) == judged


@pytest.mark.parametrize(
    ("lost", "mark"), [(0.0, GOOD), (0.029, GOOD), (0.03, INACCURACY), (0.08, MISTAKE), (0.15, BLUNDER), (1, BLUNDER)]
)
def test_marks_go_by_the_chance_that_was_lost(lost, mark):
    assert mark_of(lost) == mark


def test_a_game_that_is_not_over_is_refused(kerala):
    with pytest.raises(ValueError, match="the game is not over; expected one that has ended by its rules"):
        analyse(kerala.at(30))
    with pytest.raises(RecordError):
        analyse({"schema": 1})


@pytest.mark.parametrize("name", SHORT)
def test_every_game_is_judged(name):
    game = mandapa.load(name, players=2, **SHORT[name])
    state = played(game, ["random", "random"])
    analyst = Analyst(state, 10)
    ends = [part for part in analyst.parts if part.seat is not None][-4:]
    for part in ends:
        analyst.analyse_part(part)
    found = analyst.analysis()
    assert 0 < len(found.verdicts) <= len(ends)
    assert all(0 <= chance <= 1 for one in found.verdicts for chance in one.chances)
    assert found.unit == {"hampi": "chance", "menara": "chance"}.get(name, "points")


def test_a_record_is_read():
    game = mandapa.load("kerala", players=2, rounds=1, first_leader=0)
    game.engine.warm()
    match = Match(game, [Seat("a", BOT, "random")] * 2, confirm=False)
    rng = np.random.default_rng(1)
    while match.to_act is not None or match.chance_due:
        if match.chance_due:
            match.resolve_chance(rng, now())
        else:
            seat = match.to_act
            assert seat is not None
            match.act(seat, str(rng.choice(match.state.legal_actions)), now())
    assert len(analyse(export_record(match), 20).verdicts) == 2


def test_turns_that_had_a_better_one_have_reasons(judged):
    for one in judged.verdicts:
        assert bool(one.reasons) <= (one.mark in MARK_THRESHOLDS)
    assert any(abs(reason.points) >= LEAST for one in judged.verdicts for reason in one.reasons)


def test_rows_and_seats_add_up(kerala, judged):
    rows = mandapa.analyse(kerala, 60).rows()
    assert len(rows) == len(judged.verdicts) + len(judged.luck)
    assert all(list(row) == list(rows[0]) for row in rows) and [row["ply"] for row in rows] == sorted(
        row["ply"] for row in rows
    )
    for seat, line in enumerate(judged.seat_rows()):
        own = [row for row in rows if row["seat"] == seat and not row["chance"]]
        assert line["result"] == kerala.returns()[seat]
        assert line["lost"] == pytest.approx(sum(row["lost"] for row in own))
        assert line["error"] == pytest.approx(line["lost"] / line["decisions"])
        assert line["luck"] == pytest.approx(sum(row[f"luck_{seat}"] for row in rows if row["chance"]))
        assert line["without_luck"] == pytest.approx(line["result"] - line["luck"])
