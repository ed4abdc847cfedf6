// Results of MCP server tools, for an API that carries only text.
import type { MediaPart, ServerCallOutcome, TextPart } from '@org/engine';

/** The failure reason, or the result part by part; non-text content is named. */
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
