"""Chola: setting up (CHO-SETUP, CHO-SOLO-1, CHO-CHANCE-2)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from chola_pieces import BLUES, CARDS, DATA, LETTERS, NAMES, REDS, TREASURES
from chola_play import SLOTS, TEMPLE, TILES, known_of, load, plays

PLAYERS = [2, 3, 4, 5]
VALUES = {row["id"]: row["value"] for kind in ("big", "three", "two", "one") for row in DATA["sculpture_rules"][kind]}
KINDS = {row["id"]: kind for kind in ("big", "three", "two", "one") for row in DATA["sculpture_rules"][kind]}


def begun(players, seed=0, **options):
    """Return the state before the first decision."""
    for state in plays(seed, players, **options):
        if not state.is_chance:
            return state
    raise AssertionError("no turn")


def events(state, word):
    return [text for text in state.history if text.split()[0] == word]


# ---------------------------------------------------------------- colours and seats


@pytest.mark.clause("CHO-SETUP-1", "CHO-CHANCE-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_who_starts(players):
    state = load(players=players).new_state()
    assert state.chance_outcomes() == [(f"first {seat}", pytest.approx(1 / players)) for seat in range(players)]
    for seat in range(players):
        state = begun(players, first_player=seat)
        assert state.current_player == seat and not events(state, "first")


@pytest.mark.clause("CHO-SETUP-1", "CHO-CHANCE-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_colours(players):
    state = load(players=players, first_player=0).new_state()
    left = list(LETTERS)
    for seat in range(players):
        expected = [(f"colour {seat} {letter}", pytest.approx(1 / len(left))) for letter in left]
        assert state.chance_outcomes() == expected
        state.apply(f"colour {seat} {left[-1]}")
        left.pop()
    assert known_of(state)["colours"] == list(reversed(LETTERS))[:players]
    chosen = [NAMES[letter] for letter in "GYBLW"[:players]]
    state = begun(players, colours=chosen)
    assert known_of(state)["colours"] == list("GYBLW"[:players]) and not events(state, "colour")
    state = load(players=players, first_player=0, colours=["random"] * (players - 1) + ["grey"]).new_state()
    left = list("BLWY")
    for seat in range(players - 1):
        expected = [(f"colour {seat} {letter}", pytest.approx(1 / len(left))) for letter in left]
        assert state.chance_outcomes() == expected
        state.apply(f"colour {seat} {left.pop()}")
    assert known_of(state)["colours"][-1] == "G" and not events(state, f"colour {players - 1}")


# ---------------------------------------------------------------- stones, cards, treasures


@pytest.mark.clause("CHO-SETUP-2", "CHO-SETUP-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_stones(players):
    sizes = []
    for state in plays(1, players, first_player=1):
        hands = known_of(state)["hands"]
        if state.history and state.history[-1].startswith("stone"):
            sizes.append([sum(hand.values()) for hand in hands])
        if len(sizes) == 2 * players:
            break
    order = [(1 + number // 2) % players for number in range(2 * players)]
    assert sizes == [[5 + order[: n + 1].count(seat) for seat in range(players)] for n in range(2 * players)]
    known = known_of(begun(players))
    assert all(set(hand) == set(LETTERS) and sum(hand.values()) == 7 for hand in known["hands"])
    total = Counter(known["bag"])
    for hand in known["hands"]:
        total.update(hand)
    assert total == dict.fromkeys(LETTERS, 32)


@pytest.mark.clause("CHO-SETUP-3", "CHO-CHANCE-1", "CHO-CHANCE-2")
def test_blind_stones_are_drawn_from_what_is_left():
    for state in plays(2, 3, first_player=0):
        if state.is_chance and state.legal_actions[0].startswith("stone"):
            bag = known_of(state)["bag"]
            total = sum(bag.values())
            assert total == 160 - 15 - len(events(state, "stone"))
            assert dict(state.chance_outcomes()) == {f"stone {x}": pytest.approx(n / total) for x, n in bag.items()}
        if not state.is_chance:
            break


@pytest.mark.clause("CHO-SETUP-4", "CHO-CHANCE-2", "CHO-TREAS-6")
@pytest.mark.parametrize("variant", ["basic", "expert", "solo"])
def test_treasures(variant):
    players = 1 if variant == "solo" else 3
    counts = {row["id"]: row["count"] for row in DATA["treasures"]}
    assert counts == dict(zip(TREASURES, [3, 2, 1, 1, 1, 1, 1, 2], strict=True))
    left = Counter(counts)
    for state in plays(3, players, variant=variant):
        if state.history and state.history[-1].startswith("treasure"):
            left[state.history[-1].split()[2]] -= 1
        if state.is_chance and state.legal_actions[0].startswith("treasure"):
            star = TEMPLE.stars[12 - left.total()]
            weights = {f"treasure {star} {kind}": n / left.total() for kind, n in left.items() if n}
            assert dict(state.chance_outcomes()) == pytest.approx(weights)
        if not state.is_chance:
            break
    treasures = known_of(state)["treasures"]
    assert list(treasures) == TEMPLE.stars and Counter(treasures.values()) == counts
    for rule in ("double", "none"):
        assert known_of(begun(players, variant=variant, treasures=rule))["treasures"] == {}


@pytest.mark.clause("CHO-SETUP-5", "CHO-SETUP-6", "CHO-INFO-2")
@pytest.mark.parametrize(("variant", "each"), [("basic", 2), ("expert", 1)])
@pytest.mark.parametrize("players", PLAYERS)
def test_cards(players, variant, each):
    state = begun(players, variant=variant)
    known = known_of(state)
    assert [sum(cards.values()) for cards in known["cards"]] == [each] * players
    assert known["known"] == [{}] * players
    assert sum(known["row"].values()) == players and sum(known["stack"].values()) == 80 - players * (each + 1)
    assert len(events(state, "card")) == players * (each + 1)
    view = state.view(0)
    assert [row["held"] for row in view["seats"]] == [each] * players
    assert view["seats"][0]["cards"] == known["cards"][0] and view["seats"][1]["cards"] == {}


@pytest.mark.clause("CHO-SETUP-6")
def test_the_open_cards_are_turned_up_after_the_deal():
    dealt = 0
    for state in plays(4, 3, variant="basic"):
        known = known_of(state)
        if sum(known["row"].values()):
            break
        dealt = sum(sum(cards.values()) for cards in known["cards"])
    assert dealt == 6


@pytest.mark.clause("CHO-SETUP-7", "CHO-SETUP-9")
@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_nobody_has_points_or_a_loaded_wagon(variant):
    state = begun(4, variant=variant)
    assert state.scores() == [0] * 4 and known_of(state)["wagons"] == [{}] * 4
    assert [row["total"] for row in state.view()["seats"]] == [0] * 4


# ---------------------------------------------------------------- sculptures and bonus cards


@pytest.mark.clause("CHO-SETUP-8", "CHO-CHANCE-2")
@pytest.mark.parametrize("value", [4, 5, 6, 7, 8])
def test_sculptures(value):
    state = begun(2, variant="expert", removed_value=value)
    tiles = known_of(state)["tiles"]
    assert list(tiles) == SLOTS and len(set(tiles.values())) == 40
    assert all(KINDS[tile] == TEMPLE.slot_kinds[slot] for slot, tile in tiles.items())
    assert Counter(KINDS[tile] for tile in tiles.values()) == {"big": 20, "three": 6, "two": 8, "one": 6}
    gone = set(TILES) - set(tiles.values())
    assert len(gone) == 5 and {VALUES[tile] for tile in gone} == {value} and {KINDS[tile] for tile in gone} == {"big"}
    assert state.view(None)["removed_value"] == value and not events(state, "remove")


@pytest.mark.clause("CHO-SETUP-8", "CHO-CHANCE-2")
def test_every_value_and_every_tile_is_equally_likely():
    removed = None
    for state in plays(5, 2, variant="expert"):
        if not state.is_chance:
            break
        outcomes = dict(state.chance_outcomes())
        if state.legal_actions[0].startswith("remove"):
            assert outcomes == {f"remove {value}": pytest.approx(1 / 5) for value in (4, 5, 6, 7, 8)}
        if state.history and state.history[-1].startswith("remove"):
            removed = int(state.history[-1].split()[1])
        if state.legal_actions[0].startswith("tile"):
            slot = state.legal_actions[0].split()[1]
            used = set(known_of(state)["tiles"].values())
            free = [tile for tile in TILES if KINDS[tile] == TEMPLE.slot_kinds[slot] and tile not in used]
            free = [tile for tile in free if KINDS[tile] != "big" or VALUES[tile] != removed]
            assert outcomes == {f"tile {slot} {tile}": pytest.approx(1 / len(free)) for tile in free}
    assert removed is not None and len(events(state, "tile")) == 40


@pytest.mark.clause("CHO-SETUP-10", "CHO-CHANCE-2", "CHO-INFO-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_bonus_cards(players):
    for state in plays(6, players, variant="expert"):
        if not state.is_chance:
            break
        if state.legal_actions[0].startswith("bonus"):
            shares = [share for _, share in state.chance_outcomes()]
            assert shares == [pytest.approx(1 / len(shares))] * len(shares)
    known = known_of(state)
    reds, blues = zip(*known["bonus"], strict=True)
    assert set(reds) <= set(REDS) and set(blues) <= set(BLUES)
    assert len(set(reds)) == len(set(blues)) == players
    for seat in (None, *range(players)):
        assert [[row["red"], row["blue"]] for row in state.view(seat)["seats"]] == known["bonus"]


@pytest.mark.clause("CHO-SETUP-8", "CHO-SETUP-10")
def test_the_basic_game_has_neither():
    state = begun(3, variant="basic")
    assert known_of(state)["tiles"] == {} and known_of(state)["bonus"] == [[]] * 3 and state.view()["slots"] == []
    assert {text.split()[0] for text in state.history} == {"first", "colour", "stone", "treasure", "card"}


# ---------------------------------------------------------------- solo


@pytest.mark.clause("CHO-SOLO-1", "CHO-DEF-8")
@pytest.mark.parametrize("head_start", [0, 100, 120, 500])
def test_alone(head_start):
    state = load(players=1, head_start=head_start, colours=["grey"]).new_state()
    while len(events(state, "card")) == 0:
        assert state.is_chance
        state.apply(state.sample(np.random.default_rng(len(state.history))))
    known = known_of(state)
    assert known["hands"] == [{}] and known["cards"] == [{}] and sum(known["row"].values()) == 1
    assert known["bag"] == dict.fromkeys(LETTERS, 32) and sum(known["stack"].values()) == 79
    assert len(known["treasures"]) == 12
    view = state.view(0)
    assert view["seats"][0]["total"] == 0 and view["opponent"]["total"] == head_start


@pytest.mark.clause("CHO-SETUP-5", "CHO-SETUP-6")
def test_cards_are_drawn_by_their_number_in_the_stack():
    for state in plays(8, 2):
        if state.is_chance and state.legal_actions[0].startswith("card"):
            stack = known_of(state)["stack"]
            expected = {f"card {card}": stack[card] / sum(stack.values()) for card in CARDS if card in stack}
            assert dict(state.chance_outcomes()) == pytest.approx(expected)
        if not state.is_chance:
            break
