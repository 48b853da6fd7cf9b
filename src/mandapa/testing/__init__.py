"""Whether a game is sound: ``check_game`` plays it and checks everything that does not depend on its rules.

>>> import mandapa
>>> from mandapa.testing import check_game
>>> check_game(mandapa.load("kerala", players=3, rounds=2), games=2, seed=1).games
2
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

from mandapa.library import Game
from mandapa.testing.faults import check_faults
from mandapa.testing.freshness import check_dependence
from mandapa.testing.machine import check_machine_code, compile_all
from mandapa.testing.options import check_options
from mandapa.testing.playthrough import CheckFailed, Invariant, Playthrough, Report
from mandapa.testing.secrets import check_guesses_vary, check_odds, compare_deals, record_of
from mandapa.testing.states import check_start, play_and_check
from mandapa.testing.watchdog import TIME_LIMIT, Watchdog

LOOKS = 25
"""In about so many states of a game everything is looked at, if it is not said how often."""

__all__ = ["CheckFailed", "Report", "check_faults", "check_game", "check_options", "check_playthrough"]


def check_game(
    game: Game,
    games: int = 20,
    seed: int = 0,
    *,
    invariant: Invariant | None = None,
    compiled: bool = False,
    complete: bool = True,
    every: int | None = None,
    time_limit: float = TIME_LIMIT,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play ``games`` games at random and check at every step what must hold for any game.

    Half of the games are played uniformly at random, half by players with whims, who favour some actions and so come to
    unusual places. After the first game it says on standard error about how long the others will take. What is
    checked, by the name that ``CheckFailed.check`` gives it:

    * flat: the record holds no Python objects, so that a copy shares nothing
    * start: every game starts from equal bytes; options and pieces are JSON-able
    * actor: ``current_player`` is a seat, ``CHANCE`` or ``TERMINAL``
    * legal actions: at least one for a player, none for chance and at the end; ascending, each once, ids from 0
      to ``num_actions`` - 1, at most ``max_legal``
    * is_legal: agrees with the list for every id, and refuses ids out of range
    * texts: each action has its own text, one line, and ``parse`` gives the action back; other texts are
      refused with an ``IllegalAction``
    * chance: outcomes ascending, at most ``max_chance``, probabilities above 0 with sum 1; in redacted records, too
    * sampling: ``sample_chance`` draws only possible outcomes, as often as their probabilities say
    * roll: a chance event inside a turn belongs to a seat
    * policy: ``playout_action`` chooses a legal action
    * reading: nothing that only reads (views, choices, previews, scores, texts ...) changes the state
    * deterministic: the same action in the same state gives the same bytes
    * undo: taking an action back restores every byte
    * copies: earlier copies are still what they were, whatever was played since
    * views: view, choices, previews, log lines and score sheets are JSON-able and the same when asked twice; a view is
      that of the state, whatever other states were shown before
    * scores: scores, returns and evaluations are finite; the totals of the score sheets are the scores
    * returns: keep to ``bounds``; add up to 0 or are identical if it says so; at the end
      they are in the unit of ``worth``: of points, the scores and less than a point to break ties
    * observation: what programs observe is whole: ``observation_size`` numbers within the declared bounds; a function
      of the state; compact ones keep to ``Feature.most`` (a yes or no always, a quantity mostly) and depend on the
      observer
    * symmetry: the image of a decision is legal in the image of the state and leads to a state of the same scores,
      returns and player to act; what is observed there is the image of the observation
    * secrets: what a seat sees and may do is the same in every state that it cannot tell apart: a resampled
      state redacts to the same bytes; redacting twice changes nothing; a seat keeps its own knowledge;
      resampling does not always guess the truth, and whoever is to act then has a legal action; of two actions
      a seat is told the same (``secret``, ``untold``, ``aloud``, ``describe``) exactly if afterwards ``redact`` leaves
      it the same bytes, and then it may do the same; nor do score sheets, refusals and what is told of an action tell
      apart what a seat cannot
    * odds: what a seat does not know is resampled as often as chance makes it so, after the set-up and one outcome
      after a resampled state; outcomes of a redacted record come as often as those of resampled ones
    * overflow: no action writes a number that is too large for its field
    * time: no call of a function of the game takes longer than ``time_limit``
    * invariant: ``invariant(start, state)`` finds nothing wrong, also in resampled states
    * length: the game has no more decisions and chance outcomes than ``bounds`` says
    * replay: the texts, from JSON, lead to the same bytes again
    * machine code: compiled functions give the same bytes and numbers as interpreted ones, and write nowhere
      else
    * crash: no function of the game raises

    Args:
        game: what ``mandapa.load`` gives; a game that is not installed: ``mandapa.Game(game_type, players, options)``.
        games: how many games to play.
        seed: makes the check repeatable: the games are those of ``numpy.random.default_rng([seed, number])``.
        invariant: takes the place of the game type's own ``invariant``.
        compiled: also compare with machine code, compiling it first if need be (some seconds).
        complete: False for a game whose ``legal_actions`` lists only a selection of what ``is_legal`` allows.
        every: views, secrets, observations and other slow things are looked at in one state of so many, and at the
            end of each game. By default in about 25 states of each game, which is all of a short one, but in no less
            than one of ten.
        time_limit: seconds that one call of a function of the game may take, so that one that never ends is named. Not
            while machine code runs.
        progress: gets the number of games done; then nothing is written.

    Returns:
        What was seen: numbers of games, plies, decisions; most legal actions and outcomes; longest game.

    Raises:
        CheckFailed: with the name of the check, what was found and expected, and a record that leads there.
    """
    report = Report()
    if compiled:
        compile_all(game)  # before the clock starts: it happens once, whatever the number of games
    began = time.perf_counter()
    for number in range(games):
        rng = np.random.default_rng([seed, number])
        try:
            check_playthrough(
                game,
                rng,
                invariant=invariant,
                compiled=compiled,
                complete=complete,
                every=every,
                time_limit=time_limit,
                whims=number % 2 == 1,
                report=report,
            )
        except CheckFailed as failure:
            failure.record |= {"seed": seed, "number": number}
            raise
        if progress is not None:
            progress(number + 1)
        elif number == 0 and games > 1:
            expected = (time.perf_counter() - began) * (games - 1)
            sys.stderr.write(f"check_game: {game}: {games - 1} more games, about {expected:.0f} s\n")
    check_guesses_vary(game, report)
    check_odds(game, report)
    check_dependence(report, record_of(game))
    return report


def check_playthrough(
    game: Game,
    rng: np.random.Generator,
    *,
    invariant: Invariant | None = None,
    compiled: bool = False,
    complete: bool = True,
    every: int | None = None,
    time_limit: float = TIME_LIMIT,
    whims: bool = False,
    report: Report | None = None,
) -> Report:
    """Play one game with ``rng`` and check it: what ``check_game`` does for each of its games."""
    report = report or Report()
    every = every or min(10, max(1, (report.longest or game.bounds.plies) // LOOKS))
    with Watchdog(time_limit) as watchdog:
        play = Playthrough(game, rng, invariant or game.type.invariant, complete, every, whims, report, watchdog)
        with play.explaining(), np.errstate(over="raise"):
            check_start(play)
            if report.games == 0:
                compare_deals(play)
            if compiled:
                check_machine_code(play)
            play_and_check(play, compiled)
    return play.report
