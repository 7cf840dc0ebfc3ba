"""The routes of the HTTP API, from its OpenAPI document."""

from __future__ import annotations

from typing import Any

from fastapi.routing import APIRoute

from nimatron.web.app import create_app
from nimatron.web.classroom.class_routes import PREFIX
from nimatron.web.classroom.director import Classroom
from nimatron.web.classroom.journal import ClassStore
from nimatron.web.hosts import Reach

from .markdown import code, plain, table


def document() -> dict[str, Any]:
    """The OpenAPI document of a server with a class, whose routes it does not have otherwise."""
    app = create_app(light=0, heavy=0, open_class=lambda desk: Classroom(desk, ClassStore(None), Reach()))
    for route in app.routes:
        if isinstance(route, APIRoute) and route.path.startswith(PREFIX):
            route.include_in_schema = True
    return app.openapi()


def routes() -> str:
    """All routes, by what they are about."""
    by_tag: dict[str, list[str]] = {}
    found = document()
    for path, methods in found["paths"].items():
        for method, route in methods.items():
            tag = "class" if path.startswith(PREFIX) else route.get("tags", ["other"])[0]
            by_tag.setdefault(tag, []).append(_entry(path, method.upper(), route, found))
    return "\n".join(f"## {tag.capitalize()}\n\n" + "\n".join(parts) for tag, parts in by_tag.items())


def _entry(path: str, method: str, route: dict[str, Any], found: dict[str, Any]) -> str:
    parts = [f"### {code(f'{method} {path}')}\n", plain(route.get("description", "")) + "\n"]
    rows = [_row(parameter) for parameter in route.get("parameters", ())]
    if rows:
        parts.append(table(("argument", "what it is", "values"), rows))
    if sent := _sent(route, found):
        parts.append(table(("in the body", "what it is"), sent))
    parts.append(_answer(route))
    return "\n".join(parts)


def _sent(route: dict[str, Any], found: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of the JSON object that is posted."""
    content = route.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    shape = found["components"]["schemas"].get(name, {})
    needed = shape.get("required", ())
    return [
        (code(field) + ("" if field in needed else " (optional)"), _values(told))
        for field, told in shape.get("properties", {}).items()
    ]


def _row(parameter: dict[str, Any]) -> tuple[str, str, str]:
    schema = parameter.get("schema", {})
    needed = "" if parameter.get("required") else " (optional)"
    return code(parameter["name"]) + needed, plain(parameter.get("description", "")), _values(schema)


def _values(schema: dict[str, Any]) -> str:
    """What may be given: a choice, bounds, and what holds if nothing is."""
    told = [", ".join(map(code, schema["enum"])) if "enum" in schema else schema.get("type", "text")]
    if "minimum" in schema or "maximum" in schema:
        told.append(" to ".join(f"{schema[end]:g}" for end in ("minimum", "maximum") if end in schema))
    if "maxLength" in schema:
        told.append(f"at most {schema['maxLength']} characters")
    if schema.get("default") not in (None, ""):
        told.append(f"otherwise {code(str(schema['default']))}")
    if schema.get("examples"):
        told.append("such as " + " or ".join(code(str(example)) for example in schema["examples"]))
    return "; ".join(told)


def _answer(route: dict[str, Any]) -> str:
    content = route["responses"].get("200", {}).get("content", {})
    for media, told in content.items():
        reference = told.get("schema", {}).get("$ref", "")
        if reference:
            name = reference.rpartition("/")[2].removesuffix("-Output")  # so called if something sent has this name too
            return f"Answer: [{name}](#api-{name.removesuffix('Data').lower()}).\n"
        if media != "application/json":
            return f"Answer: {code(media)}.\n"
    return ""
