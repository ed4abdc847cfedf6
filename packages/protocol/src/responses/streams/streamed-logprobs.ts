// Log-probabilities on their way from the end of a text into its part. No schema: this is part of what clients load.
import type { Logprob, TopLogprob } from '../response/logprobs.js';

/** Those that the event at the end of a text brings; none where they are less than a part holds. */
export function completeLogprobs(reported: unknown): { logprobs?: Logprob[] } {
  return areComplete(reported) ? { logprobs: [...reported] } : {};
}

/** Events may carry less of them than parts do, such as no `bytes`. Then they stay with the events: nothing is made up. */
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
