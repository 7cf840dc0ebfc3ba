"""Where others find the server."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from nimatron.web import hosts
from nimatron.web.hosts import ANYONE, LOCAL, NOWHERE, Reach, own_addresses


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_machine_alone_has_no_other_address(host: str) -> None:
    assert (Reach(host, 80).addresses(), Reach(host, 80).open, Reach(host, 80).sentence()) == ([], False, LOCAL)


@pytest.mark.parametrize(("host", "url"), [("192.0.2.7", "http://192.0.2.7:80/"), ("tower", "http://tower:80/")])
def test_a_server_at_one_address_is_found_there(host: str, url: str) -> None:
    assert Reach(host, 80).addresses() == [url]


def test_a_server_everywhere_is_found_at_every_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "own_addresses", lambda six: ["192.0.2.7", "198.51.100.7"] + ["fd00::7"] * six)
    assert Reach("0.0.0.0", 80).addresses() == ["http://192.0.2.7:80/", "http://198.51.100.7:80/"]
    assert Reach("::", 80).addresses()[-1] == "http://[fd00::7]:80/"
    assert Reach("::", 80).sentence() == ANYONE


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: Any) -> None:
        raise OSError("no network")

    monkeypatch.setattr(socket, "socket", unreachable)
    assert own_addresses(six=True) == []
    assert Reach("0.0.0.0", 80).sentence() == NOWHERE


def test_nothing_is_sent_and_no_name_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise AssertionError("this would leave the machine")

    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "getfqdn", "create_connection"):
        monkeypatch.setattr(socket, name, forbidden)
    kinds: list[Any] = []

    class Watched(socket.socket):
        def __init__(self, family: int, kind: int) -> None:
            kinds.append(kind)
            super().__init__(family, kind)

    monkeypatch.setattr(socket, "socket", Watched)
    for address in own_addresses(six=True):
        assert not address.startswith(("127.", "169.254.", "fe80"))
    assert set(kinds) <= {socket.SOCK_DGRAM}  # connecting one of these sends nothing
