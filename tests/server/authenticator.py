"""A device that makes passkeys and signs with them, as software."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, CHECKED, WITH_CREDENTIAL = 0x01, 0x04, 0x40


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey. ``origin``: of the page that the browser believes to show."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.uses = 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(options["rp"]["id"], WITH_CREDENTIAL) + credential
        return {
            "id": encode(self.id),
            "client_data": encode(self._client_data("webauthn.create", options)),
            "attestation": encode(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        self.uses += 1
        data, client = self._data(options["rpId"]), self._client_data("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return {
            "id": encode(self.id),
            "client_data": encode(client),
            "authenticator_data": encode(data),
            "signature": encode(signature),
        }

    def _data(self, party: str, more: int = 0) -> bytes:
        flags = bytes([PRESENT | CHECKED | more])
        return hashlib.sha256(party.encode()).digest() + flags + self.uses.to_bytes(4, "big")

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()
