"""Prints what the client of the messages API reads from a stream with silences: with its helper, and with the one of the beta."""

import asyncio
import json
import sys
from typing import Any

from anthropic import AsyncAnthropic
from kit import ANTHROPIC, typed

body = {"model": sys.argv[1], "max_tokens": 3000, "messages": [{"role": "user", "content": "Hello."}]}


async def read(messages: Any) -> dict:
    async with messages.stream(**body) as stream:
        thinking, text, call = typed(await stream.get_final_message()).content
    return {"thinks": thinking.thinking, "text": text.text, "calls": [{"name": call.name, "input": call.input}]}


async def main() -> None:
    async with AsyncAnthropic(**ANTHROPIC) as client:
        print(json.dumps(await asyncio.gather(read(client.messages), read(client.beta.messages))))


asyncio.run(main())
