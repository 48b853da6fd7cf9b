"""Web Push: notify guests who have no open page that other players are waiting.

Notifications are sent through the push service of a guest's browser. The library ``pywebpush``, from the extra
``mandapa[push]``, encrypts them for the browser (RFC 8291) and signs them with the host's key (RFC 8292). They are
queued so that they never delay a game. A notification that cannot be sent is dropped.
"""

import asyncio
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property
from importlib.util import find_spec
from math import ceil
from typing import Annotated, Any, Final, Literal, NamedTuple

import structlog
from fastapi import Depends, Request

from mandapa import library
from mandapa.play import now
from mandapa.server import negotiation, outage
from mandapa.server.jobs.tasks import Tasks
from mandapa.server.jobs.threads import run_in_own_thread
from mandapa.server.live.permissions import guests_to_act, may_watch
from mandapa.server.settings import Settings
from mandapa.server.social.push_store import PushStore, Subscription
from mandapa.server.store.rows import MatchRow, SeatRow
from mandapa.server.store.secret_codes import hash_secret
from mandapa.server.store.store import Store

log = structlog.get_logger(__name__)

LIBRARY = "pywebpush"

TURN: Final = "turn"
ASKED: Final = "asked"
ENDING: Final = "ending"
NotificationKind = Literal["turn", "asked", "ending"]
"""Reason for a notification: it is the guest's turn, the guest is invited, or the guest's time is about to run out."""

ENDPOINT = re.compile(r"https://((?:[a-z0-9-]{1,63}\.)+[a-z]{1,63})(?::443)?/[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*")
"""Accepted URLs of push services. The pattern is so strict that every URL parser reads a matching URL the same way."""
KEY = re.compile(r"[A-Za-z0-9_-]{43}")
NO_KEY = "expected 32 bytes in base64url, as `mandapa admin push-key` prints them"
SECONDS = 10.0
"""Timeout of a request to a push service, in seconds."""
LASTS_SECONDS = 24 * 3600
"""Seconds for which a push service tries to reach a browser that is offline."""
MAX_CONCURRENT_SENDS = 8
REMIND_EVERY = 60.0
MAX_WAITING = 2000
"""Maximum number of queued notifications in a process. Further notifications are dropped."""
MAX_BROWSERS = 10
"""Maximum number of browsers notified per guest."""
EXPIRED_STATUSES = (404, 410)
"""HTTP statuses with which a push service reports that a subscription has expired."""


class PushError(ValueError):
    """The push settings are invalid or incomplete."""


class PushNotification(NamedTuple):
    """A notification for a guest about a match. ``due``: the deadline of the guest's turn; empty if it does not
    matter."""

    what: NotificationKind
    guest_id: str
    match_id: str
    due: str = ""


def allowed(endpoint: str, services: Sequence[str]) -> bool:
    """Return whether an endpoint belongs to a push service that the host trusts. In ``services``, ``*.`` matches any
    subdomain."""
    found = ENDPOINT.fullmatch(endpoint)
    if found is None:
        return False
    host = found[1]
    return any(host == one or (one.startswith("*.") and host.endswith(one[1:])) for one in services)


def is_point(text: str) -> bool:
    """Return whether a string is a browser's public key: a point on the curve P-256, encoded in base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(text))
    except ValueError:
        return False
    return True


def decoded(text: str) -> bytes:
    """Decode base64url, with or without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """Generate a private key for ``MANDAPA_PUSH_KEY``."""
    check_library()
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return _encoded(vapid.private_key.private_numbers().private_value.to_bytes(32, "big"))


def check_library() -> None:
    """Raise ``PushError`` if the required libraries are not installed."""
    if find_spec(LIBRARY) is None:
        raise PushError(f"Web Push needs {LIBRARY}: pip install 'mandapa[push]'")


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Signer:
    """Signs notifications with the host's key.

    Raises:
        PushError: the settings lack a valid key or a contact address for push services.
    """

    def __init__(self, settings: Settings) -> None:
        check_library()
        from py_vapid import Vapid02, VapidException

        self._contact = settings.push_contact
        if KEY.fullmatch(settings.push_key) is None:
            raise PushError(f"MANDAPA_PUSH_KEY: {NO_KEY}")
        try:
            self.vapid = Vapid02.from_raw(settings.push_key.encode())
            self.vapid.sign(self.claims("https://push.example.org/"))
        except VapidException as error:
            what = "expected mailto:NAME@HOST or https://HOST, the contact for push services"
            raise PushError(f"MANDAPA_PUSH_CONTACT: found {self._contact!r}, {what}") from error
        except ValueError as error:
            raise PushError(f"MANDAPA_PUSH_KEY: {NO_KEY}") from error

    @cached_property
    def public_key(self) -> str:
        """The host's public key in base64url. Browsers need it to subscribe."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return _encoded(self.vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def claims(self, endpoint: str) -> dict[str, str | int]:
        """Return the claims that tell a push service who the sender is. pywebpush adds an expiry time of 12 hours and
        signs them."""
        return {"aud": "/".join(endpoint.split("/")[:3]).removesuffix(":443"), "sub": self._contact}


def status_only(answer: Any, *_: Any, **__: Any) -> Any:
    """Replace a response with an empty one of the same status. Redirects are not followed and the body is not read.

    This is a response hook for the library ``requests``.
    """
    import requests

    answer.close()
    bare = requests.Response()
    bare.status_code = answer.status_code
    return bare


class PushQueue:
    """Queues push notifications for guests without an open page, and sends them. It does nothing unless the host has
    set a push key."""

    def __init__(self, settings: Settings, store: Store, tasks: Tasks) -> None:
        self._services = settings.push_services
        self._store = store
        self._tasks = tasks
        self._push_store = PushStore(store.database)
        self._signer = Signer(settings) if settings.push_key else None
        self._waiting: asyncio.Queue[PushNotification] = asyncio.Queue(MAX_WAITING)
        self._workers: list[asyncio.Task[None]] = []

    @property
    def public_key(self) -> str | None:
        """The host's public key in base64url, which browsers need to subscribe; None if the host has set no key."""
        return None if self._signer is None else self._signer.public_key

    def start(self) -> None:
        """Start sending queued notifications."""
        if self._signer is None:
            return
        import requests

        self.session = requests.Session()
        self.session.stream = True
        self.session.hooks["response"] = [status_only]
        self._workers = [asyncio.create_task(self._work()) for _ in range(MAX_CONCURRENT_SENDS)]
        self._tasks.every(REMIND_EVERY, self.remind)

    async def stop(self) -> None:
        """Stop sending and drop queued notifications."""
        if self._signer is None:
            return
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self.session.close()

    def tell_turn(self, match_id: str, guests: Collection[str]) -> None:
        """Notify these guests that it is their turn in a match."""
        for guest_id in guests:
            self.enqueue(PushNotification(TURN, guest_id, match_id))

    def notify_invited(self, match_id: str, guest_id: str) -> None:
        """Notify a guest of an invitation to a table."""
        self.enqueue(PushNotification(ASKED, guest_id, match_id))

    def mark_seen(self, match_id: str, guest_id: str) -> None:
        """Record that a guest has opened a table. From then on, new events there trigger notifications again."""
        if self._signer is not None:
            self._tasks.spawn(self._push_store.mark_seen(guest_id, match_id))

    def enqueue(self, notification: PushNotification) -> None:
        """Queue a notification."""
        if self._signer is None:
            return
        try:
            self._waiting.put_nowait(notification)
        except asyncio.QueueFull:
            log.warning("too many notifications", what=notification.what, match=notification.match_id)

    async def remind(self) -> None:
        """Queue reminders for guests whose time will run out soon."""
        for ending in await self._push_store.ending(ENDING):
            self.enqueue(PushNotification(ENDING, *ending))

    async def _work(self) -> None:
        while True:
            notification = await self._waiting.get()
            try:
                await self._notify(notification)
            except outage.UNAVAILABLE_ERRORS as error:
                self._store.database.outage.failed(error)
            except Exception:
                log.exception("a notification failed", what=notification.what, match=notification.match_id)

    async def _notify(self, notification: PushNotification) -> None:
        push_store = self._push_store
        browsers = await push_store.of(notification.guest_id, MAX_BROWSERS)
        if notification.what == ENDING:
            browsers = [one for one in browsers if _left(notification.due) <= one.remind * 3600]
        found = await self._store.load_match_row(notification.match_id) if browsers else None
        if found is None or not await self._holds(notification, *found):
            return
        if await push_store.claim_notification(notification.guest_id, notification.match_id, notification.what):
            host = await self._host(found[0])
            await asyncio.gather(
                *(self._send(one, notification, _content(one.language, notification, *found, host)) for one in browsers)
            )

    async def still(self, notification: PushNotification, language: str) -> dict[str, Any] | None:
        """Return the current content of a notification that was sent earlier.

        Return None if the match no longer exists, or if the guest may not watch it and has not been notified about it.
        """
        found = await self._store.load_match_row(notification.match_id)
        if found is None:
            return None
        if not may_watch(*found, notification.guest_id) and not await self._push_store.was_notified(
            notification.guest_id, notification.match_id, notification.what
        ):
            return None
        holds = await self._holds(notification, *found)
        return _content(
            language, notification._replace(due=found[0].due or ""), *found, await self._host(found[0]), holds
        )

    async def _host(self, row: MatchRow) -> str:
        return (await self._store.guests.name_of(row.owner) if row.owner else None) or ""

    async def _holds(self, notification: PushNotification, row: MatchRow, seats: Sequence[SeatRow]) -> bool:
        """Return whether a notification still applies. An invitation from a guest whom the recipient has blocked never
        does."""
        if notification.what != ASKED:
            return row.status == "playing" and notification.guest_id in guests_to_act(seats, row.turn)
        return notification.match_id in [row.id for row, _ in await self._store.asked_to(notification.guest_id)]

    async def _send(self, browser: Subscription, notification: PushNotification, message: dict[str, Any]) -> None:
        if not allowed(browser.endpoint, self._services):
            await self._push_store.forget(browser.endpoint)
            return
        topic = hash_secret(f"{notification.guest_id} {notification.match_id}")[:32]
        lasts = min(LASTS_SECONDS, max(0, int(_left(notification.due)))) if notification.due else LASTS_SECONDS
        status = await run_in_own_thread(self._post, browser, json.dumps(message, ensure_ascii=False), topic, lasts)
        if status in EXPIRED_STATUSES:
            await self._push_store.forget(browser.endpoint)
        elif not 200 <= status < 300:
            log.warning("a push service refused a notification", service=browser.endpoint.split("/")[2], status=status)

    def _post(self, browser: Subscription, text: str, topic: str, lasts: int) -> int:
        """Encrypt a text for a browser and send it to the browser's push service. Return the status of the response, or
        0 if there was none."""
        import requests
        from pywebpush import WebPushException, webpush

        assert self._signer is not None, "nothing is sent without a key"
        try:
            answer = webpush(
                {"endpoint": browser.endpoint, "keys": {"p256dh": browser.public_key, "auth": browser.secret}},
                text,
                self._signer.vapid,
                self._signer.claims(browser.endpoint),
                headers={"Topic": topic, "Content-Type": "application/octet-stream"},
                ttl=lasts,
                timeout=SECONDS,
                requests_session=self.session,
            )
        except WebPushException as error:
            return error.status_code or 0
        except requests.RequestException:
            return 0
        return int(answer.status_code)


async def _push(request: Request) -> PushQueue:
    push_queue: PushQueue = request.app.state.push
    return push_queue


CurrentPushQueue = Annotated[PushQueue, Depends(_push)]


def _content(
    language: str,
    notification: PushNotification,
    row: MatchRow,
    seats: Sequence[SeatRow],
    host: str,
    holds: bool = True,
) -> dict[str, Any]:
    """Return the content of a notification: title, other players, the path to open, and a URL for checking it.

    If the notification arrives late, the browser requests that URL to check whether it still applies (``holds``). The
    content reveals no secrets of the game.
    """
    title = library.game_type(row.game).title if row.game in library.games() else row.game
    hours = ceil(_left(notification.due) / 3600) if notification.due else 0
    params: dict[str, Any] = {"game": title.partition(":")[0], "host": host, "hours": hours}
    others = [seat.name for seat in seats if seat.name and seat.guest_id != notification.guest_id]
    return {
        "title": negotiation.server_message(f"push.{notification.what}" if holds else "push.over", language, **params),
        "body": ", ".join(others),
        "lang": language,
        "path": "/" if notification.what == ASKED else f"/t/{row.id}",
        "still": f"/api/me/push/{notification.what}/{row.id}",
        "holds": holds,
    }


def _left(due: str) -> float:
    """Return the number of seconds until ``due``, a time in the format that the database uses."""
    return (datetime.fromisoformat(due) - datetime.fromisoformat(now())).total_seconds()
