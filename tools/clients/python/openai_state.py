"""Conversations and their items, compaction, counts of tokens, models."""

from kit import OPENAI, as_sent, typed
from openai import OpenAI

with OpenAI(**OPENAI) as client:
    opened = typed(client.conversations.create(metadata={"topic": "one"}, items=[{"type": "message", "role": "user", "content": "0"}]))
    assert typed(client.conversations.update(opened.id, metadata={"topic": "two"})).metadata == {"topic": "two"}
    assert client.conversations.retrieve(opened.id).metadata == {"topic": "two"}
    more = [
        {"role": "assistant", "content": "1"},
        {"type": "function_call", "call_id": "call_1", "name": "weigh", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "call_1", "output": "2"},
    ]
    assert len(typed(client.conversations.items.create(opened.id, items=more)).data) == 3
    answer = typed(client.responses.create(model="coder", conversation=opened.id, input="3"))
    assert (answer.conversation.id, answer.output_text) == (opened.id, "4")
    items = [typed(item) for item in client.conversations.items.list(opened.id, order="asc", limit=2)]
    assert [item.type for item in items] == ["message", "message", "function_call", "function_call_output", "message", "message"]
    assert client.conversations.items.retrieve(items[-1].id, conversation_id=opened.id).to_dict() == items[-1].to_dict()
    client.conversations.items.delete(items[0].id, conversation_id=opened.id)
    assert client.conversations.delete(opened.id).deleted

    # The client has no type for the user's messages in a compaction.
    compacted = client.responses.compact(model="coder", input=[{"role": "user", "content": "A long story."}])
    assert [item.type for item in compacted.output] == ["message", "compaction"]
    shorter = [item.model_dump(exclude_unset=True, warnings=False) for item in compacted.output]
    assert client.responses.create(model="coder", input=[*shorter, {"role": "user", "content": "3"}]).output_text == "4"

    counted = as_sent(client.responses.input_tokens.with_raw_response.count(model="demo", input="Hello."))
    used = client.responses.create(model="demo", input="Hello.", max_output_tokens=16).usage
    assert counted.input_tokens == used.input_tokens
    assert "demo" in [typed(model).id for model in client.models.list()]
    assert as_sent(client.models.with_raw_response.retrieve("demo")).id == "demo"
