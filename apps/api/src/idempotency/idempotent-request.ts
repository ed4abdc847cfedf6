// What makes two requests the same one, sent twice.
import { createHash } from 'node:crypto';
import { EngineError } from '@org/engine';
import type { FastifyRequest } from 'fastify';

export const keyHeader = 'idempotency-key';

const wellFormed = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** The client's key, if it sent one. Throws `invalid-request` for one that cannot be a key. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers[keyHeader];
  if (key === undefined) return undefined;
  // Of two such headers Node makes one value with a comma in it: a key like any other.
  if (typeof key === 'string' && wellFormed.test(key)) return key;
  throw new EngineError('invalid-request', 'idempotency-key: must have 1 to 255 printable ASCII characters.', {
    param: keyHeader,
  });
}

/** Hash of a body as it came, without its content coding. */
export function hashBody(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Stands for everything that the answer hangs on. Where nothing is switched on it is as it was in earlier versions, whose keys are still kept. */
export function fingerprintOf({ method, url, requestContext }: FastifyRequest): string {
  const { version, idempotentWrite, betas } = requestContext;
  return createHash('sha256')
    .update(JSON.stringify([method, url, version, idempotentWrite?.bodyHash, ...betas]))
    .digest('hex');
}
