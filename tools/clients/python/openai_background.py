"""Work without a reader: asked for its state, read from the middle, ended, deleted."""

from kit import OPENAI, refused_with, typed, until
from openai import NotFoundError, OpenAI

with OpenAI(**OPENAI) as client:
    queued = typed(client.responses.create(model="coder", input="Take your time.", background=True))
    done = until(lambda: client.responses.retrieve(queued.id), lambda response: response.status not in ("queued", "in_progress"))
    assert (done.status, done.output_text) == ("completed", "It took its time.")
    rest = [typed(event) for event in client.responses.retrieve(queued.id, stream=True, starting_after=3)]
    assert [event.sequence_number for event in rest] == list(range(4, 4 + len(rest)))
    assert rest[-1].response.to_dict() == done.to_dict()
    with client.responses.stream(response_id=queued.id, starting_after=3) as stream:
        assert next(iter(stream)).sequence_number == 4
        assert stream.get_final_response().output_text == done.output_text

    with client.responses.create(model="coder", input="And again.", background=True, stream=True) as stream:
        seen = [next(stream) for _ in range(3)]
    left = seen[0].response.id
    rest = list(client.responses.retrieve(left, stream=True, starting_after=seen[-1].sequence_number))
    assert rest[-1].type == "response.completed"

    ended = typed(client.responses.cancel(client.responses.create(model="coder", input="Go on.", background=True).id))
    assert ended.status == "cancelled"
    assert client.responses.retrieve(ended.id).status == "cancelled"
    client.responses.delete(ended.id)
    assert refused_with(NotFoundError, lambda: client.responses.retrieve(ended.id)).code == "not_found"
