"""Search with a network: it sees wins and threats, and samples what its seat does not know."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa
from mandapa.adapters.networks.search import NetworkSearch, Node
from mandapa.adapters.observation_formats import ObservationFormat
from mandapa.adapters.position import Position
from mandapa.bots.external_policies import Question


def know_nothing(observations, masks):
    """Return equal probabilities for all legal actions, and no preference for a seat."""
    return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks))


def searching(game: mandapa.Game) -> NetworkSearch:
    return NetworkSearch(ObservationFormat(game), know_nothing, np.random.default_rng(1))


@pytest.mark.parametrize("actions", [[0, 6, 0, 6, 0, 5], [0, 6, 0, 6, 0]], ids=["wins", "defends"])
def test_search_wins_and_defends(actions):
    """With three in a row: it completes its own four, and blocks the opponent's."""
    game = mandapa.load("connect_four")
    state = game.new_state()
    for action in actions:
        state.apply_id(action)
    asked = Question(state, state.current_player, np.random.default_rng(1))
    assert searching(game).choose(asked, 200) == 0


def test_what_the_seat_does_not_know_is_imagined_anew():
    """Chola has secrets: each simulation samples other ones, and the choice is legal for the seat."""
    search = searching(mandapa.load("chola", 2))
    position = Position(search.game)
    position.settle(search.rng)
    root = Node(position)
    search.run([root], 30)
    after = [child.position for child in root.children.values()]
    known = {child.known_to(position.player).tobytes() for child in after}
    assert root.visits.sum() == 30 and len(known) < len({child.to_bytes() for child in after})
    assert root.favourite in position.legal()


def test_noise_changes_the_priors_of_the_root():
    search = searching(mandapa.load("connect_four"))
    plain, noisy = (Node(Position(search.game)) for _ in range(2))
    search.run([plain], 0)
    search.run([noisy], 0, noise=0.25)
    assert np.ptp(plain.priors) == 0 and np.ptp(noisy.priors) > 0
    assert noisy.priors.sum() == pytest.approx(1)
