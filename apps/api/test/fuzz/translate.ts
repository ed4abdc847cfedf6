// Translates a body with a dialect and without a server, which is cheap enough for very many inputs.
import { countedMessages, messagesDialect } from '@org/dialects/messages';
import { responsesDialect } from '@org/dialects/responses';
import type { DecodeOptions, Dialect } from '@org/dialects/dialect';
import { EngineError, type GenerationRequest, type JsonObject, ResultCollector } from '@org/engine';
import { createServerSigner } from '#src/signing/server-signer.js';
import { formatSseEvent } from '@org/protocol/sse';
import { respondTo, type Reply } from './fuzzed-service.js';
import { dialectOf, type Input } from './inputs.js';

const reasoningSigner = createServerSigner(Buffer.alloc(32, 7));
const requestId = 'req_1';

/** Returns the service's response to a readable body that only the dialect can reject. */
export function translate({ path, headers, text }: Input): Reply {
  const start = performance.now();
  const body: unknown = JSON.parse(text);
  const version = headers['anthropic-version'];
  const dialect = dialectOf(path);
  try {
    const reply =
      dialect === 'messages'
        ? translateMessages(path, body, version)
        : translateResponse(responsesDialect, path, body, version);
    return { status: 200, took: performance.now() - start, ...reply };
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) throw thrown;
    const error = (dialect === 'messages' ? messagesDialect : responsesDialect).encodeError(thrown, requestId);
    return {
      status: error.status,
      headers: { 'request-id': requestId },
      body: JSON.stringify(error.body),
      took: performance.now() - start,
    };
  }
}

type Success = Pick<Reply, 'headers' | 'body'>;

function translateMessages(path: string, body: unknown, version: string | undefined): Success {
  if (!path.endsWith('_tokens')) return translateResponse(messagesDialect, path, body, version);
  countedMessages.decodeRequest(countedMessages.parseRequest(body), decodeOptions(version));
  return counted;
}

const counted: Success = { headers: { 'request-id': requestId }, body: '{"input_tokens":7}' };

function translateResponse<
  Request extends { readonly stream?: boolean | null | undefined },
  Response,
  Event extends { type: string },
>(dialect: Dialect<Request, Response, Event>, path: string, body: unknown, version: string | undefined): Success {
  const request = dialect.parseRequest(body);
  // Every referenced item exists; the HTTP runs cover missing ones.
  const items = new Map<string, JsonObject>(
    dialect
      .referencedItems(request)
      .map((id) => [id, { type: 'message', id, role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }]),
  );
  const { generation } = dialect.decodeRequest(request, decodeOptions(version, items));
  if (path.endsWith('_tokens')) return counted;
  const encoder = dialect.createEncoder(request, {
    id: 'msg_1',
    createdAt: 1_790_000_000,
    now: () => 1_790_000_009,
    ...(version === undefined ? {} : { version }),
    reasoningSigner,
    items,
    policy: { usageNames: 'both', rawReasoning: false },
  });
  const stream = request.stream === true;
  const { frames, response } = stream
    ? streamed(generation, encoder, dialect.endFrame)
    : encodeComplete(generation, encoder);
  return {
    headers: { 'request-id': requestId, 'content-type': stream ? 'text/event-stream' : 'application/json' },
    body: frames ?? JSON.stringify(response),
  };
}

interface Encoder<Response, Event> {
  push(event: ReturnType<typeof respondTo>[number]): readonly Event[];
  response(result: ReturnType<ResultCollector['result']>): Response;
}

function streamed<Response, Event extends { type: string }>(
  generation: GenerationRequest,
  encoder: Encoder<Response, Event>,
  endFrame: string,
): { frames: string; response?: Response } {
  const frames = respondTo(generation).flatMap((event) => encoder.push(event).map(formatSseEvent));
  return { frames: frames.join('') + endFrame };
}

function encodeComplete<Response, Event>(
  generation: GenerationRequest,
  encoder: Encoder<Response, Event>,
): { frames?: string; response: Response } {
  const collector = new ResultCollector();
  for (const event of respondTo(generation)) collector.push(event);
  return { response: encoder.response(collector.result()) };
}

function decodeOptions(version: string | undefined, items: DecodeOptions['items'] = new Map()): DecodeOptions {
  return {
    ...(version === undefined ? {} : { version }),
    reasoningSigner,
    items,
    policy: { hostedTools: 'warn', strict: false, maxTools: 256 },
  };
}
