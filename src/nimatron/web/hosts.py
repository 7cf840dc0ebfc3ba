"""The names and addresses of a server."""

from __future__ import annotations

import re
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

from ..core.message import Message


def loopback(host: str) -> bool:
    """Does this name always mean the machine that uses it?

    >>> [loopback(host) for host in ("localhost", "127.0.0.2", "::1", "0.0.0.0", "127.0.0.1.example.org")]
    [True, True, True, False, False]
    """
    address = address_of(host)
    return address.is_loopback if address else _plain(host) == "localhost"


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address that is written here; None if this is a name.

    >>> address_of("::ffff:192.0.2.7"), address_of("192.0.2.7.example.org")
    (IPv4Address('192.0.2.7'), None)
    """
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (address.ipv4_mapped if isinstance(address, IPv6Address) else None) or address


def host_name(header: str) -> str:
    """The name in a Host header, without its port; a header of another form stays unchanged.

    >>> host_name("localhost:8642"), host_name("[::1]:8642"), host_name("::1"), host_name("[::1]evil")
    ('localhost', '::1', '::1', '[::1]evil')
    """
    # Without brackets, several colons are an IPv6 address without a port.
    match = re.fullmatch(r"(?:\[([^\]]*)\]|([^\[:]*))(?::[0-9]*)?", header)
    return header if match is None else match[1] or match[2] or ""


class Hosts:
    """The names of a server that listens at `host`: the names of this machine, and `more`.

    Another site can point its own name at the address of this machine (DNS rebinding); its scripts could then read
    answers that are not meant for them. The Host header shows the name in the request. A written address cannot be
    pointed elsewhere: it has to be the address at which the request arrived.

    >>> hosts = Hosts("192.0.2.7", ["games.example.org"])
    >>> headers = "localhost:8642", "192.0.2.7:8642", "Games.Example.org.", "192.0.2.8", "evil.example"
    >>> [hosts.know(header, "192.0.2.7") for header in headers]
    [True, True, True, False, False]
    """

    def __init__(self, host: str = "127.0.0.1", more: Iterable[str] = ()) -> None:
        names = [host, *more]
        if not loopback(host):  # others know this machine by its name
            own = socket.gethostname()
            # Most systems announce this name in the local network (mDNS).
            names += [own, f"{own.partition('.')[0]}.local"]
        self.names = {_plain(name) for name in names if not _everywhere(name)}

    def know(self, header: str, server: str) -> bool:
        """Is this Host header right, in a request that came in at the address `server`?"""
        name = host_name(header)
        if loopback(name) or _plain(name) in self.names:
            return True
        address = address_of(name)
        return address is not None and address == address_of(server)


def _plain(host: str) -> str:
    address = address_of(host)
    return str(address) if address else host.lower().rstrip(".")


def _everywhere(host: str) -> bool:
    address = address_of(host)
    return address is not None and address.is_unspecified


# -- addresses ------------------------------------------------------------------------------------

ROUTES = ("203.0.113.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")
"""Addresses elsewhere. A datagram socket that is connected to one sends nothing, but knows its own address for it."""

ROUTES_6 = ("2001:db8::1", "fd00::1")

INSIDE = ("docker", "br-", "veth", "virbr", "lxc", "tun", "tap", "wg")
"""The beginnings of the names of interfaces that lead into this machine, or far away, not to the people in the room."""

GET_ADDRESS = 0x8915
"""SIOCGIFADDR of Linux: the IPv4 address of an interface."""

LOCAL = Message("Only this machine can open the page; for a class: nimatron serve --class")
NOWHERE = Message("This machine is not connected to a network, so other devices cannot reach it.")
ANYONE = Message("Everyone on this network can open this address, unless a firewall or a guest network blocks it.")


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
        """The addresses that other devices can open, the most likely one first."""
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

    def sentence(self) -> Message:
        """The sentence about who can reach the server."""
        if not self.open:
            return LOCAL
        return ANYONE if self.addresses() else NOWHERE


def own_addresses(six: bool = False) -> list[str]:
    """The addresses of this machine that others may know; with `six` also those of IPv6."""
    addresses = [*_own_addresses(socket.AF_INET, ROUTES), *_of_interfaces()]
    if six:
        addresses += _own_addresses(socket.AF_INET6, ROUTES_6)
    return [address for address in dict.fromkeys(addresses) if _is_known_outside(address)]


def _is_known_outside(text: str) -> bool:
    # An IPv6 address may carry the name of its interface after a percent sign.
    address = ip_address(text.partition("%")[0])
    return not (address.is_loopback or address.is_unspecified or address.is_link_local or address.is_multicast)


def _own_addresses(family: socket.AddressFamily, targets: tuple[str, ...]) -> Iterator[str]:
    """The addresses of this machine from which packets would go to the targets."""
    for target in targets:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _of_interfaces() -> Iterator[str]:
    """The addresses of all interfaces, if this system lists them."""
    try:
        import fcntl

        names = sorted((name.startswith(INSIDE), name) for _, name in socket.if_nameindex())
    except (ImportError, OSError):  # not on Windows
        return
    for _, name in names:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Linux cuts names of interfaces at 15 bytes; bytes 20 to 23 of its answer are the address.
            answer = fcntl.ioctl(probe, GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
            yield socket.inet_ntoa(answer[20:24])
