import type { FetchedMedia } from '@org/hosted-tools';

/** Fetches one URL. Rejects with an `EngineError`, and when `signal` aborts. */
export type FetchMedia = (url: string, signal: AbortSignal) => Promise<FetchedMedia>;

/**
 * Fetches a URL once for work with several attempts, because a URL may be valid for minutes while work may wait for
 * hours. Caches `maxBytes` in total and fetches the excess again.
 */
export function cacheFetches(fetch: FetchMedia, maxBytes: number): FetchMedia {
  const cache = new Map<string, FetchedMedia>();
  let freeBytes = maxBytes;
  return async (url, signal) => {
    const known = cache.get(url);
    if (known !== undefined) return known;
    const media = await fetch(url, signal);
    if (media.bytes.length <= freeBytes && !cache.has(url)) {
      freeBytes -= media.bytes.length;
      cache.set(url, media);
    }
    return media;
  };
}
