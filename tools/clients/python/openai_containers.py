"""A container with a file of the client, a file that code wrote, and the end of both; a vector store filled by a batch."""

from kit import OPENAI, refused_with, typed
from openai import NotFoundError, OpenAI

with OpenAI(**OPENAI) as client:
    container = typed(client.containers.create(name="data"))
    csv = typed(client.containers.files.create(container.id, file=("data.csv", b"n\n20\n22\n")))
    tool = {"type": "code_interpreter", "container": container.id}
    response = typed(client.responses.create(model="coder", input="Add the numbers.", tools=[tool]))
    assert response.output_text == "The sum is in sum.txt."
    files = {file.path.rsplit("/", 1)[-1]: file for file in client.containers.files.list(container.id)}
    assert {name: file.source for name, file in files.items()} == {"data.csv": "user", "sum.txt": "assistant"}
    read = lambda file: client.containers.files.content.retrieve(file.id, container_id=container.id).read()
    assert (read(csv), read(files["sum.txt"])) == (b"n\n20\n22\n", b"42")
    client.containers.delete(container.id)
    refused_with(NotFoundError, lambda: client.containers.retrieve(container.id))

    store = typed(client.vector_stores.create(name="manuals"))
    batch = client.vector_stores.file_batches.upload_and_poll(
        store.id, files=[("pine.md", b"Pine doors last thirty years."), ("oak.md", b"Oak doors last a century.")]
    )
    assert typed(batch).file_counts.completed == 2
    assert [hit.filename for hit in client.vector_stores.search(store.id, query="century").data] == ["oak.md"]
    assert client.vector_stores.delete(store.id).deleted
