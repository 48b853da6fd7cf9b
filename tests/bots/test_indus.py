"""Bots in Indus: the evaluation's estimates, and the choices based on them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import mandapa
from mandapa import bots
from mandapa.coach.hint import compute_hint, idea_of
from mandapa.coach.plan import replay
from mandapa.games.indus.ai import evaluation
from mandapa.games.indus.ai.evaluation import FIELD_COLUMNS, RUIN_COLUMNS, WEIGHTS
from mandapa.games.indus.rules.actions import REROLL_ID
from mandapa.games.indus.rules.researchers import rank_of, team_of
from mandapa.games.indus.rules.rules import land
from mandapa.games.indus.rules.scoring import count_teams
from mandapa.games.indus.rules.state import (
    ADD,
    FACES,
    FIELDS,
    GO,
    LANDING,
    LAST_ROLL,
    MAX_RUINS,
    NOBODY,
    NUM_RANKS,
    NUM_TEAMS,
    OWN,
    SIZE,
    STARTS,
)
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.kernel.generic import evaluate, playout_action
from mandapa.kernel.presentation import listed_actions
from mandapa.lab.arena.matches import arena
from scaling import FIRST_SEED, scaled


def positions(players: int, seed: int, every: int, *, chance: bool = False, **options):
    """Yield decisions of random games, or chance nodes."""
    rng = np.random.default_rng(seed)
    state = mandapa.load("indus", players=players, **options).new_state()
    passed = 0
    while not state.is_terminal:
        passed += state.is_chance == chance
        if state.is_chance == chance and passed % every == 0:
            yield state
        state.apply(state.sample(rng) if state.is_chance else str(rng.choice(state.legal_actions)))


@pytest.fixture(scope="module")
def machine():
    """Indus' machine code."""
    if interpreted_only():
        pytest.skip("machine code is switched off")
    mandapa.game_type("indus").engine.warm()


def expected(record) -> list[float]:
    out = np.zeros(int(record.players))
    evaluate(record, out)
    return out.tolist()


# ---------------------------------------------------------------- the evaluation


class Survey:
    """The tables of ``prospects`` for a state, with the sum over all teams."""

    def __init__(self, record, rate=None):
        self.record = record
        self.rate = np.zeros((FIELDS, NUM_TEAMS)) if rate is None else rate
        self.fields = np.zeros((FIELDS, FIELD_COLUMNS))
        self.ruins = np.zeros((MAX_RUINS, RUIN_COLUMNS))
        if rate is None:
            evaluation.expect_arrivals(record, WEIGHTS, self.rate)
        evaluation.survey(record, WEIGHTS, self.rate, self.fields, self.ruins, np.zeros(NUM_TEAMS))

    def total(self) -> np.ndarray:
        """Points of captures and ruins."""
        captures = self.fields[:, evaluation.CAPTURES : evaluation.CAPTURES + NUM_TEAMS].sum(axis=0)
        prizes = self.ruins[: self.record.ruins, evaluation.PRIZE :].sum(axis=0)
        return self.record.points + captures + prizes

    def change(self, piece: int, field: int) -> np.ndarray:
        """Return the changes by a landing, from ``landing_change``."""
        out, points = np.zeros(NUM_TEAMS), np.zeros(NUM_TEAMS)
        rows = np.zeros(FIELD_COLUMNS), np.zeros(RUIN_COLUMNS)
        tables = WEIGHTS, self.rate, self.fields, self.ruins
        evaluation.landing_change(self.record, *tables, piece, field, points, *rows, out)
        return out

    def expected_turn(self) -> np.ndarray:
        """Return the expected changes by the turn, from ``expect_turn``."""
        out = np.zeros(NUM_TEAMS)
        tables = WEIGHTS, self.rate, self.fields, self.ruins
        evaluation.expect_turn(self.record, *tables, np.zeros(NUM_TEAMS), out)
        return out


@pytest.mark.parametrize(("players", "sparing"), [(2, False), (2, True), (3, False), (4, False)])
def test_a_landing_changes_what_a_survey_from_scratch_finds(players, sparing):
    landings = 0
    for state in positions(players, seed=players, every=15, spare_own=sparing):
        survey = Survey(state.record)
        for piece in range(1, 1 + NUM_TEAMS * NUM_RANKS, 2):
            if state.record.seat_of[team_of(piece)] < 0:
                continue
            field = (7 * landings) % FIELDS
            after = state.copy()
            land(after.record, field, piece)
            points = Survey(after.record, survey.rate).total() - survey.total()
            change = survey.change(piece, field)
            change[team_of(piece)] += WEIGHTS[evaluation.WORKER_WORTH + rank_of(piece)]
            if not after.record.pending:
                assert change == pytest.approx(points, abs=1e-9)
                landings += 1
    assert landings > 20


def by_hand(survey: Survey, roll: int, face: int) -> tuple[float, np.ndarray]:
    """Return the best of all choices after a roll: for the seat, and for every team."""
    record = survey.record
    choices = []
    for space, piece in enumerate(record.start.tolist()):
        if piece != NOBODY and team_of(piece) == record.team and roll <= LAST_ROLL[rank_of(piece)]:
            choices.append(survey.change(piece, int(LANDING[space, face])))
    if any(
        piece != NOBODY and team_of(piece) == record.team and roll < LAST_ROLL[rank_of(piece)]
        for piece in record.start.tolist()
    ):
        choices.append(sum(by_hand(survey, roll + 1, again)[1] for again in range(FACES)) / FACES)
    own = [sum(change[team] for team in range(NUM_TEAMS) if record.seat_of[team] == record.seat) for change in choices]
    best = int(np.argmax(own))
    return own[best], choices[best]


@pytest.mark.parametrize("players", [2, 4])
def test_rolling_again_is_weighed_as_by_trying_all_faces(players):
    rolls = set()
    for state in positions(players, seed=3 * players, every=2, chance=True, start_seat=0):
        survey = Survey(state.record)
        first = int(state.record.rolls) + 1
        wanted = sum(by_hand(survey, first, face)[1] for face in range(FACES)) / FACES
        assert survey.expected_turn() == pytest.approx(wanted, abs=1e-9)
        rolls.add(first)
        after = state.copy()
        after.apply("roll 3")
        assert Survey(after.record).expected_turn() == pytest.approx(by_hand(survey, first, 2)[1], abs=1e-9)
    assert len(rolls) > 1


def turned(record):
    """Return the position with board and start spaces rotated by a quarter turn, clockwise."""
    turned = record.copy()
    fields = [SIZE * (field % SIZE) + SIZE - 1 - field // SIZE for field in range(FIELDS)]
    for name in ("ruins_of", "stack", "height", "secured"):
        turned[name][fields] = record[name]
    spaces = [(space + SIZE) % STARTS for space in range(STARTS)]
    turned["start"][spaces] = record["start"]
    for space in range(STARTS):
        assert LANDING[spaces[space]].tolist() == [fields[field] for field in LANDING[space]]
    return turned


def mirrored(record):
    """Return the position with west and east exchanged."""
    mirrored = record.copy()
    fields = [SIZE * (field // SIZE) + SIZE - 1 - field % SIZE for field in range(FIELDS)]
    for name in ("ruins_of", "stack", "height", "secured"):
        mirrored[name][fields] = record[name]
    spaces = [(SIZE - 1 - space) % STARTS for space in range(STARTS)]
    mirrored["start"][spaces] = record["start"]
    for space in range(STARTS):
        assert LANDING[spaces[space]].tolist() == [fields[field] for field in LANDING[space]]
    return mirrored


@pytest.mark.parametrize("chance", [False, True])
def test_turning_or_mirroring_the_table_changes_nothing(chance):
    for state in positions(4, seed=11, every=13, chance=chance, start_seat=1):
        plain = expected(state.record)
        assert np.isfinite(plain).all()
        assert expected(turned(state.record)) == pytest.approx(plain)
        assert expected(mirrored(state.record)) == pytest.approx(plain)


def test_teams_are_alike():
    """Rotating everything by one team rotates the estimates."""
    for state in positions(4, seed=13, every=31):
        moved = state.record.copy()
        for name in ("start", "stack"):
            pieces = state.record[name].astype(int)
            moved[name] = np.where(pieces == NOBODY, NOBODY, (pieces - 1 + NUM_RANKS) % (NUM_TEAMS * NUM_RANKS) + 1)
        secured = state.record["secured"].astype(int)
        moved["secured"] = np.where(secured < 0, secured, (secured + 1) % NUM_TEAMS)
        for name in ("reserve", "points"):
            moved[name] = np.roll(state.record[name], 1, axis=0)
        moved["seat"], moved["team"] = (state.record["seat"] + 1) % 4, (state.record["team"] + 1) % 4
        assert expected(moved) == pytest.approx(np.roll(expected(state.record), 1).tolist())


def test_nobody_left_to_come_is_nearly_the_score():
    """The remaining differences: prizes are not rounded down, and small leads count slightly less."""
    rng = np.random.default_rng(5)
    for players in (2, 3, 4):
        state = mandapa.load("indus", players=players).new_state()
        while not state.is_terminal:
            state.apply(state.sample(rng) if state.is_chance else str(rng.choice(state.legal_actions)))
        assert expected(state.record) == pytest.approx(state.scores(), abs=4)
        assert sum(expected(state.record)) == pytest.approx(sum(state.scores()), abs=10)


def test_whoever_was_spared_counts_where_nobody_is_left_to_come():
    spared = 0
    for seed in range(3):
        state = mandapa.load("indus", players=2, spare_own=True).new_state()
        rng = np.random.default_rng(seed)
        while not state.is_terminal:
            legal = state.legal_actions
            spared += "spare" in legal
            chosen = "spare" if "spare" in legal else str(rng.choice(legal))
            state.apply(state.sample(rng) if state.is_chance else chosen)
        counts = np.zeros((MAX_RUINS, NUM_TEAMS), np.int64)
        count_teams(state.record, counts)
        expected_counts = Survey(state.record).ruins[:, evaluation.COUNT : evaluation.COUNT + NUM_TEAMS]
        assert (expected_counts == counts).all()
    assert spared > 0


# ---------------------------------------------------------------- bots


@pytest.mark.parametrize(
    ("players", "board", "sparing"),
    [(2, "first", False), (2, "random", True), (3, "random", False), (4, "random", False)],
)
def test_the_playout_policy_chooses_legal_actions(players, board, sparing):
    rng = np.random.default_rng(2)
    for state in positions(players, seed=9, every=3, board=board, spare_own=sparing):
        legal = listed_actions(state.record)
        assert playout_action(state.record, np.empty(state.game.type.max_legal, np.int32), rng) in legal


@pytest.mark.slow
@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_is_legal_and_follows_from_the_seed(machine, name, players):
    for state in positions(players, seed=players, every=19, placement="free"):
        before = state.hash()
        chosen = {bots.make(name, state.game, seed=1, simulations=40).choose(state) for _ in range(2)}
        assert len(chosen) == 1
        assert chosen <= set(state.legal_actions)
        assert state.hash() == before


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy", "planner", "flat", "search", "random"])
def test_who_avoids_rolling_again_never_does(machine, name):
    offered = 0
    for state in positions(4, seed=21, every=1):
        if state.record.phase == GO and REROLL_ID in state.legal_action_ids:
            bot = bots.make(name, state.game, seed=1, simulations=20)
            bot.avoided_kind = "reroll"
            assert bot.choose(state).startswith("move")
            offered += 1
    assert offered > 10


@pytest.mark.slow
def test_greedy_takes_what_the_evaluation_likes_best(machine):
    looked = 0
    for state in positions(3, seed=17, every=7):
        seat = state.current_player
        values = {}
        for text in state.legal_actions:
            after = state.copy()
            after.apply(text)
            values[text] = after.returns()[seat] if after.is_terminal else expected(after.record)[seat]
        chosen = bots.make("greedy", state.game, seed=1).choose(state)
        assert values[chosen] == pytest.approx(max(values.values()), abs=1e-5)
        looked += 1
    assert looked > 10


OPEN = {"31": ["Yw", "Yw"]}
CLOSED = {"31": ["Bw", "Ya", "Rp"], "11": ["Yw", "Yw"], "21": ["Gw", "Gw"]}


@pytest.mark.parametrize(("stacks", "chosen"), [(OPEN, "reroll"), (CLOSED, "move N1")])
@pytest.mark.parametrize("rank", ["Ba", "Bp"])
def test_another_roll_instead_of_losing_a_researcher_but_not_of_five_prisoners(stacks, chosen, rank):
    """Roll 3 leads from N1 to field 31. The canal on 11 is worth 11 points while it is open."""
    now = {"phase": "go", "seat": 0, "team": "blue", "roll": 1, "die": 3}
    state = mandapa.load("indus", players=4).position({**now, "starts": {"N1": rank}, "stacks": stacks})
    assert bots.make("greedy", state.game, seed=1).choose(state) == chosen


def own_captures(count):
    """Yield decisions about a captured own researcher that may stay, after which no researchers are left."""
    for seed in range(count):
        for state in positions(2, seed=seed, every=1, spare_own=True):
            if state.record.phase == OWN:
                last = state.copy()
                last.record.reserve[:] = 0
                last.record.start[:] = NOBODY
                yield last


def test_own_researchers_are_spared_where_they_bring_more_than_points():
    found = Counter()
    for state in own_captures(12):
        scored, spared = (row["gain"] for row in state.previews()[1:])
        bot = bots.make("greedy", state.game, seed=1)
        bot.avoided_kind = "take"
        if scored != spared:
            wanted = "spare" if spared > scored else "score"
            assert bot.choose(state) == wanted
            found[wanted] += 1
    assert min(found["spare"], found["score"]) > 0


@pytest.mark.slow
def test_the_master_adds_by_evaluation_and_simulates_landings(machine):
    added = landed = 0
    for state in positions(4, seed=23, every=4):
        seat = state.current_player
        thought = bots.make("planner", state.game, seed=1, simulations=30).think(state.record, seat)
        if state.record.phase == ADD:
            after = state.copy()
            after.apply_id(thought.line[0])
            assert thought.simulations == 0
            assert thought.expected == pytest.approx(expected(after.record))
            assert state.format(thought.line[0]) == bots.make("greedy", state.game, seed=1).choose(state)
            added += 1
        else:
            assert thought.simulations >= 30 or len(state.legal_actions) == 1
            landed += 1
    assert added > 5
    assert landed > 5


@pytest.mark.slow
def test_a_hint_tells_what_it_expects(machine):
    for state in positions(2, seed=4, every=29):
        for seconds in (0.02, 1e-9):  # on a busy machine no time may be left
            hint = compute_hint(state, 0, seconds=seconds)
            action, expected = hint.choices[0]
            assert hint.plan.ids[0] == action
            assert expected == pytest.approx(hint.expected[state.current_player], abs=0.01)


@pytest.mark.parametrize("players", [2, 3])
def test_whoever_is_placed_before_the_game_has_a_reason(players):
    hints = 0
    for state in positions(players, seed=players, every=1, placement="free", start_seat=0):
        if state.view()["phase"] == "place":
            idea = idea_of(replay(state, state.legal_action_ids[:1]), None)
            assert idea.key in ("indus.idea.ready", "indus.idea.reach")
            if idea.key == "indus.idea.ready":  # of the team that is placed, not of the next one
                assert idea.params["team"] == state.view()["team"]
            hints += 1
    assert hints == {2: 8, 3: 9}[players]


def test_sparing_has_a_reason():
    hints = [
        idea_of(replay(state, state.legal_action_ids[2:]), replay(state, state.legal_action_ids[:1]))
        for state in positions(2, seed=3, every=1, spare_own=True)
        if state.record.phase == OWN
    ]
    assert hints and {idea.key for idea in hints} == {"indus.idea.spare"}


@pytest.mark.slow
def test_greedy_beats_random(machine):
    played = arena(mandapa.load("indus", players=2), ["greedy", "random"], games=10, seed=1)
    assert played.win_rate(0).mean > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_master_beats_random(machine, players):
    """Paired games with rotated seats. docs/strength.md has the many games that show that it beats greedy, too."""
    line_up = ["planner@40"] + ["random"] * (players - 1)
    played = arena(mandapa.load("indus", players=players), line_up, games=scaled(2 * players), seed=1 + FIRST_SEED)
    assert played.win_rate(0).mean > 0.6
