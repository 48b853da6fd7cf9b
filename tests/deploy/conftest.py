"""Fixtures to start servers, shared with the server tests."""

from ..server.conftest import arrive, start

__all__ = ["arrive", "start"]
