"""Every refusal as the class that the client has for it, with what it says about itself; and what is asked again."""

import openai
from kit import OPENAI, refused_with, typed
from openai import OpenAI

hello = {"model": "coder", "input": "Hello."}
with OpenAI(**OPENAI) as client:

    def refused(error: type, code: object, param: object, **more: object) -> None:
        caught = refused_with(error, lambda: client.responses.create(**{**hello, **more}))
        assert (caught.code, caught.param) == (code, param), caught
        assert caught.request_id.startswith("req_") and caught.body["message"] and caught.type

    refused(openai.BadRequestError, "invalid_value", "temperature", temperature=9)
    refused(openai.BadRequestError, "invalid_value", "input.0.role", input=[{"role": "nobody", "content": ""}])
    refused(openai.BadRequestError, "previous_response_not_found", "previous_response_id", previous_response_id="resp_0")
    refused(openai.BadRequestError, "context_length_exceeded", "input", model="demo", input="word " * 8000)
    refused(openai.NotFoundError, "not_found", "conversation", conversation="conv_0")
    refused(openai.NotFoundError, "model_not_found", "model", model="nobody")
    with OpenAI(**{**OPENAI, "api_key": "wrong"}) as stranger:
        assert refused_with(openai.AuthenticationError, lambda: stranger.models.list()).code == "invalid_api_key"

    refused(openai.RateLimitError, "rate_limit_exceeded", None)
    refused(openai.InternalServerError, "upstream_error", None)
    assert client.with_options(max_retries=1).responses.create(**hello).output_text == "At last."

    broken = refused_with(openai.APIError, lambda: list(client.responses.create(**hello, stream=True)))
    assert (broken.type, broken.code) == ("server_error", "upstream_error"), broken
    short = typed(client.responses.create(**hello))
    assert (short.status, short.incomplete_details.reason) == ("incomplete", "max_output_tokens")
    refused_with(openai.APITimeoutError, lambda: client.with_options(timeout=0.5).responses.create(**hello))
