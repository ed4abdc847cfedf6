import type { JsonObject } from '@org/engine';

/** The header by which the service sets how long clients wait before they ask again: five seconds without it. */
const pollAfterHeader = 'openai-poll-after-ms';

/** Short for new work, because most files take less than a second; longer for work that takes longer. */
const intervals = [
  { maxAgeMs: 5_000, pollAfterMs: 100 },
  { maxAgeMs: 60_000, pollAfterMs: 500 },
] as const;
const longestPollAfterMs = 2_000;

/** The header of a response about work that began at `created_at`, Unix seconds. */
export function pollAfter({ created_at: createdAt }: JsonObject, now: number): Record<string, string> {
  const ageMs = typeof createdAt === 'number' ? now - createdAt * 1000 : Infinity;
  const { pollAfterMs } = intervals.find(({ maxAgeMs }) => ageMs < maxAgeMs) ?? { pollAfterMs: longestPollAfterMs };
  return { [pollAfterHeader]: String(pollAfterMs) };
}
