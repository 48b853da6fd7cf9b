"""Salience: the choices in each game that even weak bots notice."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import mandapa
from mandapa.bots.simple import TurnLister
from mandapa.games.kerala.rules.geometry import cell_beside, slot_at
from mandapa.kernel import generic
from mandapa.library import State


def decisions(name: str, games: int = 2, **options: str) -> Iterator[tuple[State, dict[str, float]]]:
    """Yield the positions of random games in which a player has a choice, and the salience of each action."""
    rng = np.random.default_rng(1)
    game = mandapa.load(name, 2, **options)
    for _ in range(games):
        state = game.new_state()
        while not state.is_terminal:
            if state.is_chance:
                state.resolve_chance(rng)
                continue
            ids = state.legal_action_ids
            if len(ids) > 1:
                yield state, {state.format(one): generic.salience(state.record, one) for one in ids}
            state.apply_id(int(rng.choice(ids)))


def test_in_kerala_the_surroundings_of_the_last_tile_stand_out():
    seen: dict[str, set[float]] = {}
    for _, salience in decisions("kerala"):
        for text, value in salience.items():
            seen.setdefault(text.split()[0], set()).add(value)
    assert seen["pass"] == {0.0}
    assert seen["take"] == seen["turn"] == seen["stay"] == seen["keep"] == {1.0}
    assert max(seen["lift"]) < max(seen["jump"]) < max(seen["step"]) == 1.0


def test_in_kerala_free_cells_stand_out_more_than_own_tiles():
    free, own = set(), set()
    for state, salience in decisions("kerala", 1):
        platform = state.record.platforms[state.record.seat]
        for text, value in salience.items():
            if text.startswith("step"):
                _, figure, side = text.split()
                slot, direction = int(platform.figure[int(figure)]), "NESW".index(side)
                (free if slot_at(platform, *cell_beside(platform, slot, direction)) < 0 else own).add(value)
    assert max(own) < max(free)


def test_in_hampi_holes_and_the_surroundings_of_the_last_tile_stand_out():
    by_distance: dict[int, list[float]] = {}
    marks = set()
    for state, salience in decisions("hampi"):
        assert salience.get("decline", 1.0) == 1.0
        last = int(state.record.cell[state.record.laid - 1])
        for text, value in salience.items():
            if text.startswith("cell"):
                x, y = (int(one) for one in text[6:-1].split(","))
                q, r = x + 32 - last // 64, y + 32 - last % 64
                by_distance.setdefault(max(abs(q), abs(r), abs(q + r)), []).append(value)
            elif text.startswith("mark"):
                marks.add(value)
    assert np.mean(by_distance[1]) > np.mean(by_distance[4])
    assert len(set(by_distance[1])) > 1 and len(set(by_distance[4])) > 1
    assert marks <= {0.7, -1.0} and len(marks) == 2


def test_bots_do_not_consider_markers_on_zones_that_cannot_be_completed():
    """Even if they notice little, and whatever the choice promises."""
    game = mandapa.load("hampi", 2)
    rng = np.random.default_rng(1)
    passed_over = 0
    for state, salience in decisions("hampi"):
        pointless = {text for text, value in salience.items() if value < 0}
        if pointless:
            passed_over += 1
            for attention in (0.1, 1.0):
                lister = TurnLister(game, attention=attention)
                turns = lister.best(state.record, 64, rng, ahead=False)
                assert {state.format(line[0]) for _, line in turns} <= set(salience) - pointless
    assert passed_over > 10


def test_in_indus_lines_with_researchers_stand_out():
    seen: dict[str, set[float]] = {}
    for _, salience in decisions("indus", 1):
        for text, value in salience.items():
            seen.setdefault(text.split()[0], set()).add(value)
    assert min(seen["add"]) == 0.1 and max(seen["add"]) > 0.3
    assert seen["team"] == {1.0} and max(seen["reroll"]) < min(seen["move"])


def test_in_chola_places_beside_the_same_colour_stand_out():
    places, turns = [], {}
    for _, salience in decisions("chola", 1):
        for text, value in salience.items():
            turns.setdefault(text.split()[0], set()).add(value)
            if text.startswith("place"):
                places.append(value)
    assert min(places) == 0.2 and max(places) >= 0.5
    assert turns["pick"] == turns["draw"] == turns["arrange"] == {1.0}
    assert max(turns["replace"]) < 1


def test_in_menara_the_top_of_the_tower_stands_out_and_giving_up_does_not():
    seen: dict[str, set[float]] = {}
    for _, salience in decisions("menara", 1):
        for text, value in salience.items():
            seen.setdefault(text, set()).add(value)
    assert seen["give up"] == {0.0} and seen["done"] == {1.0}
    places = [value for text, values in seen.items() if text.startswith("place") for value in values]
    assert max(places) == 1.0 and min(places) < 0.7
