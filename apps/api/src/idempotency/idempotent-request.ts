// Determines whether two requests are the same one, sent twice.
import { createHash } from 'node:crypto';
import { EngineError, type Steps } from '@org/engine';
import type { FastifyRequest } from 'fastify';

export const keyHeader = 'idempotency-key';

const wellFormed = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** The idempotency key of the client, if present. Throws `invalid-request` for an invalid key. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers[keyHeader];
  if (key === undefined) return undefined;
  // Node joins two such headers to one value with a comma, which is a key like any other.
  if (typeof key === 'string' && wellFormed.test(key)) return key;
  throw new EngineError('invalid-request', 'idempotency-key: must have 1 to 255 printable ASCII characters.', {
    param: keyHeader,
  });
}

/** Bytes that are hashed in a step. */
const hashedBytes = 1_048_576;

/** Hash of a body as it came, without its content coding. */
export function* hashBody(bytes: Uint8Array): Steps<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += hashedBytes) {
    if (start > 0) yield;
    hash.update(bytes.subarray(start, start + hashedBytes));
  }
  return hash.digest('hex');
}

/**
 * A hash of everything that the response depends on. Without betas it equals that of earlier versions, whose keys are
 * still stored.
 */
export function fingerprintOf({ method, url, requestContext }: FastifyRequest): string {
  const { version, idempotentWrite, betas } = requestContext;
  return createHash('sha256')
    .update(JSON.stringify([method, url, version, idempotentWrite?.bodyHash, ...betas]))
    .digest('hex');
}
