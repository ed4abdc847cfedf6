import type { MediaSource, Message } from '@org/engine';
import { MediaUrlError } from '@org/hosted-tools';
import { type InlinedMedia, mediaIn, withSources } from './media-sources.js';

export interface GuardOptions {
  /** Whether an upstream may receive a URL. */
  readonly isAllowed: (url: string) => boolean;
  /** Whether a URL belongs to the request itself. One of an earlier turn is left out with a warning. */
  readonly isRequired: (url: string) => boolean;
}

/** Messages without the URLs that an upstream may not receive. Throws a {@link MediaUrlError} for a required one. */
export function guardMedia(messages: readonly Message[], { isAllowed, isRequired }: GuardOptions): InlinedMedia {
  const refused = new Map<string, MediaSource | undefined>();
  for (const { parts } of messages)
    for (const { source } of mediaIn(parts))
      if (source.type === 'url' && !isAllowed(source.url)) refused.set(source.url, undefined);
  if (refused.size === 0) return { messages, warnings: [] };
  const required = [...refused.keys()].find(isRequired);
  if (required !== undefined)
    throw new MediaUrlError(required, 'is not one that the upstream of this model may receive');
  return {
    messages: messages.map((message) => withSources(message, refused)),
    warnings: [
      {
        kind: 'dropped',
        param: 'messages',
        message: `The upstream may not receive ${refused.size} URLs of earlier turns, so the model does not receive their content.`,
      },
    ],
  };
}
