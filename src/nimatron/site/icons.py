"""The picture of the site on a home screen: six coins in a triangle, as on the page, drawn in plain Python."""

from __future__ import annotations

from math import hypot
from struct import pack
from zlib import compress, crc32

COINS = ((16, 7), (11, 16), (21, 16), (6, 25), (16, 25), (26, 25))
"""The middles of the coins in a square of 32, as in icon.svg."""

RADIUS, RIM = 4.2, 0.6
GROUND, GOLD, EDGE = (247, 243, 234), (227, 167, 47), (168, 116, 15)
INNER = 0.72
"""The share of the picture for the coins: systems cut corners off."""


def icon(size: int) -> bytes:
    """A PNG file."""
    rows = bytearray()
    for y in range(size):
        rows.append(0)  # no filter
        for x in range(size):
            rows.extend(_colour((x + 0.5) / size, (y + 0.5) / size, 32 / size / INNER))
    head = pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", compress(bytes(rows), 9)) + _chunk(b"IEND", b"")
    )


def _colour(x: float, y: float, step: float) -> tuple[int, ...]:
    x, y = 16 + (x - 0.5) * 32 / INNER, 16 + (y - 0.5) * 32 / INNER
    away = min(hypot(x - cx, y - cy) for cx, cy in COINS)
    inside = _share(RADIUS - RIM - away, step)
    coin = _share(RADIUS + RIM - away, step)
    return tuple(
        round(ground + coin * (edge + inside * (gold - edge) - ground))
        for ground, edge, gold in zip(GROUND, EDGE, GOLD, strict=True)
    )


def _share(depth: float, step: float) -> float:
    """How much of a square of this size lies inside, if its middle is so deep inside."""
    return min(1.0, max(0.0, depth / step + 0.5))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data))
