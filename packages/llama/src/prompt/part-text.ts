import { EngineError, type MediaPart, type Message, type OpaquePart, type Part, type TextPart } from '@org/engine';

/** Shown content as text: a text model cannot be shown anything else. */
function textOf(part: TextPart | MediaPart | OpaquePart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'opaque':
      // One without words was told of when the request was read.
      return part.text ?? '';
    case 'media':
      return mediaText(part);
  }
}

/** The text of all parts that are content, in order, a blank line between parts of different kind. */
export function contentText(parts: readonly Part[]): string {
  let text = '';
  for (const part of parts) {
    if (part.type !== 'text' && part.type !== 'opaque' && part.type !== 'media') continue;
    const partText = textOf(part);
    if (partText === '') continue;
    const needsSeparator = text !== '' && !text.endsWith('\n') && !partText.startsWith('\n');
    text += needsSeparator ? `\n${partText}` : partText;
  }
  return text;
}

/**
 * Throws `unsupported` for the first part that no text model can be shown. Asked before a request goes to the model's process: there
 * the part is a copy, and nobody could say where in the client's request it stands.
 */
export function requireReadable(messages: readonly Message[]): void {
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type === 'media') mediaText(part);
      else if (part.type === 'tool-result')
        for (const inner of part.content) if (inner.type === 'media') mediaText(inner);
    }
  }
}

/** Documents that came as text can be read; everything else is refused, never left out silently. */
function mediaText(part: MediaPart): string {
  if (part.media === 'document' && part.source.type === 'text') {
    return part.filename === undefined ? part.source.text : `${part.filename}\n${part.source.text}`;
  }
  const what =
    part.media === 'image' ? 'an image' : part.media === 'audio' ? 'audio' : 'a document that is not plain text';
  throw new EngineError('unsupported', `This model supports only text input, not ${what}.`, { part });
}
