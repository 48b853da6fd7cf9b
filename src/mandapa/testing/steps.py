"""Samples of the next actions in a state, and helpers that compare the outputs of states."""

import json
from typing import Any

from mandapa.library import State
from mandapa.play.events import secret_parts
from mandapa.testing.playthrough import Playthrough

TRIED = 6
"""Number of possible actions that are tried in a state to compare their effects."""
COMPARED = 3
"""Number of tried actions whose resulting states are shown in different orders."""


class Step:
    """A possible action, the resulting state, and the log entry that each seat reads."""

    def __init__(self, state: State, action: int) -> None:
        before, type = state.record, state.game.type
        self.text = state.format(action)
        self.after = State(state.game, state.try_id(action))
        actor = None if state.is_chance else state.current_player
        self.log = type.presentation.describe(before, action, self.after.record)
        self.only_for, redacted_log, self.public_text = secret_parts(
            type, actor, self.text, before, action, self.after.record
        )
        self.redacted_log = None if redacted_log is None else redacted_log.to_json()
        self.ends = self.after.is_terminal  # Nothing is hidden at the end of the game.
        self.action = action

    def is_kept_from(self, seat: int | None) -> bool:
        """Return whether the action is hidden from the seat."""
        return self.only_for is not None and self.only_for != seat

    def visible_log(self, seat: int | None) -> dict[str, Any] | None:
        """Return the log entry that the seat reads; None if the seat does not notice the action."""
        if self.is_kept_from(seat):
            return (
                None
                if self.redacted_log is None
                else {"redacted_log": self.redacted_log, "public_text": self.public_text}
            )
        return {"text": self.text, "describe": self.log, "public_text": self.public_text}


def tried_steps(play: Playthrough) -> list[Step]:
    """Return a random sample of the possible actions as steps."""
    few = TRIED if play.game.type.hidden_information else COMPARED
    with play.assert_unchanged("describe, secret, redacted_log or public_text"):
        listed = play.rng.permutation(play.state.legal_action_ids)[:few].tolist()
        return [Step(play.state, action) for action in sorted(listed)]


def as_json(play: Playthrough, check: str, what: str, data: Any) -> str:
    """Return data as JSON text; raise ``CheckFailed`` if the data is not JSON-compatible."""
    try:
        return json.dumps(data, allow_nan=False, sort_keys=True)
    except (TypeError, ValueError) as error:
        play.fail(check, f"{what} is not JSON-able: {error}")


def read_twice(play: Playthrough, what: str, read: Any) -> Any:
    """Call ``read`` twice; check that the result is JSON-compatible and repeatable and that the state is unchanged."""
    with play.assert_unchanged(what):
        first, second = read(), read()
    same = as_json(play, "views", what, first) == as_json(play, "views", what, second)
    play.expect(same, "views", f"{what} differs when it is asked twice")
    return first
