"""Hampi's chance events, the set-up and the draws: counted, computed and simulated."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import permutations

import hampi_boxes as boxes
import numpy as np
import pytest
from hampi_play import at, begun, known_of, load, plays
from hampi_reference import Reference
from hampi_zones import FILE
from scipy.stats import chisquare

import mandapa

FEW = [f"H{number:02}" for number in (1, 5, 13, 14, 38, 43, 54, 56, 58)]
"""Nine tiles, of which many pairs do not fit together."""


@pytest.fixture
def few(tmp_path):
    """A component file of nine tiles: two tiles per stack in addition to the set-up."""
    rows = {row["id"]: row for row in tomllib.loads(FILE.read_text(encoding="utf-8"))["land_tile"]}
    tiles = [{**rows[name], "id": f"H{number:02}"} for number, name in enumerate(FEW, 1)]
    return boxes.written(tiles, tmp_path / "few.toml")


def outcomes(state):
    return dict(state.chance_outcomes())


# ---------------------------------------------------------------- the set-up


@pytest.mark.clause("HAM-SETUP-1", "HAM-SETUP-2")
def test_the_tries_of_the_setup_lead_to_these_chances(few):
    """Simulates the procedure as written, with tiles tried at random, and compares the probabilities of the first
    three tiles."""
    other = Reference(data=tomllib.loads(few.read_text(encoding="utf-8")))
    fitting = {names: bool(other.setups(list(names))) for names in permutations(other.box.types, 3)}
    rng = np.random.default_rng(5)
    count = 6000
    seen = Counter(tried(other.box.types, fitting, rng) for _ in range(count))
    chances = {}
    start = load(components=str(few)).new_state()
    for one, first in outcomes(start).items():
        state = start.copy()
        state.apply(one)
        for two, second in outcomes(state).items():
            after = state.copy()
            after.apply(two)
            for three, third in outcomes(after).items():
                names = tuple(text.split()[1] for text in (one, two, three))
                chances[names] = first * second * third
    assert 0 < len(chances) < 9 * 8 * 7 and {names for names, fits in fitting.items() if fits} == set(chances)
    assert sum(chances.values()) == pytest.approx(1) and set(seen) <= set(chances)
    names = sorted(chances)
    assert chisquare([seen[row] for row in names], [count * chances[row] for row in names]).pvalue > 0.01


def tried(tiles, fitting, rng):
    """HAM-SETUP-2: a tile that leads nowhere is put back, and another one tried."""
    for first in rng.permutation(tiles).tolist():
        for second in rng.permutation([tile for tile in tiles if tile != first]).tolist():
            for third in rng.permutation([tile for tile in tiles if tile not in (first, second)]).tolist():
                if fitting[first, second, third]:
                    return first, second, third
    raise AssertionError("no set-up")


@pytest.mark.clause("HAM-SETUP-1", "HAM-SETUP-2")
@pytest.mark.parametrize("begin", [[], ["first H46"], ["first H35", "second H18"]])
def test_the_tiles_of_the_setup_beside_the_reference(begin):
    state, other = begun("package", 3), begun("reference", 3)
    for text in begin:
        state.apply(text)
        other.apply(text)
    assert outcomes(state) == {text: pytest.approx(float(chance)) for text, chance in other.chance_outcomes().items()}


@pytest.mark.clause("HAM-SETUP-1", "HAM-SETUP-6")
def test_rotations_are_even_and_complete_nothing():
    state = load(3, first_player=0).new_state()
    for text in ("first H13", "second H01", "third H14"):
        state.apply(text)
    # The bend of H01 could also lead the road of H13 to that of H14: then the village zone would be complete.
    pairs = [(3, 0), (3, 1), (3, 2), (3, 3)]
    assert begun("reference", 3).setups(["H13", "H01", "H14"]) == pairs
    assert outcomes(state) == {f"rotations {one} {two}": pytest.approx(1 / 4) for one, two in pairs}
    state.apply("rotations 3 2")
    tiles = [(tuple(row["cell"]), row["tile"], row["rotation"]) for row in state.view()["tiles"]]
    assert tiles == [((0, 0), "H13", 0), ((1, 0), "H01", 3), ((0, 1), "H14", 2)]
    assert not state.view()["markers"] and known_of(state)["support"] == [[0] * 6] * 3


CROSSROADS = {"edges": "RRRRRR", "roads": [f"{edge}V" for edge in range(6)]}
"""Two adjacent ones make a complete village zone, so they cannot begin a landscape."""


@pytest.mark.clause("HAM-SETUP-2")
def test_tiles_that_fit_nothing_are_put_back(tmp_path):
    faces = [CROSSROADS] * 6 + [{"edges": "LLLLLL", "roads": []}] * 3
    tiles = [{"id": f"H{number:02}", **face, "support": {"lady": number}} for number, face in enumerate(faces, 1)]
    state = load(components=str(boxes.written(tiles, tmp_path / "roads.toml"))).new_state()
    assert set(outcomes(state)) == {"first H07", "first H08", "first H09"}
    state.apply("first H08")
    assert set(outcomes(state)) == {"second H07", "second H09"}
    state.apply("second H07")
    assert outcomes(state) == {"third H09": 1}


@pytest.mark.clause("HAM-SETUP-2")
def test_tiles_without_any_setup_are_refused(tmp_path):
    tiles = [{"id": f"H{number:02}", **CROSSROADS, "support": {"lady": number}} for number in range(1, 10)]
    with pytest.raises(mandapa.ComponentError, match=r"land_tile: found no .*\(HAM-SETUP-2\)"):
        load(components=str(boxes.written(tiles, tmp_path / "roads.toml")))


@pytest.mark.clause("HAM-SETUP-4")
def test_a_coin_for_every_condition():
    state = next(state for state in plays(1, 3) if any(text.startswith("split") for text in state.legal_actions))
    weights = dict(zip(range(1, 7), [7, 21, 35, 35, 21, 7], strict=True))
    expected = {f"split {number}": pytest.approx(weight / 126) for number, weight in weights.items()}
    assert outcomes(state) == expected
    coins = Counter(bin(number).count("1") for number in range(1, 127))
    assert {number: Fraction(count, 126) for number, count in coins.items()} == {
        number: Fraction(weight, 126) for number, weight in weights.items()
    }


def at_first_draw(**options):
    return next(state for state in plays(3, **options) if known_of(state)["phase"] == "draw")


@pytest.mark.clause("HAM-SETUP-3", "HAM-SETUP-4", "HAM-SETUP-5", "HAM-SETUP-7", "HAM-JEWEL-1")
@pytest.mark.parametrize("length", ["full", "quick"])
@pytest.mark.parametrize("split", range(8))
def test_stacks(split, length):
    state = at_first_draw(players=2, length=length, conditions_in_stack_2=split, first_player=1)
    known = known_of(state)
    assert known["stack"] == [20, 19 + split, 26 - split] and known["specials"] == [1, split, 7 - split]
    assert sum(known["unseen"].values()) == 57 and known["round"] == 1
    assert known["markers"] == [[], []] and known["support"] == [[0] * 6] * 2 and known["holders"] == []
    assert state.view()["turn"] == 1 and state.view()["last_round"] == (2 if length == "quick" else 3)


@pytest.mark.clause("HAM-SETUP-6")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_player(players):
    for state in plays(2, players):
        if any(text.startswith("start") for text in state.legal_actions):
            assert outcomes(state) == {f"start {seat}": pytest.approx(1 / players) for seat in range(players)}
            break
    turns = [state.view()["turn"] for state in plays(2, players, first_player=1) if known_of(state)["phase"] == "draw"]
    order = [seat for seat, before in zip(turns, [None, *turns], strict=False) if seat != before]
    assert order[: 2 * players] == [(1 + number) % players for number in range(2 * players)]


# ---------------------------------------------------------------- draws


@pytest.mark.clause("HAM-INFO-2", "HAM-SETUP-3")
def test_draws_are_those_of_shuffled_stacks(few):
    """Counts every order of the six unseen tiles, the Jewel and the conditions."""
    state = next(
        state
        for state in plays(4, 2, components=str(few), conditions_in_stack_2=3)
        if known_of(state)["phase"] == "draw"
    )
    unseen = sorted(known_of(state)["unseen"])
    tops = Counter()
    for order in permutations(unseen):
        for place in range(3):  # of the Jewel in stack 1
            stack = [*order[:2]]
            stack.insert(place, "jewel")
            tops[stack[0]] += 1
    total = tops.total()
    assert outcomes(state) == {f"draw {item}": pytest.approx(count / total) for item, count in tops.items()}


@pytest.mark.clause("HAM-TURN-5", "HAM-INFO-1", "HAM-INFO-2")
def test_a_tile_that_came_back_is_known_to_be_there():
    """Exact, with stacks of few items: one of three tiles in stack 2 is known, two conditions of four are there."""
    given = {"round": 2, "holders": [0], "conditions": ["total", "lady", "elder"], "returned": ["H22"]}
    unseen = known_of(at("TRI"))["unseen"]
    rest = [name for name, count in unseen.items() for _ in range(count) if name != "H22"]
    left = rest[:4]
    state = at("TRI", **given, gone=rest[4:], stacks=[[0, 0], [5, 2], [4, 2]])
    tops = Counter()
    measures = ["miner", "merchant", "priest", "farmer"]
    for tiles in permutations(left):
        for pair in permutations(measures, 2):
            for item in ["H22", *tiles[:2], *(f"condition {measure}" for measure in pair)]:
                tops[item] += 1
    total = tops.total()
    assert outcomes(state) == {f"draw {item}": pytest.approx(count / total) for item, count in tops.items()}
    assert outcomes(state)["draw H22"] == pytest.approx(1 / 5)


@pytest.mark.clause("HAM-INFO-2")
def test_many_equal_tiles(tmp_path):
    """Sixty tiles, fifty of them equal: probabilities are shares of the unseen tiles."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["land_tile"]
    tiles = [{**rows[58 if number >= 10 else number], "id": f"H{number + 1:02}"} for number in range(60)]
    box = boxes.written(tiles, tmp_path / "equal.toml")
    state = next(state for state in plays(1, 2, components=str(box)) if known_of(state)["phase"] == "draw")
    unseen = known_of(state)["unseen"]
    expected = {f"draw {name}": pytest.approx(19 * count / 57 / 20) for name, count in unseen.items()}
    assert outcomes(state) == {**expected, "draw jewel": pytest.approx(1 / 20)}


class Deck:
    """Three stacks that were actually shuffled, to play from."""

    def __init__(self, state, split, rng):
        tiles = [name for name, count in known_of(state)["unseen"].items() for _ in range(count)]
        tiles = rng.permutation(tiles).tolist()
        size = len(tiles) // 3
        measures = [f"condition {name}" for name in rng.permutation(known_of(state)["undrawn"]).tolist()]
        extra = [["jewel"], measures[:split], measures[split:]]
        self.rng = rng
        self.stacks = [
            rng.permutation(tiles[size * number : size * (number + 1)] + extra[number]).tolist() for number in range(3)
        ]

    def draw(self, state):
        item = self.stacks[known_of(state)["round"] - 1].pop()
        state.apply(f"draw {item}")
        return item

    def put_back(self, state, number):
        """Shuffle the tiles set aside back into the stack after a turn."""
        known = known_of(state)
        returned = [name for name, count in known["returned"].items() for _ in range(count)]
        missing = Counter(returned) - Counter(self.stacks[number])
        if missing:
            self.stacks[number] = self.rng.permutation([*self.stacks[number], *missing.elements()]).tolist()


@pytest.mark.clause("HAM-TURN-5", "HAM-TURN-6", "HAM-TURN-7", "HAM-INFO-2")
@pytest.mark.parametrize("seed", range(2))
def test_games_from_shuffled_stacks(seed):
    """Every draw from a real stack has a positive probability, and their joint likelihood is as expected."""
    rng = np.random.default_rng(seed)
    surprise, spread = 0.0, 0.0
    for state in at_first_draw(players=2, conditions_in_stack_2=3), at_first_draw(players=3, conditions_in_stack_2=3):
        deck = Deck(state, 3, rng)
        while not state.is_terminal:
            if not state.is_chance:
                state.apply(str(rng.choice(state.legal_actions)))
                continue
            number = known_of(state)["round"] - 1
            deck.put_back(state, number)
            chances = outcomes(state)
            entropy = -sum(chance * np.log(chance) for chance in chances.values())
            item = deck.draw(state)
            surprise += -np.log(chances[f"draw {item}"]) - entropy
            spread += sum(chance * np.log(chance) ** 2 for chance in chances.values()) - entropy**2
    assert abs(surprise) < 3 * spread**0.5
