"""``check_game`` with default settings finds common mistakes about secrets, observations and returns, planted in
Envoy."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import mandapa_connect_four as connect_four
import numpy as np
import pytest
from mandapa_envoy.ai import observation
from mandapa_envoy.game import GAME
from mandapa_envoy.rules import rules, scoring, secrets
from mandapa_envoy.rules.actions import ENVOY
from mandapa_envoy.rules.state import NONE, OVER, STATE, UNKNOWN
from tests.testing import toy as sound
from tests.testing.toy import toy

from mandapa import testing
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.game_type import Learning
from mandapa.kernel.learning.compact import Feature, Part, Symmetry
from mandapa.kernel.record import copy_of, new_records
from mandapa.library import Game
from mandapa.testing import CheckFailed, check_game

_numbers = count()


def envoy(methods=None, presentation=None, **facts) -> Game:
    """Return Envoy with some parts replaced; every game type needs a different layout."""
    extra = f"fault_{next(_numbers)}"
    layout = np.dtype([*((name, STATE[name]) for name in STATE.names), (extra, np.int8)], align=True)

    def new_state(players, options, components):
        given = GAME.new_state(players, options, components)
        state = np.zeros(1, layout).view(np.recarray)[0]
        for name in STATE.names:
            state[name] = given[name]
        return state

    type = replace(
        GAME,
        state_type=layout,
        new_state=new_state,
        methods={**GAME.methods, **(methods or {})},
        presentation=replace(GAME.presentation, **(presentation or {})),
        **facts,
    )
    return Game(type, 3, {})


def keeps_the_next_card(state, seat):
    """Leaves the card of the seat after the observer visible."""
    other = (seat + 1) % state.players
    card = int(state.hand[other])
    secrets.redact(state, seat)
    if seat >= 0:
        state.hand[other] = card


def inverts(state, seat):
    """Hides the observer's card and shows those of others."""
    if state.phase != OVER and seat >= 0 and state.hand[seat] != NONE:
        state.hand[seat] = UNKNOWN


def forgets_spectators(state, seat):
    if seat >= 0:
        secrets.redact(state, seat)


def tells_all(before, action, after):
    return None


def observes_too_much(state, seat, out):
    observation.observation_tensor(state, seat, out)
    out[-1] *= 100


def observes_too_little(state, seat, out):
    enough = np.zeros(observation.SIZE)
    observation.observation_tensor(state, seat, enough)
    out[:-1] = enough[:-1]


def observes_beyond(state, seat, out):
    observation.observation_tensor(state, seat, out)
    out[observation.SIZE] = 1


def pays_too_much(state, out):
    scoring.scores(state, out)
    out *= 2


def peeks(state, out):
    """The player to act has fewer choices if the next seat holds a high card."""
    count = rules.legal_actions(state, out)
    return count - 1 if count > 1 and state.hand[(state.seat + 1) % state.players] > 3 else count


def whispers(state, action):
    """The text of a decision contains the card of the next seat."""
    text = ENVOY.format(state, action)
    return text if state.hand[(state.seat + 1) % state.players] < 4 else f"{text} high"


ZERO_SUM = replace(GAME.learning, utility="zero_sum")
FAULTS = {
    "redact keeps an opponent's card": ({"methods": {"redact": keeps_the_next_card}}, "secrets", "redact"),
    "redact inverts knowledge": ({"methods": {"redact": inverts}}, "secrets", "redact"),
    "redact forgets spectators": ({"methods": {"redact": forgets_spectators}}, "secrets", "a spectator"),
    "secret is missing": ({"presentation": {"secret": None}}, "secrets", "secret"),
    "secret tells everybody": ({"presentation": {"secret": tells_all}}, "secrets", "sees different log lines"),
    "an observation out of bounds": ({"methods": {"observation_tensor": observes_too_much}}, "observation", "to 16"),
    "an observation too short": ({"methods": {"observation_tensor": observes_too_little}}, "observation", "unwritten"),
    "an observation too long": ({"methods": {"observation_tensor": observes_beyond}}, "observation", "no room"),
    "returns that are not zero-sum": ({"learning": ZERO_SUM}, "returns", "expected 0"),
    "returns out of range": ({"methods": {"returns": pays_too_much}}, "returns", "expected 0 to 1"),
    "a leak through the mask": ({"methods": {"legal_actions": peeks}}, "secrets", "mask is"),
    "a leak through texts": ({"presentation": {"format_action": whispers}}, "secrets", "sentry high"),
}  # fmt: skip


@pytest.mark.parametrize(("parts", "check", "message"), FAULTS.values(), ids=FAULTS)
def test_found(parts, check, message):
    with pytest.raises(CheckFailed) as caught:
        check_game(envoy(**parts))
    assert caught.value.check == check and message in str(caught.value)


# ---------------------------------------------------------------- in the toy, at the defaults


def other_hand(state, seat):
    return sound.held_by(state, 1 - seat)


def describes_the_other_hand(before, action, after):
    """When a card is played, the log reveals what the other seat still holds."""
    if before.plies < 4:
        return {"key": "log.deal", "params": {}}
    return {"key": "log.play", "params": {"action": action, "left": other_hand(before, int(before.plies % 2))}}


def says_the_other_hand_aloud(before, action, after):
    return "a card" if before.plies < 4 else f"{action} {other_hand(before, int(before.plies % 2))}"


def refuses_with_the_other_hand(state, text):
    held = other_hand(state, max(sound.current_player(state), 0))
    return IllegalAction(text, "illegal_action", "", "refusal.illegal", {"they_hold": held}, "not now")


def sheets_with_hands(state):
    totals = np.zeros(2)
    sound.scores(state, totals)
    ranks = [1 + int((totals > total).sum()) for total in totals]
    hands = [sound.held_by(state, seat) for seat in range(2)]
    return [{"seat": seat, "total": totals[seat], "rank": ranks[seat], "hand": hands[seat]} for seat in range(2)]


def prefers_high_cards(state, seat, rng):
    """Resamples the other hand with the highest cards half of the time, whatever is unknown."""
    unknown = [card for card in range(sound.CARDS) if state.place[card] == sound.HIDDEN]
    if rng.random() < 0.5:
        unknown = rng.permutation(unknown).tolist()
    for other in range(2):
        if other != seat:
            for _ in range(sound.in_hand(state, other)):
                state.place[unknown.pop()] = sound.HAND_0 + other
    for card in unknown:
        state.place[card] = sound.DECK


def only_the_deck(state, actions, probabilities):
    """In a redacted record an unknown card may be the next one, too; here each has the odds of a card of the deck."""
    cards = [card for card in range(sound.CARDS) if state.place[card] in (sound.DECK, sound.HIDDEN)]
    actions[: len(cards)] = cards
    probabilities[: len(cards)] = 1 / (sound.CARDS - int(state.plies))
    return len(cards)


def other_returns(state, out):
    """Returns half of the points, though ``worth`` is points."""
    sound.scores(state, out)
    out /= 2


def endless(state, seat, rng):
    while (state.place == sound.HIDDEN).any():
        pass


def caches_its_first_view():
    seen = {}
    return lambda state: seen.setdefault(int(state.plies), sound.view(state))


def caches_its_last_view():
    """The cache is cleared only when a card is played, not when another state of the same ply is shown."""
    last = {}

    def view(state):
        if last.get("plies") != int(state.plies):
            last.update(plies=int(state.plies), view=sound.view(state))
        return last["view"]

    return view


def observes_its_calls():
    calls = count()

    def observation_tensor(state, seat, out):
        sound.observation_tensor(state, seat, out)
        out[0] = next(calls) % 3

    return observation_tensor


def observes_the_ply_alone(state, seat, out):
    out[:] = int(state.plies)


def wraps_around(state, action):
    """Writes a card's points into a field of 8 bits by a whole array, where they overflow."""
    sound.apply_action(state, action)
    state.points[:] = np.array([40, 40]) * int(state.plies)


def overflows(state, action):
    sound.apply_action(state, action)
    state.total += 40


ROUND_AND_OWN = (
    Part("seats", "entities", (Feature("there"), Feature("played", 2)), (2,)),
    Part("facts", "facts", (Feature("plies", 8),)),
)


def compact_tensor(state, seat, out):
    """For each seat, from the observer on: presence, and cards played; then the plies."""
    for step in range(2):
        other = (max(seat, 0) + step) % 2
        out[2 * step] = 1
        out[2 * step + 1] = (state.place == sound.PLAYED_0 + other).sum()
    out[4] = state.plies


def beyond_a_yes_or_no(state, seat, out):
    compact_tensor(state, seat, out)
    out[0] = out[2] = 2


def beyond_a_bound(state, seat, out):
    compact_tensor(state, seat, out)
    out[4] = 9 + state.plies


def seats_as_they_sit(state, seat, out):
    compact_tensor(state, 0, out)


def rows_as_they_sit(state, seat, out):
    """Only one number depends on the observer, the rows of the seats do not."""
    compact_tensor(state, 0, out)
    out[4] = max(seat, 0)


COMPACT = {"learning": Learning(compact=lambda start: ROUND_AND_OWN)}
TOY_FAULTS = {
    "describe tells a hidden card": (
        {"presentation": {"describe": describes_the_other_hand}},
        "secrets",
        "describe.params",
    ),
    "public_text tells a hidden card": (
        {"presentation": {"public_text": says_the_other_hand_aloud}},
        "secrets",
        "public_text is",
    ),
    "a refusal tells a hidden card": (
        {"presentation": {"refusal": refuses_with_the_other_hand}},
        "secrets",
        "params.they_hold",
    ),
    "score sheets tell hidden cards": (
        {"presentation": {"score_sheets": sheets_with_hands}},
        "secrets",
        "score sheets[0].hand",
    ),
    "resample has wrong odds": ({"methods": {"resample": prefers_high_cards}}, "odds", "is resampled as"),
    "redacted chance does not sum to 1": (
        {"methods": {"chance_outcomes": only_the_deck}},
        "chance",
        "in the record redacted for",
    ),
    "returns are not the scores": ({"methods": {"returns": other_returns}}, "returns", "Worth.unit is points"),
    "the first view of a ply stays": (
        {"presentation": {"view": caches_its_first_view()}},
        "views",
        "was the same in all",
    ),
    "the last view of a ply stays": (
        {"presentation": {"view": caches_its_last_view()}},
        "views",
        "once it was asked about others",
    ),
    "an observation counts its calls": (
        {"methods": {"observation_tensor": observes_its_calls()}},
        "observation",
        "expected a function of the state",
    ),
    "an observation ignores the state": (
        {"methods": {"observation_tensor": observes_the_ply_alone}},
        "observation",
        "observation_tensor was the same",
    ),
    "an array overflows": (
        {"methods": {"apply_action": wraps_around}, "layout": [("points", np.int8, 2)]},
        "overflow",
        "brings points to",
    ),
    "a number overflows": (
        {"methods": {"apply_action": overflows}, "layout": [("total", np.int8)]},
        "crash",
        "overflow encountered",
    ),
    "a yes or no is 2": (
        COMPACT | {"methods": {"compact_tensor": beyond_a_yes_or_no}},
        "observation",
        "there is 2, expected 0 or 1",
    ),
    "a quantity is beyond its bound": (
        COMPACT | {"methods": {"compact_tensor": beyond_a_bound}},
        "observation",
        "plies is above 8",
    ),
    "no seat sees its own place": (
        COMPACT | {"methods": {"compact_tensor": seats_as_they_sit}},
        "observation",
        "different observers",
    ),
    "rows do not turn to the observer": (
        COMPACT | {"methods": {"compact_tensor": rows_as_they_sit}},
        "observation",
        "compact_tensor (seats)",
    ),
}


@pytest.mark.parametrize(("parts", "check", "message"), TOY_FAULTS.values(), ids=TOY_FAULTS)
def test_found_in_the_toy(parts, check, message):
    with pytest.raises(CheckFailed) as caught:
        check_game(toy(**parts))
    assert (caught.value.check, message in str(caught.value)) == (check, True), str(caught.value)


def test_the_toy_passes_with_compact_observations():
    assert check_game(toy(**COMPACT, methods={"compact_tensor": compact_tensor})).games == 20


def test_a_resample_that_never_ends_is_stopped_by_a_limit_that_is_named():
    with pytest.raises(CheckFailed) as caught:
        check_game(toy(methods={"resample": endless}), time_limit=1.0)
    assert caught.value.check == "time" and "resample for" in str(caught.value)
    assert "time limit of 1 s, in endless" in str(caught.value)


# ---------------------------------------------------------------- symmetries, in Connect Four


def mirrored(record):
    """The board seen from behind: column 6 is column 0."""
    image = copy_of(record)
    for seat, bits in enumerate(record.discs.tolist()):
        image.discs[seat] = sum((bits >> 7 * column & 0b1111111) << 7 * (6 - column) for column in range(7))
    return image


def flipped(seen):
    return np.ascontiguousarray(seen.reshape(*seen.shape[:-1], 2, 6, 7)[..., ::-1]).reshape(seen.shape)


def planes(state, seat, out):
    numbers = np.zeros(3 * 42)
    connect_four.observation_tensor(state, seat, numbers)
    out[:] = numbers[:84]


def connect_four_with(actions=range(6, -1, -1), turn=flipped, state=mirrored):
    """Return Connect Four with compact observations and its mirror image as a symmetry."""
    mirror = Symmetry("mirror", np.array(actions, np.int32), turn, state)
    part = Part("discs", "planes", (Feature("own"), Feature("other")), (6, 7))
    learning = replace(connect_four.GAME.learning, compact=lambda start: [part], symmetries=lambda: (mirror,))
    layout = np.dtype(
        [*((n, connect_four.STATE[n]) for n in connect_four.STATE.names), (f"fault_{next(_numbers)}", np.int8)]
    )

    def new_state(players, options, components):
        start = new_records(layout, 1)[0]
        start.players = players
        return start

    methods = {**connect_four.GAME.methods, "compact_tensor": planes}
    return Game(
        replace(connect_four.GAME, state_type=layout, new_state=new_state, methods=methods, learning=learning), 2, {}
    )


def test_a_true_mirror_passes():
    assert check_game(connect_four_with(), games=5).games == 5


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"actions": range(7)}, "are legal, expected the image|compact_tensor for seat"),
        ({"actions": [0] * 7}, "does not give each decision once"),
        ({"turn": lambda seen: seen}, "differs in discs from the image of the observation"),
        ({"state": copy_of}, "mirror: "),
    ],
)
def test_a_wrong_symmetry_is_found(wrong, message):
    with pytest.raises(CheckFailed, match=message) as caught:
        check_game(connect_four_with(**wrong))
    assert caught.value.check == "symmetry"


# ---------------------------------------------------------------- duration


def test_it_says_how_long_it_will_take(capsys):
    check_game(envoy(), games=2)
    assert "1 more games, about" in capsys.readouterr().err
    done = []
    check_game(envoy(), games=2, progress=done.append)
    assert done == [1, 2] and capsys.readouterr().err == ""


def test_compiling_does_not_count_as_playing(capsys, monkeypatch):
    """The test's clock advances by an hour per compilation, and by a second per game."""
    now = [0.0]
    spent = {"compile_all": 3600.0, "check_playthrough": 1.0}

    def spending(name):
        def spend(*arguments, **named):
            now[0] += spent[name]

        return spend

    monkeypatch.setattr(testing.time, "perf_counter", lambda: now[0])
    for name in spent:
        monkeypatch.setattr(testing, name, spending(name))
    check_game(toy(), games=3, compiled=True)
    assert "2 more games, about 2 s" in capsys.readouterr().err
