"""Third-party bots: their inputs, valid answers, and the errors reported for faulty ones."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import numpy as np
import pytest
from tests.bots import policies, toys

import mandapa
from mandapa import bots
from mandapa.bots import external_policies
from mandapa.bots.external_policies import PolicyBot, PolicyError, wrap_policy
from mandapa.kernel.errors import OptionError

HERE = "tests.bots.policies"


def player(policy, game, **settings):
    return PolicyBot(wrap_policy(policy), game, 1, **settings)


@pytest.fixture
def offered(monkeypatch):
    """Let installed packages offer these bots, by entry points."""

    def offer(**values):
        points = {name: EntryPoint(name, value, external_policies.GROUP) for name, value in values.items()}
        monkeypatch.setattr(external_policies, "_points", lambda: points)
        external_policies.load_installed.cache_clear()

    yield offer
    external_policies.load_installed.cache_clear()


@pytest.mark.parametrize("policy", [policies.last, policies.by_id])
def test_a_policy_answers_with_a_text_or_an_id(policy):
    assert player(policy, toys.nim(7)).choose(toys.nim(7).new_state()) == "3"


def test_numpy_integers_are_ids():
    assert player(lambda question: np.int64(2), toys.nim(7)).choose(toys.nim(7).new_state()) == "2"


def test_a_class_is_made_for_a_game_and_remembers():
    game = toys.nim(7)
    bot = player(policies.Counting, game)
    assert [bot.choose(game.new_state()) for _ in range(3)] == ["1", "2", "3"]
    assert player(policies.Counting, game).choose(game.new_state()) == "1"


def test_what_has_one_answer_is_not_asked():
    assert player(policies.raises, toys.nim(1)).choose(toys.nim(1).new_state()) == "1"


def test_the_same_seed_gives_the_same_randomness():
    game = toys.nim(30)
    chosen = [[player(policies.drawn, game).choose(game.new_state()) for _ in range(2)] for _ in range(2)]
    assert chosen[0] == chosen[1]


def test_a_policy_sees_what_its_seat_knows_and_nothing_more():
    seen = []
    game = toys.secret(2)
    state = game.new_state()
    player(lambda question: seen.append(question) or "3", game, simulations=40).choose(state)
    (question,) = seen
    assert int(question.state.record.secret) == toys.UNKNOWN
    assert (question.seat, question.simulations, question.seconds) == (0, 40, None)
    assert question.legal_action_ids == (0, 1, 2, 3) and question.legal_actions == ("0", "1", "2", "3")
    question.state.apply("1")
    assert not state.is_terminal


@pytest.mark.parametrize("name", mandapa.games())
def test_observation_and_mask_are_those_of_the_seat(name):
    game = mandapa.load(name)
    state = game.new_state()
    rng = np.random.default_rng(3)
    while state.is_chance:
        state.resolve_chance(rng)
    seen = []
    question = external_policies.Question(state.for_seat(state.current_player), state.current_player, rng)
    seen.append(question.observation)
    assert question.observation.shape == (game.type.observation_size,)
    assert question.observation.any()
    assert np.flatnonzero(question.mask).tolist() == state.legal_action_ids
    assert len(question.mask) == game.type.num_actions


def test_a_game_without_numbers_says_so():
    state = toys.nim(3).new_state()
    with pytest.raises(OptionError, match="brings no observation_tensor"):
        _ = external_policies.Question(state, 0, np.random.default_rng(1)).observation


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (policies.raises, "raised KeyError: 'weights', expected an action"),
        (policies.nothing, "answered None for seat 0, expected one of 3 legal actions"),
        (
            policies.illegal,
            "answered 99 for seat 0, expected one of 3 legal actions, as text such as '1' or as id such",
        ),
        (policies.truth, "answered True for seat 0"),
        (policies.unknown_text, "answered 'take everything"),
        (policies.unshowable, "answered a Unshowable for seat 0"),
    ],
)
def test_a_fault_names_the_policy_the_game_and_what_was_expected(policy, message):
    game = toys.nim(9)
    with pytest.raises(PolicyError) as error:
        player(policy, game).choose(game.new_state())
    assert str(error.value).startswith(f"{HERE}:{policy.__name__} of tests in {game.name}: {message}")
    assert len(str(error.value)) < 350


def test_a_class_that_cannot_be_made_is_told():
    with pytest.raises(PolicyError, match=r"policies:Unmakeable of tests .*: raised TypeError: .*expected a player"):
        player(policies.Unmakeable, toys.nim(3))


def test_a_policy_may_name_its_games():
    game = toys.nim(3)
    with pytest.raises(OptionError, match=f"only_nim of tests found '{game.name}', expected nim"):
        player(policies.only_nim, game)


def test_a_policy_is_named_by_module_and_path():
    game = toys.nim(7)
    assert bots.make_named(f"{HERE}:last", game, 1).choose(game.new_state()) == "3"
    assert bots.make_named(f"{HERE}:inner.last", game, 1).choose(game.new_state()) == "3"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere_at_all:policy", "cannot be imported: ModuleNotFoundError"),
        (f"{HERE}:missing", "cannot be imported: AttributeError"),
        (f"{HERE}:not_callable", "is a int, expected something that can be called"),
        ("a b:c", "expected package.module:policy"),
        (":", "expected package.module:policy"),
    ],
)
def test_a_wrong_name_is_explained(name, message):
    with pytest.raises(OptionError, match=message):
        bots.make_named(name, toys.nim(3))


def test_only_who_asks_for_it_imports_a_module():
    """Names may come from untrusted sources, such as requests to a server."""
    with pytest.raises(OptionError, match="expected one of"):
        bots.make(f"{HERE}:last", toys.nim(3))


def test_installed_packages_offer_players_by_name(offered):
    offered(taker=f"{HERE}:last", nimmer=f"{HERE}:only_nim", greedy=f"{HERE}:raises")
    game = toys.nim(7)
    assert bots.names() == (*bots.built_in_names(), "nimmer", "taker")
    assert bots.make("taker", game, 1).choose(game.new_state()) == "3"
    assert not isinstance(bots.make("greedy", game, 1), PolicyBot)
    taker, nimmer = external_policies.load_installed("taker"), external_policies.load_installed("nimmer")
    assert (taker.title, taker.description) == ("taker", "Take the last action. (tests)")
    assert (nimmer.title, nimmer.plays("nim"), nimmer.plays("kerala")) == ("Nimmer", True, False)


def test_a_broken_package_is_told_and_hides_nobody(offered):
    offered(**{"taker": f"{HERE}:last", "broken": "nowhere_at_all:policy", "Odd-Name": f"{HERE}:last"})
    assert {"taker", "broken"} <= set(bots.names())
    with pytest.raises(OptionError, match="broken of nowhere_at_all cannot be imported: ModuleNotFoundError"):
        bots.make("broken", toys.nim(3))
    with pytest.raises(OptionError, match="calls a player 'Odd-Name', expected small letters"):
        bots.make("Odd-Name", toys.nim(3))
