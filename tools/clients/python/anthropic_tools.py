"""Calls of tools of the model that is named: their numbers, their results, and the runners that make the calls themselves."""

import asyncio
import sys

from anthropic import Anthropic, AsyncAnthropic, beta_async_tool, beta_tool
from kit import ANTHROPIC, as_sent, typed

tools = [{"name": "weigh", "description": "Weighs.", "input_schema": {"type": "object", "properties": {"factor": {"type": "number"}}}}]
question = {"role": "user", "content": "Weigh it."}
request = {"model": sys.argv[1], "max_tokens": 500}
done: list = []


@beta_tool
def weigh(word: str, factor: float = 1.0) -> str:
    """Weighs a word.

    Args:
        word: what is weighed
        factor: by what it is multiplied
    """
    done.append((word, factor))
    if word == "air":
        raise ValueError("too light")
    return f"{word}: {len(word) * factor}"


@beta_async_tool
async def weigh_later(word: str) -> str:
    """Weighs a word, later."""
    return f"{word}: {len(word)}"


with Anthropic(**ANTHROPIC) as client:
    # The same numbers with the same types, in JSON and in a stream.
    numbers = {"id": 12345678901234567890, "factor": 20.0, "count": 3}
    message = as_sent(client.messages.with_raw_response.create(**request, tools=tools, messages=[question]))
    with client.messages.stream(**request, tools=tools, messages=[question]) as stream:
        streamed = stream.get_final_message()
    for answer in (message, streamed):
        assert repr(answer.content[0].input) == repr(numbers), answer.content[0].input
        assert answer.stop_reason == "tool_use"
    result = {"type": "tool_result", "tool_use_id": message.content[0].id, "content": [{"type": "text", "text": "4 kg"}]}
    told = {"role": "assistant", "content": message.content}
    final = client.messages.create(**request, tools=tools, messages=[question, told, {"role": "user", "content": [result]}])
    assert final.content[0].text == "It weighs 4 kg."

    runner = client.beta.messages.tool_runner(**request, tools=[weigh], messages=[question])
    assert [typed(message).stop_reason for message in runner] == ["tool_use", "tool_use", "end_turn"]
    assert done == [("rope", 2.0), ("stone", 1.0), ("air", 1.0)]


async def main() -> None:
    async with AsyncAnthropic(**ANTHROPIC) as client:
        runner = client.beta.messages.tool_runner(**request, tools=[weigh_later], messages=[question], stream=True)
        async for stream in runner:
            last = await stream.get_final_message()
        assert last.content[0].text == "The rope, in the end."


asyncio.run(main())
