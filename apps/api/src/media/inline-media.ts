import type { Message } from '@org/engine';
import type { MediaPart, MediaSource } from '@org/engine';
import type { Warning } from '@org/engine';
import type { FetchedMedia } from '@org/hosted-tools';
import { MediaUrlError } from '@org/hosted-tools';
import { type InlinedMedia, mediaIn, withSources } from './media-sources.js';

export interface InlineOptions {
  readonly fetch: (url: string, signal: AbortSignal) => Promise<FetchedMedia>;
  /** Maximum number of distinct URLs. */
  readonly maxPerRequest: number;
  /**
   * Whether a URL belongs to the request itself. A URL of an earlier turn is omitted with a warning when it cannot be
   * fetched.
   */
  readonly isRequired: (url: string) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Replaces http(s) URLs in messages with the bytes of the media. Messages without any are returned unchanged. Throws
 * a {@link MediaUrlError} for a required URL that breaks a rule.
 */
export async function inlineMedia(messages: readonly Message[], options: InlineOptions): Promise<InlinedMedia> {
  const wanted = new Map<string, MediaPart>();
  // The newest first: if there are too many, the oldest are omitted.
  for (const { parts } of messages.toReversed())
    for (const part of mediaIn(parts)) if (part.source.type === 'url') wanted.set(part.source.url, part);
  if (wanted.size === 0) return { messages, warnings: [] };
  const sources = await fetchAll(wanted, options);
  const missing = [...sources.values()].filter((source) => source === undefined).length;
  const warnings: Warning[] =
    missing === 0
      ? []
      : [
          {
            kind: 'dropped',
            param: 'messages',
            message: `The service could not fetch ${missing} URLs of earlier turns, so the model does not receive their content.`,
          },
        ];
  return { messages: messages.map((message) => withSources(message, sources)), warnings };
}

/** The content for each URL; `undefined` for an omitted one. */
async function fetchAll(
  wanted: ReadonlyMap<string, MediaPart>,
  { fetch, maxPerRequest, isRequired, signal }: InlineOptions,
): Promise<ReadonlyMap<string, MediaSource | undefined>> {
  const required = [...wanted.keys()].filter(isRequired);
  const [beyond] = required.slice(maxPerRequest);
  if (beyond !== undefined)
    throw new MediaUrlError(beyond, `exceeds the limit: a request may contain at most ${maxPerRequest} URLs to fetch`);
  const history = [...wanted.keys()].filter((url) => !required.includes(url));
  const fetched = new Set([...required, ...history].slice(0, maxPerRequest));
  // One failure aborts the other fetches.
  const failed = new AbortController();
  const fetchSignal = AbortSignal.any([signal, failed.signal]);
  const entries = await Promise.all(
    [...wanted].map(async ([url, part]) => {
      if (!fetched.has(url)) return [url, undefined] as const;
      try {
        return [url, sourceOf(await fetch(url, fetchSignal), url, part)] as const;
      } catch (thrown) {
        if (thrown instanceof MediaUrlError && !required.includes(url)) return [url, undefined] as const;
        failed.abort();
        throw thrown;
      }
    }),
  );
  return new Map(entries);
}

function sourceOf({ mediaType, bytes }: FetchedMedia, url: string, { media }: MediaPart): MediaSource {
  const isImage = mediaType.startsWith('image/');
  if ((media === 'image') !== isImage)
    throw new MediaUrlError(url, media === 'image' ? 'must return an image' : 'must return a document');
  if (mediaType === 'text/plain') return { type: 'text', mediaType, text: bytes.toString('utf8') };
  return { type: 'base64', mediaType, data: bytes.toString('base64') };
}
