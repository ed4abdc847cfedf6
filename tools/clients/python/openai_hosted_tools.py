"""Responses with a hosted tool as JSON, as a stream and in the background, and the stored response of each."""

import json
import sys

from kit import OPENAI, typed, until
from openai import OpenAI

tool_type, filename, text = sys.argv[1:4]
include = ["web_search_call.action.sources", "file_search_call.results", "code_interpreter_call.outputs"]

with OpenAI(**OPENAI) as client:
    file = typed(client.files.create(file=(filename, text.encode()), purpose="user_data"))
    if tool_type == "web_search":
        tool = {"type": tool_type}
    elif tool_type == "file_search":
        store = typed(client.vector_stores.create(name="manuals"))
        attached = typed(client.vector_stores.files.create_and_poll(vector_store_id=store.id, file_id=file.id))
        assert attached.status == "completed", attached.last_error
        found = client.vector_stores.search(store.id, query="squeak")
        assert [hit.filename for hit in found.data] == [filename]
        tool = {"type": tool_type, "vector_store_ids": [store.id]}
    else:
        tool = {"type": tool_type, "container": {"type": "auto", "file_ids": [file.id]}}
    request = {"model": "coder", "input": "Look.", "tools": [tool], "include": include}

    complete = typed(client.responses.create(**request))
    with client.responses.stream(**request) as stream:
        types = [event.type for event in stream]
        streamed = stream.get_final_response()
    queued = client.responses.create(**request, background=True)
    stored = lambda response: client.responses.retrieve(response.id, include=include)
    background = until(lambda: stored(queued), lambda response: response.status not in ("queued", "in_progress"))

    assert f"response.{tool_type}_call.completed" in types, types
    results = []
    for response in (complete, streamed, background):
        assert typed(stored(response)).output_text == response.output_text
        [call] = [item for item in response.output if item.type == f"{tool_type}_call"]
        [message] = [item for item in response.output if item.type == "message"]
        annotations = [annotation.type for part in message.content for annotation in part.annotations]
        results.append({"text": response.output_text, "status": call.status, "annotations": annotations})
    print(json.dumps(results))
