"""A page that shows the service's description. It loads nothing, from here or elsewhere."""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import jinja2

_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "pre{background:#f2f2f2;padding:.8em;overflow:auto}"
    "h2{border-top:1px solid #ccc;padding-top:1em}code{font-size:.95em}"
)
_DIGEST = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
CONTENT_SECURITY = (
    f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def page(document: Mapping[str, Any]) -> str:
    """The page.

    document (Mapping[str, Any]): The description in OpenAPI.
    RETURNS (str): HTML.
    """
    source = (files(__package__) / "page.html.jinja").read_text("utf8")
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(source).render(
        info=document["info"], operations=list(_operations(document)), style=_STYLE
    )


def _operations(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            examples = content.get("application/json", {}).get("examples", {})
            yield {
                "path": path,
                "method": method.upper(),
                "summary": operation["summary"],
                "description": operation.get("description", ""),
                "fields": _fields(document, content),
                "examples": {
                    name: json.dumps(example["value"], indent=2, ensure_ascii=False)
                    for name, example in examples.items()
                },
                "responses": {
                    status: _resolved(document, response)["description"]
                    for status, response in operation["responses"].items()
                },
            }


def _fields(document: Mapping[str, Any], content: Mapping[str, Any]) -> dict[str, str]:
    fields: dict[str, str] = {}
    waiting = [content.get("application/json", {}).get("schema", {})]
    while waiting:
        schema = _resolved(document, waiting.pop(0))
        waiting += [*schema.get("anyOf", ()), *schema.get("allOf", ())]
        for name, about in schema.get("properties", {}).items():
            fields[name] = _resolved(document, about).get("description", "")
    return fields


def _resolved(document: Mapping[str, Any], value: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = value.get("$ref")
    if reference is None:
        return value
    found: Any = document
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found
