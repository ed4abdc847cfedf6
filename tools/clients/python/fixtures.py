"""Every answer of the corpus, as JSON and as a stream, read by the client of its dialect: nothing is lost, added or misread.

Usage: fixtures.py FOLDER, where FOLDER holds the cases of both dialects. They come over a transport of the client's own kind, from no server.
"""

import json
import sys
from pathlib import Path
from typing import Any, Iterator

import httpx2
import openai
import anthropic
from kit import typed

# Members for readers that do not know them; the types of a client are closed.
UNKNOWN = {"annotation-unknown", "unknown-in-output", "unknown-in-request", "unknown-stop-reason", "codex-first-turn", "prompt-cache"}
case: Any = {}


def answer(request: httpx2.Request) -> httpx2.Response:
    if not json.loads(request.content).get("stream"):
        return httpx2.Response(200, json=case["response"])
    frames = "".join(f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n" for event in case["events"])
    return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=frames.encode())


def read(folder: Path) -> Iterator[str]:
    global case
    for file in sorted(folder.glob("*.json")):
        case = json.loads(file.read_text(encoding="utf-8"))
        if "content" in case.get("response", {}) or "output" in case.get("response", {}):
            yield file.stem


def same(told: Any, sent: Any, name: str) -> None:
    told = told.model_dump(mode="json", exclude_unset=True, by_alias=True, warnings=False)
    assert told == sent, f"{name}:\n{json.dumps(told)}\n{json.dumps(sent)}"


def check(name: str, model: Any) -> Any:
    return model if name in UNKNOWN else typed(model)


transport = httpx2.Client(transport=httpx2.MockTransport(answer))
count = 0
with openai.OpenAI(api_key="none", http_client=transport) as client:
    for count, name in enumerate(read(Path(sys.argv[1]) / "responses"), start=1):
        same(check(name, client.responses.create(model="m", input="")), case["response"], name)
        for event in client.responses.create(model="m", input="", stream=True) if "events" in case else []:
            last = check(name, event)
        if "events" in case:
            same(last.response, case["response"], name)
assert count > 100, count

transport = httpx2.Client(transport=httpx2.MockTransport(answer))
with anthropic.Anthropic(api_key="none", http_client=transport) as client:
    for count, name in enumerate(read(Path(sys.argv[1]) / "messages"), start=1):
        same(check(name, client.beta.messages.create(model="m", max_tokens=1, messages=[])), case["response"], name)
        if "events" not in case:
            continue
        with client.beta.messages.stream(model="m", max_tokens=1, messages=[]) as stream:
            # The client writes this member, whether it came or not.
            same(stream.get_final_message(), {"stop_details": None, **case["response"]}, name)
assert count > 100, count
