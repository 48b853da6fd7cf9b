"""The public library: games, states, taking back, positions, errors."""

from __future__ import annotations

import copy
import html
import json
import pickle
from xml.etree import ElementTree

import numpy as np
import pytest

import mandapa
from mandapa.kernel.presentation import plain
from mandapa.library import STRIDE, State


def kerala(**options):
    return mandapa.load("kerala", players=2, colours=["blue", "red"], first_leader=0, **options)


def played(actions=120, seed=0, **options):
    """Return a state after this many random actions."""
    state = kerala(**options).new_state()
    rng = np.random.default_rng(seed)
    for _ in range(actions):
        state.apply(state.sample(rng) if state.is_chance else str(rng.choice(state.legal_actions)))
    return state


def in_take_phase():
    """Return a state in which a player may take a tile or pass."""
    state = played(actions=0)
    while state.is_chance or "pass" not in state.legal_actions:
        state.apply(state.legal_actions[0])
    return state


# ---------------------------------------------------------------- games


def test_installed_games():
    assert {"kerala", "connect_four"} <= set(mandapa.games())
    assert mandapa.game_type("kerala").title.startswith("Kerala")
    with pytest.raises(mandapa.OptionError, match=r"game: found 'chess', expected one of .*kerala"):
        mandapa.load("chess")


def test_a_game_knows_what_was_settled():
    game = mandapa.load("kerala", players=3, rounds=5)
    assert (game.name, game.players, game.rules_version) == ("kerala", 3, 1)
    assert game.options["rounds"] == 5 and game.options["colours"] == "random"
    assert json.loads(json.dumps(game.options)) == game.options
    assert eval(repr(game)).options == game.options
    assert mandapa.load("kerala").players == 4
    assert len(game.components_hash) == 16


# ---------------------------------------------------------------- apply and undo


def test_a_state_says_whose_turn_it_is():
    state = mandapa.load("kerala", players=2).new_state()
    assert state.is_chance and state.current_player == mandapa.CHANCE and not state.is_terminal
    assert state.legal_actions == [
        "colour 0 blue",
        "colour 0 black",
        "colour 0 red",
        "colour 0 green",
        "colour 0 purple",
    ]
    state = played(22)
    assert state.current_player == 0 and not state.is_chance and state.chance_outcomes() == []
    while not state.is_terminal:
        state.apply(state.legal_actions[0])
    assert state.current_player == mandapa.TERMINAL and state.legal_actions == []
    assert state.choices(0) == state.previews() == []


@pytest.mark.parametrize("name", mandapa.games())
@pytest.mark.parametrize(
    "copied", [mandapa.State.copy, copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))]
)
def test_every_copy_is_equal_and_independent(name, copied):
    state = mandapa.load(name).new_state()
    for _ in range(6):
        state.apply(state.legal_actions[-1])
    before = state.hash()
    other = copied(state)
    assert other == state and other.hash() == before and other.history == state.history
    other.apply(other.legal_actions[0])
    assert other != state and state.hash() == before and len(state.history) == 6
    assert other.undo() and other == state


@pytest.mark.parametrize("name", mandapa.games())
def test_what_lies_between_the_fields_does_not_count(name):
    """A record copied field by field has leftovers of the memory between its fields."""
    state, other = mandapa.load(name).new_state(), mandapa.load(name).new_state()
    layout = state.record.dtype
    memory = np.frombuffer(bytearray(b"\xa5" * layout.itemsize), layout)
    memory[0] = state.record
    other.record = memory[0]
    assert other == state and other.hash() == state.hash()
    assert other.apply(other.legal_actions[0]) is None and other != state


def test_undo_far_back_and_forth():
    state = played(STRIDE * 3)
    hashes, texts = [state.hash()], []
    while state.history:
        texts.append(state.undo())
        hashes.append(state.hash())
    assert state == state.game.new_state()
    with pytest.raises(IndexError, match="nothing to undo"):
        state.undo()
    for text, expected in zip(reversed(texts), reversed(hashes[:-1]), strict=True):
        state.apply(text)
        assert state.hash() == expected


def test_take_backs_cost_at_most_twice_the_actions_between_them(monkeypatch):
    state, tried, try_id = played(STRIDE * 5), [], State.try_id
    monkeypatch.setattr(State, "try_id", lambda *arguments: tried.append(0) or try_id(*arguments))
    again = state.history[-STRIDE - 8 :]
    for _ in range(10):
        state.rewind(len(state.history) - len(again))
        for text in again:
            state.apply(text)
    assert len(tried) <= 2 * 10 * len(again)
    tried.clear()
    while len(state.history) > STRIDE:
        state.rewind(len(state.history) - 3)
    assert len(tried) <= 2 * STRIDE * 5


def test_what_is_done_instead_is_what_is_remembered():
    state = mandapa.load("kerala", players=2).position({"offer": ["K1", "R2"], "platforms": [{}, {}]})
    state.apply("take K1")
    state.undo()
    state.apply("take R2")
    assert state.history == ["take R2"] and state.at(1) == state != state.at(0)


def test_undo_in_a_position():
    state = kerala().position({"offer": ["K1", "G2"], "platforms": [{}, {}]})
    before = state.hash()
    for text in ("take K1", "step 0 N", "take G2", "step 0 S"):
        state.apply(text)
    for _ in range(4):
        state.undo()
    assert state.hash() == before and state.history == []


def test_a_game_may_begin_at_a_position():
    described = {"offer": ["K1", "G2"], "platforms": [{}, {}]}
    game = kerala().at(described)
    state = game.new_state()
    assert state == kerala().position(described) and state.history == []
    assert repr(game) == f"{kerala()!r}.at({described!r})"
    assert pickle.loads(pickle.dumps(game)).new_state() == state
    other = {"offer": ["R1", "R2"], "platforms": [{}, {}]}
    assert game.at(other).new_state() == game.position(other) == kerala().position(other)
    with pytest.raises(mandapa.PositionError, match="no_such_key"):
        game.at({"no_such_key": 1})
    state.apply("take K1")
    assert game.state_from_json(state.to_json()) == state


def test_copies_are_independent():
    state = played(60)
    copy = state.copy()
    before = copy.hash(), list(copy.history)
    for _ in range(20):
        state.apply(state.legal_actions[0])
    assert (copy.hash(), copy.history) == before
    copy.undo()
    assert copy.history == before[1][:-1]
    assert state != copy and state == state.copy()
    assert state.record.tobytes() == state.copy().record.tobytes()


def test_undo_and_what_is_written_then_leave_copies_alone():
    state = played(60)
    copy, before = state.copy(), state.at(59).hash()
    state.undo()
    assert state.hash() == before
    state.record[state.record.dtype.names[0]] += 1  # the way in which resampling writes into a record
    copy.undo()
    assert copy.hash() == before


def test_the_state_at_an_earlier_ply():
    state = played(STRIDE * 2)
    whole = state.hash()
    early = state.at(20)
    assert early.history == state.history[:20] and early == state.game.state_from_json(early.to_json())
    early.apply(early.legal_actions[0])
    assert (state.hash(), len(state.history)) == (whole, STRIDE * 2) and state.at(STRIDE * 2) == state
    for ply in (-1, STRIDE * 2 + 1):
        with pytest.raises(IndexError, match=f"ply: found {ply}, expected 0 to {STRIDE * 2}"):
            state.at(ply)


def test_chance_that_acts_is_a_sample_applied():
    asked, acted = mandapa.load("kerala").new_state(), mandapa.load("kerala").new_state()
    asked_rng, acted_rng = np.random.default_rng(5), np.random.default_rng(5)
    came = []
    while asked.is_chance:
        came.append(asked.sample(asked_rng))
        asked.apply(came[-1])
    assert [acted.resolve_chance(acted_rng) for _ in came] == came == acted.history
    assert acted == asked and not acted.is_chance
    with pytest.raises(ValueError, match="nothing to sample: current_player is 0"):
        acted.resolve_chance(acted_rng)
    assert acted == asked and acted.history == came


def test_what_a_state_cannot_do_it_says():
    state = kerala(rounds=1).new_state()
    with pytest.raises(TypeError, match="action: found 3, expected a text of legal_actions; apply_id takes ids"):
        state.apply(3)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=f"seat: found {seat}, expected 0 to 1, or None for a spectator"):
            state.view(seat)
    rng = np.random.default_rng(0)
    while not state.is_terminal:
        state.apply(state.sample(rng) if state.is_chance else state.legal_actions[0])
    with pytest.raises(ValueError, match=r"nothing to sample: current_player is -4, expected CHANCE \(-1\)"):
        state.sample(rng)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "actions: found None, expected a list"),
        ({"game": "connect_four", "actions": []}, "game: found 'connect_four', expected 'kerala'"),
    ],
)
def test_data_that_is_no_state(data, message):
    with pytest.raises(mandapa.PositionError, match=message):
        kerala().state_from_json(data)


def test_no_option_is_called_name():
    with pytest.raises(mandapa.OptionError, match=r"option: found name, expected colours.*"):
        mandapa.load("kerala", name="kerala")


def test_a_new_state_does_not_share_the_games_start():
    game = kerala()
    first = game.new_state()
    first.record.rounds = 1
    assert game.new_state().record.rounds == 40


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("text", "code", "clause"),
    [
        ("take PM", "illegal_action", "KER-TURN-1"),
        ("step 0 N", "illegal_action", "KER-TURN-5"),
        ("draw K1", "illegal_action", "KER-TURN-5"),
        ("dance", "unknown_action", ""),
        ("take Q9", "unknown_action", ""),
        ("take K1 ", "unknown_action", ""),
        ("", "unknown_action", ""),
    ],
)
def test_an_illegal_action_explains_itself_and_harms_nothing(text, code, clause):
    state = kerala().position({"offer": ["K1", "G2"], "platforms": [{}, {}]})
    before = state.hash()
    with pytest.raises(mandapa.IllegalAction) as caught:
        state.apply(text)
    refused = caught.value
    assert (refused.text, refused.code, refused.clause) == (text, code, clause)
    assert refused.key.startswith("kerala.refusal." if clause else "refusal.")
    assert isinstance(refused.params, dict) and refused.explanation in str(refused)
    assert state.hash() == before and state.history == []
    assert state.refusal(text).key == refused.key and state.refusal("take K1") is None


# ---------------------------------------------------------------- data and text


def test_json_round_trip():
    for state in (
        played(90),
        kerala().position({"offer": ["K1"], "seat": 1, "first_leader": 0, "platforms": [{}, {}]}),
    ):
        if not state.is_chance and not state.history:
            state.apply("take K1")
        again = state.game.state_from_json(json.loads(json.dumps(state.to_json())))
        assert again == state and again.history == state.history
        assert again.to_json() == state.to_json()


def test_a_bad_record_is_refused():
    data = played(30).to_json()
    data["actions"][25] = "take a cake"
    with pytest.raises(mandapa.IllegalAction, match="take a cake"):
        kerala().state_from_json(data)


def test_hash_and_equality():
    state = played(40)
    assert len(state.hash()) == 16 and int(state.hash(), 16) >= 0
    other = state.copy()
    assert other == state and other.hash() == state.hash() and state != "a state"
    other.apply(other.legal_actions[0])
    assert other.hash() != state.hash()
    with pytest.raises(TypeError):
        hash(state)


def test_a_state_in_a_line():
    state = mandapa.load("kerala", players=2, rounds=2).new_state()
    assert repr(state) == f"<State of {state.game!r}: chance moves after 0 actions; scores {state.scores()}>"
    first = state.resolve_chance(np.random.default_rng(1))
    assert f"after 1 actions, last {first!r}; scores" in repr(state)


def test_numbers_of_numpy_are_numbers():
    game = mandapa.load("kerala", players=np.int64(3), rounds=np.int8(2))
    assert (game.players, game.options["rounds"]) == (3, 2) and type(game.players) is int
    with pytest.raises(mandapa.OptionError, match=r"players: found 3\.0, expected a whole number"):
        mandapa.load("kerala", players=np.float64(3))


@pytest.mark.parametrize("draw", ["sample", "resolve_chance"])
def test_a_seed_is_no_luck(draw):
    state = mandapa.load("kerala").new_state()
    with pytest.raises(TypeError, match=r"rng: found 7, expected .*default_rng\(7\), made once for all draws"):
        getattr(state, draw)(7)
    assert state.history == []


def test_text_and_notebook():
    state = kerala().position({"offer": ["B>K"], "platforms": [{"cells": "(0,0)BS (1,0)K1/G2"}, {}]})
    text = str(state)
    assert "offer: B>K" in text and "G2x2" in text and "seat 0 (blue)" in text
    assert state._repr_html_() == f"<div>{state._repr_svg_()}</div>"
    assert "<b>Kerala" in state.game._repr_html_() and "<th>shift_turn</th><td>True</td>" in state.game._repr_html_()
    plain = mandapa.load("connect_four").new_state()
    assert plain.picture() is None and plain._repr_html_() == f"<pre>{html.escape(str(plain))}</pre>"


@pytest.mark.parametrize("name", ["kerala", "indus", "hampi", "chola", "menara"])
def test_a_state_draws_itself(name):
    """From the first position to the last, as valid SVG, with nothing outside the canvas."""
    state, rng = mandapa.load(name).new_state(), np.random.default_rng(2)
    for _ in range(150):
        if len(state.history) % 50 == 0:
            drawn = ElementTree.fromstring(state.picture())
            width, height = float(drawn.get("width")), float(drawn.get("height"))
            assert drawn.get("viewBox") == f"0 0 {width:.0f} {height:.0f}" and len(drawn) > 3
            for disc in drawn.iter("{http://www.w3.org/2000/svg}circle"):
                assert 0 < float(disc.get("cx")) < width and 0 < float(disc.get("cy")) < height
        if state.is_terminal:
            break
        state.resolve_chance(rng) if state.is_chance else state.apply_id(int(rng.choice(state.legal_action_ids)))


def test_scores_are_explained():
    state = played(100)
    assert [sheet["total"] for sheet in state.scores(explain=True)] == state.scores()
    assert all(isinstance(score, int) for score in state.scores())


def test_log_lines():
    state = kerala().position({"offer": ["K3", "G1"], "platforms": [{"cells": "(0,0)BS (1,0)G2"}, {}]})
    assert state.describe("take K3") == {"key": "kerala.log.take", "params": {"tile": "K3"}}
    assert state.describe("pass") == {"key": "kerala.log.pass", "params": {"count": 1}}
    state.apply("take K3")
    line = state.describe("step 0 E")
    assert line["key"] == "kerala.log.step"
    where = {"figure": 0, "which": "both", "direction": "E", "cell": (1, 0)}
    assert line["params"] == {"tile": "K3", **where, "covers": "G2"}


def test_legal_actions_are_those_of_the_record_as_it_is():
    state = in_take_phase()
    before = state.legal_actions
    passes = state.record.platforms[state.current_player].passes
    state.record.platforms[state.current_player].passes = 2
    assert [*state.legal_actions, "pass"] == before
    assert state.refusal("pass").clause == "KER-PASS-5"
    state.record.platforms[state.current_player].passes = passes
    assert state.legal_actions == before and state.parse("pass") == state.legal_action_ids[-1]


def test_everybody_gets_a_view_of_his_own():
    state = played()
    first = state.view()
    as_it_was = json.dumps(first)
    first["platforms"][0]["cells"].clear()
    first["platforms"][0]["sheet"]["total"] = 1000
    assert json.dumps(state.view()) == as_it_was


def test_a_record_can_be_read_at_once():
    record = played().record
    table = plain(record)
    assert table.round_number == record.round_number and type(table.round_number) is int
    assert table.offer == record.offer.tolist()
    platform = plain(table.platforms[1])
    assert platform.top == record.platforms[1].top.tolist()
    assert platform.neighbour[0, 1] == record.platforms[1].neighbour[0, 1]


def test_previews_say_what_a_choice_earns():
    state = kerala().position(
        {"phase": "step", "held": "K2", "platforms": [{"cells": "(0,0)BS (1,0)K1", "figures": ["(1,0)", "(0,0)"]}, {}]}
    )
    before = state.scores()[0]
    for row in state.previews():
        after = state.copy()
        after.apply(row["action"])
        assert row["total"] == after.scores()[0] and row["gain"] == row["total"] - before
    effects = {row["action"]: row["effect"] for row in state.previews()}
    assert effects["step 1 W"] == "splits" and effects["step 0 N"] == "same"


@pytest.mark.clause("KER-PLACE-11", "KER-SCORE-8")
def test_a_preview_says_that_a_colour_is_lost_and_not_that_its_areas_join():
    state = kerala().position(
        {"phase": "step", "held": "R2", "platforms": [{"cells": "(0,0)BS (1,0)K1", "figures": ["(0,0)", "(0,0)"]}, {}]}
    )
    effects = {row["action"]: row["effect"] for row in state.previews()}
    assert effects["step 0 E"] == "loses" and effects["step 0 N"] == "new"


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ({}, "platforms: found None, expected a list of 2"),
        ({"platforms": [{}]}, "platforms: found"),
        ({"platforms": [{}, {}], "players": 3}, "players: found 3, expected 2"),
        ({"platforms": [{}, {}], "winner": 1}, "position: found 'winner'"),
        ({"platforms": [{}, {}], "offer": ["K1"] * 3}, "offer: found '3 tiles', expected at most 2"),
        ({"platforms": [{}, {}], "offer": ["KS"]}, "offer: found 'KS', expected a game tile"),
        ({"platforms": [{}, {}], "offer": "K1"}, "offer: found 'K1'"),
        ({"platforms": [{}, {}], "seat": 2}, "seat: found 2"),
        ({"platforms": [{}, {}], "round": 41}, "round: found 41"),
        ({"platforms": [{}, {}], "phase": "jump"}, "phase: found 'jump'"),
        ({"platforms": [{}, {}], "phase": "step"}, "held: found None"),
        ({"platforms": [{}, {}], "held": "K1"}, "held: found 'K1'"),
        ({"platforms": [{"cells": "(0,0)KS"}, {}]}, "platforms[0].cells: found"),
        ({"platforms": [{"cells": "(0,0)BS (5,0)K1"}, {}]}, "separate parts"),
        ({"platforms": [{"cells": "(0,0)BS (1,0)K1@N"}, {}]}, "a side @N, @E, @S or @W on edge tiles only"),
        ({"platforms": [{"cells": "(0,0)BS (1,0)K>R"}, {}]}, "a side @N, @E, @S or @W on edge tiles only"),
        ({"platforms": [{"cells": "(0,0)BS (0,0)K1"}, {}]}, "each cell once"),
        ({"platforms": [{"cells": "(0,0)BS 1,0 K1"}, {}]}, "platforms[0].cells: found '1,0'"),
        ({"platforms": [{"cells": "(0,0)BS (99,0)K1"}, {}]}, "cells from -45 to 45"),
        ({"platforms": [{"cells": 3}, {}]}, "platforms[0].cells: found 3"),
        ({"platforms": [{"passes": 3}, {}]}, "platforms[0].passes: found 3"),
        ({"platforms": [{"figures": ["(0,0)"]}, {}]}, "platforms[0].figures"),
        ({"platforms": [{"figures": ["(0,0)", "(1,0)"]}, {}]}, "an occupied cell"),
        ({"platforms": [{"hats": 2}, {}]}, "platforms[0]: found 'hats'"),
        ({"platforms": [{}, {}], "colours": ["blue", "blue"]}, "colours: found"),
        ({"platforms": [{}, {}], "removed": ["BM", "BM"]}, "found '2 tiles BM', expected at most 1 of the set"),
        ([], "position: found list, expected an object"),
    ],
)
def test_impossible_positions_say_what_and_where(description, message):
    with pytest.raises(mandapa.PositionError) as caught:
        kerala().position(description)
    assert message in str(caught.value)


STATE_KEYS = ("round", "seat", "first_leader", "phase", "held", "offer", "box", "removed", "colours", "platforms")
WRONG_KINDS = (None, "1", 1.5, [], {}, [[]], -1, [None])


@pytest.mark.parametrize("value", WRONG_KINDS, ids=repr)
@pytest.mark.parametrize("key", [*STATE_KEYS, "cells", "figures", "passes"])
def test_values_of_the_wrong_kind_are_no_crash(key, value):
    """Each is accepted as it is or refused with a sentence."""
    description = {"platforms": [{key: value}, {}]} | ({key: value} if key in STATE_KEYS else {})
    if key in STATE_KEYS and key != "platforms":
        description["platforms"] = [{}, {}]
    refused = position_error(description)
    assert refused is None or ("found" in refused and "expected" in refused)


def position_error(description):
    try:
        kerala().position(description)
    except mandapa.PositionError as error:
        return str(error)
    return None


def test_games_without_positions_say_so():
    with pytest.raises(mandapa.PositionError, match="does not read set-up positions"):
        mandapa.load("connect_four").position({"grid": []})


def test_a_win_is_shared_by_the_best() -> None:
    three = mandapa.load("hampi", players=3)
    assert not three.together
    assert three.shares_of_win([0.5, 0.5, -1]) == [0.5, 0.5, 0]


@pytest.mark.parametrize(("name", "players"), [("menara", 2), ("menara", 1), ("chola", 1)])
def test_who_plays_together_or_alone_wins_or_does_not(name: str, players: int) -> None:
    game = mandapa.load(name, players=players)
    assert game.together
    assert game.shares_of_win([1.0] * players) == [1.0] * players
    assert game.shares_of_win([-1.0] * players) == game.shares_of_win([0.0] * players) == [0.0] * players
