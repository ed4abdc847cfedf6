// The cases of the public acceptance suite for this mode, and what its clients do beyond them.
import type { GenerationRequest, LanguageModel } from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import { responseStreamEventSchema, responsesServerEventSchema } from '@org/protocol/responses';
import { openFrames, type FrameClient } from '../kit/frames.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let seen: GenerationRequest[] = [];
let service: TestService;
const clients: FrameClient[] = [];

/** Repeats its input. */
const recalling = createScriptedModel({
  id: 'm',
  script: (request) => {
    seen.push(request);
    return textResponse(
      request.messages
        .map(
          ({ role, parts }) =>
            `${role}:${parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('')}`,
        )
        .join('|'),
    );
  },
});

/** Needs `ms` after its last event before it is done. */
function tidyingUp(ms: number): LanguageModel {
  const inner = scriptedModel();
  return {
    modelInfo: () => inner.modelInfo(),
    close: () => inner.close(),
    async *generate() {
      try {
        yield* textResponse('Hello.');
      } finally {
        await new Promise((resolve) => setTimeout(resolve, ms));
      }
    },
  };
}

beforeAll(async () => {
  service = await startTestService({ models: { m: recalling } });
});
beforeEach(() => {
  seen = [];
});
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate();
});
afterAll(() => service.close());

async function connect(): Promise<FrameClient> {
  const client = await openFrames(service.url, service.responsesHeaders);
  clients.push(client);
  return client;
}

const create = (input: unknown, more: object = {}): object => ({
  type: 'response.create',
  model: 'm',
  store: false,
  input,
  ...more,
});
const idOf = (frame: { readonly [member: string]: unknown }): string => (frame['response'] as { id: string }).id;
const textOf = (frame: { readonly [member: string]: unknown }): string =>
  (frame['response'] as { output: { content: { text: string }[] }[] }).output[0]?.content[0]?.text ?? '';

describe('a connection in the responses dialect', () => {
  it('continues from the compaction of a trigger without the history that it replaces', async () => {
    const client = await connect();
    const old = await client.ask(create('My name is Anna.'));
    const compacted = await client.ask(create([{ type: 'compaction_trigger' }], { previous_response_id: idOf(old) }));
    expect(compacted).toMatchObject({ response: { output: [{ type: 'compaction' }] } });
    await client.ask(create('Who am I?', { previous_response_id: idOf(compacted) }));
    expect(seen.at(-1)?.messages).toMatchObject([
      { role: 'user', parts: [{ apiType: 'compaction' }] },
      { role: 'user', parts: [{ text: 'Who am I?' }] },
    ]);
  });

  it('accepts a compaction as the input of a new chain and continues it (websocket-compact-new-chain)', async () => {
    const client = await connect();
    const old = await client.ask(create('My name is Anna.'));
    const talk = [
      { role: 'user', content: 'My name is Anna.' },
      { role: 'assistant', content: textOf(old) },
      { role: 'user', content: 'I live in Rome.' },
    ];
    const compacted = await service.post('/v1/responses/compact', { model: 'm', input: talk });
    expect(compacted.status).toBe(200);
    const { output } = (await compacted.json()) as { output: { type: string }[] };
    expect(output.at(-1)).toMatchObject({ type: 'compaction' });

    const first = await client.ask(create([...output, { role: 'user', content: 'Who am I?' }]));
    expect(first).toMatchObject({
      type: 'response.completed',
      response: { status: 'completed', previous_response_id: null },
    });
    const shown = (): string[] =>
      (seen.at(-1)?.messages ?? []).map(
        ({ role, parts }) => `${role}: ${parts.map((part) => ('text' in part ? part.text : part.type)).join('')}`,
      );
    expect(shown()).toEqual([
      'user: My name is Anna.',
      'user: I live in Rome.',
      expect.stringContaining('Summary of the conversation so far'),
      'user: Who am I?',
    ]);
    const second = await client.ask(create('And where?', { previous_response_id: idOf(first) }));
    expect(second).toMatchObject({ type: 'response.completed', response: { previous_response_id: idOf(first) } });
    expect(shown().slice(3)).toEqual(['user: Who am I?', `assistant: ${textOf(first)}`, 'user: And where?']);
    // The chain before is not touched by it.
    expect(await client.ask(create('Again.', { previous_response_id: idOf(old) }))).toMatchObject({
      type: 'response.completed',
    });
  });

  it('sends the events of a stream, one per frame and each valid for its schema', async () => {
    const client = await connect();
    const last = await client.ask(create('Hi'));
    expect(last.type).toBe('response.completed');
    expect(client.frames.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'response.created',
        'response.in_progress',
        'response.output_text.delta',
        'response.output_item.done',
      ]),
    );
    expect(client.frames.map((frame) => frame['sequence_number'])).toEqual(client.frames.map((_, index) => index));
    for (const frame of client.frames) {
      expect(responseStreamEventSchema.safeParse(frame).success).toBe(true);
      expect(responsesServerEventSchema.safeParse(frame).success).toBe(true);
    }
  });

  it('completes one request after the other', async () => {
    const client = await connect();
    expect(textOf(await client.ask(create('one')))).toBe('user:one');
    expect(textOf(await client.ask(create('two')))).toBe('user:two');
  });

  it('takes the next request as soon as the last event was read, however long the model takes to tidy up', async () => {
    const tidying = await startTestService({ models: { m: tidyingUp(50) } });
    const client = await openFrames(tidying.url, tidying.responsesHeaders);
    const rounds = 5;
    const finished = new Promise<void>((resolve) => {
      client.socket.on('message', (data: Buffer) => {
        const { type } = JSON.parse(data.toString()) as { type: string };
        const completed = client.frames.filter((frame) => frame.type === 'response.completed').length;
        if (type === 'response.completed' && completed < rounds) client.send(create('next'));
        else if (type === 'error' || completed === rounds) resolve();
      });
    });
    client.send(create('first'));
    await finished;
    expect(client.frames.filter(({ type }) => type === 'error')).toEqual([]);
    client.socket.terminate();
    await tidying.close();
  });

  it('continues what was never stored', async () => {
    const client = await connect();
    const first = await client.ask(create('one'));
    const second = await client.ask(create('two', { previous_response_id: idOf(first) }));
    expect(textOf(second)).toBe('user:one|assistant:user:one|user:two');
    const third = await client.ask(create('three', { previous_response_id: idOf(second) }));
    expect(textOf(third)).toContain('user:two|assistant:');
    expect(
      (await fetch(`${service.url}/v1/responses/${idOf(second)}`, { headers: service.responsesHeaders })).status,
    ).toBe(404);
  });

  it('can be continued twice from the same response', async () => {
    const client = await connect();
    const first = await client.ask(create('one'));
    await client.ask(create('two', { previous_response_id: idOf(first) }));
    expect(textOf(await client.ask(create('other', { previous_response_id: idOf(first) })))).toBe(
      'user:one|assistant:user:one|user:other',
    );
  });

  it('does not know unstored responses of another connection, and continues', async () => {
    const first = await (await connect()).ask(create('one'));
    const client = await connect();
    const refusal = await client.ask(create('two', { previous_response_id: idOf(first) }));
    expect(refusal).toEqual({
      type: 'error',
      status: 400,
      error: {
        type: 'invalid_request_error',
        code: 'previous_response_not_found',
        param: 'previous_response_id',
        message: `Previous response with id '${idOf(first)}' not found.`,
      },
    });
    expect((await client.ask(create('again'))).type).toBe('response.completed');
  });

  it('knows no id that never was', async () => {
    const client = await connect();
    expect(await client.ask(create('two', { previous_response_id: 'resp_none' }))).toMatchObject({
      type: 'error',
      status: 400,
      error: { code: 'previous_response_not_found' },
    });
  });

  it('drops a response whose continuation failed', async () => {
    const client = await connect();
    const first = await client.ask(create('one'));
    const broken = create([{ type: 'function_call_output', call_id: 'call_unknown', output: '1' }], {
      previous_response_id: idOf(first),
    });
    expect(await client.ask(broken)).toMatchObject({ type: 'error', status: 400 });
    expect(await client.ask(create('two', { previous_response_id: idOf(first) }))).toMatchObject({
      type: 'error',
      error: { code: 'previous_response_not_found' },
    });
  });

  it('retains a response whose continuation failed on another stream', async () => {
    const client = await connect();
    const first = await client.ask(create('one', { stream_id: 'main' }));
    const broken = create([{ type: 'function_call_output', call_id: 'call_unknown', output: '1' }], {
      previous_response_id: idOf(first),
      stream_id: 'fork',
    });
    expect(await client.ask(broken)).toMatchObject({ type: 'error', status: 400, stream_id: 'fork' });
    const second = await client.ask(create('two', { previous_response_id: idOf(first), stream_id: 'main' }));
    expect(textOf(second)).toBe('user:one|assistant:user:one|user:two');
    expect(
      textOf(await client.ask(create('other', { previous_response_id: idOf(second), stream_id: 'fork' }))),
    ).toContain('user:two|');
  });

  it('continues a response that was aborted within a call', async () => {
    const disconnected = await startTestService({
      models: {
        m: createScriptedModel({
          id: 'm',
          script: (request) =>
            request.messages.length > 1
              ? textResponse('Go on.')
              : [
                  ...replay({
                    ...buildResult([
                      { type: 'tool-call', kind: 'function', callId: 'c1', name: 'f', argumentsText: '{"a' },
                    ]),
                    finishReason: { unified: 'length' },
                  }),
                ],
        }),
      },
    });
    try {
      const client = await openFrames(disconnected.url, disconnected.responsesHeaders);
      clients.push(client);
      const first = await client.ask(create('one', { tools: [{ type: 'function', name: 'f' }] }));
      expect(first).toMatchObject({ type: 'response.incomplete' });
      expect(textOf(await client.ask(create('two', { previous_response_id: idOf(first) })))).toBe('Go on.');
    } finally {
      await disconnected.close();
    }
  });

  it('continues what is stored, and stores what it is asked to', async () => {
    const posted = (await (await service.post('/v1/responses', { model: 'm', input: 'one' })).json()) as { id: string };
    const client = await connect();
    const second = await client.ask({
      type: 'response.create',
      model: 'm',
      input: 'two',
      previous_response_id: posted.id,
    });
    expect(textOf(second)).toBe('user:one|assistant:user:one|user:two');
    const got = await fetch(`${service.url}/v1/responses/${idOf(second)}`, { headers: service.responsesHeaders });
    expect(await got.json()).toEqual(second['response']);
    const third = await service.post('/v1/responses', {
      model: 'm',
      input: 'three',
      previous_response_id: idOf(second),
    });
    expect(third.status).toBe(200);
  });

  it('does not continue what was deleted from the store, though it began on the connection', async () => {
    const client = await connect();
    const first = await client.ask(create('one'));
    const second = await client.ask(create('two', { previous_response_id: idOf(first), store: true }));
    expect((await client.ask(create('three', { previous_response_id: idOf(second) }))).type).toBe('response.completed');
    await fetch(`${service.url}/v1/responses/${idOf(second)}`, { method: 'DELETE', headers: service.responsesHeaders });
    expect(await client.ask(create('four', { previous_response_id: idOf(second) }))).toMatchObject({
      error: { code: 'previous_response_not_found' },
    });
  });

  it('does not continue what is not stored once something before it was deleted from the store', async () => {
    const forget = (id: string): Promise<Response> =>
      fetch(`${service.url}/v1/responses/${id}`, { method: 'DELETE', headers: service.responsesHeaders });
    const posted = (await (await service.post('/v1/responses', { model: 'm', input: 'A secret.' })).json()) as {
      id: string;
    };
    const client = await connect();
    const second = await client.ask(create('two', { previous_response_id: posted.id }));
    const third = await client.ask(create('three', { previous_response_id: idOf(second), store: true }));
    const fourth = await client.ask(create('four', { previous_response_id: idOf(third) }));
    expect(textOf(await client.ask(create('five', { previous_response_id: idOf(fourth) })))).toMatch(
      /^user:A secret\..*user:two.*user:three.*user:four.*user:five$/s,
    );

    const shown = seen.length;
    expect((await forget(idOf(third))).status).toBe(200);
    expect(await client.ask(create('six', { previous_response_id: idOf(fourth) }))).toMatchObject({
      status: 400,
      error: { code: 'previous_response_not_found' },
    });
    expect((await forget(posted.id)).status).toBe(200);
    expect(await client.ask(create('seven', { previous_response_id: idOf(second) }))).toMatchObject({
      status: 400,
      error: { code: 'previous_response_not_found' },
    });
    expect(seen).toHaveLength(shown);
  });

  it('prepares without inference when requested, as Codex does, and continues from there', async () => {
    const client = await connect();
    const ready = await client.ask(
      create([{ type: 'message', role: 'developer', content: 'Be brief.' }], {
        generate: false,
        stream: true,
        tools: [],
      }),
    );
    expect(ready).toMatchObject({
      type: 'response.completed',
      response: { status: 'completed', output: [], id: expect.stringMatching(/^resp_/) as string },
    });
    expect(seen).toHaveLength(0);
    const next = await client.ask(create('Hi', { previous_response_id: idOf(ready), stream: true }));
    expect(next.type).toBe('response.completed');
    expect(seen[0]?.messages).toHaveLength(2);
    expect(textOf(next)).toContain('Be brief.');
  });

  it('prepares with settings alone and retains them for its continuation', async () => {
    const client = await connect();
    const ready = await client.ask(create([], { generate: false, tools: [{ type: 'function', name: 'f' }] }));
    expect(ready).toMatchObject({ type: 'response.completed', response: { status: 'completed', output: [] } });
    expect(seen).toHaveLength(0);
    expect(await client.ask(create('Hi', { previous_response_id: idOf(ready) }))).toMatchObject({
      type: 'response.completed',
    });
    expect(seen[0]?.messages).toHaveLength(1);
  });

  it('requires input for a generated response, as a POST does with any value of generate', async () => {
    const client = await connect();
    expect(await client.ask(create([]))).toMatchObject({
      type: 'error',
      status: 400,
      error: { param: 'input', code: 'empty_array' },
    });
    const posted = await service.post('/v1/responses', { model: 'm', input: [], generate: false });
    expect([posted.status, await posted.json()]).toMatchObject([
      400,
      { error: { param: 'input', code: 'empty_array' } },
    ]);
  });

  it('makes ready only for a model that there is', async () => {
    const client = await connect();
    expect(await client.ask(create('Hi', { model: 'none', generate: false }))).toMatchObject({
      type: 'error',
      status: 404,
      error: { code: 'model_not_found' },
    });
  });

  it('puts the id of the stream on every event', async () => {
    const client = await connect();
    await client.ask(create('Hi', { stream_id: 's1' }));
    expect(client.frames.every((frame) => frame['stream_id'] === 's1')).toBe(true);
  });

  it('reports that steering is unsupported', async () => {
    const client = await connect();
    expect(await client.ask({ type: 'response.steer', previous_response_id: 'resp_1', input: 'more' })).toEqual({
      type: 'response.steer.failed',
      sequence_number: 0,
      error: { type: 'invalid_request_error', code: 'steering_not_supported', message: expect.any(String) as string },
      steer: { input: 'more', previous_response_id: 'resp_1' },
    });
  });
});
