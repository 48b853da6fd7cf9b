"""Bounds on the length and the returns of a game of Chola. ``pattern_bounds.py`` has those on the points of Builds."""

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.pattern_bounds import most_for_opponent, most_for_own_colour
from mandapa.games.chola.rules.scoring import TIE_SHARE, tie_break, total
from mandapa.games.chola.rules.setup import START_HAND
from mandapa.games.chola.rules.supplies import bag_size, hand_size, row_size
from mandapa.games.chola.rules.temple import STONES_OF
from mandapa.kernel.bounds import Bounds, largest_sum
from mandapa.kernel.record import Record

BUILD_STEPS = 4
"""Number of decisions in a Build: card, colours, place and arrangement (CHO-BUILD-1 to 3)."""
SCULPT_STEPS = 2
"""Number of decisions in a Sculpt before the payment: sculpture and way to pay.

One more follows for each colour of the cost (CHO-SCULPT-2).
"""
PER_TURN = chola.PICK_SIZE + 2
"""Maximum number of stones drawn in a turn, not counting replaced ones (CHO-PICK-2, CHO-BONUS-8, CHO-BONUS-9)."""


def bounds(start: Record) -> Bounds:
    """Return the bounds of a game from ``start``."""
    supplies = Supplies(start)
    least, most = _returns(start, supplies)
    return Bounds(supplies.decisions(), _set_up(start) + supplies.outcomes(), least, most)


class Supplies:
    """Pieces that a game can still use up, which limit the number of remaining turns.

    Attributes:
        laid: stones that may yet be laid: each needs an empty square and a place on a card (CHO-DEF-4, CHO-BUILD-9).
        builds, draws, picks, sculptures: number of turns of each kind. A card that was drawn or built never returns
            (CHO-DRAW-4), and no sculpture does (CHO-SCULPT-4).
        inflow: stones that players draw, except in a Replace. Stones leave hands only into the temple or to pay for
            sculptures, and hands are limited (CHO-PICK-3).
        replaced: number of turns of Replace. Several of them in a row end the game (CHO-END-7), and all other turns use
            pieces up, so the game ends even without a limit on turns.
        turns: number of all turns (CHO-END-8); in Solo, only Builds.
    """

    def __init__(self, start: Record) -> None:
        self.start = start
        players, solo = int(start.players), start.variant == chola.SOLO
        cards = start.row + start.stack + start.cards[:players].sum(axis=0, dtype=int)
        value, cost, self.splits = _sculptures(start)
        self.sculptures = len(value)
        self.sculpture_points = sum(value) + max(value, default=0)  # CHO-BONUS-3
        self.limit = self._limit()
        self.builds = min(int(cards.sum()), int(start.spaces), self.limit)
        sizes = [(int(size), int(count)) for size, count in zip(STONES_OF, cards, strict=True)]
        self.laid = min(int(start.spaces), largest_sum(self.builds, sizes))
        self.cards = int(start.stack_size)
        self.draws = 0 if solo else self.cards + int(row_size(start))
        hands = sum(hand_size(start, seat) for seat in range(players))
        in_play = hands + bag_size(start)
        if start.phase < chola.DRAW_STONE and not solo:
            hands = START_HAND * players
        room = chola.HAND_LIMIT * players - hands
        self.inflow = min(self.laid + cost + room, in_play - hands + cost)
        # A player who picks has at most five stones. Stones outside hands and the temple are in the bag (CHO-PICK-4).
        fewest = in_play - self.laid - chola.HAND_LIMIT * players + chola.PICK_SIZE
        self.picks = 0 if solo else self.inflow // (chola.PICK_SIZE if fewest >= chola.PICK_SIZE else 1)
        others = self.builds + self.draws + self.picks + self.sculptures
        in_a_row = 0 if solo else chola.STALL_TURNS * players
        self.replaced = max(0, in_a_row - 1) * others + in_a_row
        self.turns = min(self.limit, others + self.replaced)

    def _limit(self) -> int:
        """Return the number of turns left by the turn limit (CHO-END-8) or the count of last turns (CHO-END-3)."""
        start = self.start
        running = int(start.phase >= chola.ACTION)
        limits = [1 << 30]
        if start.turn_cap > 0:
            limits.append(max(running, int(start.turn_cap) - int(start.turn) + running))
        if start.last_turns > 0:
            limits.append(int(start.last_turns))
        return min(limits)

    def decisions(self) -> int:
        """Return the maximum number of decisions.

        Expert may add a question about the blue card to an action (CHO-BONUS-8 to 10).
        """
        asked = int(self.start.variant == chola.EXPERT)
        kinds = [
            (BUILD_STEPS + asked, self.builds),
            (SCULPT_STEPS + self.splits, self.sculptures),
            (1 + asked, self.draws + self.picks),
            (1, self.replaced),
        ]
        extra_turns = -(-self.turns // int(self.start.players)) if asked else 0  # one seat holds U4
        return int(largest_sum(self.turns, kinds)) + extra_turns

    def outcomes(self) -> int:
        """Return the maximum number of stones and cards drawn in turns, plus the cards drawn in the set-up."""
        solo = self.start.variant == chola.SOLO
        stones: int = (
            self.inflow if solo else self.inflow + largest_sum(self.turns, [(chola.HAND_LIMIT, self.replaced)])
        )
        if not solo:
            stones = min(stones, max(chola.HAND_LIMIT, PER_TURN) * self.turns)
        return stones + self.cards


def _sculptures(start: Record) -> tuple[list[int], int, int]:
    """Return the values of the sculptures that may still be carved, their total cost, and the most colours in one cost.

    Before tiles are dealt, assume the highest values and the highest costs of each size (CHO-SETUP-8). A red card may
    add a colour to a cost, but no stone (CHO-BONUS-5 to 7).
    """
    if start.variant != chola.EXPERT:
        return [], 0, 0
    costs = start.tile_cost.sum(axis=1, dtype=int)
    if start.phase >= chola.ACTION:
        left = [int(start.tile_at[slot]) for slot in range(int(start.slots)) if start.carver[slot] == chola.NONE]
        dealt = [tile for tile in left if tile != chola.NONE]
        values, cost = [int(start.tile_value[tile]) for tile in dealt], int(costs[dealt].sum())
    else:
        values, cost = [], 0
        for kind in set(start.slot_kind[: start.slots].tolist()):
            count = int((start.slot_kind == kind).sum())
            values += sorted(start.tile_value[start.tile_kind == kind].tolist())[-count:]
            cost += sum(sorted(costs[start.tile_kind == kind].tolist())[-count:])
    return values, cost, int((start.tile_cost > 0).sum(axis=1).max()) + 1


def _set_up(start: Record) -> int:
    """Return the number of chance events before the first turn (CHO-SETUP, CHO-CHANCE-2).

    Draws from the stack of cards are not counted.
    """
    if start.phase >= chola.DRAW_STONE:
        return 0
    players = int(start.players)
    count = int(start.first_player == chola.NONE) + int((start.colour[:players] == chola.NONE).sum())
    if start.variant != chola.SOLO:
        dealt = sum(max(0, hand_size(start, seat) - START_HAND + chola.START_BLIND) for seat in range(players))
        count += chola.START_BLIND * players - dealt
    if start.treasure_rule == chola.OPEN:
        count += int((start.treasure[: start.stars] == 0).sum())
    if start.variant == chola.EXPERT:
        count += int(start.removed_value == chola.NONE) + int((start.tile_at[: start.slots] == chola.NONE).sum())
        count += int((start.red[:players] == 0).sum()) + int((start.blue[:players] == 0).sum())
    return count


def _returns(start: Record, supplies: Supplies) -> tuple[float, float]:
    """Return the lowest and highest possible returns.

    Points are never lost (CHO-SCORE-8). In Solo the return is the points minus those of the virtual opponent.
    """
    seats = range(int(start.players))
    least = min(total(start, seat) for seat in seats)
    most = max(total(start, seat) + _gain(start, supplies, seat) for seat in seats)
    if start.variant == chola.SOLO:
        opponent = total(start, chola.OPPONENT)
        return least - opponent - most_for_opponent(start, supplies.laid), most - opponent
    return least, most + TIE_SHARE * _most_for_ties(start, supplies)


def _gain(start: Record, supplies: Supplies, seat: int) -> int:
    """Return the maximum points that a seat can still get, assuming it gets every stone, treasure and sculpture."""
    stars = sum(int(start.stone[square]) == chola.EMPTY for square in start.star[: start.stars].tolist())
    treasures = start.treasures_left.astype(int)
    for treasure in start.treasure[: start.stars].tolist():
        if treasure > 0:
            treasures[treasure - 1] += 1
    stones = most_for_own_colour(start, seat, supplies.laid, stars)
    return stones + int(treasures @ chola.TREASURE_POINTS) + supplies.sculpture_points


def _most_for_ties(start: Record, supplies: Supplies) -> int:
    """Return the maximum value of ``tie_break``: stones on the wagon, or own stones on the temple (CHO-TIE-2, 3)."""
    if start.variant == chola.EXPERT:
        return int(chola.NUM_COLOURS * chola.WAGON_MAX)
    on_temple = max(int(tie_break(start, seat)) for seat in range(int(start.players)))
    in_hands_and_bag = start.bag.astype(int) + start.hand[: start.players].sum(axis=0, dtype=int)
    return on_temple + min(supplies.laid, int(in_hands_and_bag.max()))
