import { type TurnPorts } from '@org/engine';
import { cacheFetches, type FetchMedia } from './cache-fetches.js';
import { inlineMedia } from './inline-media.js';
import { type MediaFetcher, MediaUrlError } from '@org/hosted-tools';
import { fieldPaths } from './field-paths.js';

/** Maximum bytes of media cached for a turn that may restart. Several such turns wait at a time. */
const maxCachedBytes = 8 * 1024 * 1024;

const urlFields: ReadonlySet<string> = new Set(['image_url', 'file_url', 'url']);

/**
 * The port through which a turn fetches the URLs of the request `body`. An error names the field of the body.
 * `again`: it may fetch more than once.
 */
export function fetchMediaOf(
  body: unknown,
  fetcher: MediaFetcher,
  again: boolean,
): NonNullable<TurnPorts['fetchMedia']> {
  const direct: FetchMedia = (url, until) => fetcher.fetch(url, until);
  const fetch = again ? cacheFetches(direct, maxCachedBytes) : direct;
  return async (messages, signal) => {
    let known: ReadonlyMap<string, string> | undefined;
    const pathOf = (url: string): string | undefined => (known ??= fieldPaths(body, urlFields)).get(url);
    try {
      return await inlineMedia(messages, {
        fetch,
        maxPerRequest: fetcher.options.settings.maxPerRequest,
        isRequired: (url) => pathOf(url) !== undefined,
        signal,
      });
    } catch (thrown) {
      if (!(thrown instanceof MediaUrlError)) throw thrown;
      const path = pathOf(thrown.url);
      throw path === undefined ? thrown : thrown.at(path);
    }
  };
}
