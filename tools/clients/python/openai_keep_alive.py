"""Prints what the client of the responses API reads from a stream with silences: its events, its helper and a WebSocket."""

import asyncio
import json
import sys
from typing import Any

from kit import OPENAI, typed
from openai import AsyncOpenAI

body = {"model": sys.argv[1], "input": "Hello."}


def content_of(response: Any) -> dict:
    reasoning, message, call = typed(response).output
    return {
        "thinks": reasoning.summary[0].text,
        "text": response.output_text,
        "calls": [{"name": call.name, "input": json.loads(call.arguments)}],
    }


async def read_events(client: AsyncOpenAI) -> Any:
    async for event in await client.responses.create(**body, stream=True):
        last = event
    return last.response


async def read_with_helper(client: AsyncOpenAI) -> Any:
    async with client.responses.stream(**body) as stream:
        return await stream.get_final_response()


async def read_socket(client: AsyncOpenAI) -> Any:
    async with client.responses.connect() as connection:
        await connection.response.create(**body)
        async for event in connection:
            if event.type == "response.completed":
                return event.response


async def main() -> None:
    async with AsyncOpenAI(**OPENAI) as client:
        responses = await asyncio.gather(read_events(client), read_with_helper(client), read_socket(client))
    print(json.dumps([content_of(response) for response in responses]))


asyncio.run(main())
