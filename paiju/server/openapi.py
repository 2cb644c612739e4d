"""The description of the API (OpenAPI 3.1), made from its routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from paiju import __version__
from paiju.server.api_call import Route
from paiju.wire import REQUESTS


def description(root: str, routes: Sequence[Route]) -> dict[str, Any]:
    """All routes, with the schemas of what they take and give."""
    kinds = [kind for route in routes for kind in (body_kind(route), route.answer) if kind is not None]
    kinds = [msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}") for kind in kinds]
    schemas: dict[str, Any] = {}
    for _, found in kinds:
        schemas |= found
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(root + route.path, {})[route.method.lower()] = operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "paiju", "version": __version__, "summary": "Five card games with people and bots"},
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Problem": PROBLEM},
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "paiju"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def body_kind(route: Route) -> Any:
    from typing import Union

    return Union[REQUESTS] if route.body is REQUESTS else route.body  # noqa: UP007


def schema_of(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}")
    return schema


def operation(route: Route) -> dict[str, Any]:
    in_path = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in in_path]
    parameters += [{"name": name, "in": "query", "schema": {"type": "string"}} for name in route.query]
    kind = "text/plain" if route.answer is str else "application/json"
    done = {"description": "done", "content": {kind: {"schema": schema_of(route.answer)}}}
    responses = {"200": done, "429": problem("too often", LATER), "503": problem("not now", LATER)}
    if route.method == "GET":
        done["headers"] = {"ETag": {"description": "of what was answered", "schema": {"type": "string"}}}
        responses["304"] = {"description": "what If-None-Match names is still the answer"}
    told: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.about,
        "parameters": parameters,
        "responses": {**responses, "default": problem("refused")},
    }
    if route.body is not None:
        body = {"application/json": {"schema": schema_of(body_kind(route))}}
        told["requestBody"] = {"required": True, "content": body}
    if route.who == "person":
        told["security"] = [{"cookie": []}, {"bearer": []}]
    return told


def problem(about: str, headers: Any = None) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": about, "content": content, **({"headers": headers} if headers else {})}


LATER = {"Retry-After": {"description": "in how many seconds to come back", "schema": {"type": "integer"}}}
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "rule": {"type": "string", "description": "the number of the rule that an answer broke, if one did"},
        "place": {"type": "string", "description": "where that rule stands"},
    },
}
