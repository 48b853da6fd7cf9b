"""Train and evaluate baselines for new learners, and write tables of the results for all games.

    python examples/baselines.py                                everything that is missing, then the tables
    python examples/baselines.py --minutes 10 --only kerala-2   a part of it; existing results are not recomputed
    python examples/baselines.py --page docs/baselines.md --page docs/data/baselines.md    only write the pages

Results are stored in a file. HTML comments in a page mark the place for the tables of all games or for one short table.
A page with all tables also gets the learning curves, in its folder ``images``.

Every player meets the same opponents on the same seeds, from every seat (``mandapa.lab.arena.evaluation`` with a part
of its pool). Three learning methods are run three times each: masked PPO against the game's playout policy (learn.py),
self-play search as in AlphaZero (search_and_learn.py), and evaluation of turns by simulations (learn_to_judge.py). If
torch has a GPU, PPO is also run once with about a hundred times as many decisions. Trained policies are written to
files for ``mandapa evaluate GAME trained:FILE``, with a manifest.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

import learn
import learn_to_judge
import mandapa
import search_and_learn
from mandapa.adapters.policy_files import FilePolicy, write_manifest
from mandapa.lab.arena.evaluation import GROUPS, Evaluation, evaluate
from mandapa.lab.intervals import Estimate, share_interval
from mandapa.play.record import software

QUICK = ("random", "shown", "greedy", "beginner", "novice", "adept", "master")
THINKING = ("flat@200", "search@200")
OUTSIDE = "mandapa.adapters.mcts:search@200"
PPO, SEARCH, JUDGE = "masked PPO", "search and learn", "learn to judge"
LONG = f"{PPO}, six minutes of a GPU"
SIMULATIONS = 48
SEARCHING = f"{SEARCH}, {SIMULATIONS} simulations"
NAMES = {OUTSIDE: "OpenSpiel's MCTS, 200 simulations"}
RUNS = (1, 2, 3)
LICENCE = "CC0-1.0"
SETTINGS = {
    PPO: learn.Settings("score", patience=0.95, games=128, minibatch=512, rate=5e-4),
    LONG: learn.Settings("score", 0.95, "cuda", games=1024, steps=64, minibatch=4096, width=512, rate=5e-4),
}
POINTS = 5
TABLES, TABLE, END = "<!-- table -->\n", "<!-- table in short -->\n", "<!-- end of the table -->"
RESULTS = Path(__file__).resolve().parents[1] / "benchmarks" / "baselines.jsonl"

Policies = dict[str, Any]


@dataclass(frozen=True)
class Course:
    """Training and evaluation settings for one game.

    Attributes:
        game, players: name of the game and number of players.
        seeds: number of seeds of the evaluation.
        few: number of seeds of the evaluation of players that search, which are slow.
        decisions: thousands of decisions to train PPO on, on the CPU and on a GPU.
        rounds: number of rounds of 16 games for learning from search; 0 to skip this method.
        games: number of games to sample positions from for learning from simulations; 0 to skip this method.
        thinking: bots that search.
    """

    game: str
    players: int
    seeds: int = GROUPS
    few: int = 6
    decisions: tuple[int, int] = (150, 15_000)
    rounds: int = 6
    games: int = 60
    thinking: tuple[str, ...] = THINKING

    @property
    def name(self) -> str:
        """Name used in files."""
        return f"{self.game}-{self.players}"

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learning methods."""
        return tuple(
            name for name, amount in ((PPO, 1), (SEARCH, self.rounds), (JUDGE, self.games), (LONG, 1)) if amount
        )

    def load(self) -> mandapa.Game:
        """Load the game."""
        return mandapa.load(self.game, self.players)


COURSES = (
    Course("kerala", 2, thinking=(*THINKING, OUTSIDE)),
    Course("kerala", 4, decisions=(100, 10_000), rounds=4, games=20),
    Course("indus", 2, decisions=(300, 20_000), rounds=8, games=100, thinking=(*THINKING, OUTSIDE)),
    Course("hampi", 2, decisions=(65, 12_000)),
    Course("chola", 2, decisions=(100, 15_000), rounds=3, games=15),
    Course("menara", 2, decisions=(65, 2_000), rounds=0, games=4, thinking=()),
)
"""In Menara, a search over single columns takes a hundred times as long, so its table has no players who search."""


@dataclass(frozen=True)
class Piece:
    """A unit of work: the evaluation of a bot, or one run of a learning method."""

    course: Course
    player: str
    run: int = 0

    @property
    def key(self) -> tuple[str, str, int]:
        """Key of the result: course, player and run."""
        return self.course.name, self.player, self.run


def pieces() -> Iterator[Piece]:
    """Yield all units of work: bots first, then the first run of each method, slow bots, and the other runs."""
    yield from (Piece(course, name) for course in COURSES for name in QUICK)
    for run in RUNS:
        learners = ((course, name) for course in COURSES for name in course.learners)
        yield from (Piece(course, name, run) for course, name in learners if run == 1 or name != LONG)
        if run == 1:
            yield from (Piece(course, name) for course in COURSES for name in course.thinking)


# ------------------------------------------------------------ learning


def ppo(course: Course, player: str, run: int, file: Path) -> tuple[dict[str, Any], Policies]:
    """Train with PPO. The learning curve is the win rate against random players, or the mean return if cooperative."""
    learner = learn.Learner(course.load(), replace(SETTINGS[player], seed=run), against="policy")
    decisions = 1000 * course.decisions[player == LONG]
    curve, used = [(0, learner.level("random", 200))], 0.0
    for number in range(1, POINTS + 1):
        begun = time.process_time()  # includes the batch's threads
        while learner.decisions < decisions * number / POINTS:
            learner.learn(learner.play(), left=max(0.05, 1 - learner.decisions / decisions))
        used += time.process_time() - begun
        curve.append((learner.decisions, learner.level("random", 200)))
    learner.save(file, command=command(course, player))
    return {"curve": curve, "decisions": learner.decisions, "seconds": used}, {player: FilePolicy(file)}


def search(course: Course, player: str, run: int, file: Path) -> tuple[dict[str, Any], Policies]:
    """Train from search. The curve is the win rate of the network without search against random players, by round."""
    settings = search_and_learn.Settings(games=16, lessons=80, simulations=SIMULATIONS, seed=run)
    learner = search_and_learn.Learner(course.load(), settings)
    curve, used, decisions = [(0, learner.level())], 0.0, 0
    for number in range(1, course.rounds + 1):
        begun = time.process_time()
        decisions += learner.play()
        learner.learn()
        used += time.process_time() - begun
        curve.append((number, learner.level()))
    learner.save(file, rounds=course.rounds, command=command(course, player))
    done = {"curve": curve, "decisions": decisions, "rounds": course.rounds, "seconds": used}
    return done, {player: FilePolicy(file), SEARCHING: learner.policy(SIMULATIONS)}


def judge(course: Course, player: str, run: int, file: Path) -> tuple[dict[str, Any], Policies]:
    """Train from simulations. The curve is the correlation with held-out simulations, by pass."""
    begun = time.process_time()
    learner, learnt, curve = learn_to_judge.taught(course.load(), file.with_suffix(""), course.games, run)
    used = time.process_time() - begun
    learn_to_judge.save(file, learner, seed=run, games=course.games, command=command(course, player))
    curve = [(0, learnt.before.correlation), *curve]
    return {"curve": curve, "turns": learnt.turns, "games": course.games, "seconds": used}, {player: FilePolicy(file)}


LEARNING = {PPO: ppo, LONG: ppo, SEARCH: search, JUDGE: judge}


def command(course: Course, learner: str) -> str:
    """Return the command line that reproduces the run of a learning method."""
    return f"python examples/baselines.py --only {course.name} '{learner}'"


# ------------------------------------------------------------ results


def result_of(piece: Piece, weights: Path) -> dict[str, Any]:
    """Train if the player is a learning method, then evaluate it, and return the result for the file."""
    course, policies = piece.course, {piece.player: piece.player}
    found: dict[str, Any] = {"course": course.name, "player": piece.player, "run": piece.run}
    if piece.run:
        weights.mkdir(parents=True, exist_ok=True)
        name = piece.player.replace(",", "").replace(" ", "-").lower()
        file = weights / f"{course.name}-{name}-{piece.run}.npz"
        found["learning"], policies = LEARNING[piece.player](course, piece.player, piece.run, file)
        found["learning"]["seconds"] = round(found["learning"]["seconds"], 1)
    found["played"] = {name: played(course, policy, name) for name, policy in policies.items()}
    load = round(os.getloadavg()[0], 1)
    return {**found, "software": software(), "machine": machine(), "load": load, "date": time.strftime("%Y-%m-%d")}


def played(course: Course, policy: Any, name: str) -> list[dict[str, Any]]:
    """Return a policy's results against each opponent."""
    game, begun = course.load(), time.process_time()
    seeds = course.few if name in (*course.thinking, SEARCHING) else course.seeds
    found: Evaluation = evaluate(policy, game, seeds, pool(game))
    used = (time.process_time() - begun) / sum(one.games for one in found.meetings)
    return [
        {
            "opponent": one.opponent,
            "games": one.games,
            "wins": one.wins_by_seed,
            "ahead": round(one.ahead.mean, 2),
            "seconds_a_game": round(used, 3),
        }
        for one in found.meetings
    ]


def pool(game: mandapa.Game) -> tuple[str, ...]:
    """Return the opponents. In cooperative games, the policy plays all seats and is only compared with ``greedy``."""
    return ("greedy",) if game.together else ("random", "greedy")


def machine() -> str:
    """Return a description of the hardware."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    except OSError:
        model = ""
    graphics = f" with {torch.cuda.get_device_name()}" if torch.cuda.is_available() else ""
    return f"one of {os.cpu_count()} cores of {model or platform.machine()}{graphics}"


def kept(file: Path) -> list[dict[str, Any]]:
    """Read the stored results, one per line of the file."""
    if not file.is_file():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


# ------------------------------------------------------------ the page


def share(results: list[dict[str, Any]], name: str, opponent: int) -> str:
    """Return the win rate in percent over all runs, with its 95 % confidence interval over seeds."""
    by_seed = np.mean([result["played"][name][opponent]["wins"] for result in results], axis=0)
    low, high = share_interval(Estimate.of(by_seed.tolist()), len(by_seed))
    return f"{100 * by_seed.mean():.0f} ({100 * low:.0f} to {100 * high:.0f})"


def row(results: list[dict[str, Any]], name: str) -> str:
    """Return a player's row in the table of a game."""
    last = [result["played"][name][-1] for result in results]  # against greedy
    shares = [share(results, name, number) for number in range(len(results[0]["played"][name]))]
    learning, runs = "", ""
    if "learning" in results[0]:
        runs = ", ".join(f"{100 * np.mean(one['wins']):.0f}" for one in last)
        learning = f"{np.mean([result['learning']['seconds'] for result in results]):.0f}"
    ahead = np.mean([one["ahead"] for one in last])
    games, seconds = sum(one["games"] for one in last), np.mean([one["seconds_a_game"] for one in last])
    cells = [NAMES.get(name, name), *shares, f"{ahead:+.1f}", str(games), runs, learning, f"{seconds:.2g}"]
    return f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")


def table(course: Course, results: list[dict[str, Any]]) -> list[str]:
    """Return the lines of a game's table, with all players in the order of ``pieces``."""
    game = course.load()
    heads = ["games won, %"] if game.together else [f"wins against {name}, %" for name in pool(game)]
    heads = ["player", *heads, "points more than greedy", "games", "each run", "seconds of learning", "seconds a game"]
    found = [f"### {course.game.capitalize()}, {course.players} players", "", f"| {' | '.join(heads)} |"]
    found.append("| --- |" + " ---: |" * (len(heads) - 1))
    for player in dict.fromkeys(piece.player for piece in pieces() if piece.course == course):
        mine = sorted((one for one in results if one["player"] == player), key=lambda one: one["run"])
        found += [row(mine, name) for name in (mine[0]["played"] if mine else ())]
    return [*found, ""]


def tables(results: list[dict[str, Any]]) -> str:
    """Return the tables of all games, and a line about the hardware."""
    lines: list[str] = []
    for course in COURSES:
        mine = [one for one in results if one["course"] == course.name]
        lines += table(course, mine) if mine else []
    machines = " and ".join(sorted({one["machine"] for one in results}))
    dates, loads = sorted({one["date"] for one in results}), [one["load"] for one in results]
    when = " to ".join(dict.fromkeys([dates[0], dates[-1]]))
    return "\n".join([*lines, f"Measured on {machines}, load {min(loads):.0f} to {max(loads):.0f}, {when}."])


SHORT = ("random", "shown", "adept", "master", PPO, LONG, SEARCH, JUDGE)
"""Players in the short table."""


def short(results: list[dict[str, Any]]) -> str:
    """Return one table for all games: win rates against ``greedy``."""
    heads = [f"{course.game.capitalize()}, {course.players} players" for course in COURSES]
    lines = [f"| | {' | '.join(heads)} |", "| --- |" + " ---: |" * len(heads)]
    for player in SHORT:
        by_course = ([one for one in results if (one["course"], one["player"]) == (c.name, player)] for c in COURSES)
        cells = [share(mine, player, -1) if mine else "" for mine in by_course]
        lines.append(f"| {player} | {' | '.join(cells)} |".replace("|  |", "| |"))
    return "\n".join(lines)


CURVES = {
    PPO: ("decisions, thousands", "wins against random, %"),
    LONG: ("decisions, thousands", "wins against random, %"),
    SEARCH: ("rounds of 16 games", "wins against random, %"),
    JUDGE: ("passes", "correlation with simulations"),
}


def draw(results: Iterable[dict[str, Any]], file: Path) -> None:
    """Plot the learning curves of all runs, with a column for each game and a row for each method."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "mandapa", "font.size": 7}):
        figure = Figure(figsize=(2 * len(COURSES), 5.5), layout="constrained")
        axes = figure.subplots(len(CURVES), len(COURSES))
        for column, course in enumerate(COURSES):
            game = course.load()
            for row_of_axes, (player, (unit, height)) in zip(axes, CURVES.items(), strict=True):
                here = row_of_axes[column]
                for result in results:
                    if (result["course"], result["player"]) == (course.name, player):
                        at, heights = np.array(result["learning"]["curve"], float).T
                        percent = player != JUDGE and not game.together
                        scale = 1000 if player in SETTINGS else 1
                        here.plot(at / scale, heights * (100 if percent else 1), marker=".", linewidth=1)
                here.set_visible(player in course.learners)
                here.set(xlabel=unit, title=f"{course.game}, {course.players}: {player}")
                here.set_ylabel("points" if player != JUDGE and game.together else height)
                here.grid(alpha=0.4)
        figure.savefig(file, metadata={"Date": None})


def main() -> None:
    """Compute missing results, then print the tables or write them to pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=RESULTS, help="a file of results, a line each")
    parser.add_argument("--weights", type=Path, default=Path("weights"), help="a folder for what is learnt")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin nothing new after so many")
    parser.add_argument("--only", nargs="+", default=[], help="these games (kerala-2) and players, if any is named")
    parser.add_argument("--page", type=Path, action="append", help="write tables into this page; nothing is played")
    given = parser.parse_args()
    torch.set_num_threads(1)  # so that seconds are those of one thread
    end, results = time.monotonic() + 60 * given.minutes, kept(given.results)
    done = {(one["course"], one["player"], one["run"]) for one in results}
    courses = {course.name for course in COURSES}
    wanted = [{*given.only} & courses, {*given.only} - courses]
    for piece in [] if given.page else pieces():
        asked = all(not some or name in some for some, name in zip(wanted, piece.key[:2], strict=True))
        missing = piece.player == LONG and not torch.cuda.is_available()
        if piece.key in done or not asked or missing or time.monotonic() > end:
            continue
        print(*piece.key, file=sys.stderr, flush=True)
        results.append(result_of(piece, given.weights))
        with given.results.open("a", encoding="utf-8") as out:
            out.write(json.dumps(results[-1]) + "\n")
    if files := list(given.weights.glob("*.npz")):
        write_manifest(files, LICENCE)
    if given.page is None:
        print(tables(results))
        return
    for page in given.page:
        text = page.read_text(encoding="utf-8")
        for begin, write in ((TABLES, tables), (TABLE, short)):
            before, mark, rest = text.partition(begin)
            if mark:
                after = rest.partition(END)[2]
                page.write_text(f"{before}{mark}\n{write(results)}\n\n{END}{after}", encoding="utf-8")
        if TABLES in text:
            draw(results, page.parent / "images" / "baselines.svg")


if __name__ == "__main__":
    main()
