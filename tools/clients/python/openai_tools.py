"""Calls of tools of the model that is named, read by the stream's helper, and their results: after what is stored, and with everything sent again."""

import sys

from kit import OPENAI, typed
from openai import OpenAI, pydantic_function_tool
from pydantic import BaseModel


class Weigh(BaseModel):
    word: str
    factor: float


tools = [pydantic_function_tool(Weigh, name="weigh")]
thinking = {"reasoning": {"effort": "low", "summary": "auto"}, "include": ["reasoning.encrypted_content"]}

with OpenAI(**OPENAI) as client:
    with client.responses.stream(model=sys.argv[1], input="Weigh both.", tools=tools, **thinking) as stream:
        snapshots = [event.snapshot for event in stream if event.type == "response.function_call_arguments.delta"]
        answer = stream.get_final_response()
    assert [item.type for item in answer.output] == ["reasoning", "message", "function_call", "function_call"]
    calls = [item for item in answer.output if item.type == "function_call"]
    assert [call.parsed_arguments for call in calls] == [Weigh(word="rope", factor=2.0), Weigh(word="stone", factor=0.5)]
    assert snapshots[-1] == calls[-1].arguments
    results = [{"type": "function_call_output", "call_id": call.call_id, "output": f"{call.parsed_arguments.word}: 4"} for call in calls]

    stored = typed(client.responses.create(model=sys.argv[1], previous_response_id=answer.id, input=results))
    assert stored.output_text == "They weigh the same."
    question = {"role": "user", "content": "Weigh both."}
    for output in (answer.output, [item.model_dump(warnings=False) for item in answer.output]):
        again = client.responses.create(model=sys.argv[1], store=False, input=[question, *output, *results], **thinking)
        assert again.output_text == "They weigh the same."

    free = typed(client.responses.create(model=sys.argv[1], input="Draw.", tools=[{"type": "custom", "name": "draw"}]))
    assert [(item.type, item.input) for item in free.output] == [("custom_tool_call", "a line\nand a dot")]
