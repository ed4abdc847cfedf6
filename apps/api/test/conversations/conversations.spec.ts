// Conversations through the unmodified `openai` package.
import { conversationItemListSchema, conversationSchema } from '@org/protocol/responses';
import OpenAI, { BadRequestError, NotFoundError } from 'openai';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterAll(() => service.close());

const connect = (): OpenAI => new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
const userMessage = (content: string) => ({ role: 'user' as const, content });
const part = (text: string) => ({ type: 'input_text' as const, text });

function textOf(item: OpenAI.Conversations.ConversationItem): string {
  const [first] = item.type === 'message' ? item.content : [];
  return first !== undefined && 'text' in first ? first.text : '';
}

describe('a conversation', () => {
  it('is created, read, renamed and deleted', async () => {
    const { conversations } = connect();
    const created = await conversations.create({ metadata: { topic: 'demo' } });
    expect(conversationSchema.parse(created)).toEqual({
      id: expect.stringMatching(/^conv_/),
      object: 'conversation',
      created_at: expect.any(Number),
      metadata: { topic: 'demo' },
    });
    expect(Math.abs(created.created_at - Date.now() / 1000)).toBeLessThan(60);
    expect(await conversations.retrieve(created.id)).toEqual(created);
    expect(await conversations.update(created.id, { metadata: { topic: 'other' } })).toEqual({
      ...created,
      metadata: { topic: 'other' },
    });
    expect(await conversations.update(created.id, { metadata: null })).toEqual({ ...created, metadata: {} });
    expect(await conversations.delete(created.id)).toEqual({
      id: created.id,
      object: 'conversation.deleted',
      deleted: true,
    });
    await expect(conversations.retrieve(created.id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(conversations.items.list(created.id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('is created from a body without content', async () => {
    expect(await connect().conversations.create({})).toMatchObject({ metadata: {} });
    expect(await connect().conversations.create({ items: null, metadata: null })).toMatchObject({ metadata: {} });
    expect(await connect().conversations.create(null)).toMatchObject({ metadata: {} });
  });

  it.each([
    ['21 items', { items: Array.from({ length: 21 }, () => userMessage('x')) }, 'items'],
    ['an item of a wrong kind', { items: [{ role: 'user', content: 7 }] }, 'items.0.content'],
    ['an unknown role', { items: [userMessage('x'), { role: 'nobody', content: 'x' }] }, 'items.1.role'],
    [
      'a call without a call id',
      { items: [{ type: 'function_call', call_id: '', name: 'f', arguments: '{}' }] },
      'items.0.call_id',
    ],
    [
      'an item twice',
      {
        items: [
          { ...userMessage('x'), id: 'msg_1' },
          { ...userMessage('y'), id: 'msg_1' },
        ],
      },
      'items',
    ],
    ['an id that cannot be sent back', { items: [{ ...userMessage('x'), id: 'msg_\ud800' }] }, 'items.0.id'],
    ['metadata that would be lost', JSON.parse('{"metadata":{"__proto__":"x"}}') as object, 'metadata'],
    [
      'metadata of 17 pairs',
      { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [String(n), 'x'])) },
      'metadata',
    ],
  ])('is not created with %s', async (_, body, param) => {
    const response = await service.post('/v1/conversations', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param } });
  });

  it('is not created with a reference to a missing item', async () => {
    const response = await service.post('/v1/conversations', { items: [{ type: 'item_reference', id: 'msg_none' }] });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { param: 'items' } });
  });
});

describe('items of a conversation', () => {
  it('are listed in full with ids, one by one and in both orders, page by page', async () => {
    const { conversations } = connect();
    const { id } = await conversations.create({ items: [userMessage('1'), userMessage('2')] });
    const mine = {
      type: 'message' as const,
      id: 'msg_mine',
      role: 'user' as const,
      content: [{ type: 'input_text' as const, text: '4' }],
    };
    const added = await conversations.items.create(id, { items: [userMessage('3'), mine, userMessage('5')] });
    expect(conversationItemListSchema.parse(added)).toMatchObject({
      object: 'list',
      first_id: added.data[0]?.id,
      last_id: added.data[2]?.id,
      has_more: false,
    });
    expect(added.data[0]).toEqual({
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'user',
      status: 'completed',
      content: [{ type: 'input_text', text: '3' }],
    });
    expect(added.data[1]?.id).toBe('msg_mine');

    for (const [order, expected] of [
      ['asc', '12345'],
      ['desc', '54321'],
      [undefined, '54321'],
    ] as const) {
      const seen: OpenAI.Conversations.ConversationItem[] = [];
      for await (const item of conversations.items.list(id, { limit: 2, ...(order === undefined ? {} : { order }) }))
        seen.push(item);
      expect(seen.map(textOf).join('')).toBe(expected);
    }
    const page = await conversations.items.list(id, {
      order: 'asc',
      limit: 2,
      include: ['message.output_text.logprobs'],
    });
    expect([page.has_more, page.last_id]).toEqual([true, page.data[1]?.id]);
    expect(await conversations.items.retrieve('msg_mine', { conversation_id: id })).toEqual(added.data[1]);
  });

  it('are deleted one by one; the response is the conversation', async () => {
    const { conversations } = connect();
    const conversation = await conversations.create({ items: [userMessage('1'), userMessage('2')] });
    const { data } = await conversations.items.list(conversation.id, { order: 'asc' });
    expect(await conversations.items.delete(data[0]?.id ?? '', { conversation_id: conversation.id })).toEqual(
      conversation,
    );
    expect((await conversations.items.list(conversation.id)).data.map(textOf)).toEqual(['2']);
    for (const ask of ['retrieve', 'delete'] as const) {
      await expect(
        conversations.items[ask](data[0]?.id ?? '', { conversation_id: conversation.id }),
      ).rejects.toMatchObject({
        status: 404,
        message: expect.stringContaining('There is no item with this id in this conversation.'),
      });
    }
  });

  it('of every kind match the API schema: calls get a status, references become their items', async () => {
    const { conversations } = connect();
    const { id } = await conversations.create({ items: [userMessage('1')] });
    const [first] = (await conversations.items.list(id)).data;
    const other = await conversations.create({});
    const added = await conversations.items.create(other.id, {
      items: [
        { type: 'item_reference', id: first?.id ?? '' },
        { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'ok' },
        { type: 'custom_tool_call', call_id: 'call_2', name: 'g', input: 'x' },
        { type: 'custom_tool_call_output', call_id: 'call_2', output: 'ok' },
        { type: 'shell_call', call_id: 'call_3', action: { commands: ['ls'] } },
        { type: 'shell_call_output', call_id: 'call_3', output: [] },
        { type: 'tool_search_output', tools: [] },
        { role: 'assistant', content: 'Done.' },
      ],
    });
    expect(conversationItemListSchema.parse(added)).toEqual(added);
    expect(added.data[0]).toEqual(first);
    expect(added.data[1]).toMatchObject({ status: 'completed', id: expect.stringMatching(/^fc_/) });
    expect(await conversations.items.list(other.id, { order: 'asc' })).toMatchObject({ data: added.data });
  });

  it('are unchanged when one is resent with fewer of the fields that it was returned with', async () => {
    const { conversations } = connect();
    const { id } = await conversations.create({});
    const call = { type: 'function_call' as const, id: 'fc_same', call_id: 'call_1', name: 'f', arguments: '{"a":1}' };
    const messageFields = {
      type: 'message' as const,
      id: 'msg_same',
      role: 'assistant' as const,
      status: 'completed' as const,
    };
    const content = { type: 'output_text' as const, text: 'first', annotations: [] };
    const cited = {
      ...content,
      annotations: [
        { type: 'url_citation' as const, url: 'https://a.example', title: 'A', start_index: 0, end_index: 5 },
      ],
    };
    await conversations.items.create(id, {
      items: [
        { ...messageFields, content: [cited] },
        { ...call, status: 'completed' },
      ],
    });
    const bare = { id: 'msg_same', role: 'assistant', content: 'first' };
    for (const items of [
      [bare],
      [
        { ...messageFields, status: null, content: [content] },
        { ...call, parsed_arguments: { a: 1 } },
      ],
    ]) {
      const again = await service.post(`/v1/conversations/${id}/items`, { items });
      const page = (await again.json()) as { data: unknown[]; first_id: string };
      expect([again.status, page.first_id, page.data[0]]).toMatchObject([
        200,
        'msg_same',
        { id: 'msg_same', content: [cited] },
      ]);
    }
    expect((await conversations.items.list(id, { order: 'asc' })).data.map((item) => item.id)).toEqual([
      'msg_same',
      'fc_same',
    ]);
  });

  it.each([
    ['text', { content: [part('second')] }],
    ['text more', { content: [part('first'), part('second')] }],
    ['text less', { content: [] }],
    ['role', { role: 'developer' as const }],
  ])('are rejected under an existing id when they have other %s, and none of them is added', async (_, other) => {
    const { conversations } = connect();
    const { id } = await conversations.create({});
    const item = { ...userMessage('first'), id: 'msg_same' };
    await conversations.items.create(id, { items: [item] });
    await expect(
      conversations.items.create(id, { items: [userMessage('new'), { ...item, ...other }] }),
    ).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param: 'items.1.id',
      message: expect.stringContaining("'items.1.id'"),
    });
    expect((await conversations.items.list(id)).data.map(textOf)).toEqual(['first']);
  });

  it('may have an id that also exists in another conversation', async () => {
    const { conversations } = connect();
    const [one, two] = await Promise.all([conversations.create({}), conversations.create({})]);
    await conversations.items.create(one.id, { items: [{ ...userMessage('first'), id: 'msg_same' }] });
    await conversations.items.create(two.id, { items: [{ ...userMessage('second'), id: 'msg_same' }] });
    // The sender of a reference does not supply the content that it resolves to.
    await conversations.items.create(one.id, { items: [{ type: 'item_reference', id: 'msg_same' }] });
    expect(
      await Promise.all([one, two].map(async ({ id }) => (await conversations.items.list(id)).data.map(textOf))),
    ).toEqual([['first'], ['second']]);
  });

  it('are 1 to 20 at a time', async () => {
    const { conversations } = connect();
    const { id } = await conversations.create({});
    await expect(conversations.items.create(id, { items: [] })).rejects.toMatchObject({ status: 400, param: 'items' });
    await expect(
      conversations.items.create(id, { items: Array.from({ length: 21 }, () => userMessage('x')) }),
    ).rejects.toBeInstanceOf(BadRequestError);
    expect((await conversations.items.list(id)).data).toEqual([]);
    expect(await (await conversations.items.list(id).asResponse()).json()).toEqual({
      object: 'list',
      data: [],
      first_id: '',
      last_id: '',
      has_more: false,
    });
  });

  it.each(['asc', 'desc'] as const)('is emptied by a client that deletes what it goes through: %s', async (order) => {
    const { conversations } = connect();
    const { id } = await conversations.create({ items: Array.from({ length: 7 }, (_, n) => userMessage(String(n))) });
    const seen: string[] = [];
    for await (const item of conversations.items.list(id, { limit: 2, order })) {
      seen.push(textOf(item));
      await conversations.items.delete(item.id ?? '', { conversation_id: id });
    }
    const all = ['0', '1', '2', '3', '4', '5', '6'];
    expect(seen).toEqual(order === 'asc' ? all : all.toReversed());
    expect((await conversations.items.list(id)).data).toEqual([]);
  });

  it('reports a value that is not a number', async () => {
    const { id } = await connect().conversations.create({});
    const response = await fetch(`${service.url}/v1/conversations/${id}/items?limit=abc`, {
      headers: service.responsesHeaders,
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { param: 'limit', message: 'limit: must be an integer number.' } },
    ]);
  });

  it.each(['limit=0', 'limit=101', 'order=up', 'after=msg_none'])('cannot be listed by %s', async (query) => {
    const { id } = await connect().conversations.create({});
    const response = await fetch(`${service.url}/v1/conversations/${id}/items?${query}`, {
      headers: service.responsesHeaders,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: query.split('=')[0] } });
  });
});
