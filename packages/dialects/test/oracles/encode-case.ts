// A corpus case as the bytes that our encoder makes of it: the JSON body, and the SSE stream in deltas of seven characters.
import { ResultCollector } from '@org/engine/model/generation-result';
import { replay } from '@org/engine/model/replay';
import { formatSseEvent } from '@org/protocol/sse';
import type { Dialect, EncodeContext } from '#src/dialect.js';
import { testSealer } from '../test-sealer.js';

export interface EncodedCase<Request, Response> {
  readonly name: string;
  readonly request: Request;
  readonly response: Response;
  readonly json: string;
  readonly sse: string;
}

interface CaseWithAnswer<Request, Response> {
  readonly name: string;
  readonly version?: string | undefined;
  readonly request: Request;
  readonly response: Response;
}

export function encodeCase<Request, Response extends { id: string }, Event extends { type: string }>(
  dialect: Dialect<Request, Response, Event>,
  example: CaseWithAnswer<Request, Response>,
): EncodedCase<Request, Response> {
  const context: EncodeContext = {
    id: example.response.id,
    createdAt: 1_700_000_000,
    now: () => 1_700_000_001,
    sealer: testSealer,
    policy: { usageNames: 'both', rawReasoning: false },
    ...(example.version === undefined ? {} : { version: example.version }),
  };
  const collector = new ResultCollector();
  const stream = dialect.createEncoder(example.request, context);
  let sse = '';
  for (const event of replay(dialect.decodeResponse(example.response), 7)) {
    collector.push(event);
    for (const wire of stream.push(event)) sse += formatSseEvent(wire);
  }
  const response = dialect.createEncoder(example.request, context).response(collector.result());
  return { name: example.name, request: example.request, response, json: JSON.stringify(response), sse: sse + dialect.endFrame };
}

/** A `fetch` that answers everything with these bytes. */
export function serve(body: string, contentType: 'application/json' | 'text/event-stream'): typeof globalThis.fetch {
  return async () => new Response(body, { headers: { 'content-type': contentType, 'request-id': 'req_test' } });
}

