"""Generate the client's TypeScript types of the games' data: `web/src/games/NAME/wire.ts`, one per game.

A game declares the data that it sends in its `show/view_types.py`, as TypedDicts that its functions return. The
contents of choices come from its vocabulary of decisions. The client's types are made of both, with the docstrings and
the comments on fields.

    python tools/client_types.py            writes the files that are stale
    python tools/client_types.py --check    names them, and fails if there are any
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from mandapa.kernel.actions import Kind, Parameter, Vocabulary

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "python tools/client_types.py"
WIDTH = 110
"""Maximum line length, as in `web/biome.json`."""

FEW = 8
"""A choice with more words than this is typed as text, unless it has a separate name."""

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", object: "unknown"}

WIRE = """/** Every type of the game that the client uses. */
export interface Wire {
  view: View;
  choice: Choice;
  preview: Preview;
  sheet: Sheet;
  gallery: Gallery;
}"""


# ---------------------------------------------------------------- a type in TypeScript

Names = Mapping[Any, str]
"""Names of the named types."""


def has_name(found: Any) -> bool:
    """Return whether a module's name for a value is the name of a type."""
    if get_origin(found) is Annotated:
        return bool(found.__metadata__ != ("every",))
    return is_typeddict(found) or get_origin(found) in (Literal, Union, UnionType)


def written(found: Any, names: Names) -> str:
    """Return a type by its name if it has one, otherwise written out."""
    return names[found] if found in names else spelt(found, names)


def spelt(found: Any, names: Names) -> str:
    """Return a type written out."""
    if found in PLAIN:
        return PLAIN[found]
    origin, parts = get_origin(found), get_args(found)
    if origin is Annotated:
        return record(get_args(parts[0]), names) if parts[1] == "every" else written(parts[0], names)
    if origin is Literal:
        return " | ".join(f'"{word}"' if isinstance(word, str) else str(word).lower() for word in parts)
    if origin in (Union, UnionType):
        return " | ".join(written(part, names) for part in parts)
    if origin is tuple and parts[1:] != (...,):
        return f"[{', '.join(written(part, names) for part in parts)}]"
    if origin in (list, tuple):
        one = written(parts[0], names)
        return f"({one})[]" if " | " in one else f"{one}[]"
    if origin is dict:
        every = record(parts, names)
        return every if spelt(parts[0], names) in ("string", "number") else f"Partial<{every}>"
    raise TypeError(f"{found}: expected what JSON knows, or a TypedDict of the same file")


def record(parts: tuple[Any, ...], names: Names) -> str:
    """Return a dict type with all keys required; ``parts`` are the types of keys and values."""
    key, value = parts
    return f"Record<{written(key, names)}, {written(value, names)}>"


def fields(hints: Mapping[str, Any], names: Names) -> Iterator[str]:
    """Return the fields of an object."""
    for name, hint in hints.items():
        if get_origin(hint) is NotRequired:
            yield f"{name}?: {written(get_args(hint)[0], names)};"
        else:
            yield f"{name}: {written(hint, names)};"


def union(name: str, members: list[str]) -> str:
    """Return a union type: on one line if there is room, otherwise one member a line."""
    line = f"export type {name} = {' | '.join(members)};"
    return line if len(line) <= WIDTH else "\n  | ".join([f"export type {name} =", *members]) + ";"


def member(lines: list[str]) -> str:
    """Return an object as a member of a union, likewise."""
    line = f"{{ {' '.join(lines).removesuffix(';')} }}"
    return line if len(line) + len("  | ;") <= WIDTH else "\n      ".join(["{", *lines]) + "\n    }"


# ---------------------------------------------------------------- declarations in view_types.py


def comment(text: str | None, indent: str = "") -> list[str]:
    """Return a comment for the next declaration; empty if there is none."""
    return [f"{indent}/** {' '.join(text.replace('``', '`').split())} */"] if text else []


def hints_of(declared: Any) -> dict[str, Any]:
    """Return the types of the fields of a TypedDict."""
    if not declared.__total__:
        raise TypeError(
            f"{declared.__name__}: expected NotRequired for each field that may be missing, not total=False"
        )
    return get_type_hints(declared, include_extras=True)


def interface(node: ast.ClassDef, declared: Any, lines: list[str], names: Names) -> str:
    """Return a TypedDict as an interface, with its docstring and the comments on its fields."""
    bases = ", ".join(ast.unparse(base) for base in node.bases if ast.unparse(base) != "TypedDict")
    written_lines = [
        *comment(ast.get_docstring(node)),
        f"export interface {node.name} {f'extends {bases} ' * bool(bases)}{{",
    ]
    hints = hints_of(declared)
    for own in (each for each in node.body if isinstance(each, ast.AnnAssign)):
        name = ast.unparse(own.target)
        written_lines += comment(lines[(own.end_lineno or 0) - 1].partition("  # ")[2], "  ")
        written_lines += [f"  {line}" for line in fields({name: hints[name]}, names)]
    return "\n".join([*written_lines, "}"])


def alias(name: str, found: Any, names: Names) -> str:
    """Return a named type with its comment; also a TypedDict whose fields are not valid names in Python."""
    if is_typeddict(found):
        return "\n".join(
            [f"export interface {name} {{", *(f"  {line}" for line in fields(hints_of(found), names)), "}"]
        )
    said = found.__metadata__[0] if get_origin(found) is Annotated else None
    return "\n".join([*comment(said), union(name, spelt(found, names).split(" | "))])


# ---------------------------------------------------------------- choices


def type_of(parameter: Parameter) -> Any:
    """Return the type of a parameter of choices."""
    if parameter.names:
        return Literal.__getitem__(parameter.names)
    return get_type_hints(parameter.value, include_extras=True)["return"]


def choices(vocabulary: Vocabulary, names: Names) -> str:
    """Return all choices: the parameters of each kind of decision, and the game's additions."""
    members = [member(list(fields(choice(vocabulary, kind, names), names))) for kind in vocabulary.decisions]
    return union("Choice", list(dict.fromkeys(members)))


def choice(vocabulary: Vocabulary, kind: Kind, names: Names) -> dict[str, Any]:
    """Return the type of a choice of one kind."""
    hints: dict[str, Any] = {"action": str, "kind": Literal.__getitem__(kind.name)}
    for blank, parameter in kind.parameters.items():
        if parameter.value:
            found = type_of(parameter)
            hints[blank] = str if found not in names and len(parameter.names) > FEW else found
    if kind in vocabulary.shown:
        hints |= hints_of(get_type_hints(vocabulary.shown[kind])["return"])
    return hints


# ---------------------------------------------------------------- a whole file


def page(module: ModuleType, vocabulary: Vocabulary) -> str:
    """Return the `wire.ts` of a game, made of its `view_types.py` and its vocabulary."""
    source = inspect.getsource(module)
    names = names_in(module)
    parts = [f"// Made by `{COMMAND}` from what the server declares; not to be edited."]
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            parts.append(interface(node, getattr(module, node.name), source.splitlines(), names))
        else:
            parts += [alias(names[found], found, names) for found in called(node, module) if has_name(found)]
    return "\n\n".join([*parts, choices(vocabulary, names), WIRE]) + "\n"


def names_in(module: ModuleType) -> Names:
    """Return the named types in a `view_types.py`."""
    return {found: name for name, found in vars(module).items() if has_name(found)}


def called(node: ast.stmt, module: ModuleType) -> list[Any]:
    """Return what a module imports or assigns."""
    if isinstance(node, ast.ImportFrom):
        return [getattr(module, each.name) for each in node.names]
    return [getattr(module, ast.unparse(each)) for each in node.targets] if isinstance(node, ast.Assign) else []


def declared() -> Iterator[tuple[Path, ModuleType, Vocabulary]]:
    """Return the client file of every game, its `view_types.py` and its vocabulary."""
    for folder in sorted(path.parent.parent for path in (ROOT / "src/mandapa/games").glob("*/show/view_types.py")):
        game = f"mandapa.games.{folder.name}"
        import_module(f"{game}.show.log")
        decisions = vars(import_module(f"{game}.rules.actions")).values()
        vocabulary = next(found for found in decisions if isinstance(found, Vocabulary))
        yield ROOT / "web/src/games" / folder.name / "wire.ts", import_module(f"{game}.show.view_types"), vocabulary


def main(check: bool) -> int:
    """Write stale files, or only report them; return the exit status."""
    pages = {path: page(module, vocabulary) for path, module, vocabulary in declared()}
    stale = {path: text for path, text in pages.items() if not path.is_file() or path.read_text("utf-8") != text}
    for path, text in stale.items():
        print(f"{path.relative_to(ROOT)} {f'is stale: run {COMMAND}' if check else 'written'}")
        if not check:
            path.write_text(text, encoding="utf-8")
    if not stale:
        print("the client's types are up to date")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
