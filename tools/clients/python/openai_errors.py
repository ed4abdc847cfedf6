"""Prints what the client of the responses API raises for each input: for a JSON response, for a stream, and without threads."""

import asyncio
import json
import sys
from typing import Any

from kit import OPENAI, error_of
from openai import AsyncOpenAI, OpenAI


async def create(body: Any) -> None:
    async with AsyncOpenAI(**OPENAI) as client:
        await client.responses.create(**body)


def errors_of(client: OpenAI, text: str) -> list:
    body: Any = {"model": sys.argv[1], "input": text}
    requests = [
        lambda: client.responses.create(**body),
        lambda: client.responses.create(**body, stream=True),
        lambda: asyncio.run(create(body)),
    ]
    return [error_of(request) for request in requests]


with OpenAI(**OPENAI) as client:
    print(json.dumps([errors_of(client, text) for text in sys.argv[2:]]))
