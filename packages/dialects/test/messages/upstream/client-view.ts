// A client of this dialect with an upstream of the same dialect: what the client receives of the upstream's response.
import { type GenerationEvent, type JsonObject, ResultCollector, type UpstreamReader } from '@org/engine';
import { EventGrammar } from '@org/engine/testing';
import { ResponseFilter, type FilterOptions } from '@org/providers/testing';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { jsonOf } from '#src/shared/json-of.js';
import { target, unmarked } from '../../upstream-target.js';
import { decodeOptions, encodeContext, user } from '../requests.js';

export interface ClientView {
  /** The events of the client's stream. */
  readonly events: readonly JsonObject[];
  /** The client's JSON response. */
  readonly message: JsonObject;
  /** The two as text, in which numbers have all of their digits. */
  readonly streamed: string;
  readonly nonStreamed: string;
  readonly neutral: readonly GenerationEvent[];
}

const nothingToFilter: FilterOptions = { stopSequences: [], silent: false, capIsContext: false };

/** What the client receives when `feed` passes the upstream's response to the reader. */
export function clientView(
  feed: (reader: UpstreamReader) => void,
  filtered: Partial<FilterOptions> = {},
  request: object = {},
): ClientView {
  const api = messagesDialect.parseRequest({ model: 'm', max_tokens: 9, messages: [user('Hi')], ...request });
  const { generation } = messagesDialect.decodeRequest(api, decodeOptions({ native: 'messages' }));
  const neutral: GenerationEvent[] = [];
  const grammar = new EventGrammar();
  const collector = new ResultCollector();
  const filter = new ResponseFilter({ ...nothingToFilter, ...filtered }, (event) => {
    grammar.push(event);
    collector.push(event);
    neutral.push(event);
  });
  feed(messagesApi.createReader(generation, target, [], filter.emit));
  grammar.end();
  const encoder = messagesDialect.createEncoder(api, encodeContext());
  const events = neutral.flatMap((event) => encoder.push(event));
  const message = encoder.response(collector.result());
  return {
    events: unmarked(events.map(jsonOf)),
    message: unmarked(jsonOf(message)),
    streamed: JSON.stringify(events),
    nonStreamed: JSON.stringify(message),
    neutral,
  };
}

const start = {
  id: 'msg_up',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 0 },
};

/** The events of a stream of these blocks: the start of each block, and its deltas. */
export function stream(
  blocks: readonly (readonly [JsonObject, ...JsonObject[]])[],
  stop: JsonObject = { stop_reason: 'end_turn' },
): readonly JsonObject[] {
  return [
    { type: 'message_start', message: start },
    ...blocks.flatMap(([block, ...deltas], index) => [
      { type: 'content_block_start', index, content_block: block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: stop, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ];
}

/** What the client receives of such a stream. Events arrive as text, as from the network. */
export function clientViewOfStream(
  events: readonly (JsonObject | string)[],
  filtered: Partial<FilterOptions> = {},
  request: object = {},
): ClientView {
  const lines = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
  return clientView(
    (reader) => lines.forEach((line) => reader.push(JSON.parse(line) as JsonObject, line)),
    filtered,
    request,
  );
}

/** What the client receives of a non-streaming message. */
export function clientViewOfDocument(text: string): ClientView {
  return clientView((reader) => reader.pushDocument(JSON.parse(text) as JsonObject, text));
}
