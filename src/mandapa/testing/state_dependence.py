"""Check that views and observations depend on the whole state and on nothing else, such as stale caches."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.kernel.generic import compact_tensor, observation_tensor
from mandapa.kernel.record import Record, contents
from mandapa.library import SPECTATOR, State
from mandapa.testing.observation_checks import compact_size
from mandapa.testing.playthrough import CheckFailed, Playthrough, Report
from mandapa.testing.steps import COMPARED, Step

WHOLE = {"view", "observation_tensor"}
"""Functions whose output shows everything that a seat knows; a compact observation may omit details."""
ENOUGH = 20
"""Number of comparisons after which an output must have differed at least once."""


def check_freshness(play: Playthrough, steps: Sequence[Step]) -> None:
    """Check that the outputs for the current state and the next states do not depend on the order of the calls."""
    seat = int(play.rng.integers(SPECTATOR, play.game.players))
    states = [play.state, *(step.after for step in steps[:COMPARED])]
    known = [state.for_seat(None if seat == SPECTATOR else seat).record for state in states]
    first = [views_by_function(play, record, seat) for record in known]
    again = [views_by_function(play, record, seat) for record in reversed(known)][::-1]
    for one, other in zip(first, again, strict=True):
        for what in one:
            check = "views" if what == "view" else "observation"
            message = f"{what} for seat {seat} gives something else of the same state once it was asked about others"
            play.expect(one[what] == other[what], check, f"{message}; expected a function of the state")
    for number in range(2, len(states)):  # Not the current state, which is one ply earlier.
        if contents(known[number]) != contents(known[number - 1]):
            for what in first[number].keys() & WHOLE:
                play.report.count_dependence_check(what, first[number][what] != first[number - 1][what])


def views_by_function(play: Playthrough, record: Record, seat: int) -> dict[str, Any]:
    """Return the outputs for a redacted record, by the name of the function that produces them."""
    type, state = play.game.type, State(play.game, record)
    with play.assert_unchanged("view, observation_tensor or compact_tensor", state):
        shown: dict[str, Any] = {"view": type.presentation.view(record)}
        if type.observation_size:
            numbers = np.full(type.observation_size, np.nan)
            observation_tensor(record, seat, numbers)
            shown["observation_tensor"] = numbers.tobytes()
        if type.learning.compact is not None:
            seen = np.zeros(compact_size(play.game), np.uint8)
            compact_tensor(record, seat, seen)
            shown["compact_tensor"] = seen.tobytes()
    return shown


def check_dependence(report: Report, record: dict[str, Any]) -> None:
    """Raise ``CheckFailed`` if an output that must vary never did, or if a number usually exceeds its bound."""
    for what, (cases, dependent) in report.dependence_counts.items():
        if cases >= ENOUGH and dependent == 0:
            name, _, on = what.partition(", ")
            check = "views" if name == "view" else "observation"
            message = f"{name} was the same in all of {cases} pairs of cases with {on or 'different states at one ply'}"
            raise CheckFailed(check, f"{message}; expected that it differs in some", record)
    for what, (cases, beyond) in report.beyond.items():
        if cases >= ENOUGH and beyond > cases / 2:
            message = f"{what} in {beyond} of {cases} states; expected that to be the exception"
            raise CheckFailed("observation", message, record)
