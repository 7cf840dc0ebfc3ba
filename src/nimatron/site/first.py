"""Answers that are written with a site: what the first screens ask, so that they need not wait for Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_plus

from ..web.screens import FIRST_POSITION, SCREENS, first_questions
from .engine import Engine


def first_answers(engine: Engine, lang: str) -> dict[str, Any]:
    """What the screens ask before anybody has done anything, by address."""
    asked = [question for screen in SCREENS.values() for question in first_questions(screen, {})]
    return dict(_answers(engine, [*asked, ("lessons", {})], lang))


def more_answers(engine: Engine, lang: str) -> dict[str, Any]:
    """What they ask next: the pictures of all games, and the positions that these begin with."""
    games = json.loads(engine.answer(f"api/v1/games?lang={lang}").body)["games"]
    starts = dict.fromkeys(start for game in games for start in (game["sample"], *game["easy"]) if start)
    asked = [("gallery", {}), *(("position", {"position": start}) for start in starts if start != FIRST_POSITION)]
    return dict(_answers(engine, asked, lang))


def _answers(engine: Engine, asked: list[tuple[str, dict[str, str]]], lang: str) -> Iterator[tuple[str, Any]]:
    for name, values in asked:
        address = f"api/v1/{name}?{_query({**values, 'lang': lang})}"
        reply = engine.answer(address)
        if reply.status == 200 and reply.kept:
            yield address, json.loads(reply.body)


def _query(values: dict[str, str]) -> str:
    """As URLSearchParams of a browser writes it."""
    return "&".join(f"{name}={quote_plus(value, safe='*-._')}" for name, value in values.items())
