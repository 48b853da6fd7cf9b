"""Whole random games of Menara, package and reference compared step by step; and invariants of every game."""

from __future__ import annotations

from types import SimpleNamespace

import menara_rules as reference
import numpy as np
import pytest
from menara_play import builder, known_of, load, new_state, pick_any, plays

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.game import GAME
from mandapa.games.menara.rules import invariant as checks, rules
from mandapa.games.menara.rules.physics.statics import standing_test
from mandapa.kernel import generic
from mandapa.kernel.generic import CHANCE, current_player
from mandapa.kernel.record import copy_of
from mandapa.testing import check_game, states

pytestmark = pytest.mark.usefixtures("compiled_menara")

GAMES = {
    "1, easy": ({"players": 1, "difficulty": "easy"}, builder),
    "2": ({"players": 2}, builder),
    "2, any": ({"players": 2, "level_cards": 12}, pick_any),
    "3, hard": ({"players": 3, "difficulty": "hard", "first_player": 2}, builder),
    "4": ({"players": 4, "level_cards": 1}, builder),
    "3, two columns": ({"players": 3, "two_columns": True}, builder),
}
JUDGED = 3
"""Number of listed places for a floor that are checked each time."""


def side_by_side(options, seed, choose=builder):
    """Play the same game in both implementations, comparing every step; yields both states after each."""
    rng = np.random.default_rng(seed)
    state = new_state(**options)
    other = reference.Reference(**options)
    while True:
        compare(state, other)
        yield state, other
        if state.is_terminal:
            return
        text = state.sample(rng) if state.is_chance else choose(state, rng)
        pose = None
        if other.phase in ("set", "pose"):
            rows = state.choices(state.current_player)
            judge(rows, other, rng)
            row = next(row for row in rows if row["action"] == text)
            pose = pose_of(row) if row["poses"] == 1 else None
        state.apply(text)
        other.apply(text, pose)


def pose_of(row):
    return tuple(round(100 * row["pose"][name]) for name in ("x", "y", "rotation"))


def judge(rows, other, rng):
    """Check by simple geometry and the standing test that offered places obey the rules."""
    for row in rng.permutation(np.array(rows, dtype=object))[:JUDGED]:
        pose = pose_of(row)
        covers = sorted((floor, base) for floor, base in row["covers"])
        assert other.fault(*pose, covers) is None, row
        old = other.poses.get(other.floor)
        other.poses[other.floor] = (other.side, other.level, *pose)
        if old is None:
            other.order.append(other.floor)
        assert other.stands(), row
        if old is None:
            other.order.pop()
            del other.poses[other.floor]
        else:
            other.poses[other.floor] = old


def compare(state, other):
    where = f"after {state.history[-3:]}"
    assert (state.is_terminal, state.is_chance) == (other.is_terminal, other.is_chance), where
    assert known_of(state) == reference.known_of(other), where
    if state.is_chance:
        theirs = other.chance_outcomes()
        mine = dict(state.chance_outcomes())
        assert mine == {text: pytest.approx(float(share)) for text, share in theirs.items()}, where
    elif not state.is_terminal:
        assert state.current_player == other.seat, where
        if other.legal_actions is not None:
            assert state.legal_actions == other.legal_actions, where


@pytest.mark.clause("MEN-TURN-1", "MEN-TURN-6", "MEN-CARD-1", "MEN-CARD-2", "MEN-CARD-3", "MEN-CARD-5", "MEN-CARD-7")
@pytest.mark.clause("MEN-FLOOR-3", "MEN-FLOOR-4", "MEN-FLOOR-5", "MEN-FLOOR-6", "MEN-FLOOR-7", "MEN-FLOOR-9")
@pytest.mark.clause("MEN-COL-1", "MEN-COL-4", "MEN-COL-5", "MEN-END-1", "MEN-END-3", "MEN-END-4", "MEN-PHY-1")
@pytest.mark.parametrize("name", GAMES)
def test_the_reference_plays_the_same_game(name):
    options, choose = GAMES[name]
    *_, (state, other) = side_by_side(options, 1, choose)
    assert state.is_terminal and other.is_terminal
    players = options["players"]
    assert state.returns() == [1 if other.won() else -1] * players
    assert state.scores() == [other.levels() - other.target] * players


@pytest.fixture
def as_machine_code(monkeypatch, compiled_menara):
    """Use machine code: the checks call rules as plain Python, in which one search for places takes seconds."""

    def listed(record, out):
        return compiled_menara.run(generic.legal_actions, record, out)

    def allowed(record, action):
        out = np.empty(GAME.max_legal, np.int32)
        return current_player(record) >= 0 and action in out[: listed(record, out)]

    def applied(record, action):
        compiled_menara.run(generic.apply_action, record, action)

    def possible(record, action):
        return (generic.is_legal if current_player(record) == CHANCE else allowed)(record, action)

    quick = {"legal_actions": listed, "is_legal": possible, "apply_action": applied}
    monkeypatch.setattr(states, "generic", SimpleNamespace(**{**vars(generic), **quick}))
    monkeypatch.setattr(checks, "stands", lambda record: compiled(standing_test.stands)(record))


@pytest.mark.clause("MEN-TURN-1", "MEN-PHY-1", "MEN-PHY-2")
@pytest.mark.usefixtures("as_machine_code")
@pytest.mark.parametrize("options", [{"physics": "assisted"}, {"physics": "dexterity"}, {"two_columns": True}], ids=str)
def test_the_game_is_sound(options):
    """Checks that apply to every game: copies, undo, texts, views, chance (with estimates for the engine), replay."""
    report = check_game(load(3, difficulty="easy", **options), games=1, seed=3, every=60)
    assert report.games == 1 and report.decisions > 60 and report.hidden == 0


@pytest.mark.clause("MEN-PHY-1")
def test_machine_code_does_what_python_does(compiled_menara):
    """Decisions that search for no places; those are compared in test_geometry.py."""
    compared = 0
    for state in plays(5, 2):
        phase = state.view()["phase"]
        if phase not in ("build", "partner", "take", "put", "exchange", "pile", "camp") or len(state.history) % 4:
            continue
        out = np.empty(GAME.max_legal, np.int32)
        assert out[: rules.legal_actions(state.record, out)].tolist() == state.legal_action_ids
        for action in state.legal_action_ids[:2]:
            plain, fast = copy_of(state.record), copy_of(state.record)
            if phase not in ("build", "put") or not state.describe(state.format(action))["params"].get("fills"):
                rules.apply_action(plain, action)
                compiled_menara.run(generic.apply_action, fast, action)
                assert plain.tobytes() == fast.tobytes()
                compared += 1
        if compared > 40:
            return
    raise AssertionError(f"only {compared} actions were compared")


@pytest.mark.clause("MEN-PHY-1", "MEN-COL-1", "MEN-SETUP-1", "MEN-FLOOR-6")
@pytest.mark.parametrize("players", [1, 4])
def test_what_holds_in_every_state(players):
    """Pieces are conserved and none is without support, by the rules' invariant and by simple geometry."""
    heights = set()
    for state in plays(7, players):
        if state.is_terminal or state.view()["phase"] in ("exchange", "camp"):
            assert checks.invariant(state._start, state.record) is None
            tower = state.record
            assert compiled(standing_test.stands)(tower)
            carried = {floor for _, floor, _ in reference.plain.contacts(tower)}
            upper = {floor for floor in reference.plain.floors(tower) if tower.floor_level[floor] > 0}
            assert carried == upper
            heights.add(int(state.view()["levels"]))
    assert len(heights) > 3


@pytest.mark.clause("MEN-TURN-4", "MEN-END-4")
@pytest.mark.parametrize("choose", [builder, pick_any])
def test_few_choices_and_an_end(choose):
    """Every turn uses up a card, so there are at most 35; the bounds of the choices of each kind hold."""
    bounds = {
        "side": 2, "pose": 120, "exchange": 21, "pile": 3, "build": 109, "partner": 108, "take": 77, "put": 109,
        "shift": 16, "where": 17, "set": 120, "camp": 2,
    }  # fmt: skip
    decisions = 0
    for state in plays(11, 2, choose):
        if not state.is_chance and not state.is_terminal:
            decisions += 1
            view = state.view()
            assert 1 <= len(state.legal_actions) <= bounds[view["phase"]]
            left = sum(pile["left"] for pile in view["piles"].values())
            revealed = view["card"] is not None or view["phase"] == "camp"
            assert left == 35 - view["turn_number"] + (not revealed)
            assert view["turn_number"] <= 35
    assert decisions <= state.game.bounds.decisions
