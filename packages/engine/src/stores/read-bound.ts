import { EngineError } from '../errors/engine-error.js';

/** Most bytes of what was said earlier that are read for one request: they are unlocked and parsed where all requests are served. */
export const usualBytesRead = 128 * 1024 * 1024;

/** Throws `context-overflow` when one request would read so many bytes of what was said earlier. */
export function requireReadable(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new EngineError(
    'context-overflow',
    `This request continues or refers to more than ${maxBytes} bytes of earlier turns. Continue an earlier response, or start a new conversation with a summary.`,
  );
}
