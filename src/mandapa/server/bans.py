"""Whom the host has sent away: guests, and addresses of the network."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

GUEST, ADDRESS = "guest", "address"
SUBSCRIBER = 64
"""Bits of an IPv6 address that a subscriber is given; the rest changes from day to day."""

Network = IPv4Network | IPv6Network


def network(text: str) -> Network:
    """An address or network as it is banned, of IPv6 no less than a subscriber has; ``ValueError`` if it is none."""
    found = ip_network(text, strict=False)
    if isinstance(found, IPv6Network) and found.prefixlen > SUBSCRIBER:
        return found.supernet(new_prefix=SUBSCRIBER)
    return found


class Bans:
    """Guests by id, and networks."""

    def __init__(self, guests: Iterable[str] = (), networks: Iterable[str] = ()) -> None:
        self._guests = frozenset(guests)
        self._networks = frozenset(network(text) for text in networks)
        self._lengths = {(one.version, one.prefixlen) for one in self._networks}

    def forbids(self, guest_id: str | None, address: str) -> bool:
        """Whether whoever comes from this address, as this guest or as a stranger (None), is sent away."""
        return guest_id in self._guests or (bool(self._networks) and self._from_there(address))

    def _from_there(self, address: str) -> bool:
        try:
            own = network(address)
        except ValueError:  # a local socket
            return False
        lengths = [length for version, length in self._lengths if version == own.version and length <= own.prefixlen]
        return any(own.supernet(new_prefix=length) in self._networks for length in lengths)
