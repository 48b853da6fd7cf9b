"""The Mandapa server: HTTP and WebSocket API, database, guest accounts and bots."""

from mandapa.server.app import create_app
from mandapa.server.run import SettingsError, run
from mandapa.server.settings import Settings

__all__ = ["Settings", "SettingsError", "create_app", "run"]
