"""The functions that a game supplies, and the file in which each is expected."""

import sys
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from mandapa.kernel.generic import is_generic

FILES: Mapping[str, tuple[str, ...]] = {
    "rules.rules": ("current_player", "legal_actions", "is_legal", "apply_action", "roll", "begins_turn"),
    "rules.chance": ("chance_outcomes", "sample_chance"),
    "rules.scoring": ("scores", "returns", "worth"),
    "rules.secrets": ("redact", "resample"),
    "rules.setup": ("new_state",),
    "rules.components": ("load",),
    "rules.bounds": ("bounds",),
    "rules.invariant": ("invariant",),
    "ai.evaluation": ("evaluate", "is_unsettled", "imagine"),
    "ai.playout": ("playout_action",),
    "ai.salience": ("salience",),
    "ai.levels": ("PLANNING",),
    "ai.value_net": ("evaluate_learnt", "network_features"),
    "ai.observation": ("PARTS", "observation_tensor"),
    "ai.compact": ("layout", "compact_tensor", "symmetries"),
    "show.view": ("view", "score_sheets", "rows", "gallery"),
    "show.text": ("text", "explain"),
    "show.log": ("choices", "describe", "refusal", "secret", "redacted_log", "public_text"),
    "show.previews": ("previews", "preview"),
    "show.notation": ("position", "read"),
    "show.highlights": ("highlights",),
    "show.picture": ("picture",),
    "content.hint_reasons": ("hint_reasons",),
    "content.lesson_ideas": ("IDEAS",),
}
"""Names that each file of a game supplies; other names are helpers. A single-file game defines all of these names."""

REQUIRED = ("current_player", "legal_actions", "apply_action", "scores", "new_state", "bounds", "view", "text")
FILE_OF = {name: file for file, names in FILES.items() for name in names}
CLOSE = 0.82
"""Similarity (0 to 1) above which a name counts as a misspelling of another."""


def supplies(module: str) -> dict[str, Any]:
    """Return the functions and values that a game supplies, by name; ``FILES`` lists the names.

    Called while the module that describes the game is being imported.

    Args:
        module: name of this module: ``game.py``, next to the folders in ``FILES``, or the only module of a small game.

    Raises:
        ValueError: a required name is missing, misspelt, or in an unexpected file.
    """
    described = sys.modules[module]
    folder = Path(str(described.__file__)).parent
    there = [file for file in FILES if _path(folder, file).is_file()]
    modules = {file: import_module(f"{described.__package__}.{file}") for file in there} or {"": described}
    found = {
        name: getattr(one, name)
        for file, one in modules.items()
        for name in FILES.get(file, FILE_OF)
        if hasattr(one, name) and not is_generic(getattr(one, name))
    }
    wrong = [*_missing(folder, found), *_misspelt_files(folder)]
    for file, one in modules.items():
        wrong += _misspelt(one, FILES.get(file, tuple(FILE_OF)), found)
    if wrong:
        raise ValueError("; ".join(wrong))
    return found


def _path(folder: Path, file: str) -> Path:
    return folder.joinpath(*file.split(".")).with_suffix(".py")


def _missing(folder: Path, found: Mapping[str, Any]) -> Iterator[str]:
    for name in REQUIRED:
        if name not in found:
            yield f"{folder}: found no function {name}, expected it in {_path(folder, FILE_OF[name])}"


def _misspelt_files(folder: Path) -> Iterator[str]:
    """Yield an error for each file whose name is similar to that of a missing file."""
    for room in dict.fromkeys(file.split(".")[0] for file in FILES):
        expected = {path.stem for file in FILES if (path := _path(folder, file)).parent.name == room}
        there = {path.stem for path in (folder / room).glob("*.py")}
        for name in sorted(there - expected):
            for meant in get_close_matches(name, expected - there, 1, CLOSE):
                yield f"{folder / room}: found {name}.py, expected {meant}.py"


def _misspelt(module: ModuleType, expected: tuple[str, ...], found: Mapping[str, Any]) -> Iterator[str]:
    """Yield an error for each public function that belongs in another file or has a name similar to an expected one."""
    for name, thing in vars(module).items():
        own = callable(thing) and getattr(thing, "__module__", "") == module.__name__
        if not own or name in expected or name.startswith("_"):
            continue
        if name in FILE_OF:
            yield f"{module.__file__}: found {name}, expected it in {FILE_OF[name].replace('.', '/')}.py"
        for meant in get_close_matches(name, set(expected) - found.keys(), 1, CLOSE):
            yield f"{module.__file__}: found {name}, expected {meant}"
