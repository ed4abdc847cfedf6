// The tool runner of @anthropic-ai/sdk with its history stored at the server, so that it sends only new messages.
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { otherKey } from '../kit/start-service.js';
import { recordingFetch, type RecordingFetch } from './recording-fetch.js';
import { testSetups, type TestSetup } from './test-setups.js';

const ran: string[] = [];
const readFile = betaTool({
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  // Each file content requests the next file, which makes three calls in a row.
  run: ({ path }) => {
    ran.push(path);
    return path === 'c' ? 'the end' : `call=read_file:{"path":"${path === 'a' ? 'b' : 'c'}"}`;
  },
});

const question = {
  model: 'm',
  max_tokens: 1024,
  system: 'Be exact.',
  tools: [readFile],
  messages: [{ role: 'user' as const, content: 'call=read_file:{"path":"a"}' }],
};

describe.each(testSetups)('the tool runner with $name', ({ start }) => {
  let world: TestSetup;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.close());
  beforeEach(() => {
    ran.length = 0;
  });

  const connect = ({ fetch }: RecordingFetch): Anthropic =>
    new Anthropic({ apiKey: world.service.key, baseURL: world.service.url, maxRetries: 0, fetch });

  it.each([false, true])('goes through three calls, sending only what is new (streamed: %s)', async (stream) => {
    const payload = recordingFetch();
    const runner = connect(payload).beta.messages.toolRunner({ ...question, stream });
    const message = await runner.runUntilDone();
    expect(message.content).toMatchObject([{ type: 'text', text: 'The tool said: the end' }]);
    expect(ran).toEqual(['a', 'b', 'c']);
    expect(payload.statuses).toEqual([200, 200, 200, 200]);
    expect(payload.sent.map(({ thread }) => thread)).toMatchObject([
      { type: 'create' },
      { type: 'continue' },
      { type: 'continue' },
      { type: 'continue' },
    ]);
    for (const body of payload.sent.slice(1)) {
      expect(body['messages']).toHaveLength(1);
      expect(body).not.toHaveProperty('tools');
    }
    const observedRequest = world.observedRequests.at(-1);
    expect(observedRequest?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
    expect(observedRequest?.messages[0]?.text).toBe('Be exact.');
    expect(observedRequest?.tools.map(({ name }) => name)).toEqual(['read_file']);
  });

  it('sends its full history again when the thread does not exist', async () => {
    // From the second request on it uses the key of another owner, who cannot see the thread.
    const payload = recordingFetch(
      (headers, number) => number > 0 && headers.set('authorization', `Bearer ${otherKey}`),
    );
    const message = await connect(payload).beta.messages.toolRunner(question).runUntilDone();
    expect(message.content).toMatchObject([{ type: 'text', text: 'The tool said: the end' }]);
    expect(payload.statuses[1]).toBe(404);
    expect(payload.statuses.slice(2)).not.toContain(404);
    expect(payload.sent[2]?.['messages']).toHaveLength(3);
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('may do without a thread', async () => {
    const payload = recordingFetch();
    const message = await connect(payload)
      .beta.messages.toolRunner({ ...question, thread: false })
      .runUntilDone();
    expect(message.content).toMatchObject([{ type: 'text', text: 'The tool said: the end' }]);
    expect(payload.sent.map(({ messages }) => (messages as readonly unknown[]).length)).toEqual([1, 3, 5, 7]);
  });
});

describe.each(testSetups)('the tool runner that compacts its conversation with $name', ({ start }) => {
  let world: TestSetup;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.close());

  it.each([
    { stream: false, thread: true },
    { stream: true, thread: true },
    { stream: false, thread: false },
  ])('continues from the summary alone (streamed: $stream, threaded: $thread)', async ({ stream, thread }) => {
    ran.length = 0;
    const payload = recordingFetch();
    const client = new Anthropic({
      apiKey: world.service.key,
      baseURL: world.service.url,
      maxRetries: 0,
      fetch: payload.fetch,
    });
    const runner = client.beta.messages.toolRunner({
      ...question,
      messages: [{ role: 'user', content: 'call=read_file:{"path":"c"}' }],
      stream,
      ...(thread ? {} : { thread }),
    });
    const stops: unknown[] = [];
    for await (const step of runner) {
      const message = 'finalMessage' in step ? await step.finalMessage() : step;
      stops.push(message.stop_reason);
      if (stops.length === 1) runner.compactBeforeNextTurn({ type: 'summarize', instructions: 'Tell what you know.' });
    }
    expect(payload.statuses.filter((status) => status !== 200)).toEqual([]);
    expect(stops).toEqual(['tool_use', 'compaction', 'end_turn']);
    expect(ran).toEqual(['c']);
    const compacted = payload.sent.findIndex((body) => 'compaction' in body);
    const content = 'Summary of the conversation so far:\n\nThe tool said: the end';
    expect(payload.sent[compacted + 1]?.['messages']).toEqual([
      { role: 'assistant', content: [{ type: 'compaction', content, encrypted_content: null, tool_changes: [] }] },
    ]);
    const [summarizing, after] = world.observedRequests.slice(-2);
    expect(summarizing?.messages.at(-1)?.text).toBe('Tell what you know.');
    expect(after?.messages).toMatchObject([
      { role: 'system', text: 'Be exact.' },
      { role: 'user', text: content },
    ]);
    expect(after?.tools.map(({ name }) => name)).toEqual(['read_file']);
  });
});

describe('a thread', () => {
  let world: TestSetup;
  beforeAll(async () => {
    const [kind] = testSetups;
    if (kind === undefined) throw new Error('there is a world');
    world = await kind.start();
  });
  afterAll(() => world.close());

  it.each([
    ['that never was', 'msg_0000', {}],
    ['of another key', undefined, { authorization: `Bearer ${otherKey}` }],
  ])(
    'returns not found for %s in the words that the runner recognizes',
    async (_, id, headers: Record<string, string>) => {
      const first = await world.service.post('/v1/messages', {
        model: 'm',
        max_tokens: 10,
        messages: [{ role: 'user', content: 'Hi' }],
        thread: { type: 'create' },
      });
      const { id: mine } = (await first.json()) as { id: string };
      const body = {
        model: 'm',
        max_tokens: 10,
        messages: [{ role: 'user', content: 'Go on.' }],
        thread: { type: 'continue', previous_message_id: id ?? mine },
      };
      const response = await world.service.post('/v1/messages', body, { ...world.service.messagesHeaders, ...headers });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        error: { type: 'not_found_error', details: { error_code: 'thread_not_found' } },
      });
    },
  );
});
