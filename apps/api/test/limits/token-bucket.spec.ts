import { TokenBucket } from '#src/limits/token-bucket.js';

const minute = 60_000;

describe('a token bucket', () => {
  it('starts full and holds at most the tokens of one minute', () => {
    const bucket = new TokenBucket(60, 0);
    expect(bucket.level(0)).toBe(60);
    expect(bucket.level(10 * minute)).toBe(60);
    expect([bucket.msUntil(1, 10 * minute), bucket.msUntil(60, 10 * minute)]).toEqual([0, 0]);
  });

  it('fills evenly', () => {
    const bucket = new TokenBucket(60, 0);
    bucket.take(60, 0);
    expect(bucket.level(0)).toBe(0);
    expect(bucket.level(1000)).toBeCloseTo(1);
    expect(bucket.level(30_000)).toBeCloseTo(30);
    expect(bucket.msUntil(60, 30_000)).toBe(30_000);
  });

  it('pays a debt first, so that over time each minute grants no more than its tokens', () => {
    const bucket = new TokenBucket(100, 0);
    bucket.take(400, 0);
    expect(bucket.msUntil(1, 0)).toBe(3 * minute + 600);
    expect(bucket.level(minute)).toBeCloseTo(-200);
    expect(bucket.level(4 * minute)).toBeCloseTo(100);
  });

  it('is neither filled nor emptied by a clock that is set back', () => {
    const bucket = new TokenBucket(60, 10 * minute);
    bucket.take(30, 10 * minute);
    expect(bucket.level(5 * minute)).toBe(30);
    expect(bucket.level(5 * minute + 1000)).toBeCloseTo(31);
  });
});
