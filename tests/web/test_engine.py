"""The engine of a page without a server says what the server says, and needs nothing that a browser lacks."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import pytest
from asking import VALUES, WRONG, address, engine_answers, questions

from nimatron.web.answer import ANSWERS
from nimatron.web.questions import QUESTIONS

FEW = [*WRONG[:4], *VALUES[:2], address("turn", position="nim: 3 4 5", move="nim: 3 4 4", level="fair", lang="pl")]


def asked(server: str, path: str) -> tuple[int, str, str]:
    """Status, media type and body of the server's answer."""
    try:
        with urllib.request.urlopen(f"{server}/{path}", timeout=100) as response:
            return response.status, response.headers.get_content_type(), response.read().decode()
    except urllib.error.HTTPError as fault:
        return fault.code, fault.headers.get_content_type(), fault.read().decode()


@pytest.mark.parametrize("addresses", [FEW, pytest.param(questions(), marks=pytest.mark.slow)], ids=["few", "hundred"])
def test_server_and_engine_say_the_same(server: str, addresses: list[str]) -> None:
    for path, (status, media, _, body) in zip(addresses, engine_answers(addresses), strict=True):
        wanted = asked(server, path)
        assert (status, media) == wanted[:2], path
        assert _without_own(body, media) == _without_own(wanted[2], media), path


OWN = ("chocolate", "no-three")
"""The games of its own that the server of the tests has."""


def _without_own(body: str, media: str) -> Any:
    if not media.endswith("json"):
        return body
    data = json.loads(body)
    if data.get("schema") in ("nimatron.games/1", "nimatron.explorable/1"):
        data["games"] = [game for game in data["games"] if game["id"] not in OWN]
    if data.get("schema") == "nimatron.gallery/1":
        data["pictures"] = {name: drawn for name, drawn in data["pictures"].items() if name not in OWN}
    return data


def test_every_question_has_an_answer() -> None:
    assert ANSWERS.keys() - QUESTIONS.keys() == {"setting", "attempt"}  # a class asks them, and no page
    assert QUESTIONS.keys() <= ANSWERS.keys()


def test_what_takes_compiled_code_says_how_to_go_on() -> None:
    """Sequences, Chomp and Cram fall back to plain code; what that cannot reach names the installed program."""
    [long] = engine_answers([address("sequence", game="0.16", n=3000)])
    assert len(json.loads(long[3])["values"]) == 3000
    [far] = engine_answers([address("analysis", position="octal{0.07}: 60 50", misere="true")], seconds=0.5)
    assert "`nimatron solve 'octal{0.07}: 60 50' --misere` can continue" in json.loads(far[3])["trouble"]
