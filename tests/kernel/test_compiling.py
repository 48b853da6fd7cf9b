"""Compilation: its cache and keys, interpreted mode, and other processes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from functools import partial
from typing import Any

import numpy as np
import pytest

import mandapa
from forks import TIMEOUT, in_fork
from mandapa.kernel import generic, random_play
from mandapa.kernel.compile import cache, engine
from mandapa.kernel.compile.cache import cache_root, source_key, sources
from mandapa.kernel.compile.engine import STUDY, TABLE, Engine, interpreted_only
from mandapa.kernel.game_type import GameType
from mandapa.kernel.record import new_records

from .conftest import ALONE, PLAY, write_alone


def new_engine(type: GameType) -> Engine:
    """Create a second engine of the game, without machine code yet."""
    return Engine(type.name, type.folder, type.state_type, type.methods, type.entry_points)


def test_the_key_follows_every_source(tmp_path):
    def key_with(name, text):
        (tmp_path / name).write_text(text)
        return source_key(sources([tmp_path]))

    key = key_with("rules.py", "from tiny import pieces as p\n@compilable\ndef a(): return 1\n")
    assert len(key) == 20 and source_key(sources([tmp_path, tmp_path])) == key
    assert key_with("notes.md", "nothing") == key
    keys = {
        key,
        key_with("pieces.py", "import tiny.weights\nb = 1"),
        key_with("weights.py", "c = 1"),
        key_with("weights.py", "c = 2"),
        key_with("scoring.py", "@compilable\ndef d(): return 1\n"),
        key_with("components.toml", "x = 1"),
        key_with("components.toml", "x = 2"),
    }
    (tmp_path / "scoring.py").rename(tmp_path / "points.py")
    keys.add(source_key(sources([tmp_path])))
    assert len(keys) == 8


def test_rules_in_a_folder_of_a_game_take_their_time_to_compile(monkeypatch):
    from mandapa.games.menara.game import GAME
    from mandapa.games.menara.rules.physics.statics.standing_test import stands

    monkeypatch.setattr(engine, "_compilable", [stands])
    assert new_engine(GAME).seconds_to_compile == engine.SECONDS_A_FUNCTION


def test_the_first_functions_do_not_inflate_the_estimate():
    """Starting the compiler takes seconds; extrapolated to all functions, that would be half an hour."""
    step = partial(engine.CompileStep, "kerala", engine.TABLE, "", total=160, seconds=20.0)
    assert step(done=1).left == step(done=0).left == 160 * engine.SECONDS_A_FUNCTION
    assert step(done=80).left == pytest.approx(20 * 0.625 / 0.375)


def test_what_only_shows_a_game_is_no_part_of_its_key(tmp_path):
    (tmp_path / "rules.py").write_text("@compilable\ndef a(): return 1\n")
    (tmp_path / "view.py").write_text("from tiny.rules import a\n")
    assert [path.name for path in sources([tmp_path])] == ["rules.py"]


def test_a_method_is_part_of_the_key_without_a_mark(tmp_path):
    path = tmp_path / "plain.py"
    path.write_text("def current_player(state): return 0\n")
    module: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), module)
    assert sources([tmp_path], [module["current_player"]]) == [path]


def test_the_key_follows_the_compiler(tmp_path, monkeypatch):
    key = source_key([])
    monkeypatch.setattr(cache, "version", lambda name: "0")
    assert source_key([]) != key


def test_kernel_sources_are_part_of_every_key(monkeypatch):
    asked = []
    monkeypatch.setattr(cache, "source_key", lambda files: asked.extend(files) or "key")
    kerala = new_engine(mandapa.game_type("kerala"))
    assert kerala.folder.name == "kerala-key"
    folders = {"rules", "ai", "content", "kernel", "compile", "input", "learning"}
    assert {path.parent.name for path in asked} == folders
    assert {"rules.py", "components.toml", "generic.py", "random_play.py"} <= {path.name for path in asked}
    assert not {"text.py", "view.py"} & {path.name for path in asked}
    assert not kerala.ready


def test_the_cache_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("MANDAPA_CACHE_DIR")
    assert cache_root().name in {"mandapa", "cache"}


@pytest.mark.parametrize(("value", "off"), [("1", True), ("0", False), ("", False)])
def test_switching_machine_code_off(monkeypatch, value, off):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", value)
    assert interpreted_only() == off


def test_an_engine_that_is_not_warm_runs_python():
    engine = new_engine(mandapa.game_type("connect_four"))
    state = mandapa.load("connect_four").new_state()
    engine.run(generic.apply_action, state.record, 3)
    assert not engine.ready and state.view()["grid"][-1] == "   X   "


FOUND = """
from tiny_game import GAME
print(GAME.engine.cached)
print(GAME.engine.folder.name)
"""


def test_a_second_process_finds_the_code_and_a_changed_rule_does_not(tiny, in_process, compiled):
    """The cache key does not depend on the location or age of the sources, but on their contents.

    The rule changes in a file without an entry point.
    """
    cached, first = compiled
    assert cached == "False" and first.startswith("True 3 tiny-")
    cache = {path.name: path.stat().st_mtime_ns for path in (tiny / "cache").rglob("*.code")}
    assert cache
    moved = tiny / "elsewhere" / "tiny"
    shutil.copytree(tiny / "tiny", moved)
    os.utime(moved / "tiny_game.py", ns=(0, 0))
    assert in_process(PLAY, PYTHONPATH=os.pathsep.join([str(moved), *sys.path])) == ["True", first]
    assert {path.name: path.stat().st_mtime_ns for path in (tiny / "cache").rglob("*.code")} == cache
    rules = tiny / "tiny" / "tiny_rules.py"
    rules.write_text(rules.read_text().replace("action * 1", "action * 7"))
    cached, folder = in_process(FOUND)
    assert cached == "False" and folder.startswith("tiny-") and folder != first.split()[2]


SEVERAL = (
    PLAY
    + """
from mandapa.kernel.random_play import random_games, copy_many
print([function.__name__ for function in (random_games, copy_many) if function in engine._callables])
from mandapa.kernel.record import new_records
scratch = new_records(GAME.state_type, 2)
engine.run(copy_many, state.record, scratch, 2)
print(scratch["plies"].tolist(), random_games in engine._callables)
"""
)


@pytest.mark.usefixtures("compiled")
def test_what_only_studies_need_is_compiled_at_its_first_call(tiny, in_process):
    *_, before, after = in_process(SEVERAL)
    assert (before, after) == ("[]", "[3, 3] True")
    assert {path.name.split("-")[0] for path in (tiny / "cache").rglob("*.code")} == {"tables", "studies"}


def test_a_function_that_is_no_entry_point_goes_by_its_own_file(tiny, in_process):
    for factor, expected in ((2, "8"), (50, "200")):
        write_alone(tiny, factor)
        assert in_process(ALONE) == [expected]


@pytest.mark.usefixtures("compiled")
def test_shipped_machine_code_is_used(tiny, in_process):
    """Code that is not in the cache may be shipped with the package, as in a wheel."""
    (tiny / "cache").rename(tiny / "shipped")
    folder = str(tiny / "shipped")
    ship = f"import pathlib\nfrom mandapa.kernel.compile import cache\ncache.SHIPPED = pathlib.Path({folder!r})\n"
    assert in_process(ship + PLAY)[0] == "True"
    assert not list(tiny.rglob("cache/**/*.code"))


@pytest.mark.usefixtures("compiled")
def test_what_is_compiled_is_said_on_standard_error(first_play, in_process):
    (line,) = first_play.log
    assert re.fullmatch(r"mandapa: compiling tiny for tables, once: 0 of about \d+ functions, about \d+ s left", line)
    assert len(in_process("import sys; sys.stderr = sys.stdout\n" + PLAY)) == 2


def test_interpreted_mode_gives_the_same(in_process):
    code = PLAY + "import sys\nprint('numba' in sys.modules)"
    cached, played, has_numba = in_process(code, NUMBA_DISABLE_JIT="1")
    assert (cached, has_numba) == ("False", "False") and played.startswith("False 3 tiny-")


def test_a_type_without_a_machine_type_is_told(in_process):
    lines = in_process(
        "from tiny_game import GAME\n"
        "def spoken(state: str) -> int: return 1\n"
        "from mandapa.kernel.compile.numba_backend import signature_of\n"
        "try: signature_of(spoken, GAME.state_type)\n"
        "except TypeError as error: print(error)\n"
    )
    assert lines == ["__main__.spoken: state: <class 'str'> has no machine type"]


GAMES = """
import numpy as np, mandapa
for players in (2, 5):
    state = mandapa.load("kerala", players=players, rounds=3).new_state()
    rng = np.random.default_rng(players)
    while not state.is_terminal:
        state.apply(state.sample(rng) if state.is_chance else str(rng.choice(state.legal_actions)))
    print(state.hash(), state.scores(), state.returns())
"""


def test_kerala_is_the_same_without_machine_code(in_process):
    cache = {"MANDAPA_CACHE_DIR": str(cache_root())}
    plain = in_process(GAMES, NUMBA_DISABLE_JIT="1", **cache)
    assert len(plain) == 2
    assert in_process(GAMES, NUMBA_DISABLE_JIT="0", **cache) == plain


# ---------------------------------------------------------------- playouts


@pytest.fixture(scope="module")
def four():
    game = mandapa.load("connect_four")
    game.engine.warm()
    return game


def test_a_table_gets_what_it_needs_and_studies_the_rest(four):
    engine = new_engine(four.type)
    names = {purpose: {function.__name__ for function in engine.entry_points(purpose)} for purpose in (TABLE, STUDY)}
    assert {"apply_action", "legal_actions", "list_turns", "search_tree"} <= names[TABLE]  # it has no evaluation
    assert {"random_games", "copy_many", "network_features", "search_tree", "write_successors"} == names[STUDY]
    assert "search_tree" not in {function.__name__ for function in mandapa.game_type("kerala").engine.entry_points()}
    engine.warm()
    assert engine.ready and engine.cached


def test_several_purposes_are_compiled_in_one_go_which_is_told_step_by_step(monkeypatch, tmp_path, four):
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path))
    progress: list[engine.CompileStep] = []
    both = new_engine(four.type)
    both.warm(STUDY, TABLE, report=progress.append)
    assert [step.done for step in progress] == sorted(step.done for step in progress)
    assert [step.doing for step in progress].index(engine.OPTIMISING) == len(progress) - 1
    assert all(step.left >= 0 for step in progress) and "for studies and tables" in str(progress[0])
    again = len(progress)
    both.warm(STUDY, report=progress.append)
    assert len(progress) == again and both.ready
    for purpose in (STUDY, TABLE):  # each is found alone
        other = new_engine(four.type)
        other.warm(purpose, report=progress.append)
        assert other.compiled(other.entry_points(purpose)[0]) and len(progress) == again


@pytest.mark.parametrize("compiled", [False, True])
def test_random_games_add_up(four, compiled):
    totals, wins = np.zeros(2), np.zeros(2)
    start = four.new_state().record
    arguments = (start, new_records(start.dtype, 1), np.zeros(7, np.int32), 60, np.random.default_rng(3), totals, wins)
    function = random_play.random_games
    plies = four.engine.run(function, *arguments) if compiled else function(*arguments)
    assert 60 * 7 <= plies <= 60 * 42
    assert wins.sum() == pytest.approx(60) and totals.sum() == 0
    assert start.tobytes() == four.new_state().record.tobytes()


def test_shared_wins_are_shared():
    wins = np.zeros(4)
    random_play.share_win(np.array([3.0, 7.0, 7.0, -1.0]), wins)
    random_play.share_win(np.array([9.0, 7.0, 7.0, -1.0]), wins)
    assert wins.tolist() == [1, 0.5, 0.5, 0]


def test_copies_in_a_batch(four):
    start = four.new_state().record
    start.plies = 9
    scratch = new_records(start.dtype, 4)
    four.engine.run(random_play.copy_many, start, scratch, 6)
    assert [row.tobytes() for row in scratch] == [start.tobytes()] * 4
    start.plies = 10
    assert scratch["plies"].tolist() == [9] * 4


def test_chance_is_settled_to_the_first_decision():
    game = mandapa.load("kerala", players=3)
    states = new_records(game.type.state_type, 5)
    states[:] = game.new_state().record
    rng = np.random.default_rng(0)
    assert {random_play.settle_chance(state, rng) for state in states} == {3 + 1 + 13}  # colours, leader, tiles
    assert states["bag"].sum(axis=1).tolist() == [87] * 5 and len({row.tobytes() for row in states}) == 5


def test_a_fork_waits_for_what_is_being_compiled():
    """A child process would inherit a lock held by a thread that it does not have, and could never compile."""
    holds, let_go = threading.Event(), threading.Event()

    def compile_something():
        with engine._lock:
            holds.set()
            let_go.wait(0.2)  # by then the fork is waiting; if it is later, it finds the lock free

    compiler = threading.Thread(target=compile_something)
    compiler.start()
    holds.wait()

    def child():
        with engine._lock:
            return True

    assert in_fork(child)
    compiler.join()


LOCK_ORDER = """
import os, threading
from mandapa.kernel.compile import engine
holds, forks = threading.Event(), threading.Event()
os.register_at_fork(before=forks.set)
import logging, concurrent.futures.thread

def compile_something():
    with engine._lock:
        holds.set()
        forks.wait()
        logging.getLogger("a compiler")
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            pool.submit(int).result()

threading.Thread(target=compile_something, daemon=True).start()
holds.wait()
if os.fork() == 0:
    os._exit(0)
os.wait()
"""


def test_a_fork_that_waits_for_the_compiler_holds_no_lock_that_the_compiler_needs():
    done = subprocess.run([sys.executable, "-c", LOCK_ORDER], timeout=TIMEOUT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
