import { EngineError } from '../../../errors/engine-error.js';
import type { MediaPart, OpaquePart, Part, TextPart } from '../../../model/part.js';

/** Shown content as text: a text model cannot be shown anything else. `path` names the part in errors. */
export function textOf(part: TextPart | MediaPart | OpaquePart, path: string): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'opaque':
      return part.text ?? '';
    case 'media':
      return mediaText(part, path);
  }
}

/** The text of all parts that are content, in order, a blank line between parts of different kind. */
export function contentText(parts: readonly Part[], path: string): string {
  let text = '';
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'text' && part.type !== 'opaque' && part.type !== 'media') continue;
    const piece = textOf(part, `${path}.${index}`);
    if (piece === '') continue;
    const apart = text !== '' && !text.endsWith('\n') && !piece.startsWith('\n');
    text += apart ? `\n${piece}` : piece;
  }
  return text;
}

/** Documents that came as text can be read; everything else is refused, never left out silently. */
function mediaText(part: MediaPart, path: string): string {
  if (part.media === 'document' && part.source.type === 'text') {
    return part.filename === undefined ? part.source.text : `${part.filename}\n${part.source.text}`;
  }
  const what = part.media === 'image' ? 'an image' : part.media === 'audio' ? 'audio' : 'a document that is not plain text';
  throw new EngineError('unsupported', `${path}: this model reads text only, and this part is ${what}.`, { param: path });
}
