# %% [markdown]
# # Games as data
#
# Computer players play, every game is kept whole, a line each; then the file is read again, decision by decision.
# `mandapa arena kerala -n 2 greedy shown --games 400 --record games.jsonl` does the same for many games.

# %%
import json
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

import mandapa
from mandapa import bots
from mandapa.lab.arena.simulation import simulate
from mandapa.lab.records import trajectories

file = Path(tempfile.mkdtemp()) / "games.jsonl"
game = mandapa.load("kerala", players=2, rounds=5)
rng = np.random.default_rng(1)
names = ["greedy", "random"]
with file.open("w") as lines:
    statistics = simulate(
        game,
        [bots.make(name, game, rng) for name in names],
        6,
        rng,
        progress=lambda done: None,
        keep=lambda record: print(json.dumps(record), file=lines),
        names=names,
    )
statistics.games

# %% [markdown]
# A record replays without a seed, because chance stands in it, too.

# %%
games = list(trajectories(file))
[one.returns for one in games]

# %% [markdown]
# Which kinds of decision do the two take, and how many choices do they have?

# %%
kinds: dict[str, Counter[str]] = {name: Counter() for name in names}
for one in games:
    for decision in one.decisions:
        kinds[names[decision.seat]][decision.text.split()[0]] += 1
kinds

# %%
choices = [len(decision.legal) for one in games for decision in one.decisions]
f"{len(choices)} decisions, {np.mean(choices):.1f} legal actions on average, {max(choices)} at most"

# %% [markdown]
# Observations hold what the seat knew, as numbers; a learner takes them with the returns.

# %%
seen = np.stack([decision.observation for decision in games[0].decisions])
outcome = np.array([games[0].returns[decision.seat] for decision in games[0].decisions])
seen.shape, outcome[:5].tolist()
