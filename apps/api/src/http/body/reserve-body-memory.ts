// The memory of a body is reserved before it is read, or counted while it is.
import { EngineError, fileChunkBytes } from '@org/engine';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { MemoryBudget } from '../../limits/memory-budget.js';
import { countBody } from './count-body.js';

/** Approximate bytes of a form in memory at a time, because it is streamed to the store. */
const uploadMemoryBytes = 2 * fileChunkBytes;

/** Whether the headers announce a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** The body to read. Its length is declared in advance, or counted. */
export function reserveBodyMemory(
  request: FastifyRequest,
  reply: FastifyReply,
  body: RequestPayload,
  memoryBudget: MemoryBudget,
): RequestPayload {
  const { requestContext, headers, routeOptions } = request;
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
  if (routeOptions.config.upload === true) {
    memoryBudget.reserve(requestContext, Math.min(length, uploadMemoryBytes));
    return boundForm(length, routeOptions.bodyLimit ?? Infinity, reply, body);
  }
  if (length !== Infinity) {
    memoryBudget.reserve(requestContext, Math.min(length, routeOptions.bodyLimit ?? Infinity));
    return body;
  }
  return countBody(body, (bytes) => {
    try {
      memoryBudget.reserve(requestContext, bytes);
    } catch (thrown) {
      // The rest of the body is not read.
      void reply.header('connection', 'close');
      throw thrown;
    }
  });
}

/** A form of at most `limit` bytes: its file is not the only part without an end. */
function boundForm(length: number, limit: number, reply: FastifyReply, body: RequestPayload): RequestPayload {
  const check = (bytes: number): void => {
    if (bytes <= limit) return;
    // The rest of the body is not read.
    void reply.header('connection', 'close');
    throw new EngineError('too-large', `The body is larger than the ${limit} bytes that this path allows.`);
  };
  if (length === Infinity) return countBody(body, check);
  check(length);
  return body;
}
