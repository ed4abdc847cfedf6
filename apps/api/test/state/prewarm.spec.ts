// `prompt_cache_options.prewarm`: the model evaluates the prompt into its cache and generates nothing.
import { loadFixtures } from '@org/protocol/fixtures';
import OpenAI from 'openai';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { recording, type Recording } from '../conversations/recording.js';
import { openFrames } from '../kit/frames.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from '../same-dialect-upstreams/replay-upstream.js';

const prewarm = { prompt_cache_options: { prewarm: true } };

let model: Recording;
let upstream: ReplayUpstream;
let service: TestService;
let client: OpenAI;
beforeEach(async () => {
  model = recording(['Said.']);
  upstream = await startReplayUpstream();
  service = await startTestService({
    models: {
      m: model,
      native: await createLanguageModel(
        { name: 'native', provider: { kind: 'responses', baseUrl: upstream.baseUrl } },
        {},
      ),
    },
  });
  client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
});
afterEach(async () => {
  await service.close();
  await upstream.close();
});

describe('a response that prewarms the prompt cache', () => {
  it('is completed without output, after the model has read the prompt', async () => {
    const ready = await client.responses.create({
      model: 'm',
      instructions: 'Be brief.',
      input: 'A long document.',
      ...prewarm,
    });
    expect(ready).toMatchObject({ status: 'completed', incomplete_details: null, output: [], output_text: '' });
    expect(model.promptMessages()).toEqual(['system: Be brief.', 'user: A long document.']);
    expect(model.requests[0]?.limits).toEqual({ maxOutputTokens: 0 });
  });

  it('is a stream without an item', async () => {
    const types: string[] = [];
    for await (const event of await client.responses.create({
      model: 'm',
      input: 'A long document.',
      stream: true,
      ...prewarm,
    }))
      types.push(event.type);
    expect(types).toEqual(['response.created', 'response.in_progress', 'response.completed']);
  });

  it('is stored and can be continued', async () => {
    const ready = await client.responses.create({ model: 'm', input: 'A long document.', ...prewarm });
    expect(await client.responses.retrieve(ready.id)).toMatchObject({ status: 'completed', output: [] });
    const next = await client.responses.create({
      model: 'm',
      input: 'What does it say?',
      previous_response_id: ready.id,
    });
    expect(model.promptMessages()).toEqual(['user: A long document.', 'user: What does it say?']);
    expect(next.output_text).toBe('Said.');
  });

  it('leaves nothing stored with store: false', async () => {
    const ready = await client.responses.create({ model: 'm', input: 'A long document.', store: false, ...prewarm });
    expect(ready.output).toEqual([]);
    await expect(client.responses.retrieve(ready.id)).rejects.toMatchObject({ status: 404 });
  });

  it('reads its conversation, adds nothing to it and reports that', async () => {
    const { id } = await client.conversations.create({ items: [{ role: 'user', content: 'Before.' }] });
    const { response } = await client.responses
      .create({ model: 'm', conversation: id, input: 'A long document.', ...prewarm })
      .withResponse();
    expect(response.headers.get('x-service-warning')).toContain('adds nothing');
    expect(model.promptMessages()).toEqual(['user: Before.', 'user: A long document.']);
    expect((await client.conversations.items.list(id)).data).toHaveLength(1);
    await client.responses.create({ model: 'm', conversation: id, input: 'A long document.' });
    expect((await client.conversations.items.list(id)).data).toHaveLength(3);
  });

  it('compacts nothing, however long the conversation is', async () => {
    const ready = await client.responses.create({
      model: 'm',
      input: 'A long document.',
      context_management: [{ type: 'compaction', compact_threshold: 1 }],
      ...prewarm,
    });
    expect(ready.output).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it('requires no input and then asks no model', async () => {
    expect(await client.responses.create({ model: 'm', ...prewarm })).toMatchObject({
      status: 'completed',
      output: [],
    });
    expect(model.requests).toHaveLength(0);
  });

  it('may be made in the background', async () => {
    const { id } = await client.responses.create({
      model: 'm',
      input: 'A long document.',
      background: true,
      ...prewarm,
    });
    for await (const event of await client.responses.retrieve(id, { stream: true }))
      expect(event.type).not.toContain('item');
    expect(await client.responses.retrieve(id)).toMatchObject({ status: 'completed', output: [] });
    expect(model.requests[0]?.limits).toEqual({ maxOutputTokens: 0 });
  });

  it('is forwarded unchanged to an upstream of this dialect and hides output of one that does not support it', async () => {
    const [example] = loadFixtures('responses').filter(({ name }) => name === 'plain-text');
    upstream.replay({ events: example !== undefined && 'events' in example ? example.events : [] });
    const ready = await client.responses.create({ model: 'native', input: 'A long document.', ...prewarm });
    expect(ready).toMatchObject({ status: 'completed', output: [] });
    expect(upstream.requests.at(-1)?.body).toMatchObject(prewarm);
    expect(upstream.requests.at(-1)?.body).not.toHaveProperty('max_output_tokens');
  });

  it.each([{}, { generate: true }, { generate: false }])(
    'is the same on a WebSocket with any value of generate: %j',
    async (more) => {
      const connection = await openFrames(service.url, service.responsesHeaders);
      const ready = await connection.ask({
        type: 'response.create',
        model: 'm',
        input: 'A long document.',
        ...prewarm,
        ...more,
      });
      expect(ready).toMatchObject({ type: 'response.completed', response: { status: 'completed', output: [] } });
      expect(model.requests.map(({ limits }) => limits)).toEqual([{ maxOutputTokens: 0 }]);
      connection.socket.terminate();
    },
  );
});

describe('a connection that only makes ready in a conversation', () => {
  it('adds nothing to the conversation, reports that, and the next input is added once', async () => {
    const { id } = await client.conversations.create({ items: [{ role: 'user', content: 'Before.' }] });
    const connection = await openFrames(service.url, service.responsesHeaders);
    const create = { type: 'response.create', model: 'm', conversation: id, input: 'A long document.' };
    const ready = await connection.ask({ ...create, generate: false });
    expect(ready).toMatchObject({ type: 'response.completed', response: { status: 'completed', output: [] } });
    expect(JSON.stringify(connection.frames[0])).toContain(
      "With 'generate: false' the service reads the conversation and adds nothing to it.",
    );
    expect(model.requests).toHaveLength(0);
    expect((await client.conversations.items.list(id)).data).toHaveLength(1);

    const { id: readyId } = ready['response'] as { id: string };
    const both = await connection.ask({ ...create, previous_response_id: readyId });
    expect(both).toMatchObject({ type: 'error', status: 400, error: { param: 'conversation' } });
    expect(await connection.ask(create)).toMatchObject({ type: 'response.completed' });
    expect(model.promptMessages()).toEqual(['user: Before.', 'user: A long document.']);
    expect((await client.conversations.items.list(id)).data).toHaveLength(3);
    connection.socket.terminate();
  });

  it('can be continued by its id, without the conversation', async () => {
    const { id } = await client.conversations.create({ items: [{ role: 'user', content: 'Before.' }] });
    const connection = await openFrames(service.url, service.responsesHeaders);
    const ready = await connection.ask({
      type: 'response.create',
      model: 'm',
      conversation: id,
      input: 'A long document.',
      generate: false,
    });
    const { id: readyId } = ready['response'] as { id: string };
    await connection.ask({
      type: 'response.create',
      model: 'm',
      previous_response_id: readyId,
      input: 'What does it say?',
    });
    expect(model.promptMessages()).toEqual(['user: A long document.', 'user: What does it say?']);
    expect((await client.conversations.items.list(id)).data).toHaveLength(1);
    connection.socket.terminate();
  });
});

describe('a model of this machine that was prewarmed', () => {
  it("has evaluated the start of the next response's prompt", async () => {
    const local = await startTestService();
    const create = async (more: object): Promise<OpenAI.Responses.Response> =>
      (await (
        await local.post('/v1/responses', {
          model: 'demo',
          input: 'A document: '.repeat(20),
          max_output_tokens: 1,
          ...more,
        })
      ).json()) as OpenAI.Responses.Response;
    expect((await create(prewarm)).usage).toMatchObject({
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 0,
    });
    const { usage } = await create({});
    expect(usage?.input_tokens_details.cached_tokens).toBeGreaterThan((usage?.input_tokens ?? 0) / 2);
    await local.close();
  }, 60_000);
});

describe('a response with prewarm disabled', () => {
  it('is generated', async () => {
    const response = await client.responses.create({
      model: 'm',
      input: 'Hi',
      prompt_cache_options: { prewarm: false },
    });
    expect(response.output_text).toBe('Said.');
    expect(model.requests[0]?.limits).toEqual({});
  });
});
