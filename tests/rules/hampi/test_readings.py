"""Hampi: optional readings of the rules: a tile that fits may be replaced; tied players share the total."""

from __future__ import annotations

import pytest
from hampi_play import PROGRAMS, begun, known_of, place, support

MAY_REPLACE = {"replace_tile": True}

# ---------------------------------------------------------------- replace_tile


@pytest.mark.clause("HAM-TURN-4")
@pytest.mark.parametrize("program", PROGRAMS)
def test_usually_a_tile_that_fits_is_laid(program):
    state = begun(program, 3, {"board": "TRI", "drawn": "H40"})
    assert "replace" not in state.legal_actions
    if program == "package":
        refused = state.refusal("replace")
        assert (refused.clause, refused.key) == ("HAM-TURN-4", "hampi.refusal.no_exchange")


@pytest.mark.clause("HAM-TURN-4", "HAM-TURN-5")
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_once_a_turn_a_tile_that_fits_may_be_replaced(program, mode):
    """It goes back into the stack after the turn, like a tile that fits nowhere."""
    state = begun(program, 3, {"board": "TRI", "drawn": "H40", "seat": 1}, mode=mode, **MAY_REPLACE)
    items = known_of(state)["stack"][0]
    assert state.legal_actions[-1] == "replace"
    state.apply("replace")
    assert (state.is_chance, known_of(state)["drawn"], known_of(state)["aside"]) == (True, None, {"H40": 1})
    assert "draw H40" not in dict(state.chance_outcomes())
    state.apply("draw H41")
    assert "replace" not in state.legal_actions
    if program == "package":
        refused = state.refusal("replace")
        assert (refused.clause, refused.key) == ("HAM-TURN-5", "hampi.refusal.replaced")
    place(state, "1,1/5")
    if not state.is_chance:
        state.apply("decline")
    known = known_of(state)
    assert (known["phase"], known["aside"], known["returned"]) == ("draw", {}, {"H40": 1})
    assert known["stack"][0] == items  # H41 has left the stack, H40 is in it again
    assert "draw H40" in dict(state.chance_outcomes())
    state.apply("draw H38")
    assert state.legal_actions[-1] == "replace"  # the next player's turn


@pytest.mark.clause("HAM-TURN-2", "HAM-TURN-5")
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_comes_instead_counts_in_full(program):
    state = begun(program, 3, {"board": "TRI", "drawn": "H40"}, **MAY_REPLACE)
    state.apply("replace")
    state.apply("draw jewel")
    known = known_of(state)
    assert (known["holders"], known["phase"], known["returned"]) == ([0], "draw", {"H40": 1})


@pytest.mark.clause("HAM-TURN-5")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_tile_that_came_for_another_is_not_replaced(program):
    """H22 fits nowhere."""
    state = begun(program, 3, {"board": "TRI"}, **MAY_REPLACE)
    for text in ("draw H22", "draw H40"):
        state.apply(text)
    assert (known_of(state)["phase"], known_of(state)["aside"]) == ("cell", {"H22": 1})
    assert "replace" not in state.legal_actions


@pytest.mark.clause("HAM-TURN-6")
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_round_ends_where_nothing_that_fits_comes_instead(program):
    """Then the replaced tile leaves the game, too."""
    stacks = [[1, 0], [30, 4], [32, 3]]
    state = begun(program, 3, {"board": "TRI", "drawn": "H40", "holders": [1], "stacks": stacks}, **MAY_REPLACE)
    for text in ("replace", "draw H22"):
        state.apply(text)
    known = known_of(state)
    assert (known["round"], known["gone"], known["aside"]) == (2, {"H22": 1, "H40": 1}, {})


@pytest.mark.clause("HAM-TURN-6")
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_last_tile_of_a_stack_is_laid(program):
    stacks = [[0, 0], [30, 4], [33, 3]]
    state = begun(program, 3, {"board": "TRI", "drawn": "H40", "holders": [1], "stacks": stacks}, **MAY_REPLACE)
    assert "replace" not in state.legal_actions
    if program == "package":
        refused = state.refusal("replace")
        assert (refused.clause, refused.key) == ("HAM-TURN-6", "hampi.refusal.no_other")


def test_what_is_told_of_a_tile_that_is_replaced():
    before = begun("package", 3, {"board": "TRI", "drawn": "H40"}, **MAY_REPLACE)
    assert before.choices(0)[-1] == {"action": "replace", "kind": "replace"}
    preview = next(row for row in before.previews() if row["action"] == "replace")
    assert [gain["total"] for gain in preview["gains"]] == [0, 0, 0]
    after = before.copy()
    after.apply("replace")
    roll = after.game.type.roll(after.record)
    assert roll is not None and (roll.seat, roll.on_request) == (0, False)  # the turn is not over
    view = after.view()
    assert (view["deduced"]["aside"], view["drawn"], view["turn"]) == (["H40"], None, 0)
    line = before.game.type.presentation.describe(before.record, before.legal_action_ids[-1], after.record)
    assert (line["key"], line["params"]["tile"]) == ("hampi.log.replace", "H40")


# ---------------------------------------------------------------- tie_shares

POND = {"board": "TRI H38@1,1/5 H39@2,0/1", "drawn": "H40", "round": 2, "seat": 2, "markers": ["0:H38:pond 1:H38:pond"]}
"""Lady 4, Elder 2, Priest 2, Farmer 4: 12 in all."""
LAND = {"board": "TRI H05@1,1/5 H04@2,0/1", "drawn": "H07", "round": 2, "seat": 1, "markers": ["0:H05:2"]}
"""Miner 2, Merchant 2, Lady -1, Elder 2: 5 in all."""


@pytest.mark.clause("HAM-SCORE-5")
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize(
    ("position", "mark", "leaders", "influencers", "total"),
    [
        (POND, "mark 0", 3, {"lady": 1, "farmer": 1}, {"lady": 1, "elder": 1, "priest": 1, "farmer": 1}),
        (
            LAND,
            "mark 2",
            2,
            {"miner": 1, "merchant": 1, "elder": 1},
            {"miner": 1, "merchant": 1, "lady": -1, "elder": 1},
        ),
        (POND, "decline", 2, {"lady": 2, "elder": 1, "priest": 1, "farmer": 2}, None),
    ],
    ids=["4 of 12", "2 of 5", "nothing is left"],
)
def test_players_who_tie_share_each_influencer_or_the_total(program, mode, position, mark, leaders, influencers, total):
    for option, each in (("influencers", influencers), ("total", total or influencers)):
        state = begun(program, 3, position, mode=mode, tie_shares=option)
        place(state, "2,1/3")
        state.apply(mark)
        assert known_of(state)["support"][:leaders] == [support(**each)] * leaders
        assert known_of(state)["support"][leaders:] == [support()] * (3 - leaders)


@pytest.mark.clause("HAM-SCORE-5")
def test_what_a_tied_zone_would_pay_is_told_as_it_is_paid():
    state = begun("package", 3, POND, tie_shares="total")
    place(state, "2,1/3")
    marked = next(row for row in state.previews() if row["action"] == "mark 0")
    assert [gain["total"] for gain in marked["gains"]] == [4, 4, 4]
    state.apply("mark 0")
    (zone,) = state.scores(explain=True)[2]["zones"]
    assert (zone["each_total"], zone["each"]) == (4, {"lady": 1, "elder": 1, "priest": 1, "farmer": 1})


@pytest.mark.clause("HAM-SCORE-4")
@pytest.mark.parametrize("program", PROGRAMS)
def test_who_leads_alone_gets_all_as_ever(program):
    state = begun(program, 3, {**POND, "seat": 0}, tie_shares="total")
    place(state, "2,1/3")
    state.apply("mark 0")
    assert known_of(state)["support"] == [support(lady=4, elder=2, priest=2, farmer=4), support(), support()]
