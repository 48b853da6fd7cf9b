"""Checks of full observations, compact observations, and symmetries."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mandapa.kernel.generic import compact_tensor, observation_tensor
from mandapa.kernel.learning.compact import THERE, Part, Symmetry
from mandapa.library import Game, State
from mandapa.testing.playthrough import Playthrough

SHOWN = 6
"""Maximum number of wrong numbers that a message lists."""


def compact_parts(game: Game) -> tuple[Part, ...]:
    """Return the parts of a compact observation; empty if the game has no compact form."""
    layout = game.type.learning.compact
    return () if layout is None else tuple(layout(game.new_state().record))


def compact_size(game: Game) -> int:
    """Return the number of values in a compact observation."""
    return sum(part.size for part in compact_parts(game))


def observer(play: Playthrough) -> int:
    """Return the seat to act or, if no seat acts, a random seat or spectator."""
    actor = play.state.current_player
    return actor if actor >= 0 else int(play.rng.integers(-1, play.game.players))


def check_observation(play: Playthrough) -> None:
    """Check that the full observation is complete and within its declared bounds."""
    type, state = play.game.type, play.state
    if not type.observation_size:
        return
    seat = observer(play)
    out = np.full(type.observation_size, np.nan)
    with play.assert_unchanged("observation_tensor"):
        try:
            observation_tensor(state.for_seat(None if seat < 0 else seat).record, seat, out)
        except (IndexError, ValueError) as error:
            expected = f"expected {type.observation_size} numbers (observation_size)"
            play.fail("observation", f"observation_tensor for seat {seat} has no room: {error}; {expected}")
    unwritten = np.flatnonzero(np.isnan(out)).tolist()
    expected = f"expected all {type.observation_size} (observation_size), and no nan"
    message = f"observation_tensor for seat {seat} leaves numbers {unwritten[:SHOWN]} unwritten; {expected}"
    play.expect(not unwritten, "observation", message)
    learning = type.learning
    outside = np.flatnonzero(~((learning.lowest <= out) & (out <= learning.highest)))
    found = {int(column): float(out[column]) for column in outside[:SHOWN]}
    message = f"numbers {found}, expected {learning.lowest:g} to {learning.highest:g}"
    play.expect(not found, "observation", f"observation_tensor for seat {seat} gives {message}")


# ---------------------------------------------------------------- compact observations


def check_compact(play: Playthrough) -> None:
    """Check that a compact observation has the declared size and is within its bounds.

    Also count how often it depends on the observing seat (``check_turned``)."""
    parts, state = compact_parts(play.game), play.state
    if not parts:
        return
    seat = observer(play)
    out = np.zeros(sum(part.size for part in parts), np.uint8)
    with play.assert_unchanged("compact_tensor"):
        try:
            compact_tensor(state.for_seat(None if seat < 0 else seat).record, seat, out)
        except (IndexError, ValueError, OverflowError) as error:
            expected = f"expected {len(out)} numbers from 0 to 255 (Learning.compact)"
            play.fail("observation", f"compact_tensor for seat {seat} does not fit: {error}; {expected}")
    for part, numbers in zip(parts, split(parts, out), strict=True):
        empty = part.kind != "entities" or not numbers[numbers[..., 0] == 0].any()
        message = f"compact_tensor for seat {seat}: {part.name} has rows with numbers, expected {THERE} to be 1 in them"
        play.expect(empty, "observation", message)
        check_bounds(play, part, numbers)
    check_turned(play, parts)


def split(parts: tuple[Part, ...], seen: np.ndarray) -> list[np.ndarray]:
    """Return the parts of an observation, each in its shape."""
    ends = np.cumsum([part.size for part in parts])[:-1]
    return [numbers.reshape(part.shape) for part, numbers in zip(parts, np.split(seen, ends), strict=True)]


def check_bounds(play: Playthrough, part: Part, numbers: np.ndarray) -> None:
    """Check that booleans are 0 or 1, and count how often other numbers exceed their bound, which should be rare.

    ``check_dependence`` reports a number that exceeds its bound in most states.
    """
    rows = np.moveaxis(numbers, 0, -1) if part.kind == "planes" else numbers
    at = 0
    for feature in part.features:
        most = int(rows[..., at : at + feature.numbers].max(initial=0))
        at += feature.numbers
        name = f"compact_tensor: {part.name}, {feature.name}"
        message = f"{name} is {most}, expected 0 or 1 (Feature.most)"
        play.expect(most <= feature.most or feature.most > 1, "observation", message)
        play.report.saw(f"{name} is above {feature.most} (Feature.most)", most > feature.most)


def check_turned(play: Playthrough, parts: tuple[Part, ...]) -> None:
    """Count how often two seats have different compact observations of the same unredacted state.

    They should, because each seat observes the state from its own perspective."""
    if play.game.players == 1:
        return
    seen = []
    for seat in (0, 1):
        out = np.zeros(sum(part.size for part in parts), np.uint8)
        compact_tensor(play.state.copy().record, seat, out)
        seen.append(split(parts, out))
    for part, one, other in zip(parts, *seen, strict=True):
        by_seat = part.kind != "planes" and part.extent[:1] == (play.game.players,)
        if by_seat and (one != one[:1]).any():  # A row per seat, and the rows differ.
            play.report.count_dependence_check(
                f"compact_tensor ({part.name}), different observers", not np.array_equal(one, other)
            )
    alike = all(np.array_equal(one, other) for one, other in zip(*seen, strict=True))
    play.report.count_dependence_check("compact_tensor, different observers", not alike)


# ---------------------------------------------------------------- symmetries


def check_symmetries(play: Playthrough) -> None:
    """Check that a symmetry maps a decision, its state and its observation consistently."""
    symmetries = made(play.game.type.learning.symmetries)
    if not symmetries or play.state.current_player < 0:
        return
    symmetry = symmetries[int(play.rng.integers(len(symmetries)))]
    ids = np.arange(play.game.type.num_actions)
    whole = np.array_equal(np.sort(symmetry.actions), ids)
    play.expect(whole, "symmetry", f"{symmetry.name}: actions does not give each decision once")
    image = State(play.game, symmetry.state(play.state.copy().record))
    legal = play.state.legal_action_ids
    expected = sorted(symmetry.actions[legal].tolist())
    found = image.legal_action_ids
    message = f"{symmetry.name}: in the image of the state {found} are legal, expected the image {expected} of {legal}"
    play.expect(found == expected, "symmetry", message)
    action = legal[int(play.rng.integers(len(legal)))]
    after = State(play.game, play.state.try_id(action))
    image_after = State(play.game, image.try_id(int(symmetry.actions[action])))
    done = f"{symmetry.name}: after the image of {play.state.format(action)!r}"
    compare(play, symmetry, play.state, image, f"{symmetry.name}: in the image of the state")
    compare(play, symmetry, after, image_after, done)


@cache
def made(symmetries: Callable[[], tuple[Symmetry, ...]]) -> tuple[Symmetry, ...]:
    """Return the symmetries of a game, cached because creating them takes time."""
    return symmetries()


def compare(play: Playthrough, symmetry: Symmetry, state: State, image: State, where: str) -> None:
    """Check that ``image`` is the image of ``state`` under a symmetry."""
    for name, value, other in (
        ("current_player", state.current_player, image.current_player),
        ("scores", state.scores(), image.scores()),
        ("returns", state.returns(), image.returns()),
    ):
        play.expect(value == other, "symmetry", f"{where} {name} is {other}, expected {value}")
    parts = compact_parts(play.game)
    if not parts:
        return
    seat = int(play.rng.integers(play.game.players))
    seen: list[Any] = []
    for one in (state, image):
        out = np.zeros(sum(part.size for part in parts), np.uint8)
        compact_tensor(one.for_seat(seat).record, seat, out)
        seen.append(out)
    wrong = [
        part.name
        for part, turned, found in zip(
            parts, split(parts, symmetry.observation(seen[0])), split(parts, seen[1]), strict=True
        )
        if not np.array_equal(turned, found)
    ]
    message = f"{where} compact_tensor for seat {seat} differs in {', '.join(wrong)} from the image of the observation"
    play.expect(not wrong, "symmetry", message)
