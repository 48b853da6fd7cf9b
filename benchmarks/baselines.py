"""Train and evaluate the baselines of the benchmark: ``python benchmarks/baselines.py [--only WORD...] [--list]``.

Runs the commands that produce the files in ``benchmarks/results``, one after the other. Results that the files already
contain are skipped. Trainings take from 20 seconds to ten minutes of one core each. ``--list`` prints the commands.
OpenSpiel's search needs the extra ``openspiel``.

``--assets FOLDER`` writes the files of a release instead: the trained policies that the results name, their results, a
manifest, the licence, and a model card for each method.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from policy_release import ALPHA_ZERO, JUDGE, PPO, PPO_PARTS, SEARCH, write_assets

from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.player_specs import NO_NETWORK
from mandapa.lab.benchmark.protocol import Environment, load_protocol
from mandapa.lab.benchmark.results import read_results, result_files

ROOT = Path(__file__).resolve().parents[1]
RESULTS = "benchmarks/results"
LEVELS = ("random", "beginner", "novice", "adept", "master", "greedy")
THINKING = ("adept", "master", "greedy")
"""Levels that also meet ``planner@200``."""
OPPONENTS = ("random", "greedy", "adept")
PLANNER = "planner@200"
TRAININGS = range(1, 6)
AMOUNTS = {
    JUDGE: {
        "kerala-v1": 1000,
        "indus-v1": 1000,
        "hampi-v1": 1000,
        "chola-v1": 500,
        "kerala-4p-v1": 500,
        "chola-expert-v1": 500,
    },
    PPO: {
        "kerala-v1": 2_000_000,
        "indus-v1": 2_000_000,
        "hampi-v1": 400_000,
        "chola-v1": 1_000_000,
        "menara-v1": 200_000,
        "kerala-4p-v1": 600_000,
        "chola-expert-v1": 6_000_000,
    },
    PPO_PARTS: {"kerala-v1": 1_000_000, "indus-v1": 1_000_000},
    SEARCH: {"kerala-v1": 300, "indus-v1": 2500, "chola-v1": 3000},
    ALPHA_ZERO: {"indus-v1": 6, "hampi-v1": 6},
}
"""Amounts of training by environment: games for ``JUDGE`` and ``SEARCH``, decisions for ``PPO`` and
``PPO_PARTS``, rounds of 32 games for ``ALPHA_ZERO``."""
LABELS = {
    "kerala-v1": ["--labels", "simulations", "--passes", "30"],
    "indus-v1": ["--change", "board=random"],
    "chola-v1": [],
}
"""Further arguments of the trainings for ``SEARCH``."""
PPO_SETTINGS = ["--setting", "games=128", "--setting", "steps=128", "--setting", "width=128", "--setting", "epochs=1"]
PPO_SETTINGS += ["--setting", "entropy=0.003"]
REWARDS = {"hampi-v1": ["--rewards", "score", "--patience", "0.8"]}
OWN_POINTS = ["--rewards", "own", "--patience", "0.8"]
"""Arguments of both kinds of PPO, found in trials with other seeds (docs/data/experiments.md)."""
SIMULATIONS = {SEARCH: 50, ALPHA_ZERO: 48}
"""Simulations per decision in evaluations; methods that are not listed do not search."""
WIDTHS = {"kerala-4p-v1": "0.2", "chola-expert-v1": "0.2", "menara-v1": "0.2"}
"""Half-widths of the levels' intervals in environments for which the protocol's standard takes too long."""
PREVIEW, SHORT_PREVIEW = "0.1", "0.2"
"""Half-widths of the other intervals."""
OPENSPIEL = {"hampi-v1": 50, "kerala-v1": 10, "indus-v1": 10, "chola-v1": 10}
"""Simulations per decision of OpenSpiel's search, with which a game takes one to five seconds."""
SEEDS_A_TRAINING = 1_000_000
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")

Command = list[str]


def level_commands(environment: Environment) -> Iterator[Command]:
    """Yield the evaluations of the levels."""
    skills = environment.load().type.planning.skills
    short = environment.id.removeprefix("mandapa/")
    widths = ["--half-width", WIDTHS[short]] if short in WIDTHS else []
    given = ["--env", environment.id, "--test", "--output", f"{RESULTS}/levels-{short}.jsonl"]
    for name in LEVELS:
        simulations = skills[name].simulations if name in skills else 0
        player = f"{name}@{simulations}" if simulations else name
        yield ["mandapa", "evaluate", player, *given, *widths, *meet(environment)]
        if name in THINKING and environment.players == 2 and environment.opponents:
            yield ["mandapa", "evaluate", player, *given, "--half-width", SHORT_PREVIEW, "--opponent", PLANNER]
    if short in AMOUNTS[SEARCH]:
        duel = environment.load().type.planning.duel  # the settings of a bot with a network
        settings = "".join(f"+{name}={value:g}" for name, value in duel.items())
        player = f"planner:{NO_NETWORK}{settings}@{SIMULATIONS[SEARCH]}"
        yield ["mandapa", "evaluate", player, *given, "--half-width", PREVIEW, *meet(environment)]
    if short in OPENSPIEL:
        simulations = OPENSPIEL[short]
        player, method = f"mandapa.adapters.mcts:search@{simulations}", f"OpenSpiel's MCTS, {simulations} simulations"
        widths = ["--half-width", SHORT_PREVIEW]
        yield ["mandapa", "evaluate", player, *given, *widths, *meet(environment), "--method", method]


def meet(environment: Environment) -> Command:
    """Return the arguments of the opponents that every policy meets; cooperative games have none."""
    return [word for name in OPPONENTS for word in ("--opponent", name)] if environment.opponents else []


def learner_commands(environment: Environment, method: str, training: int) -> Iterator[Command]:
    """Yield a training and its evaluation."""
    short = environment.id.removeprefix("mandapa/")
    if short not in AMOUNTS[method]:
        return
    file = f"weights/{method.replace(' ', '-').lower()}-{short}-{training}.npz"
    if not (ROOT / file).exists():
        yield training_command(environment, method, training, file)
    player = f"{'planner' if method == SEARCH else 'trained'}:{file}"
    if method in SIMULATIONS:
        player += f"@{SIMULATIONS[method]}"
    width = SHORT_PREVIEW if method in (JUDGE, ALPHA_ZERO) else PREVIEW
    command = ["mandapa", "evaluate", player, "--env", environment.id, "--test", "--half-width", width]
    command += meet(environment)
    output = f"{RESULTS}/learners-{short}.jsonl"
    yield [*command, "--method", method, "--training", str(training), "--budget", "core-hour", "--output", output]


def training_command(environment: Environment, method: str, training: int, file: str) -> Command:
    """Return the command that writes the weights of a training to ``file``."""
    short = environment.id.removeprefix("mandapa/")
    amount, players = str(AMOUNTS[method][short]), str(environment.players)
    folder = f"weights/positions-{method.replace(' ', '-').lower()}-{short}-{training}"
    if method == SEARCH:
        command = ["mandapa", "lab", "train", environment.game, "--players", players, "--games", amount, *LABELS[short]]
        return [*command, "--seed", str(training * SEEDS_A_TRAINING), "--proof", "0", "--folder", folder, "--to", file]
    if method == JUDGE:
        command = ["python", "examples/learn_to_judge.py", "--games", amount, "--seeds", "2", "--folder", folder]
    elif method == ALPHA_ZERO:
        command = ["python", "examples/search_and_learn.py", "--rounds", amount, "--seeds", "2"]
    else:
        against = "policy" if environment.opponents else "self"
        command = ["python", "examples/learn.py", "--decisions", amount, "--against", against, "--threads", "1"]
        command += ["--games", "20", "--proof", "20", *REWARDS.get(short, OWN_POINTS), *PPO_SETTINGS]
        command += ["--network", "parts"] if method == PPO_PARTS else []
    options = [word for name, value in environment.options.items() for word in ("--option", f"{name}={value}")]
    game = ["--game", environment.game, "--players", players, *options]
    return [*command, *game, "--seed", str(training), "--save", file]


def commands() -> Iterator[Command]:
    """Yield all commands in order."""
    environments = load_protocol().environments
    for environment in environments:
        yield from level_commands(environment)
    for training in TRAININGS:
        for method in AMOUNTS:
            for environment in environments:
                yield from learner_commands(environment, method, training)


def main() -> None:
    """Run the commands, print them, or write the files of a release."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], help="words that a command must contain, such as indus-v1")
    parser.add_argument("--list", action="store_true", help="print the commands")
    parser.add_argument("--assets", type=Path, metavar="FOLDER", help="write the files of a release to this folder")
    given = parser.parse_args()
    if given.assets:
        try:
            write_assets(given.assets, read_results(result_files([ROOT / RESULTS])), ROOT / "weights", load_protocol())
        except OptionError as error:
            sys.exit(f"error: {error}")
        return
    programs = {"python": [sys.executable], "mandapa": [sys.executable, "-m", "mandapa"]}
    for command in commands():
        line = shlex.join(command)
        if not all(word in line for word in given.only):
            continue
        print(line, flush=True)
        if not given.list:
            (ROOT / "weights").mkdir(exist_ok=True)
            subprocess.run([*programs[command[0]], *command[1:]], cwd=ROOT, env=os.environ | ONE_THREAD, check=True)


if __name__ == "__main__":
    main()
