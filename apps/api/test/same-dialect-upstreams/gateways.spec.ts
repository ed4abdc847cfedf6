// Changes that gateways make to the responses they forward.
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { openPolicy } from '../kit/open-policy.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from './replay-upstream.js';

type Json = Readonly<Record<string, unknown>>;

let upstream: ReplayUpstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startReplayUpstream();
  const languageModel = async (kind: 'messages' | 'responses') =>
    await createLanguageModel(
      { name: 'm', provider: { kind, baseUrl: upstream.baseUrl, upstreamPolicy: openPolicy } },
      {},
    );
  service = await startTestService({
    models: { messages: await languageModel('messages'), responses: await languageModel('responses') },
  });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'x',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 5, output_tokens: 0 },
};
const start = { type: 'message_start', message };
const block = (...chunks: readonly string[]): readonly Json[] => [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...chunks.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
  { type: 'content_block_stop', index: 0 },
];
const end: readonly Json[] = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 3 } },
  { type: 'message_stop' },
];

async function eventsOf(response: Response): Promise<readonly Json[]> {
  return (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as Json] : []));
}

const ask = async (path: '/v1/messages' | '/v1/responses', model: string): Promise<readonly Json[]> =>
  path === '/v1/messages'
    ? await eventsOf(
        await service.post(
          path,
          { model, max_tokens: 100, stream: true, messages: [{ role: 'user', content: 'q' }] },
          service.messagesHeaders,
        ),
      )
    : await eventsOf(await service.post(path, { model, input: 'q', stream: true }, service.responsesHeaders));

/** Every text of the events, in its order. */
const textsIn = (events: readonly Json[]): readonly string[] =>
  events.flatMap(({ delta }) =>
    typeof delta === 'string'
      ? [delta]
      : typeof delta === 'object' && delta !== null && 'text' in delta
        ? [String(delta.text)]
        : [],
  );

it.each(['/v1/messages', '/v1/responses'] as const)('joins a character that arrives in halves: %s', async (path) => {
  upstream.replay({ events: [start, ...block('a\ud83d', '\ude00b'), ...end] });
  expect(textsIn(await ask(path, 'messages'))).toEqual(['a', '😀b']);
  const item = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'a😀b', annotations: [] }],
  };
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'u',
    status: 'completed',
    output: [item],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
  const textDelta = (delta: string): Json => ({
    type: 'response.output_text.delta',
    output_index: 0,
    content_index: 0,
    item_id: 'msg_1',
    delta,
  });
  upstream.replay({
    events: [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [], status: 'in_progress' } },
      textDelta('a\ud83d'),
      textDelta('\ude00b'),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ],
  });
  expect(textsIn(await ask(path, 'responses'))).toEqual(['a', '😀b']);
});

describe('a message whose start event arrives twice', () => {
  it('is one message', async () => {
    upstream.replay({ events: [start, start, ...block('ok'), ...end] });
    const events = await ask('/v1/messages', 'messages');
    expect(events.map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it.each([
    [
      'another message starts',
      [start, { type: 'message_start', message: { ...message, id: 'msg_2' } }, ...block('ok'), ...end],
    ],
    ['its start is long ago', [start, ...block('ok'), start, ...end]],
  ])('is broken where %s', async (_, events) => {
    upstream.replay({ events });
    expect(JSON.stringify(await ask('/v1/responses', 'messages'))).toContain('the service cannot read');
  });
});
