// The complete path over all fixtures: a client of a dialect, this service, and an upstream of the same dialect.
import type { LanguageModel } from '@org/engine';
import { hasResponse, loadFixtures } from '@org/protocol/fixtures';
import { accumulateMessages, type MessageStreamEvent } from '@org/protocol/messages';
import { accumulateResponses, type ResponseStreamEvent } from '@org/protocol/responses';
import { readSse } from '@org/protocol/sse';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { openPolicy } from '../kit/open-policy.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayedResponse, type ReplayUpstream } from './replay-upstream.js';

type Json = Readonly<Record<string, unknown>>;

let upstream: ReplayUpstream;
let service: TestService;
const languageModels = new Map<string, LanguageModel>();

beforeAll(async () => {
  upstream = await startReplayUpstream();
  for (const kind of ['messages', 'responses'] as const) {
    languageModels.set(
      kind,
      await createLanguageModel(
        { name: kind, provider: { kind, baseUrl: upstream.baseUrl, upstreamPolicy: openPolicy } },
        {},
      ),
    );
  }
  service = await startTestService({ models: Object.fromEntries(languageModels) });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

/** Members that this service does not forward or defines itself, by name. */
const serviceMembers = new Set([
  'id',
  'model',
  'created_at',
  'completed_at',
  'store',
  'thread',
  'stream',
  'stream_options',
  'include',
]);
const signer = (kind: string): string => languageModels.get(kind)?.native?.signer ?? '';

/** Marks signatures as clients store them after receiving them from this service. */
function marked(value: Json, kind: string): Json {
  const marker = (form: string, data: unknown): string =>
    `via.${form}.${signer(kind)}.${typeof data === 'string' ? data : ''}`;
  return walk(value, (member) => {
    switch (member['type']) {
      case 'thinking':
        return { ...member, signature: marker('s', member['signature']) };
      case 'redacted_thinking':
        return { ...member, data: marker('r', member['data']) };
      case 'reasoning':
        return typeof member['encrypted_content'] === 'string'
          ? { ...member, encrypted_content: marker('e', member['encrypted_content']) }
          : member;
      default:
        return member;
    }
  });
}

function unmarked(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll(/"via\.[ser]\.[\w-]+\./g, '"')) as Json;
}

function walk(value: Json, change: (member: Json) => Json): Json {
  const walked = JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? change(member as Json) : member,
  ) as Json;
  return walked;
}

/** Removes nulls, which carry no information, and this service's own members. */
function essence(value: Json): Json {
  const slim = walk(value, (member) =>
    Object.fromEntries(Object.entries(member).filter(([, inner]) => inner !== null)),
  );
  return Object.fromEntries(Object.entries(slim).filter(([name]) => !serviceMembers.has(name)));
}

async function eventsOf(response: Response): Promise<Json[]> {
  if (response.body === null) throw new Error('a stream has a body');
  const events: Json[] = [];
  for await (const { data } of readSse(response.body)) if (data !== '[DONE]') events.push(JSON.parse(data) as Json);
  return events;
}

/**
 * Returns the response in three forms: streamed on both sides, streamed by the upstream only, and non-streaming on
 * both sides.
 */
async function collectResponses(
  kind: 'messages' | 'responses',
  request: Json,
  played: Required<Pick<ReplayedResponse, 'events' | 'document'>>,
  headers: Readonly<Record<string, string>>,
): Promise<Json[]> {
  const path = `/v1/${kind}`;
  const base = kind === 'messages' ? service.messagesHeaders : service.responsesHeaders;
  const ask = async (reply: ReplayedResponse, stream: boolean): Promise<Response> => {
    upstream.replay(reply);
    const response = await service.post(path, { ...request, model: kind, stream }, { ...base, ...headers });
    if (response.status !== 200) throw new Error(await response.text());
    expect(response.headers.get('x-service-warning')).toBeNull();
    return response;
  };
  const events = await eventsOf(await ask({ events: played.events }, true));
  const streamed =
    kind === 'messages'
      ? accumulateMessages(events as MessageStreamEvent[])
      : accumulateResponses(events as ResponseStreamEvent[]);
  const complete = (await (await ask({ events: played.events }, false)).json()) as Json;
  const document = (await (await ask({ document: played.document }, false)).json()) as Json;
  return [streamed, complete, document].map((reply) => unmarked(essence(reply as Json)));
}

const messagesCases = loadFixtures('messages')
  .flatMap((example) => (hasResponse(example) ? [example] : []))
  // Threads exist only in this service; some fixtures contain all versions of one tool, which no request may do.
  .filter(
    ({ request }) =>
      request.thread == null && new Set(request.tools?.map(({ name }) => name)).size === (request.tools?.length ?? 0),
  )
  .map((example) => [example.name, example] as const);

describe('a client of the messages dialect and an upstream that speaks it', () => {
  it.each(messagesCases)('%s', async (_, { request, response, events, version = '2023-06-01' }) => {
    const sent = JSON.parse(JSON.stringify(request)) as Json;
    const before = upstream.requests.length;
    const got = await collectResponses(
      'messages',
      marked(sent, 'messages'),
      { events, document: response },
      { 'anthropic-version': version, 'anthropic-beta': 'one-2025-01-01, two-2025-02-02' },
    );
    const want = essence(response as Json);
    for (const reply of got) {
      expect(reply['content']).toEqual(visible(want['content']));
      expect(reply).toMatchObject({ ...want, content: reply['content'] });
    }
    for (const { path, headers, body } of upstream.requests.slice(before)) {
      expect(path).toBe('/v1/messages');
      expect(headers).toMatchObject({
        'anthropic-version': '2023-06-01',
        'anthropic-beta': 'one-2025-01-01,two-2025-02-02',
      });
      expect(headers['vendor-version']).toBe(version === '2023-06-01' ? undefined : version);
      expect(body).toMatchObject({ model: 'messages', stream: true });
      expect(essence(body)).toEqual(essence(unmarked(marked(sent, 'messages'))));
    }
  });
});

/** Removes text without a visible character, which the service omits because clients may not send it back. */
function visible(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content
    .filter((block: Json) => block['type'] !== 'text' || String(block['text']).trim() !== '')
    .map((block: Json) => {
      const { citations, ...rest } = block;
      return Array.isArray(citations) && citations.length > 0 ? block : rest;
    });
}

/** State that this service stores; requests with it reach an upstream in another form. */
const stateful = ['previous_response_id', 'conversation', 'background', 'generate'];

const responsesCases = loadFixtures('responses')
  .flatMap((example) => (hasResponse(example) ? [example] : []))
  .filter(({ response }) => response.status === 'completed' || response.status === 'incomplete')
  .filter(
    ({ name, request }) =>
      !name.startsWith('item-reference') &&
      name !== 'empty-output' &&
      !stateful.some((field) => (request as Json)[field] != null && (request as Json)[field] !== false),
  )
  .map((example) => [example.name, example] as const);

describe('a client of the responses dialect and an upstream that speaks it', () => {
  it.each(responsesCases)('%s', async (_, { request, response, events }) => {
    const sent = JSON.parse(JSON.stringify(request)) as Json;
    const before = upstream.requests.length;
    const got = await collectResponses(
      'responses',
      marked(sent, 'responses'),
      { events, document: response },
      { 'openai-beta': 'responses=experimental, two=v2' },
    );
    const want = essence(response as Json);
    for (const reply of got) {
      expect(reply['output']).toEqual(want['output']);
      expect(reply).toMatchObject(want);
    }
    for (const { path, headers, body } of upstream.requests.slice(before)) {
      expect(path).toBe('/v1/responses');
      expect(headers).toMatchObject({ 'openai-beta': 'responses=experimental,two=v2' });
      expect(body).toMatchObject({
        model: 'responses',
        stream: true,
        store: false,
        include: expect.arrayContaining(['reasoning.encrypted_content']),
      });
      expect(essence(body)).toEqual(withoutDefaults(essence(sent)));
    }
  });
});

/** Removes explicit defaults, which equal omitted fields. */
function withoutDefaults(request: Json): Json {
  const defaults: Json = { parallel_tool_calls: true, tool_choice: 'auto', truncation: 'disabled', background: false };
  return Object.fromEntries(
    Object.entries(request).filter(
      ([name, value]) => defaults[name] !== value && !(name === 'tools' && Array.isArray(value) && value.length === 0),
    ),
  );
}
