// Log-probabilities on their way from the events of a text into its part. No schema: this is part of what clients load.
import type { Logprob, TopLogprob } from './logprobs.js';

/** Those of a part that has `own` ones, once an event has brought `more` behind them. */
export function grownLogprobs<Own>(own: readonly Own[] | null | undefined, more: unknown): { logprobs?: (Own | Logprob)[] } {
  return areWhole(more) ? { logprobs: [...(own ?? []), ...more] } : {};
}

/** Events may carry less of them than parts do, such as no `bytes`. Then they stay with the events: nothing is made up. */
function areWhole(entries: unknown): entries is readonly Logprob[] {
  return Array.isArray(entries) && entries.length > 0 && entries.every(isWhole);
}

function isWhole(entry: unknown): entry is Logprob {
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
