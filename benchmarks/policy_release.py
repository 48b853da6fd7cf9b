"""Write the files of a release: trained policies, their results, a manifest, the licence, and model cards.

``python benchmarks/baselines.py --assets FOLDER`` calls ``write_assets``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mandapa.adapters import policy_files
from mandapa.bots import releases, weights as bot_weights
from mandapa.bots.external_policies import TRAINED
from mandapa.bots.simulation_base import DUEL_SEPARATOR
from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.player_specs import PlayerSpec, planning
from mandapa.lab.benchmark.leaderboard import GREEDY, Entry, Leaderboard, heads_line, line
from mandapa.lab.benchmark.protocol import Protocol
from mandapa.lab.benchmark.provenance import provenance
from mandapa.lab.benchmark.results import Result, write_results

ROOT = Path(__file__).resolve().parents[1]
LICENCE = "Apache-2.0"
JUDGE, PPO, SEARCH = "learn to judge", "masked PPO", "search with a learnt evaluation"
PPO_PARTS, ALPHA_ZERO = "masked PPO with parts", "AlphaZero-like"
"""Names of the methods that ``baselines.py`` trains."""


@dataclass(frozen=True)
class Method:
    """The parts of a model card that neither results nor policy files contain."""

    details: str
    training_data: str
    caveats: str
    form: str = "mandapa.adapters.policy_files"
    checks: str = (
        "Other games, numbers of players and rules versions than those in the manifest are refused; other options are "
        "untested."
    )


PPO_DATA = "Decisions of one seat in games against the game's fast policy, with points as rewards as they are scored."
PPO_CAVEATS = "The policy has met one opponent in training and may be weak against others. It does not search."

METHODS = {
    JUDGE: Method(
        "A small network reads a compact observation and corrects the game's own evaluation of a position; the policy "
        "plays the turn with the highest sum, without search. Trained by `examples/learn_to_judge.py`.",
        "Positions of games between bots that play the turn with the best evaluation, and a quarter of the time a "
        "weaker one. The target is the final margin minus the margin by the evaluation, without the luck of later "
        "chance events. One tenth of the games is held out; the weights are those with the lowest error on them.",
        "The evaluation that the network corrects is written for the game, so the policy has not learnt the game "
        "from its rules alone. If no pass lowers the error on held-out games, all weights are zero, and the policy "
        "plays by the evaluation.",
    ),
    PPO: Method(
        "A fully connected network maps an observation to a number for each action; the policy plays the legal action "
        "with the highest. Trained by proximal policy optimisation with action masks, `examples/learn.py`.",
        PPO_DATA,
        PPO_CAVEATS,
    ),
    PPO_PARTS: Method(
        "A network maps a compact observation to a number for each action; the policy plays the legal action with the "
        "highest. It has attention between entities, convolutions of planes, and a linear layer for facts. Trained by "
        "proximal policy optimisation with action masks, `examples/learn.py --network parts`.",
        PPO_DATA,
        PPO_CAVEATS,
    ),
    ALPHA_ZERO: Method(
        "A fully connected network maps an observation to prior probabilities of the actions and to the expected "
        "result; a tree search with them chooses the action (PUCT). The number after the @ of a player is the number "
        "of simulations per decision. Trained by `examples/search_and_learn.py`.",
        "Positions of self-play games with the same search. The targets are the shares of visits of the search and "
        "the result of the game.",
        "The number of games is far below what the method usually gets.",
    ),
    SEARCH: Method(
        "The built-in bot `planner` compares turns by simulations; the number after the @ of a player is the number of "
        "simulations per decision. A small network corrects the game's own evaluation of a position, with which the "
        "bot chooses turns to simulate and ends simulations. It replaces the network in the package. Trained by "
        "`mandapa lab train`.",
        "Positions after turns of games between bots that play by the game's evaluation and overlook or explore turns. "
        "If `labels` in the manifest is `results`, the target is the final margin without the luck of later chance "
        "events; if it is `simulations`, the mean result of 80 simulations without a network. One tenth of the games "
        "or decisions is held out; the weights are those with the lowest error on them.",
        "The evaluation, the features that the network reads and the search are written for the game, so the bot has "
        "not learnt the game from its rules alone. In games for two, the bot can use other parameters with a network "
        "than without one (`Planning.duel`, named in `policy.weights`): in Kerala, it also subtracts half of the "
        "opponent's score. Compare with `planner:none` with the same parameters.",
        "mandapa.bots.weights",
        "Networks of other sizes, such as those of other games, are refused; the number of players, options and the "
        "rules version are not checked.",
    ),
}

CARD = """\
## {method}

### Model details

{details}
There are {files} files, in the format of `{form}`. Trained with {software} on {processors}.

### Intended use

Baselines for research in the environments below: play against them, compare with them, continue their training. They
are not meant to judge people's play. {checks}

### Factors

Strength depends on the game, on the opponent and on the random numbers of the training, so results are listed by
environment, opponent and training.

### Metrics

Share of games won, in which a shared win is divided, and margin against `greedy`, as `{protocol}` defines them. Values
are interquartile means over trainings with 95 % intervals by the stratified bootstrap over trainings and seeds and, in
brackets, the lowest and the highest training.

### Evaluation data

{games:,} games on the test seeds of `{protocol}`, each seed played from every seat, with half-widths of {half_widths}
for the interval of a share of wins. {complete}

### Training data

{training_data}

{trainings}

### Quantitative analyses

{results}

{policies}

### Ethical considerations

The policies play board games. Nobody took part and no personal data are used. The risk is that a program plays in
place of a person; Mandapa's tables name every bot.

### Caveats and recommendations

{caveats} Opponents are programs, and strength against people has not been measured. Intervals over few
trainings are rough."""

README = """\
# Trained policies of {protocol}

{count} trained policies, which are baselines of Mandapa's benchmark, and all games of their evaluations. Written by
`python benchmarks/baselines.py --assets` with mandapa {version}, commit {commit}.

* `manifest.json`: origin, size and SHA-256 of each policy file. `trained:MANIFEST#NAME`, or `planner:MANIFEST#NAME@50`
  for a `network`, checks the digest; the manifest may be a file or an address. Policy files have arrays and text, and
  nothing in them is executed.
* `results.jsonl`: the evaluations, in the format of `mandapa evaluate --env`.
* `LICENSE`: {licence}, for the policies. No rights are claimed in the results.

Play an evaluation again, and compare the `games` of each line with those in `results.jsonl`; they are equal:

```console
mandapa evaluate {player} --env {environment} --test --half-width {half_width} {opponents}
```

The model cards have the sections of Mitchell et al., "Model Cards for Model Reporting" (2019).

{cards}
"""

Weights = dict[str, tuple[dict[str, Any], dict[str, Any]]]
"""Metadata and arrays of policy files, by file name."""


def write_assets(folder: Path, results: Iterable[Result], weights: Path, protocol: Protocol) -> None:
    """Write the files of a release: policies from the folder ``weights``, results, manifest, licence, model cards.

    Raises:
        OptionError: a policy file is missing, or has other weights than those that were evaluated.
    """
    learners = [one for one in results if one.policy.name.startswith(TRAINED) or one.policy.method == SEARCH]
    entries = Leaderboard.of(learners, protocol, "test").entries
    rows = [one for entry in entries for one in entry.results]
    if not rows:
        raise OptionError(
            f"results: found none of trained policies on the test seeds of {protocol.name}, expected some"
        )
    contents = {file_of(one): check_weights(weights / file_of(one), one, protocol) for one in rows}
    folder.mkdir(parents=True, exist_ok=True)
    copies = [Path(shutil.copy(weights / name, folder / name)) for name in contents]
    policy_files.write_manifest(copies, LICENCE, {name: about for name, (about, _) in contents.items()})
    shutil.copy(ROOT / "LICENSE", folder)
    (folder / "results.jsonl").unlink(missing_ok=True)
    write_results(folder / "results.jsonl", rows)
    (folder / "README.md").write_text(readme(entries, contents, protocol), encoding="utf-8")


def file_of(result: Result) -> str:
    """Return the name of the policy file that a result names."""
    player = PlayerSpec.parse(result.policy.name)
    return player.weights or player.name.removeprefix(TRAINED)


def training_command(result: Result) -> str:
    """Return the command that trains the policy of a result."""
    if result.policy.method == SEARCH:  # `policy.made` does not contain all arguments.
        return f"python benchmarks/baselines.py --only {file_of(result)}"
    return f"python {result.policy.made['command']}"


def check_weights(file: Path, result: Result, protocol: Protocol) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the contents of a policy file. Raise ``OptionError`` unless its weights are those of the result."""
    command = training_command(result)
    if not file.is_file():
        raise OptionError(f"{file}: found no file, expected the policy that {command!r} trains")
    if result.policy.method == SEARCH:
        about, arrays = read_network(file, result, protocol)
        kind, found, expected = "label", about["label"], result.policy.weights.partition(DUEL_SEPARATOR)[0]
    else:
        about, arrays = policy_files.read(file)
        kind, found, expected = "SHA-256", about["sha256"], result.policy.version or ""
    if not expected or not found.startswith(expected):
        raise OptionError(
            f"{file}: found weights with the {kind} {found}, expected {expected}…, which were evaluated; "
            f"train them by {command!r} with the software of the results, or evaluate again"
        )
    return about, arrays


def read_network(file: Path, result: Result, protocol: Protocol) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return metadata and arrays of weights for the network of a bot, with which ``result`` was played.

    The metadata are those of policy files as far as they apply, and the ``label`` of the weights in results.
    """
    game = planning(protocol.environment(result.environment).load(), {"weights": file})
    arrays = {"weights": bot_weights.load_weights(game.type)}
    made = bot_weights.origin_of(game.type)
    about = {
        "kind": policy_files.NETWORK,
        "game": game.name,
        "players": game.players,
        "options": made["options"],
        "rules_version": game.rules_version,
        "observation": "features of the game",
        "made": made,
        "sha256": policy_files.digest_of(arrays),
        "label": bot_weights.weights_label(game.type),
    }
    return about, arrays


def readme(entries: Iterable[Entry], contents: Weights, protocol: Protocol) -> str:
    """Return a page about all policies, with a model card for each method."""
    by_method: dict[str, list[Entry]] = {}
    for entry in entries:
        by_method.setdefault(entry.method, []).append(entry)
    missing = by_method.keys() - METHODS.keys()
    if missing:
        raise OptionError(f"METHODS: found no text for {', '.join(sorted(missing))}, expected one for each model card")
    first = next(iter(by_method.values()))[0].results
    same = [one for one in first if one.policy.name == first[0].policy.name]
    made = provenance()
    file = file_of(first[0])
    player = first[0].policy.name.replace(file, f"{releases.MANIFEST}#{Path(file).stem}")
    return README.format(
        protocol=protocol.name,
        count=len(contents),
        version=made.libraries["mandapa"],
        commit=f"{made.commit}, modified" if made.modified else made.commit,
        licence=LICENCE,
        player=player,
        environment=first[0].environment,
        half_width=first[0].half_width,
        opponents=" ".join(f"--opponent {one.opponent.player}" for one in same if one.opponent),
        cards="\n\n".join(card(method, found, contents, protocol) for method, found in by_method.items()),
    )


def card(method: str, entries: list[Entry], contents: Weights, protocol: Protocol) -> str:
    """Return the model card of a method."""
    rows = [one for entry in entries for one in entry.results]
    files = {file_of(one): contents[file_of(one)] for one in rows}
    origins = [about["made"] for about, _ in files.values()]
    software = {
        f"{name} {version}"
        for made in origins
        for name, version in made["provenance"]["libraries"].items()
        if name in ("mandapa", "numpy", "torch")
    }
    zeros = sum(not any(array.any() for array in arrays.values()) for _, arrays in files.values())
    marked = f" In {zeros} of {len(files)} files, marked by *, all weights are zero." if zeros else ""
    text = METHODS[method]
    return CARD.format(
        method=method[0].upper() + method[1:],
        details=text.details,
        form=text.form,
        checks=text.checks,
        files=len(files),
        software=", ".join(sorted(software)),
        processors=", ".join(sorted({made["provenance"]["processor"] for made in origins})),
        protocol=protocol.name,
        games=sum(entry.games for entry in entries),
        half_widths=", ".join(f"{width:g}" for width in sorted({one.half_width for one in rows})),
        complete="All are complete by the protocol." if all(one.complete for one in entries) else INCOMPLETE,
        training_data=text.training_data,
        trainings=trainings_table(entries, contents),
        results=results_table(entries),
        policies=policies_table(entries, contents),
        caveats=text.caveats + marked,
    )


INCOMPLETE = "Results with fewer games, opponents or trainings than the protocol asks for are previews."


def trainings_table(entries: list[Entry], contents: Weights) -> str:
    """Return a table of the size of the network, the amount of training, and the command, by environment."""
    lines = [heads_line(["environment", "observation", "parameters", "trainings", "amount of each", "first command"])]
    for entry in entries:
        about, arrays = contents[file_of(entry.results[0])]
        made = about["made"]
        amounts = (f"{made[unit]:,} {unit}" for unit in ("games", "decisions") if unit in made)
        parameters = f"{sum(array.size for array in arrays.values()):,}"
        cells = [entry.environment.id, about["observation"], parameters, str(entry.trainings)]
        lines.append(line([*cells, ", ".join(amounts), f"`{training_command(entry.results[0])}`"]))
    return "\n".join(lines)


def results_table(entries: list[Entry]) -> str:
    """Return a table of the results of a method, by environment."""
    names = list(dict.fromkeys(one.player for entry in entries for one in entry.environment.opponents))
    lines = [heads_line(["environment", *(f"wins against {name}, %" for name in names), "margin against greedy"])]
    for entry in entries:
        wins = [score.percent() if (score := entry.wins(name)) else "" for name in names]
        margin = entry.margin(GREEDY)
        lines.append(line([entry.environment.id, *wins, margin.number() if margin else ""]))
    return "\n".join(lines)


def policies_table(entries: list[Entry], contents: Weights) -> str:
    """Return a table of all policy files of a method, with the wins of each; * marks files of zeros."""
    names = list(dict.fromkeys(one.opponent.player for entry in entries for one in entry.results if one.opponent))
    lines = [heads_line(["policy", "SHA-256 of the weights", *(f"wins against {name}, %" for name in names)])]
    for entry in entries:
        found: dict[str, dict[str, float]] = {}
        for one in entry.results:
            player = one.opponent.player if one.opponent else ""
            found.setdefault(file_of(one), {})[player] = 100 * sum(one.games.win) / len(one.games.win)
        for name, wins in found.items():
            about, arrays = contents[name]
            mark = "" if any(array.any() for array in arrays.values()) else " *"
            cells = [f"{wins[player]:.1f}" if player in wins else "" for player in names]
            lines.append(line([f"`{Path(name).stem}`{mark}", f"`{about['sha256'][:12]}`", *cells]))
    return "\n".join(lines)
