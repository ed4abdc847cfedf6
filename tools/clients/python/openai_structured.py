"""Answers that become objects of a class, from the model of this machine, which is held to the schema."""

from typing import List, Literal, Optional

from kit import OPENAI
from openai import OpenAI
from pydantic import BaseModel


class Part(BaseModel):
    name: Literal["wheel", "brake"]
    teeth: int
    note: Optional[str]


class Machine(BaseModel):
    parts: List[Part]


with OpenAI(**OPENAI) as client:
    wanted = {"model": "demo", "input": "Name the parts.", "max_output_tokens": 300, "text_format": Machine}
    assert isinstance(client.responses.parse(**wanted).output_parsed, Machine)
    with client.responses.stream(**wanted) as stream:
        done = [event.parsed for event in stream if event.type == "response.output_text.done"]
        assert [stream.get_final_response().output_parsed] == done, done
    assert isinstance(done[0], Machine)
