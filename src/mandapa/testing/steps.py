"""Actions that could come in a state, and how what is read of a state is compared."""

from __future__ import annotations

import json
from typing import Any

from mandapa.library import State
from mandapa.play.events import secret_parts
from mandapa.testing.playthrough import Playthrough

TRIED = 6
"""So many of the actions that could come in a state are tried, to compare what comes of them."""
COMPARED = 3
"""So many of them are looked at in turn, to see that none is shown as another."""


class Step:
    """An action that could come now, where it leads, and who is told of it."""

    def __init__(self, state: State, action: int) -> None:
        before, type = state.record, state.game.type
        self.text = state.format(action)
        self.after = State(state.game, state.try_id(action))
        actor = None if state.is_chance else state.current_player
        self.log = type.presentation.describe(before, action, self.after.record)
        self.only_for, untold, self.aloud = secret_parts(type, actor, self.text, before, action, self.after.record)
        self.untold = None if untold is None else untold.to_json()
        self.ends = self.after.is_terminal  # then nothing is kept from anybody any more
        self.action = action

    def is_kept_from(self, seat: int | None) -> bool:
        """Whether the seat is not to know what the action is."""
        return self.only_for is not None and self.only_for != seat

    def told(self, seat: int | None) -> dict[str, Any] | None:
        """What the seat reads of it; None: it does not notice."""
        if self.is_kept_from(seat):
            return None if self.untold is None else {"untold": self.untold, "aloud": self.aloud}
        return {"text": self.text, "describe": self.log, "aloud": self.aloud}


def tried_steps(play: Playthrough) -> list[Step]:
    """Some of the actions that could come."""
    few = TRIED if play.game.type.hidden_information else COMPARED
    with play.reading("describe, secret, untold or aloud"):
        listed = play.rng.permutation(play.state.legal_action_ids)[:few].tolist()
        return [Step(play.state, action) for action in sorted(listed)]


def as_json(play: Playthrough, check: str, what: str, data: Any) -> str:
    """``data`` as JSON; fails if it cannot be."""
    try:
        return json.dumps(data, allow_nan=False, sort_keys=True)
    except (TypeError, ValueError) as error:
        play.fail(check, f"{what} is not JSON-able: {error}")


def twice(play: Playthrough, what: str, read: Any) -> Any:
    """Read something twice: JSON-able, the same, and the state is untouched."""
    with play.reading(what):
        first, second = read(), read()
    same = as_json(play, "views", what, first) == as_json(play, "views", what, second)
    play.expect(same, "views", f"{what} differs when it is asked twice")
    return first
