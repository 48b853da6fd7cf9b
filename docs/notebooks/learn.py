# %% [markdown]
# # A learner that knows what is legal
#
# A batch of games is stepped by machine code; a network sees compact observations and may choose among the legal
# actions only, by a mask. It learns for a moment from the results of its games against random players (policy
# gradient). The example `examples/learn.py` does it in earnest.

# %%
import torch
from torch import nn

import mandapa
from mandapa.adapters.batch import Batch

torch.manual_seed(1)
torch.set_num_threads(1)
game = mandapa.load("kerala", players=2, rounds=3)
batch = Batch(game, 128, opponents="random", rewards="margin", observation="compact", seed=1, threads=1)
network = nn.Sequential(nn.Linear(batch.form.size, 64), nn.ReLU(), nn.Linear(64, game.type.num_actions))
optimizer = torch.optim.Adam(network.parameters(), 3e-3)
batch.form.shapes

# %% [markdown]
# One lesson: all games go on for some steps, in which each ends once or twice. Every decision of a finished game is
# made more likely if the game went better than the average, less likely if worse.


# %%
def lesson(steps: int = 40) -> float:
    """Learn from what ends within some steps; returns the mean margin of the games that ended."""
    likelihoods, number, results = [], [], []
    games = torch.arange(batch.size)  # the running game of each row
    for _ in range(steps):
        seen, mask = torch.from_numpy(batch.observe()), torch.from_numpy(batch.masks.copy())
        policy = torch.distributions.Categorical(logits=network(seen).masked_fill(~mask, -1e9))
        actions = policy.sample()
        learners = batch.learners.copy()
        rewards, ended = batch.step(actions.numpy())
        likelihoods.append(policy.log_prob(actions))
        number.append(games.clone())
        for row in ended.nonzero()[0]:
            results.append((int(games[row]), float(rewards[row, learners[row]])))
            games[row] = batch.size + len(results)
    margin = torch.full((batch.size + len(results) + 1,), float("nan"))
    for which, result in results:
        margin[which] = result
    gained = margin[torch.cat(number)]
    known = ~gained.isnan()
    better = (gained[known] - gained[known].mean()) / (gained[known].std() + 1e-6)
    optimizer.zero_grad()
    (-torch.cat(likelihoods)[known] * better).mean().backward()
    optimizer.step()
    return sum(result for _, result in results) / len(results)


margins = [round(lesson(), 1) for _ in range(12)]
margins

# %% [markdown]
# Points ahead of a random player, on average of the games that ended in each lesson: it grows.

# %%
first, last = sum(margins[:3]) / 3, sum(margins[-3:]) / 3
f"{first:.1f} points ahead at first, {last:.1f} at last"
