"""Compact observations: integers within the declared bounds, equal in all interfaces; and symmetries."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import mandapa
from mandapa.adapters.batch import Batch
from mandapa.adapters.gymnasium import MandapaEnv, MandapaVectorEnv
from mandapa.adapters.observation_formats import ObservationFormat, compact_parts
from mandapa.adapters.pettingzoo import kerala_v1
from mandapa.adapters.position import Position
from mandapa.kernel.generic import compact_tensor
from mandapa.kernel.learning.compact import Feature, Part, table_of
from mandapa.kernel.record import contents
from mandapa.library import State
from scaling import scaled

FORMS = {"kerala": "entities", "chola": "planes", "hampi": "entities", "indus": "planes", "menara": "entities"}


def observed(state: State, seat: int) -> np.ndarray:
    parts = compact_parts(state.game)
    out = np.zeros(sum(part.size for part in parts), np.uint8)
    compact_tensor(state.for_seat(seat).record, seat, out)
    return out


def played(game: mandapa.Game, seed: int):
    """Yield states of random games in which a seat is to act, endlessly."""
    rng = np.random.default_rng(seed)
    state = game.new_state()
    while True:
        if state.is_chance:
            state.resolve_chance(rng)
        elif state.is_terminal:
            state = game.new_state()
        else:
            yield state, rng
            state.apply_id(int(rng.choice(state.legal_action_ids)))


@pytest.mark.parametrize("name", FORMS)
def test_masks_and_numbers_are_what_the_parts_say(name):
    game = mandapa.load(name)
    form = ObservationFormat(game, FORMS[name], "uint8")
    assert form.size < 3 * game.type.observation_size / 2 and form.shapes == ObservationFormat(game, "compact").shapes
    for number, (state, rng) in enumerate(played(game, 3)):
        if number == scaled(25):
            break
        seat = int(rng.integers(game.players))
        seen = observed(state, seat)
        assert (seen <= form.greatest).mean() > 0.99
        for part, numbers in zip(form.parts, form.split(seen).values(), strict=True):
            assert numbers.shape == part.shape
            if part.kind == "entities":
                assert not numbers[numbers[..., 0] == 0].any() and numbers[..., 0].max() <= 1
        if game.type.hidden_information:
            guess = state.copy()
            guess.resample(seat, rng)
            assert np.array_equal(observed(guess, seat), seen)


def settled(record):
    """Return the bytes of a state, with the cells around Hampi's landscape sorted because they are a set."""
    if "rim_cell" in record.dtype.names:
        order = np.argsort(record.rim_cell[: record.rim])
        for name in ("rim_cell", "rim_touch", "rim_faced", "rim_edges"):
            values = record[name]
            values[: record.rim] = values[: record.rim][order]
            values[record.rim :] = 0
    return contents(record)


@pytest.mark.parametrize("name", ["kerala", "indus", "hampi"])
def test_rules_do_not_notice_a_symmetry(name):
    """Images of legal actions are legal in the image, lead to the image of the state, and have its observation."""
    game = mandapa.load(name)
    symmetries = game.type.learning.symmetries()
    assert len({one.name for one in symmetries}) == len(symmetries) == {"kerala": 7, "indus": 7, "hampi": 5}[name]
    tried = 0
    for state, rng in played(game, 4):
        if len(state.history) < 20 or rng.random() < 0.7:  # set-up comes first
            continue
        one = symmetries[tried % len(symmetries)]
        image = State(game, one.state(state.record))
        assert sorted(one.actions[state.legal_action_ids].tolist()) == image.legal_action_ids
        mask = np.isin(np.arange(game.type.num_actions), state.legal_action_ids)
        assert np.flatnonzero(one.mask(mask)).tolist() == image.legal_action_ids
        for seat in range(game.players):
            assert np.array_equal(observed(image, seat), one.observation(observed(state, seat)))
        seen, form = observed(state, 0), ObservationFormat(game, "compact")
        fractions = [np.empty(form.size, np.float32) for _ in range(2)]
        form.finish(seen.copy(), fractions[0])
        form.finish(one.observation(seen), fractions[1])
        assert np.array_equal(form.image(one, fractions[0]), fractions[1])
        with pytest.raises(TypeError, match="expected uint8"):
            one.observation(fractions[0])
        both = np.stack([observed(state, 0), observed(image, 0)])
        assert np.array_equal(one.observation(both)[0], observed(image, 0))
        action = int(rng.choice(state.legal_action_ids))
        after = one.state(state.try_id(action))
        assert settled(image.try_id(int(one.actions[action]))) == settled(after)
        assert State(game, after).returns() == State(game, state.try_id(action)).returns()
        tried += 1
        if tried == scaled(14):
            break


def test_bytes_and_fractions_are_the_same_in_every_interface():
    options = {"players": 2, "rounds": 1}
    game = mandapa.load("kerala", **options)
    batch = Batch(game, 4, seed=5, observation="entities", dtype="uint8", threads=2)
    fractions = Batch(game, 4, seed=5, observation="compact", threads=1)
    for _ in range(6):
        seen = batch.observe()
        assert seen.dtype == np.uint8 and (seen <= batch.form.greatest).all()
        assert np.allclose(fractions.observe(), seen / batch.form.greatest)
        assert fractions.observe().min() >= 0 and fractions.observe().max() <= 1
        for number, seat in enumerate(batch.players.tolist()):
            position = Position(game, batch.states[number].tobytes())
            assert np.array_equal(position.compact(batch.form, seat), seen[number])
            assert np.array_equal(observed(State(game, position.record), seat), seen[number])
        actions = batch.sample_actions()
        batch.step(actions)
        fractions.step(actions)
    single = MandapaEnv("kerala", observation="entities", dtype="uint8", **options)
    observation, _ = single.reset(seed=1)
    assert single.observation_space.contains(observation) and observation["cells"].shape == (2, 41, 25)
    many = MandapaVectorEnv("kerala", 3, observation="entities", **options)
    assert many.observation_space.contains(many.reset(seed=1)[0])
    env = kerala_v1.env(observation="compact", **options)
    env.reset(seed=1)
    seen = env.last()[0]
    assert env.observation_space("player_0").contains(seen)
    assert env.named_parts(seen)["cells"].shape == (2, 41, 25)
    assert "| `cells` 0 | 1 | there |" in kerala_v1.__doc__


@pytest.mark.parametrize(
    ("game", "settings", "message"),
    [
        ("kerala", {"observation": "planes"}, "expected full or compact or entities for kerala"),
        ("indus", {"observation": "x"}, "expected full or compact or planes for indus"),
        ("connect_four", {"observation": "compact"}, "expected full for connect_four"),
        ("kerala", {"dtype": "uint8"}, "expected float32 for full"),
        ("kerala", {"observation": "compact", "dtype": "int8"}, "float32 or uint8"),
    ],
)
def test_wrong_forms_are_named(game, settings, message):
    with pytest.raises(mandapa.OptionError, match=message):
        ObservationFormat(mandapa.load(game), **settings)


def test_a_table_tells_every_number():
    part = Part("men", "entities", (Feature("there"), Feature("rank", 5, 2, "one or two")), (3,))
    assert part.shape == (3, 3) and part.greatest().tolist() == [[1, 5, 5]] * 3
    assert table_of([part]).splitlines()[2:] == [
        "| **`men`** | | entities, 3 x 3 |",
        "| `men` 0 | 1 | there |",
        "| `men` 1 to 2 | 5 | rank: one or two |",
    ]
    with pytest.raises(ValueError, match="expected there"):
        Part("men", "entities", (Feature("rank"),))
    assert gymnasium.make("mandapa/kerala-v1", players=2, observation="entities") is not None
