import type { MediaFetcher } from '@org/engine/media/media-fetcher';
import { inlineMedia } from '@org/engine/media/inline-media';
import { MediaUrlError } from '@org/engine/media/media-url-error';
import type { TurnPorts } from '@org/engine/turn/run-turn';
import { urlPaths } from './url-paths.js';

/** How a turn gets the bytes behind the URLs of the request `body`. A refusal names the field of the body. */
export function fetchMediaOf(body: unknown, fetcher: MediaFetcher): NonNullable<TurnPorts['fetchMedia']> {
  return async (messages, signal) => {
    let known: ReadonlyMap<string, string> | undefined;
    const pathOf = (url: string): string | undefined => (known ??= urlPaths(body)).get(url);
    try {
      return await inlineMedia(messages, {
        fetch: (url, until) => fetcher.fetch(url, until),
        most: fetcher.options.settings.mostPerRequest,
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
