"""Batches and what comes of them, counts of tokens, models."""

from anthropic import Anthropic, NotFoundError
from kit import ANTHROPIC, refused_with, typed, until

params = {"model": "claude-opus-5", "max_tokens": 50, "messages": [{"role": "user", "content": "Hello."}]}

with Anthropic(**ANTHROPIC) as client:
    requests = [{"custom_id": "a", "params": params}, {"custom_id": "b", "params": {**params, "model": "nobody"}}]
    made = typed(client.messages.batches.create(requests=requests))
    batch = until(lambda: client.messages.batches.retrieve(made.id), lambda batch: batch.processing_status == "ended")
    assert (typed(batch).request_counts.succeeded, batch.request_counts.errored) == (1, 1)
    results = {result.custom_id: typed(result).result for result in client.messages.batches.results(batch.id)}
    assert results["a"].message.content[0].text == "A line,\u2028 another\x85 and a third."
    assert results["b"].error.error.type == "not_found_error"
    other = client.messages.batches.create(requests=requests)
    assert typed(client.messages.batches.cancel(other.id)).processing_status in ("canceling", "ended")
    assert {batch.id for batch in client.messages.batches.list(limit=1)} >= {batch.id, other.id}
    typed(client.messages.batches.delete(batch.id))
    refused_with(NotFoundError, lambda: client.messages.batches.retrieve(batch.id))

    hello = {"model": "demo", "messages": params["messages"]}
    counted = typed(client.messages.count_tokens(**hello)).input_tokens
    usage = client.messages.create(**hello, max_tokens=16).usage
    assert counted == usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens
    assert "demo" in [typed(model).id for model in client.models.list(limit=1)]
    assert typed(client.models.retrieve("demo")).max_input_tokens == 4096
