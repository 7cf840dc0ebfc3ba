"""Where others find this server: the addresses of this machine, looked up without sending anything."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address

from ..message import Message
from .hosts import address_of, loopback

ROUTES = ("203.0.113.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")
"""Addresses elsewhere. A datagram socket that is connected to one sends nothing, but knows from where it would."""

ROUTES_6 = ("2001:db8::1", "fd00::1")

INSIDE = ("docker", "br-", "veth", "virbr", "lxc", "tun", "tap", "wg")
"""How interfaces are called that lead into this machine, or far away, and not to the people in the room."""

GET_ADDRESS = 0x8915
"""SIOCGIFADDR of Linux: the IPv4 address of an interface."""

LOCAL = Message("Only this machine can open the page; for a class: nimatron serve --class")
NOWHERE = Message("This machine is in no network: other devices cannot reach it.")
ANYONE = Message("Anyone in the same network can open this address; a firewall or a guest network may be in between.")


@dataclass(frozen=True)
class Reach:
    """The address and the port at which a server listens."""

    host: str = "127.0.0.1"
    port: int = 0

    @property
    def open(self) -> bool:
        """Do other machines reach it?"""
        return not loopback(self.host)

    def addresses(self) -> list[str]:
        """What other devices have to open, the most likely first."""
        if not self.open:
            return []
        listening = address_of(self.host)
        if listening is None or not listening.is_unspecified:
            return [self.url(self.host)]
        return [self.url(address) for address in own_addresses(listening.version == 6)]

    def url(self, host: str) -> str:
        """The address of the page.

        >>> Reach(port=8642).url("192.0.2.7"), Reach(port=8642).url("fd00::7")
        ('http://192.0.2.7:8642/', 'http://[fd00::7]:8642/')
        """
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    def said(self) -> Message:
        """Who can reach the server."""
        if not self.open:
            return LOCAL
        return ANYONE if self.addresses() else NOWHERE


def own_addresses(six: bool = False) -> list[str]:
    """The addresses of this machine that others may know; with `six` also those of IPv6."""
    found = [*_routed(socket.AF_INET, ROUTES), *_of_interfaces()]
    if six:
        found += _routed(socket.AF_INET6, ROUTES_6)
    return [address for address in dict.fromkeys(found) if _is_known_outside(address)]


def _is_known_outside(text: str) -> bool:
    address = ip_address(text.partition("%")[0])
    return not (address.is_loopback or address.is_unspecified or address.is_link_local or address.is_multicast)


def _routed(family: socket.AddressFamily, targets: tuple[str, ...]) -> Iterator[str]:
    """From which addresses packets would go to the targets."""
    for target in targets:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _of_interfaces() -> Iterator[str]:
    """The addresses of all interfaces, as far as this system tells."""
    try:
        import fcntl

        names = sorted((name.startswith(INSIDE), name) for _, name in socket.if_nameindex())
    except (ImportError, OSError):  # not on Windows
        return
    for _, name in names:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            answer = fcntl.ioctl(probe, GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
            yield socket.inet_ntoa(answer[20:24])
