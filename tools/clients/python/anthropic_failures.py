"""Every refusal as the class that the client has for it, with what it says about itself; and what is asked again."""

import anthropic
from anthropic import Anthropic
from kit import ANTHROPIC, refused_with

hello = {"model": "claude-opus-5", "max_tokens": 50, "messages": [{"role": "user", "content": "Hello."}]}
with Anthropic(**ANTHROPIC) as client:

    def refused(error: type, kind: str, words: str, **more: object) -> None:
        caught = refused_with(error, lambda: client.messages.create(**{**hello, **more}))
        assert caught.body["error"]["type"] == caught.type == kind and words in caught.message, caught
        assert caught.request_id == caught.body["request_id"]

    refused(anthropic.BadRequestError, "invalid_request_error", "max_tokens", max_tokens=-1)
    refused(anthropic.BadRequestError, "invalid_request_error", "prompt is too long", model="demo", messages=[{"role": "user", "content": "word " * 8000}])
    refused(anthropic.NotFoundError, "not_found_error", "nobody", model="nobody")
    with Anthropic(**{**ANTHROPIC, "api_key": "wrong"}) as stranger:
        assert refused_with(anthropic.AuthenticationError, lambda: stranger.models.list()).type == "authentication_error"
    with Anthropic(base_url=ANTHROPIC["base_url"], auth_token=ANTHROPIC["api_key"]) as bearer:
        assert bearer.models.retrieve("demo").id == "demo"
    # No part of this service.
    refused_with(anthropic.NotFoundError, lambda: client.get("/v1/skills", cast_to=object))

    refused(anthropic.RateLimitError, "rate_limit_error", "request rate")
    refused(anthropic.OverloadedError, "overloaded_error", "overloaded")
    refused(anthropic.InternalServerError, "api_error", "failed")
    assert client.with_options(max_retries=1).messages.create(**hello).content[0].text == "At last."

    def read_cut_answer() -> None:
        with client.messages.stream(**hello) as stream:
            stream.until_done()

    assert refused_with(anthropic.APIStatusError, read_cut_answer).type == "api_error"
    assert client.messages.create(**hello).stop_reason == "max_tokens"
    refused_with(anthropic.APITimeoutError, lambda: client.with_options(timeout=0.5).messages.create(**hello))
