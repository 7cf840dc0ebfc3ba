"""What a class does not allow, in words for whoever tried it."""

from __future__ import annotations

from ...errors import NimatronError


class Refused(NimatronError):
    """Something that cannot be done, now or at all."""

    status = 409


class Stranger(Refused):
    """A device that the class does not know, or knows no longer."""

    status = 401


class NotTheTeacher(Refused):
    """Something that only the teacher may do."""

    status = 403


class TooFast(Refused):
    """A device that sends more than anybody could mean."""

    status = 429
