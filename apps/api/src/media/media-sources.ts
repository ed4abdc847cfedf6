// URLs of media in messages, and what replaces them.
import { type MediaPart, type MediaSource, type Message, type Part, setOriginalPart, type Warning } from '@org/engine';

/** Messages for a model, and what of them it does not receive. */
export interface InlinedMedia {
  readonly messages: readonly Message[];
  readonly warnings: readonly Warning[];
}

/** The message with other sources for its URLs. A URL without a source becomes a text; one that is not a key stays. */
export function withSources(message: Message, sources: ReadonlyMap<string, MediaSource | undefined>): Message {
  return mediaIn(message.parts).length === 0
    ? message
    : { ...message, parts: message.parts.map((part) => withSource(part, sources)) };
}

function withSource<P extends Part>(
  part: P,
  sources: ReadonlyMap<string, MediaSource | undefined>,
): P | MediaPart | { type: 'text'; text: string };
function withSource(part: Part, sources: ReadonlyMap<string, MediaSource | undefined>): Part {
  if (part.type === 'tool-result') return { ...part, content: part.content.map((inner) => withSource(inner, sources)) };
  if (part.type !== 'media' || part.source.type !== 'url') return part;
  if (!sources.has(part.source.url)) return part;
  const source = sources.get(part.source.url);
  return source === undefined
    ? { type: 'text', text: `[${part.media}: not available to the model]` }
    : setOriginalPart({ ...part, source }, part);
}

/** The media with URLs, including those in tool results. */
export function mediaIn(parts: readonly Part[]): readonly MediaPart[] {
  if (!parts.some(hasUrl)) return none;
  return parts.flatMap((part): readonly MediaPart[] => {
    if (part.type === 'tool-result') return mediaIn(part.content);
    return part.type === 'media' && part.source.type === 'url' ? [part] : [];
  });
}

const none: readonly MediaPart[] = [];

function hasUrl(part: Part): boolean {
  if (part.type === 'tool-result') return part.content.some(hasUrl);
  return part.type === 'media' && part.source.type === 'url';
}
