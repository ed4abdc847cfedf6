"""Answers that become objects of a class, from the model of this machine, which is held to the schema."""

from typing import List, Optional

from anthropic import Anthropic
from kit import ANTHROPIC
from pydantic import BaseModel


class Part(BaseModel):
    name: str
    teeth: int
    note: Optional[str] = None


class Machine(BaseModel):
    part: Part
    tags: List[bool]


with Anthropic(**ANTHROPIC) as client:
    wanted = {"model": "demo", "max_tokens": 300, "messages": [{"role": "user", "content": "Name a part."}], "output_format": Machine}
    for messages in (client.messages, client.beta.messages):
        assert isinstance(messages.parse(**wanted).parsed_output, Machine)
        with messages.stream(**wanted) as stream:
            assert isinstance(stream.get_final_message().parsed_output, Machine)
