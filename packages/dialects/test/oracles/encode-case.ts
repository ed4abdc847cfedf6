// A fixture as the bytes that the encoder writes for it: the JSON body, and the SSE stream in deltas of seven
// characters.
import { emptyUsage, EngineError, type ErrorCode, ResultCollector } from '@org/engine';
import { replay } from '@org/engine/testing';
import { loadFixtures, type MessagesCaseWithResponse, type ResponsesCaseWithResponse } from '@org/protocol/fixtures';
import { messageSchema, type Message, type MessageCreateParams } from '@org/protocol/messages';
import {
  responseSchema,
  type Response as ApiResponse,
  type ResponseCreateParams,
  type ResponseStreamEvent,
} from '@org/protocol/responses';
import { formatSseEvent } from '@org/protocol/sse';
import type { EncodeContext } from '#src/dialect.js';
import { messagesDialect } from '#src/messages.js';
import { responseNormalizations, normalize } from '../messages/normalizations.js';
import { normalizeResponse } from '../responses/normalizations.js';
import { jsonOf } from '#src/shared/json-of.js';
import { announceResponse, keepAliveEvent, responsesDialect } from '#src/responses.js';
import { testSigner } from '../test-signer.js';
import { readMessage, readResponse } from '../read-response.js';

export interface EncodedCase<Request, Result> {
  readonly name: string;
  readonly request: Request;
  /** The response, up to the listed normalizations: what a client must show. */
  readonly normalized: Result;
  readonly json: string;
  readonly sse: string;
}

export type EncodedMessage = EncodedCase<MessageCreateParams, Message>;
export type EncodedResponse = EncodedCase<ResponseCreateParams, ApiResponse>;

/** Messages fixtures with a response. */
export function encodedMessages(): readonly EncodedMessage[] {
  return loadFixtures('messages')
    .filter((example) => 'response' in example)
    .map(encodeMessageCase);
}

/** Responses fixtures whose response `status` is among the given ones. */
export function encodedResponses(...statuses: readonly ApiResponse['status'][]): readonly EncodedResponse[] {
  return loadFixtures('responses')
    .filter((example) => 'response' in example)
    .filter(({ response }) => statuses.includes(response.status))
    .map((example) => (example.response.status === 'failed' ? encodeFailedCase(example) : encodeResponseCase(example)));
}

function encodeMessageCase({ name, version, request, response }: MessagesCaseWithResponse): EncodedMessage {
  const context = contextOf({ id: response.id, ...(version !== undefined && { version }) });
  const stream = messagesDialect.createEncoder(request, context);
  const collector = new ResultCollector();
  const events = [...replay(readMessage(response), 7)].flatMap((event) => {
    collector.push(event);
    return [...stream.push(event)];
  });
  const json = messagesDialect.createEncoder(request, context).response(collector.result());
  const normalized = messageSchema.parse(normalize(jsonOf(response), responseNormalizations));
  return { name, request, normalized, json: JSON.stringify(json), sse: events.map(formatSseEvent).join('') };
}

/** A stream that fails after the text `One, two,`. */
export function failedMessageStream(error: EngineError): string {
  const encoder = messagesDialect.createEncoder(
    { model: 'm', max_tokens: 9, messages: [] },
    contextOf({ id: 'msg_cut' }),
  );
  const sent = [
    ...encoder.push({ type: 'generation-start', model: 'm', usage: emptyUsage, warnings: [] }),
    ...encoder.push({ type: 'part-start', index: 0, part: { type: 'text', text: '' } }),
    ...encoder.push({ type: 'part-delta', index: 0, delta: { type: 'text', text: 'One, two,' } }),
    ...encoder.fail(error),
  ];
  return sent.map(formatSseEvent).join('');
}

/** A background response is announced before it runs, so that its stream shows it queued. */
function encodeResponseCase({ name, request, response }: ResponsesCaseWithResponse): EncodedResponse {
  const context = contextOf({ id: response.id, createdAt: response.created_at, now: () => response.completed_at ?? 0 });
  const announced = request.background === true ? announceResponse(request, context).events : [];
  const stream = responsesDialect.createEncoder(request, { ...context, announced: announced.length });
  const collector = new ResultCollector();
  const events = [...replay(readResponse(response), 7)].flatMap((event) => {
    collector.push(event);
    return [...stream.push(event)];
  });
  const json = responsesDialect.createEncoder(request, context).response(collector.result());
  return {
    name,
    request,
    normalized: normalizedOf(response),
    json: JSON.stringify(json),
    sse: sseOf([...announced, ...events]),
  };
}

const failures: Readonly<Record<string, ErrorCode>> = { server_error: 'internal', rate_limit_exceeded: 'rate-limited' };

/** The language model emits the case's output, and fails before the last part is complete. */
function encodeFailedCase({ name, request, response }: ResponsesCaseWithResponse): EncodedResponse {
  const context = contextOf({ id: response.id, createdAt: response.created_at });
  const { code = '', message = '' } = response.error ?? {};
  const error = new EngineError(failures[code] ?? 'internal', message);
  const completed = readResponse({ ...response, status: 'completed', error: null });
  const events = [...replay(completed, 7)].filter(({ type }) => type !== 'generation-end');
  const truncated = events.at(-1)?.type === 'part-end' ? events.slice(0, -1) : events;
  const stream = responsesDialect.createEncoder(request, context);
  const collector = new ResultCollector();
  for (const event of truncated) collector.push(event);
  const sent = [...truncated.flatMap((event) => [...stream.push(event)]), ...stream.fail(error)];
  const { payload } = stream.snapshot({ result: { ...completed, usage: collector.result().usage }, error });
  // The case does not contain the service's usage for a failed response.
  const { usage } = responseSchema.parse(payload);
  return {
    name,
    request,
    normalized: { ...normalizedOf(response), usage },
    json: JSON.stringify(payload),
    sse: sseOf(sent),
  };
}

function normalizedOf(response: ApiResponse): ApiResponse {
  return responseSchema.parse(normalizeResponse(jsonOf(response)));
}

function sseOf(events: readonly ResponseStreamEvent[]): string {
  // Silence may follow every event, and clients must read the same.
  const frames = events.map((event) => formatSseEvent(event) + formatSseEvent(keepAliveEvent(event.sequence_number)));
  return frames.join('') + responsesDialect.endFrame;
}

function contextOf(own: Pick<EncodeContext, 'id'> & Partial<EncodeContext>): EncodeContext {
  return {
    createdAt: 1_700_000_000,
    now: () => 1_700_000_001,
    reasoningSigner: testSigner,
    policy: { usageNames: 'both', rawReasoning: false },
    ...own,
  };
}

export type ContentType = 'application/json' | 'text/event-stream';

/** A `fetch` that returns these bytes for every request. */
export function serve(body: string, contentType: ContentType, status = 200): typeof globalThis.fetch {
  return async () => new Response(body, { status, headers: { 'content-type': contentType, 'request-id': 'req_test' } });
}
