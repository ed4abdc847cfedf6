// Stored responses of the responses dialect as the types of the `openai` package describe them.
import type { LanguageModel } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import OpenAI from 'openai';
import { textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

/** Repeats its input; "slow" delays the response. */
const echo: LanguageModel = createScriptedModel({
  id: 'm',
  script: ({ messages }) => {
    const transcript = messages
      .map(
        ({ role, parts }) => `${role}:${parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('')}`,
      )
      .join('|');
    const [start, ...rest] = textResponse(transcript);
    return start === undefined
      ? []
      : [start, ...(transcript.includes('slow') ? [{ type: 'delay' as const, ms: 60_000 }] : []), ...rest];
  },
});

let service: TestService;
let client: OpenAI;
beforeAll(async () => {
  service = await startTestService({
    models: { m: { ...echo, countTokens: async ({ messages }) => ({ inputTokens: messages.length }) } },
  });
  client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
});
afterAll(() => service.close());

type StreamEvent = OpenAI.Responses.ResponseStreamEvent;
async function all<Entry>(source: AsyncIterable<Entry>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of source) entries.push(entry);
  return entries;
}

describe('a response', () => {
  it("echoes the request's parameters and returns them again later", async () => {
    const asked = {
      model: 'm',
      input: 'Hi',
      instructions: 'Be brief.',
      metadata: { ticket: '7' },
      truncation: 'auto' as const,
      max_tool_calls: 3,
      temperature: 0.5,
      max_output_tokens: 50,
      store: true,
    };
    const { output_text: text, ...created } = await client.responses.create(asked);
    expect(created).toMatchObject({
      status: 'completed',
      instructions: 'Be brief.',
      metadata: { ticket: '7' },
      truncation: 'auto',
      max_tool_calls: 3,
      temperature: 0.5,
      max_output_tokens: 50,
      store: true,
      background: false,
    });
    expect(text).toBe('system:Be brief.|user:Hi');
    const { output_text: again, ...retrieved } = await client.responses.retrieve(created.id);
    expect([retrieved, again]).toEqual([created, text]);
  });

  it('is continued by its id, without the instructions of then', async () => {
    const first = await client.responses.create({ model: 'm', input: 'One', instructions: 'Then.' });
    const second = await client.responses.create({ model: 'm', input: 'Two', previous_response_id: first.id });
    expect(second.output_text).toBe(`user:One|assistant:${first.output_text}|user:Two`);
    expect(second.previous_response_id).toBe(first.id);
    await expect(
      client.responses.create({ model: 'm', input: 'x', previous_response_id: 'resp_none' }),
    ).rejects.toMatchObject({ status: 400, code: 'previous_response_not_found' });
  });

  it('can be streamed later when it was not streamed, from event 0 or any other, and accumulates to itself', async () => {
    const created = await client.responses.create({ model: 'm', input: 'Hi' });
    const events = await all<StreamEvent>(await client.responses.retrieve(created.id, { stream: true }));
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { id: created.id, output: created.output },
    });
    for (const after of [0, 3, events.length - 1]) {
      expect(
        await all<StreamEvent>(await client.responses.retrieve(created.id, { stream: true, starting_after: after })),
      ).toEqual(events.slice(after + 1));
    }
    const rebuilt = await client.responses.stream({ response_id: created.id, starting_after: 2 }).finalResponse();
    expect(rebuilt.output_text).toBe(created.output_text);
  });

  it('that was streamed can be streamed again', async () => {
    const live = await all<StreamEvent>(await client.responses.create({ model: 'm', input: 'Hi', stream: true }));
    const last = live.at(-1);
    const id = last?.type === 'response.completed' ? last.response.id : '';
    const again = await all<StreamEvent>(await client.responses.retrieve(id, { stream: true }));
    expect(again.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { output: last?.type === 'response.completed' ? last.response.output : [] },
    });
  });

  it('made in the background is polled, followed, and cancelled twice without harm', async () => {
    const queued = await client.responses.create({ model: 'm', input: 'Hi', background: true });
    expect(queued).toMatchObject({ status: 'queued', background: true, output: [] });
    const followed = await all<StreamEvent>(await client.responses.retrieve(queued.id, { stream: true }));
    expect(followed.map(({ type }) => type).slice(0, 3)).toEqual([
      'response.created',
      'response.queued',
      'response.in_progress',
    ]);
    expect((await client.responses.retrieve(queued.id)).status).toBe('completed');
    expect((await client.responses.cancel(queued.id)).status).toBe('completed');

    const slow = await client.responses.create({ model: 'm', input: 'slow', background: true });
    expect((await client.responses.cancel(slow.id)).status).toBe('cancelled');
    expect((await client.responses.cancel(slow.id)).status).toBe('cancelled');
    const plain = await client.responses.create({ model: 'm', input: 'Hi' });
    await expect(client.responses.cancel(plain.id)).rejects.toMatchObject({ status: 400 });
    await expect(
      client.responses.create({ model: 'm', input: 'Hi', background: true, store: false }),
    ).rejects.toMatchObject({ status: 400, param: 'background' });
  });

  it('lists what it was asked with all that the types have on it', async () => {
    const input: OpenAI.Responses.ResponseInput = [
      { type: 'shell_call', call_id: 'call_1', action: { commands: ['ls'] } },
      {
        type: 'shell_call_output',
        call_id: 'call_1',
        output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
      },
    ];
    const { id } = await client.responses.create({ model: 'm', input });
    expect(await all(client.responses.inputItems.list(id, { order: 'asc' }))).toEqual([
      {
        ...input[0],
        id: expect.any(String),
        status: 'completed',
        environment: null,
        action: { commands: ['ls'], timeout_ms: null, max_output_length: null },
      },
      { ...input[1], id: expect.any(String), status: 'completed', max_output_length: null },
    ]);
  });

  it('lists what was sent, page by page, from either end', async () => {
    const { id } = await client.responses.create({
      model: 'm',
      input: ['a', 'b', 'c', 'd', 'e'].map((content) => ({ role: 'user' as const, content })),
    });
    const texts = async (order: 'asc' | 'desc'): Promise<string[]> =>
      (await all(client.responses.inputItems.list(id, { order, limit: 2 }))).map((item) =>
        item.type === 'message' && item.content[0]?.type === 'input_text' ? item.content[0].text : '',
      );
    expect(await texts('asc')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await texts('desc')).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('does not exist after its deletion, nor does anything that belongs to it', async () => {
    const { id } = await client.responses.create({ model: 'm', input: 'Hi' });
    await client.responses.delete(id);
    const { responses } = client;
    for (const ask of [
      () => responses.retrieve(id),
      () => responses.delete(id),
      () => responses.cancel(id),
      () => all(responses.inputItems.list(id)),
    ]) {
      await expect(ask()).rejects.toMatchObject({ status: 404 });
    }
  });

  it('can be counted before it is made, with what it would continue', async () => {
    const first = await client.responses.create({ model: 'm', input: 'One' });
    expect(
      await client.responses.inputTokens.count({ model: 'm', input: 'Two', previous_response_id: first.id }),
    ).toEqual({ object: 'response.input_tokens', input_tokens: 3 });
  });

  it('can be counted before there is any input', async () => {
    const first = await client.responses.create({ model: 'm', input: 'One' });
    const count = async (asked: OpenAI.Responses.InputTokenCountParams): Promise<number> =>
      (await client.responses.inputTokens.count({ model: 'm', ...asked })).input_tokens;
    const tools = [{ type: 'function' as const, name: 'f', parameters: { type: 'object' }, strict: true }];
    expect(await count({ instructions: 'Be brief.', tools })).toBe(1);
    expect(await count({ input: null, previous_response_id: first.id })).toBe(2);
    expect(await count({ input: 'Two', tools: null, personality: 'friendly' })).toBe(1);
  });

  it('is not counted by no model', async () => {
    await expect(client.responses.inputTokens.count({ input: 'Hi' })).rejects.toMatchObject({
      status: 400,
      param: 'model',
      code: 'missing_required_parameter',
    });
  });

  it('can be compacted by its id and continued', async () => {
    const first = await client.responses.create({ model: 'm', input: 'My name is Anna.' });
    const compacted = await client.responses.compact({ model: 'm', previous_response_id: first.id });
    expect(compacted.object).toBe('response.compaction');
    const next = await client.responses.create({
      model: 'm',
      input: [...(compacted.output as OpenAI.Responses.ResponseInputItem[]), { role: 'user', content: 'And?' }],
    });
    expect(next.output_text).toMatch(/^user:My name is Anna\.\|.*user:And\?$/);
  });
});

describe('a conversation', () => {
  it('is made with items, changed, read and deleted', async () => {
    const made = await client.conversations.create({
      metadata: { topic: 'demo' },
      items: [{ type: 'message', role: 'user', content: 'Hello!' }],
    });
    expect(made).toMatchObject({
      object: 'conversation',
      metadata: { topic: 'demo' },
      created_at: expect.any(Number) as number,
    });
    expect(await client.conversations.update(made.id, { metadata: { topic: 'new' } })).toMatchObject({
      id: made.id,
      metadata: { topic: 'new' },
    });
    expect(await client.conversations.retrieve(made.id)).toMatchObject({ metadata: { topic: 'new' } });

    const added = await client.conversations.items.create(made.id, {
      items: [
        { type: 'message', role: 'user', content: 'One' },
        { type: 'message', role: 'user', content: 'Two' },
      ],
    });
    expect(added.data).toHaveLength(2);
    const [one] = added.data;
    expect(await client.conversations.items.retrieve(one?.id ?? '', { conversation_id: made.id })).toEqual(one);
    expect((await all(client.conversations.items.list(made.id, { order: 'asc', limit: 1 }))).length).toBe(3);
    expect(await client.conversations.items.delete(one?.id ?? '', { conversation_id: made.id })).toMatchObject({
      id: made.id,
      object: 'conversation',
    });
    expect((await all(client.conversations.items.list(made.id))).length).toBe(2);

    const response = await client.responses.create({ model: 'm', conversation: made.id, input: 'Three' });
    expect(response.output_text).toBe('user:Hello!|user:Two|user:Three');
    expect(response.conversation).toEqual({ id: made.id });
    expect(await client.conversations.delete(made.id)).toEqual({
      id: made.id,
      object: 'conversation.deleted',
      deleted: true,
    });
    await expect(client.conversations.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
    await expect(client.conversations.delete(made.id)).rejects.toMatchObject({ status: 404 });
    expect((await client.responses.retrieve(response.id)).id).toBe(response.id);
  });
});
