"""Generate messages and request bodies as an attacker or a faulty program would send them.

Most of them start from something valid, because pure nonsense is rejected early.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

NASTY: Sequence[Any] = [
    *(None, True, 0, -1, 1, 2**31, 2**63, 10**30, -(10**18), 0.5, 1e308, float("nan"), float("inf")),
    *("", " ", "\x00", "a\x00b", "\u202e", "\ud800", "é" * 60, "x" * 300, "9" * 60, "-1", "1e9", "null", "%s%n{0}"),
    *("'; drop table match;--", "../../etc/passwd", "<script>", "pass", "place F18.0", "move W1", "roll 6"),
    *([], {}, [[]], [None], {"": None}, [1, "x", {}], {"a": {"b": {"c": []}}}),
]
"""Values that often break programs."""


def spoiled_text(rng: random.Random, text: str) -> str:
    """Return a slightly altered copy of a text."""
    at = rng.randrange(len(text) + 1)
    insert = rng.choice(["", " ", "-", "0", "99999999999999999999", ".", "\x00", "\n", "é", "½", text, "K", "nan"])
    return rng.choice(
        [text[:at] + insert + text[at:], text[:at] + insert + text[at + 1 :], text[:at], text[::-1], text.upper()]
    )


def spoiled(rng: random.Random, value: Any) -> Any:
    """Return a copy of a value with one thing wrong somewhere in it."""
    if rng.random() < 0.15:
        return rng.choice(NASTY)
    if isinstance(value, dict) and value:
        wrong = dict(value)
        name = rng.choice(list(wrong))
        if rng.random() < 0.15:
            del wrong[name]
        elif rng.random() < 0.1:
            wrong[spoiled_text(rng, name)] = wrong.pop(name)
        else:
            wrong[name] = spoiled(rng, wrong[name])
        return wrong
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        part = rng.choice(
            [[], [value[at]] * 2, [value[at]] * 400, [spoiled(rng, value[at])], [spoiled(rng, value[at])]]
        )
        return [*value[:at], *part, *value[at + 1 :]]
    if isinstance(value, str):
        return spoiled_text(rng, value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return rng.choice([value + 1, -value, value * 10**6, value + 0.5, str(value), -value - 1])
    return rng.choice(NASTY)


def encoded(rng: random.Random, value: Any) -> str | bytes:
    """Encode a value as text, occasionally broken."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.9)
    chance = rng.random()
    if chance < 0.03:
        return text[: rng.randrange(len(text) + 1)]
    if chance < 0.05:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(200)))
    if chance < 0.06:
        return rng.choice("[{") * rng.randrange(1, 4000)
    if chance < 0.07:
        return spoiled_text(rng, text).encode("utf-8", "replace").decode()
    return text.encode("utf-8", "replace").decode()


def message(rng: random.Random, seq: int, actions: Sequence[str]) -> Any:
    """Return a random valid message for a table's WebSocket at this entry number, with these legal actions."""
    known = [*actions, "pass", "nothing"]
    sensible: list[dict[str, Any]] = [
        {"type": "act", "id": "x", "base_seq": seq, "action": rng.choice(known)},
        {"type": "act", "id": "x", "base_seq": seq, "action": rng.choice(known), "then": rng.choices(known, k=3)},
        {"type": "confirm", "id": "x", "base_seq": seq},
        {"type": "back", "id": "x", "base_seq": seq, "to_ply": rng.randrange(-1, seq + 2)},
        {"type": "answer", "id": "x", "base_seq": seq, "agree": rng.random() < 0.5},
        {"type": "withdraw", "id": "x", "base_seq": seq},
        {"type": "preview", "id": "x", "base_seq": seq},
        {"type": "preview", "id": "x", "base_seq": seq, "of": rng.choices(known, k=rng.randrange(1, 4))},
        {"type": "look", "seat": rng.randrange(12)},
        {"type": "point", "at": rng.choice(known)},
        {"type": "hello", "proto": 1, "have_seq": rng.randrange(seq + 2)},
        {"type": "ping", "id": "x"},
    ]
    return sensible[0] if rng.random() < 0.1 else spoiled(rng, copy.deepcopy(rng.choice(sensible)))
