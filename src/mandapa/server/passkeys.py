"""Passkeys (WebAuthn): what a browser is asked, and whether what its device answers is right.

The library behind it is an extra (``mandapa[passkeys]``). What devices answer is checked by it alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, Literal, NamedTuple, TypeVar

from starlette.datastructures import Headers

from mandapa.server.errors import ApiError
from mandapa.server.models_people import MadeCredential, ShownCredential
from mandapa.server.security import host_name
from mandapa.server.settings import Settings
from mandapa.server.store.hashing import hashed
from mandapa.server.store.rows import Passkey

HAVE_LIBRARY = find_spec("webauthn") is not None
MACHINE = "localhost"
"""The one name for which browsers make passkeys without https."""
MILLISECONDS = 300_000
"""How long a browser asks for a passkey; as long as a challenge lives."""

Result = TypeVar("Result")


class RelyingParty(NamedTuple):
    """For whom passkeys are made: the name of the host, and the origins of its pages."""

    id: str
    origins: list[str]


def why_not(headers: Headers, settings: Settings) -> Literal["library", "name"] | None:
    """Why no passkeys are offered to whoever asks: the library is not here, or the hall has no name to go by."""
    if not HAVE_LIBRARY:
        return "library"
    return None if _named(host_name(headers), settings) else "name"


def _named(name: str, settings: Settings) -> bool:
    """Whether passkeys can be for this host: a name, of which the settings know that it is the server's."""
    if name == MACHINE:
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return name in settings.hosts
    return False


def relying_party(headers: Headers, settings: Settings) -> RelyingParty:
    """For whom passkeys are made where this request comes from; refused where there are none.

    Whether a browser shows the pages of a name safely is its own business: it signs the origin, with its scheme.
    """
    if why_not(headers, settings) is not None:
        raise ApiError(409, "no_passkeys", "This server offers no passkeys at this address.")
    host, name = headers.get("host", "").lower(), host_name(headers)
    return RelyingParty(
        name, [f"{scheme}://{host}" for scheme in ("https", "http") if scheme == "https" or name == MACHINE]
    )


def asked_to_make(party: RelyingParty, challenge: str, guest_id: str, name: str, mine: Sequence[Passkey]) -> Any:
    """What a browser needs to know to make a passkey (``PublicKeyCredentialCreationOptionsJSON``)."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, structs

    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name="Mandapa",
        user_name=name,
        user_id=bytes.fromhex(hashed(guest_id)),
        challenge=base64url_to_bytes(challenge),
        timeout=MILLISECONDS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(base64url_to_bytes(one.credential)) for one in mine],
    )
    return json.loads(webauthn.options_to_json(options))


def asked_to_show(party: RelyingParty, challenge: str) -> Any:
    """What a browser needs to know to ask for any passkey of this host (``PublicKeyCredentialRequestOptionsJSON``)."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    options = webauthn.generate_authentication_options(
        rp_id=party.id, challenge=base64url_to_bytes(challenge), timeout=MILLISECONDS
    )
    return json.loads(webauthn.options_to_json(options))


class Made(NamedTuple):
    """A new passkey: the key that checks its signatures, and how often its device says that it was used."""

    public_key: bytes
    uses: int


def made(party: RelyingParty, challenge: str, answer: MadeCredential) -> Made:
    """The passkey that a device has made, if it was made for this host and this challenge; otherwise refused."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    response = {"clientDataJSON": answer.client_data, "attestationObject": answer.attestation}
    found = _checked(
        lambda: webauthn.verify_registration_response(
            credential=_credential(answer.id, response),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origins,
        )
    )
    if found.credential_id != base64url_to_bytes(answer.id):
        raise _wrong("the device has made another passkey than the one that is sent")
    return Made(found.credential_public_key, found.sign_count)


def shown(party: RelyingParty, challenge: str, answer: ShownCredential, passkey: Passkey) -> int:
    """How often a passkey was used, as its device says, if it has signed this challenge for this host."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    response = {
        "clientDataJSON": answer.client_data,
        "authenticatorData": answer.authenticator_data,
        "signature": answer.signature,
    }
    uses: int = _checked(
        lambda: webauthn.verify_authentication_response(
            credential=_credential(answer.id, response),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origins,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.uses,
        )
    ).new_sign_count
    return uses


def challenge_in(answer: MadeCredential | ShownCredential) -> str:
    """The challenge that a browser says it has answered."""
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json

    told = _checked(lambda: parse_client_data_json(base64url_to_bytes(answer.client_data)))
    challenge: str = bytes_to_base64url(told.challenge)
    return challenge


def _credential(id: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": id, "rawId": id, "type": "public-key", "response": response}


def _checked(check: Callable[[], Result]) -> Result:
    """What a check finds; whatever the library stumbles over in the bytes of a stranger is wrong with them."""
    try:
        return check()
    except Exception as error:
        raise _wrong(str(error).removesuffix(". See __cause__ for more info")) from error


def _wrong(what: str) -> ApiError:
    return ApiError(422, "bad_passkey", f"The device's answer is not right: {what}."[:300], where="credential")
