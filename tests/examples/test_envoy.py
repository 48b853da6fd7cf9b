"""The Envoy example, a game with secrets: its rules, and the distribution of cards that a seat does not know."""

from __future__ import annotations

import re
import tomllib
from collections import Counter

import numpy as np
import pytest
from mandapa_envoy.game import GAME
from mandapa_envoy.rules.actions import ENVOY
from mandapa_envoy.rules.state import CARDS, COPIES, NONE, UNKNOWN
from mandapa_envoy.show.log import secret

import mandapa
from mandapa.library import Game
from mandapa.testing import check_faults, check_game, check_options


def played(*texts: str, players: int = 3, open_cards: int = 0):
    """Return a game with these cards; the sentries of the preparation are implied."""
    state = Game(GAME, players, {"open_cards": open_cards}).new_state()
    for text in texts:
        state.apply(text)
    return state


def dealt(*hands: str, aside: str = "sentry"):
    """Deal the preparation, without open cards."""
    return played(f"aside {aside}", *(f"deal {card}" for card in hands), players=len(hands))


def after(state, *texts: str):
    for text in texts:
        state.apply(text)
    return state


def refused(state, text: str) -> str:
    with pytest.raises(mandapa.IllegalAction) as error:
        state.apply(text)
    return error.value.clause


def hands(state, seat=None) -> list[str | None]:
    return state.view(seat)["hands"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_sound(players):
    for open_cards in (0, 3):
        report = check_game(Game(GAME, players, {"open_cards": open_cards}), games=2, every=3)
        assert report.guessed > 0


@pytest.mark.slow
def test_it_is_sound_as_machine_code():
    assert check_game(Game(GAME, 3, {}), games=4, compiled=True).games == 4


def test_its_options():
    check_options(
        GAME, accepted=[({"open_cards": "2"}, {"open_cards": 2})], refused=[({"open_cards": 4}, "open_cards")]
    )


def random_games(number):
    """Yield states of games with random decisions."""
    rng = np.random.default_rng(3)
    for players in (2, 3, 4) * number:
        state = Game(GAME, players, {}).new_state()
        while not state.is_terminal:
            state.apply(state.sample(rng) if state.is_chance else str(rng.choice(state.legal_actions)))
            yield state


def test_its_rules_explain_themselves():
    met = check_faults(ENVOY, random_games(4))
    declared = {fault.key.rpartition(".")[2] for fault in ENVOY.faults[1:]}
    assert met == declared - {"over", "chance", "not_possible", "phase"}


@pytest.mark.clause("ENV-SETUP-1", "ENV-SETUP-2", "ENV-SETUP-3")
def test_the_preparation():
    assert dict(zip(CARDS, COPIES[1:].tolist(), strict=True)) == {
        "sentry": 5, "scribe": 2, "rival": 2, "shrine": 2, "steward": 2, "herald": 1, "regent": 1, "seal": 1,
    }  # fmt: skip
    state = played("aside regent", "open sentry", "open seal", players=2, open_cards=2)
    outcomes = dict(state.chance_outcomes())
    assert outcomes["deal sentry"] == pytest.approx(4 / 13) and "deal seal" not in outcomes
    after(state, "deal sentry", "deal herald")
    assert state.view(None)["open"] == ["sentry", "seal"] and state.view(None)["stack"] == 11
    assert hands(state, 0) == ["sentry", "?"] and hands(state) == ["?", "?"]
    with pytest.raises(mandapa.OptionError, match="open_cards: found 4, expected 0 to 3"):
        Game(GAME, 2, {"open_cards": 4})


@pytest.mark.clause("ENV-TURN-1", "ENV-TURN-2", "ENV-TURN-3")
def test_what_may_be_laid():
    state = after(dealt("regent", "sentry", "seal"), "draw herald")
    assert state.legal_actions == ["regent"]
    assert refused(state, "herald 1") == "ENV-TURN-2"
    assert refused(state, "shrine") == "ENV-TURN-1"
    state = after(dealt("shrine", "rival", "steward"), "draw sentry", "shrine", "draw sentry")
    assert refused(state, "rival 0") == refused(state, "rival 1") == refused(state, "rival 3") == "ENV-TURN-3"
    after(state, "sentry 2 seal", "draw herald")
    assert "steward 2" in state.legal_actions and "herald 2" not in state.legal_actions
    assert refused(state, "sentry 1 sentry") == ""


@pytest.mark.clause("ENV-TURN-4", "ENV-CARD-4")
def test_the_shrine_shelters_until_the_next_turn():
    state = after(dealt("shrine", "rival"), "draw sentry", "shrine", "draw steward")
    assert state.legal_actions == ["steward 1", "lay rival"]
    after(state, "lay rival", "draw scribe")
    assert refused(state, "lay scribe") == "ENV-TURN-4"
    after(state, "scribe 1", "draw rival")
    assert "rival 0" in state.legal_actions


@pytest.mark.clause("ENV-CARD-1", "ENV-TURN-5", "ENV-END-1")
def test_the_sentry():
    state = after(dealt("sentry", "scribe", "seal"), "draw sentry", "sentry 1 scribe")
    assert hands(state, 0) == ["sentry", None, "?"] and state.view(None)["laid"] == [["sentry"], ["scribe"], []]
    after(state, "draw rival", "rival 0")
    assert state.is_terminal and state.scores() == [0, 0, 1]


@pytest.mark.clause("ENV-CARD-2", "ENV-CARD-6", "ENV-INFO-1")
def test_what_scribe_and_herald_show():
    state = after(dealt("scribe", "herald", "seal"), "draw sentry", "scribe 2")
    assert [hands(state, seat)[2] for seat in (0, 1, 2, None)] == ["seal", "?", "seal", "?"]
    after(state, "draw shrine", "herald 0")
    assert hands(state, 0) == ["shrine", "sentry", "seal"] and hands(state, 1) == ["shrine", "sentry", "?"]
    assert hands(state, 2) == ["?", "?", "seal"]
    after(state, "draw sentry", "sentry 0 shrine")
    assert state.view(None)["laid"][0] == ["scribe", "shrine"]


@pytest.mark.clause("ENV-CARD-3")
@pytest.mark.parametrize(("other", "out"), [("scribe", 1), ("shrine", 0), ("steward", 0)])
def test_the_rival(other, out):
    state = after(dealt("shrine", other, "sentry"), "draw rival", "rival 1")
    assert [seat for seat, card in enumerate(hands(state)) if card is None] == [out]


@pytest.mark.clause("ENV-CARD-5", "ENV-CARD-8")
def test_the_steward_and_the_seal():
    state = after(dealt("steward", "rival", "sentry"), "draw steward", "steward 1")
    assert dict(state.chance_outcomes()).keys() >= {"redraw sentry"}
    after(state, "redraw herald", "draw sentry")
    assert hands(state, 1)[1] == "herald" and state.view(1)["drawn"] == "sentry"
    state = after(dealt("steward", "seal", "sentry"), "draw steward", "steward 1")
    assert hands(state)[1] is None and state.view(None)["laid"][1] == ["seal"]
    state = after(dealt("seal", "rival", "sentry"), "draw regent", "seal")
    assert hands(state)[0] is None and state.current_player is not None


@pytest.mark.clause("ENV-CARD-5")
def test_from_an_empty_stack_the_steward_gives_the_card_set_aside():
    state = dealt("steward", "shrine", aside="seal")
    state.record.stack = 1
    after(state, "draw sentry", "steward 1")
    assert state.is_terminal and hands(state) == ["sentry", "seal"]


@pytest.mark.clause("ENV-CARD-7", "ENV-END-1", "ENV-END-2")
def test_the_highest_card_wins_then_what_was_laid():
    state = dealt("regent", "sentry", "scribe")
    state.record.stack = 1
    after(state, "draw rival", "regent")
    assert state.is_terminal and state.returns() == [1, 0, 0]
    state = dealt("sentry", "sentry", "scribe")
    state.record.stack, state.record.hand[2] = 1, NONE
    after(state, "draw sentry", "sentry 1 scribe")
    assert state.is_terminal and state.returns() == [1, 0, 0]
    state.record.laid[1, 0] = 1
    assert state.returns() == [1, 1, 0]


# ---------------------------------------------------------------- secrets


def test_unknown_is_never_the_same_as_none():
    state = after(dealt("sentry", "scribe", "seal"), "draw sentry", "sentry 1 scribe", "draw rival")
    known = state.for_seat(0).record
    assert (known.hand[1], known.hand[2], known.drawn, known.aside) == (NONE, UNKNOWN, UNKNOWN, UNKNOWN)


def test_who_sees_a_card_drawn():
    state = dealt("scribe", "herald")
    secrets = []
    for text in ("draw sentry", "scribe 1", "draw steward", "steward 0", "redraw rival"):
        before = state.copy()
        state.apply(text)
        secrets.append(secret(before.record, 0, state.record))
    assert secrets == [0, None, 1, None, 0]
    before = Game(GAME, 2, {}).new_state()
    assert secret(before.record, 0, after(before.copy(), "aside seal").record) == -1


def resampled(state, seat, times=1000):
    """Return other hands with their frequencies in ``resample``."""
    rng, deals = np.random.default_rng(5), Counter()
    for _ in range(times):
        guess = state.for_seat(seat)
        guess.resample(seat, rng)
        deals[tuple(guess.record.hand[: state.record.players].tolist())] += 1
    return {deal: count / times for deal, count in deals.items()}


def test_unknown_cards_are_dealt_as_likely_as_they_are():
    """Seat 0 holds a sentry and sees nothing else: seat 1 holds each rank in proportion to its unseen copies."""
    deals = resampled(dealt("sentry", "scribe"), 0)
    left = COPIES - np.bincount([1], minlength=9)
    for rank in range(1, 9):
        assert deals[1, rank] == pytest.approx(left[rank] / left.sum(), abs=0.05)


def test_what_everybody_can_conclude_is_not_dealt_otherwise():
    """Seat 2 saw a rival lose against seat 0 with a shrine, and an accusation of regent fail."""
    state = after(dealt("steward", "shrine", "sentry"), "draw rival", "rival 1", "draw sentry", "sentry 0 regent")
    assert {deal[0] for deal in resampled(state, 2)} == {5, 6, 8}
    after(state, "draw sentry", "sentry 2 seal")
    assert {deal[0] for deal in resampled(state, 2)} == {5, 6, 8}, "the sentry laid was the one drawn"
    after(state, "draw sentry", "sentry 0 scribe", "draw herald", "steward 2", "redraw scribe")
    assert {deal[0] for deal in resampled(state, 2)} > {5, 6, 8}, "a steward was laid: which one is left?"


def test_chance_of_a_redacted_record_counts_every_unseen_card():
    state = dealt("sentry", "seal")
    assert "draw seal" not in dict(state.chance_outcomes())
    assert dict(state.for_seat(0).chance_outcomes())["draw seal"] == pytest.approx(1 / 15)


# ---------------------------------------------------------------- the guide and the page


def test_every_clause_has_a_test_and_is_cited(repository):
    folder = repository / "examples" / "envoy" / "mandapa_envoy"
    clauses = set(re.findall(r"\*\*(ENV-\w+-\d)\*\*", (folder / "guide.md").read_text(encoding="utf-8")))
    here = (repository / "tests" / "examples" / "test_envoy.py").read_text(encoding="utf-8")
    code = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    assert len(clauses) == 19
    for clause in clauses:
        assert f'"{clause}"' in here, f"{clause} has no test"
        assert clause in code, f"{clause} is cited nowhere"


def test_it_is_found_by_its_entry_point(repository):
    project = tomllib.loads((repository / "examples" / "envoy" / "pyproject.toml").read_text(encoding="utf-8"))
    module, name = project["project"]["entry-points"]["mandapa.games"]["envoy"].split(":")
    assert (module, name) == (GAME.folder.name + ".game", "GAME")
