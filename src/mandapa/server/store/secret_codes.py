"""Hashes of secrets, and codes that people type."""

from __future__ import annotations

import hashlib
import secrets

_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no characters that look alike
_GROUP = 4


def hash_secret(secret: str) -> str:
    """Hash a token or code for storage. Secrets are random, so a plain hash cannot be reversed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code(length: int) -> str:
    """Generate a code for people to type."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def format_code(code: str) -> str:
    """Format a code for reading: ``HZSX-7HTS``."""
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))


def normalize_code(code: str) -> str:
    """Normalise a typed code: remove spaces and hyphens, convert to upper case."""
    return "".join(code.split()).replace("-", "").upper()
