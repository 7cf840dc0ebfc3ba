"""Writes the shapes of all answers of the API as types for the scripts of the page.

    .venv/bin/python scripts/api_types.py    rewrite src/nimatron/web/types/api.d.ts

`tsc` then refuses a script that reads a field which no answer contains. A test compares the file with the models.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic.json_schema import models_json_schema

from nimatron.web import schema
from nimatron.web.questions import JSON, QUESTIONS

TYPES = Path(__file__).parent.parent / "src" / "nimatron" / "web" / "types" / "api.d.ts"

HEAD = """\
// The answers of the API by what is asked. scripts/api_types.py writes this file from web/schema.py.

declare namespace Api {
"""

PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def declarations() -> str:
    """The text of the file of types."""
    asked = {name: question.shape for name, question in QUESTIONS.items() if question.media == JSON}
    asked["address"] = "Address"  # only a server knows it
    _, document = models_json_schema(
        [(getattr(schema, f"{shape}Data"), "serialization") for shape in set(asked.values())]
    )
    parts = [_interface(_name(name), shape) for name, shape in sorted(document["$defs"].items())]
    parts.append(_block("Answers", dict(sorted(asked.items()))))
    return HEAD + "\n".join(parts) + "}\n"


def _name(model: str) -> str:
    """The name of an interface: the model's without the ending that all models have."""
    return model.removesuffix("Data")


def _interface(name: str, shape: dict[str, Any]) -> str:
    needed = shape.get("required", ())
    fields = shape.get("properties", {}).items()
    return _block(name, {key if key in needed else f"{key}?": _type(entry) for key, entry in fields})


def _block(name: str, fields: dict[str, str]) -> str:
    lines = (f"    {_key(key)}: {text};\n" for key, text in fields.items())
    return f"  interface {name} {{\n{''.join(lines)}  }}\n"


def _key(name: str) -> str:
    return name if name.rstrip("?").isidentifier() else f'"{name}"'


def _type(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return _name(shape["$ref"].rpartition("/")[2])
    if "anyOf" in shape:
        return " | ".join(map(_type, shape["anyOf"]))
    if "const" in shape or "enum" in shape:
        return " | ".join(f'"{value}"' for value in shape.get("enum", [shape.get("const")]))
    if shape.get("type") == "array":
        return _array(shape)
    if shape.get("type") == "object":
        return f"Record<string, {_type(more) if isinstance(more := shape['additionalProperties'], dict) else 'any'}>"
    return PLAIN.get(shape.get("type", ""), "any")


def _array(shape: dict[str, Any]) -> str:
    item = _type(shape["items"])
    if "maxItems" in shape and shape["maxItems"] == shape.get("minItems"):
        return f"[{', '.join([item] * shape['maxItems'])}]"
    return f"({item})[]" if "|" in item else f"{item}[]"


if __name__ == "__main__":
    TYPES.parent.mkdir(exist_ok=True)
    TYPES.write_text(declarations(), "utf-8")
