"""Guests and network addresses that the host of this server has banned."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network

GUEST, ADDRESS = "guest", "address"
SUBSCRIBER = 64
"""Length in bits of the IPv6 prefix that identifies an internet subscriber.

The rest of the address may change from day to day.
"""

Network = IPv4Network | IPv6Network


def network(text: str) -> Network:
    """Parse a banned address or network; raise ``ValueError`` if the text is invalid.

    An IPv6 network with a prefix longer than ``SUBSCRIBER`` is widened to that length.
    """
    found = ip_network(text, strict=False)
    if isinstance(found, IPv6Network) and found.network_address.ipv4_mapped and found.prefixlen >= 96:
        return IPv4Network((found.network_address.ipv4_mapped, found.prefixlen - 96), strict=False)
    if isinstance(found, IPv6Network) and found.prefixlen > SUBSCRIBER:
        return found.supernet(new_prefix=SUBSCRIBER)
    return found


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """Return the network that contains an address: /48 for IPv6, /24 for IPv4.

    A single customer may own a network of that size. Text that is not an IP address is returned unchanged.
    """
    try:
        found = ip_network(address, strict=False)
    except ValueError:  # a local socket has no IP address
        return address
    return str(found.supernet(new_prefix=min(found.prefixlen, 24 if found.version == 4 else 48)))


class Bans:
    """The ids of banned guests, and the banned networks."""

    def __init__(self, guests: Iterable[str] = (), networks: Iterable[str] = ()) -> None:
        self._guests = frozenset(guests)
        self._networks = frozenset(network(text) for text in networks)
        self._lengths = {(one.version, one.prefixlen) for one in self._networks}

    def forbids(self, guest_id: str | None, address: str) -> bool:
        """Return whether this guest or this address is banned.

        ``guest_id`` is None for a client without a guest account.
        """
        return guest_id in self._guests or (bool(self._networks) and self._from_there(address))

    def _from_there(self, address: str) -> bool:
        try:
            own = network(address)
        except ValueError:  # a local socket has no IP address
            return False
        lengths = [length for version, length in self._lengths if version == own.version and length <= own.prefixlen]
        return any(own.supernet(new_prefix=length) in self._networks for length in lengths)
