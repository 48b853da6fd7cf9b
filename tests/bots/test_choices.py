"""Bots' choices, in games small enough to know the right answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.bots import toys

import mandapa
from mandapa import bots
from mandapa.bots import CancelToken, base, core_pool, simple
from mandapa.bots.flat import Lines, PlannerBot
from mandapa.bots.registry import WEIGHTS
from mandapa.bots.search import SearchBot
from mandapa.bots.simple import GreedyBot, TurnLister
from mandapa.bots.simulation_base import TO_THE_END
from mandapa.bots.turns import LENGTH
from mandapa.bots.weights import origin_of, weights_label
from mandapa.coach.hint import compute_hint
from mandapa.kernel.errors import OptionError
from mandapa.kernel.game_type import Skill, Worth
from mandapa.library import Game

SIMULATING = ("flat", "planner", "search")


def play_turn(bot, state, seat):
    """Return the decisions of a bot until its turn is over."""
    chosen = []
    while state.current_player == seat:
        chosen.append(bot.choose(state, seat))
        state.apply(chosen[-1])
    return chosen


def test_levels_go_from_weak_to_strong_and_can_be_made():
    levels = bots.levels()
    assert [level.name for level in levels] == ["beginner", "novice", "adept", "master", "grandmaster"]
    assert all(level.title for level in levels)
    for game in map(mandapa.game_type, mandapa.games()):
        descriptions = [level.description for level in bots.levels(game)]
        assert len(set(descriptions)) == len(descriptions), f"two levels of {game.name} have the same description"


def test_a_level_is_told_by_its_skill_and_by_the_weights_that_it_judges_by():
    kerala = mandapa.game_type("kerala")
    skills = {
        "beginner": Skill(0.5, 0.0),
        "novice": Skill(0.9, 0.0),
        "adept": Skill(0.9, 0.42),
        "master": Skill(simulations=20),
        "grandmaster": Skill(simulations=2000),
    }
    descriptions = [
        level.description for level in bots.levels(replace(kerala, planning=replace(kerala.planning, skills=skills)))
    ]
    assert descriptions[0] == "Grabs quick points and misses many options."
    assert descriptions[1] == "Grabs quick points and misses few options."
    assert descriptions[2].startswith("Looks ahead in 4 of ten turns") and descriptions[2].endswith(
        ", and misses a few options."
    )
    weights = weights_label(kerala, WEIGHTS)
    assert weights.startswith(f"network.npz (Mandapa {origin_of(kerala)['version']}, ")
    assert all(sentence.endswith("A neural network evaluates the positions.") for sentence in descriptions[3:])
    game = toys.pairs()
    for name in bots.names():
        assert isinstance(bots.make(name, game, seed=1), bots.Bot)


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(
        OptionError, match=r"found 'nobody', expected one of beginner, novice, adept, master, grandmaster"
    ):
        bots.make("nobody", toys.pairs())


def test_a_bot_that_is_not_to_act_says_so():
    with pytest.raises(ValueError, match="seat 1 is not to act; current player is 0"):
        bots.make("random", toys.pairs()).choose(toys.pairs().new_state(), 1)


@pytest.mark.parametrize("name", ["random", "greedy", "planner"])
def test_what_is_chosen_is_the_text_of_what_is_decided(name):
    game = toys.pairs()
    state = game.new_state()
    chosen, decided = (bots.make(name, game, seed=9, simulations=40) for _ in range(2))
    while not state.is_terminal:
        action = decided.decide(state)
        assert state.format(action) == chosen.choose(state)
        state.apply_id(action)
    assert len(state.history) > 1


def test_random_chooses_every_action_sometimes():
    game = toys.pairs()
    bot = bots.make("random", game, seed=3)
    assert {bot.choose(game.new_state()) for _ in range(40)} == {"0", "1", "2"}


@pytest.mark.parametrize("name", ["greedy", "adept", "planner", "search"])
def test_the_whole_turn_counts_not_its_first_decision(name):
    game = toys.pairs()
    bot = bots.make(name, game, seed=1, simulations=400)
    assert play_turn(bot, game.new_state(), 0) == ["1", "2"]


def test_who_is_inattentive_overlooks_some_turns_and_takes_one_all_the_same():
    game = toys.pairs()
    for attention, fewest, most in ((1.0, 1, 1), (0.5, 3, 9), (0.01, 6, 9)):
        players = [GreedyBot(game, seed, attention=attention) for seed in range(60)]
        turns = [tuple(play_turn(player, game.new_state(), 0)) for player in players]
        assert ("1", "2") in turns or attention < 0.5
        assert fewest <= len(set(turns)) <= most


def test_who_is_inattentive_notices_what_stands_out():
    game = toys.pairs(salient=2)
    players = [GreedyBot(game, seed, attention=0.001) for seed in range(20)]
    assert {tuple(play_turn(player, game.new_state(), 0)) for player in players} == {("2", "2")}


def test_an_action_that_was_overlooked_is_missing_in_every_turn_with_it():
    """With half the attention, each of the nine turns is noticed half as often as its first action."""
    game = toys.pairs()
    lister = TurnLister(game, attention=0.5)
    rng = np.random.default_rng(1)
    found = [{tuple(line) for _, line in lister.best(game.new_state().record, 9, rng)} for _ in range(400)]
    firsts = [len({first for first, _ in lines}) for lines in found]
    assert 1 <= min(firsts) < max(firsts) == 3
    assert np.mean([len(lines) for lines in found]) < 9 * 0.5 * 0.75


def test_nobody_accepts_a_loss_beyond_the_slip():
    """By the evaluation, action 0 of the gamble costs 1: a player who looks at the points takes it all the same."""
    state = toys.gamble(evaluated=True).new_state()
    for slip, chosen in ((1.5, "0"), (0.5, "1")):
        player = GreedyBot(state.game, 1, foresight=0.0, slip=slip)
        assert player.choose(state) == chosen


def test_nobody_overlooks_more_points_than_the_oversight():
    """Action 0 of the gamble earns 1 point and costs 1 by the evaluation: a loss beyond the slip is not looked for."""
    state = toys.gamble(evaluated=True).new_state()

    def chosen(**settings):
        players = [GreedyBot(state.game, seed, attention=0.01, foresight=0.0, **settings) for seed in range(30)]
        return {player.choose(state) for player in players}

    assert chosen() == chosen(oversight=1.0) == {"0", "1"}
    assert chosen(oversight=0.5) == {"0"}
    assert chosen(oversight=0.5, slip=0.5) == {"1"}


def test_who_sees_only_losses_takes_the_best_of_them():
    state = toys.gamble(evaluated=True).new_state()
    lister = TurnLister(state.game, attention=0.5)
    assert lister.best(state.record, 2, np.random.default_rng(1), floor=100.0)[0][1] == [1]


def test_who_has_no_foresight_looks_at_the_points_only():
    """Action 1 of the gamble brings nothing immediately, and 2 on average."""
    game = toys.gamble(evaluated=True)
    state = game.new_state()
    chosen = {name: bots.make(name, game, seed=1).choose(state) for name in ("shown", "greedy")}
    assert chosen == {"shown": "0", "greedy": "1"}
    sometimes = [GreedyBot(game, seed, foresight=0.5).choose(state) for seed in range(40)]
    assert 8 < sometimes.count("1") < 32


def test_a_turn_that_waits_for_chance_is_judged_after_it(monkeypatch):
    """Before chance, action 1 of the gamble brings nothing by its evaluation, which does not foresee chance."""
    monkeypatch.setattr(simple, "INTERPRETED_SCENARIOS", 16)
    for game, best in ((toys.gamble(), "0"), (toys.gamble(unsettled=True), "1")):
        assert {GreedyBot(game, seed).choose(game.new_state()) for seed in range(10)} == {best}


def test_a_level_plays_as_the_game_says_unless_it_gets_another_budget():
    game = toys.pairs()
    master, grandmaster = bots.make("master", game), bots.make("grandmaster", game)
    assert (master.simulations, master.seconds) == (100, 1.0)
    assert (grandmaster.simulations, grandmaster.seconds) == (1000, 3.0)
    assert bots.make("master", game, simulations=7).seconds is None
    assert bots.make("master", game, seconds=0.1).simulations is None
    beginner = bots.make("beginner", game)
    assert (beginner.attention, beginner.foresight) == (0.5, 0.0)


def test_a_cancelled_thought_is_not_kept_in_mind():
    game = toys.pairs()
    bot, cancel = bots.make("planner", game, seed=1, simulations=20), bots.CancelToken()
    cancel.set()
    bot.choose(game.new_state(), 0, cancel)
    assert not bot._plan
    bot.choose(game.new_state(), 0)
    assert bot._plan


@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_without_machine_code_all_decisions_of_a_turn_are_searched(name):
    """The first search tries all actions at the first two decisions, and random ones at the three after them."""
    game = toys.digits()
    assert play_turn(bots.make(name, game, seed=1, seconds=1.0), game.new_state(), 0) == ["2"] * 5


@pytest.mark.parametrize("pile", [5, 6, 7])
def test_search_finds_the_forced_win(pile):
    game = toys.nim(pile)
    bot = bots.make("search", game, seed=2, simulations=600)
    assert bot.choose(game.new_state()) == str(pile % 4)


@pytest.mark.parametrize("name", SIMULATING)
def test_chance_is_judged_by_its_mean(name):
    game = toys.gamble()
    assert bots.make(name, game, seed=4, simulations=400).choose(game.new_state()) == "1"


@pytest.mark.parametrize("name", bots.names())
def test_what_is_hidden_does_not_matter(name):
    """States that differ only in what the seat does not know lead to the same decision."""
    chosen = set()
    for dealt in range(4):
        game = toys.secret(dealt)
        bot = bots.make(name, game, seed=5, simulations=200)
        chosen.add(bot.choose(game.new_state(), 0))
    assert len(chosen) == 1


@pytest.mark.parametrize("name", SIMULATING)
def test_what_is_hidden_is_averaged_over(name):
    """4 certain points are better than 12 with a probability of one in four: no simulation sees the card."""
    game = toys.secret(0)
    assert bots.make(name, game, seed=6, simulations=800).choose(game.new_state(), 0) == "3"


@pytest.mark.parametrize("name", SIMULATING)
def test_a_cancelled_bot_answers_at_once_with_a_legal_action(name):
    game = toys.nim(7)
    cancel = CancelToken()
    cancel.set()
    bot = bots.make(name, game, seed=1, simulations=10**9)
    assert bot.choose(game.new_state(), 0, cancel) in ("1", "2", "3")


def test_hint_tells_the_rest_of_the_turn_and_what_it_is_worth():
    game = toys.pairs()
    hint = compute_hint(game.new_state(), 0)
    assert hint.plan.texts == ("1", "2")
    assert hint.choices[0] == (hint.plan.ids[0], 9)
    assert (hint.unit, hint.before, hint.expected) == ("points", [0, 0], [9, 0])


@pytest.mark.parametrize(
    ("game", "options", "unit", "lost", "won"),
    [
        ("kerala", {}, "points", None, None),
        ("indus", {}, "points", None, None),
        ("chola", {"players": 2}, "points", None, None),
        ("chola", {"players": 1}, "lead", None, None),
        ("hampi", {"players": 4}, "chance", -0.25, 0.75),
        ("menara", {}, "chance", -1, 1),
    ],
)
def test_every_game_says_in_which_unit_a_hint_is(game, options, unit, lost, won):
    """Results that are neither points nor a lead are read as a probability, from a certain loss to a certain win."""
    worth = worth_of(game, **options)
    assert worth.unit == unit
    if unit == "chance":
        readings = [worth.read(number) for number in (lost - 0.1, lost, (lost + won) / 2, won, won + 0.1)]
        assert readings == pytest.approx([0, 0, 0.5, 1, 1])
    else:
        assert worth.read(-12.5) == -12.5 + worth.later


def test_in_kerala_rounds_that_nobody_foresees_count_until_the_last_ones():
    """1.2 points for each round after the 28 of 100 that players foresee; nothing where the end is foreseen."""
    game = mandapa.load("kerala", players=2)
    state = game.new_state()
    rounds = int(state.record.rounds)
    assert game.type.worth(state.record).later == pytest.approx(1.2 * 0.72 * rounds)
    state.record.round_number = rounds - 1
    assert game.type.worth(state.record).later == 0
    assert worth_of("indus").later == 0


def test_where_there_is_nothing_to_win_a_hint_has_no_unit():
    assert worth_of("menara", players=1, free_build=True) is None


def worth_of(name, **options):
    game = mandapa.load(name, **options)
    return game.type.worth(game.new_state().record)


def test_a_chance_to_win_is_between_0_and_1_and_nobody_has_it_yet():
    """The winner of Nim gets 1 and the loser -1; the last one on the pile can be taken."""
    hint = compute_hint(told_as_chances(toys.nim(1)).new_state(), 0)
    assert (hint.unit, hint.before, hint.expected) == ("chance", None, [1, 0])
    assert (hint.plan.texts, hint.choices) == (("1",), [(hint.plan.ids[0], 1)])


def told_as_chances(game):
    return Game(replace(game.type, worth=lambda state: Worth("chance", lost=-1, won=1)), game.players, {})


def test_without_machine_code_the_master_tells_scores_and_no_margins():
    state = toys.pairs().new_state()
    for text in ("1", "2"):
        state.apply(text)
    thought = PlannerBot(state.game, 1, seconds=1.0, rivalry=1.0).think(state.record, 1)
    assert (thought.values[thought.line[0]], thought.expected) == (9, [9, 9])


def test_the_master_uses_what_the_game_offers():
    """With an evaluation it looks four rounds ahead from promising turns; without one it searches to the end."""
    planner, search = bots.make("planner", toys.pairs()), bots.make("planner", toys.nim(5))
    assert (type(planner), planner.turns) == (PlannerBot, 8)
    assert (type(search), search.turns) == (SearchBot, TO_THE_END)


@pytest.mark.parametrize("name", ["random", "greedy", "planner", "flat", "search"])
def test_what_is_avoided_is_taken_only_without_another_choice(name):
    game = toys.pairs()
    for avoided, chosen in (("1", {"0", "2"}), ("3", {"0", "1", "2"})):
        bot = bots.make(name, game, seed=1, simulations=60)
        bot.avoided_kind = avoided
        assert {bot.choose(game.new_state()) for _ in range(20)} <= chosen
    pile = toys.nim(1)
    bot = bots.make(name, pile, seed=1, simulations=20)
    bot.avoided_kind = "1"
    assert bot.choose(pile.new_state()) == "1"


@pytest.mark.parametrize(("simulations", "candidates"), [(4, 2), (12, 3), (400, 9)])
def test_a_small_budget_compares_few_turns(monkeypatch, simulations, candidates):
    """By a number of simulations, or by a time measured with a fake clock."""
    game = toys.pairs()
    own = game.new_state().for_seat(0).record
    now, compared = [0.0], []
    monkeypatch.setattr(base.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(core_pool, "available_cores", lambda: 1)  # a server of another test may have given them more
    for budget in ({"simulations": simulations}, {"seconds": 1.0}, {"simulations": 1000, "seconds": 1.0}):
        bot = bots.make("planner", game, seed=1, **budget)
        simulate = bot.ends

        def slowly(record, seat, lines, scenarios, simulate=simulate):
            now[0] += len(lines) * len(scenarios) / (simulations + 0.5)
            compared.append(len(lines))
            return simulate(record, seat, lines, scenarios)

        monkeypatch.setattr(bot, "ends", slowly)
        compared.clear()
        bot.simulate(own, 0, base.Budget(bot.simulations, bot.seconds, None))
        assert max(compared) == candidates


def test_lines_without_simulations_are_worth_least():
    lines = Lines([[1], [2, 3]], players=2)
    assert lines.lines.shape == (2, LENGTH)
    lines.sums[1] = (-8, 2)
    lines.visits[1] = 2
    assert lines.means(0, rivalry=0.0).tolist() == [-np.inf, -4]
    assert lines.means(0, rivalry=0.5).tolist() == [-np.inf, -4.5]


def test_lines_are_ordered_by_simulations_and_evaluation_together():
    lines = Lines([[1], [2]], 2, evaluations=[4.0, 1.0], trust=0.25)
    lines.sums[:] = [(6, 2), (18, 6)]
    lines.visits[:] = 2
    assert lines.ranking_values(0, rivalry=1.0).tolist() == [0.75 * 2 + 0.25 * 4, 0.75 * 6 + 0.25 * 1]


def test_how_far_lines_are_behind_is_measured_by_their_differences_in_the_same_scenarios():
    """A shared noise of 100 does not count: they differ by 1, 3, 1 and 3."""
    lines = Lines([[1], [2], [3]], 2)
    outcomes = [[[base + more, 7], [base, 7]] for base, more in ((0, 1), (100, 3), (-100, 1), (50, 3))]
    for some in (outcomes[:1], outcomes[1:]):
        lines.add(np.array([0, 2]), np.array(some, float), 0, 0.0)
    assert lines.visits.tolist() == [4, 0, 4]
    assert lines.std_errors_behind(np.array([0, 2]), 0, 0.0) == pytest.approx([0.0, 2 / np.sqrt(1 / 3)])


@pytest.mark.parametrize(("error", "least", "most"), [(0.0, 2000, 2010), (0.05, 9 * 16, 500)])
def test_who_may_stop_early_does_when_one_turn_is_clearly_the_best(error, least, most):
    game = toys.pairs()
    thought = PlannerBot(game, 1, 2000, error=error).think(game.new_state().record, 0)
    assert thought.line == [1, 2]
    assert least <= thought.simulations <= most


def test_the_last_two_are_compared_longest():
    game = toys.pairs()
    bot, compared = PlannerBot(game, 1, 300), []
    simulate = bot.ends

    def noted(record, seat, lines, scenarios):
        compared.extend(len(scenarios) * [len(lines)])
        return simulate(record, seat, lines, scenarios)

    bot.ends = noted
    bot.compare(game.new_state().record, 0, [[1, 2], [0, 0], [1, 0]], base.Budget(300, None, None))
    assert compared == [3] * 50 + [2] * 75


def test_planner_compares_no_more_turns_than_its_width():
    game = toys.pairs()
    bot = PlannerBot(game, 1, 10, width=4)
    candidates = bot.best_turns(game.new_state().record)
    assert candidates[0][1] == [1, 2]
    assert len(candidates) == 4


def test_of_lines_that_begin_alike_the_chosen_one_says_what_the_action_is_worth():
    bot = PlannerBot(toys.pairs(), 1, 10)
    candidates = [[1, 3], [1, 4], [2]]
    lines = Lines(candidates, 2)
    lines.sums[:] = [[80, 0], [9, 0], [12, 0]]
    lines.visits[:] = [10, 1, 4]
    thought = bot._thought(candidates, lines, 0, 0, base.Budget(10, None, None))
    assert thought.values == {1: 8.0, 2: 3.0} and thought.expected[0] == 8.0
