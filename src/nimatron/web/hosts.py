"""The names and addresses by which a server may be asked."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address


def loopback(host: str) -> bool:
    """Does this name always mean the machine of whoever says it?

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
    """The name in a Host header, without its port.

    >>> host_name("localhost:8642"), host_name("[::1]:8642"), host_name("::1")
    ('localhost', '::1', '::1')
    """
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header if header.count(":") > 1 else header.partition(":")[0]


class Hosts:
    """By which names a server that listens at `host` may be asked: those of this machine, and `more`.

    Another site can point its own name at the address of this machine (DNS rebinding); its scripts could then read
    answers that are not meant for them. The Host header tells which name was asked for. A written address cannot be
    pointed elsewhere: it has to be the one at which the request came in.

    >>> hosts = Hosts("192.0.2.7", ["games.example.org"])
    >>> asked = "localhost:8642", "192.0.2.7:8642", "Games.Example.org.", "192.0.2.8", "evil.example"
    >>> [hosts.know(header, "192.0.2.7") for header in asked]
    [True, True, True, False, False]
    """

    def __init__(self, host: str = "127.0.0.1", more: Iterable[str] = ()) -> None:
        named = [host, *more]
        if not loopback(host):  # others know this machine by its name
            own = socket.gethostname()
            named += [own, f"{own.partition('.')[0]}.local"]
        self.names = {_plain(name) for name in named if not _everywhere(name)}

    def know(self, header: str, server: str) -> bool:
        """Is this Host header right, in a request that came in at the address `server`?"""
        asked = host_name(header)
        if loopback(asked) or _plain(asked) in self.names:
            return True
        address = address_of(asked)
        return address is not None and address == address_of(server)


def _plain(host: str) -> str:
    address = address_of(host)
    return str(address) if address else host.lower().rstrip(".")


def _everywhere(host: str) -> bool:
    address = address_of(host)
    return address is not None and address.is_unspecified
