// The response of an upstream of this dialect reaches the client unchanged, and so does the client's request the
// upstream.
import {
  EngineError,
  type GenerationEvent,
  type GenerationResult,
  type JsonObject,
  ResultCollector,
} from '@org/engine';
import { EventGrammar } from '@org/engine/testing';
import { hasResponse, loadFixtures } from '@org/protocol/fixtures';
import {
  accumulateResponses,
  checkResponseStream,
  type ResponseCreateParams,
  type ResponseOutputItem,
} from '@org/protocol/responses';
import { responsesDialect, responsesApi } from '#src/responses.js';
import { closeResponse } from '#src/responses/encode/close-response.js';
import { normalizeRequest, normalizeResponse } from '../normalizations.js';
import { jsonOf, membersOutside } from '#src/shared/json-of.js';
import { target, unmarked } from '../../upstream-target.js';
import { encodeResponse, sent } from '../streamed-responses.js';
import { decodeOptions, encodeContext } from '../options.js';

const cases = loadFixtures('responses')
  .flatMap((example) => (hasResponse(example) ? [example] : []))
  // One fixture is the response to a WebSocket frame without a generation, which no upstream receives.
  .filter(
    ({ name, response }) =>
      name !== 'empty-output' && (response.status === 'completed' || response.status === 'incomplete'),
  );

const stored = (id: string): JsonObject => ({ type: 'message', id, role: 'user', content: 'stored' });

function decodeTurn(request: ResponseCreateParams): ReturnType<typeof responsesDialect.decodeRequest> {
  const items = Object.fromEntries(responsesDialect.referencedItems(request).map((id) => [id, stored(id)]));
  return responsesDialect.decodeRequest(request, { ...decodeOptions({}, items), native: 'responses' });
}

interface DecodedResponse {
  readonly events: readonly GenerationEvent[];
  readonly result: GenerationResult;
}

function read(
  request: ResponseCreateParams,
  feed: (reader: ReturnType<typeof responsesApi.createReader>) => void,
): DecodedResponse {
  const events: GenerationEvent[] = [];
  const grammar = new EventGrammar();
  const collector = new ResultCollector();
  const reader = responsesApi.createReader(decodeTurn(request).generation, target, [], (event) => {
    grammar.push(event);
    collector.push(event);
    events.push(event);
  });
  feed(reader);
  grammar.end();
  expect(reader.done).toBe(true);
  return { events, result: collector.result() };
}

describe.each(cases)('the response to $name from an upstream', ({ request, response, events }) => {
  const context = encodeContext(
    {},
    { id: response.id, createdAt: response.created_at, now: () => response.completed_at ?? 0 },
  );
  const stream = (): DecodedResponse =>
    read(request, (reader) => events.forEach((event) => expect(reader.push(jsonOf(event))).toBeUndefined()));
  const want = normalizeResponse(sent(jsonOf(response)));

  it('preserves every item and member as a stream', () => {
    expect(unmarked(encodeResponse(request, stream().result, context))).toEqual(want);
  });

  it('preserves every item and member as a JSON document', () => {
    const { result } = read(request, (reader) => expect(reader.pushDocument(jsonOf(response))).toBeUndefined());
    expect(unmarked(encodeResponse(request, result, context))).toEqual(want);
  });

  it('is streamed on as the same response', () => {
    const decoded = stream();
    const encoder = responsesDialect.createEncoder(request, context);
    const onward = sent(decoded.events.flatMap((event) => encoder.push(event)));
    checkResponseStream(onward);
    expect(accumulateResponses(onward)).toEqual(encodeResponse(request, decoded.result, context));
  });

  it('is streamed with all events of the tools that ran at the upstream', () => {
    const encoder = responsesDialect.createEncoder(request, context);
    expect(hostedToolEvents(stream().events.flatMap((event) => encoder.push(event)))).toEqual(hostedToolEvents(events));
  });
});

/** The events of hosted tools before they are done. */
function hostedToolEvents(events: readonly { readonly type: unknown }[]): JsonObject[] {
  return events
    .filter(({ type }) =>
      /^response\.(?:web_search_call|file_search_call|code_interpreter_call|image_generation_call|mcp_call|mcp_list_tools|compaction)/.test(
        String(type),
      ),
    )
    .map((event) => membersOutside(jsonOf(event), new Set(['sequence_number'])));
}

/** The final status of an item. The official types have no status for a truncated file change. */
function endOf(item: ResponseOutputItem): unknown {
  return item.type === 'apply_patch_call' ? 'not completed' : item['status'];
}

describe.each(cases)('the response to $name that an upstream aborts', ({ request, response, events }) => {
  it('is ended in order wherever that is', () => {
    const broken = new EngineError('upstream-failed', 'The upstream broke off.');
    for (let count = 1; count < events.length; count += 1) {
      const encoder = responsesDialect.createEncoder(request, encodeContext({}, { id: response.id }));
      const sentOn: ReturnType<typeof encoder.push>[number][] = [];
      const reader = responsesApi.createReader(decodeTurn(request).generation, target, [], (event) =>
        sentOn.push(...encoder.push(event)),
      );
      for (const event of events.slice(0, count)) reader.push(jsonOf(event));
      // An error before the first output needs no stream, so the response never started.
      if (sentOn.length === 0) continue;
      const stream = sent([...sentOn, ...encoder.fail(broken)]);
      checkResponseStream(stream);
      expect(accumulateResponses(stream).output.map(endOf)).not.toContain('in_progress');
      // A process that takes over has only the events.
      const closed = closeResponse(sentOn, broken, 'both');
      checkResponseStream(sent([...sentOn, ...closed.events]));
      expect(closed.response.output.map(endOf)).not.toContain('in_progress');
    }
  });
});

/** Reasoning as a client has it that had its history from this service. */
function marked(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'object' &&
    member !== null &&
    'type' in member &&
    member.type === 'reasoning' &&
    'encrypted_content' in member &&
    typeof member.encrypted_content === 'string'
      ? { ...member, encrypted_content: `via.e.up.${member.encrypted_content}` }
      : member,
  ) as JsonObject;
}

/** Fields between the client and this service, and state that this service resolves. */
const serviceOnlyFields = new Set([
  'stream',
  'stream_options',
  'background',
  'background_options',
  'conversation',
  'previous_response_id',
  'store',
  'model',
  'include',
]);

function withoutServiceOnlyFields(request: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(normalizeRequest(request)).filter(([name]) => !serviceOnlyFields.has(name)));
}

describe.each(cases)('the request of $name to an upstream', ({ request }) => {
  it('equals the request of the client, except for what this service decides', () => {
    const api = responsesDialect.parseRequest(marked(sent(jsonOf(request))));
    const turn = decodeTurn(api);
    const { body, warnings, localStopSequences } = responsesApi.encode(turn.generation, target);
    expect([...warnings, ...localStopSequences]).toEqual([]);
    expect(body).toMatchObject({ model: target.model, stream: true, store: false });
    expect(body['include']).toContain('reasoning.encrypted_content');
    expect(body['include']).toEqual(expect.arrayContaining([...(request.include ?? [])]));
    expect(withoutServiceOnlyFields(sent(body))).toEqual(
      expandRequest(withoutServiceOnlyFields(sent(jsonOf(request)))),
    );
  });
});

/** References in full, as the store has what they refer to. */
function expandRequest(request: JsonObject): JsonObject {
  const { input } = request;
  if (!Array.isArray(input)) return request;
  const isReference = (item: JsonObject): boolean =>
    item['type'] === 'item_reference' ||
    (item['type'] == null && typeof item['id'] === 'string' && item['role'] === undefined);
  return {
    ...request,
    input: input.map((item: JsonObject) => (isReference(item) ? stored(String(item['id'])) : item)),
  };
}
