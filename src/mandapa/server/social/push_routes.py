"""HTTP routes for the push subscription of this browser (Web Push)."""

from typing import Any

from fastapi import APIRouter, Request

from mandapa.i18n import LANGUAGES
from mandapa.server.accounts.schemas import PushNotificationContent, PushState, PushSubscriptionRequest
from mandapa.server.errors import ApiError, documented
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, Visitor, session_of
from mandapa.server.services import CurrentServices
from mandapa.server.social.push import CurrentPushQueue, NotificationKind, PushNotification, allowed, is_point
from mandapa.server.social.push_store import CurrentPushStore, Subscription
from mandapa.server.tables.routes import TableId

router = APIRouter(prefix="/api/me/push", tags=["me"])


@router.get("", summary="Get push subscription", response_model=PushState, responses=documented(403, 429))
async def state(
    request: Request, visitor: Visitor, push_store: CurrentPushStore, push_queue: CurrentPushQueue
) -> dict[str, Any]:
    """Return the server's public push key, if it has one, and the push subscription of this browser."""
    session = session_of(request)
    subscription = await push_store.subscription(session) if visitor is not None and session is not None else None
    way = (
        {"language": subscription.language, "remind": subscription.remind}
        if subscription
        else {"language": None, "remind": None}
    )
    return {"key": push_queue.public_key, "on": subscription is not None, **way}


@router.get(
    "/{what}/{id}",
    summary="Get notification",
    response_model=PushNotificationContent,
    responses=documented(401, 403, 404, 422, 429),
)
async def still(
    what: NotificationKind,
    id: TableId,
    request: Request,
    guest: CurrentGuest,
    push_store: CurrentPushStore,
    push_queue: CurrentPushQueue,
) -> dict[str, Any]:
    """Return the current content of a notification. A browser requests this when a notification may have arrived
    late."""
    subscription = await push_store.subscription(session_of(request) or "")
    notification = PushNotification(what, guest, id)
    found = (
        await push_queue.still(notification, subscription.language)
        if push_queue.public_key is not None and subscription is not None
        else None
    )
    if found is None:
        raise ApiError(404, "unknown", "This browser has no subscription for that.")
    return found


@router.put("", summary="Subscribe to notifications", responses=documented(401, 403, 409, 413, 422, 429))
async def switch_on(
    body: PushSubscriptionRequest,
    request: Request,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    push_store: CurrentPushStore,
    push_queue: CurrentPushQueue,
) -> dict[str, Any]:
    """Subscribe this browser to push notifications, or change the settings of its subscription."""
    services.limits.check("heavy", requester)
    if push_queue.public_key is None:
        raise ApiError(409, "no_push", "Push notifications are not set up: the host has set no key.")
    trusted = services.settings.push_services
    if not allowed(body.endpoint, trusted):
        message = "The host of this hall does not trust this push service."
        raise ApiError(422, "bad_endpoint", message, where="endpoint", expected=f"https://, {', '.join(trusted)}")
    if not is_point(body.public_key):
        raise ApiError(422, "malformed", "public_key: expected a point of the curve P-256.", where="public_key")
    if body.language not in LANGUAGES:
        raise ApiError(422, "malformed", f"language: expected one of {', '.join(LANGUAGES)}.", where="language")
    session = session_of(request)
    assert session is not None, "a guest was found by this request"
    await push_store.subscribe(Subscription(session, **body.model_dump()))
    return {}


@router.delete("", summary="Unsubscribe from notifications", responses=documented(401, 403, 429))
async def switch_off(request: Request, guest: CurrentGuest, push_store: CurrentPushStore) -> dict[str, Any]:
    """Delete the push subscription of this browser."""
    await push_store.unsubscribe(session_of(request) or "")
    return {}
