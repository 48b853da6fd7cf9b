"""Lesson search: measure a game's ideas in self-play games, and find positions in which following an idea is decisive.

An idea is a rule of thumb that some turns follow and other turns contradict. The games are played by the bot
``planner``. In a position with turns of both kinds, the best turn that follows the idea is compared with the best turn
that contradicts it. The average difference over many positions is the value of the idea. A position in which the idea
is decisive becomes a *task* of the lesson if it passes the same tests as a puzzle.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.coach.lessons import Lesson, Proof
from mandapa.coach.plan import Plan
from mandapa.coach.puzzles import EQUAL, Puzzle, from_json
from mandapa.kernel.hints import IdeaStance
from mandapa.lab.executor import warm
from mandapa.lab.puzzles import PuzzleCandidate, PuzzleSearch, SearchSettings
from mandapa.library import Game, State

TASKS = SearchSettings(
    screening_simulations=48, proof_simulations=1000, max_equal_turns=6, early_gap_share=1.0, a_game=1
)
"""Settings of the search for tasks, the positions that a lesson asks the player to solve.

In a task, more turns can count as best than in a puzzle, because all of them follow the idea.
"""
TURNS_PER_SIDE = 3
"""Maximum number of turns to compare among those that follow an idea, and among those that contradict it."""
MIN_REMAINING_SHARE = 0.05
"""Minimum remaining share of the game. In later positions, the few remaining turns matter more than the idea."""


def findings_of(game: Game, settings: SearchSettings, seed: int) -> list[dict[str, Any]]:
    """Play a game with this seed, and return how much each idea gained in its positions.

    There is one entry per position and idea. Some entries include a task, a position in which the idea is decisive.
    """
    warm(game)
    return _Study(game, settings, seed).findings()


def build_lessons(game: Game, findings: Sequence[dict[str, Any]], made: dict[str, Any], wanted: int) -> list[Lesson]:
    """Build a lesson for each idea that has tasks, with at most ``wanted`` tasks each. No two lessons share a task."""
    lessons: list[Lesson] = []
    for name in game.type.ideas:
        cases = [one for one in findings if one["idea"] == name]
        taken = {task.id for lesson in lessons for task in lesson.tasks}
        found = (from_json(one["task"], game.name, made) for one in cases if one["task"])
        tasks = [task for task in found if task.id not in taken]
        if tasks:
            lessons.append(Lesson(game.name, name, proof_of(cases, tasks[0].unit), tuple(select_tasks(tasks, wanted))))
    return lessons


def proof_of(cases: Sequence[dict[str, Any]], unit: str) -> Proof:
    """Return the average gain from an idea over all positions (``cases``); ``unit`` is the unit of the gains."""
    chances = np.array([one["gain_chance"] for one in cases])
    return Proof(
        positions=len(cases),
        better=round(float((chances > 0).mean()), 3),
        gain=round(float(np.mean([one["gain"] for one in cases])), 3),
        gain_chance=round(float(chances.mean()), 4),
        unit=unit,
    )


def select_tasks(tasks: Sequence[Puzzle], wanted: int) -> list[Puzzle]:
    """Return at most ``wanted`` tasks from all phases of the game, from easiest to hardest.

    From each phase, the task is selected in which the best turn has the largest lead over the other turns.
    """
    by_left = sorted(tasks, key=lambda one: -one.left)
    parts = np.array_split(np.arange(len(by_left)), min(wanted, len(by_left)))
    kept = [max((by_left[at] for at in part), key=lambda one: one.second.lost_chance) for part in parts]
    return sorted(kept, key=lambda one: (one.missed, one.id))


class _Study(PuzzleSearch):
    """Plays one game and compares turns that follow an idea with turns that contradict it."""

    def findings(self) -> list[dict[str, Any]]:
        """Play the game, and return how much each idea gained, one entry per position and idea."""
        findings: list[dict[str, Any]] = []
        tasks: Counter[str] = Counter()
        for state, spot, left in self.play(lambda spot: True):
            if left >= MIN_REMAINING_SHARE:
                findings += self._position(state, spot, left, tasks)
        return findings

    def _position(self, state: State, spot: PuzzleCandidate, left: float, tasks: Counter[str]) -> list[dict[str, Any]]:
        plans = self.candidates(spot, [spot.greedy, spot.shown, spot.thought])
        trials = [plan.candidate for plan in plans]
        sides = {name: idea(trials) for name, idea in self.game.type.ideas.items()}
        sides = {name: side for name, side in sides.items() if True in side and False in side}
        if not sides:
            return []
        compared = sorted(
            {
                at
                for side in sides.values()
                for kind in (True, False)
                for at in [at for at, one in enumerate(side) if one is kind][:TURNS_PER_SIDE]
            }
        )
        found = self.rank([plans[at] for at in compared], self.settings.screening_simulations, left)
        worth = self.game.type.worth(spot.start.record)
        unit = worth.won - worth.lost if worth and worth.unit == "chance" else 1.0
        findings = []
        for name, side in sides.items():
            of = [side[at] for at in compared]
            best, other = (
                max((at for at, one in enumerate(of) if one is kind), key=lambda at: found.turns.ranking_values[at])
                for kind in (True, False)
            )
            gain_chance = float(found.chances[best] - found.chances[other])
            task = None
            if tasks[name] < self.settings.a_game and best == found.turns.best and gain_chance >= self.settings.gap:
                order = [compared[at] for at in np.argsort(-found.turns.ranking_values).tolist()]
                task = self._task(state, spot, left, [(plans[at], side[at]) for at in order])
                tasks[name] += task is not None
            findings.append(
                {
                    "idea": name,
                    "left": round(left, 3),
                    "gain": float(found.turns.ranking_values[best] - found.turns.ranking_values[other]) / unit,
                    "gain_chance": gain_chance,
                    "task": task and task.to_json(),
                }
            )
        return findings

    def _task(
        self, state: State, spot: PuzzleCandidate, left: float, compared: Sequence[tuple[Plan, IdeaStance]]
    ) -> Puzzle | None:
        """Return the position as a task if the best turns follow the idea and the next best contradict it; else None.

        ``compared`` lists turns, best first, each with True if it follows the idea and False if it contradicts it. The
        task leaves out turns that follow the idea but are slightly worse than the best. If a player chooses such a
        turn, it is assessed like any turn that was not compared in advance.
        """
        either = [(plan, follows) for plan, follows in compared if follows is not None]
        lost_chance = self.rank([plan for plan, _ in either], self.settings.shortlist_simulations, left).lost_chance
        near = [plan for (plan, follows), lost in zip(either, lost_chance, strict=True) if follows and lost <= EQUAL]
        right = near[: self.settings.max_equal_turns]
        other = [plan for plan, follows in either if not follows][:TURNS_PER_SIDE]
        return self.prove(
            state,
            spot,
            left,
            [*right, *other],
            lambda best, rest: (
                bool(best) and all(plan in right for plan in best) and all(plan in other for plan in rest)
            ),
        )
