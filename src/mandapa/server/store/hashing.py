"""What is kept of a secret."""

from __future__ import annotations

import hashlib


def hashed(secret: str) -> str:
    """What is kept of a token or code. They are random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).hexdigest()
