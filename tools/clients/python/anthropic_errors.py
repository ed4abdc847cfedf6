"""Prints what the client of the messages API raises for each input: for a JSON response, for a stream, and without threads."""

import asyncio
import json
import sys
from typing import Any

from anthropic import Anthropic, AsyncAnthropic
from kit import ANTHROPIC, error_of


async def create(body: Any) -> None:
    async with AsyncAnthropic(**ANTHROPIC) as client:
        await client.messages.create(**body)


def errors_of(client: Anthropic, text: str) -> list:
    body: Any = {"model": sys.argv[1], "max_tokens": 100, "messages": [{"role": "user", "content": text}]}

    def stream() -> None:
        with client.messages.stream(**body) as events:
            events.until_done()

    requests = [lambda: client.messages.create(**body), stream, lambda: asyncio.run(create(body))]
    return [error_of(request) for request in requests]


with Anthropic(**ANTHROPIC) as client:
    print(json.dumps([errors_of(client, text) for text in sys.argv[2:]]))
