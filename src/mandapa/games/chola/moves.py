"""Actions of Chola as text, as log lines, and the reason why something may not be done.

Decisions: ``pick``, ``replace W 3``, ``draw stack``, ``draw one``, ``build hv4``, ``colours B L``, ``place c2``
(square), ``place c2-d2`` and ``place c2-c3`` (pairs), ``place c2:d3`` (block), ``arrange 0``, ``sculpt S2``,
``normal``, ``double``, ``free``, ``substitute W B``, ``recolour L B``, ``less W``, ``hand W 2``, ``no``, ``yes``,
``end``, ``extra``. Chance: ``first 2``, ``colour 0 W``, ``stone W``, ``treasure c2 plus1``, ``card hv4``,
``remove 6``, ``tile S2 Q8L``, ``bonus 0 R4``.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from mandapa.games.chola.actions import (
    BONUS_YES,
    BUILD_0,
    DRAW_ROW_0,
    DRAW_STACK,
    END_TURN,
    NORMAL_PLAN,
    PICK_STONES,
    REPLACE_0,
    REPLACE_SIZES,
    SCULPT_0,
    SPLIT_0,
    after_places,
    colours_0,
    places_0,
)
from mandapa.games.chola.build import has_colours, holds_card
from mandapa.games.chola.components import ALPHABET, CARDS, LETTERS, TREASURES
from mandapa.games.chola.rules import FIRST_OF_PAIR, SECOND_OF_PAIR
from mandapa.games.chola.sculpt import (
    FIRST_OF_PLAN,
    LESS,
    RECOLOUR,
    SUBSTITUTE,
    first_of_pair,
    is_finished,
    plan_of,
    second_of_pair,
    write_cost,
)
from mandapa.games.chola.setup import is_choosing_build, next_slot, seat_without_colour, star_without_treasure
from mandapa.games.chola.state import (
    ACTION,
    ARRANGE,
    BONUS,
    CARD_LIMIT,
    CHOOSE_COLOURS,
    CHOOSE_PLACE,
    COLOUR,
    DEAL_BONUS,
    DEAL_CARD,
    DEAL_STONE,
    DEAL_TILE,
    DRAW_CARD,
    DRAW_STONE,
    END,
    FIRST_PLAYER,
    NONE,
    NUM_COLOURS,
    OVER,
    PLAN,
    REFILL,
    REMOVE_VALUE,
    REPLACE_MIN,
    SOLO,
    SPLIT,
    TILE_NAMES,
    TREASURE,
)
from mandapa.games.chola.temple import STONES_OF, next_place, squares_of
from mandapa.games.chola.turn import CARD_IF_NONE, CARD_MORE, STONES_IF_NONE, STONES_MORE, bag_size
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.types import Record

PHASES = (
    *("setup",) * 9,
    "draw_stone",
    "draw_card",
    "refill",
    "action",
    "colours",
    "place",
    "arrange",
    "plan",
    "split",
    "bonus",
    "end",
    "over",
)
ROW_NAMES = (
    "foreign",
    "own_patterns",
    "given_patterns",
    "treasures",
    "doubling",
    "own_stones",
    "sculptures",
    "doubled_sculptures",
    "other",
)
"""Names of the columns of ``points``."""
PLANS = ("normal", "double", "free", "substitute", "recolour", "less")
SOLO_STEPS = {1 + STONES_IF_NONE: "a", 1 + CARD_IF_NONE: "a", 1 + CARD_MORE: "c", 1 + STONES_MORE: "e"}
"""Which step of Solo draws, by the step that comes after it (CHO-SOLO-4 to 7)."""
RED = tuple(f"R{number}" for number in range(1, 7))
BLUE = tuple(f"U{number}" for number in range(1, 7))

REASONS = {
    "over": ("CHO-END-6", "the game is over"),
    "chance": ("CHO-CHANCE-1", "chance moves now, not a player"),
    "not_possible": ("CHO-CHANCE-1", "this outcome is not possible now"),
    "phase": ("CHO-TURN-1", "this is not the step of the turn that is due"),
    "solo": ("CHO-SOLO-3", "in Solo you only build; all else goes by itself"),
    "hand_full": ("CHO-PICK-1", "with six or seven stones you may not pick"),
    "bag_empty": ("CHO-PICK-1", "the bag is empty"),
    "too_few_alike": ("CHO-REPL-1", "you do not have so many stones of this colour, or fewer than three"),
    "cards_full": ("CHO-DRAW-1", "you hold four cards"),
    "no_such_card": ("CHO-DRAW-1", "there is no such card to take"),
    "not_held": ("CHO-BUILD-1", "you hold no card of this kind"),
    "stones_short": ("CHO-BUILD-1", "your stones do not suffice for this card"),
    "no_place": ("CHO-BUILD-1", "there is no place for the stones of this card"),
    "wrong_colours": ("CHO-BUILD-2", "your stones do not suffice for these colours"),
    "wrong_shape": ("CHO-BUILD-2", "this is not a place of the card's shape"),
    "occupied": ("CHO-BUILD-4", "not all of these squares are empty"),
    "unsupported": ("CHO-BUILD-5", "nothing would hold a stone there"),
    "no_arrangement": ("CHO-BUILD-3", "this card cannot be laid like that"),
    "no_tile": ("CHO-SCULPT-1", "there is no sculpture to carve there"),
    "unfinished": ("CHO-SCULPT-1", "not every square of the sculpture has a stone"),
    "cost_short": ("CHO-SCULPT-2", "hand and wagon do not hold what it costs"),
    "no_plan": ("CHO-BONUS-12", "you cannot pay in this way"),
    "no_split": ("CHO-SCULPT-2", "so many stones cannot come from the hand"),
}
"""Why something may not be done: the clause and a sentence; the client's catalogue has ``chola.refusal.<name>``."""

LETTER = "[BLWGY]"
KIND = "|".join(CARDS)
SQUARE = r"[a-z]\d{1,2}"
FORMS = {
    "pick": re.compile("pick"),
    "replace": re.compile(f"replace (?P<letter>{LETTER}) (?P<size>[3-7])"),
    "draw": re.compile(f"draw (?P<card>stack|{KIND})"),
    "build": re.compile(f"build (?P<card>{KIND})"),
    "sculpt": re.compile(r"sculpt (?P<slot>\S+)"),
    "colours": re.compile(f"colours {LETTER}(?: {LETTER})?"),
    "place": re.compile(f"place (?P<first>{SQUARE})(?:(?P<join>[-:])(?P<last>{SQUARE}))?"),
    "arrange": re.compile("arrange [0-3]"),
    "plan": re.compile(f"normal|double|free|(?:substitute|recolour) {LETTER} {LETTER}|less {LETTER}"),
    "split": re.compile(f"hand {LETTER} [0-7]"),
    "bonus": re.compile("no|yes"),
    "end": re.compile("end|extra"),
    "chance": re.compile(r"(?:first|colour|stone|treasure|card|remove|tile|bonus) .+"),
}
PHASES_OF = {
    **dict.fromkeys(("pick", "replace", "draw", "build", "sculpt"), ACTION),
    "colours": CHOOSE_COLOURS,
    "place": CHOOSE_PLACE,
    "arrange": ARRANGE,
    "plan": PLAN,
    "split": SPLIT,
    "bonus": BONUS,
    "end": END,
}


# ---------------------------------------------------------------- names


def square_name(state: Record, square: int) -> str:
    """``c2``."""
    return f"{ALPHABET[state.column[square]]}{state.level[square]}"


def squares_at(state: Record, place: int) -> list[int]:
    """The squares of a place."""
    squares = np.empty(4, np.int16)
    count = squares_of(state, place, squares)
    listed: list[int] = squares[:count].tolist()
    return listed


def place_text(state: Record, place: int) -> str:
    """``c2``, ``c2-d2``, ``c2-c3`` or ``c2:d3``."""
    names = [square_name(state, square) for square in squares_at(state, place)]
    if len(names) == 1:
        return names[0]
    return f"{names[0]}{':' if len(names) == 4 else '-'}{names[-1]}"


def letters_of(counts: Any) -> dict[str, int]:
    """Stones by letter, without zeros."""
    return {letter: int(count) for letter, count in zip(LETTERS, counts, strict=True) if count}


def kinds_of(counts: Any) -> dict[str, int]:
    """Cards by kind, without zeros."""
    return {kind: int(count) for kind, count in zip(CARDS, counts, strict=True) if count}


def way_text(number: int) -> str:
    """A way to pay: ``normal``, ``substitute W B``, ``less W``."""
    plan = plan_of(number)
    choice = number - int(FIRST_OF_PLAN[plan])
    if plan in (SUBSTITUTE, RECOLOUR):
        return f"{PLANS[plan]} {LETTERS[first_of_pair(choice)]} {LETTERS[second_of_pair(choice)]}"
    return f"less {LETTERS[choice]}" if plan == LESS else PLANS[plan]


def slot_text(slot: int) -> str:
    """``S2``."""
    return f"S{slot + 1}"


def cost_of(state: Record, slot: int, number: int) -> list[int]:
    """What the tile of a slot costs in that way."""
    cost = np.zeros(NUM_COLOURS, np.int64)
    write_cost(state, slot, number, cost)
    listed: list[int] = cost.tolist()
    return listed


# ---------------------------------------------------------------- texts


def format_action(state: Record, action: int) -> str:
    """Text of a legal action (or possible outcome) of ``state``."""
    phase = state.phase
    if phase <= REFILL:
        return _format_outcome(state, action)
    if phase == ACTION:
        return _format_turn(action)
    if phase == CHOOSE_COLOURS:
        return "colours " + " ".join(chosen_letters(action - colours_0(state)))
    if phase == CHOOSE_PLACE:
        return f"place {place_text(state, action - places_0(state))}"
    offset = action - after_places(state)
    if phase == ARRANGE:
        return f"arrange {offset}"
    if phase == PLAN:
        return way_text(offset - NORMAL_PLAN)
    if phase == SPLIT:
        return f"hand {LETTERS[state.split]} {offset - SPLIT_0}"
    if phase == BONUS:
        return "yes" if offset == BONUS_YES else "no"
    return "end" if offset == END_TURN else "extra"


def chosen_letters(choice: int) -> list[str]:
    """Letters of the one or two colours of a CHOOSE_COLOURS action, counted from ``colours_0``."""
    if choice < NUM_COLOURS:
        return [LETTERS[choice]]
    pair = choice - NUM_COLOURS
    return [LETTERS[FIRST_OF_PAIR[pair]], LETTERS[SECOND_OF_PAIR[pair]]]


def _format_turn(action: int) -> str:
    if action == PICK_STONES:
        return "pick"
    if action < DRAW_STACK:
        colour, size = divmod(action - REPLACE_0, REPLACE_SIZES)
        return f"replace {LETTERS[colour]} {size + REPLACE_MIN}"
    if action < BUILD_0:
        return "draw stack" if action == DRAW_STACK else f"draw {CARDS[action - DRAW_ROW_0]}"
    if action < SCULPT_0:
        return f"build {CARDS[action - BUILD_0]}"
    return f"sculpt {slot_text(action - SCULPT_0)}"


def _format_outcome(state: Record, outcome: int) -> str:
    phase = state.phase
    if phase == FIRST_PLAYER:
        return f"first {outcome}"
    if phase == COLOUR:
        return f"colour {seat_without_colour(state)} {LETTERS[outcome]}"
    if phase in (DEAL_STONE, DRAW_STONE):
        return f"stone {LETTERS[outcome]}"
    if phase == TREASURE:
        return f"treasure {square_name(state, state.star[star_without_treasure(state)])} {TREASURES[outcome]}"
    if phase == REMOVE_VALUE:
        return f"remove {outcome}"
    if phase == DEAL_TILE:
        return f"tile {slot_text(next_slot(state))} {TILE_NAMES[outcome]}"
    if phase == DEAL_BONUS:
        return f"bonus {state.seat} {bonus_text(state, outcome)}"
    return f"card {CARDS[outcome]}"


def bonus_text(state: Record, card: int) -> str:
    """``R4`` or ``U1``: the red cards are dealt before the blue one of a seat."""
    return RED[card - 1] if state.red[state.seat] == 0 else BLUE[card - 1]


# ---------------------------------------------------------------- log lines


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Log line of an action; that of the decision which completes a Build says what it pays."""
    kind, params = _description(before, action, after)
    return _with_skipped(before, after, {"key": f"chola.log.{kind}", "params": params})


def _with_skipped(before: Record, after: Record, line: dict[str, Any]) -> dict[str, Any]:
    """The log line, and behind it whose turn is skipped now: no action of theirs could tell it (CHO-BONUS-11)."""
    skipped = [seat for seat in range(before.players) if before.resting[seat] and not after.resting[seat]]
    also = [{"key": "chola.log.skipped", "params": {"seat": seat}} for seat in skipped]
    return {**line, "params": {**line["params"], "also": also}} if also else line


def _description(state: Record, action: int, after: Record) -> tuple[str, dict[str, Any]]:
    phase = state.phase
    words = format_action(state, action).split()
    if phase <= REFILL:
        return _chance_line(state, words)
    seat = int(state.seat)
    if phase == ACTION:
        if action == PICK_STONES:
            return "pick", {}
        if words[0] == "replace":
            return "replace", {"letter": words[1], "size": int(words[2])}
        if words[0] == "draw":
            return ("draw_stack", {}) if action == DRAW_STACK else ("draw_row", {"card": words[1]})
    result = _result(state, action, after)
    if result:
        return result
    simple = {"build": "build", "sculpt": "sculpt", "colours": "colours", "place": "place", "arrange": "arrange"}
    if words[0] in simple:
        return simple[words[0]], {"what": words[1:]}
    if phase == PLAN:
        return "plan", {"plan": words[0], "letters": words[1:]}
    if phase == SPLIT:
        return "split", {"letter": words[1], "count": int(words[2])}
    if phase == BONUS:
        return f"bonus_{words[0]}", {"card": BLUE[state.blue[seat] - 1]}
    return words[0], {}


def _chance_line(state: Record, words: list[str]) -> tuple[str, dict[str, Any]]:
    seat = int(state.seat)
    kind = words[0]
    if kind == "first":
        return "first", {"seat": int(words[1])}
    if kind in ("colour", "bonus"):
        name = "letter" if kind == "colour" else "card"
        return kind, {"seat": int(words[1]), name: words[2]}
    solo = f"solo_{SOLO_STEPS[int(state.step)]}_" if state.variant == SOLO and state.phase >= DRAW_STONE else ""
    if kind == "stone":
        return f"{solo}stone", {"seat": seat, "letter": words[1]}
    if kind == "treasure":
        return "treasure", {"square": words[1], "treasure": words[2]}
    if kind == "remove":
        return "remove", {"value": int(words[1])}
    if kind == "tile":
        return "tile", {"slot": words[1], "tile": words[2]}
    hidden = state.phase in (DEAL_CARD, DRAW_CARD)
    if solo:
        return f"{solo}card", {"card": words[1]}
    return ("card" if hidden else "row_card"), {"seat": seat, "card": words[1]}


def _result(state: Record, action: int, after: Record) -> tuple[str, dict[str, Any]] | None:
    """The whole Build or Sculpt if ``action`` completes it."""
    if after.spaces < state.spaces:
        return "built", build_result(state, action, after)
    if after.uncarved < state.uncarved:
        slot = int(state.slot) if state.slot != NONE else action - SCULPT_0
        gained = gains(state, after)[int(state.seat)]
        squares = [square_name(state, square) for square in state.slot_cell[slot].tolist() if square != NONE]
        where = squares[0] if len(squares) == 1 else f"{squares[0]}–{squares[-1]}"
        tile = TILE_NAMES[int(state.tile_at[slot])]
        return "carved", {"slot": slot_text(slot), "squares": where, "tile": tile, "points": sum(gained.values())}
    return None


def build_result(before: Record, action: int, after: Record) -> dict[str, Any]:
    """What a Build did: its card, the stones by square, and every seat's points by where they come from."""
    card = int(before.card) if before.card != NONE else action - BUILD_0
    changed = [square for square in range(before.cells) if before.stone[square] != after.stone[square]]
    gained = {seat: rows for seat, rows in enumerate(gains(before, after)) if rows}
    return {
        "card": CARDS[card],
        "stones": {square_name(after, square): LETTERS[after.stone[square] - 1] for square in changed},
        "gains": {str(seat): rows for seat, rows in gained.items()},
        "placed": [LETTERS[after.stone[square] - 1] + square_name(after, square) for square in changed],
        "paid": [_paid(after, seat, rows) for seat, rows in gained.items()] or ["0"],
    }


def _paid(state: Record, seat: int, rows: dict[str, int]) -> str:
    """``W=foreign:1,own_patterns:3``: what the owner of white gains; ``O`` is the opponent in Solo."""
    owner = LETTERS[state.colour[seat]] if seat < state.players else "O"
    return f"{owner}={','.join(f'{name}:{points}' for name, points in rows.items())}"


def gains(before: Record, after: Record) -> list[dict[str, int]]:
    """Points gained by every row of ``points``, by where they come from."""
    change = (after.points - before.points).tolist()
    return [{name: gain for name, gain in zip(ROW_NAMES, row, strict=True) if gain} for row in change]


def secret_of(before: Record, action: int, after: Record) -> int | None:
    """The only seat that sees an action: who draws a card from the stack (CHO-INFO-2), or chooses what to build.

    None if everybody does, as when a Build is complete (CHO-BUILD-9).
    """
    hidden = before.phase in (DEAL_CARD, DRAW_CARD) or _is_step_of_build(before, action, after)
    return int(before.seat) if hidden else None


def untold(before: Record, action: int, after: Record) -> dict[str, Any] | None:
    """What the others are told of a secret: that a card is drawn; of a Build that is not complete nothing."""
    if before.phase not in (DEAL_CARD, DRAW_CARD):
        return None
    return _with_skipped(before, after, {"key": "chola.log.card_unseen", "params": {"seat": int(before.seat)}})


def aloud(before: Record, action: int, after: Record) -> str:
    """What everybody may read of an action: of a card from the stack whose it is, of a complete Build all of it."""
    if before.phase in (DEAL_CARD, DRAW_CARD):
        return f"card for seat {before.seat}"
    kind, result = _result(before, action, after) or ("", {})
    if kind != "built":
        return format_action(before, action)
    return f"build {result['card']} {' '.join(result['placed'])}"


def _is_step_of_build(state: Record, action: int, after: Record) -> bool:
    """Whether an action belongs to a Build without completing it."""
    builds = is_choosing_build(state) or (state.phase == ACTION and BUILD_0 <= action < SCULPT_0)
    return builds and bool(after.spaces == state.spaces)


# ---------------------------------------------------------------- refusals


def refusal(state: Record, text: str) -> IllegalAction:
    """Why ``text``, which is not among the legal actions of ``state``, may not be done."""
    found = [(kind, match) for kind, form in FORMS.items() if (match := form.fullmatch(text))]
    if not found:
        expected = "an action such as 'pick', 'replace W 3', 'draw stack', 'build one', 'place c2-d2', 'sculpt S2'"
        return IllegalAction(text, "unknown_action", "", "refusal.unknown", {}, f"not an action; expected {expected}")
    kind, match = found[0]
    name = _reason(state, kind, match.groupdict())
    clause, sentence = REASONS[name]
    params = {"phase": PHASES[state.phase], "kind": kind, **match.groupdict()}
    return IllegalAction(text, "illegal_action", clause, f"chola.refusal.{name}", params, sentence)


def _reason(state: Record, kind: str, given: dict[str, str]) -> str:
    if state.phase == OVER:
        return "over"
    if state.phase <= REFILL:
        return "not_possible" if kind == "chance" else "chance"
    if PHASES_OF.get(kind) != state.phase:
        return "phase"
    if state.variant == SOLO and kind in ("pick", "replace", "draw", "sculpt"):
        return "solo"
    if kind == "build":
        return build_obstacle(state, CARDS.index(given["card"])) or "phase"
    if kind == "sculpt":
        return sculpt_obstacle(state, given["slot"])
    if kind == "place":
        return _place_obstacle(state, given)
    if kind == "draw":
        return "cards_full" if state.held[state.seat] >= CARD_LIMIT else "no_such_card"
    if kind == "pick":
        return "bag_empty" if bag_size(state) == 0 else "hand_full"
    reasons = {"replace": "too_few_alike", "colours": "wrong_colours", "plan": "no_plan", "split": "no_split"}
    return reasons.get(kind, "no_arrangement")


def build_obstacle(state: Record, card: int) -> str | None:
    """Why a card of that kind may not be built, None if it may (CHO-BUILD-1)."""
    seat = int(state.seat)
    if not holds_card(state, seat, card):
        return "not_held"
    if not has_colours(state, seat, card):
        return "stones_short"
    return "no_place" if next_place(state, card, 0) == NONE else None


def sculpt_obstacle(state: Record, slot: str) -> str:
    """Why the sculpture of a slot may not be carved (CHO-SCULPT-1, CHO-SCULPT-2)."""
    slots = [slot_text(number) for number in range(int(state.slots))]
    if slot not in slots:
        return "no_tile"
    number = slots.index(slot)
    if state.tile_at[number] == NONE or state.carver[number] != NONE:
        return "no_tile"
    return "cost_short" if is_finished(state, number) else "unfinished"


def _place_obstacle(state: Record, given: dict[str, str]) -> str:
    names = [square_name(state, square) for square in range(state.cells)]
    text = given["first"] + ((given["join"] + given["last"]) if given["join"] else "")
    size = {1: 1, 2: 2, 4: 4}[int(STONES_OF[state.card])]
    every = (place for place in range(after_places(state) - places_0(state)) if place_text(state, place) == text)
    place = next(every, None)
    if given["first"] not in names or place is None:
        return "wrong_shape"
    squares = squares_at(state, place)
    if len(squares) != size:
        return "wrong_shape"
    return "occupied" if any(state.stone[square] for square in squares) else "unsupported"
