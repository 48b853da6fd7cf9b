"""Hidden information in Chola: what a seat may know, and sampling of the rest (CHO-INFO)."""

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.turn.turns import can_go_on, forget_action
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Rng


@compilable
def is_choosing_build(state: Record) -> bool:
    """Return whether a player is choosing the parts of a Build. Other players know only that an action is due."""
    return bool(chola.CHOOSE_COLOURS <= state.phase <= chola.ARRANGE)


@compilable
def redact(state: Record, seat: int) -> None:
    """Remove what ``seat`` does not know: other players' unknown cards are moved to the stack (CHO-INFO-1, CHO-INFO-2).

    An incomplete Build is still its player's secret: it can be taken back, and the card is shown when it is played
    (CHO-BUILD-9).
    """
    if is_choosing_build(state) and state.seat != seat:
        forget_action(state)
        state.phase = chola.ACTION
    for other in range(state.players):
        if other != seat:
            for card in range(chola.NUM_CARDS):
                state.stack[card] += state.cards[other, card] - state.known[other, card]
                state.cards[other, card] = state.known[other, card]


@compilable
def resample(state: Record, seat: int, rng: Rng) -> None:
    """Deal the other players' unknown cards from the unseen ones, all equally likely (CHO-INFO-3).

    The seat to act is known not to be stuck, since otherwise the game would have ended. Deals that contradict this are
    repeated (CHO-END-4).
    """
    deal_unseen(state, seat, rng)
    while actor_is_stuck(state, seat):
        redact(state, seat)
        deal_unseen(state, seat, rng)


@compilable
def deal_unseen(state: Record, seat: int, rng: Rng) -> None:
    """Fill the hands of the other players with unseen cards."""
    for other in range(state.players):
        if other != seat:
            missing = int(state.held[other])
            for card in range(chola.NUM_CARDS):
                missing -= int(state.cards[other, card])
            for _ in range(missing):
                card = draw_unseen(state, rng)
                state.stack[card] -= 1
                state.cards[other, card] += 1


@compilable
def actor_is_stuck(state: Record, seat: int) -> bool:
    """Return whether the seat to act, if it is not ``seat``, would be stuck with the cards dealt to it.

    This is tested only if it must choose an action or decide on an extra turn.
    """
    choosing = (
        state.variant != chola.SOLO and (state.phase == chola.ACTION or state.phase == chola.END) and state.seat != seat
    )
    return choosing and not can_go_on(state)


@compilable
def draw_unseen(state: Record, rng: Rng) -> int:
    """Sample the kind of one unseen card."""
    total = 0
    for card in range(chola.NUM_CARDS):
        total += int(state.stack[card])
    left = int(rng.random() * total)
    card = 0
    left -= int(state.stack[card])
    while left >= 0:
        card += 1
        left -= int(state.stack[card])
    return card
