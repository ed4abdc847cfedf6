import type { KeyLimitSettings } from '#src/config/settings/key-limit-settings.js';
import { KeyQuota } from '#src/limits/key-quota.js';
import { limitHeaders } from '#src/limits/limit-headers.js';

const now = Date.parse('2026-11-01T12:00:00Z');

const usage = { inputTokens: 5, outputTokens: 5, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };

describe('The quota of one key', () => {
  it('does not count a token count as a request of a model, and rejects none for the limits on those', () => {
    const quota = new KeyQuota({ requestsPerMinute: 1, tokensPerMinute: 10 }, now);
    expect(quota.enter('question', now)).toBeUndefined();
    expect(quota.enter('generation', now)).toBeUndefined();
    quota.chargeUsage(usage, now);
    expect(quota.enter('generation', now)?.kind).toBe('requests');
    expect(quota.enter('question', now)).toBeUndefined();
  });

  it('counts what stores content as a request, and takes no tokens for it', () => {
    const quota = new KeyQuota({ requestsPerMinute: 1, tokensPerMinute: 10 }, now);
    quota.chargeUsage({ ...usage, outputTokens: 10 }, now);
    expect(quota.enter('write', now)).toBeUndefined();
    expect(quota.enter('write', now)?.kind).toBe('requests');
    expect(quota.enter('read', now)).toBeUndefined();
  });

  it('admits ten reads for each request, and at least 120 a minute, unless readsPerMinute is set', () => {
    const reads = (limits: KeyLimitSettings): number => {
      const quota = new KeyQuota(limits, now);
      return quota.status('read', now).requests?.limit ?? Infinity;
    };
    expect(reads({ requestsPerMinute: 1 })).toBe(120);
    expect(reads({ requestsPerMinute: 60 })).toBe(600);
    expect(reads({ requestsPerMinute: 60, readsPerMinute: 5 })).toBe(5);
    expect(reads({ requestsPerMinute: 60, readsPerMinute: Infinity })).toBe(Infinity);
    expect(reads({ tokensPerMinute: 60 })).toBe(Infinity);
  });

  it('has a number of reads at a time of its own, so that a busy key can still read and cancel', () => {
    const quota = new KeyQuota({ concurrentRequests: 1 }, now);
    expect(quota.enter('generation', now)).toBeUndefined();
    expect(quota.enter('question', now)?.kind).toBe('concurrency');
    for (let count = 0; count < 4; count += 1) expect(quota.enter('read', now)).toBeUndefined();
    expect(quota.enter('read', now)?.error.message).toContain('4 reads at a time');
    quota.release('read');
    expect(quota.enter('read', now)).toBeUndefined();
    quota.setLimits({ concurrentRequests: 1, concurrentReads: 5 }, now);
    expect(quota.enter('read', now)).toBeUndefined();
    expect(quota.enter('read', now)?.kind).toBe('concurrency');
  });

  it('counts the handshake of a connection as a read', () => {
    const quota = new KeyQuota({ readsPerMinute: 1 }, now);
    expect(quota.connect(now)).toBeUndefined();
    expect(quota.connect(now)?.kind).toBe('reads');
    quota.disconnect();
    expect(quota.enter('read', now)?.kind).toBe('reads');
  });

  it('is remembered while a request or a connection of it is open', () => {
    const quota = new KeyQuota({ concurrentRequests: 1, connections: 1 }, now);
    expect(quota.isUnused(now)).toBe(true);
    quota.enter('generation', now);
    expect(quota.isUnused(now)).toBe(false);
    quota.release('generation');
    quota.connect(now);
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
    quota.connect(now);
    expect([enter(), enter(), quota.connect(now)?.kind]).toEqual([undefined, 'concurrency', 'connections']);
    quota.setLimits({ requestsPerMinute: 3, tokensPerMinute: 20, concurrentRequests: 4, connections: 2 }, now);
    expect(quota.connect(now)).toBeUndefined();
    expect([enter(), enter(), enter()]).toEqual([undefined, undefined, 'requests']);
    quota.chargeUsage(usage, now);
    quota.setLimits({ tokensPerMinute: 11 }, now);
    expect(quota.status('generation', now)).toEqual({ tokens: { limit: 11, remaining: 1, resetMs: 54_546 } });
    quota.setLimits({ tokensPerMinute: 10 }, now);
    expect(enter()).toBe('tokens');
    quota.setLimits({}, now);
    expect([quota.status('generation', now), enter()]).toEqual([{}, undefined]);
  });

  it('reports a retry time at which a retry can succeed', () => {
    const quota = new KeyQuota({ requestsPerMinute: 7, tokensPerMinute: 10 }, now);
    for (let count = 0; count < 7; count += 1) quota.enter('generation', now);
    expect(quota.enter('generation', now)?.error.retryAfter).toBe(9);
    expect(
      limitHeaders('messages', quota.status('generation', now), now + 1)['anthropic-ratelimit-requests-reset'],
    ).toBe('2026-11-01T12:01:01Z');
    quota.chargeUsage(usage, now);
    expect(limitHeaders('responses', quota.status('generation', now + 1), now)['x-ratelimit-reset-tokens']).toBe(
      '1m0s',
    );
  });
});
