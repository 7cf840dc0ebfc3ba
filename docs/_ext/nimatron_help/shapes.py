"""Pages and files about JSON: what `--json` prints and what the API answers, as tables and as JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter

from nimatron.web import schema as api

from .markdown import code, plain, table
from .printed import PRINTED

KINDS = {"integer": "integer", "string": "text", "number": "number", "boolean": "true, false", "null": "null"}
"""How the types of JSON Schema are called here."""


def shapes() -> str:
    """All shapes: first those of commands, then those of the API."""
    parts = [_contents(), "## What commands print\n"]
    parts += [_entry(model, _anchor("cli", model), f"Printed by {_printers(model)}.") for model in _printed()]
    parts.append("## What the API answers\n")
    parts += [_entry(model, _anchor("api", model)) for model in _answered()]
    return "\n".join(parts)


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of every shape, by the name of its file."""
    found = {_anchor("cli", model): _schema(model) for model in _printed()}
    return found | {_anchor("api", model): _schema(model) for model in _answered() if _is_whole(model)}


def _anchor(side: str, model: type[BaseModel]) -> str:
    """The name of a shape in links: the part between Plain and Data."""
    return f"{side}-{model.__name__.removeprefix('Plain').removesuffix('Data')}".lower()


def model_of(shape: Any) -> type[BaseModel]:
    """The model of a shape that may be a list of them."""
    (inner,) = get_args(shape) or (shape,)
    return inner  # type: ignore[no-any-return]


def _printed() -> list[type[BaseModel]]:
    return list(dict.fromkeys(model_of(shape) for found in PRINTED.values() for shape in found))


def _answered() -> list[type[BaseModel]]:
    """All that routes answer, what is in it, and the shape of errors."""
    models = [thing for thing in vars(api).values() if isinstance(thing, type) and issubclass(thing, BaseModel)]
    # A plain model is what a command prints; the API adds fields to it. pydantic adds JsonDocument[...] to the module.
    bases = ("BaseModel", "Model", "JsonDocument", "Plain")
    return [model for model in models if not model.__name__.startswith(bases)]


def _is_whole(model: type[BaseModel]) -> bool:
    """Is it an answer, and not only a piece of one?"""
    return "schema_" in model.model_fields or model in (api.HealthData, api.Problem)


def _printers(model: type[BaseModel]) -> str:
    names = [
        code(f"nimatron {name} --json")
        + (" (a list of them)" if any(get_args(shape) and model_of(shape) is model for shape in found) else "")
        for name, found in PRINTED.items()
        if any(model_of(shape) is model for shape in found)
    ]
    return ", ".join(names)


def _contents() -> str:
    rows = (
        (
            f"[`nimatron {name}`](#nimatron-{name})",
            ", ".join(f"[{_title(model_of(shape))}](#{_anchor('cli', model_of(shape))})" for shape in found),
        )
        for name, found in PRINTED.items()
    )
    return table(("command", "shape"), rows)


def _title(model: type[BaseModel]) -> str:
    """The name in the field `schema`; else that of the model."""
    field = model.model_fields.get("schema_")
    return str(get_args(field.annotation)[0]) if field else model.__name__


@cache
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    schema = TypeAdapter(model).json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _entry(model: type[BaseModel], anchor: str, by: str = "") -> str:
    schema = _schema(model)
    file = f"[JSON Schema](help:schemas/{anchor}.json)" if by or _is_whole(model) else ""
    parts = [
        f"({anchor})=\n### {_title(model)}\n",
        f"{plain(' '.join((model.__doc__ or '').split()))} {by} {file}\n",
        _fields(schema),
    ]
    if by:  # what it is made of; the API has a section for each piece
        for name, inner in schema.get("$defs", {}).items():
            parts.append(f"*{name}*: {plain(' '.join(inner.get('description', '').split()))}\n\n{_fields(inner)}")
    return "\n".join(parts)


def _fields(schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    rows = [
        (code(name) + ("" if name in required else " (may be missing)"), _kind(field))
        for name, field in schema["properties"].items()
    ]
    return table(("field", "is"), rows)


def _kind(field: dict[str, Any]) -> str:
    return " or ".join(dict.fromkeys(_kinds(field)))


def _kinds(field: dict[str, Any]) -> Iterator[str]:
    if "$ref" in field:
        yield f"*{field['$ref'].rpartition('/')[2]}*"
    elif "anyOf" in field:
        for one in field["anyOf"]:
            yield from _kinds(one)
    elif "const" in field:
        yield code(f'"{field["const"]}"')
    elif "enum" in field:
        yield ", ".join(code(f'"{one}"') for one in field["enum"])
    elif field.get("type") == "array":
        inner = _kind(field.get("items", {}))
        yield f"list of {inner}" if " or " not in inner else f"list of ({inner})"
    elif field.get("type") == "object":
        inner = field.get("additionalProperties")
        yield f"object with values: {_kind(inner)}" if isinstance(inner, dict) else "object"
    else:
        yield KINDS.get(field.get("type", ""), "anything")
