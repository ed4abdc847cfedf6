import type { ApiKey } from '../client-options.js';
import { unlessAborted } from './unless-aborted.js';

/**
 * Throws TypeError for a missing key or a key that a header cannot carry. The message omits the key, because a
 * runtime's own error would show it and keys must not reach logs.
 */
export function requireKey(key: unknown): asserts key is string {
  if (typeof key !== 'string' || key.trim() === '')
    throw new TypeError(
      `apiKey must be a non-empty string, but is ${typeof key === 'string' ? 'empty' : String(key)}.`,
    );
  if (!canBeSent(key)) throw new TypeError('apiKey contains a character that an HTTP header cannot contain.');
}

function canBeSent(key: string): boolean {
  try {
    return new Headers({ authorization: `Bearer ${key}` }).has('authorization');
  } catch {
    return false;
  }
}

/** The current key. Throws the error of the program's function, TypeError, and the reason of the signal. */
export async function keyNow(apiKey: Exclude<ApiKey, string>, signal: AbortSignal | undefined): Promise<string> {
  const key: unknown = await unlessAborted(Promise.resolve(apiKey()), signal);
  requireKey(key);
  return key;
}
