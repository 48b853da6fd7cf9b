"""The idea of a hint: the strongest reason for a turn, in one sentence of the game's catalogue."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mandapa
from mandapa import bots
from mandapa.bots.flat import PlannerBot
from mandapa.cli.play.terminal_match import idea_sentence
from mandapa.coach.hint import idea_of, is_close
from mandapa.coach.lessons import lessons
from mandapa.coach.plan import read, replay
from mandapa.kernel.game_type import Worth
from mandapa.kernel.hints import CandidateTurn, HintReason, strongest
from messages import placeholders

GAMES = ["chola", "hampi", "indus", "kerala", "menara"]
IN_WORDS = {"seat_name", "ruin_kind"}
"""Parameters that the client adds to those of the server: names, and the kind of a ruin."""
TAUGHT = [
    ("chola", "gift", "gift"),
    ("chola", "patience", "wait"),
    ("chola", "own", "own"),
    ("chola", "foreign", "foreign"),
    ("hampi", "finish", "finish"),
    ("hampi", "hold", "hold"),
    ("hampi", "gift", "gift"),
    ("indus", "ready", "ready"),
    ("indus", "again", "again"),
    ("indus", "enough", "enough"),
    ("indus", "capture", "capture"),
    ("indus", "rival", "lead"),
    ("kerala", "free", "free"),
    ("kerala", "apart", "apart"),
    ("kerala", "fringe", "fringe"),
    ("kerala", "deny", "deny"),
]
"""Lessons whose idea appears in hints for their positions, and its key among the sentences."""


def a_turn(name: str) -> CandidateTurn:
    """A turn that is identified by the name of its action."""
    return CandidateTurn(0, np.zeros(1)[0], np.zeros(1)[0], (name,))


def test_the_strongest_reason_is_told_that_does_not_speak_for_the_next_best_turn_as_well():
    known = {
        "best": [
            HintReason("both", 5),
            HintReason("weak", 1),
            HintReason("strong", 2),
            HintReason("same", 3, {"points": 2}),
        ],
        "second": [HintReason("both", 4), HintReason("same", 3, {"points": 1})],
        "like": [HintReason("both", 5)],
    }

    def hint_reasons(trial: CandidateTurn, other: CandidateTurn | None) -> list[HintReason]:
        return known[trial.actions[0]]

    best, second, like = (a_turn(name) for name in known)
    assert strongest(hint_reasons, best, None) == HintReason("both", 5)
    assert strongest(hint_reasons, best, second) == HintReason("same", 3, {"points": 2})
    assert strongest(hint_reasons, like, second) == HintReason("both", 5)  # there is no other reason for it
    assert strongest(lambda trial, other: [], best, second) is None


@pytest.mark.parametrize(
    ("mean", "worth", "close"),
    [
        (0.4, Worth(), True),
        (0.6, Worth(), False),
        (-0.4, Worth(), True),
        (0.03, Worth("chance", lost=-1, won=1), True),  # returns from -1 to 1: 1.5 % probability of winning
        (0.06, Worth("chance", lost=-1, won=1), False),
        (0.4, None, False),
    ],
)
def test_turns_are_about_as_good_where_little_lies_between_them(mean: float, worth: Worth | None, close: bool):
    assert is_close(np.full(8, mean), worth) is close
    assert not is_close(np.zeros(0), worth)  # nothing was compared


@pytest.mark.parametrize(("game", "lesson", "name"), TAUGHT)
def test_a_hint_tells_the_idea_of_a_lesson_where_it_decides(game: str, lesson: str, name: str):
    (taught,) = (one for one in lessons(game) if one.id == lesson)
    found = []
    for task in taught.tasks:
        known = task.known()
        idea = idea_of(*(read(known, task.turns[at].actions) for at in (0, task.equal)))
        found.append(idea and idea.key)
    assert f"{game}.idea.{name}" in found


def test_no_hint_in_hampi_promises_a_debt():
    """The village has −3 support: to claim it, or to let it grow, is worth something only if it can still improve."""
    laid = "H56@0,0/0 H57@1,0/0 H58@0,1/0"
    position = {"board": laid, "drawn": "H12", "round": 2, "holders": [1]}
    start = mandapa.load("hampi", players=3, first_player=0).position(position)
    idea = idea_of(read(start, ["cell (1,1)", "turn 1", "mark 0"]), None)
    assert idea is not None and idea.key == "hampi.idea.claim"
    assert idea.params["points"] == 0


@pytest.mark.parametrize("name", GAMES)
def test_every_idea_has_its_sentence_and_what_that_is_filled_with(name: str):
    """In a game of adepts, for the two turns that look best."""
    game = mandapa.load(name, players=2)
    game.engine.warm()
    messages = json.loads((game.type.content / "messages" / "en.json").read_text(encoding="utf-8"))
    rng = np.random.default_rng(5)
    state, adept, planner = game.new_state(), bots.make("adept", game, 5), PlannerBot(game, seed=0, simulations=1)
    ideas, asked = [], 0
    while asked < 40 and not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(rng)
            continue
        known = planner.planning_state(state, state.current_player)
        lines = [line for _, line in planner.best_turns(known.record)][:2]
        if len(lines) == 2:
            asked += 1
            idea = idea_of(*(replay(known, line) for line in lines))
            if idea:
                ideas.append(idea.key)
                assert placeholders(messages[idea.key]).kinds.keys() <= {*idea.params, *IN_WORDS}, idea
                json.dumps(dict(idea.params))
                assert idea_sentence(game, idea, ["Asha", "Adept"]).endswith(".")
        state.apply(adept.choose(state))
    assert len(ideas) > asked / 2 and len(set(ideas)) >= 3
