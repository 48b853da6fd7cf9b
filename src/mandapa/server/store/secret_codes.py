"""Random ids, invitations and codes that people type, and hashes of secrets."""

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


def new_id() -> str:
    """Generate an unguessable, URL-safe id (96 bits)."""
    return secrets.token_hex(12)


def new_invite(match_id: str) -> str:
    """Generate an invitation code that contains the id of its match."""
    return f"{match_id}.{secrets.token_urlsafe(12)}"
