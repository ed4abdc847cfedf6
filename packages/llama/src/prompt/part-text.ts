import { EngineError, type MediaPart, type Message, type OpaquePart, type Part, type TextPart } from '@org/engine';

/** Converts content to text, because a text model accepts nothing else. */
function textOf(part: TextPart | MediaPart | OpaquePart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'opaque':
      // A part without text was reported when the request was parsed.
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
 * Throws `unsupported` for the first part that a text model does not accept. Called before a request goes to the
 * model process, where the part is a copy without its path in the client's request.
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

/** Text documents are readable; everything else is rejected, never dropped silently. */
function mediaText(part: MediaPart): string {
  if (part.media === 'document' && part.source.type === 'text') {
    return part.filename === undefined ? part.source.text : `${part.filename}\n${part.source.text}`;
  }
  const what =
    part.media === 'image' ? 'an image' : part.media === 'audio' ? 'audio' : 'a document that is not plain text';
  const capability = part.media === 'image' ? 'image_block' : part.media === 'document' ? 'document_block' : undefined;
  const elsewhere =
    part.media === 'image'
      ? " To read images, run the model with llama.cpp's server and its projector as an upstream."
      : '';
  throw new EngineError('unsupported', `This model supports only text input, not ${what}.${elsewhere}`, {
    part,
    capability,
  });
}
