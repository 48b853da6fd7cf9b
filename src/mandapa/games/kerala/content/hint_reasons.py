"""Reasons that hints give for a turn of Kerala."""

from typing import Any

from mandapa.games.kerala.content.lesson_ideas import best_by_tile, new_tile, rows_gained, steps_apart
from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.components import COLOURS, Colour
from mandapa.games.kerala.rules.scoring import EDGES_ROW, MISSING_ROW, REMOVED_ROW, SYMBOLS_ROW
from mandapa.games.kerala.show.previews import standing
from mandapa.kernel.hints import CandidateTurn, HintReason

RIVALS = 1.0
"""Weight of a point that the turn denies the next player; it is divided by the number of opponents."""
APART = 0.6
"""Value of ending with the elephants far apart where they are closer after the second-best turn."""
FAR = 3
"""Minimum number of steps between two elephants for them to count as far apart."""
FREE = 0.5
"""Value of placing the tile on a free cell where the second-best turn covers another tile."""
LATER = 0.4
"""Value of a fringe (coloured edge) that faces a free cell, so that it may still be matched later."""
ROOM = 0.2
"""Value of making the platform larger, or of sending an elephant to where later tiles fit."""


def hint_reasons(best: CandidateTurn, second: CandidateTurn | None) -> list[HintReason]:
    """Return the reasons for a turn: what it scores, what it denies the next player, and how it leaves the platform."""
    if any(action == "pass" for action in best.actions):
        return [HintReason("kerala.idea.pass", 1)]
    found = [*_scored(best), *_left_open(best), *_denied(best)]
    if second:
        found += _compared(best, second)
    if not found and rows_gained(best).sum() < 0:
        found.append(HintReason("kerala.idea.least", 0, {"points": -int(rows_gained(best).sum())}))
    if not found and _covers(best) is False:
        found.append(HintReason("kerala.idea.room", ROOM))
    if not found and any(action.startswith("jump ") for action in best.actions):
        found.append(HintReason("kerala.idea.stand", ROOM))
    return found


def _scored(trial: CandidateTurn) -> list[HintReason]:
    """Return a reason for each way in which the turn scores immediately, such as a touched fringe or joined areas."""
    gained, platform = rows_gained(trial), trial.after.platforms[trial.seat]
    tile = int(platform.tile[platform.tiles - 1])
    before, after = (standing(state, trial.seat)[1] for state in (trial.before, trial.after))
    found = []
    params: dict[str, Any]
    if gained[EDGES_ROW] > 0:
        params = {"colour": _touched(tile), "points": int(gained[EDGES_ROW])}
        found.append(HintReason("kerala.idea.fringe", gained[EDGES_ROW], params))
    if gained[MISSING_ROW] > 0:
        colour = next(name for name, was, now in zip(COLOURS, before, after, strict=True) if now and not was)
        params = {"colour": colour, "points": int(gained[MISSING_ROW])}
        found.append(HintReason("kerala.idea.missing", gained[MISSING_ROW], params))
    if gained[REMOVED_ROW] > 0:
        joined = [name for name, was, now in zip(COLOURS, before, after, strict=True) if 0 < now < was]
        params = {"colour": joined[0] if joined else "any", "points": int(gained[REMOVED_ROW])}
        found.append(HintReason("kerala.idea.join", gained[REMOVED_ROW], params))
    elephants = gained[SYMBOLS_ROW:].astype(int)
    if elephants.sum() > 0:
        params = {"colour": COLOURS[int(elephants.argmax())], "points": int(elephants.max())}
        found.append(HintReason("kerala.idea.elephants", elephants.sum(), params))
    return found


def _touched(tile: int) -> Colour:
    """Return the colour that was matched by placing ``tile``: its fringe colour, or its own if it has no fringe."""
    return COLOURS[int(kerala.EDGE_OF[tile] if kerala.KIND_OF[tile] == kerala.EDGE else kerala.COLOUR_OF[tile])]


def _left_open(trial: CandidateTurn) -> list[HintReason]:
    """Return a reason if the turn places a fringe (coloured edge) that faces a free cell; otherwise an empty list."""
    platform = trial.after.platforms[trial.seat]
    tile, slot = int(platform.tile[platform.tiles - 1]), int(platform.tile_slot[platform.tiles - 1])
    turned = new_tile(trial) is not None or trial.before.phase == kerala.TURN
    if (
        not turned
        or kerala.KIND_OF[tile] != kerala.EDGE
        or platform.neighbour[slot, platform.side[slot]] != kerala.NONE
    ):
        return []
    return [HintReason("kerala.idea.later", LATER, {"colour": COLOURS[kerala.EDGE_OF[tile]]})]


def _denied(trial: CandidateTurn) -> list[HintReason]:
    """Return a reason if the turn takes the tile that is best for the next player; otherwise an empty list.

    The list is also empty if another tile in the offer is as good for that player.
    """
    before, seat = trial.before, trial.seat
    first = trial.actions[0]
    if before.phase != kerala.TAKE or before.turns_left < 2 or not first.startswith("take "):
        return []
    following = (seat + 1) % int(before.players)
    values = best_by_tile(before, following)
    wanted = values.pop(first.removeprefix("take "), None)
    offered = before.offer[before.offer != kerala.NONE].tolist()
    if wanted is None or not values or len(set(offered)) < len(offered):
        return []
    lost = wanted - max(values.values())
    worth = RIVALS * lost / (int(before.players) - 1)
    return [HintReason("kerala.idea.deny", worth, {"seat": following, "points": lost})] if lost > 0 else []


def _compared(best: CandidateTurn, second: CandidateTurn) -> list[HintReason]:
    """Return reasons why the best turn leaves a better platform than the second-best turn."""
    found = []
    steps, other = steps_apart(best), steps_apart(second)
    if steps >= FAR > other:
        found.append(HintReason("kerala.idea.apart", APART))
    if _covers(second) and _covers(best) is False:
        found.append(HintReason("kerala.idea.free", FREE))
    return found


def _covers(trial: CandidateTurn) -> bool | None:
    """Return whether the new tile covers another one; None without a new tile."""
    if new_tile(trial) is None:
        return None
    before, after = (state.platforms[trial.seat] for state in (trial.before, trial.after))
    return bool(after.cells == before.cells)
