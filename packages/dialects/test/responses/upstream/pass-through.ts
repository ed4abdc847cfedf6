// What a client gets of the events of an upstream that speaks this dialect.
import { type GenerationEvent, type GenerationResult, type JsonObject, ResultCollector } from '@org/engine';
import { EventGrammar } from '@org/engine/testing';
import {
  accumulateResponses,
  checkResponseStream,
  type Response,
  type ResponseCreateParams,
  type ResponseStreamEvent,
} from '@org/protocol/responses';
import { responsesDialect, responsesApi } from '#src/responses.js';
import { jsonOf } from '#src/shared/json-of.js';
import { target, unmarked } from '../../upstream-target.js';
import { encodeResponse, sent } from '../streamed-responses.js';
import { decodeOptions, encodeContext } from '../options.js';

export interface PassedOn {
  /** The response as JSON. */
  readonly response: JsonObject;
  /** Its stream. */
  readonly events: readonly JsonObject[];
  readonly result: GenerationResult;
}

const asked: ResponseCreateParams = { model: 'm', input: 'q' };

/** Reads an upstream's events and encodes them for a client: both streams are in order, and the client's amounts to its JSON. */
export function passThrough(upstream: readonly JsonObject[], request: ResponseCreateParams = asked): PassedOn {
  const passed = read(upstream, request);
  checkResponseStream(passed.stream);
  return passed;
}

/** The same of a stream with events that no grammar knows. */
export function passThroughUnknown(upstream: readonly JsonObject[], request: ResponseCreateParams = asked): PassedOn {
  return read(upstream, request);
}

function read(
  upstream: readonly JsonObject[],
  request: ResponseCreateParams,
): PassedOn & { readonly stream: readonly ResponseStreamEvent[] } {
  const grammar = new EventGrammar();
  const collector = new ResultCollector();
  const neutral: GenerationEvent[] = [];
  const { generation } = responsesDialect.decodeRequest(request, { ...decodeOptions(), native: 'responses' });
  const reader = responsesApi.createReader(generation, target, [], (event) => {
    grammar.push(event);
    collector.push(event);
    neutral.push(event);
  });
  for (const event of upstream)
    if (reader.push(event) !== undefined) throw new Error('the upstream reported a failure');
  grammar.end();
  const encoder = responsesDialect.createEncoder(request, encodeContext());
  const stream = sent(neutral.flatMap((event) => encoder.push(event)));
  const result = collector.result();
  const response = encodeResponse(request, result, encodeContext());
  const rebuilt: Response = accumulateResponses(stream);
  expect(rebuilt).toEqual(response);
  return {
    response: unmarked(jsonOf(response)),
    events: stream.map((event) => unmarked(jsonOf(event))),
    result,
    stream,
  };
}

/** The stream of a response whose only item grows through `events`. */
export function growing(
  added: JsonObject,
  events: readonly JsonObject[],
  done: JsonObject,
  end: JsonObject = {},
): JsonObject[] {
  const id = String(added['id']);
  return [
    { type: 'response.created', response: { model: 'up', status: 'in_progress' } },
    { type: 'response.output_item.added', output_index: 0, item: added },
    ...events.map((event) => ({ item_id: id, output_index: 0, ...event })),
    { type: 'response.output_item.done', output_index: 0, item: done },
    {
      type: 'response.completed',
      response: {
        model: 'up',
        status: 'completed',
        output: [done],
        usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
        ...end,
      },
    },
  ];
}

/** The only item of the response. */
export function itemOf({ response }: PassedOn): JsonObject {
  const { output } = response;
  const [item] = Array.isArray(output) ? output : [];
  return jsonOf(item as JsonObject);
}
