// Reads a finished API response as a neutral result: as the upstream reader does, for a client of the same dialect.
import { EngineError, type GenerationResult, ResultCollector, type UpstreamApi } from '@org/engine';
import { buildRequest } from '@org/engine/testing';
import type { Message } from '@org/protocol/messages';
import type { Response } from '@org/protocol/responses';
import { messagesApi } from '#src/messages.js';
import { responsesApi } from '#src/responses.js';
import { jsonOf } from '#src/shared/json-of.js';

export const readMessage = (message: Message): GenerationResult => read(messagesApi, message);

export const readResponse = (response: Response): GenerationResult => read(responsesApi, response);

/** Signatures belong to another provider: the response's author can verify them, this service cannot. */
function read(apiResponse: UpstreamApi, payload: Message | Response): GenerationResult {
  const request = { ...buildRequest('hello'), extensions: { [apiResponse.dialect]: {} } };
  const target = {
    model: payload.model,
    signer: 'foreign',
    maxOutputTokens: 4096,
    encryptedReasoning: true,
    plainReasoning: 'any' as const,
    mediaInResults: true,
    tools: 'all' as const,
    systemMessages: 'anywhere' as const,
    omittedTools: [],
  };
  const collector = new ResultCollector();
  const failure = apiResponse
    .createReader(request, target, [], (event) => collector.push(event))
    .pushDocument(jsonOf(payload));
  if (failure !== undefined)
    throw new EngineError('upstream-failed', 'The response reports a failure.', { cause: failure });
  return collector.result();
}
