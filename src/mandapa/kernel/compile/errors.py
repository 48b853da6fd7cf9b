"""Explain compiler errors to the author of a rule function, each in one paragraph."""

import difflib
import inspect
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Function = Callable[..., Any]


def explain(function: Function, error: Exception, arguments: Iterable[Any] = ()) -> str:
    """Return a message with the function, its file and line, the problem, and a suggestion.

    ``error`` is numba's exception; ``arguments`` are the numba types that the function was compiled for.
    """
    if isinstance(error, KeyError):  # numba looks up record fields in a dict
        problem, line = _unknown_field(str(error.args[0]), arguments), _line_with(function, f".{error.args[0]}")
    else:
        problem, line = _problem_in(str(error)), getattr(getattr(error, "loc", None), "line", None)
    file = Path(function.__code__.co_filename)
    line = line or function.__code__.co_firstlineno
    return f"{function.__module__}.{function.__qualname__} ({file.parent.name}/{file.name}, line {line}): {problem}"


def _line_with(function: Function, text: str) -> int | None:
    """Return the number of the first line of a function that contains ``text``, or None."""
    lines, first = inspect.getsourcelines(function)
    return next((first + number for number, line in enumerate(lines) if text in line), None)


def _unknown_field(name: str, arguments: Iterable[Any]) -> str:
    fields = sorted({field for argument in arguments for field in _fields(argument)})
    near = difflib.get_close_matches(name, fields, 1, 0.5)
    suggestion = f"did you mean {near[0]!r}?" if near else f"its fields are {', '.join(fields)}."
    return f"found the field {name!r}, which the record does not have; {suggestion}"


def _fields(numba_type: Any) -> set[str]:
    """Return the fields of a numba record type or an array of records, including those of nested records."""
    within = getattr(numba_type, "dtype", None)
    if within is not None and within is not numba_type and not hasattr(numba_type, "fields"):
        return _fields(within)
    fields = getattr(numba_type, "fields", {})
    return set(fields).union(*(_fields(field.type) for field in fields.values()))


def _problem_in(text: str) -> str:
    """Return a description of the problem, based on the compiler's message."""
    undefined = re.search(r"NameError: name '(\w+)' is not defined|[Vv]ariable '(\w+)' is not defined", text)
    if undefined:
        name = undefined.group(1) or undefined.group(2)
        return f"found the name {name!r}, which is not defined there; expected a definition or an import before."
    unknown = re.search(r"Untyped global name '(\w+)':", text)
    if unknown:
        return (
            f"found {unknown.group(1)!r}, which machine code does not know; "
            f"mark rule functions with @compilable, and keep constants as numbers, tuples or arrays."
        )
    mismatch = re.search(r"No implementation of function (.*?) found for signature:\s*>>> (.*)", text, re.DOTALL)
    if mismatch:
        call = _short(mismatch.group(2).splitlines()[0])
        return f"found {call}, which machine code cannot do; expected other types there."
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    return f"machine code cannot do this: {_short((lines or [text])[0])}"


def _short(text: str) -> str:
    """Shorten a message from numba by omitting record layouts."""
    while "Record([" in text:
        start = text.index("Record([")
        depth, end = 0, len(text)
        for at in range(start + len("Record"), len(text)):
            depth += (text[at] == "(") - (text[at] == ")")
            if depth == 0:
                end = at + 1
                break
        text = f"{text[:start]}a record{text[end:]}"
    return text[:200]
