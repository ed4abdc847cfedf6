// The response of an upstream of this dialect reaches the client unchanged, and so does the client's request the
// upstream.
import { type GenerationEvent, type GenerationResult, type JsonObject, ResultCollector } from '@org/engine';
import { EventGrammar } from '@org/engine/testing';
import { loadFixtures } from '@org/protocol/fixtures';
import { accumulateMessages, checkMessageStream, type MessageCreateParams } from '@org/protocol/messages';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { responseNormalizations, normalize, requestNormalizations } from '../normalizations.js';
import { jsonOf } from '#src/shared/json-of.js';
import { target, unmarked } from '../../upstream-target.js';
import { sent } from '../response-streams.js';
import { decodeOptions, encodeContext } from '../requests.js';

const cases = loadFixtures('messages').flatMap((example) => ('response' in example ? [example] : []));

interface DecodedResponse {
  readonly events: readonly GenerationEvent[];
  readonly result: GenerationResult;
}

function read(
  request: MessageCreateParams,
  feed: (reader: ReturnType<typeof messagesApi.createReader>) => void,
): DecodedResponse {
  const { generation } = messagesDialect.decodeRequest(
    request,
    decodeOptions({ native: 'messages', items: threadItems(request) }),
  );
  const events: GenerationEvent[] = [];
  const grammar = new EventGrammar();
  const collector = new ResultCollector();
  const reader = messagesApi.createReader(generation, target, [], (event) => {
    grammar.push(event);
    collector.push(event);
    events.push(event);
  });
  feed(reader);
  grammar.end();
  expect(reader.done).toBe(true);
  return { events, result: collector.result() };
}

function threadItems(request: MessageCreateParams): Map<string, JsonObject> {
  return new Map(messagesDialect.referencedItems(request).map((id) => [id, {}]));
}

/** Two things of a stream that its message does not repeat. */
function expected(response: JsonObject, model: string): JsonObject {
  return { ...normalize(response, responseNormalizations), model };
}

describe.each(cases)('the response to $name from an upstream', ({ request, response, events }) => {
  const api = messagesDialect.parseRequest(request);
  const shown = messagesDialect.createEncoder(
    { ...api, thinking: undefined } as MessageCreateParams,
    encodeContext({ id: response.id }),
  );
  const encode = (result: GenerationResult): JsonObject =>
    normalize(unmarked(jsonOf(shown.response(result))), responseNormalizations);
  const started = events.find((event) => event.type === 'message_start');
  const model = started?.type === 'message_start' ? started.message.model : '';

  it('preserves every block and member as a stream', () => {
    const { result } = read(api, (reader) =>
      events.forEach((event) => expect(reader.push(jsonOf(event))).toBeUndefined()),
    );
    expect(encode(result)).toEqual(expected(jsonOf(response), model));
  });

  it('preserves every block and member as a document', () => {
    const { result } = read(api, (reader) => expect(reader.pushDocument(jsonOf(response))).toBeUndefined());
    expect(encode(result)).toEqual(expected(jsonOf(response), response.model));
  });

  it('is streamed on as the same message', () => {
    const decoded = read(api, (reader) => events.forEach((event) => reader.push(jsonOf(event))));
    const encoder = messagesDialect.createEncoder(api, encodeContext({ id: response.id }));
    const onward = sent(decoded.events.flatMap((event) => encoder.push(event)));
    checkMessageStream(onward);
    const complete = sent(
      messagesDialect.createEncoder(api, encodeContext({ id: response.id })).response(decoded.result),
    );
    // The accumulator names the model that took over; a result names the one that started. Not serialized again:
    // JSON.stringify has no negative zero.
    expect({ ...accumulateMessages(onward), model: complete.model }).toEqual(complete);
  });
});

/** Signatures as a client has them that had its history from this service. */
function marked(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || !('type' in member)) return member;
    if (member.type === 'thinking')
      return {
        ...member,
        signature: `via.s.up.${'signature' in member && typeof member.signature === 'string' ? member.signature : ''}`,
      };
    return member.type === 'redacted_thinking' && 'data' in member
      ? { ...member, data: `via.r.up.${String(member.data)}` }
      : member;
  }) as JsonObject;
}

describe.each(cases.filter(({ request }) => request.thread == null && distinctTools(request)))(
  'the request of $name to an upstream',
  ({ request, version }) => {
    it('equals the request of the client, except for what this service decides', () => {
      const api = messagesDialect.parseRequest(marked(jsonOf(request)));
      const turn = messagesDialect.decodeRequest(
        api,
        decodeOptions({ native: 'messages', ...(version !== undefined && { version }) }),
      );
      expect(turn.warnings).toEqual([]);
      const { body, warnings, localStopSequences } = messagesApi.encode(turn.generation, target);
      expect(warnings).toEqual([]);
      expect(localStopSequences).toEqual([]);
      const { thread: _, ...sentOn } = normalize(jsonOf(request), requestNormalizations);
      const want = { ...sentOn, model: target.model, stream: true };
      expect(normalize(sent(body), requestNormalizations)).toEqual(unsignedAsEmpty(want));
    });
  },
);

it('an effort set by a message reaches the upstream in that message, along with the effort of the request', () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'system', content: 'Now.', output_config: { effort: 'max' } },
  ];
  const api = messagesDialect.parseRequest({ model: 'm', max_tokens: 9, messages, output_config: { effort: 'low' } });
  const { generation } = messagesDialect.decodeRequest(api, decodeOptions({ native: 'messages' }));
  expect(messagesApi.encode(generation, target).body).toMatchObject({ messages, output_config: { effort: 'low' } });
});

function distinctTools({ tools = [] }: MessageCreateParams): boolean {
  const names = tools.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  return new Set(names).size === names.length;
}

/**
 * A thinking block without a signature came from an upstream that does not sign: it goes back with an empty
 * signature.
 */
function unsignedAsEmpty(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'object' &&
    member !== null &&
    'type' in member &&
    member.type === 'thinking' &&
    !('signature' in member && typeof member.signature === 'string')
      ? { ...member, signature: '' }
      : member,
  ) as JsonObject;
}
