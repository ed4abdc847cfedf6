// This service stores the state: an upstream receives complete requests without references to stored state.
import { hasResponse, loadFixtures } from '@org/protocol/fixtures';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from './replay-upstream.js';

type Json = Readonly<Record<string, unknown>>;

let upstream: ReplayUpstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startReplayUpstream();
  const models = {
    m: await createLanguageModel({ name: 'm', provider: { kind: 'responses', baseUrl: upstream.baseUrl } }, {}),
    t: await createLanguageModel({ name: 't', provider: { kind: 'messages', baseUrl: upstream.baseUrl } }, {}),
  };
  service = await startTestService({ models });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

function responsesCase(name: string): { readonly events: readonly object[]; readonly output: readonly Json[] } {
  for (const example of loadFixtures('responses'))
    if (example.name === name && hasResponse(example))
      return { events: example.events, output: example.response.output as readonly Json[] };
  throw new Error(name);
}

/** What the upstream was asked last. */
function lastBody(): Json {
  return upstream.requests.at(-1)?.body ?? {};
}

async function create(body: Json): Promise<Json> {
  const response = await service.post('/v1/responses', { model: 'm', ...body });
  const payload = (await response.json()) as Json;
  if (response.status !== 200) throw new Error(JSON.stringify(payload));
  return payload;
}

describe('a response that continues another', () => {
  it('sends the upstream its own reasoning with its original signature and the full conversation', async () => {
    const { events, output } = responsesCase('reasoning-encrypted');
    upstream.replay({ events });
    const first = await create({ input: 'One?', instructions: 'Be brief.' });
    const second = await create({ input: 'Two?', previous_response_id: first['id'] });
    expect(second['previous_response_id']).toBe(first['id']);
    const body = lastBody();
    expect(body).toMatchObject({ store: false, stream: true });
    expect(body).not.toHaveProperty('previous_response_id');
    expect(body).not.toHaveProperty('instructions');
    expect(body['input']).toEqual([
      expect.objectContaining({ role: 'user', content: 'One?' }),
      ...output.map((item) =>
        expect.objectContaining(
          item['type'] === 'reasoning'
            ? { type: 'reasoning', encrypted_content: item['encrypted_content'] }
            : { type: item['type'], id: item['id'] },
        ),
      ),
      expect.objectContaining({ role: 'user', content: 'Two?' }),
    ]);
  });

  it('spells out what it refers to', async () => {
    const { events, output } = responsesCase('plain-text');
    upstream.replay({ events });
    const first = await create({ input: 'One?' });
    const [message] = first['output'] as readonly Json[];
    await create({
      input: [
        { type: 'item_reference', id: message?.['id'] },
        { role: 'user', content: 'Two?' },
      ],
    });
    const body = lastBody();
    expect(JSON.stringify(body)).not.toContain('item_reference');
    expect(body['input']).toEqual([
      expect.objectContaining({ type: 'message', role: 'assistant', content: output[0]?.['content'] }),
      expect.objectContaining({ role: 'user' }),
    ]);
  });

  it('continues a conversation whose id the upstream never receives', async () => {
    const { events } = responsesCase('plain-text');
    upstream.replay({ events });
    const conversation = (await (await service.post('/v1/conversations', {})).json()) as Json;
    await create({ input: 'One?', conversation: conversation['id'] });
    await create({ input: 'Two?', conversation: conversation['id'] });
    const body = lastBody();
    expect(body).not.toHaveProperty('conversation');
    expect(body['input']).toHaveLength(3);
  });
});

describe('what the header of a client switched on', () => {
  const headers = { 'openai-beta': 'one=v1' };
  const switchedOn = (): unknown => upstream.requests.at(-1)?.headers['openai-beta'];

  it('reaches the upstream from the background', async () => {
    upstream.replay({ events: responsesCase('plain-text').events });
    const before = upstream.requests.length;
    const response = await service.post(
      '/v1/responses',
      { model: 'm', input: 'One?', background: true },
      { ...service.responsesHeaders, ...headers },
    );
    expect(response.status).toBe(200);
    await eventually(() => upstream.requests.length > before);
    expect(switchedOn()).toBe('one=v1');
  });

  it('reaches the upstream from a WebSocket, but for what is between the client and this service', async () => {
    upstream.replay({ events: responsesCase('plain-text').events });
    const client = await openFrames(service.url, {
      ...service.responsesHeaders,
      'openai-beta': 'responses_websockets=2026-02-06,one=v1',
    });
    expect(await client.ask({ type: 'response.create', model: 'm', input: 'One?' })).toMatchObject({
      type: 'response.completed',
    });
    client.socket.terminate();
    expect(switchedOn()).toBe('one=v1');
  });

  it('is independent of fields in the body', async () => {
    upstream.replay({ events: responsesCase('plain-text').events });
    await create({ input: 'One?', $betas: ['one=v1'] });
    expect(switchedOn()).toBeUndefined();
    expect(lastBody()).not.toHaveProperty('$betas');
  });

  it('reaches the upstream with a count, too', async () => {
    upstream.replay({ document: { object: 'response.input_tokens', input_tokens: 7 } });
    await service.post(
      '/v1/responses/input_tokens',
      { model: 'm', input: 'One?' },
      { ...service.responsesHeaders, ...headers },
    );
    expect(switchedOn()).toBe('one=v1');
  });
});

describe('a thread of messages', () => {
  it('continues with its system text and its history, and the upstream never receives its id', async () => {
    const payload = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      model: 'x',
      content: [{ type: 'text', text: 'Yes.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 1 },
    };
    upstream.replay({ document: payload });
    const ask = async (body: Json): Promise<Json> =>
      (await (await service.post('/v1/messages', { model: 't', max_tokens: 10, ...body })).json()) as Json;
    const first = await ask({
      system: 'Be brief.',
      thread: { type: 'create' },
      messages: [{ role: 'user', content: 'One?' }],
    });
    await ask({
      thread: { type: 'continue', previous_message_id: first['id'] },
      messages: [{ role: 'user', content: 'Two?' }],
    });
    const body = lastBody();
    expect(body).not.toHaveProperty('thread');
    expect(body).toMatchObject({
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'One?' },
        { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
        { role: 'user', content: 'Two?' },
      ],
    });
  });
});
