import { KeyQuota } from '#src/limits/key-quota.js';
import { limitHeaders } from '#src/limits/limit-headers.js';

const now = Date.parse('2026-11-01T12:00:00Z');

const usage = { inputTokens: 5, outputTokens: 5, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };

describe('The quota of one key', () => {
  it('does not count queries about a request and rejects none for the limits on requests or tokens', () => {
    const quota = new KeyQuota({ requestsPerMinute: 1, tokensPerMinute: 10 }, now);
    expect(quota.enter('question', now)).toBeUndefined();
    expect(quota.enter('generation', now)).toBeUndefined();
    quota.chargeUsage(usage, now);
    expect(quota.enter('generation', now)?.kind).toBe('requests');
    expect(quota.enter('question', now)).toBeUndefined();
  });

  it('is remembered while a request or a connection of it is open', () => {
    const quota = new KeyQuota({ concurrentRequests: 1, connections: 1 }, now);
    expect(quota.isUnused(now)).toBe(true);
    quota.enter('generation', now);
    expect(quota.isUnused(now)).toBe(false);
    quota.release();
    quota.connect();
    expect(quota.isUnused(now)).toBe(false);
    quota.disconnect();
    expect(quota.isUnused(now)).toBe(true);
  });

  it('stays used when the limits change', () => {
    const quota = new KeyQuota(
      { requestsPerMinute: 2, tokensPerMinute: 10, concurrentRequests: 1, connections: 1 },
      now,
    );
    const enter = (): string | undefined => quota.enter('generation', now)?.kind;
    quota.connect();
    expect([enter(), enter(), quota.connect()?.kind]).toEqual([undefined, 'concurrency', 'connections']);
    quota.setLimits({ requestsPerMinute: 3, tokensPerMinute: 20, concurrentRequests: 4, connections: 2 }, now);
    expect(quota.connect()).toBeUndefined();
    expect([enter(), enter(), enter()]).toEqual([undefined, undefined, 'requests']);
    quota.chargeUsage(usage, now);
    quota.setLimits({ tokensPerMinute: 11 }, now);
    expect(quota.status(now)).toEqual({ tokens: { limit: 11, remaining: 1, resetMs: 54_546 } });
    quota.setLimits({ tokensPerMinute: 10 }, now);
    expect(enter()).toBe('tokens');
    quota.setLimits({}, now);
    expect([quota.status(now), enter()]).toEqual([{}, undefined]);
  });

  it('reports a retry time at which a retry can succeed', () => {
    const quota = new KeyQuota({ requestsPerMinute: 7, tokensPerMinute: 10 }, now);
    for (let count = 0; count < 7; count += 1) quota.enter('generation', now);
    expect(quota.enter('generation', now)?.error.retryAfter).toBe(9);
    expect(limitHeaders('messages', quota.status(now), now + 1)['anthropic-ratelimit-requests-reset']).toBe(
      '2026-11-01T12:01:01Z',
    );
    quota.chargeUsage(usage, now);
    expect(limitHeaders('responses', quota.status(now + 1), now)['x-ratelimit-reset-tokens']).toBe('1m0s');
  });
});
