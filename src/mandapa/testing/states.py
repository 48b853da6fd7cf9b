"""Checks of single states and steps, in the order in which a game is played."""

import json
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from mandapa.kernel import generic
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.record import contents
from mandapa.library import State
from mandapa.testing import machine_code, observation_checks, overflow, secrets, state_dependence, steps
from mandapa.testing.playthrough import Playthrough

SLACK = 64
"""Extra space at the end of buffers, to detect writes beyond the limits."""
SAMPLES = 500
"""Number of outcomes that are drawn at a chance node to test sampling."""
SAMPLED_NODES = 3
"""Number of chance nodes per game at which sampling is tested."""
KEPT_EVERY = 10
"""Number of plies between the times at which a copy is stored and all copies are checked."""
PARSED = 6
"""Number of legal actions per state whose text is parsed."""
NONSENSE = ("", " ", "no such action", "take", "0", "-1", "☃", "a" * 500)


def check_start(play: Playthrough) -> None:
    """Check that the record is flat and that the initial record has the same bytes in every game."""
    type = play.game.type
    play.expect(not type.state_type.hasobject, "flat", "the record holds Python objects, expected plain numbers")
    again = play.game.new_state()
    play.expect(again == play.state, "start", "two new games start from different bytes")
    fresh = type.new_state(play.game.players, play.game.options, play.game.components)
    play.expect(contents(fresh) == contents(play.start), "start", "new_state, called again, gives different bytes")
    steps.as_json(play, "start", "options", play.game.options)
    steps.as_json(play, "start", "gallery", type.presentation.gallery(play.game.components))
    missing = type.hidden_information and type.presentation.secret is None
    expected = "expected a function (before, action, after) that gives the seat that alone sees an action, or None"
    play.expect(not missing, "secrets", f"secret: a game with hidden information brings none; {expected}")
    play.check_invariant(play.state.record, "at the start")


def play_and_check(play: Playthrough, compiled: bool) -> None:
    """Play to the end, checking every state and step, then replay the game."""
    preferences = play.rng.random(play.game.type.num_actions) ** 8 + 1e-6
    while check_actor(play) != generic.TERMINAL:
        listed = check_chance(play) if play.state.is_chance else check_decision(play)
        look_around(play, play.rng.integers(play.every) == 0)
        weights = preferences[listed] if play.has_preferences and not play.state.is_chance else None
        if play.state.is_chance:
            action = int(generic.sample_chance(play.state.record, play.rng))
        elif weights is None:
            action = listed[int(play.rng.integers(len(listed)))]
        else:
            action = int(play.rng.choice(listed, p=weights / weights.sum()))
        play.outcomes += play.state.is_chance
        take_step(play, action, compiled)
    check_nothing_to_do(play)
    look_around(play, True)
    check_copies(play)
    check_replay(play)
    play.report.games += 1
    play.report.longest = max(play.report.longest, len(play.state.history))


def check_actor(play: Playthrough) -> int:
    """Check that ``current_player`` is a seat, ``CHANCE`` or ``TERMINAL``, and return it."""
    with play.assert_unchanged("current_player"):
        actor = play.state.current_player
    expected = f"a seat from 0 to {play.game.players - 1}, CHANCE {generic.CHANCE} or TERMINAL {generic.TERMINAL}"
    right = actor in (generic.CHANCE, generic.TERMINAL) or 0 <= actor < play.game.players
    play.expect(right, "actor", f"current_player is {actor}, expected {expected}")
    return actor


# ---------------------------------------------------------------- decisions


def check_decision(play: Playthrough) -> list[int]:
    """Check a player's legal actions and return them."""
    listed = list_actions(play)
    play.report.decisions += 1
    play.report.most_legal = max(play.report.most_legal, len(listed))
    play.expect(bool(listed), "legal actions", "none, but a player is to act")
    check_listing(play, "legal actions", listed, play.game.type.max_legal, "max_legal")
    top = play.game.type.num_actions
    play.expect(listed[-1] < top, "legal actions", f"id {listed[-1]}, expected less than num_actions {top}")
    check_is_legal(play, listed)
    check_texts(play, listed)
    return listed


def check_policy(play: Playthrough) -> None:
    """Check that the playout policy chooses legal actions, and that the salience of actions is in range."""
    listed = list_actions(play)
    if not listed:
        return
    with play.assert_unchanged("playout_action"):
        room = np.empty(play.game.type.max_legal, np.int32)
        chosen = int(generic.playout_action(play.state.record, room, play.rng))
    play.expect(chosen in listed, "policy", f"playout_action chose {chosen}, expected one of {listed}")
    greatest = -np.inf
    for action in listed:
        with play.assert_unchanged("salience"):
            salience = float(generic.salience(play.state.record, action))
        play.expect(salience <= 1, "policy", f"salience of action {action}: found {salience}, expected at most 1")
        greatest = max(greatest, salience)
    play.expect(greatest >= 0, "policy", f"salience below 0 of all actions {listed}")


def list_actions(play: Playthrough) -> list[int]:
    """Return the ids that ``legal_actions`` writes to a buffer larger than needed."""
    out = np.full(play.game.type.max_legal + SLACK, -1, np.int32)
    with play.assert_unchanged("legal_actions"):
        count = int(generic.legal_actions(play.state.record, out))
    listed: list[int] = out[:count].tolist()
    return listed


def check_listing(play: Playthrough, check: str, listed: list[int], most: int, limit: str) -> None:
    """Check that the listed ids are ascending, distinct and not negative, and that there are not too many."""
    play.expect(listed[0] >= 0, check, f"id {listed[0]}, expected 0 or more")
    for earlier, later in pairwise(listed):
        play.expect(earlier != later, check, f"{later} is listed twice")
        play.expect(earlier < later, check, f"{later} stands behind {earlier}, expected ascending ids")
    play.expect(len(listed) <= most, check, f"{len(listed)} of them, expected at most {limit} {most}")


def check_is_legal(play: Playthrough, listed: list[int]) -> None:
    """Check that ``is_legal`` allows the listed actions and, if the list must be complete, no others."""
    top = play.game.type.num_actions
    others = [action for action in range(top) if action not in set(listed)]
    if "is_legal" not in play.game.type.methods:  # The default method searches the list: a few samples are enough.
        others = play.rng.permutation(others)[:3].tolist()
        listed = play.rng.permutation(listed)[:3].tolist()
    with play.assert_unchanged("is_legal"):
        for action in listed:
            allowed = generic.is_legal(play.state.record, action)
            play.expect(bool(allowed), "is_legal", f"refuses {action}, which is listed")
        for action in [-1, top, *(others if play.complete else ())]:
            allowed = generic.is_legal(play.state.record, action)
            play.expect(not allowed, "is_legal", f"allows {action}, which is not listed")


def check_texts(play: Playthrough, listed: list[int]) -> None:
    """Check that the texts of the listed actions are unique and parse to these actions."""
    state = play.state
    with play.assert_unchanged("format_action"):
        texts = [state.format(action) for action in listed]
    seen: dict[str, int] = {}
    for action, text in zip(listed, texts, strict=True):
        right = isinstance(text, str) and text.strip() == text != "" and len(text.splitlines()) == 1
        play.expect(right, "texts", f"action {action} is written {text!r}, expected one line of text")
        play.expect(text not in seen, "texts", f"{text!r} means both {seen.get(text)} and {action}")
        seen[text] = action
    play.texts |= dict.fromkeys(texts)
    for i in play.rng.permutation(len(listed))[:PARSED].tolist():
        parsed = state.parse(texts[i])
        play.expect(parsed == listed[i], "texts", f"{texts[i]!r} is parsed as {parsed}, expected {listed[i]}")
    earlier = state.history[int(play.rng.integers(len(state.history)))] if state.history else ""
    for text in {NONSENSE[int(play.rng.integers(len(NONSENSE)))], earlier} - set(texts):
        with play.assert_unchanged("refusal"):
            refused = state.refusal(text)
        right = isinstance(refused, IllegalAction) and refused.text == text and refused.code != ""
        play.expect(right, "texts", f"{text!r} is answered {refused!r}, expected an IllegalAction about it")


def check_nothing_to_do(play: Playthrough) -> None:
    """Check that no action is legal at the end of the game."""
    listed = list_actions(play)
    play.expect(not listed, "legal actions", f"{listed} at the end, expected none")
    for action in play.rng.integers(play.game.type.num_actions, size=8).tolist():
        play.expect(not generic.is_legal(play.state.record, action), "is_legal", f"allows {action} at the end")
    if play.state.history:
        refused = play.state.refusal(play.state.history[-1])
        play.expect(refused is not None, "texts", "the last action can be taken again at the end")


# ---------------------------------------------------------------- chance


def check_chance(play: Playthrough) -> list[int]:
    """Check the distribution at a chance node, and return the outcome ids."""
    play.expect(not list_actions(play), "legal actions", "some at a chance node, expected none")
    listed, chances = distribution(play, play.state)
    play.report.chance_nodes += 1
    play.report.most_outcomes = max(play.report.most_outcomes, len(listed))
    check_is_legal_outcome(play, listed)
    check_texts(play, listed)
    check_sampling(play, listed, chances)
    check_roll(play)
    return listed


def distribution(play: Playthrough, state: State, where: str = "") -> tuple[list[int], np.ndarray]:
    """Check and return the outcomes and probabilities at a chance node; ``where`` describes the node in messages."""
    type = play.game.type
    actions = np.full(type.max_chance + SLACK, -1, np.int32)
    probabilities = np.full(type.max_chance + SLACK, np.nan)
    with play.convert_exceptions(where), play.assert_unchanged(f"chance_outcomes{where}", state):
        count = int(generic.chance_outcomes(state.record, actions, probabilities))
    listed: list[int] = actions[:count].tolist()
    chances = probabilities[:count]
    play.expect(count > 0, "chance", f"no outcome at a chance node{where}")
    check_listing(play, "chance", listed, type.max_chance, f"max_chance{where}")
    play.expect(bool((chances > 0).all()), "chance", f"probabilities {chances.tolist()}{where}, expected above 0")
    total = float(chances.sum())
    play.expect(abs(total - 1) < 1e-9, "chance", f"the probabilities sum to {total}{where}, expected 1")
    return listed, chances


def check_known_chance(play: Playthrough) -> None:
    """Check that redacted states have valid chance distributions, and sample outcomes for the odds check."""
    if not play.game.type.hidden_information or not play.state.is_chance:
        return
    for seat in (None, *range(play.game.players)):
        known = play.state.for_seat(seat)
        listed, chances = distribution(play, known, f" in the record redacted for {secrets.name(seat)}")
        if known != play.state:
            secrets.compare_draws(play, seat, known, listed, chances)


def check_roll(play: Playthrough) -> None:
    """Check that a chance event within a turn belongs to one of the seats of the game."""
    with play.assert_unchanged("roll"):
        roll = play.game.type.roll(play.state.record)
    right = roll is None or roll.seat in range(play.game.players)
    play.expect(right, "roll", f"{roll}, expected None or a seat from 0 to {play.game.players - 1}")


def check_is_legal_outcome(play: Playthrough, listed: list[int]) -> None:
    """Check that ``is_legal`` accepts exactly the possible outcomes at a chance node."""
    asked = listed if "is_legal" in play.game.type.methods else listed[-1:]  # The default method searches the list.
    with play.assert_unchanged("is_legal"):
        possible = {
            action: bool(generic.is_legal(play.state.record, action)) for action in [-1, *asked, listed[-1] + 1]
        }
    wrong = [action for action, allowed in possible.items() if allowed != (action in listed)]
    play.expect(not wrong, "is_legal", f"disagrees with chance_outcomes about {wrong}")


def check_sampling(play: Playthrough, listed: list[int], chances: np.ndarray) -> None:
    """Check that drawn outcomes are possible and as frequent as expected, within six standard deviations."""
    often = play.sampled < SAMPLED_NODES and len(listed) > 1 and play.rng.random() < 0.3
    play.sampled += often
    draws = SAMPLES if often else 1
    with play.assert_unchanged("sample_chance"):
        drawn = [int(play.game.engine.run(generic.sample_chance, play.state.record, play.rng)) for _ in range(draws)]
    impossible = set(drawn) - set(listed)
    play.expect(not impossible, "sampling", f"drew {sorted(impossible)}, expected one of {listed}")
    if not often:
        return
    for outcome, chance in zip(listed, chances.tolist(), strict=True):
        found, expected = drawn.count(outcome), draws * chance
        allowed = 6 * (expected * (1 - chance)) ** 0.5 + 3
        message = f"outcome {outcome} came {found} times in {draws} draws, expected about {expected:.1f}"
        play.expect(abs(found - expected) <= allowed, "sampling", message)


# ---------------------------------------------------------------- steps


def take_step(play: Playthrough, action: int, compiled: bool) -> None:
    """Apply an action to the state and to a copy, compare the results, undo the action, and apply it again."""
    state = play.state
    before = contents(state.record)
    twin = state.copy().record
    if compiled:
        machine_code.check_machine_step(play, action)
    text = state.format(action)
    with play.watchdog.watch(f"apply_action of {text!r}"):
        state.apply(text)
    after = contents(state.record)
    if state.is_terminal or len(state.history) % play.every == 0:
        overflow.check_overflow(play, twin, action)
    generic.apply_action(twin, action)
    play.expect(contents(twin) == after, "deterministic", f"{text!r} leads to different bytes from the same state")
    undone = state.undo()
    play.expect(undone == text and contents(state.record) == before, "undo", f"{text!r} is not taken back whole")
    state.apply(text)
    play.expect(contents(state.record) == after, "deterministic", f"{text!r} leads elsewhere after it was taken back")
    play.check_invariant(state.record, f"after {text!r}")
    play.report.plies += 1
    check_length(play)
    if len(state.history) % KEPT_EVERY == 0:
        check_copies(play)
        play.copies.append((state.copy(), after))


def check_length(play: Playthrough) -> None:
    """Check that the game has no more decisions and chance outcomes than its declared bounds allow."""
    bounds, outcomes = play.game.bounds, play.outcomes
    for found, most, actions in (
        (len(play.state.history) - outcomes, bounds.decisions, "decisions"),
        (outcomes, bounds.outcomes, "chance outcomes"),
    ):
        play.expect(found <= most, "length", f"found {found} {actions}, expected at most {most}, as bounds says")


def check_copies(play: Playthrough) -> None:
    """Check that copies of earlier states are unchanged."""
    for copy, bytes_then in play.copies:
        same = contents(copy.record) == bytes_then
        play.expect(same, "copies", f"the copy made after {len(copy.history)} actions has changed since")


def check_replay(play: Playthrough) -> None:
    """Check that a replay of the game from JSON leads to the same final state."""
    written = json.loads(steps.as_json(play, "replay", "to_json", play.state.to_json()))
    again = play.game.state_from_json(written)
    play.expect(again == play.state, "replay", "the texts of the game lead to different bytes")
    play.expect(again.history == play.state.history, "replay", "the texts change when they are replayed")


# ---------------------------------------------------------------- views


def look_around(play: Playthrough, closely: bool) -> None:
    """If ``closely`` is set, check everything that players see of a state, and that hidden information stays hidden."""
    if not closely:
        return
    check_numbers(play)
    observation_checks.check_observation(play)
    observation_checks.check_compact(play)
    observation_checks.check_symmetries(play)
    check_policy(play)
    state = play.state
    seats = set(range(play.game.players))
    if not play.game.type.hidden_information:  # All seats see the same state.
        seats = {state.current_player, int(play.rng.integers(play.game.players))} & seats
    for seat in [None, *seats]:
        steps.read_twice(play, f"view({seat})", lambda seat=seat: state.view(seat))
        choices = steps.read_twice(play, f"choices({seat})", lambda seat=seat: state.choices(seat))
        due = state.legal_actions if seat == state.current_player else []
        shown = [choice.get("action") for choice in choices]
        play.expect(shown == due, "views", f"choices({seat}) shows {shown}, expected {due}")
    steps.read_twice(play, "previews", state.previews)
    steps.read_twice(play, "str", lambda: str(state))
    for text in state.legal_actions[:PARSED]:
        line = steps.read_twice(play, f"describe({text!r})", lambda text=text: state.describe(text))
        right = isinstance(line, dict) and set(line) == {"key", "params"}
        play.expect(right, "views", f"describe({text!r}) is {line}, expected key and params")
    check_sheets(play)
    tried = steps.tried_steps(play)
    state_dependence.check_freshness(play, tried)
    secrets.check_secrets(play, tried)
    check_known_chance(play)


def check_numbers(play: Playthrough) -> None:
    """Check that scores, returns and evaluations are finite numbers."""
    functions: list[Callable[..., None]] = [
        generic.evaluate,
        generic.scores,
        *([generic.returns] if play.state.is_terminal else []),
    ]
    for function in functions:
        out = np.full(play.game.players, np.nan)
        with play.assert_unchanged(function.__name__):
            function(play.state.record, out)
        finite = bool(np.isfinite(out).all())
        message = f"{function.__name__} gives {out.tolist()}, expected finite numbers"
        play.expect(finite, "scores", message)
        if function is generic.returns:
            check_returns(play, out)
            check_worth(play, out)


def check_returns(play: Playthrough, out: np.ndarray) -> None:
    """Check that the returns conform to the utility that the game declares for learners."""
    learning, bounds, found = play.game.type.learning, play.game.bounds, f"returns gives {out.tolist()}"
    within = bool(((bounds.least <= out) & (out <= bounds.most)).all())
    play.expect(within, "returns", f"{found}, expected {bounds.least:g} to {bounds.most:g}, as bounds says")
    total = float(out.sum())
    zero = learning.utility != "zero_sum" or abs(total) < 1e-9
    play.expect(zero, "returns", f"{found}, which add up to {total:g}, expected 0: Learning declares zero_sum")
    same = learning.utility != "identical" or bool((out == out[0]).all())
    play.expect(same, "returns", f"{found}, expected the same for all: Learning declares identical returns")


def check_worth(play: Playthrough, out: np.ndarray) -> None:
    """Check that final returns are in the unit of ``worth``; if this is points, they are the scores with tie-breaks."""
    worth = play.game.type.worth(play.state.record)
    if not play.state.is_terminal or worth is None:
        return
    if worth.unit == "points":
        scored = np.array(play.state.scores())
        same = bool((np.abs(out - scored) < 1).all() and ((out[:, None] > out) | ~(scored[:, None] > scored)).all())
        expected = f"expected the scores {scored.tolist()} and less than a point to break ties: Worth.unit is points"
        play.expect(same, "returns", f"returns gives {out.tolist()}, {expected}")
    elif worth.unit == "chance":
        within = bool(((worth.lost - 1e-9 <= out) & (out <= worth.won + 1e-9)).all())
        expected = f"expected {worth.lost:g} to {worth.won:g} (Worth.lost, Worth.won)"
        play.expect(within, "returns", f"returns gives {out.tolist()}, {expected}")


def check_sheets(play: Playthrough) -> None:
    """Check that the score sheets are consistent with the scores."""
    sheets = steps.read_twice(play, "scores(explain=True)", lambda: play.state.scores(explain=True))
    seats = [sheet.get("seat") for sheet in sheets]
    play.expect(seats == list(range(play.game.players)), "scores", f"score sheets of seats {seats}")
    totals, scored = [sheet.get("total") for sheet in sheets], play.state.scores()
    play.expect(totals == scored, "scores", f"the sheets' totals are {totals}, expected the scores {scored}")
    explain = play.game.type.presentation.explain
    for sheet in sheets:
        with play.assert_unchanged("explain"):
            points = [line.points for line in explain(sheet) if line.points is not None]
        right = not points or sum(points) == sheet["total"]
        play.expect(right, "scores", f"the items of seat {sheet['seat']} add up to {points}, expected {sheet['total']}")
    ranks = [sheet.get("rank") for sheet in sheets]
    right = all(rank in range(1, play.game.players + 1) for rank in ranks)
    play.expect(right, "scores", f"ranks {ranks}, expected 1 to {play.game.players}")
