import type { UpstreamPolicySettings } from '@org/dialects/dialect';
import { type TurnPorts } from '@org/engine';
import { cacheFetches, type FetchMedia } from './cache-fetches.js';
import { guardMedia } from './guard-media.js';
import { inlineMedia } from './inline-media.js';
import { type MediaFetcher, MediaUrlError } from '@org/hosted-tools';
import { fieldPaths } from './field-paths.js';

/** Maximum bytes of media cached for a turn that may restart. Several such turns wait at a time. */
const maxCachedBytes = 8 * 1024 * 1024;

const urlFields: ReadonlySet<string> = new Set(['image_url', 'file_url', 'url']);

export interface FetchMediaOptions {
  /** Absent: this service fetches no URLs. */
  readonly fetcher: MediaFetcher | undefined;
  /** Whether the turn may fetch more than once. */
  readonly again: boolean;
  /** The policy of the model. Absent: the model is a local one. */
  readonly mediaUrls: UpstreamPolicySettings['mediaUrls'] | undefined;
  /** Whether an upstream may be told to fetch from a URL. */
  readonly isPublicUrl: (url: string) => boolean;
}

/**
 * The port through which a turn fetches the URLs of the request `body`, or leaves out those that its upstream may not
 * receive. An error names the field of the body.
 */
export function fetchMediaOf(
  body: unknown,
  { fetcher, again, mediaUrls, isPublicUrl }: FetchMediaOptions,
): NonNullable<TurnPorts['fetchMedia']> {
  const direct: FetchMedia | undefined = fetcher && ((url, until) => fetcher.fetch(url, until));
  const fetch = again && direct !== undefined ? cacheFetches(direct, maxCachedBytes) : direct;
  return async (messages, signal, native) => {
    let known: ReadonlyMap<string, string> | undefined;
    const pathOf = (url: string): string | undefined => (known ??= fieldPaths(body, urlFields)).get(url);
    const isRequired = (url: string): boolean => pathOf(url) !== undefined;
    try {
      // Upstreams of other APIs receive the bytes wherever this service fetches at all.
      if (
        fetcher !== undefined &&
        fetch !== undefined &&
        (mediaUrls === 'fetch' || (native === undefined && mediaUrls !== 'reject'))
      )
        return await inlineMedia(messages, {
          fetch,
          maxPerRequest: fetcher.options.settings.maxPerRequest,
          isRequired,
          signal,
        });
      if (mediaUrls === undefined) return { messages, warnings: [] };
      const isAllowed = (url: string): boolean => mediaUrls === 'public' && isPublicUrl(url);
      // Without a fetcher, the model reads a text in place of what would be fetched.
      return guardMedia(messages, { isAllowed, isRequired: mediaUrls === 'fetch' ? () => false : isRequired });
    } catch (thrown) {
      if (!(thrown instanceof MediaUrlError)) throw thrown;
      const path = pathOf(thrown.url);
      throw path === undefined ? thrown : thrown.at(path);
    }
  };
}
