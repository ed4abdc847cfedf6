import type { Readable } from 'node:stream';
import { EngineError } from '@org/engine';
import { ChunkList } from './chunk-list.js';

/** What a body may take. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Whether the bytes are those of a compressed body. */
  readonly isDecoded: boolean;
  /** The longest body for which there can be memory. */
  readonly maxBytesReserved: number;
  /** Bytes of a body without a length for which memory is reserved. Default 64 KiB, which need no reservation. */
  readonly bytesReserved?: number;
  /** Time that the client has to send it, in milliseconds. */
  readonly timeoutMs: number;
  /** Is called in place of everything else after that time. */
  readonly onTimeout: () => void;
  /** Reserves memory for a body of up to `bytes`. Returns undefined where it is free, otherwise waits. */
  readonly reserve: (bytes: number) => Promise<void> | undefined;
}

type Done = (error: Error | undefined, body?: Buffer) => void;

/** Bytes of a body without a length that need no reservation. */
const freeBytes = 65_536;

/** Reads a body of `length` bytes, for which memory is reserved, into one buffer. */
export function receiveBody(body: Readable, length: number, limits: BodyLimits, done: Done): void {
  let complete: Buffer | undefined;
  let received = 0;
  const end = receive(body, limits, done, (chunk) => {
    // Most bodies arrive at once.
    if (complete === undefined && chunk.length === length) complete = chunk;
    else chunk.copy((complete ??= Buffer.allocUnsafeSlow(length)), received);
    received += chunk.length;
    if (received < length) return;
    // The listeners of the body outlive it on a connection that stays open.
    const bytes = complete;
    complete = undefined;
    end(undefined, bytes);
  });
}

/**
 * Reads a body of unknown length. One that grows beyond {@link freeBytes} waits until memory for the longest body that
 * is allowed is reserved: it never has to wait again, so no two of them block each other.
 */
export function receiveUnknownLength(body: Readable, limits: BodyLimits, done: Done): void {
  const chunks = new ChunkList();
  let received = 0;
  let reserved = limits.bytesReserved ?? freeBytes;
  const finish: Done = (error, complete) => {
    // The listeners of the body outlive it on a connection that stays open, and its reservation ends with the response.
    chunks.clear();
    done(error, complete);
  };
  const end = receive(body, limits, finish, (chunk) => {
    received += chunk.length;
    if (received > limits.maxBytes) return end(bodyTooLarge(limits.maxBytes, limits.isDecoded));
    chunks.add(chunk);
    if (received <= reserved) return;
    reserved = Math.max(received, Math.min(limits.maxBytes, limits.maxBytesReserved));
    const waiting = limits.reserve(reserved);
    if (waiting === undefined) return;
    body.pause();
    waiting.then(() => body.resume(), end);
  });
  body.once('end', () => end(undefined, chunks.take()));
}

export function bodyTooLarge(maxBytes: number, isDecoded = false): EngineError {
  const rule = isDecoded ? `${maxBytes} bytes after decoding` : `the ${maxBytes} bytes that this path allows`;
  return new EngineError('too-large', `The body is larger than ${rule}.`);
}

/** Passes the chunks on until the returned function is called, or the body fails. */
function receive(
  body: Readable,
  { timeoutMs, onTimeout }: BodyLimits,
  done: Done,
  take: (chunk: Buffer) => void,
): Done {
  let timer: NodeJS.Timeout | undefined;
  let isDone = false;
  const stop = (): void => {
    isDone = true;
    clearTimeout(timer);
    body.off('data', onData);
  };
  const end: Done = (error, complete) => {
    if (isDone) return;
    stop();
    done(error, complete);
  };
  const onData = (chunk: Buffer): void => {
    try {
      take(chunk);
    } catch (thrown) {
      end(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
    if (timer !== undefined || isDone) return;
    timer = setTimeout(() => {
      stop();
      onTimeout();
    }, timeoutMs);
  };
  body.on('data', onData);
  // It may fail after its end, too.
  body.on('error', end);
  return end;
}
