"""Kerala: bounds of the decisions (ids, number of choices, lengths), and the symmetry of seats and colours."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from kerala_play import GAME_CODES, legal, played, plays, random_platform, ready_to_lift

import mandapa
from mandapa.games.kerala.rules.components import COLOURS
from mandapa.games.kerala.rules.geometry import add_cell, lay
from mandapa.games.kerala.rules.state import DROP, JUMP_PHASE
from scaling import scaled

IDS = {
    "take": range(46),
    "step": range(46, 54),
    "turn": range(54, 58),
    "jump": range(58, 141),
    "lift": range(141, 183),
    "drop": range(183, 347),
    "turn2": range(54, 58),
}
MOST = {"take": 6, "step": 8, "turn": 4, "jump": 79, "lift": 40, "drop": 82, "turn2": 4}
LONGEST = {2: 200, 3: 220, 4: 232, 5: 240}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ids_choices_and_length_in_play(players):
    decisions, special, seen = 0, Counter(), set()
    for state in plays(players, players):
        if state.is_chance or state.is_terminal:
            continue
        phase = state.view()["phase"]
        seen.add(phase)
        listed = state.legal_action_ids
        assert 1 <= len(listed) <= MOST[phase]
        assert set(listed) <= set(IDS[phase])
        if phase == "take":
            assert len(listed) <= players + 1
        decisions += 1
    for row in state.view()["platforms"]:
        special.update(tile[1] for cell in row["cells"] for tile in cell["stack"])
        assert all(max(map(abs, cell["cell"])) <= 45 for cell in row["cells"])
    rounds = int(state.record.rounds)
    assert decisions <= 2 * players * rounds + special[">"] + special["J"] + 3 * special["M"] <= LONGEST[players]
    assert LONGEST[players] == state.game.bounds.decisions
    chance = sum(text.split()[0] in ("remove", "draw") for text in state.history)
    assert chance == 100
    assert seen >= {"take", "step", "turn", "jump"}


def test_a_line_of_41_cells_reaches_the_most_jumps(compiled_kerala):
    codes = list(GAME_CODES)
    state = random_platform(np.random.default_rng(0), 1, codes, 0.0)
    platform = state.record.platforms[0]
    for x in range(1, 41):
        lay(platform, add_cell(platform, x, 0), 0)
    platform.figure[:] = [3, 7]
    state.record.seat, state.record.turns_left = 0, 2
    state.record.phase = JUMP_PHASE
    assert len(legal(compiled_kerala, state.record)) == 79
    state.record.phase = DROP
    state.record.lifted = 40
    assert len(legal(compiled_kerala, state.record)) == 2 * 40 + 2 - 1  # all except the cell it came from


def test_random_platforms_stay_within_the_bounds(compiled_kerala):
    rng = np.random.default_rng(3)
    for _ in range(scaled(40)):
        state = ready_to_lift(random_platform(rng, 41, list(GAME_CODES), 0.0))
        lifts = legal(compiled_kerala, state.record)
        assert lifts == sorted(set(lifts)) and len(lifts) <= 40
        state.record.phase = DROP
        for lift in lifts[1::4]:
            state.record.lifted = lift - 142
            drops = legal(compiled_kerala, state.record)
            assert drops == sorted(set(drops)) and 1 <= len(drops) <= 82
            assert set(drops) <= set(IDS["drop"])


# ---------------------------------------------------------------- symmetry


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turning_the_table_turns_the_scores(players):
    """The same actions with every seat rotated by one to the left give the same game, rotated by one seat."""
    colours = list(COLOURS[:players])
    one = played(71, players, colours=colours, first_leader=0, rounds=12)
    turned = mandapa.load("kerala", players=players, colours=colours[-1:] + colours[:-1], first_leader=1, rounds=12)
    other = turned.new_state()
    for text in one.history:
        other.apply(text)
    scores = one.scores()
    assert other.is_terminal and other.scores() == scores[-1:] + scores[:-1]
    before, after = one.view()["platforms"], other.view()["platforms"]
    for seat in range(players):
        assert shown(after[(seat + 1) % players]) == shown(before[seat])


def shown(row):
    """Return a platform without the parts that name its seat."""
    cells = [(cell["cell"], cell["stack"], cell["side"]) for cell in row["cells"]]
    return cells, row["figures"], row["passes"], row["colour"]


def test_renaming_the_colours_changes_no_score():
    names = dict(zip("BKRGP", "KRGPB", strict=True))
    long = {name: {"B": "blue", "K": "black", "R": "red", "G": "green", "P": "purple"}[names[name]] for name in names}
    one = played(73, 3, colours=["blue", "black", "red"], first_leader=0)
    renamed = [long["B"], long["K"], long["R"]]
    other = mandapa.load("kerala", players=3, colours=renamed, first_leader=0).new_state()
    for text in one.history:
        if text.split()[0] in ("take", "draw", "remove"):
            verb, tile = text.split()
            text = f"{verb} " + re.sub("[BKRGP]", lambda letter: names[letter[0]], tile)
        other.apply(text)
    assert other.scores() == one.scores()
