// Ids in paths: an id from outside may be empty or address another resource.
import { ModelResponseClient } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
beforeEach(async () => {
  server = await listen((response) => sendJson(response, 200, { data: [] }));
});
afterEach(() => server.close());

/** Every call that has an id in its path. */
function calls(
  { conversations, files, messages, models, responses }: ModelResponseClient,
  id: string,
): (() => Promise<unknown>)[] {
  const first = (list: () => AsyncIterable<unknown>) => async (): Promise<unknown> =>
    await list()[Symbol.asyncIterator]().next();
  return [
    () => conversations.retrieve(id),
    () => conversations.delete(id),
    () => conversations.items.delete('conv_1', id),
    () => conversations.items.delete(id, 'msg_1'),
    first(() => conversations.items.list(id)),
    () => files.delete(id),
    first(() => files.content(id)),
    () => messages.batches.cancel(id),
    first(() => messages.batches.results(id)),
    () => messages.deleteThread(id),
    () => models.retrieve(id),
    () => responses.delete(id),
    first(() => responses.inputItems(id)),
    () => responses.follow(id).finalResponse(),
  ];
}

describe('an id', () => {
  it.each([[''], ['.'], ['..'], [undefined], [null]])(
    'that is %j is rejected, because the path would address another resource',
    async (id) => {
      const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' });
      for (const call of calls(client, id as string)) {
        await expect(async () => await call()).rejects.toThrow(
          new TypeError(`The id must be a non-empty string other than "." and "..", but is ${JSON.stringify(id)}.`),
        );
      }
      expect(server.requests).toEqual([]);
    },
  );

  it('of any other characters is sent unchanged', async () => {
    const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' });
    for (const id of ['...', 'a/../b', 'ä?#']) await client.models.retrieve(id);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/models/...',
      '/v1/models/a%2F..%2Fb',
      '/v1/models/%C3%A4%3F%23',
    ]);
  });
});
