"""The server: HTTP and WebSocket interface, store, identity, bots at work."""

from mandapa.server.app import create_app
from mandapa.server.running import SettingsError, run
from mandapa.server.settings import Settings

__all__ = ["Settings", "SettingsError", "create_app", "run"]
