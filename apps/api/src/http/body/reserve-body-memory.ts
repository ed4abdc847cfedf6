// The memory of a body is reserved before it is read, or counted while it is.
import { fileChunkBytes } from '@org/engine';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { bytesToParse } from '../../config/settings/memory-shares.js';
import { hasForm } from '../../request-context/has-form.js';
import type { MemoryBudget } from '../../limits/memory-budget.js';
import { countBody } from './count-body.js';
import { isCompressed, maxDecodedBytes } from './decompress-body.js';
import { bodyTooLarge } from './receive-body.js';

/** Approximate bytes of a form in memory at a time, because it is streamed to the store. */
const uploadMemoryBytes = 2 * fileChunkBytes;

/** Whether the headers announce a body. */
export function hasBody(request: FastifyRequest): boolean {
  return declaredLength(request) !== 0;
}

/** The length of the body in bytes as it arrives; undefined where only its end shows it. */
export function declaredLength({ headers }: FastifyRequest): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;
}

/**
 * The bytes for which memory is reserved before a compressed body is read: all that it may have after decoding. A decoder
 * takes megabytes from its first byte on, and bodies that wait while they are decoded would all have theirs.
 */
export function decodedBytesReserved(request: FastifyRequest, memoryBudget: MemoryBudget): number {
  return Math.min(
    maxDecodedBytes(declaredLength(request) ?? Infinity),
    request.routeOptions.bodyLimit ?? Infinity,
    Math.floor(memoryBudget.maxBytesPerOwner / bytesToParse),
  );
}

/**
 * Reserves the memory for a body that is compressed or of known length. Returns undefined where it is free, otherwise
 * waits.
 */
export function reserveBodyMemory(request: FastifyRequest, memoryBudget: MemoryBudget): Promise<void> | undefined {
  const { requestContext, headers, routeOptions } = request;
  const length = declaredLength(request);
  if (hasForm(request)) return memoryBudget.reserve(requestContext, Math.min(length ?? Infinity, uploadMemoryBytes));
  const maxBytes = routeOptions.bodyLimit ?? Infinity;
  if (length !== undefined && length > maxBytes) throw bodyTooLarge(maxBytes);
  if (isCompressed(headers['content-encoding']))
    return memoryBudget.reserve(requestContext, decodedBytesReserved(request, memoryBudget) * bytesToParse);
  return length === undefined ? undefined : memoryBudget.reserve(requestContext, length * bytesToParse);
}

/** A form of at most the bytes that its route allows: its file is not the only part without an end. */
export function boundForm(request: FastifyRequest, form: RequestPayload): RequestPayload {
  const maxBytes = request.routeOptions.bodyLimit ?? Infinity;
  const check = (bytes: number): void => {
    if (bytes > maxBytes) throw bodyTooLarge(maxBytes);
  };
  const length = declaredLength(request);
  if (length === undefined) return countBody(form, check);
  check(length);
  return form;
}
