"""What is kept of a secret, and codes that people type."""

from __future__ import annotations

import hashlib
import secrets

_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that reads like something else
_GROUP = 4


def hashed(secret: str) -> str:
    """What is kept of a token or code. They are random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code(length: int) -> str:
    """A code that people type."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def grouped(code: str) -> str:
    """A code as people read it: ``HZSX-7HTS``."""
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))


def typed(code: str) -> str:
    """A code as somebody has typed it, without what only groups it."""
    return "".join(code.split()).replace("-", "").upper()
