# %% [markdown]
# # Play and look
#
# A game is loaded with its options, a state knows what may be done in it, and every action has a text.

# %%
import numpy as np

import mandapa

game = mandapa.load("kerala", players=2, rounds=6)
state = game.new_state()
rng = np.random.default_rng(7)
while state.is_chance:
    state.resolve_chance(rng)
state.legal_actions

# %% [markdown]
# Computer players decide for a seat. Here two of them play the first rounds; then the table is drawn.

# %%
from mandapa import bots

players = [bots.make("greedy", game, rng), bots.make("shown", game, rng)]
while not state.is_terminal and len(state.history) < 60:
    if state.is_chance:
        state.resolve_chance(rng)
    else:
        state.apply_id(players[state.current_player].decide(state))
state

# %% [markdown]
# Every point is explained.

# %%
state.scores(explain=True)[0]

# %% [markdown]
# The end of a game is small enough to be solved: what can each seat expect from here, if both play as well as possible?

# %%
from mandapa.lab import exact_solver

end = exact_solver.ending(mandapa.load("hampi", players=2, length="quick"), actions=4, seed=1)
solution = exact_solver.solve(end)
solution.value, solution.states
