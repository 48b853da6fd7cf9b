"""Random ids, invitation codes and typed codes, and the hashing of secrets."""

import hashlib
import secrets

_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # characters that look alike are left out
_GROUP = 4


def hash_secret(secret: str) -> str:
    """Hash a token or code for storage.

    A fast hash without salt is enough here, because the secrets are random.
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code(length: int) -> str:
    """Generate a random code of ``length`` characters that is easy to type."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def format_code(code: str) -> str:
    """Format a code for display, such as ``HZSX-7HTS``."""
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))


def normalize_code(code: str) -> str:
    """Remove the spaces and hyphens from a typed code and convert it to upper case."""
    return "".join(code.split()).replace("-", "").upper()


def new_id() -> str:
    """Generate an unguessable, URL-safe id of 96 random bits."""
    return secrets.token_hex(12)


def new_invite(match_id: str) -> str:
    """Generate an invitation code that contains the id of its match."""
    return f"{match_id}.{secrets.token_urlsafe(12)}"
