import type { FetchedMedia } from './media-fetcher.js';

export type FetchMedia = (url: string, signal: AbortSignal) => Promise<FetchedMedia>;

/**
 * Fetches a URL once, for work that is begun more than once: an address may be good for minutes, and work may wait for hours. Keeps
 * `mostBytes` in all, and fetches anew what goes beyond.
 */
export function fetchedOnce(fetch: FetchMedia, mostBytes: number): FetchMedia {
  const kept = new Map<string, FetchedMedia>();
  let room = mostBytes;
  return async (url, signal) => {
    const known = kept.get(url);
    if (known !== undefined) return known;
    const media = await fetch(url, signal);
    if (media.bytes.length <= room && !kept.has(url)) {
      room -= media.bytes.length;
      kept.set(url, media);
    }
    return media;
  };
}
