"""Many at once, streams, and a WebSocket, without threads."""

import asyncio

from kit import OPENAI, typed
from openai import AsyncOpenAI


async def main() -> None:
    async with AsyncOpenAI(**OPENAI) as client:
        answers = await asyncio.gather(*(client.responses.create(model="coder", input=str(n)) for n in range(20)))
        assert len({answer.id for answer in answers}) == 20
        async with client.responses.stream(model="coder", input="Hello.") as stream:
            text = "".join([event.delta async for event in stream if event.type == "response.output_text.delta"])
            assert (await stream.get_final_response()).output_text == text == "Hello."

        previous = None
        async with client.responses.connect() as connection:
            for _ in range(2):
                await connection.response.create(model="coder", input="Hello.", store=False, previous_response_id=previous)
                async for event in connection:
                    typed(event)
                    if event.type == "response.completed":
                        break
                assert event.response.output_text == "Hello."
                assert event.response.previous_response_id == previous
                previous = event.response.id
            await connection.response.create(model="nobody", input="Hello.")
            assert typed(await connection.recv()).error.code == "model_not_found"


asyncio.run(main())
