// The service's own client manages conversation state.
import { toInputItems, ModelResponseClient, getOutputText, type ResponseMetadata, type RunnableTool } from '@org/sdk';
import { recording, type Recording } from '../conversations/recording.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
afterEach(() => service.close());

const long = 'A long answer that arrives in many pieces, one after the other, until it is all there. '.repeat(20);

async function start(model: Recording): Promise<ModelResponseClient> {
  service = await startTestService({ models: { m: model, far: scriptedModel(...textResponse(long)) } });
  return new ModelResponseClient({ baseUrl: service.url, apiKey: service.key, maxRetries: 0 });
}

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

describe('the client', () => {
  it('creates a conversation, reads it page by page and deletes it', async () => {
    const model = recording(['One.'], ['Two.']);
    const client = await start(model);
    const { id } = await client.conversations.create({ items: [{ role: 'user', content: 'I am Ada.' }] });
    await client.responses.create({ model: 'm', input: 'A', conversation: id });
    await client.responses.create({ model: 'm', input: 'B', conversation: id });
    expect(model.promptMessages()).toEqual(['user: I am Ada.', 'user: A', 'assistant: One.', 'user: B']);
    const items = await all(client.conversations.items.list(id, { limit: 2, order: 'asc' }));
    expect(items).toHaveLength(5);
    const [first] = items;
    if (typeof first?.id !== 'string') throw new Error('an item has an id');
    expect(await client.conversations.items.retrieve(id, first.id)).toEqual(first);
    await client.conversations.items.delete(id, first.id);
    await client.conversations.items.create(id, { items: [{ role: 'developer', content: 'Be brief.' }] });
    expect(await all(client.conversations.items.list(id))).toHaveLength(5);
    expect(await client.conversations.update(id, { metadata: { topic: 'x' } })).toMatchObject({
      id,
      metadata: { topic: 'x' },
    });
    expect(await client.conversations.delete(id)).toMatchObject({ deleted: true });
    await expect(client.conversations.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it('lists what a response was given, counts, and makes a conversation small', async () => {
    const model = recording(['One.'], ['Short.'], ['Two.'], ['Three.']);
    const client = await start(model);
    const { id } = await client.responses.create({ model: 'm', input: 'A' });
    expect(await all(client.responses.inputItems(id))).toMatchObject([{ role: 'user', content: [{ text: 'A' }] }]);
    const { output } = await client.responses.compact({ model: 'm', previous_response_id: id });
    expect(output.map(({ type }) => type)).toContain('compaction');
    const input = toInputItems(output);
    input.push({ role: 'user', content: 'B' });
    const { output: next } = await client.responses.create({ model: 'm', input, store: false });
    expect(model.promptMessages().join()).toMatch(/Short\..*user: B/);
    await client.responses.create({
      model: 'm',
      input: [...input, ...toInputItems(next), { role: 'user', content: 'C' }],
      store: false,
    });
    expect(model.promptMessages().slice(-2)).toEqual(['assistant: Two.', 'user: C']);
    expect((await client.models.list()).map(({ id: name }) => name)).toEqual(expect.arrayContaining(['m', 'far']));
    expect(await client.models.retrieve('m')).toMatchObject({ id: 'm', object: 'model' });
  });

  it('runs the tools that the model calls, in both dialects', async () => {
    const call = {
      type: 'tool-call',
      callId: 'call_1',
      name: 'weather',
      kind: 'function',
      argumentsText: '{"city":"Oslo"}',
    } as const;
    const model = recording([call], ['Snow it is.'], [{ ...call, callId: 'call_2' }], ['Snow again.']);
    const client = await start(model);
    const weather: RunnableTool = {
      name: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      run: ({ city }) => `Snow in ${String(city)}.`,
    };
    expect(
      getOutputText(await client.responses.runTools({ model: 'm', input: 'Weather?' }, [weather]).finalResponse()),
    ).toBe('Snow it is.');
    expect(model.promptMessages()).toEqual([
      'user: Weather?',
      'assistant: weather({"city":"Oslo"})',
      'tool: = Snow in Oslo.',
    ]);
    const params = { model: 'm', max_tokens: 99, messages: [{ role: 'user' as const, content: 'And now?' }] };
    expect(getOutputText(await client.messages.runTools(params, [weather]).finalMessage())).toBe('Snow again.');
    expect(model.promptMessages()).toEqual([
      'user: And now?',
      'assistant: weather({"city":"Oslo"})',
      'tool: = Snow in Oslo.',
    ]);
  });

  it('reports warnings and the request id', async () => {
    await start(recording(['One.']));
    const heads: ResponseMetadata[] = [];
    const client = new ModelResponseClient({
      baseUrl: service.url,
      apiKey: service.key,
      onResponse: (head) => void heads.push(head),
    });
    const params = {
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user' as const, content: 'Hi' }],
      odd: 1,
      odder: 2,
    };
    await client.messages.create(params);
    const stream = client.responses.stream({ model: 'm', input: 'Hi' });
    await stream.finalResponse();
    expect(heads.map(({ warnings }) => warnings.map((warning) => warning.split(':')[0]))).toEqual([
      ['ignored odd', 'ignored odder'],
      [],
    ]);
    expect(stream.head?.requestId).toMatch(/./);
    expect(new Set(heads.map(({ requestId }) => requestId)).size).toBe(2);
  });

  it('reads a background response across disconnects without a gap', async () => {
    await start(recording(['-']));
    let disconnects = 0;
    const cutting: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (disconnects === 3 || response.body === null) return response;
      disconnects += 1;
      let seen = 0;
      const disconnect = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          seen += 1;
          controller.enqueue(seen < 2 ? chunk : chunk.subarray(0, chunk.length / 2));
          if (seen === 2) controller.terminate();
        },
      });
      return new Response(response.body.pipeThrough(disconnect), response);
    };
    const client = new ModelResponseClient({ baseUrl: service.url, apiKey: service.key, fetch: cutting });
    const stream = client.responses.stream({ model: 'far', input: 'Go.', background: true });
    const numbers: number[] = [];
    for await (const { sequence_number: number } of stream) numbers.push(Number(number));
    expect(disconnects).toBe(3);
    expect(numbers).toEqual(numbers.map((_, index) => index));
    const result = await stream.finalResponse();
    expect(getOutputText(result)).toBe(long);
    expect(await client.responses.retrieve(result.id)).toEqual(result);
  });

  it('waits for a batch and reads its results, which other owners cannot read', async () => {
    const client = await start(recording(['One.']));
    const params = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Hi' }] };
    const made = await client.messages.batches.create({
      requests: ['a', 'b'].map((id) => ({ custom_id: id, params })),
    });
    let batch = made;
    while (batch.processing_status !== 'ended') batch = await client.messages.batches.retrieve(made.id);
    const results = await all(client.messages.batches.results(made.id));
    expect(results.map(({ custom_id: id, result }) => [id, result.type]).sort()).toEqual([
      ['a', 'succeeded'],
      ['b', 'succeeded'],
    ]);
    expect((await all(client.messages.batches.list({ limit: 1 }))).map(({ id }) => id)).toEqual([made.id]);
    const other = new ModelResponseClient({ baseUrl: service.url, apiKey: otherKey, maxRetries: 0 });
    await expect(other.messages.batches.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
    expect(await client.messages.batches.delete(made.id)).toMatchObject({ id: made.id });
  });
});
