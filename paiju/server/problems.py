"""What goes wrong with a request, as problem+json (RFC 9457)."""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import Any

import msgspec
from aiohttp import web

# What a refusal of the house is in HTTP; all others are conflicts with how things are.
STATUS = {
    "no_such_table": 404, "no_such_match": 404, "no_such_person": 404, "no_such_seat": 422, "no_name": 422,
    "no_such_mark": 422, "bad_password": 422, "one_at_a_time": 429,
    "wrong_password": 401, "not_the_host": 403, "not_seated": 403, "no_onlookers": 403, "too_many_tables": 429,
    "too_fast": 429, "busy": 503, "house_full": 503, "closing": 503, "bad_rules": 422, "bad_value": 422,
    "no_such_pace": 422, "bad_draw": 422, "no_draw": 422,
    "no_such_chair": 422, "no_such_avatar": 422, "bot_avatar": 403,
    "not_an_action": 422,
}  # fmt: skip


class Problem(Exception):  # noqa: N818
    def __init__(self, status: int, code: str, detail: str, wait: float = 0.0, **more: Any):
        self.status, self.code, self.detail, self.wait, self.more = status, code, detail, wait, more
        super().__init__(detail)

    def response(self) -> web.Response:
        told = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            **self.more,
        }
        headers = {"Retry-After": str(math.ceil(self.wait))} if self.wait else {}
        return web.Response(
            body=msgspec.json.encode(told), status=self.status, headers=headers, content_type="application/problem+json"
        )
