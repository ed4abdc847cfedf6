import type { Dialect } from '@org/dialects/dialect';
import { type EngineError, type GenerationEvent, ResultCollector } from '@org/engine';
import type { FastifyReply } from 'fastify';
import type { StreamSettings } from '../../config/service-file.js';
import type { RequestContext } from '../../request-context/request-context.js';
import type { PreparedTurn } from '../../turn/prepared-turn.js';
import type { Turns } from '../../turn/turns.js';
import { formatEvents } from './format-events.js';
import { sendJson } from './send-json.js';
import { persistNonStreaming, StoredFrames } from './stored-frames.js';
import { streamReply } from './stream-reply.js';

/** The common fields of requests in both APIs. */
interface StreamableRequest {
  readonly stream?: boolean | null | undefined;
}

/** One HTTP request for a turn, its reply, and the services that produce the response. */
export interface TurnCall {
  readonly turns: Turns;
  readonly config: { readonly stream: StreamSettings };
  readonly body: unknown;
  readonly owner: string;
  readonly requestContext: RequestContext;
  readonly reply: FastifyReply;
}

/** Responds to one request of an owner, as JSON or as a stream. */
export async function respondWithTurn<
  Request extends StreamableRequest,
  Response extends object,
  Event extends { type: string },
>(
  dialect: Dialect<Request, Response, Event>,
  { turns, config, body, owner, requestContext, reply }: TurnCall,
): Promise<void> {
  const prepared = await turns.prepare(dialect, body, owner, requestContext);
  const isStreaming = prepared.request.stream === true;
  requestContext.log.stream = isStreaming;
  if (isStreaming) {
    await sendStream(prepared, { dialect, requestContext, reply, keepAliveMs: config.stream.keepAliveSeconds * 1000 });
    return;
  }
  const { encoder } = prepared;
  const recording = requestContext.idempotentWrite?.recording;
  const persist = recording && persistNonStreaming(recording, encoder, requestContext.log);
  const collector = new ResultCollector();
  for await (const event of prepared.run({ nonStreaming: true, persist })) collector.push(event);
  await sendJson(reply, requestContext, encoder.response(collector.result()));
}

interface StreamOptions<Request, Response, Event extends { type: string }> extends Pick<
  TurnCall,
  'requestContext' | 'reply'
> {
  readonly dialect: Dialect<Request, Response, Event>;
  readonly keepAliveMs: number;
}

async function sendStream<Request, Response, Event extends { type: string }>(
  { encoder, run, turn }: PreparedTurn<Request, Response, Event>,
  { dialect, requestContext, reply, keepAliveMs }: StreamOptions<Request, Response, Event>,
): Promise<void> {
  const { endFrame } = dialect;
  const { waitsForStart = false } = dialect.keepAlive;
  const frames = new StoredFrames(dialect, encoder);
  const recording = requestContext.idempotentWrite?.recording;
  // A stream that starts with a keep-alive has only these warnings in its headers.
  requestContext.log.warnings = turn.warnings;
  const source = {
    items: run({ persist: recording && frames.persist(recording, requestContext.log) }),
    ...(waitsForStart && { announce: () => frames.announce() }),
    format: (event: GenerationEvent) => frames.format(event),
    onSent: () => frames.markSent(),
    isLast: (event: GenerationEvent) => event.type === 'generation-end',
    end: endFrame,
    fail: (error: EngineError) => formatEvents(encoder.fail(error), dialect, endFrame),
  };
  const keepAlive = { frame: () => frames.keepAlive(), waitsForStart };
  await streamReply(reply, source, { keepAlive, keepAliveMs, requestContext });
}
