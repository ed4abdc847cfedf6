import { EngineError, type Store } from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import { checkResponseStream, type ResponseStreamEvent } from '@org/protocol/responses';
import OpenAI from 'openai';
import { createBackground, eventsOf, framesOf, get, hasEnded, pollUntil, retrieve } from '../kit/background.js';
import { eventually } from '../kit/eventually.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';
import { STORE } from '#src/engine/tokens.js';

const text = 'It is made while nobody waits for it.';
let service: TestService;
afterEach(() => service.close());

describe('a background response', () => {
  it('is promised at once, and then there under its id', async () => {
    const languageModel = hangingModel();
    service = await startTestService({ models: { m: languageModel } });
    const created = await createBackground(service, { metadata: { a: 'b' } });
    expect(created).toMatchObject({
      object: 'response',
      status: 'queued',
      background: true,
      store: true,
      output: [],
      error: null,
      metadata: { a: 'b' },
    });
    expect(await retrieve(service, created.id)).toEqual(created);
    const items = (await (await get(service, `${created.id}/input_items`)).json()) as { data: unknown[] };
    expect(items.data).toMatchObject([{ role: 'user', content: [{ text: 'Hi' }] }]);
  });

  it('can be polled to its end with the official client', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse(text)) } });
    const client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    let response = await client.responses.create({ model: 'm', input: 'Hi', background: true });
    expect(response.status).toBe('queued');
    while (response.status === 'queued' || response.status === 'in_progress')
      response = await client.responses.retrieve(response.id);
    expect(response).toMatchObject({ status: 'completed', output_text: text });
    const next = await client.responses.create({ model: 'm', input: 'And?', previous_response_id: response.id });
    expect(next.status).toBe('completed');
  });

  it('returns its finished items while it runs', async () => {
    const [start, ...rest] = textResponse('First.');
    const second = textResponse('Second.')
      .slice(1, 3)
      .map((event) => ('index' in event ? { ...event, index: 1 } : event));
    if (start === undefined) throw new Error('a response starts');
    const call = { type: 'tool-call', callId: 'call_1', name: 'f', kind: 'function', argumentsText: '' } as const;
    service = await startTestService({
      models: {
        m: hangingModel([
          start,
          ...rest.slice(0, -1),
          { type: 'part-start', index: 1, part: call },
          ...second.slice(2),
        ]),
      },
    });
    const { id } = await createBackground(service);
    const running = await pollUntil(service, id, ({ output }) => Array.isArray(output) && output.length > 0);
    expect(running).toMatchObject({
      status: 'in_progress',
      output: [{ type: 'message', status: 'completed', content: [{ text: 'First.' }] }],
    });
  });

  it('needs a store', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse(text)) } });
    const response = await service.post('/v1/responses', { model: 'm', input: 'Hi', background: true, store: false });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param: 'background' } });
  });

  it.each([
    [{ model: 'unknown' }, 404, 'model_not_found'],
    [{ previous_response_id: 'resp_none' }, 400, 'previous_response_not_found'],
    [{ input: [{ type: 'item_reference', id: 'msg_none' }] }, 404, 'not_found'],
  ])('rejects a background request that cannot work instead of accepting it: %j', async (extra, status, code) => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse(text)) } });
    const response = await service.post('/v1/responses', { model: 'm', input: 'Hi', background: true, ...extra });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  it('reports a failure under its id and in its stream', async () => {
    service = await startTestService({
      models: { m: scriptedModel({ type: 'throw', error: new Error('secret words') }) },
    });
    const { id } = await createBackground(service);
    const failed = await pollUntil(service, id, hasEnded);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'server_error' } });
    const stream = await (await get(service, `${id}?stream=true`)).text();
    const events = eventsOf(stream);
    expect(events.map(({ type }) => type)).toEqual(['response.created', 'response.queued', 'error', 'response.failed']);
    expect(events.at(-1)?.['response']).toEqual(failed);
    expect(stream).not.toContain('secret');
  });

  it('can be resumed after a store failure, which ends the stream and not the response', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse(text)) } });
    const { id } = await createBackground(service);
    await pollUntil(service, id, hasEnded);
    const complete = await (await get(service, `${id}?stream=true`)).text();
    const store = service.app.get<Store>(STORE);
    const { readEvents, watchTurn } = store;
    let reads = 0;
    store.watchTurn = (owner, turnId, wake) => {
      news = wake;
      return watchTurn(owner, turnId, wake);
    };
    let news = (): void => undefined;
    store.readEvents = async (owner, turnId, after) => {
      reads += 1;
      if (reads === 4) throw new EngineError('overloaded', 'The store cannot be reached.');
      const page = await readEvents(owner, turnId, after, 1);
      setImmediate(() => news());
      return page === undefined ? undefined : { ...page, status: 'in_progress' };
    };
    const truncated = await (await get(service, `${id}?stream=true`)).text();
    Object.assign(store, { readEvents, watchTurn });
    const last = eventsOf(truncated).at(-1);
    expect(last).toMatchObject({ type: 'error', message: 'The store cannot be reached.' });
    const seen = eventsOf(truncated).length - 1;
    expect(framesOf(truncated).slice(0, seen)).toEqual(framesOf(complete).slice(0, seen));
    const rest = await (await get(service, `${id}?stream=true&starting_after=${String(last?.sequence_number)}`)).text();
    expect(framesOf(truncated).slice(0, seen).join('') + rest).toBe(complete);
  });

  it('waits for a busy model without showing it, and can be cancelled until then', async () => {
    let asked = 0;
    let isBusy = true;
    const busy = new EngineError('rate-limited', 'The model is busy.');
    service = await startTestService({
      models: {
        m: createScriptedModel({
          id: 'm',
          script: () => ((asked += 1), isBusy ? [{ type: 'throw', error: busy }] : textResponse(text)),
        }),
      },
    });
    const [first, second] = [await createBackground(service), await createBackground(service)];
    await eventually(() => asked === 2);
    expect(await retrieve(service, first.id)).toEqual(first);
    const cancelled = await service.post(`/v1/responses/${second.id}/cancel`, {});
    expect(await cancelled.json()).toMatchObject({ status: 'cancelled' });
    isBusy = false;
    const made = await pollUntil(service, first.id, hasEnded);
    expect(made).toMatchObject({ status: 'completed', output: [{ content: [{ text }] }] });
    const events = eventsOf(await (await get(service, `${first.id}?stream=true`)).text());
    expect(events.slice(0, 3).map(({ type }) => type)).toEqual([
      'response.created',
      'response.queued',
      'response.in_progress',
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: made });
    expect((await retrieve(service, second.id)).status).toBe('cancelled');
    expect(asked).toBe(3);
  });

  it('continues when its streaming client disconnects, and can be resumed after every event byte for byte', async () => {
    service = await startTestService({
      models: {
        m: scriptedModel(...textResponse(text).flatMap((event) => [{ type: 'delay', ms: 3 } as const, event])),
      },
    });
    const leaving = new AbortController();
    const response = await fetch(`${service.url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...service.responsesHeaders },
      body: JSON.stringify({ model: 'm', input: 'Hi', background: true, stream: true }),
      signal: leaving.signal,
    });
    const reader = response.body?.getReader();
    const head = Buffer.from((await reader?.read())?.value ?? []).toString();
    const [created] = eventsOf(head);
    const { id } = (created?.['response'] ?? {}) as { id: string };
    leaving.abort();

    const complete = await (await get(service, `${id}?stream=true`)).text();
    expect(complete.startsWith(head)).toBe(true);
    const events = eventsOf(complete);
    checkResponseStream(events as unknown as ResponseStreamEvent[]);
    expect(events.slice(0, 3).map(({ type }) => type)).toEqual([
      'response.created',
      'response.queued',
      'response.in_progress',
    ]);
    expect(events.at(-1)?.['response']).toEqual(await retrieve(service, id));
    expect(await retrieve(service, id)).toMatchObject({ status: 'completed', output: [{ content: [{ text }] }] });
    const frames = framesOf(complete);
    for (let after = 0; after <= events.length; after++) {
      expect(await (await get(service, `${id}?stream=true&starting_after=${after}`)).text()).toBe(
        frames.slice(Math.min(after + 1, events.length)).join(''),
      );
    }
  });

  it('is followed live from any event on by the official client', async () => {
    service = await startTestService({
      models: {
        m: scriptedModel(...textResponse(text).flatMap((event) => [{ type: 'delay', ms: 20 } as const, event])),
      },
    });
    const client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    const first = await client.responses.create({ model: 'm', input: 'Hi', background: true, stream: true });
    const seen: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of first) {
      seen.push(event);
      if (event.type === 'response.output_text.delta') break;
    }
    const id = seen[0]?.type === 'response.created' ? seen[0].response.id : '';
    for await (const event of await client.responses.retrieve(id, {
      stream: true,
      starting_after: seen.at(-1)?.sequence_number ?? 0,
    }))
      seen.push(event);
    expect(seen.map(({ sequence_number }) => sequence_number)).toEqual(seen.map((_, n) => n));
    checkResponseStream(seen as unknown as ResponseStreamEvent[]);
    const rebuilt = await client.responses.stream({ response_id: id }).finalResponse();
    expect(rebuilt).toMatchObject({ status: 'completed', output_text: text });
  });

  it('resumes after the number of a keep-alive as after the event before it', async () => {
    const [start, ...rest] = textResponse(text);
    if (start === undefined) throw new Error('a response has a first event');
    const silence = { type: 'delay', ms: 400 } as const;
    service = await startTestService({
      models: { m: scriptedModel(start, ...rest.slice(0, 2), silence, ...rest.slice(2)) },
      config: { stream: { keepAliveSeconds: 0.1 } },
    });
    const client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    const seen: { type: string; sequence_number: number }[] = [];
    let id = '';
    for await (const event of await client.responses.create({
      model: 'm',
      input: 'Hi',
      background: true,
      stream: true,
    })) {
      seen.push(event);
      if (event.type === 'response.created') id = event.response.id;
      if (String(event.type) === 'keepalive') break;
    }
    const after = seen.at(-1)?.sequence_number;
    expect(after).toBe(seen.at(-2)?.sequence_number);
    const resumed = eventsOf(await (await get(service, `${id}?stream=true&starting_after=${String(after)}`)).text());
    expect(resumed[0]).toEqual({ type: 'keepalive', sequence_number: after });
    const numbers = [...seen, ...resumed].flatMap(({ type, sequence_number }) =>
      type === 'keepalive' ? [] : [sequence_number],
    );
    expect(numbers).toEqual(numbers.map((_, at) => at));
    expect(resumed.at(-1)).toMatchObject({ type: 'response.completed' });
  });

  it('is indistinguishable for another key from one that never existed, byte for byte', async () => {
    service = await startTestService({ models: { m: hangingModel(textResponse(text).slice(0, 4)) } });
    const { id } = await createBackground(service);
    const bob = { authorization: `Bearer ${otherKey}` };
    const never = 'resp_0000000000000000000000';
    const cancel = (which: string): Promise<Response> => service.post(`/v1/responses/${which}/cancel`, {}, bob);
    for (const ask of [
      (which: string) => get(service, which, bob),
      (which: string) => get(service, `${which}?stream=true`, bob),
      cancel,
    ]) {
      const [other, missing] = [await ask(id), await ask(never)];
      expect(other.status).toBe(404);
      expect(await other.text()).toBe(await missing.text());
    }
    expect((await retrieve(service, id)).status).not.toBe('cancelled');
  });

  it('cannot be continued before it has ended', async () => {
    const languageModel = hangingModel();
    service = await startTestService({ models: { m: languageModel } });
    const { id } = await createBackground(service);
    await eventually(() => languageModel.started.length === 1);
    const response = await service.post('/v1/responses', { model: 'm', input: 'And?', previous_response_id: id });
    expect(response.status).toBe(409);
  });
});

describe('a stored response without a log', () => {
  it('can be streamed again: well-formed, the same every time, from any event on', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse(text)) } });
    const { id } = (await (await service.post('/v1/responses', { model: 'm', input: 'Hi' })).json()) as { id: string };
    const complete = await (await get(service, `${id}?stream=true`)).text();
    const events = eventsOf(complete);
    checkResponseStream(events as unknown as ResponseStreamEvent[]);
    expect(events.at(-1)?.['response']).toEqual(await retrieve(service, id));
    expect(await (await get(service, `${id}?stream=true&starting_after=3`)).text()).toBe(
      framesOf(complete).slice(4).join(''),
    );
    // A client that counts by the live stream receives at least the end, which contains the complete response.
    expect(await (await get(service, `${id}?stream=true&starting_after=5000`)).text()).toBe(
      framesOf(complete).slice(-2).join(''),
    );
    const client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    expect(await client.responses.stream({ response_id: id }).finalResponse()).toMatchObject({
      status: 'completed',
      output_text: text,
    });
  });
});

describe('include', () => {
  it('includes encrypted reasoning, though its creation did not request it', async () => {
    service = await startTestService({
      models: { m: scriptedModel(...replay(buildResult([{ type: 'reasoning', text: 'hm' }, 'Done.']))) },
    });
    const { id } = (await (await service.post('/v1/responses', { model: 'm', input: 'Hi' })).json()) as { id: string };
    const client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    const plain = await client.responses.retrieve(id);
    expect(plain.output[0]).not.toHaveProperty('encrypted_content');
    const shown = await client.responses.retrieve(id, { include: ['reasoning.encrypted_content'] });
    expect(shown.output[0]).toMatchObject({ ...plain.output[0], encrypted_content: expect.stringMatching(/./) });
    const streamed: unknown[] = [];
    for await (const event of await client.responses.retrieve(id, {
      stream: true,
      include: ['reasoning.encrypted_content'],
    })) {
      if (event.type === 'response.output_item.done' || event.type === 'response.completed')
        streamed.push('item' in event ? event.item : event.response.output);
    }
    expect(streamed).toEqual([...shown.output, shown.output]);
    const next = await client.responses.create({
      model: 'm',
      input: [
        { role: 'user', content: 'Hi' },
        ...(shown.output as OpenAI.Responses.ResponseInputItem[]),
        { role: 'user', content: 'And?' },
      ],
      store: false,
    });
    expect(next.status).toBe('completed');
  });

  it('includes it in the stream of a response with a log, and changes nothing else', async () => {
    service = await startTestService({
      models: { m: scriptedModel(...replay(buildResult([{ type: 'reasoning', text: 'hm' }, 'Done.']))) },
    });
    const { id } = await createBackground(service);
    await pollUntil(service, id, hasEnded);
    const [plain, shown] = await Promise.all(
      ['', '&include[]=reasoning.encrypted_content'].map(async (more) =>
        framesOf(await (await get(service, `${id}?stream=true${more}`)).text()),
      ),
    );
    expect(plain?.join('')).not.toContain('encrypted_content":"');
    const changed = (shown ?? []).filter((frame, at) => frame !== plain?.[at]);
    expect(changed).toHaveLength(2);
    for (const frame of changed) expect(frame).toMatch(/output_item\.done|response\.completed/);
  });

  it('includes it in the items of a conversation, listed and alone', async () => {
    service = await startTestService({
      models: { m: scriptedModel(...replay(buildResult([{ type: 'reasoning', text: 'hm' }, 'Done.']))) },
    });
    const client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    const { id } = await client.conversations.create({});
    await client.responses.create({ model: 'm', conversation: id, input: 'Hi' });
    const include = ['reasoning.encrypted_content' as const];
    const getReasoningItem = async (query: object): Promise<OpenAI.Conversations.ConversationItem | undefined> =>
      (await client.conversations.items.list(id, query)).data.find(({ type }) => type === 'reasoning');
    const [plain, shown] = [await getReasoningItem({}), await getReasoningItem({ include })];
    expect(plain).not.toHaveProperty('encrypted_content');
    expect(shown).toEqual({ ...plain, encrypted_content: expect.stringMatching(/./) });
    expect(await client.conversations.items.retrieve(plain?.id ?? '', { conversation_id: id, include })).toEqual(shown);
  });
});
