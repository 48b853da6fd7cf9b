"""Whole random games of Chola, package and reference compared step by step; and invariants of every game."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest
from chola_pieces import FILE, TOPS, file_with_ones
from chola_play import begun, careful, ending, known_of, load, pick_any, plays, totals, winners
from chola_reference import Reference

from mandapa.games.chola import GAME
from mandapa.testing import check_game
from scaling import seeds

GAMES = {
    "basic 2": {"players": 2},
    "basic 3, double": {"players": 3, "treasures": "double"},
    "basic 4, full": {"players": 4, "pattern_scoring": "full"},
    "basic 5, none": {"players": 5, "treasures": "none", "first_player": 3},
    "basic 2, replace counts": {"players": 2, "stuck_rule": "replace_counts", "turn_cap": 150},
    "expert 2": {"players": 2, "variant": "expert"},
    "expert 3, double": {"players": 3, "variant": "expert", "treasures": "double"},
    "expert 4": {"players": 4, "variant": "expert", "removed_value": 7},
    "expert 5, full": {"players": 5, "variant": "expert", "pattern_scoring": "full", "treasures": "none"},
    "expert 3, replace counts": {"players": 3, "variant": "expert", "stuck_rule": "replace_counts"},
    "solo": {"players": 1, "variant": "solo", "head_start": 60},
    "solo, double": {"players": 1, "variant": "solo", "treasures": "double", "colours": ["gold"]},
    "solo, capped": {"players": 1, "variant": "solo", "turn_cap": 12},
    "solo, full": {"players": 1, "variant": "solo", "pattern_scoring": "full", "treasures": "none"},
}
PLAYED = [(name, [careful, pick_any][number % 2]) for number, name in enumerate(GAMES)]
LASTING = ("stones", "carved", "tiles", "treasures", "hands", "cards", "wagons", "bonus", "points", "turn")
"""The part of the state that remains when a game is over."""


def side_by_side(options, seed, choose=pick_any, box=None):
    """Play the same game in both implementations, comparing every step; yields both states after each. ``box``: a
    component file."""
    rng = np.random.default_rng(seed)
    state = load(**options, **({"components": str(box)} if box else {})).new_state()
    other = Reference(**options, **({"data": tomllib.loads(box.read_text(encoding="utf-8"))} if box else {}))
    while not state.is_terminal:
        compare(state, other)
        text = state.sample(rng) if state.is_chance else str(choose(state, rng))
        state.apply(text)
        other.apply(text)
        yield state, other


def compare(state, other):
    where = f"after {state.history[-3:]}"
    assert state.current_player == other.current_player, where
    assert state.legal_actions == other.legal_actions, where
    if state.is_chance:
        shares = dict(other.chance_outcomes())
        assert dict(state.chance_outcomes()) == {text: pytest.approx(float(share)) for text, share in shares.items()}
        return
    assert state.legal_action_ids == other.legal_action_ids, where
    mine, theirs = known_of(state), known_of(other)
    if other.node.kind in ("colours", "place", "arrange"):  # all players see the card that is being built
        mine["known"] = theirs["known"]
    assert mine == theirs, where


@pytest.mark.parametrize(("name", "choose"), PLAYED)
def test_the_reference_plays_the_same_game(name, choose):
    *_, (state, other) = side_by_side(GAMES[name], 0, choose)
    assert other.is_terminal and state.is_terminal
    mine, theirs = known_of(state), known_of(other)
    assert {name: mine[name] for name in LASTING} == {name: theirs[name] for name in LASTING}
    assert totals(state) == other.totals() and ending(state) == ending(other)
    assert winners(state) == winners(other)


@pytest.fixture
def other_box(tmp_path):
    """A wider top, a narrower foot on one side, few stones and cards, and other costs: one colour, equal amounts."""
    text = FILE.read_text(encoding="utf-8")
    for old, new in (
        ('{ row = 13, first = "g", width = 2, cells = 2 }', '{ row = 13, first = "f", width = 4, cells = 4 }'),
        ("cell_count = 120", "cell_count = 122"),
        ("per_colour = 32", "per_colour = 27"),
        ("count = 28", "count = 34"),
        ('id = "Q8W", value = 8, cost = { W = 4, G = 1 }', 'id = "Q8W", value = 8, cost = { W = 2, G = 2 }'),
        ('id = "Q7L", value = 7, cost = { L = 3, W = 2 }', 'id = "Q7L", value = 7, cost = { L = 3 }'),
        ('id = "M1", value = 1, cost = { B = 1 }', 'id = "M1", value = 2, cost = { B = 1, L = 2, Y = 1 }'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.clause("CHO-BONUS-13", "CHO-PICK-2")
@pytest.mark.parametrize("variant", ["basic", "expert", "solo"])
@pytest.mark.parametrize("seed", range(2))
def test_the_reference_plays_the_same_game_with_another_box(variant, seed, other_box):
    """With so few stones the bag may be empty."""
    players = {"basic": 5, "expert": 4, "solo": 1}[variant]
    options = {"players": players, "variant": variant, "stuck_rule": "replace_counts", "turn_cap": 300}
    *_, (state, other) = side_by_side(options, seed, careful, other_box)
    assert state.is_terminal and other.is_terminal
    assert totals(state) == other.totals() and ending(state) == ending(other) and winners(state) == winners(other)


@pytest.mark.clause("CHO-SETUP-8", "CHO-END-5", "CHO-SCULPT-1")
@pytest.mark.parametrize("ones", TOPS)
@pytest.mark.parametrize("seed", seeds(1))
def test_the_reference_plays_the_same_game_with_other_numbers_of_small_sculptures(ones, seed, tmp_path):
    """The component file sets the number of one-square sculptures; ids are consecutive."""
    box = tmp_path / "mine.toml"
    box.write_text(file_with_ones(ones), encoding="utf-8")
    options = {"players": 2, "variant": "expert", "stuck_rule": "replace_counts", "turn_cap": 400}
    *_, (state, other) = side_by_side(options, seed, careful, box)
    assert state.is_terminal and other.is_terminal and len(state.view()["slots"]) == 34 + ones
    assert totals(state) == other.totals() and ending(state) == ending(other) and winners(state) == winners(other)
    assert any(row["kind"] == "one" and row["carver"] is not None for row in state.view()["slots"]) == (ones > 0)


@pytest.mark.clause("CHO-CHANCE-1", "CHO-INFO-2")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 5, "treasures": "none", "pattern_scoring": "full", "turn_cap": 40},
        {"players": 2, "variant": "expert", "turn_cap": 60},
        {"players": 3, "variant": "expert", "treasures": "double", "turn_cap": 40},
        {"players": 5, "variant": "expert", "stuck_rule": "replace_counts", "turn_cap": 40},
        {"players": 1, "variant": "solo", "treasures": "double", "pattern_scoring": "full"},
    ],
    ids=str,
)
def test_the_game_is_sound(options):
    """Checks that apply to every game: copies, undo, texts, views, secrets, chance, replay."""
    report = check_game(load(**options), games=1, seed=3, every=40)
    assert report.games == 1 and report.decisions >= 40
    assert report.guessed > 0 or options["players"] == 1


@pytest.mark.slow
@pytest.mark.clause("CHO-TURN-1")
def test_machine_code_plays_the_same():
    game = load(2, variant="expert", turn_cap=25)
    assert check_game(game, games=1, seed=4, every=200, compiled=True).games == 1


@pytest.mark.clause("CHO-TURN-1", "CHO-END-5")
def test_the_limits_that_programs_rely_on():
    """Ids and numbers of choices stay within the bounds of the game type."""
    most = highest = 0
    for seed in range(3):
        for state in plays(seed, 4, variant="expert"):
            if not state.is_chance and not state.is_terminal:
                listed = state.legal_action_ids
                most, highest = max(most, len(listed)), max(highest, listed[-1])
    assert most <= GAME.max_legal and highest < 579 <= GAME.num_actions


# ---------------------------------------------------------------- counts of action sequences

SCULPTORS = {
    "stones": "c1W d1G c2L d2L f1W f2B",
    "tiles": {"S2": "Q7B", "S1": "Q4B"},
    "hands": [{"B": 3, "G": 1}, {"L": 2}],
    "wagons": [{"B": 3, "G": 5, "Y": 1}],
    "cards": [{"one": 1}, {"same2": 1}],
    "bonus": [["R6", "U4"], ["R2", "U1"]],
    "face_up": {"hv4": 1},
    "stack": {"one": 1, "diag4": 1},
}
BUILDERS = {
    "stones": "c1W d1G c2L f1W f2B f3B",
    "hands": [{"B": 2, "W": 3, "G": 1}, {"L": 2}],
    "cards": [{"one": 1, "hv4": 1}, {"diff2": 1}],
    "face_up": {"one": 1},
    "stack": {"one": 2, "hv4": 1},
}
ALONE = {"stones": "c1W c2L", "hands": [{"B": 2, "W": 2}], "face_up": {"same2": 1, "one": 1, "diag4": 1}, "stack": {}}
PERFT = [
    ("BW", {}, BUILDERS, [5, 19, 104, 358]),
    ("BW", {"variant": "expert"}, SCULPTORS, [6, 19, 93, 285]),
    ("B", {}, ALONE, [3, 12, 80, 144]),
]
"""Number of sequences of actions and outcomes of each length, from a position."""


@pytest.mark.clause("CHO-TURN-1", "CHO-SOLO-3")
@pytest.mark.parametrize("program", ["package", "reference"])
@pytest.mark.parametrize(("colours", "options", "position", "counts"), PERFT, ids=["basic", "expert", "solo"])
def test_numbers_of_sequences(program, colours, options, position, counts):
    found = []
    level = [()]
    for _ in counts:
        level = [(*texts, text) for texts in level for text in after(program, colours, options, position, texts)]
        found.append(len(level))
    assert found == counts


def after(program, colours, options, position, texts):
    """Return the legal actions after these actions, played from the position again."""
    state = begun(program, colours, position, **options)
    for text in texts:
        state.apply(text)
    return state.legal_actions
