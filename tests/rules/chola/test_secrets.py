"""Chola: public and secret information (CHO-INFO), and taking back."""

from __future__ import annotations

from collections import Counter
from math import comb, prod

import numpy as np
import pytest
from chola_pieces import CARDS
from chola_play import at, build, counted, known_of, load, plays, those

from mandapa.games.chola import GAME
from mandapa.play.match import Match
from mandapa.play.seats import Seat

STUCK = {"B": 3, "W": 1, "L": 1, "G": 1, "Y": 1}


def unseen(known, seat):
    """Return the cards that a seat cannot locate: those of the stack and the unknown ones of other players."""
    found = Counter(known["stack"])
    for other, cards in enumerate(known["cards"]):
        if other != seat:
            found += Counter(cards) - Counter(known["known"][other])
    return dict(found)


# ---------------------------------------------------------------- views


@pytest.mark.clause("CHO-INFO-1", "CHO-INFO-2")
@pytest.mark.parametrize(("players", "variant"), [(2, "basic"), (4, "basic"), (3, "expert"), (1, "solo")])
def test_views_of_all(players, variant):
    public = ("stones", "wagon", "red", "blue", "resting", "total", "known", "held", "colour")
    for number, state in enumerate(plays(3, players, variant=variant)):
        if number % 29:
            continue
        known = known_of(state)
        views = {seat: state.view(seat) for seat in (None, *range(players))}
        for seat, view in views.items():
            for other, row in enumerate(view["seats"]):
                expected = known["cards"] if other == seat else known["known"]
                assert row["cards"] == expected[other] and row["held"] == sum(known["cards"][other].values())
                assert row["stones"] == known["hands"][other]
                assert {key: row[key] for key in public} == {key: views[None]["seats"][other][key] for key in public}
            assert view["stack"] == {"total": sum(known["stack"].values()), "unseen": unseen(known, seat)}
            assert view["row"] == known["row"] and view["bag"]["counts"] == known["bag"]
            different = {key for key, value in view.items() if value != views[None][key]}
            choosing = views[state.current_player if state.current_player >= 0 else None]["building"]
            assert different <= {"seats", "stack", *(("phase", "doing", "building") if choosing else ())}


@pytest.mark.clause("CHO-INFO-1")
@pytest.mark.parametrize("seed", range(2))
def test_the_bag_follows_from_what_is_seen(seed):
    for number, state in enumerate(plays(seed, 3, variant="expert")):
        if number % 17 == 0:
            view = state.view(None)
            seen = Counter(row["stone"] for row in view["squares"] if row["stone"])
            for row in view["seats"]:
                seen.update(row["stones"])
            assert seen + Counter(view["bag"]["counts"]) == dict.fromkeys("BLWGY", 32)


@pytest.mark.clause("CHO-INFO-2")
@pytest.mark.parametrize(("mine", "other"), [("one", "hv4"), ("diag4", "same2")])
def test_cards_of_others_cannot_be_told_apart(mine, other):
    """Two games that differ only in the cards seat 1 has drawn look the same to all others."""
    rest = Counter({"one": 5, "same2": 5, "hv4": 5, "diag4": 5})
    states = [
        at({"cards": [{"one": 1}, {card: 1}], "stack": dict(rest - Counter([card])), "face_up": {"one": 1}})
        for card in (mine, other)
    ]
    assert states[0] != states[1]
    for seat in (None, 0, 2):
        one, two = (state.for_seat(seat) for state in states)
        assert one == two and states[0].view(seat) == states[1].view(seat)
        assert [state.choices(seat) for state in states[:1]] == [state.choices(seat) for state in states[1:]]
    assert states[0].view(1) != states[1].view(1)
    assert states[0].previews() == states[1].previews()


@pytest.mark.clause("CHO-INFO-2")
def test_outcomes_that_only_one_seat_sees():
    secret = GAME.presentation.secret
    for seed in range(2):
        for state in plays(seed, 3, variant="expert"):
            if not state.is_chance:
                continue
            due = [secret(state.record, action, state.try_id(action)) for action in state.legal_action_ids]
            word = state.legal_actions[0].split()[0]
            last = state.history[-1].split() if state.history else [""]
            if word == "card" and (last == ["draw", "stack"] or last == ["yes"]):
                assert due == [int(state.record.seat)] * len(due)
            elif (word == "card" and state.record.turn > 0) or word != "card":  # in the place of an open card
                assert due == [None] * len(due)


@pytest.mark.clause("CHO-INFO-2")
def test_dealt_cards_are_seen_by_who_gets_them():
    secret = GAME.presentation.secret
    dealt = []
    for state in plays(5, 3, first_player=1):
        if not state.is_chance:
            break
        if state.legal_actions[0].startswith("card"):
            (seat,) = {secret(state.record, action, state.try_id(action)) for action in state.legal_action_ids}
            dealt.append(seat)
    assert dealt == [1, 1, 2, 2, 0, 0, None, None, None]


# ---------------------------------------------------------------- known cards


@pytest.mark.clause("CHO-INFO-3", "CHO-INFO-1")
def test_what_is_taken_openly_is_known_until_it_is_played():
    state = at({"face_up": {"one": 2}, "hands": [{"B": 2}], "stack": {"one": 9}})
    history = []
    others = ["pick", "stone B", "stone B", "draw stack", "card one"]  # seats 1 and 2
    for texts in (
        ["draw one", "card one", *others],  # known: one
        ["draw stack", "card one", "draw stack", "card one", "pick", "stone W", "stone W"],  # another, unknown
    ):
        for text in texts:
            state.apply(text)
        history.append((known_of(state)["cards"][0], known_of(state)["known"][0]))
    build(state, "one B a1")
    history.append((known_of(state)["cards"][0], known_of(state)["known"][0]))
    assert history == [({"one": 1}, {"one": 1}), ({"one": 2}, {"one": 1}), ({"one": 1}, {})]
    assert [state.view(seat)["seats"][0]["cards"] for seat in (0, 1, None)] == [{"one": 1}, {}, {}]


@pytest.mark.clause("CHO-INFO-3")
@pytest.mark.parametrize(
    ("known", "left"), [({}, {}), ({"one": 1}, {}), ({"one": 2}, {"one": 1}), ({"hv4": 1}, {"hv4": 1})]
)
def test_a_played_card_is_taken_to_be_a_known_one(known, left):
    state = at({"cards": [{"one": 3, "hv4": 1}], "known": [known], "hands": [{"B": 1}]})
    build(state, "one B a1")
    assert known_of(state)["known"][0] == left and known_of(state)["cards"][0] == {"one": 2, "hv4": 1}


@pytest.mark.clause("CHO-INFO-3", "CHO-INFO-1")
@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_known_cards_are_bookkept(variant):
    """A card is revealed when it is played, not while its player still chooses (CHO-BUILD-9)."""
    known = [Counter() for _ in range(3)]
    actor = None
    for state in plays(7, 3, variant=variant):
        verb, *words = state.history[-1].split() if state.history else [""]
        if verb == "draw" and words != ["stack"]:
            known[actor][words[0]] += 1
        if verb == "build":
            played = words[0]
        building = state.current_player >= 0 and state.view(state.current_player)["building"] is not None
        if verb in ("build", "colours", "place", "arrange") and not building:
            known[actor][played] = max(0, known[actor][played] - 1)
        assert known_of(state)["known"] == [dict(+counts) for counts in known]
        actor = state.current_player


# ---------------------------------------------------------------- guesses


@pytest.mark.clause("CHO-INFO-2")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_guesses_agree_with_what_is_known(seat):
    rng = np.random.default_rng(3)
    for number, state in enumerate(plays(11, 3, variant="expert")):
        if number % 40:
            continue
        known, guess = known_of(state), state.for_seat(seat)
        guess.resample(seat, rng)
        found = known_of(guess)
        for name in set(known) - {"cards", "stack"}:
            assert found[name] == known[name]
        for other, cards in enumerate(found["cards"]):
            if other == seat:
                assert cards == known["cards"][other]
            assert Counter(known["known"][other]) <= Counter(cards)
            assert sum(cards.values()) == sum(known["cards"][other].values())
        assert sum(found["stack"].values()) == sum(known["stack"].values())
        assert unseen(found, seat) == unseen(known, seat)


def hypergeometric(pool, sizes):
    """Return the exact probability of every deal of unseen cards to hands of these sizes: ``{hands: share}``."""
    if not sizes:
        return {(): 1.0}
    found = {}
    total = comb(sum(pool.values()), sizes[0])
    for hand in hands_of(pool, sizes[0]):
        share = prod(comb(pool[card], count) for card, count in hand) / total
        left = Counter(pool) - Counter(dict(hand))
        for rest, other in hypergeometric(left, sizes[1:]).items():
            found[hand, *rest] = share * other
    return found


def hands_of(pool, size):
    """Return all hands of that size, as sorted (card, count) pairs."""
    hands = [()]
    for card in sorted(pool):
        hands = [(*hand, (card, n)) if n else hand for hand in hands for n in range(pool[card] + 1)]
    return [hand for hand in hands if sum(n for _, n in hand) == size]


@pytest.mark.clause("CHO-INFO-2", "CHO-CHANCE-1")
@pytest.mark.parametrize(
    ("hands", "known", "stack"),
    [
        ([{"one": 1}, {"hv4": 1, "one": 1}, {}], [{}, {}, {}], {"one": 1, "hv4": 1}),
        ([{}, {"hv4": 2, "one": 1}, {"same2": 1}], [{}, {"hv4": 1}, {}], {"one": 2, "hv4": 1}),
        ([{"diag4": 2}, {"one": 1}, {"one": 1, "same2": 1}], [{}, {}, {"one": 1}], {"same2": 2, "diff2": 1}),
    ],
)
def test_guesses_are_uniform(hands, known, stack):
    """All deals of the unseen cards are equally likely: chi-square test at the 99.99 % level."""
    state = at({"cards": hands, "known": known, "stack": stack})
    pool = Counter(unseen(known_of(state), 0))
    hidden = [sum(hand.values()) - sum(sure.values()) for hand, sure in zip(hands[1:], known[1:], strict=True)]
    check_frequencies(state, known, hypergeometric(pool, hidden))


@pytest.mark.clause("CHO-INFO-2", "CHO-END-4")
def test_guesses_are_uniform_among_those_that_can_be():
    """Seat 1 is to act and could only build: one of its unknown cards is for a single stone."""
    known: list[dict[str, int]] = [{}, {"diag4": 2}, {}]
    hands = [{}, {"diag4": 3, "one": 1}, {"hv4": 1}]
    state = at(
        {"seat": 1, "hands": [{}, STUCK], "cards": hands, "known": known, "stack": {"hv4": 1, "one": 1, "diag4": 1}}
    )
    exact = hypergeometric(Counter(unseen(known_of(state), 0)), [2, 1])
    possible = {deal: share for deal, share in exact.items() if dict(deal[0]).get("one")}
    check_frequencies(state, known, {deal: share / sum(possible.values()) for deal, share in possible.items()})


def check_frequencies(state, known, exact):
    """Check that the guesses of seat 0 have the expected frequencies."""
    rng, draws, seen = np.random.default_rng(1), 2500, Counter()
    blank = state.for_seat(0)
    for _ in range(draws):
        guess = blank.copy()
        guess.resample(0, rng)
        cards = [counted(CARDS, row) for row in guess.record.cards[: len(known)]]
        dealt = [Counter(hand) - Counter(sure) for hand, sure in zip(cards, known, strict=True)]
        seen[tuple(tuple(sorted(cards.items())) for cards in dealt[1:])] += 1
    assert set(seen) <= set(exact) and sum(exact.values()) == pytest.approx(1)
    square = sum((seen[deal] - draws * share) ** 2 / (draws * share) for deal, share in exact.items())
    freedom = len(exact) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5 + 8


@pytest.mark.clause("CHO-INFO-2", "CHO-END-4")
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_who_is_to_act_is_not_guessed_to_be_stuck(seat):
    """Seat 1 has four cards and no room for stones, so it must be able to build one of its cards."""
    position = {"seat": 1, "hands": [{}, STUCK], "cards": [{}, {"diag4": 3, "one": 1}], "stack": {"diag4": 2, "hv4": 1}}
    state = at(position)
    rng = np.random.default_rng(2)
    for _ in range(60):
        guess = state.for_seat(seat)
        guess.resample(seat, rng)
        assert those(guess, "build") == ["build one"]


# ---------------------------------------------------------------- taking back


def table(seed=0, players=2, **options):
    """A match between people that has reached its first decision."""
    match = Match(load(players, **options), [Seat(f"Player {n}", "person") for n in range(players)])
    match.resolve_chance(np.random.default_rng(seed), "now")
    return match


def act(match, *texts):
    for text in texts:
        match.act(match.to_act, text, "now")


@pytest.mark.clause("CHO-TURN-1")
def test_a_build_may_be_taken_back_whole():
    match = table(first_player=0)
    seat, start = match.to_act, match.ply
    cards = [text for text in match.state.legal_actions if text.startswith("build")]
    act(match, cards[0])
    while match.open_turn is None:
        act(match, match.state.legal_actions[0])
    assert match.earliest_undo_ply(seat) == start
    match.back([seat], start, "now")
    assert match.ply == start and cards[0] in match.state.legal_actions


@pytest.mark.clause("CHO-TURN-1")
@pytest.mark.parametrize("text", ["replace", "draw"])
def test_what_chance_has_shown_stays(text):
    for seed in range(40):
        match = table(seed, first_player=0)
        found = [action for action in match.state.legal_actions if action.startswith(text)]
        if found:
            break
    seat = match.to_act
    act(match, found[-1])
    match.resolve_chance(np.random.default_rng(5), "now")
    assert match.earliest_undo_ply(seat) == match.ply
