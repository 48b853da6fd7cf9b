"""Chola's client data against what then happens: choices, previews, groups, score sheets, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from chola_pieces import CARDS
from chola_play import at, known_of, load, played, plays, totals
from chola_positions import at_position
from chola_reference import Reference

from mandapa.games.chola.rules.components import LETTERS
from mandapa.games.chola.rules.turn.sculpting import next_way
from mandapa.games.chola.show import previews

ROWS = list(Reference(2).points[0])


def states(seed, every, **options):
    """Return some states of a random game in which a player is to act."""
    for number, state in enumerate(plays(seed, **options)):
        if number % every == 0 and not state.is_chance and not state.is_terminal:
            yield state


def outcome(state, texts):
    """Return the result of these actions: gains of the seats by row, and the new stones."""
    after = state.copy()
    for text in texts:
        after.apply(text)
    gained = after.record.points.astype(int) - state.record.points
    placed = known_of(after)["stones"].items() - known_of(state)["stones"].items()
    return gained, dict(placed), after


@pytest.mark.clause("CHO-BUILD-1", "CHO-BUILD-10")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": 2, "variant": "expert", "treasures": "double"},
        {"players": 1, "variant": "solo", "pattern_scoring": "full"},
    ],
    ids=str,
)
def test_previews_of_builds_come_true(options):
    rng, seen = np.random.default_rng(5), 0
    for state in states(3, 23, **options):
        for preview in state.previews():
            builds = preview.get("builds", [])
            for number in rng.permutation(len(builds))[:3]:
                build = builds[number]
                gained, placed, after = outcome(state, build["actions"])
                assert placed == build["stones"]
                assert sorted(build.get("patterns", [])) == sorted(patterns_with(placed, after.view()))
                previewed = np.zeros_like(gained)
                for seat, rows in build["gains"].items():
                    for name, points in rows.items():
                        previewed[int(seat), list(sheet_rows(state)).index(name)] = points
                assert (gained == previewed).all()
                seen += 1
    assert seen > 10


@pytest.mark.clause("CHO-SCULPT-1", "CHO-SCULPT-2", "CHO-WAGON-1")
def test_previews_of_builds_tell_which_sculptures_become_possible():
    """Those whose last stone is set, and those that the builder could not pay for before."""
    rng, seen, lacking = np.random.default_rng(6), 0, 0
    for state in states(4, 7, players=3, variant="expert"):
        me, before = int(state.record.seat), payers_of(state)
        builds = [build for preview in state.previews() for build in preview.get("builds", [])]
        for number in rng.permutation(len(builds))[:4]:
            _, _, after = outcome(state, builds[number]["actions"])
            now, view = payers_of(after), after.view()
            previewed = {row["slot"]: row for row in builds[number].get("sculptures", [])}
            assert {slot: row["payers"] for slot, row in previewed.items()} == {
                slot: seats
                for slot, seats in now.items()
                if slot not in before or (me in seats and me not in before[slot])
            }
            stores = view["seats"][me]
            for slot in view["slots"]:
                if slot["slot"] in previewed:
                    missing = {
                        letter: count - stores["stones"].get(letter, 0) - stores["wagon"].get(letter, 0)
                        for letter, count in slot["tile"]["cost"].items()
                    }
                    assert previewed[slot["slot"]]["missing"] == {k: v for k, v in missing.items() if v > 0}
                    seen += 1
                    lacking += me not in now[slot["slot"]]
    assert seen > lacking > 5


def patterns_with(placed, view):
    """Return the patterns that contain one of the placed stones; two of the opponent's stones are one in Solo."""
    foreign = {"B", "L", "W", "G", "Y"} - {view["seats"][0]["colour"]} if view["variant"] == "solo" else set()
    return [
        group["squares"]
        for group in view["groups"]
        if placed.keys() & set(group["squares"]) and len(group["squares"]) >= (2 if group["letter"] in foreign else 3)
    ]


def payers_of(state):
    """Return, for each finished sculpture, the seats that could carve it now."""
    return {
        slot["slot"]: [seat for seat in range(3) if next_way(state.record, seat, number, 0, np.empty(5, np.int64)) >= 0]
        for number, slot in enumerate(state.view()["slots"])
        if slot["finished"]
    }


def sheet_rows(state):
    return state.scores(explain=True)[0]["rows"]


@pytest.mark.clause("CHO-BUILD-1")
def test_previews_list_every_way_to_build():
    """There are as many as there are sequences of choices."""
    state = at({"stones": "a1W b1G", "hands": [{"B": 2, "W": 2, "G": 1}], "cards": [dict.fromkeys(CARDS[:4], 1)]})
    other = at_position(
        {"stones": "a1W b1G", "hands": [{"B": 2, "W": 2, "G": 1}], "cards": [dict.fromkeys(CARDS[:4], 1)]}, players=3
    )
    ways = {"one": 1, "same2": 1, "diff2": 2, "hv4": 4}
    found = {row["action"]: len(row["builds"]) for row in state.previews() if row.get("builds")}
    assert found == {
        f"build {card}": len(other.colour_choices(card)) * len(other.place_choices(card)) * ways[card] for card in ways
    }


@pytest.mark.clause("CHO-SCULPT-2", "CHO-BONUS-5")
def test_previews_of_sculptures_list_the_ways_to_pay():
    position = {
        "stones": "c1W d1G c2L d2L",
        "tiles": {"S2": "Q8W", "S1": "Q4B"},
        "wagons": [{"W": 5, "G": 2, "B": 1}],
        "bonus": [["R4", "U1"]],
    }
    state = at(position, variant="expert")
    other = at_position(position, players=3, variant="expert")
    (row,) = [row for row in state.previews() if row["action"] == "sculpt S2"]
    ways = sorted_plans(other)
    assert [(way["way"], way["cost"]) for way in row["ways"]] == [(text, dict(cost)) for text, (_, cost) in ways]
    assert [way["actions"] for way in row["ways"]] == [["sculpt S2", text] for text, _ in ways]
    assert row["tile"] == {"id": "Q8W", "value": 8, "cost": {"W": 4, "G": 1}}


@pytest.mark.clause("CHO-SCULPT-2")
def test_every_listed_payment_can_be_sent_as_it_is():
    """The actions of a payment, with one split for each colour in question, carve the whole sculpture."""
    for hand, wagon, bonus in (
        ({"W": 3, "G": 1}, {"W": 3, "G": 1}, "R4"),
        ({"W": 1}, {"W": 3, "G": 2}, "R1"),
        ({}, {"W": 4, "G": 1}, "R1"),
    ):
        position = {
            "stones": "c1W d1G c2L d2L",
            "tiles": {"S2": "Q8W", "S1": "Q4B"},
            "hands": [hand],
            "wagons": [wagon],
            "bonus": [[bonus, "U5"]],
        }
        state = at(position, variant="expert")
        (row,) = [row for row in state.previews() if row["action"] == "sculpt S2"]
        assert row["ways"] and row["gain"] == max(way["points"] for way in row["ways"])
        for way in row["ways"]:
            after = state.copy()
            for text in way["actions"]:
                after.apply(text)
            assert {share["letter"]: share["need"] for share in way["shares"]} == way["cost"]
            for share in way["shares"]:
                letter, numbers = share["letter"], range(share["least"], share["most"] + 1)
                assert share["proposed"] in numbers and (letter in way["asked"]) == (len(numbers) > 1)
                if letter in way["asked"]:
                    splits = [text for text in after.legal_actions if text.startswith(f"hand {letter} ")]
                    assert splits == [f"hand {letter} {number}" for number in numbers]
                    after.apply(splits[0])
            assert after.view()["slots"][1]["carver"] == 0
            assert after.view()["seats"][0]["total"] - state.view()["seats"][0]["total"] == way["points"]


@pytest.mark.clause("CHO-SCULPT-2", "CHO-PICK-1", "CHO-WAGON-1")
@pytest.mark.parametrize(
    ("cost", "hand", "wagon", "proposed"),
    [
        # The wagon pays first.
        ({"L": 4, "Y": 1}, {"L": 2, "Y": 1}, {"L": 3, "Y": 1}, {"L": 1, "Y": 0}),
        ({"L": 2}, {"L": 3}, {}, {"L": 2}),
        # A hand with more than five stones pays its surplus while the wagon has space.
        ({"L": 3}, {"L": 5, "B": 2}, {"L": 3}, {"L": 2}),
        ({"L": 3}, {"L": 5, "B": 2}, {"L": 4}, {"L": 2}),
        ({"L": 3}, {"L": 5, "B": 2}, {"L": 5}, {"L": 0}),
        # It keeps two stones of a colour, and pays no more than the surplus.
        ({"B": 2, "L": 2}, {"L": 4, "B": 4}, {"L": 2, "B": 2}, {"B": 2, "L": 1}),
        ({"L": 3}, {"L": 3, "B": 6}, {"L": 3}, {"L": 1}),
        ({"L": 1}, {"L": 9}, {"L": 3}, {"L": 1}),
        ({"L": 1}, {"L": 1, "B": 6}, {"L": 1}, {"L": 0}),
    ],
)
def test_a_proposed_payment_keeps_what_the_hand_can_use(cost, hand, wagon, proposed):
    record = load(variant="expert").new_state().record.copy()
    for stones, counts in ((record.hand[record.seat], hand), (record.wagon[record.seat], wagon)):
        stones[:] = [counts.get(letter, 0) for letter in LETTERS]
    shares = previews.shares_of(record, [cost.get(letter, 0) for letter in LETTERS])
    assert {share["letter"]: share["proposed"] for share in shares} == proposed


def sorted_plans(game):
    """Return the plans of slot S2 with their colours in canonical order."""
    return [
        (text, (number, {letter: cost[letter] for letter in "BLWGY" if cost[letter]}))
        for text, (number, cost) in game.plans("S2").items()
    ]


@pytest.mark.clause("CHO-BUILD-1", "CHO-SCULPT-2")
def test_what_cannot_be_done_is_told_with_its_rule():
    position = {
        "stones": "c1W d1G c2L d2L",
        "tiles": {"S2": "Q8W", "S1": "Q4B"},
        "hands": [{"B": 1}],
        "cards": [{"same2": 1, "one": 1}],
    }
    (blocked,) = [row["blocked"] for row in at(position, variant="expert").previews() if row["action"] is None]
    assert {row.get("doing") or row.get("card") or row["slot"]: row["clause"] for row in blocked} == {
        "replace": "CHO-REPL-1",
        "sculpt": "CHO-SCULPT-2",
        "same2": "CHO-BUILD-1",
        "S2": "CHO-SCULPT-2",
    }


@pytest.mark.clause("CHO-DEF-5", "CHO-DEF-6", "CHO-SCORE-3", "CHO-SCORE-4")
@pytest.mark.parametrize(("players", "variant"), [(3, "expert"), (1, "solo")])
def test_groups_are_those_of_the_reference(players, variant):
    for number, state in enumerate(plays(13, players, variant=variant)):
        if number % 31:
            continue
        known = known_of(state)
        if len(known["colours"]) < players:
            continue
        game = Reference(players, variant)
        game.stones, game.carved, game.colours = known["stones"], known["carved"], known["colours"]
        expected = {}
        for group in game.groups():
            letter = game.stones[min(group)]
            if len(group) >= 2:
                owner = game.owner(letter)
                value = game.value(letter, len(group)) if owner is not None else 0
                more = max(0, game.value(letter, len(group) + 1) - value) if owner is not None else 0
                name = "opponent" if variant == "solo" and owner == 1 else owner
                expected[tuple(sorted(group))] = (letter, name, value, more)
        shown = {
            tuple(row["squares"]): (row["letter"], row["owner"], row["value"], row["next"])
            for row in state.view()["groups"]
        }
        assert shown == expected


@pytest.mark.clause("CHO-SCORE-9", "CHO-TIE-1")
def test_score_sheets_say_where_points_come_from():
    state = played(17, 3, variant="expert")
    known = known_of(state)
    sheets = state.scores(explain=True)
    assert [list(sheet["rows"].values()) for sheet in sheets] == known["points"]
    assert [sum(sheet["rows"].values()) for sheet in sheets] == [sheet["total"] for sheet in sheets] == totals(state)
    assert [sheet["carved"] for sheet in sheets] == [list(known["carved"].values()).count(seat) for seat in range(3)]
    assert [sheet["tie_break"] for sheet in sheets] == [sum(wagon.values()) for wagon in known["wagons"]]
    assert len(ROWS) == len(sheets[0]["rows"])


@pytest.mark.clause("CHO-INFO-1", "CHO-SETUP-4")
def test_the_gallery_shows_every_piece():
    game = load()
    gallery = game.type.presentation.gallery(game.components)
    assert sum(row["count"] for row in gallery["cards"]) == 80 and len(gallery["tiles"]) == 45
    assert sum(row["count"] for row in gallery["treasures"]) == 12 and len(gallery["bonus"]) == 12
    assert len(gallery["squares"]) == 120 and len(gallery["slots"]) == 40


@pytest.mark.clause("CHO-BUILD-10", "CHO-INFO-2")
@pytest.mark.parametrize(("players", "variant"), [(2, "basic"), (3, "expert"), (1, "solo")])
def test_log_lines(players, variant):
    """Every action has one, with a key of this game; the line of the decision that completes a Build describes all
    of it."""
    keys = set()
    for number, state in enumerate(plays(19, players, variant=variant)):
        for text in state.legal_actions[:3]:
            line = state.describe(text)
            assert line["key"].startswith("chola.log.") and isinstance(line["params"], dict)
            keys.add(line["key"])
            if line["key"] in ("chola.log.built", "chola.log.carved") and number % 5 == 0:
                check_result(state, text, line["params"])
    assert len(keys) > 5 and "chola.log.built" in keys


def check_result(state, text, previewed):
    """Check the log line of a whole Build or of a sculpture."""
    gained, placed, after = outcome(state, [text])
    if "stones" in previewed:
        assert previewed["stones"] == placed
        assert {int(seat): sum(rows.values()) for seat, rows in previewed["gains"].items()} == {
            seat: int(row.sum()) for seat, row in enumerate(gained) if row.any()
        }
    else:
        before, now = known_of(state)["carved"], known_of(after)["carved"]
        assert set(now) - set(before) == {previewed["slot"]} and previewed["points"] == gained.sum()
