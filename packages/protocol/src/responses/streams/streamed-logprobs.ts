// Copies log-probabilities from the done event of a text into its part. It uses no schema, because clients bundle
// this module.
import type { Logprob, TopLogprob } from '../response/logprobs.js';

/** Log-probabilities from the done event of a text; omitted when they lack fields that a part requires. */
export function completeLogprobs(reported: unknown): { logprobs?: Logprob[] } {
  return areComplete(reported) ? { logprobs: [...reported] } : {};
}

/**
 * Events may carry fewer fields than parts, such as no `bytes`. Such entries stay in the events only, because the
 * reader does not invent values.
 */
function areComplete(entries: unknown): entries is readonly Logprob[] {
  return Array.isArray(entries) && entries.length > 0 && entries.every(isComplete);
}

function isComplete(entry: unknown): entry is Logprob {
  const { top_logprobs: others } = membersOf(entry);
  return isToken(entry) && Array.isArray(others) && others.every(isToken);
}

function isToken(entry: unknown): entry is TopLogprob {
  const { token, logprob, bytes } = membersOf(entry);
  return typeof token === 'string' && typeof logprob === 'number' && Array.isArray(bytes);
}

function membersOf(entry: unknown): { readonly [Name in keyof Logprob]?: unknown } {
  return typeof entry === 'object' && entry !== null ? entry : {};
}
