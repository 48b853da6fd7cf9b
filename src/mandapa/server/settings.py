"""Server settings with their defaults. Each can be set by an environment variable ``MANDAPA_NAME``."""

import os
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from mandapa.kernel.input.parsing import parse_json
from mandapa.kernel.user_folders import data_folder
from mandapa.server.rate import parse_rate

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")

PUSH_SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
"""Host names of the push services of Chrome and browsers based on it, Firefox, Safari and Edge."""


def default_database() -> str:
    """Return the URL of an SQLite database in the user's data folder."""
    return f"sqlite:///{data_folder() / 'mandapa.sqlite3'}"


def _names(given: Any) -> Any:
    """Parse a setting that is a comma-separated list of names or a JSON list."""
    if not isinstance(given, str):
        return given
    if not given.startswith("["):
        return [name.strip() for name in given.split(",") if name.strip()]
    try:
        return parse_json(given)
    except ValueError as error:
        raise ValueError("expected names with commas between them, or a list in JSON") from error


Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_names)]


def _rate(given: str) -> str:
    parse_rate(given)
    return given


RateSetting = Annotated[str, AfterValidator(_rate)]


class Settings(BaseSettings):
    """Settings of a server."""

    model_config = SettingsConfigDict(env_prefix="MANDAPA_", extra="forbid")

    database: str = Field(default_factory=default_database, description="sqlite:///FILE or postgresql://...")
    host: str = Field(default="127.0.0.1", description="address to listen on; 0.0.0.0 for the whole network")
    port: int = Field(default=8000, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, description="server processes; more than one needs PostgreSQL")
    allowed_hosts: Names = Field(
        default=(),
        description="host names that the server answers to; empty: all, or only local ones on a local address",
    )
    secure_cookie: bool = Field(default=False, description="send the cookie over https only")

    bots: Names = Field(
        default=(), description="bots of installed packages (entry point group mandapa.bots) that tables may use"
    )
    bot_seconds: float = Field(
        default=60.0,
        gt=0,
        description="time limit for a decision of a bot, in seconds; when it is exceeded, the bot adept takes over",
    )
    bot_threads: int = Field(
        default=max(1, (os.cpu_count() or 2) - 1),
        ge=1,
        description="bots that think in parallel; with the hint worker, they use this many processors plus one",
    )
    thinking_seconds: float = Field(
        default=60.0,
        gt=0,
        description="thinking time of bots per guest and minute, in seconds; an address gets 4 times as much",
    )
    bot_pace: float = Field(default=0.5, ge=0, description="minimum duration of a turn of a bot, in seconds")
    work_seconds: float = Field(
        default=10.0,
        gt=0,
        description="processor time allowed for an import, review, score or practice position, in seconds",
    )
    hint_seconds: float = Field(
        default=10.0,
        gt=0,
        description="longest wait of a request for the coach to start, in seconds; then the page retries",
    )
    warm: bool = Field(
        default=True,
        description="compile the rules of all games at startup; if false, those of a game on first use of its coach",
    )
    stand_in_seconds: float = Field(
        default=60.0, ge=0, description="seconds a player must be away before others may let a bot stand in"
    )
    idle_seconds: float = Field(
        default=600.0, gt=0, description="seconds after which a table without viewers is removed from memory"
    )

    waiting_days: float = Field(
        default=14.0, ge=0, description="days after which a table that waits for players expires; 0: never"
    )
    unfinished_days: float = Field(
        default=90.0, ge=0, description="days after which an inactive game in progress expires; 0: never"
    )
    finished_days: float = Field(
        default=0.0, ge=0, description="days after which a finished table is deleted; 0: never"
    )
    guest_days: float = Field(
        default=30.0, ge=0, description="days after which an inactive guest without tables is deleted; 0: never"
    )

    http_limit: RateSetting = Field(
        default="1200/minute", description="HTTP requests per guest, such as 1200/minute or 300/10 seconds"
    )
    socket_limit: RateSetting = Field(default="300/10 seconds", description="WebSocket messages per guest")
    heavy_limit: RateSetting = Field(default="120/minute", description="hints, sandboxes, scores and imports per guest")
    guest_limit: RateSetting = Field(default="120/hour", description="new guests per address")
    table_limit: RateSetting = Field(default="100/hour", description="tables opened, forked or imported per guest")
    report_limit: RateSetting = Field(default="10/hour", description="reported names and chat messages per guest")
    page_limit: RateSetting = Field(default="120/minute", description="pages (WebSockets) opened per guest")
    seat_limit: RateSetting = Field(default="120/hour", description="seats taken, left or given to bots per guest")
    code_limit: RateSetting = Field(default="20/hour", description="sign-in and recovery codes created per guest")
    word_limit: RateSetting = Field(default="20/minute", description="chat messages per guest")
    resume_limit: RateSetting = Field(default="10/minute", description="wrong sign-in and recovery codes per guest")
    invite_limit: RateSetting = Field(default="10/minute", description="wrong invitation codes per guest")
    connections: int = Field(
        default=5000,
        ge=1,
        description="open connections per process; further requests get status 503. Lowered if fewer files may be open",
    )
    requests: int = Field(default=200, ge=1, description="concurrent requests per address")
    message_bytes: int = Field(default=4096, ge=256, description="maximum size of a WebSocket message, in bytes")
    body_bytes: int = Field(
        default=64 * 1024, ge=1024, description="maximum size of a request body except record files, in bytes"
    )
    record_bytes: int = Field(default=4 * 1024 * 1024, ge=1024, description="maximum size of a record file, in bytes")
    tables: int = Field(default=200, ge=1, description="tables in progress or imported per guest")
    listed: int = Field(default=5, ge=0, description="tables per guest listed in the lobby while waiting for players")
    address_listed: int = Field(
        default=10, ge=0, description="tables per address listed in the lobby while waiting for players"
    )
    pages: int = Field(default=100, ge=1, description="open pages (WebSockets) per guest")
    address_pages: int = Field(default=400, ge=1, description="open pages per address")
    backlog: int = Field(default=64, ge=4, description="unsent messages after which a slow client is disconnected")

    push_key: str = Field(default="", description="private key for Web Push, see `mandapa admin push-key`; empty: none")
    push_contact: str = Field(
        default="", description="mailto:NAME@HOST or https://HOST, the contact for push services; required with a key"
    )
    push_services: Names = Field(
        default=PUSH_SERVICES,
        description="allowed hosts of push services; *. matches any subdomain",
    )
    metrics: bool = Field(default=False, description="serve Prometheus metrics of all workers at /metrics")
    metrics_token: str = Field(
        default="", description="bearer token for /metrics; without one, only this machine has access"
    )
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"

    @property
    def sqlite(self) -> bool:
        """True if the database is an SQLite file."""
        return self.database.startswith("sqlite")

    @property
    def hosts(self) -> tuple[str, ...]:
        """Host names that the server accepts; empty for all."""
        if self.allowed_hosts:
            return self.allowed_hosts
        return LOOPBACK if self.host in LOOPBACK else ()
