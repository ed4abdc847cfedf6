"""What the programs share: the two clients, told where the service is, and what must hold of everything that they read."""

import functools
import json
import os
import time
from typing import Any, Callable

import anthropic
import openai
import pydantic

SERVICE = {"api_key": os.environ["SERVICE_API_KEY"], "max_retries": 0}
OPENAI = {"base_url": os.environ["SERVICE_URL"] + "/v1", **SERVICE}
ANTHROPIC = {"base_url": os.environ["SERVICE_URL"], **SERVICE}

RED_DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="


@functools.cache
def reader_of(kind: type) -> pydantic.TypeAdapter:
    return pydantic.TypeAdapter(kind)


def typed(model: Any) -> Any:
    """Gives back what the client parsed, after a look at its types. The client itself takes what comes, and an object of an unknown
    kind becomes one of another kind; here every member must be what the client's types say. To write it must warn of nothing."""
    written = model.to_dict(mode="json")
    reader_of(type(model)).validate_json(json.dumps(written))
    model.model_dump()
    return model


def as_sent(raw: Any) -> Any:
    """Parses a raw answer; nothing of its JSON may be lost or changed."""
    model = typed(raw.parse())
    text = raw.text() if callable(raw.text) else raw.text
    assert model.to_dict(mode="json") == json.loads(text), text
    return model


def refused_with(error: type, ask: Callable[[], Any]) -> Any:
    """The error that `ask` ends with, which must be of this very class."""
    try:
        ask()
    except Exception as caught:
        assert type(caught) is error, repr(caught)
        return caught
    raise AssertionError(f"no {error.__name__}")


def until(ask: Callable[[], Any], holds: Callable[[Any], bool]) -> Any:
    """Asks again until the answer is right; the check as a whole has a time limit."""
    while not holds(answer := ask()):
        time.sleep(0.1)
    return answer


def error_of(ask: Callable[[], Any]) -> dict:
    """What a program can see of the error that `ask` raises."""
    try:
        ask()
    except (anthropic.APIError, openai.APIError) as caught:
        headers = caught.response.headers
        names = [name for name in headers if "retry" in name or "ratelimit" in name]
        return {
            "name": type(caught).__name__,
            "status": caught.status_code,
            "type": caught.type,
            "code": getattr(caught, "code", None),
            "param": getattr(caught, "param", None),
            "message": caught.message,
            "body": caught.body,
            "headers": {name: headers[name] for name in sorted(names)},
        }
    raise AssertionError("the request has raised nothing")
