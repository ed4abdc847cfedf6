// A finished wire answer as a neutral result: as the reader of upstreams takes it, for a client of the same dialect.
import { EngineError, type GenerationResult, ResultCollector, type UpstreamWire } from '@org/engine';
import { buildRequest } from '@org/engine/testing';
import type { Message } from '@org/protocol/messages';
import type { Response } from '@org/protocol/responses';
import { messagesWire } from '#src/messages.js';
import { responsesWire } from '#src/responses.js';
import { jsonOf } from '#src/shared/json-of.js';

export const readMessage = (message: Message): GenerationResult => read(messagesWire, message);

export const readResponse = (response: Response): GenerationResult => read(responsesWire, response);

/** Seals are foreign: whoever wrote the answer can verify them, this service cannot. */
function read(wire: UpstreamWire, payload: Message | Response): GenerationResult {
  const request = { ...buildRequest('hello'), extensions: { [wire.dialect]: {} } };
  const target = {
    model: payload.model,
    issuer: 'foreign',
    maxOutputTokens: 4096,
    encryptedReasoning: true,
    plainReasoning: 'any' as const,
    mediaInResults: true,
    tools: 'all' as const,
  };
  const collector = new ResultCollector();
  const failure = wire
    .createReader(request, target, [], (event) => collector.push(event))
    .pushDocument(jsonOf(payload));
  if (failure !== undefined)
    throw new EngineError('upstream-failed', 'The answer tells of a failure.', { cause: failure });
  return collector.result();
}
