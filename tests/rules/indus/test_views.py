"""Indus's client data against what then happens: choices, previews, log lines, score sheet, board as text."""

from __future__ import annotations

from statistics import mean

import pytest
from indus_play import of_ruin, of_team, plays, position

import mandapa

KEYS = {"centre", "corner", "start", "team", "place", "add", "roll", "move", "reroll", "take", "score"}


def after(state, *texts):
    later = state.copy()
    for text in texts:
        later.apply(text)
    return later


def gain(state, seat, *texts):
    return after(state, *texts).scores()[seat] - state.scores()[seat]


def sampled(phase, every, players=2):
    """Return some states of a phase, from one random game."""
    seen = 0
    for state in plays(61, players, board="random"):
        if state.view()["phase"] == phase:
            seen += 1
            if seen % every == 1:
                yield state


# ---------------------------------------------------------------- previews


@pytest.mark.parametrize("players", [2, 4])
def test_previews_of_moves(players):
    for state in sampled("go", 6, players):
        seat, view = state.current_player, state.view()
        before = {row["name"]: row for row in view["ruins"]}
        choices = {row["action"]: row for row in state.choices(seat)}
        for row in state.previews():
            if row["action"] == "reroll":
                continue
            later = after(state, row["action"])
            own = later.view()["phase"] == "own"
            assert row["own_choice"] == own
            assert row["gain"] == gain(state, seat, row["action"])
            choice = choices[row["action"]]
            assert (row["field"], row["piece"], row["effect"]) == (choice["field"], choice["piece"], choice["effect"])
            changed = {
                name: (row["prizes"], new["prizes"], new["counts"])
                for name, row in before.items()
                if (new := of_ruin(later.view(), name))["counts"] != row["counts"] or new["prizes"] != row["prizes"]
            }
            assert {new["ruin"]: (new["before"], new["after"], new["counts"]) for new in row["changes"]} == changed


def test_previews_of_a_further_roll():
    for state in sampled("go", 5):
        seat = state.current_player
        for row in state.previews():
            if row["action"] != "reroll":
                continue
            best = []
            for face in row["faces"]:
                rolled = after(state, "reroll", f"roll {face['die']}")
                moves = [text for text in rolled.legal_actions if text.startswith("move")]
                gains = {text.split()[1]: gain(rolled, seat, text) for text in moves}
                assert {move["space"]: move["gain"] for move in face["moves"]} == gains
                assert [move["gain"] for move in face["moves"]] == sorted(gains.values(), reverse=True)
                best.append(max(gains.values()))
            assert row["useless"] == pytest.approx(mean(top <= 0 for top in best), abs=0.001)
            assert row["expected"] == pytest.approx(mean(best), abs=0.01)
            (choice,) = [choice for choice in state.choices(seat) if choice["kind"] == "reroll"]
            assert choice["roll"] == state.view()["roll"] + 1
            assert set(choice["ranks"]) == {move["rank"] for face in row["faces"] for move in face["moves"]}


def test_previews_of_additions():
    for state in sampled("add", 20):
        seat = state.current_player
        for row in state.previews()[::11]:
            space = row["action"].split()[2]
            best = []
            for face in row["faces"]:
                rolled = after(state, row["action"], f"roll {face['die']}")
                moves = [text for text in rolled.legal_actions if text.startswith("move")]
                assert face["gain"] == gain(rolled, seat, f"move {space}")
                best.append(max(gain(rolled, seat, text) for text in moves))
                (choice,) = [row for row in rolled.choices(seat) if row.get("space") == space]
                assert (face["field"], face["effect"]) == (choice["field"], choice["effect"])
            assert row["best"] == pytest.approx(mean(best), abs=0.01)


@pytest.mark.clause("IND-TWO-5")
def test_an_own_piece_is_told_from_the_others():
    state = position(2, stacks="24:Gp,Bw,Yw", starts="N4:Ba", phase="go", team="blue", roll=1, die=2)
    (move, *_) = state.previews()
    assert move["own_choice"] is True
    assert move["effect"] == {"kind": "secures", "on": "yellow", "captured": ["Gp", "Yw"], "points": 1, "to": "blue"}
    assert state.describe("move N4")["params"]["total"] == 1


def test_previews_of_other_decisions():
    state = position(2, stacks="24:Bw,Bw", starts="N4:Gp", phase="go", team="green", roll=1, die=2)
    (move, *_) = state.previews()
    assert (move["gain"], move["own_choice"], move["effect"]["to"]) == (0, True, None)
    state.apply("move N4")
    assert [(row["action"], row["gain"]) for row in state.previews()] == [("take", 0), ("score", 3)]
    state = position(2, starts="N1:Bw N2:Gw")
    assert state.previews() == [{"action": "team blue", "gain": None}, {"action": "team green", "gain": None}]


# ---------------------------------------------------------------- choices and log lines


@pytest.mark.parametrize("players", [2, 3])
def test_choices_and_log_lines_agree_with_the_actions(players):
    keys = set()
    for state in plays(67, players, board="random", placement="free"):
        if state.is_terminal:
            break
        for text, choice in zip(state.legal_actions, state.choices(state.current_player), strict=False):
            assert choice["action"] == text and choice["kind"] == text.split()[0]
        text = state.legal_actions[-1]
        line = state.describe(text)
        kind, params = line["key"].removeprefix("indus.log."), line["params"]
        keys.add(kind)
        words = text.split()
        assert kind == ("place" if words[0] == "add" and state.view()["phase"] == "place" else words[0])
        for word in words[1:]:
            assert word in {str(value) for value in params.values()}
        if kind in ("add", "place", "move", "roll", "reroll"):
            assert params["team"] == state.view()["team"]
    assert keys == (KEYS - {"take"} if players == 2 else KEYS - {"team", "take", "score"})


def test_the_log_of_a_roll():
    state = position(starts="N1:Bw N2:Ba N3:Bp N4:Yp", phase="die")
    assert state.describe("roll 4")["params"] == {
        "team": "blue",
        "die": 4,
        "number": 1,
        "ranks": ["worker", "assistant", "professor"],
    }
    state = after(state, "roll 4", "reroll")
    assert state.describe("roll 1")["params"]["ranks"] == ["assistant", "professor"]
    assert state.describe("roll 1")["params"]["number"] == 2
    state = after(state, "roll 4", "reroll")
    assert state.describe("roll 1")["params"]["ranks"] == ["professor"]


def test_the_log_of_an_own_piece():
    state = position(2, stacks="24:Bw,Bw", starts="N4:Gp", phase="go", team="green", roll=1, die=2)
    state.apply("move N4")
    assert state.describe("take")["params"] == {"team": "green", "rank": "professor"}
    assert state.describe("score")["params"] == {"team": "green", "rank": "professor", "points": 3, "to": "blue"}


def test_refusals_of_chance():
    state = mandapa.load("indus", board="random").new_state()
    found = {text: state.refusal(text).clause for text in ("centre K1", "corner NW K1", "start 0", "add worker N1")}
    assert found == {
        "centre K1": "IND-BOARD-6",
        "corner NW K1": "IND-BOARD-6",
        "start 0": "IND-BOARD-6",
        "add worker N1": "IND-INFO-3",
    }


# ---------------------------------------------------------------- view


def test_rolls_that_are_left():
    for pieces, left in (("N1:Bw", 0), ("N1:Ba", 1), ("N1:Bp N2:Bw", 2)):
        state = position(starts=pieces, phase="go", roll=1, die=2)
        assert state.view()["rolls_left"] == left
    state = position(starts="N1:Bp N2:Ba", phase="go", roll=2, die=2)
    assert state.view()["rolls_left"] == 1
    assert position(starts="N1:Bp", phase="go", roll=3, die=2).view()["rolls_left"] == 0


def test_changing_a_view_changes_nothing_else():
    state = position(stacks="11:Bw", reserves={"blue": [1, 0, 0]})
    for read in (state.view, lambda: {"choices": state.choices(0)}, lambda: {"sheets": state.scores(explain=True)}):
        first = read()
        expected = repr(first)
        spoil(first)
        assert repr(read()) == expected


def spoil(data):
    """Empty every nested list and object, innermost first."""
    for value in [*data.values()] if isinstance(data, dict) else [*data]:
        if isinstance(value, list | dict):
            spoil(value)
    data.clear()


def test_the_board_as_text():
    shown = str(position(stacks="11:Bw,Ba 34:Yp,Gw", starts="N2:Rp", points={"red": 7}, seat=3, phase="die"))
    for word in ("Bw/Ba*", "Yp/Gw", "2 Rp", "7 by captures", "g3,p3,a2", ">seat 3 red", "Indus, die"):
        assert word in shown
    state = mandapa.load("indus", board="random").new_state()
    assert "Indus, setup" in str(state)


def leaders_of(state, name):
    return next(row["leaders"] for row in state.view()["ruins"] if row["name"] == name)


@pytest.mark.clause("IND-SCORE-8")
def test_the_sheet_lists_every_ruin_that_pays_with_its_division():
    state = position(stacks="46:Ga 56:Gw,Yw 66:Yp 45:Yw 41:Rw 53:Gw,Bw", points={"red": 4}, phase="over")
    sheets = state.scores(explain=True)
    rows = {row["name"]: row for row in sheets[1]["ruins"]}
    rules = {row["name"]: row["rule"] for row in state.view()["ruins"]}
    assert (rules["B2"], rules["C1"], rules["G3"], len(rules)) == ("tie", "most", "none", 19)
    assert rows["B2"]["points"] == 4 and list(rows) == ["B2", "C1", "P4", "A3", "T3"]
    assert rows["B2"]["shares"] == [{"teams": ["yellow", "green"], "pool": 9, "by": 2, "each": 4}]
    assert leaders_of(state, "B2") == ["yellow", "green"] and leaders_of(state, "G3") == []
    assert sheets[1]["kinds"] == {"building": 4, "graveyard": 0, "canal": 11, "path": 1, "alley": 2, "wall": 1}
    assert (sheets[3]["captured"], sheets[3]["total"]) == (4, 10)
    assert [sheet["rank"] for sheet in sheets] == [4, 1, 3, 2]
    assert of_team(state.view(), "red")["total"] == 10
    state = position(stacks="11:Bw 12:Bw 21:Yw 22:Gw", phase="over")
    (row,) = [row for row in state.scores(explain=True)[0]["ruins"] if row["name"] == "B1"]
    assert row["points"] == 8 and leaders_of(state, "B1") == ["blue"]
    assert row["shares"] == [
        {"teams": ["blue"], "pool": 8, "by": 1, "each": 8},
        {"teams": ["yellow", "green"], "pool": 4, "by": 2, "each": 2},
    ]
    state = position(stacks="11:Bw", phase="over")
    (row,) = [row for row in state.scores(explain=True)[0]["ruins"] if row["name"] == "B1"]
    assert row["shares"] == [{"teams": ["blue"], "pool": 12, "by": 1, "each": 12}]
