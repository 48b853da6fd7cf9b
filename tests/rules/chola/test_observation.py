"""Chola's observation for learning programs: shape, secrecy, and completeness."""

from __future__ import annotations

import numpy as np
import pytest
from chola_pieces import CARDS, DATA, LETTERS, TREASURES
from chola_play import SLOTS, SQUARES, at, known_of, load, plays

from mandapa.games.chola.ai import observation
from mandapa.games.chola.rules.state import OVER
from mandapa.kernel.generic import observation_tensor

COSTS = {row["id"]: row["cost"] for kind in ("big", "three", "two", "one") for row in DATA["sculpture_rules"][kind]}


def observed(state, seat):
    out = np.full(state.game.type.observation_size, np.nan)
    observation_tensor(state.record, -1 if seat is None else seat, out)
    assert np.isfinite(out).all() and out.min() >= 0 and out.max() < 10
    return out


def counts(names, row, scale):
    """Return ``{name: number}`` without the zeros."""
    return {name: n for name, n in zip(names, np.rint(row * scale).astype(int).tolist(), strict=True) if n}


def red_and_blue(red, blue):
    return [f"R{red}"] * (red > 0) + [f"U{blue}"] * (blue > 0)


def read(out, players, first):
    """Decode an observation in the form of ``known_of``, with the seats in absolute order."""
    moment, piles, seats, squares, slots = np.split(
        out, [observation.PILES_AT, observation.SEATS_AT, observation.SQUARES_AT, observation.SLOTS_AT]
    )
    table = [seats.reshape(5, -1)[(seat - first) % players] for seat in range(players)]
    square_rows = dict(zip(SQUARES, squares.reshape(-1, observation.SQUARE), strict=False))
    slot_rows = dict(zip(SLOTS, slots.reshape(-1, observation.SLOT), strict=False))
    return {
        "own turn": bool(moment[OVER + 1]),
        "spaces": round(moment[OVER + 2] * 120),
        "turns_left": round(moment[OVER + 3] * 11),
        "replace_run": round(moment[OVER + 4] * 15),
        "bag": counts(LETTERS, piles[:5], 32),
        "row": counts(CARDS, piles[5:10], 8),
        "unseen": counts(CARDS, piles[10:15], 28),
        "colours": [LETTERS[int(row[:5].argmax())] for row in table],
        "hands": [counts(LETTERS, row[5:10], 7) for row in table],
        "cards": [counts(CARDS, row[10:15], 4) for row in table],
        "held": [round(row[15] * 4) for row in table],
        "wagons": [counts(LETTERS, row[16:21], 5) for row in table],
        "bonus": [red_and_blue(int(row[21:28].argmax()), int(row[28:35].argmax())) for row in table],
        "resting": [seat for seat, row in enumerate(table) if row[35]],
        "totals": [round(row[45] * 200) for row in table],
        "stones": {
            square: LETTERS[int(row[:5].argmax())] for square, row in sorted(square_rows.items()) if row[:5].any()
        },
        "covered": {square for square, row in square_rows.items() if row[5]},
        "treasures": {
            square: TREASURES[int(row[9:17].argmax())] for square, row in square_rows.items() if row[9:17].any()
        },
        "chosen": [square for square, row in square_rows.items() if row[17]],
        "open": {slot: counts(LETTERS, row[3:8], 5) for slot, row in slot_rows.items() if row[0]},
        "carving": [slot for slot, row in slot_rows.items() if row[8]],
    }


@pytest.mark.clause("CHO-INFO-1")
@pytest.mark.parametrize(("players", "variant"), [(2, "basic"), (5, "basic"), (3, "expert")])
def test_the_state_can_be_read_from_it(players, variant):
    for number, state in enumerate(plays(23, players, variant=variant)):
        if number % 31:
            continue
        known, view = known_of(state), state.view(None)
        if len(known["colours"]) < players:
            continue
        for seat in range(players):
            found = read(observed(state, seat), players, seat)
            for name in ("turns_left", "replace_run", "bag", "row", "colours", "hands", "wagons", "bonus", "resting"):
                assert found[name] == known[name], name
            assert found["stones"] == known["stones"] and found["treasures"] == known["treasures"]
            assert found["own turn"] == (state.current_player == seat)
            assert found["spaces"] == view["spaces"] and found["totals"] == [row["total"] for row in view["seats"]]
            assert found["held"] == [row["held"] for row in view["seats"]]
            assert found["unseen"] == state.view(seat)["stack"]["unseen"]
            for other in range(players):
                assert found["cards"][other] == known["cards" if other == seat else "known"][other]
            assert found["open"] == {slot: COSTS[tile] for slot, tile in known["tiles"].items()}
            assert found["covered"] == {row["square"] for row in view["squares"] if row["covered"]}
            building = view["building"]
            if building is not None:
                assert found["chosen"] == building["squares"]
            if view["carving"] is not None:
                assert found["carving"] == [view["carving"]["slot"]]


@pytest.mark.clause("CHO-INFO-2")
@pytest.mark.parametrize("seed", range(2))
def test_it_tells_nothing_that_is_secret(seed):
    for number, state in enumerate(plays(seed, 3, variant="expert")):
        if number % 61 == 0:
            for seat in (None, 0, 1, 2):
                guess = state.for_seat(seat)
                assert (observed(guess, seat) == observed(state, seat)).all()
                guess.resample(seat, np.random.default_rng(number))
                assert (observed(guess, seat) == observed(state, seat)).all()


@pytest.mark.clause("CHO-BUILD-3")
def test_a_place_that_is_chosen_is_seen():
    state = at({"hands": [{"B": 2, "W": 2}], "cards": [{"hv4": 1}]})
    for text in ("build hv4", "place c1:d2"):
        state.apply(text)
    assert set(read(observed(state, 0), 3, 0)["chosen"]) == {"c1", "d1", "c2", "d2"}


@pytest.mark.clause("CHO-SCULPT-2")
def test_what_is_paid_is_seen():
    """Every state of a payment has a different observation."""
    position = {
        "stones": "c1W d1G c2L d2L",
        "tiles": {"S2": "Q7B", "S1": "Q4B"},
        "wagons": [{"B": 3, "G": 2}],
        "hands": [{"B": 3, "G": 2}],
        "bonus": [["R6", "U1"]],
    }
    seen = set()
    state = at(position, variant="expert")
    lines = [[], ["sculpt S2"], *(["sculpt S2", plan] for plan in ("normal", "less B", "less G"))]
    lines += [["sculpt S2", "normal", f"hand B {count}"] for count in range(4)]
    for texts in lines:
        there = state.copy()
        for text in texts:
            there.apply(text)
        assert read(observed(there, 0), 3, 0)["carving"] == (["S2"] if texts else [])
        seen.add(observed(there, 0).tobytes())
    assert len(seen) == len(lines)


@pytest.mark.clause("CHO-SOLO-2")
def test_the_opponent_is_seen():
    out = [observed(load(1, head_start=points).new_state(), 0) for points in (100, 120)]
    assert (out[0] != out[1]).any()
