// What clients of this API receive about hosted tools that the service runs.
import type { HostedToolKind, HostedToolResult, JsonObject, ServerCall, ServerCallOutcome } from '@org/engine';
import {
  accumulateResponses,
  checkResponseStream,
  responseSchema,
  responseStreamEventSchema,
  type ResponseStreamEvent,
} from '@org/protocol/responses';
import { includeStoredItem, responsesDialect } from '#src/responses.js';
import { decodeStoredItem } from '#src/responses/conversation.js';
import { serverToolForms } from '#src/responses/server-tool-forms.js';
import { callEvents, collect, generationOf, type Unplaced } from '../../mcp-call.js';
import { testSigner } from '../../test-signer.js';
import { encodeContext } from '../options.js';
import { rebuiltBySdk, sent } from '../streamed-responses.js';

interface Case {
  readonly kind: HostedToolKind;
  readonly name: string;
  readonly args: JsonObject;
  readonly hosted: HostedToolResult;
  /** The item, without id and status. */
  readonly item: JsonObject;
  /** What `include` adds to it. */
  readonly include: string;
  readonly included: JsonObject;
  readonly stages: readonly string[];
}

const codeCase = {
  kind: 'code',
  name: 'python',
  args: { code: 'print("ä")\n' },
  hosted: {
    type: 'code',
    language: 'python',
    containerId: 'cntr_1',
    stdout: 'ä\n',
    stderr: '',
    returnCode: 0,
    files: [{ fileId: 'cfile_1', filename: 'plot.png', mediaType: 'image/png', bytes: 3 }],
  },
  item: { type: 'code_interpreter_call', code: 'print("ä")\n', container_id: 'cntr_1', outputs: null },
  include: 'code_interpreter_call.outputs',
  included: {
    outputs: [
      { type: 'logs', logs: 'ä\n' },
      { type: 'image', url: '/v1/containers/cntr_1/files/cfile_1/content' },
    ],
  },
  stages: [
    'code_interpreter_call.in_progress',
    'code_interpreter_call_code.delta',
    'code_interpreter_call_code.delta',
    'code_interpreter_call_code.done',
    'code_interpreter_call.interpreting',
    'code_interpreter_call.completed',
  ],
} satisfies Case;

const cases: readonly Case[] = [
  {
    kind: 'web-search',
    name: 'web_search',
    args: { query: 'doors' },
    hosted: { type: 'web-search', queries: ['doors'], hits: [{ url: 'https://a.org', title: 'A', text: 'a door' }] },
    item: { type: 'web_search_call', action: { type: 'search', query: 'doors', queries: ['doors'] } },
    include: 'web_search_call.action.sources',
    included: {
      action: { type: 'search', query: 'doors', queries: ['doors'], sources: [{ type: 'url', url: 'https://a.org' }] },
    },
    stages: ['web_search_call.in_progress', 'web_search_call.searching', 'web_search_call.completed'],
  },
  {
    kind: 'file-search',
    name: 'file_search',
    args: { query: 'doors' },
    hosted: {
      type: 'file-search',
      queries: ['doors'],
      hits: [{ fileId: 'file_1', filename: 'a.md', vectorStoreId: 'vs_1', score: 0.5, text: 'a door', attributes: {} }],
    },
    item: { type: 'file_search_call', queries: ['doors'], results: null },
    include: 'file_search_call.results',
    included: { results: [{ file_id: 'file_1', filename: 'a.md', score: 0.5, text: 'a door', attributes: {} }] },
    stages: ['file_search_call.in_progress', 'file_search_call.searching', 'file_search_call.completed'],
  },
  codeCase,
];

const text = 'What the model reads.';

function callOf({ kind, name, args }: Case): ServerCall {
  const source = { type: 'hosted' as const, kind, ...(kind === 'code' && { containerId: 'cntr_1' }) };
  return { callId: 'call_1', source, name, argumentsText: JSON.stringify(args) };
}

function eventsOf(one: Case, outcome: ServerCallOutcome, include: readonly string[] = []): readonly Unplaced[] {
  const call = callOf(one);
  const { argumentsText } = call;
  const middle = argumentsText.length - 5;
  return callEvents(serverToolForms(include).hosted[one.kind], call, outcome, [
    argumentsText.slice(0, middle),
    argumentsText.slice(middle),
  ]);
}

function streamed(one: Case, outcome: ServerCallOutcome, include: readonly string[] = []): ResponseStreamEvent[] {
  const encoder = responsesDialect.createEncoder({ model: 'm', input: 'q' }, encodeContext());
  return sent(generationOf(...eventsOf(one, outcome, include)).flatMap((event) => encoder.push(event)));
}

const outcomeOf = ({ hosted }: Case): ServerCallOutcome => ({ content: [{ type: 'text', text }], hosted });

describe.each(cases)('A $kind call', (one) => {
  const outcome = outcomeOf(one);

  it('is an item between its events, and the stream rebuilds the JSON response', async () => {
    const events = streamed(one, outcome);
    for (const event of events) responseStreamEventSchema.parse(event);
    checkResponseStream(events);
    expect(events.slice(3, -2).map(({ type }) => String(type).replace('response.', ''))).toEqual(one.stages);
    const response = accumulateResponses(events);
    const encoder = responsesDialect.createEncoder({ model: 'm', input: 'q' }, encodeContext());
    expect(encoder.response(collect(generationOf(...eventsOf(one, outcome))))).toEqual(response);
    expect(responseSchema.parse(response).output).toEqual([{ ...one.item, id: 'call_1', status: 'completed' }]);
    expect(await rebuiltBySdk(events)).toMatchObject({ output: response.output });
  });

  it('shows its result where `include` asks for it', () => {
    const done = streamed(one, outcome, [one.include]).find(({ type }) => type === 'response.output_item.done');
    expect(done).toMatchObject({ item: { ...one.item, ...one.included } });
  });

  it('has no event for a failure: its status shows it', () => {
    const events = streamed(one, {
      content: [{ type: 'text', text: 'It failed.' }],
      isError: true,
      hosted: { type: 'failed', code: 'unavailable' },
    });
    checkResponseStream(events);
    expect(events.at(-2)).toMatchObject({ type: 'response.output_item.done', item: { status: 'failed' } });
    expect(events.map(({ type }) => type)).not.toContain(`response.${one.item['type']}.completed`);
  });

  it('is stored with its result, which a later turn shows the model and no client receives', () => {
    const encoder = responsesDialect.createEncoder({ model: 'm', input: 'q' }, encodeContext());
    const result = collect(generationOf(...eventsOf(one, outcome)));
    const { payload, items } = encoder.snapshot({ result });
    expect(JSON.stringify(payload)).not.toContain(text);
    const stored = items.find(({ side }) => side === 'output')?.value ?? {};
    expect(JSON.stringify(stored)).toContain(text);
    const decoded = decodeStoredItem(stored, testSigner.decrypt);
    expect(decoded).toMatchObject({
      parts: [
        { serverTool: { call: { name: one.name, source: { kind: one.kind } }, outcome: { content: [{ text }] } } },
      ],
    });
    expect(JSON.stringify(decoded.parts.map((part) => part.type === 'opaque' && part.value))).not.toContain(text);
    const shown = { ...one.item, id: 'call_1', status: 'completed' };
    expect(includeStoredItem(stored, [], testSigner)).toEqual(shown);
    expect(includeStoredItem(stored, [one.include], testSigner)).toEqual({ ...shown, ...one.included });
  });
});

describe('A call of code', () => {
  it('that a limit ended failed, and shows what the code printed until then, in later reads too', () => {
    const one = codeCase;
    const outcome = outcomeOf(one);
    const ended = { ...outcome, hosted: { ...one.hosted, endedBy: 'time-limit', returnCode: 137 } as const };
    const failed = { ...one.item, status: 'failed', ...one.included };
    const done = streamed(one, ended, [one.include]).find(({ type }) => type === 'response.output_item.done');
    expect(done).toMatchObject({ item: failed });
    const encoder = responsesDialect.createEncoder({ model: 'm', input: 'q' }, encodeContext());
    const { items } = encoder.snapshot({ result: collect(generationOf(...eventsOf(one, ended))) });
    const stored = items.find(({ side }) => side === 'output')?.value ?? {};
    expect(includeStoredItem(stored, [one.include], testSigner)).toMatchObject(failed);
    expect(decodeStoredItem(stored, testSigner.decrypt)).toMatchObject({
      parts: [{ serverTool: { outcome: { hosted: { endedBy: 'time-limit' } } } }],
    });
  });
});
