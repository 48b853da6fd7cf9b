"""A rule is its own explanation: exactly what has no fault is listed, and a refusal says the fault of the rule."""

from __future__ import annotations

import numpy as np
import pytest
from indus_play import plays, position

from effort import seeds
from mandapa.games.indus.rules import actions
from mandapa.games.indus.rules.actions import INDUS
from mandapa.kernel.generic import legal_actions


def assert_same(record):
    """Exactly the decisions without a fault are listed; returns the texts and the faults of the others."""
    out = np.empty(72, np.int32)
    listed = out[: legal_actions(record, out)].tolist()
    faults = {
        action: INDUS.fault_of(record, kind, kind.split(record, action))
        for kind in INDUS.kinds(record)
        for action in range(kind.id, kind.id + kind.count)
    }
    assert listed == [action for action, fault in faults.items() if not fault]
    return {INDUS.format(record, action): fault for action, fault in faults.items() if fault}


@pytest.mark.clause("IND-ADD-1", "IND-ADD-3", "IND-ROLL-2", "IND-ROLL-3", "IND-SETUP-8", "IND-TWO-1", "IND-TWO-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_has_no_fault_is_listed(players):
    seen = set()
    for seed in seeds(1):
        for state in plays(seed, players, placement="free"):
            if state.current_player >= 0:
                seen |= set(assert_same(state.record).values())
    named = ["NONE_OF_RANK", "SPACE_TAKEN", "NOBODY_THERE", "RANK_TOO_LOW", "NO_MORE_ROLLS"]
    if players == 2:
        named += ["TEAM_EMPTY", "TEAM_PLACED", "NOT_SPARED"]
    assert seen == {getattr(actions, name) for name in named}


def test_a_refusal_says_the_fault_of_the_rule():
    compared = 0
    for number, state in enumerate(plays(5, 2, placement="free")):
        if number % 7 == 0 and state.current_player >= 0:
            for text, fault in assert_same(state.record).items():
                refused = state.refusal(text)
                assert (refused.clause, refused.key) == INDUS.faults[fault][:2]
                assert refused.params["roll"] == state.view()["roll"]
                compared += 1
    assert compared > 100


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
