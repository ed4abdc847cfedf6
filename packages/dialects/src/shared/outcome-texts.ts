// What a tool of a server answered, for a wire that has a place for words alone.
import type { MediaPart, ServerCallOutcome, TextPart } from '@org/engine';

/** Why there is no answer, or the answer piece by piece; what is no text is named. */
export function outcomeTexts({ content, failure }: ServerCallOutcome): readonly string[] {
  return failure === undefined ? content.map(textOf) : [failure.message];
}

function textOf(part: TextPart | MediaPart): string {
  if (part.type === 'text') return part.text;
  const { source } = part;
  switch (source.type) {
    case 'text':
      return source.text;
    case 'base64':
      return `[${part.media}: ${source.mediaType}, which this API does not support here]`;
    case 'url':
      return source.url.startsWith('data:')
        ? `[${part.media}, which this API does not support here]`
        : `[${part.media}: ${source.url}]`;
    case 'file':
      return `[${part.media}: ${source.fileId}]`;
  }
}
