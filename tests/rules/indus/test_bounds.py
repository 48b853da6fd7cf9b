"""Indus: bounds of choices and lengths, checks of every variant, symmetry of seats, teams and board."""

from __future__ import annotations

from collections import Counter

import indus_reference as reference
import numpy as np
import pytest
from indus_play import played, plays, position, shown_stacks

import mandapa
from mandapa.kernel.random_play import random_games
from mandapa.kernel.record import new_records
from mandapa.testing import check_game

IDS = {
    "place": range(72),
    "add": range(72),
    "go": range(72, 97),
    "team": range(97, 99),
    "place_team": range(97, 99),
    "own": range(99, 101),
}
MOST_MOVES = {2: 3, 3: 4, 4: 3}
MOST_ADDS = {2: 72, 3: 45, 4: 48}


# ---------------------------------------------------------------- every variant

VARIANTS = [
    {"players": players, "board": board, "placement": placement}
    for players, board, placement in (
        (2, "first", "free"),
        (2, "random", "fixed"),
        (3, "first", "fixed"),
        (3, "random", "free"),
        (4, "first", "free"),
        (4, "random", "fixed"),
    )
]
"""Every two settings occur together."""


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: " ".join(map(str, options.values())))
def test_every_variant_is_sound(options):
    report = check_game(mandapa.load("indus", **options), games=1, seed=3, every=40)
    assert report.games == 1


@pytest.mark.slow
@pytest.mark.parametrize(("players", "sparing"), [(2, True), (4, False)])
def test_machine_code_plays_alike(players, sparing, compiled_indus):
    game = mandapa.load("indus", players=players, board="random", spare_own=sparing)
    report = check_game(game, games=1, compiled=True, every=60)
    assert report.games == 1


# ---------------------------------------------------------------- choices


@pytest.mark.parametrize("placement", ["fixed", "free"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ids_and_choices_in_play(players, placement):
    seen = Counter()
    for seed in range(2):
        for state in plays(seed, players, placement=placement):
            if state.is_chance or state.is_terminal:
                continue
            view = state.view()
            phase, listed = view["phase"], state.legal_action_ids
            assert set(listed) <= set(IDS[phase]) and 1 <= len(listed) <= state.game.type.max_legal
            if phase == "go":
                assert sum(number < 96 for number in listed) <= MOST_MOVES[players] and len(listed) <= 5
            if phase == "add":
                assert len(listed) <= MOST_ADDS[players]
            seen[phase] = max(seen[phase], len(listed))
    if players > 2:
        assert seen["add"] == MOST_ADDS[players]
    assert seen["place" if placement == "free" else "go"] == (72 if placement == "free" else seen["go"])


# ---------------------------------------------------------------- lengths


def decisions_and_rolls(state):
    kinds = Counter(text.split()[0] for text in state.history)
    decisions = sum(kinds[kind] for kind in ("add", "move", "reroll", "team", "take", "score"))
    return decisions, kinds["roll"]


def always_again(state, rng):
    """Roll again whenever possible, score own captures, otherwise decide at random."""
    listed = state.legal_action_ids
    if listed[-1] in (96, 100):
        return listed[-1]
    return listed[int(rng.integers(len(listed)))]


@pytest.mark.clause("IND-END-2", "IND-ROLL-3")
@pytest.mark.parametrize(("players", "decisions", "rolls"), [(3, 129, 81), (4, 128, 80)])
def test_always_rolling_again_reaches_the_bound(players, decisions, rolls):
    for seed in range(3):
        *_, state = plays(seed, players, always_again, placement="free")
        assert decisions_and_rolls(state) == (decisions, rolls)


@pytest.mark.clause("IND-END-3")
def test_always_rolling_again_with_two_players():
    for seed in range(3):
        *_, state = plays(seed, 2, always_again, placement="free")
        found, rolls = decisions_and_rolls(state)
        scored = sum(text == "score" for text in state.history)
        assert rolls == 80 and found == 232 - 48 + scored


@pytest.mark.parametrize(("players", "decisions", "rolls"), [(2, 516, 224), (3, 129, 81), (4, 128, 80)])
def test_random_games_stay_within_the_bounds(players, decisions, rolls):
    for seed in range(4):
        state = played(seed, players, board="random", placement="free")
        found = decisions_and_rolls(state)
        assert found[0] <= decisions and found[1] <= rolls
        assert (decisions, rolls + 6) == (state.game.bounds.decisions, state.game.bounds.outcomes)


def back_and_again(state, rng):
    """Take back if possible, move own pieces where the other own team captures them, otherwise roll again."""
    listed = state.legal_action_ids
    if listed[0] == 99:
        return 99
    if 72 <= listed[0] < 97:
        rows = state.choices(state.current_player)
        feeding = [number for number, row in zip(listed, rows, strict=True) if row["kind"] == "move" and feeds(row)]
        return feeding[0] if feeding else listed[-1]
    return listed[int(rng.integers(len(listed)))]


def feeds(move):
    """Return whether the player's other team (blue and green, yellow and red) captures or loses a piece."""
    own = "blue green" if move["piece"][0] in "BG" else "yellow red"
    partner = {"B": "G", "G": "B", "Y": "R", "R": "Y"}[move["piece"][0]]
    effect = move["effect"]
    return (effect["kind"] == "lost" and effect["on"] in own) or partner in {piece[0] for piece in effect["captured"]}


@pytest.mark.clause("IND-TWO-7", "IND-TWO-8")
def test_players_who_take_back_all_they_can_come_to_an_end():
    most = 0
    for seed in range(3):
        *_, state = plays(seed, 2, back_and_again, placement="free", board="random")
        taken = state.view()["take_backs"]
        found, rolls = decisions_and_rolls(state)
        assert max(taken) <= 24
        assert found <= 232 + 6 * sum(taken) and rolls <= 80 + 3 * sum(taken)
        assert len(state.history) <= 750
        most = max(most, *taken)
    assert most > 3


# ---------------------------------------------------------------- many games with machine code


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_games_by_machine_code(players, compiled_indus):
    """Totals and lengths of whole games are near the figures in the rules for random play."""
    game = mandapa.load("indus", players=players)
    start = game.new_state().record
    totals, wins = np.zeros(players), np.zeros(players)
    scratch, actions = new_records(game.type.state_type, 1), np.empty(game.type.max_legal, np.int32)
    games = 2000
    plies = compiled_indus.run(random_games, start, scratch, actions, games, np.random.default_rng(2), totals, wins)
    low, high = {2: (35, 41), 3: (24, 29), 4: (17, 21)}[players]
    assert (totals / games > low).all() and (totals / games < high).all()
    assert wins.sum() == pytest.approx(games)
    assert (abs(wins / games - 1 / players) < 0.06).all()
    assert 145 <= plies / games <= 240


# ---------------------------------------------------------------- symmetry


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turning_the_table_turns_the_scores(players):
    """The same moves with every team and seat rotated by one give the same game, rotated by one seat."""
    one = played(71, players, placement="free", start_seat=0)
    other = mandapa.load("indus", players=players, placement="free", start_seat=1 % players).new_state()
    teams = reference.TEAMS[: players if players > 2 else 4]
    following = {team: teams[(number + 1) % len(teams)] for number, team in enumerate(teams)}
    for text in one.history:
        words = text.split()
        if words[0] == "team":
            text = f"team {following[words[1]]}"
        other.apply(text)
    scores = one.scores()
    assert other.is_terminal and other.scores() == scores[-1:] + scores[:-1]
    letters = {team[0].upper(): following[team][0].upper() for team in teams}
    turned = {
        field: [letters[piece[0]] + piece[1] for piece in stack] for field, stack in shown_stacks(one.view()).items()
    }
    assert shown_stacks(other.view()) == turned


@pytest.mark.clause("IND-BOARD-3")
def test_a_turned_game_ends_with_turned_stacks():
    """Rotating all start spaces by a quarter turn rotates the final positions; captures do not change."""
    one = played(73, 4, placement="free", start_seat=0)
    turned_space = {
        space: other
        for space in reference.SPACES
        for other in reference.SPACES
        if [reference.turned(field, 1) for field in reference.line(space)] == reference.line(other)
    }
    assert len(turned_space) == 24
    other = mandapa.load("indus", placement="free", start_seat=0).new_state()
    for text in one.history:
        words = text.split()
        if words[0] in ("add", "move"):
            text = " ".join([*words[:-1], turned_space[words[-1]]])
        other.apply(text)
    expected = {reference.turned(field, 1): stack for field, stack in shown_stacks(one.view()).items()}
    assert shown_stacks(other.view()) == expected
    captured = [[row["captured"] for row in state.view()["teams"]] for state in (one, other)]
    assert captured[0] == captured[1]


# ---------------------------------------------------------------- number of turns


@pytest.mark.clause("IND-TURN-1", "IND-ROLL-3", "IND-TWO-5")
@pytest.mark.parametrize(
    ("starts", "stacks", "turns"),
    [
        ("N1:Bw", "", 6),  # six rolls, one move each
        ("N1:Ba", "", 6 * (1 + 6)),  # a roll is used or given up for a second
        ("N1:Bp", "", 6 * (1 + 6 * (1 + 6))),
        ("N1:Bw N2:Ba", "", 6 * (2 + 6)),
        ("N1:Bw N2:Ba N3:Bp", "", 6 * (3 + 6 * (2 + 6))),
        ("N1:Bw", "11:Gw,Gw", 5 + 2),  # one face captures an own researcher: taken back or scored
    ],
)
def test_turns_are_counted(starts, stacks, turns):
    state = position(2, starts=starts, stacks=stacks, phase="die", team="blue")
    assert count(state) == turns


def count(state):
    """Count the ways to finish the current turn."""
    if state.view()["phase"] not in ("die", "go", "own"):
        return 1
    total = 0
    for text in state.legal_actions:
        after = state.copy()
        after.apply(text)
        total += count(after)
    return total
