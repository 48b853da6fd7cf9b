"""``check_game`` passes correct games and reports every planted fault."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from tests.testing import toy as sound
from tests.testing.toy import toy

import mandapa
from mandapa.kernel.bounds import Bounds
from mandapa.kernel.generic import CHANCE
from mandapa.kernel.presentation import ScoreLine
from mandapa.testing import CheckFailed, Report, check_game, check_playthrough
from mandapa.testing.playthrough import Playthrough
from mandapa.testing.states import check_copies
from mandapa.testing.watchdog import Watchdog

SELDOM = 10_000
"""``every``: only ends of games are checked from all seats, so that faults visible in plain play are found first."""


def failure(game: mandapa.Game, **options) -> CheckFailed:
    with pytest.raises(CheckFailed) as caught:
        check_game(game, **({"games": 30, "seed": 5, "every": 2} | options))
    return caught.value


def test_a_sound_game_with_secrets_passes():
    report = check_game(toy(), games=25, every=1)
    assert (report.games, report.plies, report.longest) == (25, 200, 8)
    assert (report.decisions, report.chance_nodes) == (100, 100)
    assert (report.most_legal, report.most_outcomes) == (2, 6)
    assert 0 < report.guessed < report.hidden


@pytest.mark.parametrize("players", [2, 5])
def test_kerala_passes(players):
    report = check_game(mandapa.load("kerala", players=players, rounds=6), games=2, seed=players)
    assert report.games == 2 and report.hidden == 0


def test_kerala_passes_as_machine_code():
    game = mandapa.load("kerala", players=3, rounds=3)
    assert check_game(game, games=2, seed=11, compiled=True).games == 2
    assert game.engine.ready


def test_one_playthrough_is_repeatable():
    game = toy()
    reports = [check_playthrough(game, np.random.default_rng(9)) for _ in range(2)]
    assert reports[0] == reports[1] and reports[0].games == 1


def test_a_failure_leads_to_the_state():
    def forgets(state, action):
        sound.apply_action(state, action)
        if state.plies == 6:
            state.place[action] = sound.DECK

    game = toy(methods={"apply_action": forgets}, invariant=lambda start, state: lost_card(state))
    failed = failure(game, seed=3, every=SELDOM)
    assert json.loads(json.dumps(failed.record)) == failed.record
    assert failed.record["seed"] == 3 and failed.record["number"] == 0
    assert len(failed.record["actions"]) == 6
    state = game.state_from_json(failed.record)
    assert lost_card(state.record) in str(failed)
    assert f"after {state.history[-1]!r}" in str(failed)


def lost_card(state):
    where = state.place.tolist()
    gone = max(int(state.plies) - 4, 0)
    played = where.count(sound.PLAYED_0) + where.count(sound.PLAYED_1)
    return None if played == gone else f"{gone} cards were played, {played} lie on the table"


# ---------------------------------------------------------------- planted faults


def unsorted(state, out):
    count = sound.legal_actions(state, out)
    out[:count] = out[:count][::-1].copy()
    return count


def duplicated(state, out):
    count = sound.legal_actions(state, out)
    out[1] = out[0]
    return 2 if count else 0


def nothing_to_do(state, out):
    return 0 if state.plies == 6 else sound.legal_actions(state, out)


def too_many(state, out):
    count = 0
    for card in range(sound.CARDS):
        if sound.current_player(state) >= 0 and state.place[card] in (sound.HAND_0, sound.HAND_1):
            out[count] = card
            count += 1
    return count


def out_of_range(state, out):
    count = sound.legal_actions(state, out)
    out[0] = sound.CARDS if count == 1 else out[0]
    return count


def goes_on_at_the_end(state, out):
    out[0] = 3
    return 1 if state.plies == 8 else sound.legal_actions(state, out)


WRONG_LISTS = {
    unsorted: "expected ascending ids",
    duplicated: "is listed twice",
    nothing_to_do: "none, but a player is to act",
    too_many: "expected at most max_legal 2",
    out_of_range: "id 6, expected less than num_actions 6",
    goes_on_at_the_end: "at the end, expected none",
}


@pytest.mark.parametrize(
    ("legal_actions", "message"), WRONG_LISTS.items(), ids=lambda value: getattr(value, "__name__", "")
)
def test_a_wrong_list_of_legal_actions(legal_actions, message):
    failed = failure(toy(methods={"legal_actions": legal_actions}), every=SELDOM)
    assert failed.check == "legal actions" and message in str(failed)


def test_a_mask_that_allows_a_card_of_the_other_seat():
    def others_too(state, action):
        if sound.current_player(state) == CHANCE:
            return 0 <= action < 6 and state.place[action] == sound.DECK
        return 0 <= action < 6 and state.place[action] in (sound.HAND_0, sound.HAND_1)

    failed = failure(toy(methods={"is_legal": others_too}))
    assert failed.check == "is_legal" and "which is not listed" in str(failed)


def test_a_mask_that_refuses_a_listed_card():
    failed = failure(toy(methods={"is_legal": lambda state, action: action != 4 and default_legal(state, action)}))
    assert failed.check == "is_legal"


def default_legal(state, action):
    from mandapa.kernel.defaults import is_legal

    return is_legal(state, action)


def test_a_mask_may_allow_more_than_is_listed_where_the_list_is_a_selection():
    def first_only(state, out):
        return min(1, sound.legal_actions(state, out))

    def all_of_them(state, action):
        if sound.current_player(state) == CHANCE:
            return 0 <= action < 6 and state.place[action] == sound.DECK
        return action in sound.held_by(state, sound.current_player(state))

    game = toy(methods={"legal_actions": first_only, "is_legal": all_of_them})
    assert failure(game).check == "is_legal"
    assert check_game(game, games=5, complete=False).games == 5


def test_probabilities_that_do_not_sum_to_one():
    def tenths(state, actions, probabilities):
        count = sound.chance_outcomes(state, actions, probabilities)
        probabilities[:count] *= 0.9
        return count

    failed = failure(toy(methods={"chance_outcomes": tenths}))
    assert failed.check == "chance" and "sum to 0.9" in str(failed)


def test_an_impossible_outcome_is_listed():
    def with_zero(state, actions, probabilities):
        count = sound.chance_outcomes(state, actions, probabilities)
        probabilities[: count - 1] = 1 / (count - 1)
        probabilities[count - 1] = 0
        return count

    failed = failure(toy(methods={"chance_outcomes": with_zero}))
    assert failed.check == "chance" and "expected above 0" in str(failed)


def test_sampling_that_favours_an_outcome():
    def lowest_often(state, rng):
        cards = [card for card in range(6) if state.place[card] == sound.DECK]
        return cards[int(rng.random() ** 1.5 * len(cards))]

    failed = failure(toy(methods={"sample_chance": lowest_often}))
    assert failed.check == "sampling" and "500 draws" in str(failed)


def test_sampling_what_cannot_happen():
    failed = failure(toy(methods={"sample_chance": lambda state, rng: 0}))
    assert failed.check == "sampling"


@pytest.mark.parametrize(
    ("format_action", "message"),
    [
        (lambda state, action: "play a card", "means both"),
        (lambda state, action: f"play\n{action}", "expected one line of text"),
        (lambda state, action: f"play {action} ", "expected one line of text"),
        (lambda state, action: action, "expected one line of text"),
    ],
)
def test_texts_of_actions(format_action, message):
    failed = failure(toy(presentation={"format_action": format_action}))
    assert failed.check == "texts" and message in str(failed)


def test_a_refusal_that_raises():
    def raises(state, text):
        raise KeyError(text)

    failed = failure(toy(presentation={"refusal": raises}))
    assert failed.check == "crash" and "KeyError" in str(failed)


def test_a_refusal_about_something_else():
    def other(state, text):
        return mandapa.IllegalAction("other", "illegal_action", "", "", {}, "no")

    assert failure(toy(presentation={"refusal": other})).check == "texts"


def test_an_endless_game():
    def again(state, action):
        sound.apply_action(state, action)
        if state.plies == 8:
            state.plies = 0
            state.place[:] = sound.DECK

    failed = failure(toy(methods={"apply_action": again}))
    assert failed.check == "length" and "as bounds says" in str(failed)


@pytest.mark.parametrize(
    ("bounds", "check", "found"),
    [
        (Bounds(decisions=3, outcomes=4, least=0, most=9), "length", "found 4 decisions, expected at most 3"),
        (Bounds(decisions=4, outcomes=3, least=0, most=9), "length", "found 4 chance outcomes, expected at most 3"),
        (Bounds(decisions=4, outcomes=4, least=-9, most=0), "returns", "expected -9 to 0, as bounds says"),
    ],
)
def test_bounds_that_do_not_hold(bounds, check, found):
    failed = failure(toy(bounds=lambda start: bounds))
    assert failed.check == check and found in str(failed)


def test_negated_returns():
    def negated(state, out):
        sound.scores(state, out)
        out *= -1

    assert failure(toy(methods={"returns": negated}, worth=lambda state: None)).check == "returns"


def test_a_lost_card():
    def loses(state, action):
        sound.apply_action(state, action)
        if state.plies == 4 and action == 3:
            state.place[5] = sound.PLAYED_1

    failed = failure(toy(methods={"apply_action": loses}), every=SELDOM)
    assert failed.check == "invariant" and "expected [2, 2]" in str(failed)
    quiet = toy(methods={"apply_action": loses}, invariant=None)
    assert failure(quiet, invariant=sound.invariant, every=SELDOM).check == "invariant"


def test_an_observation_that_leaves_its_bounds():
    def too_large(state, seat, out):
        sound.observation_tensor(state, seat, out)
        out[2] = 10 if state.plies < 5 else 10.5

    failed = failure(toy(methods={"observation_tensor": too_large}))
    assert failed.check == "observation" and "{2: 10.5}, expected -10 to 10" in str(failed)


def test_an_observation_that_is_not_whole():
    def stops_early(state, seat, out):
        out[:-1] = 0

    assert failure(toy(methods={"observation_tensor": stops_early})).check == "observation"


def test_a_copy_that_shares_a_list():
    def start(players, options, components):
        state = shared.type.state_type
        record = np.zeros(1, state).view(np.recarray)[0]
        record.players = players
        record.log = []
        return record

    shared = toy(layout=[("log", object)])
    object.__setattr__(shared.type, "new_state", start)
    failed = failure(shared)
    assert failed.check == "flat" and "Python objects" in str(failed)


def test_all_games_share_one_record():
    records = []

    def same_again(players, options, components):
        if not records:
            records.append(fresh.type.state_type)
            start = np.zeros(1, fresh.type.state_type).view(np.recarray)[0]
            start.players = players
            records.append(start)
        records[1].plies += 1
        return records[1]

    fresh = toy()
    object.__setattr__(fresh.type, "new_state", same_again)
    assert failure(fresh).check == "start"


def test_apply_that_remembers_something_outside_the_record():
    deck = [0]

    def remembers(state, action):
        sound.apply_action(state, action)
        deck[0] += 1
        if state.plies == 5:
            state.players = 2 + deck[0] % 50

    failed = failure(toy(methods={"apply_action": remembers}))
    assert failed.check == "deterministic"


def test_apply_that_throws_dice_of_its_own():
    def random_swap(state, action):
        sound.apply_action(state, action)
        if state.plies == 5 and random.random() < 0.5:
            state.players = 3

    assert failure(toy(methods={"apply_action": random_swap})).check in {"deterministic", "replay", "scores"}


def test_a_kept_copy_that_has_changed():
    play = Playthrough(toy(), np.random.default_rng(0), None, True, 10, False, Report(), Watchdog())
    play.copies.append((play.state.copy(), play.state.record.tobytes()))
    check_copies(play)
    play.copies[0][0].record.plies = 3
    with pytest.raises(CheckFailed) as caught:
        check_copies(play)
    assert caught.value.check == "copies"


# ---------------------------------------------------------------- what is seen


def peeping(state, seat):
    """Forgets to blank the other's hand."""
    for card in range(sound.CARDS):
        if state.place[card] == sound.DECK:
            state.place[card] = sound.HIDDEN


def blanks_own_hand(state, seat):
    sound.redact(state, -1)


def redacts_more_each_time(state, seat):
    sound.redact(state, seat)
    state.players += 1


def takes_own_cards(state, seat, rng):
    for card in range(sound.CARDS):
        if state.place[card] == sound.HAND_0 + seat:
            state.place[card] = sound.HIDDEN
    sound.resample(state, -1, rng)


def deals_unfairly(state, seat, rng):
    sound.resample(state, seat, rng)
    hand = sound.held_by(state, 1 - max(seat, 0))
    if hand:
        state.place[hand[0]] = sound.DECK


def resamples_all_from_what_it_knows(state, seat, rng):
    """Right for a redacted state, wrong where something was left visible."""
    for card in range(sound.CARDS):
        if state.place[card] in (sound.DECK, sound.HAND_0, sound.HAND_1) and state.place[card] != sound.HAND_0 + seat:
            state.place[card] = sound.HIDDEN
    sound.resample(state, seat, rng)


LEAKS = {
    "a view shows the other hand": (
        {"redact": peeping, "resample": resamples_all_from_what_it_knows},
        "secrets",
        "a spectator sees the same log line for",
    ),
    "redacting twice": ({"redact": redacts_more_each_time}, "secrets", "redacting twice"),
    "resampling takes known cards": ({"resample": takes_own_cards}, "secrets", "can tell states apart"),
    "resampling loses a card": ({"resample": deals_unfairly}, "invariant", "resampled for"),
}


@pytest.mark.parametrize(("methods", "check", "message"), LEAKS.values(), ids=LEAKS)
def test_secrets(methods, check, message):
    failed = failure(toy(methods=methods))
    assert failed.check == check and message in str(failed)


def test_a_seat_that_forgets_its_own_hand():
    failed = failure(toy(methods={"redact": blanks_own_hand}, invariant=None))
    assert failed.check == "secrets"


def test_resampling_that_leaves_the_blanks():
    failed = failure(toy(methods={"resample": lambda state, seat, rng: None}, invariant=None))
    assert failed.check == "secrets" and "resampled for a spectator, seat 0 can do nothing" in str(failed)


def test_resampling_that_knows_the_truth():
    truth = {}

    def remembers(state, seat):
        if sound.HIDDEN not in state.place:
            truth[int(state.plies)] = state.place.tolist()
        sound.redact(state, seat)

    def recalls(state, seat, rng):
        state.place[:] = truth[int(state.plies)]

    failed = failure(toy(methods={"redact": remembers, "resample": recalls}))
    assert failed.check == "secrets" and "the true state in all" in str(failed)


def changes(record):
    record.players = 5
    return {}


READERS = {
    "str": {"text": lambda state: str(changes(state))},
    "describe": {"describe": lambda before, action, after: changes(before) or {"key": "", "params": {}}},
    "choices": {"choices": lambda state, actions: [changes(state) for _ in actions]},
    "score sheets": {"score_sheets": lambda state: [changes(state)]},
    "format_action": {"format_action": lambda state, action: f"{sound.format_action(state, action)}{changes(state)}"},
}


@pytest.mark.parametrize("presentation", READERS.values(), ids=READERS)
def test_reading_that_changes_the_state(presentation):
    failed = failure(toy(presentation=presentation), every=1)
    assert failed.check == "reading" and "changes the state" in str(failed)


@pytest.mark.parametrize(
    ("presentation", "message"),
    [
        ({"view": lambda state: {"plies": state.plies}}, "view(None) is not JSON-able"),
        ({"view": lambda state: {"value": float("nan")}}, "not JSON-able"),
        ({"view": lambda state: {"value": random.random()}}, "differs when it is asked twice"),
        ({"describe": lambda before, action, after: {"key": "a"}}, "expected key and params"),
    ],
)
def test_what_is_shown(presentation, message):
    failed = failure(toy(presentation=presentation))
    assert failed.check == "views" and message in str(failed)


def test_scores_that_are_no_numbers():
    def infinite(state, out):
        out[:] = np.inf

    failed = failure(toy(methods={"scores": infinite}))
    assert failed.check == "scores" and "finite" in str(failed)


def test_score_sheets_that_do_not_add_up():
    def sheets(state):
        return [{"seat": seat, "total": 99, "rank": 1} for seat in range(2)]

    failed = failure(toy(presentation={"score_sheets": sheets}))
    assert failed.check == "scores" and "expected the scores" in str(failed)


def test_score_sheets_whose_items_do_not_add_up():
    failed = failure(toy(presentation={"explain": lambda sheet: [ScoreLine(sheet["total"] + 1, "too much")]}))
    assert failed.check == "scores" and "add up to" in str(failed)


def test_a_policy_that_plays_something_else():
    failed = failure(toy(methods={"playout_action": lambda state, actions, rng: 6}))
    assert failed.check == "policy"


def test_salience_beyond_its_range():
    failed = failure(toy(methods={"salience": lambda state, action: 1.5}))
    assert failed.check == "policy" and "found 1.5, expected at most 1" in str(failed)


def test_only_pointless_actions():
    failed = failure(toy(methods={"salience": lambda state, action: -1.0}))
    assert failed.check == "policy" and "salience below 0 of all actions" in str(failed)


def test_nobody_is_to_act():
    failed = failure(
        toy(methods={"current_player": lambda state: 2 if state.plies == 5 else sound.current_player(state)})
    )
    assert failed.check == "actor" and "current_player is 2" in str(failed)


def test_a_crash_leaves_a_record():
    def crashes(state, action):
        if state.plies == 6:
            raise ZeroDivisionError("by hand")
        sound.apply_action(state, action)

    failed = failure(toy(methods={"apply_action": crashes}))
    assert failed.check == "crash" and "ZeroDivisionError: by hand" in str(failed)
    assert len(failed.record["actions"]) == 6 or len(failed.record["actions"]) == 7
