import type { FetchedMedia } from '@org/hosted-tools';

/** Fetches one URL. Rejects with an `EngineError`, and when `signal` aborts. */
export type FetchMedia = (url: string, signal: AbortSignal) => Promise<FetchedMedia>;

/**
 * Fetches a URL once, for work that is begun more than once: an address may be good for minutes, and work may wait for hours. Keeps
 * `maxBytes` in all, and fetches anew what goes beyond.
 */
export function fetchedOnce(fetch: FetchMedia, maxBytes: number): FetchMedia {
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
