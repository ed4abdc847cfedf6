// Finds the faults of a reply to any request.
import { errorResponseSchema, errorTypeSchema, messageSchema } from '@org/protocol/messages';
import { errorBodySchema, errorTypes, responseSchema } from '@org/protocol/responses';
import { readMessageStream, readResponseStream } from '../conformance/read-stream.js';
import type { Reply } from './fuzzed-service.js';
import { dialectOf } from './inputs.js';

/** Throws when the response violates a rule that holds for every response. */
export function checkReply(path: string, { status, headers, body }: Reply): void {
  if (status >= 500) throw new Error(`status ${status}`);
  if (!/^req_\w+$/.test(String(headers['request-id']))) throw new Error('no request id');
  if (status >= 400) checkError(path, body);
  else if (status === 200) checkSuccess(path, String(headers['content-type']), body);
  else throw new Error(`status ${status}`);
}

function checkError(path: string, body: string): void {
  const parsed: unknown = JSON.parse(body);
  if (dialectOf(path) === 'messages') {
    const { error } = errorResponseSchema.parse(parsed);
    checkMessage(error.message);
    errorTypeSchema.parse(error.type);
  } else {
    const { error } = errorBodySchema.parse(parsed);
    checkMessage(error.message);
    if (error.param !== null) checkMessage(error.param);
    if (!errorTypes.some((type) => type === error.type)) throw new Error(`unknown error type ${error.type}`);
  }
}

function checkMessage(message: string): void {
  if (message === '' || message.length > 1000 || !message.isWellFormed())
    throw new Error(`bad words: ${message.length} characters`);
  if (/\b(undefined|NaN|\[object|TypeError|zod|fastify|nest)\b/i.test(message))
    throw new Error(`words of the inside: ${message}`);
}

function checkSuccess(path: string, type: string, body: string): void {
  if (path.endsWith('_tokens')) {
    const { input_tokens } = JSON.parse(body) as { input_tokens: unknown };
    if (input_tokens !== 7) throw new Error('the count got lost');
    return;
  }
  const messages = dialectOf(path) === 'messages';
  if (type.startsWith('text/event-stream')) {
    if (messages) readMessageStream(body);
    else readResponseStream(body);
  } else if (messages) messageSchema.parse(JSON.parse(body));
  else responseSchema.parse(JSON.parse(body));
}
