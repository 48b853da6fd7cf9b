"""Hashes of secrets, and codes that people type."""

from __future__ import annotations

import hashlib
import secrets

_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # characters that look alike are left out
_GROUP = 4


def hash_secret(secret: str) -> str:
    """Hash a token or code for storage. A plain hash is secure here, because the secrets are random."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code(length: int) -> str:
    """Generate a random code that is easy to type."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def format_code(code: str) -> str:
    """Format a code for display: ``HZSX-7HTS``."""
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))


def normalize_code(code: str) -> str:
    """Normalise a code typed by a person: remove spaces and hyphens, and convert to upper case."""
    return "".join(code.split()).replace("-", "").upper()
