"""What the compiler says of a rule function, in one paragraph for its author."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any


class RuleError(Exception):
    """A rule function cannot become machine code; ``__cause__`` is the compiler's own account."""


def explain(function: Callable[..., Any], error: Any) -> str:
    """Function, file and line, what is wrong, and the likely remedy, from numba's ``error``."""
    text = str(error)
    line = getattr(getattr(error, "loc", None), "line", None) or function.__code__.co_firstlineno
    file = Path(function.__code__.co_filename)
    where = f"{function.__module__}.{function.__qualname__} ({file.name}, line {line})"
    return f"{where}: {_wrong(text)}"


def _wrong(text: str) -> str:
    """What is wrong, told from the first message that says it."""
    for told in (_unknown_field, _unknown_name, _no_match):
        said = told(text)
        if said:
            return said
    first = next(
        (line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")), text
    )
    return f"machine code cannot do this: {first}"


def _unknown_field(text: str) -> str:
    found = re.search(r"Unknown attribute '(\w+)' of type (\w+)(\(.*)", text)
    if not found:
        return ""
    name, kind, rest = found.groups()
    fields = re.findall(r"\('(\w+)', \{'type'", rest) if kind == "Record" else re.findall(r"(\w+): \w+", rest)
    outer = _outermost(rest) if kind == "Record" else fields
    near = difflib.get_close_matches(name, outer, 1, 0.5)
    remedy = f"the nearest field is {near[0]!r}" if near else f"its fields are {', '.join(outer) or 'none'}"
    return f"found the field {name!r}, which this record does not have; {remedy}."


def _outermost(description: str) -> list[str]:
    """The fields of a record itself, not those of the records within it, from numba's description of its type."""
    fields, depth = [], 0
    for token in re.finditer(r"\[|\]|\('(\w+)', \{", description):
        if token.group() == "[":
            depth += 1
        elif token.group() == "]":
            depth -= 1
            if depth == 0:
                break
        elif depth == 1:
            fields.append(token.group(1))
    return fields


def _unknown_name(text: str) -> str:
    found = re.search(r"NameError: name '(\w+)' is not defined", text)
    if not found:
        found = re.search(r"Untyped global name '(\w+)':(.*)", text)
        if not found:
            return ""
        return (
            f"found {found.group(1)!r}, which machine code does not know ({found.group(2).strip()[:120]}); "
            f"mark a rule function with @compilable, and keep constants as numbers, tuples or arrays."
        )
    return f"found the name {found.group(1)!r}, which is not defined; expected an import or a definition above."


def _no_match(text: str) -> str:
    found = re.search(r"No implementation of function (.*?) found for signature:\s*>>> (.*)", text)
    if not found:
        return ""
    return f"found {_short(found.group(2))}, which machine code cannot do with these types."


def _short(text: str) -> str:
    """A signature without the layouts of records."""
    while "Record([" in text:
        start = text.index("Record([")
        depth = 0
        for end in range(start + 6, len(text)):
            depth += (text[end] == "(") - (text[end] == ")")
            if depth == 0:
                break
        text = f"{text[:start]}a record{text[end + 1 :]}"
    return text[:200]
