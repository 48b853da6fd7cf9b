"""The tests of `deploy/` start servers as those of the server do."""

from ..server.conftest import arrive, start

__all__ = ["arrive", "start"]
