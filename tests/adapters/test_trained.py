"""Trained policies from files: they play the setting that they were trained for, and invalid files are rejected."""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

import mandapa
from mandapa.adapters import policy_files
from mandapa.adapters.networks.forward import PartsSizes, parts_shapes
from mandapa.adapters.observation_formats import compact_parts
from mandapa.adapters.policy_files import FilePolicy
from mandapa.bots.external_policies import PolicyBot, PolicyError, Question, import_policy
from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.evaluation import evaluate
from mandapa.lab.arena.player_specs import PlayerSpec

GAME = mandapa.load("connect_four")
ACTIONS = GAME.type.num_actions


def network(wish: int) -> dict[str, np.ndarray]:
    """Return a network of two layers that prefers column ``wish``, then the columns after it."""
    size = GAME.type.observation_size
    bias = -((np.arange(ACTIONS) - wish) % ACTIONS).astype(np.float32)
    first = {"weight0": np.ones((3, size), np.float32), "bias0": np.ones(3, np.float32)}
    return {**first, "weight1": np.zeros((ACTIONS, 3), np.float32), "bias1": bias}


def written(folder: Path, wish: int = 3) -> Path:
    file = folder / f"wish-{wish}.npz"
    policy_files.write(file, GAME, policy_files.ACTOR, "full", network(wish), {"command": "python wish.py"})
    return file


def question(game: mandapa.Game = GAME) -> Question:
    state = game.new_state()
    return Question(state, state.current_player, np.random.default_rng(1))


def test_it_plays_by_its_file_wherever_players_are_named(tmp_path):
    file = written(tmp_path)
    policy = FilePolicy(file)
    assert policy(question()) == 3 and policy.title == "wish-3" and policy.games == ("connect_four",)
    assert policy.about["made"]["command"] == "python wish.py" and policy.about["rules_version"] == GAME.rules_version
    by_name, at_hand = (evaluate(one, GAME, 1, ["random"]).to_json() for one in (f"trained:{file}", policy))
    assert by_name["pool"] == at_hand["pool"]
    assert (by_name["package"], by_name["version"]) == ("wish-3", policy.about["sha256"][:12])


def test_only_a_network_with_values_takes_a_budget(tmp_path):
    """With a value output it searches: here it completes its four instead of playing the column that it prefers."""
    plain = written(tmp_path)
    arrays = network(3)
    arrays["weight1"] = np.concatenate([arrays["weight1"], np.zeros((1, 3), np.float32)])
    arrays["bias1"] = np.append(arrays["bias1"], np.float32(0))
    valued = tmp_path / "valued.npz"
    policy_files.write(valued, GAME, policy_files.ACTOR, "full", arrays, {})
    state = GAME.new_state()
    for action in (0, 6, 0, 6, 0, 5):
        state.apply_id(action)
    players = [PlayerSpec.parse(f"trained:{valued}{budget}").player(GAME) for budget in ("", "@200")]
    assert [player.decide(state) for player in players] == [3, 0]
    with pytest.raises(PolicyError, match="budget: found one for a trained policy, expected none"):
        PlayerSpec.parse(f"trained:{plain}@200").player(GAME).decide(state)
    with pytest.raises(OptionError, match=r"valued\.npz@0', expected a file of a learnt policy"):
        PlayerSpec.parse(f"trained:{valued}@0").player(GAME)
    timed = PolicyBot(import_policy(f"trained:{valued}"), GAME, seconds=0.1)
    with pytest.raises(PolicyError, match="expected simulations, as in @48"):
        timed.decide(state)


def test_another_game_is_refused_at_once(tmp_path):
    with pytest.raises(OptionError, match="found 'kerala', expected connect_four"):
        PlayerSpec.parse(f"trained:{written(tmp_path)}").player(mandapa.load("kerala", 2))


def rewritten(file: Path, arrays: dict[str, np.ndarray] | None = None, **changes: object) -> Path:
    """Write a copy of the file with other metadata or other numbers."""
    about, stored = policy_files.read(file)
    with file.open("wb") as out:
        np.savez(out, about=np.array(json.dumps({**about, **changes})), **(arrays or stored))
    return file


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"schema": 2}, "is of schema 2, expected 1"),
        ({"arrays": network(2)}, "not those that were written"),
        ({"players": 3}, "plays connect_four with 3 players, found "),
        ({"form": "0"}, "observations of another form.*train it anew"),
        ({"kind": "oracle"}, "of kind 'oracle', expected actor, parts or judge"),
    ],
)
def test_what_does_not_fit_is_told(tmp_path, changes, message):
    with pytest.raises(OptionError, match=message):
        FilePolicy(rewritten(written(tmp_path), **changes)).for_game(GAME)


KERALA = mandapa.load("kerala", 2)
SIZES = {"width": 8, "row_width": 4, "heads": 2, "channels": 3, "place_width": 2}
SHAPES = parts_shapes(compact_parts(KERALA), PartsSizes(**SIZES), KERALA.type.num_actions)


@pytest.mark.parametrize(
    ("kind", "observation", "sizes", "shapes", "message"),
    [
        ("actor", "compact", {}, {"weight0": (347, 9), "bias0": (347,)}, r"weight0: found \(347, 9\), .*\(347, 2212\)"),
        ("actor", "compact", {}, {"weight0": (3, 2212), "bias0": (3,)}, "found 3 outputs, expected 347, or 348"),
        ("parts", "full", SIZES, SHAPES, "observation: found full, expected a compact form"),
        ("parts", "compact", {**SIZES, "heads": 3}, SHAPES, "row_width: found 4, expected a multiple of the 3 heads"),
        ("parts", "compact", SIZES, SHAPES | {"hidden.bias": (7,)}, r"hidden.bias: found \(7,\), .*\(8,\)"),
        ("parts", "compact", SIZES, {"hidden.bias": (8,)}, "facts.weight: found no such array, expected the shape"),
    ],
)
def test_a_network_of_other_shapes_is_refused(tmp_path, kind, observation, sizes, shapes, message):
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    policy_files.write(tmp_path / "other.npz", KERALA, kind, observation, arrays, {}, sizes=sizes)
    with pytest.raises(OptionError, match=f"the network of other does not fit .*kerala.*: {message}"):
        FilePolicy(tmp_path / "other.npz").for_game(KERALA)


def test_what_is_no_such_file_is_told_and_nothing_is_unpickled(tmp_path):
    class Dangerous:
        def __reduce__(self):
            return (tmp_path / "done").write_text, ("",)

    pickled, text = tmp_path / "pickled.npz", tmp_path / "text.npz"
    np.savez(pickled, about=np.array(Dangerous(), dtype=object))
    text.write_text("weights", encoding="utf-8")
    for file in (pickled, text, tmp_path / "missing.npz", tmp_path):
        with pytest.raises(OptionError, match=r"trained: found .*, expected a file of a learnt policy"):
            FilePolicy(file)
    assert not (tmp_path / "done").exists()


@pytest.fixture
def release(tmp_path, monkeypatch):
    """A manifest of two policies, and an empty cache folder."""
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "release").mkdir()
    return policy_files.write_manifest([written(tmp_path / "release", wish) for wish in (3, 5)], "CC0-1.0")


def test_a_released_policy_is_fetched_once_and_checked(release):
    policies = json.loads(release.read_text(encoding="utf-8"))["policies"]
    assert [(one["name"], one["game"], one["players"], one["licence"]) for one in policies] == [
        ("wish-3", "connect_four", 2, "CC0-1.0"),
        ("wish-5", "connect_four", 2, "CC0-1.0"),
    ]
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(release.parent))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{release.name}"
        assert FilePolicy(f"{address}#wish-5")(question()) == 5
        (release.parent / "wish-5.npz").unlink()
        assert PlayerSpec.parse(f"trained:{address}#wish-5").external_policy.title == "wish-5"
        with pytest.raises(OptionError, match=r"nothing\.json cannot be read: .*404"):
            FilePolicy(f"{address.replace(release.name, 'nothing.json')}#wish-5")
        server.shutdown()
    with pytest.raises(OptionError, match=r"cannot be read: .*refused"):
        FilePolicy(f"{address}#wish-5")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *message):
        pass


def test_a_release_that_is_not_what_it_says_is_told(release):
    with pytest.raises(OptionError, match=r"found 'wish-4' in .*, expected one of wish-3, wish-5"):
        FilePolicy(f"{release}#wish-4")
    rewritten(release.parent / "wish-3.npz", network(2))
    with pytest.raises(OptionError, match=r"wish-3 of .* has SHA-256 .*: not what was released"):
        FilePolicy(f"{release}#wish-3")
    release.write_text("[]", encoding="utf-8")
    with pytest.raises(OptionError, match="expected a manifest of learnt policies"):
        FilePolicy(f"{release}#wish-3")
