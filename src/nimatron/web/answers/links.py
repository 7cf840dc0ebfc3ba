"""Links as pictures."""

from __future__ import annotations

from io import BytesIO

from ...errors import UsageError
from .asked import Asked


def qr(asked: Asked, text: str) -> bytes:
    """A QR code as SVG."""
    import segno

    image = BytesIO()
    try:
        code = segno.make(text, error="l", micro=False)
    except segno.DataOverflowError:
        raise UsageError("text: expected at most 2953 bytes, for a QR code holds no more") from None
    code.save(image, kind="svg", border=2, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return image.getvalue()
