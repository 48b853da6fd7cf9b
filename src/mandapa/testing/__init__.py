"""Conformance tests for games: ``check_game`` plays a game and checks the properties that every game must have.

>>> import mandapa
>>> from mandapa.testing import check_game
>>> check_game(mandapa.load("kerala", players=3, rounds=2), games=2, seed=1).games
2
"""

import sys
import time
from collections.abc import Callable

import numpy as np

from mandapa.library import Game
from mandapa.testing.faults import check_faults
from mandapa.testing.machine_code import check_machine_code, compile_all
from mandapa.testing.options import check_options
from mandapa.testing.playthrough import CheckFailed, Invariant, Playthrough, Report
from mandapa.testing.secrets import check_guesses_vary, check_odds, compare_deals, record_of
from mandapa.testing.state_dependence import check_dependence
from mandapa.testing.states import check_start, play_and_check
from mandapa.testing.watchdog import TIME_LIMIT, Watchdog

LOOKS = 25
"""Default number of states per game in which slow checks run."""

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
    """Play ``games`` random games and check at every step the properties that hold for any game.

    Half of the games are played uniformly at random. In the other half, some actions, which are chosen at random, are
    preferred, so that unusual states occur. After the first game, an estimate of the remaining time is printed to
    standard error. The checks, by their names in ``CheckFailed.check``:

    * flat: the record holds no Python objects, so that a copy shares nothing
    * start: the initial record has the same bytes in every game; options and components are JSON-compatible
    * actor: ``current_player`` is a seat, ``CHANCE`` or ``TERMINAL``
    * legal actions: at least one for a player, none for chance and at the end; ascending, without duplicates, ids from
      0 to ``num_actions`` - 1, at most ``max_legal``
    * is_legal: accepts the listed actions and, if ``complete``, rejects all other ids; always rejects ids out of range
    * texts: each action has a unique text of one line, and ``parse`` returns the action; other texts are rejected with
      an ``IllegalAction``
    * chance: outcomes ascending, at most ``max_chance``, positive probabilities with sum 1; in redacted records, too
    * sampling: ``sample_chance`` draws only possible outcomes, with their probabilities
    * roll: a chance event within a turn belongs to one of the seats of the game
    * policy: ``playout_action`` chooses a legal action; ``salience`` is at most 1, and not below 0 for all actions
    * reading: read-only functions (views, choices, previews, scores, texts ...) do not change the state
    * deterministic: the same action in the same state gives the same bytes
    * undo: undoing an action restores every byte
    * copies: earlier copies are unchanged after further play
    * views: view, choices, previews, log lines and score sheets are JSON-compatible and the same when requested twice;
      a view depends only on its state, not on states shown before
    * scores: scores, returns and evaluations are finite; the totals of the score sheets are the scores
    * returns: within ``bounds``, and as ``Learning.utility`` declares: with a sum of 0, or identical for all seats. At
      the end, they are in the unit of ``worth``; if this is points, they differ from the scores by tie-breaks of less
      than a point
    * observation: observations have ``observation_size`` numbers within the declared bounds and are a function of the
      state; compact ones stay within ``Feature.most`` (booleans always, quantities mostly) and depend on the observer
    * symmetry: the image of a decision is legal in the image of the state and leads to a state with the same scores,
      returns and player to act; its observation is the image of the observation
    * secrets: a seat's view and options are the same in all states that it cannot distinguish. Redacting a resampled
      state gives the same bytes as redacting the true state; redacting twice changes nothing; a seat keeps its own
      knowledge. Resampling does not always give the true state, and the player to act has a legal action in a
      resampled state. Two actions look the same to a seat (``secret``, ``redacted_log``, ``public_text``,
      ``describe``) if and only if the redacted states after them are the same; then the seat's options are the same,
      too. Score sheets, rejections and log lines do not reveal the difference between states that the seat cannot
      distinguish
    * odds: ``resample`` draws hidden information with the probabilities of chance; this is tested after the set-up, and
      after one chance outcome in a resampled state. ``chance_outcomes`` of a redacted record gives the
      frequencies of outcomes in resampled states
    * overflow: no action writes a number that is too large for its field
    * time: no call of a function of the game takes longer than ``time_limit``
    * invariant: ``invariant(start, state)`` returns None, also for resampled states
    * length: the numbers of decisions and of chance outcomes do not exceed ``bounds``
    * replay: replaying the game from JSON gives the same final bytes
    * machine code: compiled functions write the same bytes and numbers as interpreted functions, and nothing else
    * crash: no function of the game raises

    Args:
        game: as returned by ``mandapa.load``; if the game is not installed, ``mandapa.Game(game_type, players,
            options)``.
        games: number of games to play.
        seed: makes the check repeatable: the games use ``numpy.random.default_rng([seed, number])``.
        invariant: replaces the game type's ``invariant``.
        compiled: also compare with machine code, compiling it first if needed (some seconds).
        complete: False for a game whose ``legal_actions`` lists only a selection of what ``is_legal`` allows.
        every: slow checks, such as those of views, secrets and observations, run in one of ``every`` states, chosen at
            random, and at the end of each game. By default, they run in about 25 states of each game, in all states of
            a short game, and in at least a tenth of the states of a long one.
        time_limit: maximum time in seconds for one call of a function of the game, so that an endless loop is reported.
            It does not apply to machine code.
        progress: called with the number of finished games after each game. If given, no estimate is printed.

    Returns:
        Statistics, such as the number of games, the longest game, and the maximum number of legal actions.

    Raises:
        CheckFailed: with the name of the check, the actual and the expected result, and a record that leads there.
    """
    report = Report()
    if compiled:
        compile_all(game)  # Compile first, so that the estimate of the remaining time does not include it.
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
    report: Report | None = None,
) -> Report:
    """Play one game with ``rng`` and run the checks that ``check_game`` runs in each of its games.

    The result is added to ``report``. Every second game of a report is played with random preferences.
    """
    judged = report is not None  # only check_game judges the odds of deals
    report = report or Report()
    has_preferences = report.games % 2 == 1
    every = every or min(10, max(1, (report.longest or game.bounds.plies) // LOOKS))
    with Watchdog(time_limit) as watchdog:
        play = Playthrough(
            game, rng, invariant or game.type.invariant, complete, every, has_preferences, report, watchdog
        )
        with play.convert_exceptions(), np.errstate(over="raise"):
            check_start(play)
            if judged and report.games == 0:
                compare_deals(play)
            if compiled:
                check_machine_code(play)
            play_and_check(play, compiled)
    return play.report
