import { EngineError } from '@org/engine/storage';

/**
 * Default maximum bytes of history that one request reads: the thread that serves all requests decrypts and parses
 * them.
 */
export const defaultMaxBytesRead = 48 * 1024 * 1024;

/** Throws `context-overflow` when one request would read this many bytes of history. */
export function requireReadable(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new EngineError(
    'context-overflow',
    `This request continues or refers to more than ${maxBytes} bytes of earlier turns. Continue an earlier response, or start a new conversation with a summary.`,
  );
}
