import { PageCache } from '#src/web-fetch/page-cache.js';

let now: number;
beforeEach(() => {
  now = 0;
});
const cacheOf = (maxBytes: number, maxOwnerBytes: number): PageCache<string> =>
  new PageCache({ maxBytes, maxOwnerBytes, maxAgeMs: 1_000 }, () => now);

describe('the cache of pages', () => {
  it('removes the pages of an owner that were used longest ago, and no page of another owner', () => {
    const cache = cacheOf(1_000, 100);
    cache.set('b', 'url-1', 'other', 100);
    cache.set('a', 'url-1', 'one', 40);
    cache.set('a', 'url-2', 'two', 40);
    expect(cache.get('a', 'url-1')).toBe('one');
    cache.set('a', 'url-3', 'three', 40);
    expect(['url-1', 'url-2', 'url-3'].map((url) => cache.get('a', url))).toEqual(['one', undefined, 'three']);
    expect(cache.get('b', 'url-1')).toBe('other');
    expect(cache.bytes).toBe(180);
  });

  it('has at most maxBytes of all owners', () => {
    const cache = cacheOf(100, 100);
    for (const owner of ['a', 'b', 'c', 'd']) cache.set(owner, 'url', owner, 40);
    expect(['a', 'b', 'c', 'd'].map((owner) => cache.get(owner, 'url'))).toEqual([undefined, undefined, 'c', 'd']);
    expect(cache.bytes).toBe(80);
  });

  it('does not store a page that is larger than its bounds, and forgets its earlier version', () => {
    const cache = cacheOf(100, 50);
    cache.set('a', 'other', 'other', 10);
    cache.set('a', 'url', 'small', 10);
    cache.set('a', 'url', 'large', 51);
    expect(cache.get('a', 'url')).toBeUndefined();
    expect(cache.get('a', 'other')).toBe('other');
    expect(cache.bytes).toBe(10);
  });

  it('forgets a page after maxAgeMs, however often it is read', () => {
    const cache = cacheOf(100, 100);
    cache.set('a', 'url', 'page', 10);
    now = 999;
    expect(cache.get('a', 'url')).toBe('page');
    now = 1_000;
    expect(cache.get('a', 'url')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });
});
