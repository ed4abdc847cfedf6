"""Answers as JSON and as a stream, what was stored of them, and what follows on them."""

from kit import OPENAI, RED_DOT, as_sent, typed
from openai import OpenAI

with OpenAI(**OPENAI) as client:
    asked = [
        {"type": "input_text", "text": "What is this?"},
        {"type": "input_image", "image_url": f"data:image/png;base64,{RED_DOT}", "detail": "auto"},
    ]
    first = as_sent(
        client.responses.with_raw_response.create(
            model="coder",
            instructions="Be brief.",
            input=[{"role": "user", "content": asked}],
            metadata={"shelf": "3"},
            temperature=0.5,
            max_output_tokens=200,
            parallel_tool_calls=False,
            user="somebody",
        )
    )
    assert first.output_text == "A red dot.", first.output_text
    assert (first.status, first.metadata, first.usage.input_tokens) == ("completed", {"shelf": "3"}, 1234)
    assert first._request_id.startswith("req_")
    assert client.responses.retrieve(first.id).to_dict() == first.to_dict()

    events = [typed(event) for event in client.responses.create(model="coder", input="And now?", previous_response_id=first.id, stream=True)]
    assert "".join(event.delta for event in events if event.type == "response.output_text.delta") == "It is still a red dot."
    assert [event.sequence_number for event in events] == list(range(len(events)))
    last = events[-1].response
    assert client.responses.retrieve(last.id).to_dict() == last.to_dict()

    with client.responses.stream(model="coder", input="Once more.", previous_response_id=last.id, store=False) as stream:
        for event in stream:
            if event.type == "response.output_text.delta":
                seen = event.snapshot
        assert stream.get_final_response().output_text == seen == "A red dot, as before."

    third = client.responses.create(model="coder", input=[{"role": "user", "content": str(n)} for n in range(5)], truncation="auto")
    items = [typed(item) for item in client.responses.input_items.list(third.id, order="asc", limit=2)]
    assert [item.content[0].text for item in items] == list("01234")
    client.responses.delete(third.id)
