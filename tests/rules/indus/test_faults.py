"""Indus's rules as their own explanation: exactly the actions without a fault are legal, and refusals name the
fault."""

from __future__ import annotations

from itertools import chain

import pytest
from indus_play import plays, position

from mandapa.games.indus.rules.actions import INDUS
from mandapa.testing import check_faults
from scaling import seeds


@pytest.mark.clause("IND-ADD-1", "IND-ADD-3", "IND-ROLL-2", "IND-ROLL-3", "IND-SETUP-8", "IND-TWO-1", "IND-TWO-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_has_no_fault_is_listed(players):
    states = chain(*(plays(seed, players, placement="free") for seed in seeds(1)))
    faults = {"none_of_rank", "space_taken", "nobody_there", "rank_too_low", "no_more_rolls"}
    assert check_faults(INDUS, states) == faults | (
        {"team_empty", "team_placed", "not_spared"} if players == 2 else set()
    )


def test_a_refusal_says_what_was_rolled():
    rolls = set()
    for state in plays(5, 2, placement="free"):
        refused = state.refusal("reroll")
        if state.current_player >= 0 and refused:
            rolls.add((refused.params["roll"], state.view()["roll"]))
    assert len(rolls) > 3 and all(roll == shown for roll, shown in rolls)


@pytest.mark.clause("IND-TWO-1", "IND-SETUP-2")
def test_a_team_that_another_leads_is_refused():
    state = position(2, starts="N1:Bw N2:Gw N3:Yw")
    assert {state.refusal(f"team {team}").key for team in ("yellow", "red")} == {"indus.refusal.not_your_team"}
    assert state.refusal("team pink").code == "unknown_action"


def test_an_outcome_that_cannot_come_is_told_from_a_text_that_is_none():
    state = position(starts="N1:Bw", phase="die")
    assert state.refusal("start 0").key == "indus.refusal.not_possible"
    assert state.refusal("roll 7").code == "unknown_action"
    assert state.refusal("roll 0").code == "unknown_action"
