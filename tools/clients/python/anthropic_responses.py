"""Answers as JSON and as a stream, with all that a request may hold."""

from anthropic import Anthropic
from kit import ANTHROPIC, RED_DOT, as_sent, typed

content = [
    {"type": "text", "text": "What is this?", "cache_control": {"type": "ephemeral"}},
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": RED_DOT}},
    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "A list of dots."}, "title": "Dots"},
]
request = {
    "model": "claude-opus-5",
    "max_tokens": 3000,
    "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral", "ttl": "1h"}}],
    "messages": [{"role": "user", "content": content}],
    "metadata": {"user_id": "somebody"},
    "stop_sequences": ["END"],
    "thinking": {"type": "enabled", "budget_tokens": 1024},
}

with Anthropic(**ANTHROPIC) as client:
    message = as_sent(client.messages.with_raw_response.create(**request))
    assert [block.type for block in message.content] == ["thinking", "text"]
    assert (message.content[0].thinking, message.content[1].text) == ("It looks round.", "A red dot.")
    assert (message.stop_reason, message.usage.input_tokens, message.usage.cache_read_input_tokens) == ("end_turn", 234, 1000)
    assert message._request_id.startswith("req_")

    told = {"role": "assistant", "content": message.content}
    request["messages"] += [told, {"role": "user", "content": "And now?"}]
    with client.messages.stream(**request) as stream:
        events = [typed(event) for event in stream if event.type not in ("message_stop", "content_block_stop")]
        final = stream.get_final_message()
    assert "".join(event.text for event in events if event.type == "text") == "It is still a red dot."
    assert "".join(event.thinking for event in events if event.type == "thinking") == final.content[0].thinking
    assert final.content[0].signature
    as_json = client.messages.create(**request).to_dict()
    ours = final.to_dict()
    for written in (as_json, ours):
        written.pop("id")
        written["content"][0].pop("signature")
    assert ours == as_json

    with client.messages.stream(**request) as stream:
        assert "".join(stream.text_stream) == stream.get_final_text() == "It is still a red dot."
    # Some programs still send this member; this version of the client does not declare it.
    assert client.messages.create(**{**request, "thinking": {"type": "disabled"}}, extra_body={"temperature": 0.2}).stop_reason == "end_turn"
    edits = {"edits": [{"type": "clear_tool_uses_20250919"}]}
    managed = as_sent(client.beta.messages.with_raw_response.create(**request, betas=["context-management-2025-06-27"], context_management=edits))
    assert managed.context_management.applied_edits == []
