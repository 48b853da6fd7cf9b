"""The tests of `deploy/` start servers as those of the server do."""

from ..server.conftest import start

__all__ = ["start"]
